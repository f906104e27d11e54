import type { HistoryFilter } from '../../../shared/contract/history.ts';
import type { Trade } from '../../../shared/contract/trades.ts';
import { maxFilterIds } from '../../../shared/orders/history.ts';
import { dayOf } from '../../../shared/time/days.ts';

/** True if a filter of the order history can name each order of the trade. */
export function hasFewOrders({ orders }: Trade): boolean {
  return orders <= maxFilterIds;
}

/** Returns the filter of the order history for the days of a trade, to today for an open one. */
export function tradeDaysFilter({ symbol, marginMode, openedAt, closedAt }: Trade, zone: string): HistoryFilter {
  return {
    symbols: [symbol],
    marginModes: [marginMode],
    created: { from: dayOf(openedAt, zone), ...(closedAt === null ? {} : { to: dayOf(closedAt, zone) }) },
  };
}
