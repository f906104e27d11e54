import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Note } from '../../shared/contract/notes.ts';
import { cleanNote, noteKinds } from '../../shared/orders/notes.ts';
import { checksumOf } from './checksums.ts';
import { openDatabase, removeDatabase } from './database.ts';
import { facts } from './meta-table.ts';
import { placeOf } from './note-journal.ts';

/** What can be read of the notes of a damaged database. */
export interface SalvagedNotes {
  /** By place, as in a journal. */
  readonly notes: ReadonlyMap<string, Note>;
  /** Number of the last change of a note; `null` if it cannot be read. */
  readonly number: number | null;
  /** True if the table of notes was read to its end. */
  readonly isWhole: boolean;
}

/**
 * Returns the notes that can be read from a damaged database: they cannot be requested again as the rows can. Reads a copy, because SQLite
 * would apply the log to the file and delete it, and because the copy is repaired. `null` if the file cannot be copied, for example because
 * the disk is full.
 */
export function salvageNotes(file: string): SalvagedNotes | null {
  // `--remove-data` knows this form of name.
  const copy = `${file}.new`;
  let found: SalvagedNotes = { notes: new Map(), number: null, isWhole: false };
  try {
    const firstPage = firstPageOfEmpty(copy);
    for (const copyTo of copies) {
      if (!copyTo(file, copy, firstPage.length)) continue;
      for (const repair of repairs) {
        if (!repair(copy, firstPage)) continue;
        found = readNotes(copy);
        // Another first page may lead to a place where there never were notes.
        if (repair === lendFirstPage) found = { ...found, isWhole: false };
        if (found.isWhole || found.notes.size > 0) return found;
      }
    }
    return found;
  } catch {
    return null;
  } finally {
    for (const suffix of sidecars) rmSync(copy + suffix, { force: true });
  }
}

const sidecars = ['', '-wal', '-shm', '-journal'];
/** Layout of a file's first page (sqlite.org/fileformat2.html#the_database_header): 100 bytes, then the table of the tables. */
const headBytes = 100;
const magic = 'SQLite format 3\0';
const pageSizeAt = 16;
const changesAt = 24;
const pagesAt = 28;
const freePagesAt = 32;
const validForAt = 92;

/** Makes the copy and returns true, or returns false if this copy would not help. */
type Copy = (file: string, copy: string, pageSize: number) => boolean;

const copies: readonly Copy[] = [
  (file, copy) => {
    for (const suffix of ['', '-wal']) if (existsSync(file + suffix)) cloneFile(file + suffix, copy + suffix);
    return true;
  },
  // Of a file that lacks its first bytes, each page is moved.
  (file, copy, pageSize) => {
    const lacking = pageSize - (statSync(file).size % pageSize);
    if (lacking === pageSize || hasHead(file)) return false;
    moveBytes(file, copy, lacking);
    return true;
  },
];

/** Repairs the first page and returns true, or returns false if there is nothing to repair. `firstPage`: that of an empty archive. */
type Repair = (copy: string, firstPage: Buffer) => boolean;

const repairs: readonly Repair[] = [
  (copy) => hasHead(copy) && writeStart(copy, readStart(copy)),
  (copy, firstPage) => !hasHead(copy) && writeStart(copy, firstPage.subarray(0, headBytes)),
  lendFirstPage,
];

function lendFirstPage(copy: string, firstPage: Buffer): boolean {
  return writeStart(copy, firstPage);
}

/** Writes the start of a file with the number of pages that the file has. A page that was cut off halfway is filled with zeros. */
function writeStart(file: string, start: Buffer): true {
  const bytes = Buffer.from(start);
  const stated = bytes.readUInt16BE(pageSizeAt);
  const pageSize = stated === 1 ? 65_536 : stated;
  const pages = Math.max(1, Math.ceil(statSync(file).size / pageSize));
  bytes.writeUInt32BE(pages, pagesAt);
  // The number of pages counts only if these two are equal.
  bytes.writeUInt32BE(bytes.readUInt32BE(changesAt), validForAt);
  // The free pages may have been cut off.
  bytes.fill(0, freePagesAt, freePagesAt + 8);
  const handle = openSync(file, 'r+');
  try {
    ftruncateSync(handle, pages * pageSize);
    writeSync(handle, bytes, 0, bytes.length, 0);
  } finally {
    closeSync(handle);
  }
  return true;
}

function hasHead(file: string): boolean {
  return readStart(file).toString('latin1', 0, magic.length) === magic;
}

function readStart(file: string): Buffer {
  const bytes = Buffer.alloc(headBytes);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, bytes, 0, headBytes, 0);
  } finally {
    closeSync(handle);
  }
  return bytes;
}

/** Returns the first page that an archive of ours begins with: it says where the tables are. */
function firstPageOfEmpty(file: string): Buffer {
  try {
    removeDatabase(file);
    openDatabase({ path: file, now: Date.now }, (database) => database).opened.close();
    const bytes = readFileSync(file);
    return bytes.subarray(0, bytes.readUInt16BE(pageSizeAt));
  } finally {
    removeDatabase(file);
  }
}

function readNotes(file: string): SalvagedNotes {
  const notes = new Map<string, Note>();
  let number: number | null = null;
  let isWhole = false;
  try {
    const database = new DatabaseSync(file);
    try {
      database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF');
      // From both ends, because a damaged page ends the reading.
      isWhole =
        (['ASC', 'DESC'] as const).filter((direction) => !readUntilDamage(database, direction, notes)).length === 0;
      number = readNumber(database);
    } finally {
      database.close();
    }
  } catch {
    // Nothing more can be read.
  }
  return { notes, number, isWhole };
}

/** False if the reading ended at a damage. */
function readUntilDamage(database: DatabaseSync, direction: 'ASC' | 'DESC', found: Map<string, Note>): boolean {
  try {
    const notes = database.prepare(`SELECT * FROM row_notes ORDER BY kind ${direction}, id ${direction}`);
    // A file of version 4 has no checksums.
    for (const { kind: word, id, text: content, checksum = null } of notes.iterate()) {
      const kind = noteKinds.find((each) => each === word);
      if (kind === undefined || typeof id !== 'string' || typeof content !== 'string') continue;
      if (checksum !== null && checksum !== checksumOf(['kind', 'id', 'text'], [kind, id, content])) continue;
      found.set(placeOf({ kind, id }), { kind, id, text: cleanNote(content) });
    }
    return true;
  } catch {
    return false;
  }
}

function readNumber(database: DatabaseSync): number | null {
  // The name of the table in version 4 comes last.
  for (const table of ['meta', 'notes']) {
    try {
      const found = database.prepare(`SELECT text FROM ${table} WHERE name = ?`).get(facts.notesNumber.name);
      const number = Number(found?.text ?? 0);
      return Number.isSafeInteger(number) ? number : null;
    } catch {
      // There is no such table, or it cannot be read.
    }
  }
  return null;
}

function cloneFile(from: string, to: string): void {
  // Needs no space where the file system can share blocks.
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
}

/** Copies a file behind `by` bytes of zeros. */
function moveBytes(from: string, to: string, by: number): void {
  const source = openSync(from, 'r');
  try {
    const target = openSync(to, 'w', 0o600);
    try {
      const part = Buffer.alloc(1_048_576);
      for (let at = 0, length = -1; length !== 0; at += length) {
        length = readSync(source, part, 0, part.length, at);
        for (let written = 0; written < length; ) {
          written += writeSync(target, part, written, length - written, by + at + written);
        }
      }
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}
