import type { OrderList, Priority } from '../../exchange/index.ts';
import type { SeenPlan } from '../../shared/contract/plans.ts';
import type { HistoryList } from '../../shared/orders/history.ts';
import type { MarginMode, Timestamp } from '../../shared/values/domain.ts';
import type { HistoryRows } from '../rows.ts';

/** Which page: the newest rows, or the rows older than `from` (docs/service.md 4.1, 4.2). */
export interface PageQuery {
  readonly marginMode: MarginMode;
  readonly from: string | null;
  /** Default: all trading pairs. */
  readonly symbol?: string;
  /** `next`: the rows newer than `from`. Default: `prev`. */
  readonly direct?: 'prev' | 'next';
  /** Default: the most that the service sends at once. */
  readonly limit?: number;
}

export interface FetchOptions {
  readonly priority: Priority;
  readonly signal: AbortSignal;
}

export interface SeenPlans {
  readonly plans: readonly SeenPlan[];
  readonly fetchedAt: Timestamp;
}

/** Access to the account's exchange. Methods reject as the exchange client does. */
export interface HistoryExchange {
  /** At most 100 rows, the newest first. Equal requests that are under way at the same time are one request. */
  fetchPage<List extends HistoryList>(
    list: List,
    query: PageQuery,
    options: FetchOptions,
  ): Promise<OrderList<HistoryRows[List]>>;
  /** All open plan orders of a margin mode that can be read. */
  fetchOpenPlans(marginMode: MarginMode, options: FetchOptions): Promise<SeenPlans>;
  /** True if requests are waiting for the rate limiter, so that one more would only wait behind them. */
  readonly isSaturated: boolean;
}

/** `user`: the user waits for the result. */
export type SyncTrigger = 'user' | 'program';

export function priorityOf(trigger: SyncTrigger): Priority {
  return trigger === 'user' ? 'interactive' : 'background';
}
