import type { AlertCondition } from '../../../shared/contract/alerts.ts';
import { quoteOf } from '../../../shared/market/symbols.ts';
import { signOf, withoutSign } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { isAmbiguousDecimal, maxDecimalLength, readTypedDecimal } from '../../../shared/values/typed-decimal.ts';
import { directionTo, isRelative, relativeLevel } from '../../domain/alerts/alert-levels.ts';
import { alertWords } from '../../domain/alerts/alert-words.ts';
import type { Text } from '../../text/use-text.ts';
import { findEntries } from './search.ts';
import type { PaletteEntry } from './use-entries.ts';

interface AlertRequest {
  symbol: string;
  /** `null` if no price was typed. */
  level: Decimal | null;
  /** A distance as it was typed, such as "-2%", or a price whose comma the last price explains; `null` if none was. */
  distance: string | null;
  /** Percent from the entry of a position, with its sign; `null` if it was not typed. */
  fromEntry: Decimal | null;
}

/** In both languages, whatever the language of the page. */
const requestForm = /^(?:alert\s+|提醒\s*)(\S+)\s*(.*)$/iu;

/** Of "-2% from entry". */
const entryForm = /^([+\-−]?[\d.,]+)\s*%\s*(?:from\s+)?(?:entry|开仓均?价)$/iu;

/** Reads "alert btc 95000", "alert btc -2%", and "alert btc -2% from entry". Returns `null` for other text. */
export function readAlertRequest(query: string): AlertRequest | null {
  const [, symbol, typed = ''] = requestForm.exec(query.normalize('NFKC').trim()) ?? [];
  if (symbol === undefined) return null;
  const nothing = { symbol, level: null, distance: null, fromEntry: null };
  if (typed === '') return nothing;
  if (isRelative(typed) || isAmbiguousDecimal(typed)) return { ...nothing, distance: typed };
  const [, ofEntry] = entryForm.exec(typed) ?? [];
  const fromEntry = ofEntry === undefined ? null : readTypedDecimal(ofEntry.replace('−', '-'));
  if (fromEntry !== null) return signOf(fromEntry) === 0 ? null : { ...nothing, fromEntry };
  const level = readTypedDecimal(typed);
  return level === null || signOf(level) <= 0 || level.length > maxDecimalLength ? null : { ...nothing, level };
}

/** Number of symbols offered. */
const maxSymbols = 3;

interface AlertActions {
  /** Returns the live last price of a symbol with its precision; `null` if it is unknown. */
  priceOf: (symbol: string) => { last: Decimal; pricePrecision: number | null | undefined } | null;
  /** Creates an alert. `words`: its condition. */
  create: (condition: AlertCondition, words: string) => void;
  /** Opens the form for a price alert of a symbol. `level`: as it was typed; `null` for the last price. */
  open: (symbol: string, level: string | null) => void;
}

/** Returns the entries that create the requested alert, for the symbols that match best; those that open its form if its level is not known. */
export function alertEntries(
  query: string,
  entries: readonly PaletteEntry[],
  recent: readonly string[],
  text: Text,
  { priceOf, create, open }: AlertActions,
): PaletteEntry[] {
  const request = readAlertRequest(query);
  if (request === null) return [];
  const { distance, fromEntry } = request;
  const symbols = entries.filter(({ kind }) => kind === 'symbol');
  const found = findEntries(symbols, request.symbol, recent).slice(0, maxSymbols);
  return found.map(({ label: symbol }) => {
    if (fromEntry !== null) {
      const condition = entryCondition(symbol, fromEntry);
      const words = alertWords(condition, text);
      const label = text.palette.createAlert(words);
      const id = `alert ${symbol} entry ${fromEntry}`;
      return { id, kind: 'command', also: '', label, run: () => create(condition, words) };
    }
    const price = priceOf(symbol);
    const level =
      distance === null || price === null
        ? request.level
        : (readTypedDecimal(distance, price.last) ?? relativeLevel(distance, { ...price, risk: null }));
    const entry = { id: `alert ${symbol} ${distance ?? level ?? ''}`, kind: 'command', also: '' } as const;
    if (level === null) {
      const label = text.palette.newAlert(distance === null ? symbol : `${symbol} ${distance}`);
      return { ...entry, label, run: () => open(symbol, distance) };
    }
    const direction = (price && directionTo(level, price.last)) ?? 'crosses';
    const condition: AlertCondition = { kind: 'price', market: 'futures', symbol, level, direction };
    const words = alertWords(condition, text);
    return { ...entry, label: text.palette.createAlert(words), run: () => create(condition, words) };
  });
}

function entryCondition(symbol: string, percent: Decimal): AlertCondition {
  const direction = signOf(percent) < 0 ? 'loss' : 'gain';
  const amount = withoutSign(percent);
  return { kind: 'pnl', of: 'entry', direction, amount, unit: 'percent', quote: quoteOf(symbol), symbol };
}
