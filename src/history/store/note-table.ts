import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Note, TagCount } from '../../shared/contract/notes.ts';
import { type NoteKind, noteKinds, tagsOf } from '../../shared/orders/notes.ts';
import { compareTexts } from '../../shared/rows/compare-texts.ts';
import { backupsOf, type DatabaseOptions, openDatabase } from './database.ts';
import { betweenNotes, type EarlierNotes, notesOfArchive, readNotes, removeEarlier } from './earlier-notes.ts';
import { integer, prepareQuery, type Query, text } from './query.ts';
import { type DatabaseFormat, isSound } from './schema.ts';
import { asStorageError, StorageError, UnexpectedContent } from './storage-error.ts';

/** The format of a file with notes. */
export const notesFormat: DatabaseFormat = {
  firstVersion: 1,
  steps: [
    `
/* The user's notes: see Note in shared/contract/notes.ts. */
CREATE TABLE notes (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;

/* Files of which the notes were taken: archives, which had a table of notes in format 1, and damaged files. */
CREATE TABLE taken (
  file TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
`,
  ],
};

export interface NotesOptions extends Pick<DatabaseOptions, 'path' | 'now' | 'onConnect' | 'isReader'> {
  /** Paths of the account's archives, also those of earlier keys, the current one first. Their notes are taken if they have any. */
  readonly archives: readonly string[];
}

/** The key of a note, by which `NoteTable.page` sorts. */
type NoteKey = Pick<Note, 'kind' | 'id'>;

/**
 * The user's notes on the rows of one account, in an SQLite file of their own, because no one can send them again. A note stays until the
 * user removes it, whatever happens to the row that it belongs to, to the account's keys and to its archives. A change survives a power cut
 * as soon as the method returns. Every method can throw a `StorageError`.
 */
export class NoteTable {
  readonly path: string;
  /** Why notes cannot be written; `null` if they can. */
  readonly readOnly: StorageError | null;
  readonly #database: DatabaseSync;
  readonly #put: Query;
  readonly #delete: Query;
  readonly #find: Query;
  readonly #any: Query;
  readonly #page: Query;
  readonly #count: Query;
  /** Number of notes by tag, for each kind; `null` until it is first needed. */
  #tags: Record<NoteKind, Map<string, number>> | null = null;

  /**
   * Opens or creates the file, and takes the notes that are elsewhere: in archives of format 1, and in a file that a removed account left.
   * A damaged file is renamed to `backupName`, and the new one has the notes that could be read. Throws `StorageError` as
   * `HistoryStore.open` does. Without a path it has no notes, and changes no file. A killed program has taken all notes or none, and loses no file that it has not read back.
   */
  static open({ path: file, ...others }: Omit<NotesOptions, 'path'> & { readonly path: string | null }): {
    notes: NoteTable;
    backupName: string | null;
  } {
    if (file === null) return { notes: NoteTable.#none(), backupName: null };
    const options = { ...others, path: file };
    let notes = NoteTable.#open(options);
    try {
      const earlier = notes.#findEarlier(options.archives);
      const backup = earlier.find(({ kind }) => kind === 'damaged');
      const backupName = backup === undefined ? null : path.basename(backup.file);
      if (notes.readOnly !== null) {
        // Otherwise, a step of the schema would delete them.
        if (earlier.some((each) => each.kind === 'archive' && each.notes.length > 0)) throw notes.readOnly;
      } else if (earlier.length > 0) {
        notes.#take(earlier);
        notes.close();
        notes = NoteTable.#open(options);
        for (const each of earlier) {
          if (!notes.#hasAll(each)) throw new StorageError('other', options.path, 'lacks notes that were written');
          removeEarlier(each, new Date(options.now()));
        }
      }
      return { notes, backupName };
    } catch (error) {
      notes.close();
      throw asStorageError(error, options.path);
    }
  }

  static #none(): NoteTable {
    const database = new DatabaseSync(':memory:');
    for (const step of notesFormat.steps) if (typeof step === 'string') database.exec(step);
    return new NoteTable('', database, null);
  }

  static #open(options: NotesOptions): NoteTable {
    const { opened, readOnly } = openDatabase({ ...options, format: notesFormat }, (database) => {
      if (!isSound(database, 'integrity_check')) throw new UnexpectedContent('the notes are damaged');
      if (!options.isReader) database.exec('PRAGMA synchronous = FULL');
      return database;
    });
    return new NoteTable(options.path, opened, readOnly);
  }

  private constructor(path: string, database: DatabaseSync, readOnly: StorageError | null) {
    this.path = path;
    this.#database = database;
    this.readOnly = readOnly;
    this.#put = prepareQuery(database, 'INSERT OR REPLACE INTO notes (kind, id, text) VALUES (?, ?, ?)');
    this.#delete = prepareQuery(database, 'DELETE FROM notes WHERE kind = ? AND id = ?');
    this.#find = prepareQuery(database, 'SELECT text FROM notes WHERE kind = ? AND id = ?');
    this.#any = prepareQuery(database, 'SELECT 1 FROM notes WHERE kind = ? LIMIT 1');
    this.#count = prepareQuery(database, 'SELECT count(*) FROM notes');
    this.#page = prepareQuery(
      database,
      'SELECT kind, id, text FROM notes WHERE (kind, id) > (?, ?) ORDER BY kind, id LIMIT ?',
    );
  }

  /** Gives back the memory of pages of the file that are cached. */
  releaseMemory(): void {
    this.#database.exec('PRAGMA shrink_memory');
  }

  /** Can be called again. */
  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  /** True if any row of the kind has a note. */
  has(kind: NoteKind): boolean {
    return this.#read(() => this.#any.first(kind) !== undefined);
  }

  /** Returns the notes of those IDs that have one. */
  texts(kind: NoteKind, ids: readonly string[]): Map<string, string> {
    return this.#read(() => {
      const found = new Map<string, string>();
      if (!this.has(kind)) return found;
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
    const before = this.#write(() =>
      notes.map((note) => {
        const found = this.#find.first(note.kind, note.id);
        if (note.text === '') this.#delete.run(note.kind, note.id);
        else this.#put.run(note.kind, note.id, note.text);
        return { ...note, text: found === undefined ? '' : text(found[0]) };
      }),
    );
    if (tags === null) return;
    for (const note of before) addToTags(tags, note, -1);
    for (const note of notes) addToTags(tags, note, 1);
    this.#tags = tags;
  }

  /** Returns at most `limit` notes by kind and ID. `after`: the last note of the part before; `null` for the first part. */
  page(after: NoteKey | null, limit: number): Note[] {
    return this.#read(() =>
      this.#page.all(after?.kind ?? '', after?.id ?? '', limit).map((values) => ({
        // Only kinds of the type are stored.
        kind: text(values[0]) as NoteKind,
        id: text(values[1]),
        text: text(values[2]),
      })),
    );
  }

  count(): number {
    return this.#read(() => integer(this.#count.first()?.[0]));
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
    for (const notes of this.#pages()) for (const note of notes) addToTags(tags, note, 1);
    return tags;
  }

  /** Returns all notes in parts. */
  *#pages(): Generator<Note[]> {
    for (let after: NoteKey | null = null; ; ) {
      const notes: Note[] = this.page(after, notesPerPage);
      yield notes;
      after = notes.at(-1) ?? null;
      if (after === null) return;
    }
  }

  #findEarlier(archives: readonly string[]): EarlierNotes[] {
    const taken = this.#database.prepare('SELECT file FROM taken').all();
    const names = new Set(taken.map(({ file }) => file));
    const isNew = (file: string) => !names.has(path.basename(file)) && existsSync(file);
    const backups = backupsOf(this.path).slice(-1).filter(isNew);
    const left = archives.map((archive) => leftNotes(this.path, archive)).filter((file) => existsSync(file));
    return [
      ...backups.map((file) => ({ kind: 'damaged', file, ...readNotes(file, 'notes') }) as const),
      ...archives.filter(isNew).flatMap((file) => {
        const found = notesOfArchive(file);
        return found === null ? [] : [{ kind: 'archive', file, ...found } as const];
      }),
      ...left.map((file) => ({ kind: 'left', file, ...readNotes(file, 'notes') }) as const),
    ];
  }

  /** A row with different notes gets all of them. */
  #take(earlier: readonly EarlierNotes[]): void {
    const mark = this.#database.prepare('INSERT OR IGNORE INTO taken (file) VALUES (?)');
    this.#write(() => {
      for (const { kind: source, file, notes } of earlier) {
        for (const { kind, id, text: content } of notes) {
          const before = this.#find.first(kind, id)?.[0];
          if (before === undefined) this.#put.run(kind, id, content);
          else if (!contains(text(before), content))
            this.#put.run(kind, id, `${text(before)}${betweenNotes}${content}`);
        }
        // A file that is removed can have a successor of the same name.
        if (source !== 'left') mark.run(path.basename(file));
      }
    });
  }

  #hasAll({ notes }: EarlierNotes): boolean {
    return notes.every(({ kind, id, text: content }) => contains(this.texts(kind, [id]).get(id) ?? '', content));
  }

  #read<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw asStorageError(error, this.path);
    }
  }

  #write<Result>(work: () => Result): Result {
    if (this.readOnly !== null) throw this.readOnly;
    return this.#read(() => {
      this.#database.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        this.#database.exec('COMMIT');
        return result;
      } catch (error) {
        // SQLite rolls some errors back itself.
        if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
        throw error;
      }
    });
  }
}

/** True if a note is `part`, or has it between others. Text within a part does not count: "#winner" is another tag than "#win". */
function contains(note: string, part: string): boolean {
  return `${betweenNotes}${note}${betweenNotes}`.includes(`${betweenNotes}${part}${betweenNotes}`);
}

/** Path of the file that an account left when it was removed without its archive. */
function leftNotes(notes: string, archive: string): string {
  return path.join(path.dirname(notes), `${path.parse(archive).name}.left.sqlite`);
}

/**
 * Leaves the notes of a removed account to its archive: the next account with the same keys and address finds both. No program may have the
 * file open. `archives`: see `NotesOptions`. Throws `StorageError`, and the account has its notes then.
 */
export function leaveNotes(options: NotesOptions): void {
  const [archive] = options.archives;
  // Archives of format 1 can have notes that no file of the account has taken.
  if (archive === undefined || ![options.path, ...options.archives].some((file) => existsSync(file))) return;
  NoteTable.open(options).notes.close();
  renameSync(options.path, leftNotes(options.path, archive));
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
