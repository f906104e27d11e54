import { constants, copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Note, TagCount } from '../../shared/contract/notes.ts';
import { cleanNote, type NoteKind, noteKinds, tagsOf } from '../../shared/notes.ts';
import { compareTexts } from '../../shared/rows/text-order.ts';
import { integer, prepareQuery, type Query, text } from './query.ts';

/** Runs work on the database with the errors of `HistoryStore`. `write` runs one transaction that survives a power cut. */
export interface NoteAccess {
  readonly read: <Result>(work: () => Result) => Result;
  readonly write: <Result>(work: () => Result) => Result;
}

/** A place in the order of `NoteTable.page`. */
type NoteKey = Pick<Note, 'kind' | 'id'>;

/** The user's notes. A note stays until the user removes it, whatever happens to the row that it belongs to. */
export class NoteTable {
  readonly #access: NoteAccess;
  readonly #put: StatementSync;
  readonly #delete: StatementSync;
  readonly #find: Query;
  readonly #any: Query;
  readonly #page: Query;
  readonly #count: Query;
  /** Number of notes by tag, for each kind; `null` until it is first needed. */
  #tags: Record<NoteKind, Map<string, number>> | null = null;

  constructor(database: DatabaseSync, access: NoteAccess) {
    this.#access = access;
    this.#put = database.prepare('INSERT OR REPLACE INTO row_notes (kind, id, text) VALUES (?, ?, ?)');
    this.#delete = database.prepare('DELETE FROM row_notes WHERE kind = ? AND id = ?');
    this.#find = prepareQuery(database, 'SELECT text FROM row_notes WHERE kind = ? AND id = ?');
    this.#any = prepareQuery(database, 'SELECT 1 FROM row_notes WHERE kind = ? LIMIT 1');
    this.#count = prepareQuery(database, 'SELECT count(*) FROM row_notes');
    this.#page = prepareQuery(
      database,
      'SELECT kind, id, text FROM row_notes WHERE (kind, id) > (?, ?) ORDER BY kind, id LIMIT ?',
    );
  }

  /** Returns the notes of those IDs that have one. */
  texts(kind: NoteKind, ids: readonly string[]): Map<string, string> {
    return this.#access.read(() => {
      const found = new Map<string, string>();
      if (this.#any.first(kind) === undefined) return found;
      for (const id of ids) {
        const values = this.#find.first(kind, id);
        if (values !== undefined) found.set(id, text(values[0]));
      }
      return found;
    });
  }

  /** Stores all of the notes or none of them. An empty text removes a note. */
  set(notes: readonly Note[]): void {
    if (notes.length === 0) return;
    const tags = this.#tags;
    // Counted again if the write fails halfway.
    this.#tags = null;
    this.#access.write(() => {
      for (const note of notes) {
        const before = this.#find.first(note.kind, note.id);
        if (tags !== null && before !== undefined) addToTags(tags, { ...note, text: text(before[0]) }, -1);
        if (note.text === '') this.#delete.run(note.kind, note.id);
        else this.#put.run(note.kind, note.id, note.text);
        if (tags !== null) addToTags(tags, note, 1);
      }
    });
    this.#tags = tags;
  }

  /** Returns at most `limit` notes by kind and ID. `after`: the last note of the part before; `null` for the first part. */
  page(after: NoteKey | null, limit: number): Note[] {
    return this.#access.read(() =>
      this.#page.all(after?.kind ?? '', after?.id ?? '', limit).map((values) => ({
        // Only kinds of the type are stored.
        kind: text(values[0]) as NoteKind,
        id: text(values[1]),
        text: text(values[2]),
      })),
    );
  }

  count(): number {
    return this.#access.read(() => integer(this.#count.first()?.[0]));
  }

  /** Returns the tags of the notes of one kind, or of all: those of the most notes first. */
  tags(kind: NoteKind | null): TagCount[] {
    this.#tags ??= this.#countTags();
    const all = this.#tags;
    const sums = new Map<string, number>();
    for (const each of kind === null ? noteKinds : [kind])
      for (const [tag, notes] of all[each]) sums.set(tag, (sums.get(tag) ?? 0) + notes);
    return [...sums]
      .map(([tag, notes]) => ({ tag, notes }))
      .sort((a, b) => b.notes - a.notes || compareTexts(a.tag, b.tag));
  }

  #countTags(): Record<NoteKind, Map<string, number>> {
    const tags: Record<NoteKind, Map<string, number>> = { order: new Map(), plan: new Map(), trade: new Map() };
    for (let after: NoteKey | null = null; ; ) {
      const notes: Note[] = this.page(after, notesPerPage);
      for (const note of notes) addToTags(tags, note, 1);
      after = notes.at(-1) ?? null;
      if (after === null) return tags;
    }
  }
}

const notesPerPage = 5000;

function addToTags(tags: Record<NoteKind, Map<string, number>>, note: Note, change: 1 | -1): void {
  const ofKind = tags[note.kind];
  for (const tag of tagsOf(note.text)) {
    const notes = (ofKind.get(tag) ?? 0) + change;
    if (notes === 0) ofKind.delete(tag);
    else ofKind.set(tag, notes);
  }
}

/**
 * Returns the notes that can be read from a damaged database: they cannot be requested again as the rows can. Reads a copy, because SQLite
 * would apply the log to the file and delete it. `null` if the file cannot be copied, for example because the disk is full.
 */
export function salvageNotes(file: string): Note[] | null {
  const found = new Map<string, Note>();
  const copy = `${file}.copy`;
  let isCopied = false;
  try {
    if (statSync(file).size === 0) return [];
    for (const suffix of ['', '-wal']) if (existsSync(file + suffix)) cloneFile(file + suffix, copy + suffix);
    isCopied = true;
    const database = new DatabaseSync(copy);
    try {
      database.exec('PRAGMA locking_mode = EXCLUSIVE');
      // From both ends, because a damaged page ends the reading.
      for (const direction of ['ASC', 'DESC'] as const) readUntilDamage(database, direction, found);
    } finally {
      database.close();
    }
  } catch {
    // Nothing more can be read.
  } finally {
    for (const suffix of ['', '-wal', '-journal']) rmSync(copy + suffix, { force: true });
  }
  return isCopied ? [...found.values()] : null;
}

function cloneFile(from: string, to: string): void {
  // Needs no space where the file system can share blocks.
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
}

function readUntilDamage(database: DatabaseSync, direction: 'ASC' | 'DESC', found: Map<string, Note>): void {
  try {
    const notes = database.prepare(`SELECT kind, id, text FROM row_notes ORDER BY kind ${direction}, id ${direction}`);
    for (const { kind: word, id, text: content } of notes.iterate()) {
      const kind = noteKinds.find((each) => each === word);
      if (kind === undefined || typeof id !== 'string' || typeof content !== 'string') continue;
      found.set(`${kind} ${id}`, { kind, id, text: cleanNote(content) });
    }
  } catch {
    // The other direction may reach what is behind the damage.
  }
}
