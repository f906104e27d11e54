import type { BrowserWindow, Dialog, SaveDialogOptions, SaveDialogReturnValue } from 'electron';
import { beforeEach, expect, test } from 'vitest';
import type { ExportPlaces } from '../core/export/exporter.ts';
import { saveDialogs } from './save-dialog.ts';

const window = { id: 1 } as BrowserWindow;
let asked: [unknown, SaveDialogOptions | undefined][];

beforeEach(() => {
  asked = [];
});

function placesThatAnswer(answer: SaveDialogReturnValue, askingWindow: BrowserWindow | null = window): ExportPlaces {
  const showSaveDialog = async (on: unknown, options?: SaveDialogOptions) => {
    asked.push([on, options]);
    return answer;
  };
  return saveDialogs({ showSaveDialog } as Pick<Dialog, 'showSaveDialog'>, () => askingWindow);
}

test('asks on the window that asks, and suggests a name and an ending', async () => {
  const places = placesThatAnswer({ canceled: false, filePath: '/home/user/chosen.csv' });
  const target = await places.choose({ fileName: 'Main Order history.csv', format: 'csv' });
  expect(target?.path).toBe('/home/user/chosen.csv');
  expect(target?.handOver()).toEqual({ kind: 'file', path: '/home/user/chosen.csv' });
  await places.choose({ fileName: 'Main.jsonl', format: 'jsonl' });
  const properties = ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'];
  expect(asked).toEqual([
    [window, { defaultPath: 'Main Order history.csv', filters: [{ name: 'CSV', extensions: ['csv'] }], properties }],
    [window, { defaultPath: 'Main.jsonl', filters: [{ name: 'JSON Lines', extensions: ['jsonl'] }], properties }],
  ]);
});

test.each([
  { canceled: true, filePath: '' },
  { canceled: true, filePath: '/home/user/chosen.csv' },
  { canceled: false, filePath: '' },
])('no place where none was chosen: %j', async (answer) => {
  expect(await placesThatAnswer(answer).choose({ fileName: 'a.csv', format: 'csv' })).toBeNull();
});

test('no place and no dialog where the window has gone', async () => {
  const places = placesThatAnswer({ canceled: false, filePath: '/home/user/chosen.csv' }, null);
  expect(await places.choose({ fileName: 'a.csv', format: 'csv' })).toBeNull();
  expect(asked).toEqual([]);
});
