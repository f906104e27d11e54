import type { Settings } from '../../../shared/settings.ts';
import { showNotice } from '../../state/notice.ts';
import { startDownload } from '../../state/start-download.ts';
import type { Text } from '../../text/use-text.ts';
import type { SettingsReading } from './read-settings-file.ts';
import { settingsFile, settingsFileName } from './settings-file.ts';

/** Milliseconds after which the browser has surely taken the file over. */
const fetchTime = 60_000;

/** Hands the settings over as a file; where it goes, if anywhere, is for the browser, or Electron's dialog, to ask: nobody tells the page. */
export function exportSettings(settings: Settings, text: Text): void {
  const address = URL.createObjectURL(new Blob([settingsFile(settings)], { type: 'application/json' }));
  const name = settingsFileName(Date.now());
  startDownload(address, name);
  window.setTimeout(() => URL.revokeObjectURL(address), fetchTime);
  showNotice(text.settings.exporting(name));
}

export interface ImportedFile {
  name: string;
  reading: SettingsReading;
}

/** Asks for a file and reads it. Nothing is changed by that, and nothing happens where none is chosen. */
export function importSettings(inForce: Settings, text: Text, onRead: (file: ImportedFile) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,application/json';
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) void read(file, inForce, text, onRead);
  });
  input.click();
}

async function read(file: File, inForce: Settings, text: Text, onRead: (file: ImportedFile) => void): Promise<void> {
  const reader = await loadReader(text);
  if (reader) onRead({ name: file.name, reading: await reader.readSettingsFile(file, inForce) });
}

/** What checks settings is a good part of the program's code: fetched when it is needed. `null` where the program has gone. */
export async function loadReader(text: Text): Promise<typeof import('./read-settings-file.ts') | null> {
  try {
    return await import('./read-settings-file.ts');
  } catch {
    const { what, next } = text.errors['host-gone'];
    showNotice(text.sentences(what, next));
    return null;
  }
}
