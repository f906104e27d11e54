import type { OrderList } from '../../exchange/index.ts';
import type { MarginMode, Timestamp } from '../../shared/domain.ts';

/** What paging needs to know of a row. */
export interface TimedRow {
  readonly createdAt: Timestamp;
}

export interface ListQuery {
  readonly marginMode: MarginMode;
  /** `prev` answers from newer to older, `next` from older to newer (docs/service.md 4.2). */
  readonly direct: 'prev' | 'next';
  /** The row to go on from; without it the list starts at its newest row. */
  readonly from?: string;
  readonly limit: number;
}

/** One request for one list of one margin mode: the exchange's client with account, list and symbol already chosen. */
export type ListReader<Row> = (query: ListQuery) => Promise<OrderList<Row>>;
