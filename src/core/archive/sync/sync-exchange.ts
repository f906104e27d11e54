import type { OrderList, Priority } from '../../../exchange/index.ts';
import type { Timestamp } from '../../../shared/domain.ts';
import type { HistoryList } from '../../../shared/history.ts';
import type { ListQuery } from '../../paging/list-reader.ts';
import type { HistoryRows } from '../archived-rows.ts';

/** The most that the service gives at once (service-api.md section 8). */
export const rowsPerRequest = 100;

export type AskedBy = 'user' | 'program';

export interface AskOptions {
  readonly priority: Priority;
  readonly signal: AbortSignal;
}

export interface SyncExchange<List extends HistoryList> {
  /** One request, in its turn. Rejects as the exchange's client does. */
  ask(query: ListQuery, options: AskOptions): Promise<OrderList<HistoryRows[List]>>;
  /** The same for rows that wait and come into the list later, where their creation puts them; `null`: there is no such thing. */
  readonly askWaiting:
    | ((query: ListQuery, options: AskOptions) => Promise<OrderList<{ readonly createdAt: Timestamp }>>)
    | null;
  /** Whether requests wait for the limiter already, so that one more would only wait behind them. */
  isSaturated(): boolean;
}

export function priorityFor(by: AskedBy): Priority {
  return by === 'user' ? 'interactive' : 'background';
}
