import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Note, TagCount } from '../../shared/contract/notes.ts';
import { type NoteKind, noteKinds, tagsOf } from '../../shared/orders/notes.ts';
import { compareTexts } from '../../shared/rows/compare-texts.ts';
import { facts, type MetaTable } from './meta-table.ts';
import type { NoteJournal } from './note-journal.ts';
import type { SalvagedNotes } from './note-salvage.ts';
import { integer, prepareQuery, type Query, text } from './query.ts';
import type { Records, RecordWriter } from './records.ts';

/** Runs work on the database with the errors of `HistoryStore`. `write` runs one transaction that survives a power cut. */
export interface NoteAccess {
  readonly read: <Result>(work: () => Result) => Result;
  readonly write: <Result>(work: () => Result) => Result;
}

/** What the notes need of the open file. */
export interface NoteTables {
  readonly database: DatabaseSync;
  readonly records: Records;
  readonly meta: MetaTable;
}

/** The key of a note, by which `NoteTable.page` sorts. */
type NoteKey = Pick<Note, 'kind' | 'id'>;

/**
 * The user's notes. A note stays until the user removes it, whatever happens to the row that it belongs to. Each change has a number, and is
 * also written to the journal.
 */
export class NoteTable {
  readonly #access: NoteAccess;
  readonly #meta: MetaTable;
  readonly #journal: NoteJournal;
  readonly #put: RecordWriter;
  readonly #delete: StatementSync;
  readonly #find: Query;
  readonly #any: Query;
  readonly #page: Query;
  readonly #count: Query;
  /** Number of notes by tag, for each kind; `null` until it is first needed. */
  #tags: Record<NoteKind, Map<string, number>> | null = null;

  constructor({ database, records, meta }: NoteTables, access: NoteAccess, journal: NoteJournal) {
    this.#access = access;
    this.#meta = meta;
    this.#journal = journal;
    this.#put = records.writer('row_notes');
    this.#delete = database.prepare('DELETE FROM main.row_notes WHERE kind = ? AND id = ?');
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
    const number = this.#save(notes, 0);
    // Notes that cannot be written to the journal are in the archive, and the next change tries again.
    if (!this.#journal.append(number, notes)) this.#journal.replace(number, this.count(), this.#pages());
  }

  /**
   * Brings archive and journal together after the archive was opened for writing: it may be a new file after a damage, or an older one. Of
   * two texts the one with the later change stays, and a note is removed only by the journal's word. `salvaged`: from the damaged archive.
   * True if the archive was new, and the journal had all notes.
   */
  restore(salvaged: SalvagedNotes | null): boolean {
    const own = this.#number();
    if (this.#journal.lastNumber() === own && salvaged === null) return false;
    const journal = this.#journal.content();
    const last = journal?.number ?? 0;
    const found = new Map(last > own ? journal?.notes : []);
    const isLater = (salvaged?.number ?? 0) > last;
    // Of a new archive, a whole journal has all notes, and what it lacks was removed.
    const hasAll = own === 0 && journal?.isWhole === true && !isLater;
    for (const [place, note] of hasAll ? [] : (salvaged?.notes ?? [])) {
      const isKnown = journal?.notes.has(place) === true || this.texts(note.kind, [note.id]).has(note.id);
      if (!isKnown || (isLater && own === 0)) found.set(place, note);
    }
    // The notes of an archive from before there were journals have no number.
    const isChanged = found.size > 0 || last > own || (own === 0 && this.count() > 0);
    const number = isChanged ? this.#save([...found.values()], Math.max(last, salvaged?.number ?? 0)) : own;
    if (number > 0) this.#journal.replace(number, this.count(), this.#pages());
    return hasAll;
  }

  /** Stores the notes again that were removed because they were damaged, as far as the journal has them. */
  restoreDamaged(): void {
    this.#tags = null;
    const journal = this.#journal.content();
    if (journal?.number !== this.#number()) this.restore(null);
    else {
      const notes = [...journal.notes.values()];
      this.set(notes.filter(({ kind, id, text: content }) => content !== '' && !this.texts(kind, [id]).has(id)));
    }
  }

  /** Number of the last change; 0 if there was none. */
  #number(): number {
    return this.#access.read(() => this.#meta.get(facts.notesNumber) ?? 0);
  }

  /** Returns the number of the change, which is above `after`. */
  #save(notes: readonly Note[], after: number): number {
    const number = Math.max(this.#number(), after) + 1;
    const tags = this.#tags;
    // Counted again if the write fails halfway.
    this.#tags = null;
    const before = this.#access.write(() => {
      this.#meta.set(facts.notesNumber, number);
      return notes.map((note) => {
        const found = this.#find.first(note.kind, note.id);
        if (note.text === '') this.#delete.run(note.kind, note.id);
        else this.#put(note.kind, note.id, note.text);
        return { ...note, text: found === undefined ? '' : text(found[0]) };
      });
    });
    if (tags === null) return number;
    for (const note of before) addToTags(tags, note, -1);
    for (const note of notes) addToTags(tags, note, 1);
    this.#tags = tags;
    return number;
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
