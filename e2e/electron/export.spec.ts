import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SaveDialogOptions, SaveDialogReturnValue } from 'electron';
import { openExportDialog, rawColumn, receivedOrders, startButton } from '../export-dialog.ts';
import type { ElectronHost } from '../hosts/host.ts';
import { expect } from '../test.ts';
import { test } from './electron-test.ts';

interface ShownDialog {
  isOurWindow: boolean;
  options: SaveDialogOptions;
}

/** Answers each save dialog with this path. '' cancels the dialog, `null` leaves it open. */
async function answerSaveDialogs(program: ElectronHost, filePath: string | null): Promise<void> {
  await program.evaluate(({ dialog, BrowserWindow }, answer) => {
    const filePath = JSON.parse(answer) as string | null;
    const shownDialogs: unknown[] = [];
    Reflect.set(globalThis, 'shownDialogs', shownDialogs);
    const showSaveDialog = (window: unknown, options: unknown): Promise<SaveDialogReturnValue> => {
      shownDialogs.push({ isOurWindow: window === BrowserWindow.getAllWindows()[0], options });
      if (filePath === null) return new Promise(() => {});
      return Promise.resolve({ canceled: filePath === '', filePath });
    };
    Object.assign(dialog, { showSaveDialog });
  }, JSON.stringify(filePath));
}

function shownDialogs(program: ElectronHost): Promise<ShownDialog[]> {
  return program.evaluate(() => Reflect.get(globalThis, 'shownDialogs') as ShownDialog[]);
}

test('a canceled save dialog returns to the start, and only the selected file is written', async ({
  sharedProgram: program,
  shared,
  dataDirectory: folder,
}) => {
  await answerSaveDialogs(program, '');
  const dialog = await openExportDialog(program.page);
  await startButton(dialog).click();
  await expect.poll(() => shownDialogs(program)).toHaveLength(1);
  await expect(startButton(dialog)).toBeFocused();

  await answerSaveDialogs(program, null);
  await startButton(dialog).click();
  await expect.poll(() => shownDialogs(program)).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(startButton(dialog)).toBeFocused();

  const file = path.join(folder, 'chosen by the user.csv');
  await answerSaveDialogs(program, file);
  await dialog.getByRole('radio', { name: 'All fields, notes, and raw JSON' }).click();
  await startButton(dialog).click();
  await expect(dialog.getByRole('status')).toContainText('Exported 600 orders to');
  await expect(dialog.getByRole('status')).toContainText(file);
  expect(rawColumn(await readFile(file, 'utf8')).sort()).toEqual((await receivedOrders(shared.exchange)).sort());
  expect(await readdir(folder)).toEqual([path.basename(file)]);
  const names = await readdir(shared.dataDirectory);
  expect(names.filter((name) => name.includes('export') || name.endsWith('.tmp'))).toEqual([]);
  expect(await shownDialogs(program)).toEqual([
    {
      isOurWindow: true,
      options: {
        defaultPath: expect.stringMatching(/Order history \d{4}-\d\d-\d\d\.csv$/),
        filters: [{ name: 'CSV', extensions: ['csv'] }],
        properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
      },
    },
  ]);
});
