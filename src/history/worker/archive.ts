import type { HistoryList } from '../../shared/orders/history.ts';
import type { HistoryStore } from '../store/history-store.ts';
import type { IndexedList } from './indexed-list.ts';
import type { ListStatus } from './protocol.ts';

/** The database and the lists while the database is open. */
export interface OpenArchive {
  readonly store: HistoryStore;
  readonly lists: { readonly [List in HistoryList]: { readonly rows: IndexedList<List> } };
  /** Counts resets of the database: numbers of rows are valid only as long as it stays the same. */
  readonly generation: number;
}

/** What answers use of the archive. */
export interface Archive {
  /** Runs work on the open database. Rejects with `storage-failed` if it cannot be used. A damaged one is replaced for the next work. */
  use<Result>(work: (open: OpenArchive) => Result | Promise<Result>): Promise<Result>;
  statusOf(list: HistoryList): ListStatus;
  /** Keeps a list that is read up to date for a while. */
  keepFresh(list: HistoryList): void;
  /** Saves what was seen of the lives of open plan orders, as far as possible. */
  savePlanLives(): void;
  /** Must be called after notes on rows of these lists have changed. */
  notesChanged(lists: readonly HistoryList[]): void;
}
