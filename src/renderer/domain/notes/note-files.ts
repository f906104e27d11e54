import type { ImportedNotes, Note, NotePosition } from '../../../shared/contract/notes.ts';
import { maxNotesPerPart } from '../../../shared/orders/notes.ts';
import { request } from '../../platform/client.ts';
import type { AccountNotes } from './user-file.ts';

/** Maximum length of the notes of one call in UTF-16 code units. The hosts accept calls of 1 MB. */
const maxCallLength = 200_000;

interface NamedAccount {
  id: string;
  name: string;
}

/** Reads all notes of accounts. Accounts without notes are left out. Throws the failure of a call. */
export async function readAllNotes(accounts: readonly NamedAccount[]): Promise<AccountNotes[]> {
  const all: AccountNotes[] = [];
  for (const { id, name } of accounts) {
    const notes: Note[] = [];
    for (let from: NotePosition | null | undefined; from !== null; ) {
      const part = await request('listNotes', { account: id, from: from ?? null });
      notes.push(...part.notes);
      from = part.next;
    }
    if (notes.length > 0) all.push({ account: name, notes });
  }
  return all;
}

/** Adds notes to an account. Throws the failure of a call; the notes of earlier calls are added then. */
export async function importNotes(account: string, notes: readonly Note[]): Promise<ImportedNotes> {
  const sums = { added: 0, same: 0, kept: 0 };
  for (const part of partsOf(notes)) {
    const { added, same, kept } = await request('importNotes', { account, notes: part });
    sums.added += added;
    sums.same += same;
    sums.kept += kept;
  }
  return sums;
}

function partsOf(notes: readonly Note[]): Note[][] {
  const parts: Note[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const note of notes) {
    const added = note.text.length + note.id.length;
    const part = parts.at(-1);
    if (part === undefined || part.length === maxNotesPerPart || length + added > maxCallLength) {
      parts.push([note]);
      length = added;
    } else {
      part.push(note);
      length += added;
    }
  }
  return parts;
}
