import type { Note } from '../../shared/contract/notes.ts';
import type { HistoryList } from '../../shared/orders/history.ts';
import type { NoteKind } from '../../shared/orders/notes.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import type { ListTable } from '../orders/list-table.ts';
import type { HistoryStore } from '../store/history-store.ts';
import { ChangeLog } from '../table/change-log.ts';
import type { Trades } from '../trades/trades.ts';
import type { EndOfRow, ListPart, PartCursor } from './part.ts';

/** Notes or changes that are read at a time: about 12 ms, so that calls are answered in between. */
const perPart = 2000;
/** Rows or trades that are read at a time from their columns. */
const perColumns = 2 ** 15;

type Change =
  | { readonly kind: 'row'; readonly number: number }
  | { readonly kind: 'note'; readonly note: Note }
  | { readonly kind: 'end'; readonly key: string; readonly missedAt: Timestamp | null };

export interface ReadPart {
  readonly part: ListPart;
  readonly isNew: boolean;
  readonly isLast: boolean;
  readonly next: PartCursor;
}

const nothing: ListPart = { part: null, rows: [], notes: [], ends: [], trades: null };

/** The list of an account, as it is now. */
export interface ReadList {
  /** Grows with every change. */
  readonly version: () => number;
  /** Returns the table with every row in it. */
  readonly table: () => Promise<ListTable>;
  /** Returns the trades as the rows are now; `null` if they are not wanted. */
  readonly trades: (() => Promise<Trades>) | null;
}

/** Reads an account's list part by part for a joint archive, and from then on what has changed. */
export class PartReader {
  readonly #store: HistoryStore;
  readonly #list: HistoryList;
  readonly #noteKinds: readonly NoteKind[];
  readonly #log = new ChangeLog<Change>();
  readonly #tables = new WeakMap<ListTable, number>();
  #lastTable = 0;

  /** `noteKinds`: of the notes on the rows, and on what is derived from them. Every change from now on must be noted. */
  constructor(store: HistoryStore, list: HistoryList, noteKinds: readonly NoteKind[]) {
    this.#store = store;
    this.#list = list;
    this.#noteKinds = noteKinds;
  }

  noteRows(numbers: Iterable<number>): void {
    for (const number of numbers) this.#log.add({ kind: 'row', number });
  }

  noteNotes(notes: readonly Note[]): void {
    for (const note of notes) this.#log.add({ kind: 'note', note });
  }

  noteEnds(ends: readonly (readonly [string, Timestamp | null])[]): void {
    for (const [key, missedAt] of ends) this.#log.add({ kind: 'end', key, missedAt });
  }

  /** Returns the next part behind a cursor; `null` for the first one. */
  async read(since: PartCursor | null, list: ReadList): Promise<ReadPart> {
    const { version, trades } = list;
    const known = since !== null && this.#log.has(since) ? since : null;
    if (known !== null && (trades === null ? known.version : known.tradesVersion) === version())
      return { part: nothing, next: known, isNew: false, isLast: true };
    const table = known !== null && known.rows === null ? null : await list.table();
    // The table may have been dropped since its first rows were read.
    const isNew = known === null || (table !== null && known.rows?.table !== this.#numberOf(table));
    const cursor = isNew ? this.#start() : known;
    if (table !== null) return { ...this.#readTable(cursor, table), isNew, isLast: false };
    const rows = this.#readChanges(cursor);
    if (rows !== null) return { ...rows, isNew, isLast: false };
    if (trades === null) return { part: nothing, next: { ...cursor, version: version() }, isNew, isLast: true };
    const current = await trades();
    // Rows that came in meanwhile belong before the trades.
    const more = this.#readChanges(cursor);
    if (more !== null) return { ...more, isNew, isLast: false };
    const read = this.#readTrades(cursor, current);
    const versions = read.isLast ? { version: version(), tradesVersion: version() } : {};
    return { ...read, next: { ...read.next, ...versions }, isNew };
  }

  #numberOf(table: ListTable): number {
    const number = this.#tables.get(table) ?? ++this.#lastTable;
    this.#tables.set(table, number);
    return number;
  }

  #start(): PartCursor {
    const { epoch, end: position } = this.#log;
    const [kind] = this.#noteKinds;
    return {
      epoch,
      position,
      rows: null,
      lastNote: kind === undefined ? null : { kind, id: '' },
      trades: null,
      version: null,
      tradesVersion: null,
    };
  }

  #readTable(cursor: PartCursor, table: ListTable): { part: ListPart; next: PartCursor } {
    const last = cursor.rows?.last ?? 0;
    const count = Math.min(perColumns, table.size - last);
    const isRead = last + count === table.size;
    return {
      part: count === 0 ? nothing : { ...nothing, part: table.part(last + 1, count) },
      next: { ...cursor, rows: isRead ? null : { table: this.#numberOf(table), last: last + count } },
    };
  }

  /** `null` if the notes and changes have all been read. */
  #readChanges(cursor: PartCursor): { part: ListPart; next: PartCursor } | null {
    if (cursor.lastNote !== null) return this.#readNotes(cursor, cursor.lastNote);
    const changes = this.#log.from(cursor.position, perPart);
    if (changes.length === 0) return null;
    const numbers = new Set(changes.flatMap((change) => (change.kind === 'row' ? change.number : [])));
    return {
      part: {
        ...nothing,
        rows: this.#store.read(({ lists }) =>
          [...numbers].flatMap((number) => lists[this.#list].rows.scan(number - 1, 1)),
        ),
        notes: this.#notesOf(changes.flatMap((change) => (change.kind === 'note' ? change.note : []))),
        ends: changes.flatMap((change) => (change.kind === 'end' ? this.#endOf(change.key, change.missedAt) : [])),
      },
      next: { ...cursor, position: cursor.position + changes.length },
    };
  }

  #readNotes(cursor: PartCursor, { kind, id }: Pick<Note, 'kind' | 'id'>): { part: ListPart; next: PartCursor } {
    const notes = this.#store.notes.page({ kind, id }, perPart).filter((note) => note.kind === kind);
    const nextKind = this.#noteKinds[this.#noteKinds.indexOf(kind) + 1];
    const last = notes.at(-1);
    const lastNote = last ?? (nextKind === undefined ? null : { kind: nextKind, id: '' });
    const isEnd = lastNote === null && this.#list === 'plan-history';
    return {
      part: {
        ...nothing,
        notes: this.#notesOf(notes),
        ends: isEnd
          ? this.#store.read(({ lives }) => lives.ends()).map(([key, { missedAt }]) => this.#endOf(key, missedAt))
          : [],
      },
      next: { ...cursor, lastNote: lastNote && { kind: lastNote.kind, id: lastNote.id } },
    };
  }

  #notesOf(notes: readonly Note[]): ListPart['notes'] {
    return notes.map((note) => ({
      note,
      rows: this.#store.read(({ lists }) => lists[this.#list].rows.numbersOf(note.id)),
    }));
  }

  #endOf(key: string, missedAt: Timestamp | null): EndOfRow {
    return { key, missedAt, row: this.#store.numberOf(this.#list, key) };
  }

  #readTrades(cursor: PartCursor, trades: Trades): { part: ListPart; next: PartCursor; isLast: boolean } {
    const { table } = trades.derived();
    table.changes ??= new ChangeLog();
    const { changes } = table;
    const isNew = cursor.trades === null || !changes.has(cursor.trades);
    const { epoch, end: position } = changes;
    const known = isNew || cursor.trades === null ? { epoch, position, numbers: 0, readWith: null } : cursor.trades;
    const end = Math.min(known.numbers + perColumns, table.size);
    const count = end - known.numbers;
    const changed = count > 0 ? [] : changes.from(known.position, perPart);
    const read = { ...known, numbers: end, position: known.position + changed.length };
    const isLast = end === table.size && read.position === position;
    const readWith = JSON.stringify([cursor.position, read.position, table.size]);
    const isSame = isLast && known.readWith === readWith;
    return {
      part: {
        ...nothing,
        trades: {
          isNew,
          part: count === 0 ? null : table.part(known.numbers + 1, count),
          trades: [...new Set(changed)].map((number) => [number, table.stored(number)]),
          tradeOf: isLast && !isSame ? trades.tradesOfOrders() : null,
        },
      },
      next: { ...cursor, trades: { ...read, readWith: isLast ? readWith : null } },
      isLast,
    };
  }
}
