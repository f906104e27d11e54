import type { ExportQuery } from '../../shared/history-schemas.ts';
import type { HistoryRow } from './fields.ts';

/** The rows of a filtered, sorted list as they were at one moment. */
export interface ExportRows {
  readonly total: number;
  /** In the list's order, what was received included. The next chunk is not read before it is asked for. */
  readonly chunks: AsyncIterable<readonly HistoryRow[]>;
}

export type RowsQuery = Pick<ExportQuery, 'account' | 'list' | 'filter' | 'zone' | 'sort'>;

/** The archive, as the export sees it. */
export type RowsOf = (query: RowsQuery, signal: AbortSignal) => Promise<ExportRows>;
