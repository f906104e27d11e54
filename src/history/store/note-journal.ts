import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { Note } from '../../shared/contract/notes.ts';
import { cleanNote, noteKinds } from '../../shared/orders/notes.ts';
import { syncFolder } from './database.ts';

/**
 * A second copy of an archive's notes beside the archive, because nobody can send them again. A text file: a head, and a line for each
 * note and each later change of one. Every line is a CRC-32 and a JSON array.
 *
 *     5b1d0c9e [7,1,"orderglass notes",1,"0000000000131"]  version, and bytes of the file when it was written as a whole
 *     0a61c2f7 [7,0,"order","1001","late #fomo"]           number of the change, lines of it that follow, and the note
 *     c4e8b0d1 [8,0,"order","1001",""]                     an empty text: the note was removed
 *
 * A change is in the archive before it is here. If the number of the last change is that of the archive, and no line of the change is
 * missing, nothing is missing here.
 */
export class NoteJournal {
  readonly file: string;
  /** Bytes of the file after the last write; `null` if its end is not that of the last change, so that nothing may be appended. */
  #size: number | null = null;
  /** Bytes at which the file is written as a whole again. */
  #maxSize = 0;
  /** True if the file is of a later version of the program: it is never written. */
  #isNewer = false;

  /** `archive`: the path of the archive. */
  constructor(archive: string) {
    this.file = journalOf(archive);
  }

  /** Returns the number of the last change, from the ends of the file alone. `null` if the file cannot be continued with a further change. */
  lastNumber(): number | null {
    this.#size = null;
    return this.#read((handle, size) => {
      // A copy that another program made may be readable by others.
      if ((fstatSync(handle).mode & forOthers) !== 0) chmodSync(this.file, ownerOnly);
      const [first = noBytes] = linesOf(handle, Math.min(size, maxHeadBytes));
      const head = readChange(first)?.head;
      this.#isNewer = (head?.version ?? version) > version;
      if (head?.version !== version) return null;
      const lines = readPart(handle, Math.max(0, size - maxTailBytes), maxTailBytes);
      const start = lines.lastIndexOf(lineFeed, -2) + 1;
      const last = lines.at(-1) === lineFeed ? readChange(lines.subarray(start, -1)) : null;
      if (last === null || last.following > 0) return null;
      this.#size = size;
      this.#maxSize = 2 * head.bytes + spareBytes;
      return last.number;
    });
  }

  /** Returns all that can be read; `null` if there is no file, or one of a later version. */
  content(): JournalContent | null {
    return this.#read((handle, size) => {
      const content: JournalContent = { notes: new Map(), number: 0, isWhole: true };
      let before: Change | null = null;
      for (const line of linesOf(handle, size)) {
        const change = readChange(line);
        if ((change?.head?.version ?? version) > version) return null;
        if (change === null || !isNext(before, change)) content.isWhole = false;
        if (change === null) continue;
        if (change.note !== null) content.notes.set(placeOf(change.note), change.note);
        content.number = change.number - (change.following > 0 ? 1 : 0);
        before = change;
      }
      if (before === null || before.following > 0) content.isWhole = false;
      return content;
    });
  }

  /** Adds a change that survives a power cut. False if the file has to be written as a whole. */
  append(number: number, notes: readonly Note[]): boolean {
    const size = this.#size;
    if (size === null) return false;
    const lines = Buffer.from(notes.map((note, index) => changeLine(number, notes.length - 1 - index, note)).join(''));
    if (size + lines.length > this.#maxSize) return false;
    // If a write fails halfway, the end is not that of a change.
    this.#size = null;
    try {
      const handle = openSync(this.file, constants.O_RDWR | constants.O_APPEND);
      try {
        // Another program may have changed the file.
        if (fstatSync(handle).size !== size) return false;
        writeWhole(handle, lines);
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
    } catch {
      return false;
    }
    this.#size = size + lines.length;
    return true;
  }

  /** Writes the file as a whole, in one step: a crash leaves the file before or after. `pages`: all `count` notes. False if that is not possible. */
  replace(number: number, count: number, pages: Iterable<readonly Note[]>): boolean {
    if (this.#isNewer) return false;
    const draft = `${this.file}.new`;
    this.#size = null;
    try {
      rmSync(draft, { force: true });
      const handle = openSync(draft, 'wx', ownerOnly);
      let size = 0;
      try {
        const write = (lines: readonly string[]): void => {
          const bytes = Buffer.from(lines.join(''));
          writeWhole(handle, bytes);
          size += bytes.length;
        };
        let following = count;
        write([headLine(number, count, 0)]);
        for (const notes of pages) write(notes.map((note) => changeLine(number, --following, note)));
        writeSync(handle, headLine(number, count, size), 0);
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
      renameSync(draft, this.file);
      syncFolder(path.dirname(this.file));
      this.#size = size;
      this.#maxSize = 2 * size + spareBytes;
      return true;
    } catch {
      rmSync(draft, { force: true });
      return false;
    }
  }

  remove(): void {
    for (const suffix of ['', '.new']) rmSync(this.file + suffix, { force: true });
  }

  /** `null` if the file cannot be read. */
  #read<Result>(work: (handle: number, size: number) => Result | null): Result | null {
    try {
      const handle = openSync(this.file, 'r');
      try {
        return work(handle, fstatSync(handle).size);
      } finally {
        closeSync(handle);
      }
    } catch {
      return null;
    }
  }
}

/** What a journal says. */
export interface JournalContent {
  /** The last text of each note by its place, '' for a note that was removed. Changes before the last whole write are left out. */
  notes: Map<string, Note>;
  /** Number of the last change that could be read to its end. */
  number: number;
  /** True if no line is missing or damaged. */
  isWhole: boolean;
}

/** The note's row, as a key. */
export function placeOf({ kind, id }: Pick<Note, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

export function journalOf(archive: string): string {
  const { dir, name } = path.parse(archive);
  return path.join(dir, `${name}.notes`);
}

const version = 1;
const format = 'orderglass notes';
const ownerOnly = 0o600;
const forOthers = 0o077;
/** Bytes that changes may take before the file is written as a whole again, beside as many as the notes took then. */
const spareBytes = 262_144;
const maxHeadBytes = 256;
/** Every change of notes within their limits is shorter. */
const maxTailBytes = 65_536;
/** A longer line is damaged. It is read in parts of this size. */
const bytesPerRead = 1_048_576;
const lineFeed = 0x0a;
const noBytes = Buffer.alloc(0);

interface Change {
  number: number;
  /** Lines of the change that follow. */
  following: number;
  /** `null` in the head. */
  note: Note | null;
  /** `null` in all other lines. */
  head: { version: number; bytes: number } | null;
}

function line(content: readonly unknown[]): string {
  const json = JSON.stringify(content);
  return `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`;
}

/** Of the same length for any `bytes`. */
function headLine(number: number, following: number, bytes: number): string {
  return line([number, following, format, version, String(bytes).padStart(13, '0')]);
}

function changeLine(number: number, following: number, { kind, id, text }: Note): string {
  return line([number, following, kind, id, text]);
}

/** True if no line is missing between two lines. The head is the first one. */
function isNext(before: Change | null, { number, following, head }: Change): boolean {
  if (before === null) return head !== null;
  const isSame = before.following > 0;
  return number === before.number + (isSame ? 0 : 1) && (!isSame || following === before.following - 1);
}

/** Returns the content of a line; `null` if the line is damaged. */
function readLine(bytes: Buffer): unknown[] | null {
  const json = bytes.subarray(9);
  if (bytes.toString('latin1', 0, 9) !== `${crc32(json).toString(16).padStart(8, '0')} `) return null;
  try {
    const content: unknown = JSON.parse(json.toString());
    return Array.isArray(content) ? content : null;
  } catch {
    return null;
  }
}

function readChange(bytes: Buffer): Change | null {
  const [number, following, word, third, fourth] = readLine(bytes) ?? [];
  if (typeof number !== 'number' || typeof following !== 'number') return null;
  if (word === format) {
    return typeof third === 'number'
      ? { number, following, note: null, head: { version: third, bytes: Number(fourth) } }
      : null;
  }
  const kind = noteKinds.find((each) => each === word);
  if (kind === undefined || typeof third !== 'string' || typeof fourth !== 'string') return null;
  return { number, following, note: { kind, id: third, text: cleanNote(fourth) }, head: null };
}

/** Returns the first `size` bytes of a file in lines, without their ends. */
function* linesOf(handle: number, size: number): Generator<Buffer> {
  let rest = noBytes;
  for (let at = 0; at < size; ) {
    const part = readPart(handle, at, Math.min(bytesPerRead, size - at));
    if (part.length === 0) break;
    at += part.length;
    const bytes = Buffer.concat([rest, part]);
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      yield bytes.subarray(start, end);
      start = end + 1;
    }
    rest = bytes.subarray(start);
    if (rest.length >= bytesPerRead) {
      yield rest;
      rest = noBytes;
    }
  }
  if (rest.length > 0) yield rest;
}

/** Returns fewer bytes at the end of the file. */
function readPart(handle: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let read = 0;
  for (let step = -1; step !== 0 && read < length; read += step) {
    step = readSync(handle, bytes, read, length - read, at + read);
  }
  return bytes.subarray(0, read);
}

/** The system may write less than it is given. */
function writeWhole(handle: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written);
}
