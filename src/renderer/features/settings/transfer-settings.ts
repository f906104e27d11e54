import type { Settings } from '../../../shared/contract/settings.ts';
import { readAllNotes } from '../../domain/notes/note-files.ts';
import { userFileName } from '../../domain/notes/user-file.ts';
import { chooseFile } from '../../platform/choose-file.ts';
import { failureOf } from '../../platform/client.ts';
import { showNotice } from '../../platform/notice.ts';
import { offerFile } from '../../platform/start-download.ts';
import type { Text } from '../../text/use-text.ts';
import { failureSentences } from '../../ui/text/failures.ts';
import type { SettingsReading } from './read-settings-file.ts';
import { settingsFile } from './settings-file.ts';

/** Offers the settings as a download. `accounts`: those whose notes are in the file. */
export async function exportSettings(
  settings: Settings,
  accounts: readonly { id: string; name: string }[],
  text: Text,
): Promise<void> {
  try {
    const notes = accounts.length > 0 ? await readAllNotes(accounts) : null;
    const name = userFileName('settings', Date.now());
    offerFile(name, settingsFile(settings, notes));
    showNotice(text.settings.exporting(name));
  } catch (error) {
    const failure = failureOf(error as Error);
    if (failure) showNotice(text.sentences(text.notes.notRead, failureSentences(failure, text)));
  }
}

export interface ImportedFile {
  name: string;
  reading: SettingsReading;
}

/** Lets the user choose a file and reads it. Changes no setting. */
export function importSettings(current: Settings, text: Text, onRead: (file: ImportedFile) => void): void {
  chooseFile('.json,application/json', (file) => void read(file, current, text, onRead));
}

async function read(file: File, current: Settings, text: Text, onRead: (file: ImportedFile) => void): Promise<void> {
  const reader = await loadReader(text);
  if (reader) onRead({ name: file.name, reading: await reader.readSettingsFile(file, current) });
}

/** Loads the code that validates settings, which is large. Returns `null` and shows a notice if the host is gone. */
export async function loadReader(text: Text): Promise<typeof import('./read-settings-file.ts') | null> {
  try {
    return await import('./read-settings-file.ts');
  } catch {
    const { what, next } = text.errors['host-gone'];
    showNotice(text.sentences(what, next));
    return null;
  }
}
