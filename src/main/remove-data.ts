import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { App, Dialog } from 'electron';
import {
  fileList,
  findStoredData,
  removeStoredData,
  type StoredData,
  withoutKeychainEntries,
} from '../core/files/remove-data.ts';
import type { HostText } from '../shared/text/host-en.ts';
import { confirmed } from './options.ts';

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

/** Names the entries that the keychain did not show, as long as the program and its page are there. */
export async function sayNotShown(
  notShown: readonly string[],
  { removeData: text }: HostText,
  dialog: Pick<Dialog, 'showMessageBox'>,
): Promise<void> {
  if (notShown.length > 0) await dialog.showMessageBox({ type: 'warning', message: text.notShown(notShown) });
}

/**
 * Ends the program, and starts it once more to remove its data: until this process has ended, the files of Chromium are open, which Windows
 * does not remove.
 */
export function restartToRemove(
  app: Pick<App, 'relaunch' | 'quit'>,
  { argv, env, execPath }: Pick<NodeJS.Process, 'argv' | 'env' | 'execPath'> = process,
): void {
  app.relaunch({
    // An AppImage and the portable program run from a folder that their own file unpacks for each start.
    execPath: env.APPIMAGE ?? env.PORTABLE_EXECUTABLE_FILE ?? execPath,
    args: [...argv.slice(1), `--remove-data=${confirmed}`],
  });
  app.quit();
}

/** Removes the data in a folder and in the keychain, and ends the program. Asks in a dialog first, unless the user has confirmed it. */
export async function askAndRemoveData(
  folder: string,
  { removeData: text }: HostText,
  {
    app,
    dialog,
    isConfirmed,
  }: { app: Pick<App, 'exit'>; dialog: Pick<Dialog, 'showMessageBox'>; isConfirmed: boolean },
): Promise<void> {
  const show = (message: string, detail = '') => dialog.showMessageBox({ type: 'info', message, detail });
  const ask = async ({ files, keychainEntries }: StoredData): Promise<boolean> => {
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      message: text.title,
      detail: text.detail(folder, fileList(files), keychainEntries.length),
      buttons: [text.cancel, text.remove],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    return response === 1;
  };
  const data = await findStoredData(folder);
  if (data === null) {
    await show(text.nothing(folder));
    app.exit(0);
    return;
  }
  if (!isConfirmed && !(await ask(data))) {
    app.exit(1);
    return;
  }
  try {
    // The program that asked has removed the entries in the keychain.
    const { left, notShown } = await removeStoredData(isConfirmed ? withoutKeychainEntries(data) : data);
    const details = [
      ...(left.length > 0 ? [text.left(folder)] : []),
      ...(notShown.length > 0 ? [text.notShown(notShown)] : []),
    ];
    await show(text.done, details.join('\n\n'));
    app.exit(0);
  } catch (error) {
    await show(text.failed, error instanceof Error ? error.message : String(error));
    app.exit(1);
  }
}
