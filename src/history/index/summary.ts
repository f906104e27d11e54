import Big from 'big.js';
import type { Decimal } from '../../shared/domain.ts';
import type { HistorySummary, PnlSummary } from '../../shared/history.ts';
import type { DecimalColumn } from './decimal-column.ts';
import { ExactSums } from './exact-sums.ts';
import type { ListColumns } from './list-columns.ts';
import { countQuotes, rowsByCode } from './quotes.ts';
import type { RowMask } from './row-mask.ts';

const winRatePlaces = 2;
const averagePlaces = 8;

/** What the filtered rows add up to; figures without zeros that mean nothing. */
export function summarizeRows(columns: ListColumns, mask: RowMask): Omit<HistorySummary, 'version'> {
  const { status, size } = columns;
  const rows = rowsByCode(status, size, mask.bytes);
  const withStatus = (...statuses: string[]) =>
    rows.reduce((sum, count, code) => (statuses.includes(status.valueOf(code) ?? '') ? sum + count : sum), 0);
  return {
    rows: mask.total,
    filled: withStatus('filled', 'fully-executed'),
    canceled: withStatus('canceled', 'partially-canceled'),
    failed: withStatus('failed'),
    pnl: columns.pnl ? summarizePnl(columns, columns.pnl, mask) : [],
  };
}

function summarizePnl(columns: ListColumns, pnl: DecimalColumn, mask: RowMask): PnlSummary[] {
  const { quotes, placeOf } = countQuotes(columns, mask);
  const { keys, details, decimals } = pnl;
  const { codes } = columns.symbol;
  const { bytes } = mask;
  const sums = new ExactSums(decimals, quotes.length);
  const wins = new Float64Array(quotes.length);
  const losses = new Float64Array(quotes.length);
  const zeros = new Float64Array(quotes.length);
  /** Rows; 0: none yet. */
  const best = new Uint32Array(quotes.length);
  const worst = new Uint32Array(quotes.length);
  const compare = (a: number, b: number) =>
    decimals.compare(keys[a] as number, details[a] as number, keys[b] as number, details[b] as number);
  for (let number = 1; number <= columns.size; number++) {
    if (bytes && bytes[number] !== 1) continue;
    const key = keys[number] as number;
    if (Number.isNaN(key)) continue;
    const place = placeOf[codes[number] as number] as number;
    if (key === 0) zeros[place] = (zeros[place] as number) + 1;
    else if (key > 0) wins[place] = (wins[place] as number) + 1;
    else losses[place] = (losses[place] as number) + 1;
    if (key !== 0) sums.add(place, key, details[number] as number);
    const bestSoFar = best[place] as number;
    if (bestSoFar === 0 || (key >= (keys[bestSoFar] as number) && compare(number, bestSoFar) > 0)) best[place] = number;
    const worstSoFar = worst[place] as number;
    if (worstSoFar === 0 || (key <= (keys[worstSoFar] as number) && compare(number, worstSoFar) < 0)) {
      worst[place] = number;
    }
  }
  const textOf = (number: number): Decimal | null =>
    number === 0 ? null : decimals.textOf(keys[number] as number, details[number] as number);
  return quotes.map(({ quote }, place) => {
    const sum = sums.textOf(place);
    const won = wins[place] as number;
    const decided = won + (losses[place] as number);
    return {
      quote,
      sum,
      wins: won,
      losses: losses[place] as number,
      zeros: zeros[place] as number,
      winRate: decided === 0 ? null : quotient(new Big(won).times(100), decided, winRatePlaces),
      average: decided === 0 ? null : quotient(new Big(sum), decided, averagePlaces),
      best: textOf(best[place] as number),
      worst: textOf(worst[place] as number),
    };
  });
}

/** Rounded half away from zero. */
function quotient(value: Big, divisor: number, places: number): Decimal {
  const Rounding = Big();
  Rounding.DP = places;
  Rounding.RM = Big.roundHalfUp;
  const text = new Rounding(value).div(divisor).toFixed();
  return text === '-0' ? '0' : text;
}
