import Big from 'big.js';
import type { Decimal } from '../../shared/domain.ts';
import type { HistorySummary, PnlSummary } from '../../shared/history.ts';
import type { DecimalColumn } from './decimal-column.ts';
import type { ListColumns } from './list-columns.ts';
import { PnlGroups, quotesOf, rankQuotes } from './pnl-groups.ts';
import type { RowMask } from './row-mask.ts';

const winRatePlaces = 2;
const averagePlaces = 8;

/** Returns the figures of the filtered rows. Decimals have no trailing zeros. */
export function summarizeRows(columns: ListColumns, mask: RowMask): Omit<HistorySummary, 'version'> {
  const { status, size } = columns;
  const counts = status.countRows(size, mask.bytes);
  const rowsWith = (...statuses: string[]) =>
    counts.reduce((sum, count, code) => (statuses.includes(status.valueOf(code) ?? '') ? sum + count : sum), 0);
  return {
    rows: mask.total,
    filled: rowsWith('filled', 'fully-executed'),
    canceled: rowsWith('canceled', 'partially-canceled'),
    failed: rowsWith('failed'),
    pnl: columns.pnl ? summarizePnl(columns, columns.pnl, mask) : [],
  };
}

function summarizePnl({ symbol, size }: ListColumns, pnl: DecimalColumn, { bytes }: RowMask): PnlSummary[] {
  const { names, ofSymbol } = quotesOf(symbol);
  const { codes } = symbol;
  const { keys, details, decimals } = pnl;
  const groups = new PnlGroups(decimals, names.length);
  /** Row numbers; 0 if no row has a PnL. */
  const best = new Uint32Array(names.length);
  const worst = new Uint32Array(names.length);
  for (let number = 1; number <= size; number++) {
    if (bytes && bytes[number] !== 1) continue;
    const quote = ofSymbol[codes[number] as number] as number;
    const key = keys[number] as number;
    groups.add(quote, key, details[number] as number);
    if (Number.isNaN(key)) continue;
    const highest = best[quote] as number;
    if (highest === 0 || (key >= (keys[highest] as number) && pnl.compare(number, highest) > 0)) best[quote] = number;
    const lowest = worst[quote] as number;
    if (lowest === 0 || (key <= (keys[lowest] as number) && pnl.compare(number, lowest) < 0)) worst[quote] = number;
  }
  const textOf = (number: number): Decimal | null =>
    number === 0 ? null : decimals.textOf(keys[number] as number, details[number] as number);
  return rankQuotes(names, (quote) => groups.rows(quote)).map((quote) => {
    const sum = groups.sums.textOf(quote);
    const wins = groups.wins(quote);
    const losses = groups.losses(quote);
    const decided = wins + losses;
    return {
      quote: names[quote] as string,
      sum,
      wins,
      losses,
      zeros: groups.zeros(quote),
      winRate: decided === 0 ? null : divide(new Big(wins).times(100), decided, winRatePlaces),
      average: decided === 0 ? null : divide(new Big(sum), decided, averagePlaces),
      best: textOf(best[quote] as number),
      worst: textOf(worst[quote] as number),
    };
  });
}

/** Returns the quotient, rounded half away from zero. */
function divide(value: Big, divisor: number, places: number): Decimal {
  const RoundedBig = Big();
  RoundedBig.DP = places;
  RoundedBig.RM = Big.roundHalfUp;
  const text = new RoundedBig(value).div(divisor).toFixed();
  return text === '-0' ? '0' : text;
}
