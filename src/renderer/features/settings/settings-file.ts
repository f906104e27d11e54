import type { Settings } from '../../../shared/contract/settings.ts';
import { exportedNames } from '../../../shared/settings/settings.ts';
import { type AccountNotes, userFile } from '../../domain/notes/user-file.ts';

/** Returns the content of the file. `notes`: `null` for a file without notes. */
export function settingsFile(settings: Settings, notes: readonly AccountNotes[] | null): string {
  return userFile(Object.fromEntries(exportedNames.map((name) => [name, settings[name]])), notes);
}
