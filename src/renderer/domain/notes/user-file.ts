import type { Note } from '../../../shared/contract/notes.ts';
import { settingsFormat } from '../../../shared/settings/settings.ts';

/** Identifies a file with settings or notes. */
export const fileType = 'orderglass-settings';

/** The notes of an account in a file. `account`: its name, because its ID means nothing on another computer. */
export interface AccountNotes {
  account: string;
  notes: Note[];
}

/** Returns the content of the file, indented, with the version of its settings. `notes`: `null` for a file without notes. */
export function userFile(settings: object, notes: readonly AccountNotes[] | null): string {
  return settingsFormat.write({ format: fileType, settings, ...(notes === null ? {} : { notes }) }, 2);
}

/** Returns the name of the file with the local day. `now` is in epoch milliseconds. */
export function userFileName(what: 'settings' | 'notes', now: number): string {
  const day = new Date(now);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `orderglass-${what}-${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}.json`;
}
