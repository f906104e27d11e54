import type { ListEntry } from '../../exchange/index.ts';
import type { MarginMode, Order, PlanOrder, Timestamp } from '../../shared/domain.ts';
import type { HistoryList, ModeCoverage } from '../../shared/history.ts';

/** The rows of each list. */
export interface HistoryRows {
  'order-history': Order;
  'plan-history': PlanOrder;
}

/** What the file knows of a margin mode: not what came in the way of reading on. */
export type ArchivedCoverage = Omit<ModeCoverage, 'blocked'>;

/** A row as the archive's index holds it: without the text that was received. */
export type ArchivedRow<List extends HistoryList = HistoryList> = Omit<HistoryRows[List], 'raw'> & {
  /** Its own in the archive's list: counted from 1 as rows arrived, without gaps. A file that begins anew counts anew. */
  number: number;
  /** The service's order among the rows of one margin mode that were created in the same millisecond: the higher, the newer. */
  tie: number;
};

/** A page as the service answered it, and to what question. */
export interface FetchedPage<List extends HistoryList = HistoryList> {
  list: List;
  marginMode: MarginMode;
  /** `prev`: newest to oldest. `next`: oldest to newest (service-api.md 4.2). */
  direct: 'prev' | 'next';
  /** The row that it goes on from; `null`: from the newest. */
  from: string | null;
  /** The only pair asked for: such a page says nothing of what else there is. `null`: all. */
  symbol: string | null;
  /** In the service's order. */
  entries: readonly ListEntry<HistoryRows[List]>[];
  fetchedAt: Timestamp;
}

/** What a page brought. */
export interface TakenPage<List extends HistoryList = HistoryList> {
  /** Rows that are new or differ from what was known, as they are now, and those whose `tie` has changed. */
  put: ArchivedRow<List>[];
  added: number;
}
