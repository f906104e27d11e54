import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { App, Dialog } from 'electron';
import { fileList, findStoredData, removeStoredData } from '../core/remove-data.ts';
import type { HostText } from '../shared/text/host-en.ts';

/**
 * Creates a folder for the files of Chromium, which must not write into the data folder while it is removed. The folder is removed when
 * the program ends.
 */
export function temporaryFolder(app: Pick<App, 'once'>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'orderglass-'));
  app.once('quit', () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // On Windows, Chromium keeps its files open until the process has ended. The system removes temporary files.
      return;
    }
  });
  return folder;
}

/** Asks in a dialog, then removes the data in a folder and in the keychain, and ends the program. */
export async function askAndRemoveData(
  folder: string,
  { removeData: text }: HostText,
  { app, dialog }: { app: Pick<App, 'exit'>; dialog: Pick<Dialog, 'showMessageBox'> },
): Promise<void> {
  const show = (message: string, detail = '') => dialog.showMessageBox({ type: 'info', message, detail });
  const data = await findStoredData(folder);
  if (data === null) {
    await show(text.nothing(folder));
    app.exit(0);
    return;
  }
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: text.title,
    detail: text.detail(folder, fileList(data.files), data.keychainEntries.length),
    buttons: [text.cancel, text.remove],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  if (response !== 1) {
    app.exit(1);
    return;
  }
  try {
    const { left } = await removeStoredData(data);
    await show(text.done, left.length > 0 ? text.left(folder) : '');
    app.exit(0);
  } catch (error) {
    await show(text.failed, error instanceof Error ? error.message : String(error));
    app.exit(1);
  }
}
