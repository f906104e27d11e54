import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ExportOutcome } from '../../../../shared/contract/exports.ts';
import { fail, type Result, succeed } from '../../../../shared/values/result.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { render } from '../../../testing/render.tsx';
import { exportProgress } from '../history-state.ts';
import { ExportDialog } from './ExportDialog.tsx';
import type { ExportSource } from './export-source.ts';
import '../../../ui/screen/screen.css';

const dialog = page.getByRole('dialog', { name: 'Export: Order history' });
const open = page.getByRole('button', { name: 'Export', exact: true });
const start = dialog.getByRole('button', { name: 'Export 600 orders' });
const cancel = dialog.getByRole('button', { name: 'Cancel' });
const press = (keys: string): Promise<void> => userEvent.keyboard(keys);
const place = { kind: 'download', address: '/api/export/secret', name: 'Main Order history.csv' } as const;

/** Exports that were started, and the function that ends the last one. */
let written: [file: Parameters<ExportSource['write']>[0], parts: Parameters<ExportSource['write']>[1]][];
let end: (result: Result<ExportOutcome>) => void;
let downloads: string[];

beforeEach(() => {
  written = [];
  downloads = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(`${new URL(this.href).pathname} as ${this.download}`);
  });
  return () => click.mockRestore();
});

async function openDialog(): Promise<void> {
  const source: ExportSource = {
    ...{ accountName: 'Main', list: 'order-history', zone: 'UTC', period: null, columnCount: 12 },
    ...{ total: 600, archived: 600, missing: null },
    write: (file, parts, signal) => {
      written.push([file, parts]);
      const { promise, resolve } = Promise.withResolvers<Result<ExportOutcome>>();
      end = resolve;
      // The host ends a canceled call with this failure.
      signal.addEventListener('abort', () => resolve(fail('canceled', 'canceled')));
      return promise;
    },
  };
  render(<ExportDialog source={source} />);
  await open.click();
  await expect.element(start).toHaveFocus();
}

it('writes the chosen rows, columns and format, downloads the file, and keeps the focus until it is closed', async () => {
  await openDialog();
  await expectAccessible(dialog.element());
  for (let presses = 0; presses < 12; presses++) {
    await press('{Tab}');
    await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
  }
  await dialog.getByRole('radio', { name: 'Semicolon' }).click();
  await dialog.getByRole('checkbox', { name: /byte order mark/ }).click();
  (start.element() as HTMLElement).focus();
  await press('{Enter}');
  await expect.element(cancel).toHaveFocus();
  end(succeed({ rows: 600, bytes: 5000, place }));
  const done = dialog.getByRole('status');
  await expect.element(done).toMatchTextContent(/^Downloaded 600 orders as ?Main Order history\.csv ?5 kB$/);
  await expectAccessible(dialog.element());
  expect(downloads).toEqual(['/api/export/secret as Main Order history.csv']);
  await expect.element(dialog.getByRole('button', { name: 'Close' })).toHaveFocus();

  // The choices stay for the next file.
  await dialog.getByRole('button', { name: 'Export again' }).click();
  await start.click();
  end(succeed({ rows: 600, bytes: 5000, place: { kind: 'file', path: '/home/user/chosen.csv' } }));
  await expect.element(done).toMatchTextContent(/^Exported 600 orders to ?\/home\/user\/chosen\.csv/);
  expect(downloads).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Export again' }).click();
  await dialog.getByRole('radio', { name: 'All fields, notes, and raw JSON' }).click();
  await dialog.getByRole('radio', { name: 'JSON Lines' }).click();
  await expect.element(dialog.getByRole('radio', { name: 'Semicolon' })).not.toBeInTheDocument();
  await start.click();
  const csv = [
    { format: 'csv', separator: 'semicolon', byteOrderMark: true },
    { rows: 'shown', columns: 'shown' },
  ];
  const all = [{ format: 'jsonl' }, { rows: 'shown', columns: 'all' }];
  expect(written).toMatchObject([csv, csv, all]);
  expect(written[0]?.[0].name).toMatch(/^Main Order history \d{4}-\d\d-\d\d$/);

  end(succeed({ rows: 600, bytes: 5000, place }));
  await expect.element(dialog.getByRole('button', { name: 'Close' })).toHaveFocus();
  await press('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(open).toHaveFocus();
});

it('shows the progress, and returns to its start if the export is stopped or no file is chosen', async () => {
  await openDialog();
  await start.click();
  await expect.element(dialog.getByText('Preparing…')).toBeVisible();
  exportProgress.set({ id: 'another export', rows: 1, total: 2 });
  exportProgress.set({ id: written[0]?.[0].id ?? '', rows: 250, total: 600 });
  await expect.element(dialog.getByText('250 of 600 rows written')).toBeVisible();
  const bar = dialog.getByRole('progressbar', { name: 'Export progress' });
  expect([bar.element().getAttribute('value'), bar.element().getAttribute('max')]).toEqual(['250', '600']);
  await expectAccessible(dialog.element());
  await expect.element(cancel).toHaveFocus();
  await press('{Enter}');
  await expect.element(start).toHaveFocus();

  await start.click();
  await expect.element(cancel).toHaveFocus();
  await press('{Escape}');
  await expect.element(start).toHaveFocus();
  await start.click();
  end(succeed(null));
  await expect.element(start).toHaveFocus();
  expect([written.length, downloads]).toEqual([3, []]);
});

it('says that the file could not be written, and starts again', async () => {
  await openDialog();
  await start.click();
  end(fail('storage-failed', 'ENOSPC'));
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Couldn’t write the file.');
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('No new file was created.');
  await expectAccessible(dialog.element());
  await dialog.getByRole('button', { name: 'Export again' }).click();
  await expect.element(start).toHaveFocus();
});
