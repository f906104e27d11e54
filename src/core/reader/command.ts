import type { HistoryList } from '../../shared/orders/history.ts';
import type { FileColumn, Form } from '../export/row-texts.ts';
import type { SelectedRows } from '../history/history-service.ts';
import type { Reader } from './reader.ts';

/** What a command reads. */
export interface Request {
  readonly reader: Reader;
  /** At least one. */
  readonly accounts: Reader['accounts'];
  /** Words of a filter, as typed in the search field. */
  readonly words: string;
  /** Parts of a filter as JSON; `undefined` for none. */
  readonly filter: unknown;
  /** "pnl" or "pnl:desc,createdAt". */
  readonly sort: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly zone: string;
  readonly form: Omit<Form, 'columns'>;
  /** Encoding of a file that the words name. Default: that of its byte order mark, or UTF-8. */
  readonly encoding: string | undefined;
  /** Relative paths begin there. */
  readonly directory: string;
}

/** Rows with their columns, and the same as one value if it is not only those rows. */
export interface Answer<Row = never> {
  readonly columns: readonly FileColumn<Row>[];
  /** Names of the columns that a table shows. Default: all. */
  readonly shown?: readonly string[];
  readonly rows: SelectedRows<Row>;
  readonly whole?: unknown;
  /** What was left of the words: every row has this text. */
  readonly searched?: string | undefined;
  /** Values of the filter that no row of the list has. */
  readonly absent?: readonly string[];
  /** What must be known of the rows, once they are written: for the standard error, or for a file beside theirs. */
  readonly about?: () => readonly string[];
}

export interface Command {
  readonly description: string;
  /** Names of the columns. */
  readonly fields: readonly string[];
  /** The histories that the answer depends on. */
  readonly lists: readonly HistoryList[];
  /** True if the command knows filters and sorts. */
  readonly isList?: true;
  /** What the words are if they are no filter, in the usage. */
  readonly words?: string;
  /** Format without `--format`. Default: a table. */
  readonly format?: 'csv';
  // A command's rows fit its columns. No caller needs to know their type.
  readonly read: (request: Request) => Promise<Answer>;
}
