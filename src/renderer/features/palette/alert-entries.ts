import type { AlertCondition } from '../../../shared/contract/alerts.ts';
import { signOf } from '../../../shared/decimal.ts';
import type { Decimal } from '../../../shared/domain.ts';
import { directionTo, isRelative, relativeLevel } from '../../domain/alerts/alert-levels.ts';
import { alertWords } from '../../domain/alerts/alert-words.ts';
import type { Text } from '../../text/use-text.ts';
import { maxDecimalLength, readTypedDecimal } from '../../ui/text/typed-decimal.ts';
import { findEntries } from './search.ts';
import type { PaletteEntry } from './use-entries.ts';

interface AlertRequest {
  symbol: string;
  /** `null` if no price was typed. */
  level: Decimal | null;
  /** A distance as it was typed, such as "-2%"; `null` if none was. */
  distance: string | null;
}

/** In both languages, whatever the language of the page. */
const requestForm = /^(?:alert\s+|提醒\s*)(\S+)\s*(.*)$/iu;

/** Reads "alert btc 95000" and "alert btc -2%". Returns `null` for other text. */
export function readAlertRequest(query: string): AlertRequest | null {
  const [, symbol, typed = ''] = requestForm.exec(query.normalize('NFKC').trim()) ?? [];
  if (symbol === undefined) return null;
  if (typed === '') return { symbol, level: null, distance: null };
  if (isRelative(typed)) return { symbol, level: null, distance: typed };
  const level = readTypedDecimal(typed);
  return level === null || signOf(level) <= 0 || level.length > maxDecimalLength
    ? null
    : { symbol, level, distance: null };
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
  const { distance } = request;
  const symbols = entries.filter(({ kind }) => kind === 'symbol');
  const found = findEntries(symbols, request.symbol, recent).slice(0, maxSymbols);
  return found.map(({ label: symbol }) => {
    const price = priceOf(symbol);
    const level =
      distance === null || price === null ? request.level : relativeLevel(distance, { ...price, risk: null });
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
