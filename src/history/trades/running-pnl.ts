import type { Drawdown, TradeRun } from '../../shared/contract/results.ts';
import { decimalOfUnits } from '../index/exact-decimals.ts';
import type { TradeColumns } from './trade-columns.ts';
import { placesOf, plus, type Whole, wholeAt } from './units.ts';

/** Returns the longest run of consecutive wins, or of losses; the earliest of several (docs/trades.md 11.3). `trades`: by closing. */
export function longestRun(columns: TradeColumns, trades: Uint32Array, kind: 'wins' | 'losses'): TradeRun | null {
  const { pnl, closedAt } = columns;
  const sign = kind === 'wins' ? 1 : -1;
  let [length, longest, end] = [0, 0, 0];
  for (let place = 0; place < trades.length; place++) {
    length = (pnl.keys[trades[place] as number] as number) * sign > 0 ? length + 1 : 0;
    if (length > longest) [longest, end] = [length, place];
  }
  if (longest === 0) return null;
  const closing = (place: number) => closedAt.keys[trades[place] as number] as number;
  return { trades: longest, from: closing(end - longest + 1), to: closing(end) };
}

/** Returns the largest fall of the sum of the PnL; the earliest of several (docs/trades.md 11.4). `trades`: by closing. */
export function largestDrawdown({ pnl, closedAt }: TradeColumns, trades: Uint32Array): Drawdown | null {
  const places = placesOf(pnl, trades, 0, trades.length);
  let total: Whole = 0;
  let peak: Whole = 0;
  let peakPlace = -1;
  let largest: Whole = 0;
  let [from, to, recovered] = [-1, -1, -1];
  let lostPeak: Whole = 0;
  for (let place = 0; place < trades.length; place++) {
    total = plus(total, wholeAt(pnl, trades[place] as number, places));
    if (to >= 0 && recovered < 0 && total >= lostPeak) recovered = place;
    if (total >= peak) {
      peak = total;
      peakPlace = place;
      continue;
    }
    const fall = plus(peak, -total);
    if (fall <= largest) continue;
    [largest, lostPeak] = [fall, peak];
    [from, to, recovered] = [peakPlace, place, -1];
  }
  const closing = (place: number) => (place < 0 ? null : (closedAt.keys[trades[place] as number] as number));
  const end = closing(to);
  if (end === null) return null;
  return {
    amount: decimalOfUnits(BigInt(largest), places),
    from: closing(from),
    to: end,
    recoveredAt: closing(recovered),
  };
}
