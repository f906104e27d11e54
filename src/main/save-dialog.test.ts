import type { BrowserWindow, Dialog, SaveDialogOptions, SaveDialogReturnValue } from 'electron';
import { beforeEach, expect, test } from 'vitest';
import type { ExportTargets } from '../core/export/exporter.ts';
import { saveDialogs } from './save-dialog.ts';

const window = { id: 1 } as BrowserWindow;
let calls: [unknown, SaveDialogOptions | undefined][];

beforeEach(() => {
  calls = [];
});

function targetsWith(chosen: SaveDialogReturnValue, callingWindow: BrowserWindow | null = window): ExportTargets {
  const showSaveDialog = async (on: unknown, options?: SaveDialogOptions) => {
    calls.push([on, options]);
    return chosen;
  };
  return saveDialogs({ showSaveDialog } as Pick<Dialog, 'showSaveDialog'>, () => callingWindow);
}

test('the dialog belongs to the calling window and suggests a name and an extension', async () => {
  const targets = targetsWith({ canceled: false, filePath: '/home/user/chosen.csv' });
  const target = await targets.choose({ fileName: 'Main Order history.csv', format: 'csv' });
  expect(target?.path).toBe('/home/user/chosen.csv');
  expect(target?.handOver()).toEqual({ kind: 'file', path: '/home/user/chosen.csv' });
  await targets.choose({ fileName: 'Main.jsonl', format: 'jsonl' });
  const properties = ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'];
  expect(calls).toEqual([
    [window, { defaultPath: 'Main Order history.csv', filters: [{ name: 'CSV', extensions: ['csv'] }], properties }],
    [window, { defaultPath: 'Main.jsonl', filters: [{ name: 'JSON Lines', extensions: ['jsonl'] }], properties }],
  ]);
});

test.each([
  { canceled: true, filePath: '' },
  { canceled: true, filePath: '/home/user/chosen.csv' },
  { canceled: false, filePath: '' },
])('without a chosen file there is no place: %j', async (chosen) => {
  expect(await targetsWith(chosen).choose({ fileName: 'a.csv', format: 'csv' })).toBeNull();
});

test('without a window there is no dialog and no place', async () => {
  const targets = targetsWith({ canceled: false, filePath: '/home/user/chosen.csv' }, null);
  expect(await targets.choose({ fileName: 'a.csv', format: 'csv' })).toBeNull();
  expect(calls).toEqual([]);
});
