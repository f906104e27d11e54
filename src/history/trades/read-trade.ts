import { noElement } from '../../shared/values/elements.ts';
import { type Whole, wholeSum } from '../table/units.ts';

/** Orders of a leg, the oldest first (docs/trades.md 2). */
export interface LegOrders {
  readonly length: number;
  /** Zero, as a number or a bigint: the quantities of one leg are all of one type, and so are their sums. */
  readonly zero: Whole;
  /** True if an order opens, false if it closes. */
  opens(at: number): boolean;
  /** Executed quantity, above zero, in one unit for the whole leg. */
  quantity(at: number): Whole;
}

/** Orders of a leg from `start` to before `end`. */
export interface LegPart {
  readonly start: number;
  readonly end: number;
}

/** The orders of a trade, and its quantities in the unit of the leg. */
export interface TradeOrders extends LegPart {
  /** Above zero if the trade is open. */
  readonly size: Whole;
  readonly largestSize: Whole;
  readonly opened: Whole;
  readonly closed: Whole;
  /** What was closed without a known opening. */
  readonly excess: Whole;
}

/** Returns the orders of a leg for `readTrades`. `indexOf`: the index in the arrays of the order that is read at a point. */
export function legOrders(
  { opens, wholes }: { readonly opens: ArrayLike<number>; readonly wholes: ArrayLike<Whole> },
  indexOf: (at: number) => number,
): LegOrders {
  return {
    length: wholes.length,
    zero: typeof wholes[0] === 'bigint' ? 0n : 0,
    opens: (at) => opens[indexOf(at)] === 1,
    quantity: (at) => {
      const index = indexOf(at);
      return wholes[index] ?? noElement(index);
    },
  };
}

/** Reads all trades of a leg. */
export function readTrades(orders: LegOrders): TradeOrders[] {
  const trades: TradeOrders[] = [];
  for (let start = 0; start < orders.length; start = (trades.at(-1) as TradeOrders).end)
    trades.push(readTrade(orders, start));
  return trades;
}

/** Reads the trade that begins with the order at `start`, from flat to flat (docs/trades.md 3). Does not depend on earlier orders. */
function readTrade(orders: LegOrders, start: number): TradeOrders {
  const { zero } = orders;
  let [size, largestSize, opened, closed, excess] = [zero, zero, zero, zero, zero];
  let end = start;
  while (end < orders.length) {
    const quantity = orders.quantity(end);
    if (orders.opens(end)) {
      if (excess > zero) break;
      opened = wholeSum(opened, quantity);
      size = wholeSum(size, quantity);
      if (size > largestSize) largestSize = size;
      end++;
      continue;
    }
    end++;
    closed = wholeSum(closed, quantity);
    if (quantity > size) {
      excess = wholeSum(excess, wholeSum(quantity, -size));
      size = zero;
    } else {
      size = wholeSum(size, -quantity);
      if (size === zero) break;
    }
  }
  return { start, end, size, largestSize, opened, closed, excess };
}
