import { conditionWords } from '../../../shared/activity-words.ts';
import type { AlertCondition } from '../../../shared/contract/alerts.ts';
import { signOf } from '../../../shared/decimal.ts';
import type { Decimal } from '../../../shared/domain.ts';
import type { Text } from '../../text/use-text.ts';
import { decimalText } from '../../ui/text/figures.ts';
import { maxDecimalLength, readTypedDecimal } from '../../ui/text/typed-decimal.ts';
import { findEntries } from './search.ts';
import type { PaletteEntry } from './use-entries.ts';

interface AlertRequest {
  symbol: string;
  /** `null` if none was typed. */
  level: Decimal | null;
}

/** In both languages, whatever the language of the page. */
const requestForm = /^(?:alert\s+|提醒\s*)(\S+)\s*(.*)$/iu;

/** Reads "alert btc 95000". Returns `null` for other text. */
export function readAlertRequest(query: string): AlertRequest | null {
  const [, symbol, typed = ''] = requestForm.exec(query.normalize('NFKC').trim()) ?? [];
  if (symbol === undefined) return null;
  if (typed === '') return { symbol, level: null };
  const level = readTypedDecimal(typed);
  return level === null || signOf(level) <= 0 || level.length > maxDecimalLength ? null : { symbol, level };
}

/** Number of symbols offered. */
const maxSymbols = 3;

interface AlertActions {
  /** Creates an alert. `words`: its condition. */
  create: (condition: AlertCondition, words: string) => void;
  /** Opens the form for a price alert of a symbol. */
  open: (symbol: string) => void;
}

/** Returns the entries that create the requested alert, for the symbols that match best; without a level, those that open its form. */
export function alertEntries(
  query: string,
  entries: readonly PaletteEntry[],
  recent: readonly string[],
  text: Text,
  { create, open }: AlertActions,
): PaletteEntry[] {
  const request = readAlertRequest(query);
  if (request === null) return [];
  const { level } = request;
  const symbols = entries.filter(({ kind }) => kind === 'symbol');
  const found = findEntries(symbols, request.symbol, recent).slice(0, maxSymbols);
  return found.map(({ label: symbol }) => {
    const entry = { id: `alert ${symbol} ${level ?? ''}`, kind: 'command', also: '' } as const;
    if (level === null) return { ...entry, label: text.palette.newAlert(symbol), run: () => open(symbol) };
    const condition: AlertCondition = { kind: 'price', market: 'futures', symbol, level, direction: 'crosses' };
    const words = conditionWords(condition, { text: text.activity, format: decimalText });
    return { ...entry, label: text.palette.createAlert(words), run: () => create(condition, words) };
  });
}
