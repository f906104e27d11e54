import { dayOf } from '../../../shared/days.ts';
import type { Order } from '../../../shared/domain.ts';
import type { HistoryFilter } from '../../../shared/history.ts';
import type { Trade } from '../../../shared/trades.ts';

/** Maximum length of the free text in a request. */
const maxTextLength = 200;

/** Returns the filter of the order history that shows one order. The ID alone is unique only within its margin mode. */
export function orderFilter({ symbol, marginMode, id, createdAt }: Order, zone: string): HistoryFilter {
  const day = dayOf(createdAt, zone);
  return {
    symbols: [symbol],
    marginModes: [marginMode],
    created: { from: day, to: day },
    ...(id.trim() === '' ? {} : { text: id.slice(0, maxTextLength) }),
  };
}

/** Returns the filter of the order history for the days of a trade, to today for an open one. */
export function tradeOrdersFilter({ symbol, marginMode, openedAt, closedAt }: Trade, zone: string): HistoryFilter {
  return {
    symbols: [symbol],
    marginModes: [marginMode],
    created: { from: dayOf(openedAt, zone), ...(closedAt === null ? {} : { to: dayOf(closedAt, zone) }) },
  };
}
