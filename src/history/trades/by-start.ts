import { float64At, uint32At } from '../../shared/values/elements.ts';
import type { LegExecutions } from './executions/index.ts';
import { type LegPart, legOrders, readTrades, type TradeOrders } from './read-trade.ts';

/** The trades that the orders of a leg form if each was executed at the start of its interval. */
export interface TradesByStart {
  readonly trades: TradeOrders[];
  /** The trades that are closed without an excess, and whose orders all have an average price. */
  readonly priced: LegPart[];
  /** By index of an order: 1 if a trade begins there. */
  readonly starts: Uint8Array;
}

/** Where the trades of a leg begin, the oldest first. */
export interface TradeStarts {
  /** Index of the first order of each trade. */
  readonly starts: Uint32Array;
  /** Numbers of those with an excess, the oldest has 0. */
  readonly withExcess: ReadonlySet<number>;
  readonly isLastOpen: boolean;
}

export const noTradeStarts: TradeStarts = { starts: new Uint32Array(0), withExcess: new Set(), isLastOpen: false };

/** `trades`: those of a leg from the index `offset` on. `before`: all trades that the leg had. */
export function tradeStarts(trades: readonly TradeOrders[], offset = 0, before = noTradeStarts): TradeStarts {
  let kept = before.starts.length;
  while (kept > 0 && uint32At(before.starts, kept - 1) >= offset) kept--;
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

/** `executions`: those of a leg, by the starts of their intervals. */
export function readTradesByStart(executions: Pick<LegExecutions, 'opens' | 'wholes' | 'prices'>): TradesByStart {
  const { wholes, prices } = executions;
  const source = legOrders(executions, (at) => at);
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

function isEveryPriced(prices: Float64Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!(float64At(prices, at) > 0)) return false;
  return true;
}
