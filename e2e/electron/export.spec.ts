import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SaveDialogOptions, SaveDialogReturnValue } from 'electron';
import { chooseEverything, openExportDialog, rawColumn, receivedOrders, startButton } from '../export-dialog.ts';
import type { ElectronHost } from '../hosts/host.ts';
import { expect } from '../test.ts';
import { test } from './electron-test.ts';

interface Asked {
  isOurWindow: boolean;
  options: SaveDialogOptions;
}

/** Sits before the program: each save dialog is answered with this path, '' for cancelled, `null` for not at all. */
async function answerSaveDialogs(program: ElectronHost, filePath: string | null): Promise<void> {
  await program.evaluate(({ dialog, BrowserWindow }, answer) => {
    const filePath = JSON.parse(answer) as string | null;
    const asked: unknown[] = [];
    Reflect.set(globalThis, 'asked', asked);
    const showSaveDialog = (window: unknown, options: unknown): Promise<SaveDialogReturnValue> => {
      asked.push({ isOurWindow: window === BrowserWindow.getAllWindows()[0], options });
      if (filePath === null) return new Promise(() => {});
      return Promise.resolve({ canceled: filePath === '', filePath });
    };
    Object.assign(dialog, { showSaveDialog });
  }, JSON.stringify(filePath));
}

function asked(program: ElectronHost): Promise<Asked[]> {
  return program.evaluate(() => Reflect.get(globalThis, 'asked') as Asked[]);
}

test('everything is written to the place that the user chose, and nothing beside it', async ({
  program,
  exchange,
  dataDirectory,
}) => {
  const file = path.join(dataDirectory, 'chosen by the user.csv');
  await answerSaveDialogs(program, file);
  const dialog = await openExportDialog(program.page);
  await chooseEverything(dialog, 'CSV');
  await startButton(dialog).click();
  await expect(dialog.getByRole('status')).toContainText('Exported 600 orders to');
  await expect(dialog.getByRole('status')).toContainText(file);
  expect(rawColumn(await readFile(file, 'utf8')).sort()).toEqual((await receivedOrders(exchange)).sort());
  const names = await readdir(dataDirectory);
  expect(names.filter((name) => name.includes('export') || name.endsWith('.tmp'))).toEqual([]);
  expect(await asked(program)).toEqual([
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

test('a user who chooses no place is where the export began', async ({ sharedProgram: program }) => {
  await answerSaveDialogs(program, '');
  const dialog = await openExportDialog(program.page);
  await startButton(dialog).click();
  await expect.poll(() => asked(program)).toHaveLength(1);
  await expect(startButton(dialog)).toBeFocused();
});

test('an export can be stopped while the system asks for a place, by the button and by Esc', async ({
  sharedProgram: program,
}) => {
  await answerSaveDialogs(program, null);
  const dialog = await openExportDialog(program.page);
  for (const stop of [
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    () => program.page.keyboard.press('Escape'),
  ]) {
    await startButton(dialog).click();
    await expect(dialog.getByText('Preparing…')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await stop();
    await expect(startButton(dialog)).toBeFocused();
  }
  expect(await asked(program)).toHaveLength(2);
});

test('a place that cannot be written is said in words', async ({ sharedProgram: program, dataDirectory }) => {
  await answerSaveDialogs(program, path.join(dataDirectory, 'missing', 'orders.csv'));
  const dialog = await openExportDialog(program.page);
  await startButton(dialog).click();
  await expect(dialog.getByRole('alert')).toContainText('Couldn’t write the file.');
});
