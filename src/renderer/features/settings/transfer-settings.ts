import type { Settings } from '../../../shared/settings.ts';
import { showNotice } from '../../state/notice.ts';
import { startDownload } from '../../state/start-download.ts';
import type { Text } from '../../text/use-text.ts';
import type { SettingsReading } from './read-settings-file.ts';
import { settingsFile, settingsFileName } from './settings-file.ts';

/** Milliseconds until the memory of the file is released. The browser has started the download by then. */
const releaseDelayMs = 60_000;

/** Offers the settings as a download. The browser or Electron asks for the folder and does not report the result. */
export function exportSettings(settings: Settings, text: Text): void {
  const address = URL.createObjectURL(new Blob([settingsFile(settings)], { type: 'application/json' }));
  const name = settingsFileName(Date.now());
  startDownload(address, name);
  window.setTimeout(() => URL.revokeObjectURL(address), releaseDelayMs);
  showNotice(text.settings.exporting(name));
}

export interface ImportedFile {
  name: string;
  reading: SettingsReading;
}

/** Lets the user choose a file and reads it. Changes no setting. */
export function importSettings(current: Settings, text: Text, onRead: (file: ImportedFile) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,application/json';
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) void read(file, current, text, onRead);
  });
  input.click();
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
