import type { Note } from '../../shared/contract/notes.ts';
import type { HistoryList } from '../../shared/orders/history.ts';
import type { NoteKind } from '../../shared/orders/notes.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import type { HistoryStore } from '../store/history-store.ts';
import { ChangeLog } from '../table/change-log.ts';
import type { Trades } from '../trades/trades.ts';
import type { EndOfRow, ListPart, PartCursor } from './part.ts';

/** Rows, notes, trades or changes that are read at a time: about 12 ms, so that calls are answered in between. */
const perPart = 2000;

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

const nothing: ListPart = { rows: [], notes: [], ends: [], trades: null };

/** Reads an account's list part by part for a joint archive, and from then on what has changed. */
export class PartReader {
  readonly #store: HistoryStore;
  readonly #list: HistoryList;
  readonly #noteKinds: readonly NoteKind[];
  readonly #log = new ChangeLog<Change>();

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

  /**
   * Returns the next part behind a cursor; `null` for the first one. `trades`: returns the trades as the rows are now; `null` if they are
   * not wanted.
   */
  async read(since: PartCursor | null, trades: (() => Promise<Trades>) | null): Promise<ReadPart> {
    const isNew = since === null || !this.#log.has(since);
    const cursor = isNew ? this.#start() : since;
    const rows = this.#readRows(cursor);
    if (rows !== null) return { ...rows, isNew, isLast: false };
    if (trades === null) return { part: nothing, next: cursor, isNew, isLast: true };
    const current = await trades();
    // Rows that came in meanwhile belong before the trades.
    const more = this.#readRows(cursor);
    if (more !== null) return { ...more, isNew, isLast: false };
    return { ...this.#readTrades(cursor, current), isNew };
  }

  #start(): PartCursor {
    const { epoch, end: position } = this.#log;
    const [kind] = this.#noteKinds;
    return { epoch, position, rows: 0, lastNote: kind === undefined ? null : { kind, id: '' }, trades: null };
  }

  /** `null` if the rows, notes and changes have all been read. */
  #readRows(cursor: PartCursor): { part: ListPart; next: PartCursor } | null {
    const rows = this.#store.scan(this.#list, cursor.rows, perPart);
    const last = rows.at(-1);
    if (last !== undefined) return { part: { ...nothing, rows }, next: { ...cursor, rows: last.number } };
    if (cursor.lastNote !== null) return this.#readNotes(cursor, cursor.lastNote);
    const changes = this.#log.from(cursor.position, perPart);
    if (changes.length === 0) return null;
    const numbers = new Set(changes.flatMap((change) => (change.kind === 'row' ? change.number : [])));
    return {
      part: {
        ...nothing,
        rows: [...numbers].flatMap((number) => this.#store.scan(this.#list, number - 1, 1)),
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
        ends: isEnd ? this.#store.planEnds().map(([key, { missedAt }]) => this.#endOf(key, missedAt)) : [],
      },
      next: { ...cursor, lastNote: lastNote && { kind: lastNote.kind, id: lastNote.id } },
    };
  }

  #notesOf(notes: readonly Note[]): ListPart['notes'] {
    return notes.map((note) => ({ note, rows: this.#store.numbersOfId(this.#list, note.id) }));
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
    const end = Math.min(known.numbers + perPart, table.size);
    const numbers = Array.from({ length: end - known.numbers }, (_, place) => known.numbers + 1 + place);
    const changed = numbers.length > 0 ? [] : changes.from(known.position, perPart);
    const read = { ...known, numbers: end, position: known.position + changed.length };
    const isLast = end === table.size && read.position === position;
    const readWith = JSON.stringify([cursor.position, cursor.rows, read.position, table.size]);
    const isSame = isLast && known.readWith === readWith;
    return {
      part: {
        ...nothing,
        trades: {
          isNew,
          trades: [...new Set([...numbers, ...changed])].map((number) => [number, table.stored(number)]),
          tradeOf: isLast && !isSame ? trades.tradesOfOrders() : null,
        },
      },
      next: { ...cursor, trades: { ...read, readWith: isLast ? readWith : null } },
      isLast,
    };
  }
}
