/** What an order says of its execution (docs/trades.md 4.1). `history/orders/unknown-pnl.ts` has the same for columns. */
import type { Order } from '../contract/orders.ts';
import { signOf } from '../values/decimal.ts';
import { executedStatuses } from '../values/domain.ts';

/** Returns true if an order without an executed quantity above zero may have executed something. */
export function contradictsItself({ filledQuantity, averagePrice, status }: Order): boolean {
  if (signOf(averagePrice ?? '0') > 0 || executedStatuses.some((executed) => executed === status)) return true;
  if (filledQuantity === null) return status !== 'pending' && status !== 'canceled';
  return signOf(filledQuantity) < 0;
}

/** Returns true if an order may have realized a PnL that the exchange did not send. */
export function lacksRealized(order: Order): boolean {
  const { action, filledQuantity, pnl } = order;
  if (action === 'open' || signOf(pnl ?? '0') !== 0) return false;
  return signOf(filledQuantity ?? '0') > 0 ? pnl === null : contradictsItself(order);
}
