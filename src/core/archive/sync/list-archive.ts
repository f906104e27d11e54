import type { MarginMode, Timestamp } from '../../../shared/domain.ts';
import type { HistoryList } from '../../../shared/history.ts';
import type { FetchedPage } from '../archived-rows.ts';
import type { ExpectedPlace, ExpectedRow, ExpectedRows } from './late-rows.ts';

/** An unbroken run of rows in the service's order. */
export interface Span {
  readonly newest: SpanEnd;
  readonly oldest: SpanEnd;
  /** The service has answered an empty page behind its oldest row. */
  readonly isEnded: boolean;
}

export interface SpanEnd {
  readonly id: string;
  /** `null` where nothing near it tells a time. */
  readonly createdAt: Timestamp | null;
}

/** What is known of each margin mode: its spans, the newest first. */
export type Spans = Readonly<Record<MarginMode, readonly Span[]>>;

/** Rows that were not final when they were seen last, and that one page can bring again. */
export interface UnfinishedGroup {
  readonly direct: 'prev' | 'next';
  /** `null`: from the newest. */
  readonly from: string | null;
  readonly rows: readonly { readonly id: string }[];
}

export interface PageOutcome {
  /** Rows that are new. */
  readonly added: number;
  readonly isRepeated: boolean;
}

/** What the reading of a list needs of its archive. Everything rejects with `storage-failed` where the file cannot be used. */
export interface ListArchive<List extends HistoryList> {
  /** As of the last answer. */
  readonly spans: Spans;
  /** When the newest rows of both margin modes were last asked for and answered; `null`: never. As of the last answer. */
  readonly checkedAt: Timestamp | null;
  /**
   * Commits a page, and what it says of the coverage, before it answers. `goesOn`: nothing of the span that it is asked from may come
   * again; where it does, nothing of the page is taken.
   */
  take(page: FetchedPage<List>, goesOn: boolean): Promise<PageOutcome>;
  /** The row that is known to come so many places before another one of a run, or the newest of the run; `null`: it is that itself. */
  newerNeighbour(marginMode: MarginMode, id: string, distance: number): Promise<string | null>;
  /** Which of some rows are in the run that ends with an oldest row. */
  withinRun(marginMode: MarginMode, oldest: string, ids: readonly string[]): Promise<readonly string[]>;
  /** The groups with the newest rows. */
  unfinished(marginMode: MarginMode, mostGroups: number): Promise<readonly UnfinishedGroup[]>;
  /** What was kept in mind of a margin mode, over sessions: rows that are expected to come into the list late. */
  recallExpected(marginMode: MarginMode): Promise<ExpectedRows>;
  rememberExpected(marginMode: MarginMode, expected: ExpectedRows): Promise<void>;
  /** Where they are to be looked for, those together that are near each other, the newest first. */
  placesFor(marginMode: MarginMode, rows: readonly ExpectedRow[]): Promise<readonly ExpectedPlace[]>;
}
