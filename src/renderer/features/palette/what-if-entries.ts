import { compareDecimals, opposite, signOf, withoutSign } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { maxDecimalLength, readTypedDecimal } from '../../../shared/values/typed-decimal.ts';
import type { Text } from '../../text/use-text.ts';
import { percentText } from '../../ui/text/figures.ts';
import { findEntries } from './search.ts';
import type { PaletteEntry } from './use-entries.ts';

interface WhatIfRequest {
  /** `null` for all symbols. */
  symbol: string | null;
  /** Above -100. */
  percent: Decimal;
}

/** In both languages, whatever the language of the page. */
const requestForm =
  /^(what\s*if|if|如果|假如|假设|若)?\s*(.*?)\s*(falls?|drops?|loses?|rises?|gains?|moves?|goes|下跌|跌|上涨|涨|变动)?\s*(?:by\s+)?([+\-−]?[\d.,]+)\s*%$/iu;
const downward = /^(?:falls?|drops?|loses?|下跌|跌)$/iu;
const everything = /^(?:|all|all prices|everything|all symbols|the market|全部|全部价格|所有|所有价格|市场)$/iu;

/** Reads "what if btc falls 5%", "what if all -5%", and "btc -5%". Returns `null` for other text. */
export function readWhatIfRequest(query: string): WhatIfRequest | null {
  const [, asked, name, verb = '', typed = ''] = requestForm.exec(query.normalize('NFKC').trim()) ?? [];
  if (name === undefined) return null;
  // Without the words of a question, a symbol and a direction make one.
  if (asked === undefined && (name === '' || (verb === '' && !/^[+\-−]/.test(typed)))) return null;
  const number = readTypedDecimal(typed);
  if (number === null || signOf(number) === 0 || number.length > maxDecimalLength) return null;
  const percent = downward.test(verb) ? opposite(withoutSign(number)) : number;
  if (compareDecimals(percent, '-100') <= 0 || compareDecimals(percent, '1000') > 0) return null;
  return { symbol: everything.test(name) ? null : name, percent };
}

/** Number of symbols offered. */
const maxSymbols = 3;

/** Returns the entries that answer the question, for the symbols that match best. `ask`: `symbol` is `null` for all symbols. */
export function whatIfEntries(
  query: string,
  entries: readonly PaletteEntry[],
  recent: readonly string[],
  text: Text,
  ask: (symbol: string | null, percent: Decimal) => void,
): PaletteEntry[] {
  const request = readWhatIfRequest(query);
  if (request === null) return [];
  const { percent } = request;
  const entryOf = (symbol: string | null, name: string): PaletteEntry => ({
    id: `what-if ${symbol ?? ''} ${percent}`,
    kind: 'command',
    also: '',
    label: text.whatIf.go(name, percentText(percent, text)),
    run: () => ask(symbol, percent),
  });
  if (request.symbol === null) return [entryOf(null, text.whatIf.everything)];
  const symbols = entries.filter(({ kind }) => kind === 'symbol');
  const found = findEntries(symbols, request.symbol, recent).slice(0, maxSymbols);
  return found.map(({ label: symbol }) => entryOf(symbol, symbol));
}
