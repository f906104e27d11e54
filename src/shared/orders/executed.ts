/** What an order says of its execution (docs/trades.md 4.1). Only the signs of numbers count. NaN: the exchange did not send the figure. */
import type { Order } from '../contract/orders.ts';
import { signOf } from '../values/decimal.ts';
import { type Decimal, executedStatuses } from '../values/domain.ts';

/** Returns true if an order without an executed quantity above zero may have executed something. `status`: undefined if it has no name. */
export function mayHaveExecuted(filled: number, averagePrice: number, status: string | undefined): boolean {
  if (filled < 0 || averagePrice > 0 || executedStatuses.some((executed) => executed === status)) return true;
  return Number.isNaN(filled) && status !== 'pending' && status !== 'canceled';
}

/** Returns true if an order that does not open a position may have realized a PnL that the exchange did not send. */
export function mayLackPnl(pnl: number, filled: number, averagePrice: number, status: string | undefined): boolean {
  if (pnl > 0 || pnl < 0) return false;
  return filled > 0 ? Number.isNaN(pnl) : mayHaveExecuted(filled, averagePrice, status);
}

/** `mayHaveExecuted` of an order. */
export function contradictsItself({ filledQuantity, averagePrice, status }: Order): boolean {
  return mayHaveExecuted(numberOf(filledQuantity), numberOf(averagePrice), status);
}

/** `mayLackPnl` of an order. */
export function lacksRealized({ action, pnl, filledQuantity, averagePrice, status }: Order): boolean {
  return action !== 'open' && mayLackPnl(numberOf(pnl), numberOf(filledQuantity), numberOf(averagePrice), status);
}

function numberOf(figure: Decimal | null): number {
  return figure === null ? Number.NaN : signOf(figure);
}
