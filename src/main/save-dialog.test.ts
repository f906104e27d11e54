import type { BrowserWindow, Dialog, SaveDialogOptions, SaveDialogReturnValue } from 'electron';
import { beforeEach, expect, test } from 'vitest';
import type { ExportPlaces } from '../core/export/exporter.ts';
import { saveDialogs } from './save-dialog.ts';

const window = { id: 1 } as BrowserWindow;
let calls: [unknown, SaveDialogOptions | undefined][];

beforeEach(() => {
  calls = [];
});

function placesWith(chosen: SaveDialogReturnValue, callingWindow: BrowserWindow | null = window): ExportPlaces {
  const showSaveDialog = async (on: unknown, options?: SaveDialogOptions) => {
    calls.push([on, options]);
    return chosen;
  };
  return saveDialogs({ showSaveDialog } as Pick<Dialog, 'showSaveDialog'>, () => callingWindow);
}

test('the dialog belongs to the calling window and suggests a name and an extension', async () => {
  const places = placesWith({ canceled: false, filePath: '/home/user/chosen.csv' });
  const target = await places.choose({ fileName: 'Main Order history.csv', format: 'csv' });
  expect(target?.path).toBe('/home/user/chosen.csv');
  expect(target?.handOver()).toEqual({ kind: 'file', path: '/home/user/chosen.csv' });
  await places.choose({ fileName: 'Main.jsonl', format: 'jsonl' });
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
  expect(await placesWith(chosen).choose({ fileName: 'a.csv', format: 'csv' })).toBeNull();
});

test('without a window there is no dialog and no place', async () => {
  const places = placesWith({ canceled: false, filePath: '/home/user/chosen.csv' }, null);
  expect(await places.choose({ fileName: 'a.csv', format: 'csv' })).toBeNull();
  expect(calls).toEqual([]);
});
