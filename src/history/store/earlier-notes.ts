import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { Note } from '../../shared/contract/notes.ts';
import { cleanNote, noteKinds } from '../../shared/orders/notes.ts';
import { checksumOf } from './checksums.ts';
import { openAlone, quarantineDatabase, removeDatabase } from './database.ts';
import { archiveFormat, readPragma } from './schema.ts';

interface FoundNotes {
  readonly notes: readonly Note[];
  /** False if a note may be missing. */
  readonly isWhole: boolean;
}

/** Notes of one file that are not in the account's file yet. */
export interface EarlierNotes extends FoundNotes {
  /** `left`: the notes of a removed account. `damaged`: those that can be read of a damaged file that was renamed. */
  readonly kind: 'archive' | 'left' | 'damaged';
  readonly file: string;
}

/** Between two notes that become one. */
export const betweenNotes = '\n\n';

/**
 * Returns the notes of an archive of format 1, which had them in a table and, so that a damaged table lost none, in a file beside it. `null`
 * for an archive of another version, and if nothing can be read. Changes nothing.
 */
export function notesOfArchive(archive: string): FoundNotes | null {
  const version = readVersion(archive);
  if (version !== null && version !== archiveFormat.firstVersion) return null;
  const found = readNotes(archive, 'row_notes');
  if (found.isWhole) return found;
  const all = [...readJournal(archive), ...found.notes].map((note) => [`${note.kind} ${note.id}`, note] as const);
  const notes = [...new Map(all).values()].filter(({ text }) => text !== '');
  return notes.length === 0 ? null : { notes, isWhole: false };
}

/** Removes the file of a removed account, and the second copy beside an archive. A step of the schema deletes the archive's table. */
export function removeEarlier({ kind, file, isWhole }: EarlierNotes, time: Date): void {
  if (kind === 'archive') rmSync(journalOf(file), { force: true });
  if (kind !== 'left') return;
  if (isWhole) removeDatabase(file);
  else quarantineDatabase(file, time);
}

/** Reads a table of notes as far as it is not damaged. */
export function readNotes(file: string, table: 'notes' | 'row_notes'): FoundNotes {
  const found = new Map<string, Note>();
  let isWhole = true;
  try {
    const database = openAlone(file);
    try {
      // From both ends, because a damaged page ends the reading.
      for (const direction of ['ASC', 'DESC']) {
        try {
          const rows = database.prepare(`SELECT * FROM ${table} ORDER BY kind ${direction}, id ${direction}`);
          for (const row of rows.iterate()) {
            const note = asNote(row.kind, row.id, row.text);
            const isSound = note !== null && (table === 'notes' || row.checksum === checksumOfNote(note));
            if (isSound) found.set(`${note.kind} ${note.id}`, note);
            else isWhole = false;
          }
        } catch {
          isWhole = false;
        }
      }
    } finally {
      database.close();
    }
  } catch {
    isWhole = false;
  }
  return { notes: [...found.values()], isWhole };
}

/** `null` if the file cannot be read. */
function readVersion(archive: string): number | null {
  try {
    const database = openAlone(archive);
    try {
      return readPragma(database, 'user_version');
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

/**
 * Returns the notes in the file beside an archive of format 1, the last text of each, '' for one that was removed. A line is a CRC-32 and a
 * JSON array: number of the change, number of its lines that follow, kind, ID, text.
 */
function readJournal(archive: string): Note[] {
  try {
    const lines = readFileSync(journalOf(archive), 'utf8').split('\n');
    return lines.flatMap((line) => {
      const json = line.slice(9);
      if (line.slice(0, 9) !== `${crc32(json).toString(16).padStart(8, '0')} `) return [];
      const [, , kind, id, text] = JSON.parse(json) as unknown[];
      return asNote(kind, id, text) ?? [];
    });
  } catch {
    return [];
  }
}

function journalOf(archive: string): string {
  const { dir, name } = path.parse(archive);
  return path.join(dir, `${name}.notes`);
}

function asNote(word: unknown, id: unknown, text: unknown): Note | null {
  const kind = noteKinds.find((each) => each === word);
  if (kind === undefined || typeof id !== 'string' || typeof text !== 'string') return null;
  return { kind, id, text: cleanNote(text) };
}

function checksumOfNote({ kind, id, text }: Note): number {
  return checksumOf(['kind', 'id', 'text'], [kind, id, text]);
}
