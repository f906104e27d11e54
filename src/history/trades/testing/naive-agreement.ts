import Big from 'big.js';
import type { PnlAgreement, Trade } from '../../../shared/contract/trades.ts';
import type { CostMethod } from '../../../shared/orders/trades.ts';
import type { NumberedRow } from '../../orders/testing/numbered-rows.ts';

type Order = NumberedRow<'order-history'>;

const Exact = Big();
Exact.DP = 60;

/** Compares the closings of a symbol, from docs/risk.md 6 alone. `orders`: of each trade, as they were taken. `size`: both ends. */
export function naiveAgreement(
  trades: readonly { trade: Trade; orders: readonly Order[] }[],
  size: readonly [string, string] | null,
  method: CostMethod,
): PnlAgreement {
  const closings: { order: Order; agrees: boolean }[] = [];
  for (const { trade, orders } of trades) {
    if (trade.incomplete.length > 0 || size === null) continue;
    const leg = trades.filter((one) => one.trade.side === trade.side && one.trade.marginMode === trade.marginMode);
    const all = leg.flatMap((one) => one.orders);
    const priceError = half(all.map(({ averagePrice }) => averagePrice));
    const pnlError = half(all.filter(({ action }) => action === 'close').map(({ pnl }) => pnl));
    for (const [place, order] of orders.entries()) {
      const { action, averagePrice, pnl, filledQuantity } = order;
      const before = orders.slice(0, place);
      const entry = method === 'fifo' ? oldestEntry(before, filledQuantity) : entryAfter(before);
      if (action !== 'close' || averagePrice === null || pnl === null || entry === null) continue;
      const allowed = new Exact(entry.gt(averagePrice) ? entry : averagePrice).times('1e-9');
      const ends: Big[] = [];
      for (const c of size) {
        for (const sign of [-1, 1]) {
          const error = priceError.times(2).plus(allowed).times(sign);
          const move = new Exact(averagePrice)
            .minus(entry)
            .times(trade.side === 'long' ? 1 : -1)
            .plus(error);
          ends.push(move.times(filledQuantity ?? 0).times(c));
        }
      }
      const sorted = ends.toSorted((a, b) => a.cmp(b));
      const [low, high] = [sorted[0] as Big, sorted[3] as Big];
      const agrees = low.lte(new Exact(pnl).plus(pnlError)) && high.gte(new Exact(pnl).minus(pnlError));
      closings.push({ order, agrees });
    }
  }
  const latest = closings
    .toSorted((a, b) => b.order.createdAt - a.order.createdAt || b.order.number - a.order.number)
    .slice(0, 10);
  const counts = (of: typeof closings) => ({ compared: of.length, agreed: of.filter(({ agrees }) => agrees).length });
  const { compared, agreed } = counts(latest);
  const isUncertain = compared < 3 ? null : 10 * agreed < 9 * compared;
  return { ...counts(closings), latest: { compared, agreed }, isUncertain };
}

/** Average price of what the first orders of a trade leave open; `null` if it is not known. */
function entryAfter(orders: readonly Order[]): Big | null {
  let [size, cost] = [new Exact(0), new Exact(0)];
  for (const { action, averagePrice, filledQuantity } of orders) {
    const quantity = new Exact(filledQuantity ?? 0);
    if (action === 'open' && averagePrice === null) return null;
    if (action === 'close') cost = cost.times(size.minus(quantity)).div(size);
    else cost = cost.plus(quantity.times(averagePrice ?? 0));
    size = action === 'close' ? size.minus(quantity) : size.plus(quantity);
  }
  return size.eq(0) ? null : cost.div(size);
}

/** Average price of the oldest parts of what the first orders of a trade leave open; `null` if it is not known. */
function oldestEntry(orders: readonly Order[], quantity: string | null): Big | null {
  const sum = (action: Order['action']) =>
    orders.reduce((all, one) => (one.action === action ? all.plus(one.filledQuantity ?? 0) : all), new Exact(0));
  const from = sum('close');
  const to = from.plus(quantity ?? 0);
  let [at, cost] = [new Exact(0), new Exact(0)];
  for (const { action, averagePrice, filledQuantity } of orders) {
    if (action !== 'open') continue;
    const end = at.plus(filledQuantity ?? 0);
    const part = (end.lt(to) ? end : to).minus(at.gt(from) ? at : from);
    at = end;
    if (part.lte(0)) continue;
    if (averagePrice === null) return null;
    cost = cost.plus(part.times(averagePrice));
  }
  return cost.div(to.minus(from));
}

function half(texts: readonly (string | null)[]): Big {
  const places = texts.map((text) => text?.split('.')[1]?.length ?? 0);
  return new Exact('0.5').times(`1e-${Math.max(0, ...places)}`);
}
