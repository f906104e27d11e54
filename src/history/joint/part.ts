import { deserialize, serialize } from 'node:v8';
import type { Note } from '../../shared/contract/notes.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import type { IndexedRow, StoredTrade } from '../rows.ts';
import type { LogPosition } from '../table/change-log.ts';
import type { TablePart } from '../table/table-image.ts';
import type { WithMultiple } from '../trades/trade-table.ts';

/** How far a reader has read an account's list. The account's worker makes it; the reader hands it back. */
export interface PartCursor extends LogPosition {
  /** The table of which the rows are being read, and the highest row number that was read; `null` after all of them. */
  readonly rows: { readonly table: number; readonly last: number } | null;
  /** The note that was read last; `null` after all of them. */
  readonly lastNote: Pick<Note, 'kind' | 'id'> | null;
  /** `null` before the first trades. */
  readonly trades: TradesCursor | null;
  /** Version of the list with which all was read; `null` until then. */
  readonly version: number | null;
  /** The same with its trades. */
  readonly tradesVersion: number | null;
}

interface TradesCursor extends LogPosition {
  /** The highest trade number that was read. */
  readonly numbers: number;
  /** Positions in the list's log and among its rows with which all trades have been read; `null` until then. */
  readonly readWith: string | null;
}

/** The note of an ID, and the numbers of the rows that have the ID: none if the list has no such row yet. */
export interface NoteOfRows {
  readonly note: Note;
  readonly rows: readonly number[];
}

/** When a plan order was seen to end, and the number of its row; `null`: it is open again, or no row. */
export interface EndOfRow {
  readonly key: string;
  readonly missedAt: Timestamp | null;
  readonly row: number | null;
}

/** Trades by their numbers in their account. */
export interface PartTrades {
  /** True if all earlier trades of the account are void. */
  readonly isNew: boolean;
  /** See `TradeTable.part`. */
  readonly part: TablePart | null;
  /** Those that have changed. `null` for a trade that was removed. */
  readonly trades: readonly (readonly [number: number, trade: (StoredTrade & WithMultiple) | null])[];
  /** Number of the trade of each order, by row number; `null` if it is as before. */
  readonly tradeOf: Uint32Array | null;
}

/** What is new in an account's list. Row numbers are those of the account. */
export interface ListPart {
  /** Rows that the reader does not have. */
  readonly part: TablePart | null;
  /** Rows that have changed, or are new. */
  readonly rows: readonly IndexedRow[];
  readonly notes: readonly NoteOfRows[];
  readonly ends: readonly EndOfRow[];
  readonly trades: PartTrades | null;
}

/** Returns a part as it crosses the threads, in memory of its own, which can change hands. */
export function sentBytes(part: ListPart): Uint8Array<ArrayBuffer> {
  return new Uint8Array(serialize(part));
}

export function receivedPart(bytes: Uint8Array): ListPart {
  return deserialize(bytes);
}

/** A part as it crosses the threads: serialized, because the main thread only passes it on. */
export interface SentPart {
  /** Serialized `ListPart`. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** True if everything that was read before is void. */
  readonly isNew: boolean;
  /** True if the reader now has the list as it is. */
  readonly isLast: boolean;
  readonly next: PartCursor;
  readonly version: number;
  readonly generation: number;
  /** As in `HistoryState`. */
  readonly checkedAt: Timestamp | null;
  readonly clockAhead: number;
}
