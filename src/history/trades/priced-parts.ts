import type { Whole } from '../table/units.ts';
import type { LegExecutions } from './executions.ts';
import { type LegOrders, readTrades, type TradeOrders } from './read-trade.ts';

/** Orders of a leg from `start` to before `end`. */
export interface LegPart {
  readonly start: number;
  readonly end: number;
}

/** The orders of a leg as `readTrade` reads them. `placeOf`: the place of each in the order in which it reads. */
export function legOrders(
  { opens, wholes }: Pick<LegExecutions, 'opens' | 'wholes'>,
  placeOf: (at: number) => number,
): LegOrders {
  return {
    length: wholes.length,
    zero: typeof wholes[0] === 'bigint' ? 0n : 0,
    opens: (at) => opens[placeOf(at)] === 1,
    quantity: (at) => wholes[placeOf(at)] as Whole,
  };
}

export interface LowerEnds {
  /** All trades. */
  readonly trades: TradeOrders[];
  /** The trades that are closed without an excess, and whose orders all have an average price. */
  readonly priced: LegPart[];
  /** For each place: 1 if a trade begins there. */
  readonly starts: Uint8Array;
}

/** Where the trades of a leg begin whose orders are taken by their lower ends, the oldest first. */
export interface TradeStarts {
  /** Place of the first order of each trade. */
  readonly starts: Uint32Array;
  /** Numbers of those with an excess, the oldest has 0. */
  readonly withExcess: ReadonlySet<number>;
  readonly isLastOpen: boolean;
}

export const noTradeStarts: TradeStarts = { starts: new Uint32Array(0), withExcess: new Set(), isLastOpen: false };

/** `trades`: those of a leg from the place `offset` on. `before`: all trades that the leg had. */
export function tradeStarts(trades: readonly TradeOrders[], offset = 0, before = noTradeStarts): TradeStarts {
  let kept = before.starts.length;
  while (kept > 0 && (before.starts[kept - 1] as number) >= offset) kept--;
  const starts = new Uint32Array(kept + trades.length);
  starts.set(before.starts.subarray(0, kept));
  const withExcess = new Set<number>();
  for (const trade of before.withExcess) if (trade < kept) withExcess.add(trade);
  for (let index = 0; index < trades.length; index++) {
    const { start, excess } = trades[index] as TradeOrders;
    starts[kept + index] = offset + start;
    if (excess > 0) withExcess.add(kept + index);
  }
  return { starts, withExcess, isLastOpen: (trades.at(-1)?.size ?? 0) > 0 };
}

/** Reads the trades of a leg whose orders are taken by their lower ends. */
export function readLowerEnds(executions: Pick<LegExecutions, 'opens' | 'wholes' | 'prices'>): LowerEnds {
  const { wholes, prices } = executions;
  const source = legOrders(executions, (place) => place);
  const trades = readTrades(source);
  const priced: LegPart[] = [];
  const starts = new Uint8Array(wholes.length);
  for (const trade of trades) {
    const { start, end, size, excess } = trade;
    starts[start] = 1;
    const isClosed = size === source.zero && excess === source.zero;
    if (isClosed && isEveryPriced(prices, start, end)) priced.push(trade);
  }
  return { trades, priced, starts };
}

function isEveryPriced(prices: ArrayLike<number>, start: number, end: number): boolean {
  for (let place = start; place < end; place++) if (!((prices[place] as number) > 0)) return false;
  return true;
}
