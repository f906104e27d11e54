import { tagsOf } from '../../shared/orders/notes.ts';
import { finish } from './steps.ts';
import { TextBytes } from './text-bytes.ts';

/** Replaced notes that are kept before the texts are copied without them. */
const maxReplaced = 1000;

/** The notes of a table's rows: their words and tags. Takes no memory for rows without a note. */
export class NoteColumn {
  /** Notes of rows that are not in the table, by ID. */
  readonly #waiting = new Map<string, string>();
  /** Row number of each note, from 1; 0 for a note that was replaced. */
  #rows: number[] = [0];
  #tags: (readonly string[])[] = [[]];
  /** Note texts, case-folded for the search, by note number. */
  #texts = new TextBytes();
  /** Note number by row number. Rows without a note are missing. */
  readonly #noteOf = new Map<number, number>();
  /** Rows of each tag. */
  readonly #rowsOf = new Map<string, Set<number>>();
  #version = 0;

  /** Grows with every change. */
  get version(): number {
    return this.#version;
  }

  /** Row numbers with a note. */
  get rows(): Iterable<number> {
    return this.#noteOf.keys();
  }

  /** The rows of each tag. */
  get tags(): ReadonlyMap<string, ReadonlySet<number>> {
    return this.#rowsOf;
  }

  /** Sets the note of a row; '' removes the note. `row`: `null` if no row of the table has the ID. */
  set(id: string, row: number | null, text: string): void {
    this.#version++;
    this.#waiting.delete(id);
    if (row === null) {
      if (text !== '') this.#waiting.set(id, text);
      return;
    }
    this.#remove(row);
    if (text !== '') this.#add(row, text);
  }

  /** Gives a new row the note that has waited for it. */
  place(id: string, row: number): void {
    if (this.#waiting.size === 0) return;
    const text = this.#waiting.get(id);
    if (text !== undefined) this.set(id, row, text);
  }

  /** Returns the rows with one of the tags, some of them several times. */
  rowsWith(tags: readonly string[]): number[] {
    return tags.flatMap((tag) => [...(this.#rowsOf.get(tag) ?? [])]);
  }

  /** Returns the rows whose note contains a folded word. */
  rowsWithWord(word: string): number[] {
    const { count } = this.#texts;
    if (count === 0) return [];
    const found = new Uint8Array(count + 1);
    finish(this.#texts.findWord(word, new Uint8Array(count + 1).fill(1), found));
    return this.#rows.filter((row, note) => row !== 0 && found[note] === 1);
  }

  #add(row: number, text: string): void {
    const tags = tagsOf(text);
    this.#texts.appendFolded(text);
    this.#noteOf.set(row, this.#rows.push(row) - 1);
    this.#tags.push(tags);
    for (const tag of tags) {
      const rows = this.#rowsOf.get(tag) ?? new Set();
      this.#rowsOf.set(tag, rows.add(row));
    }
  }

  #remove(row: number): void {
    const note = this.#noteOf.get(row);
    if (note === undefined) return;
    this.#noteOf.delete(row);
    this.#rows[note] = 0;
    for (const tag of this.#tags[note] ?? []) {
      const rows = this.#rowsOf.get(tag);
      rows?.delete(row);
      if (rows?.size === 0) this.#rowsOf.delete(tag);
    }
    if (this.#rows.length - this.#noteOf.size > Math.max(maxReplaced, this.#noteOf.size)) this.#compact();
  }

  #compact(): void {
    const texts = new TextBytes();
    const rows = [0];
    const tags: (readonly string[])[] = [[]];
    for (const [row, note] of this.#noteOf) {
      texts.append(this.#texts.textOf(note));
      tags.push(this.#tags[note] ?? []);
      this.#noteOf.set(row, rows.push(row) - 1);
    }
    this.#texts = texts;
    this.#rows = rows;
    this.#tags = tags;
  }
}
