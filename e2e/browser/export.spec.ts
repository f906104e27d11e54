import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseCsv } from '../../src/shared/testing/parse-csv.ts';
import { openExportDialog, startButton } from '../export-dialog.ts';
import { columnTexts, expect, test } from '../test.ts';

test('exports the shown rows and columns as CSV, for one download, and leaves no file', async ({
  sharedApp: app,
  shared: { dataDirectory },
}) => {
  const dialog = await openExportDialog(app);
  const started = app.waitForEvent('download');
  await startButton(dialog).click();
  const download = await started;
  const text = await readFile(await download.path(), 'utf8');
  expect(download.suggestedFilename()).toMatch(/^.*Order history \d{4}-\d\d-\d\d\.csv$/);
  await expect(dialog.getByRole('status')).toContainText('Downloaded 600 orders as');
  await expect(dialog.getByRole('status')).toContainText(download.suggestedFilename());

  expect(download.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/export\/[\w-]{43}$/);
  await expect.poll(() => readdir(path.join(dataDirectory, 'exports'))).toEqual([]);
  expect((await app.request.get(download.url())).status()).toBe(404);
  expect(await app.evaluate(async (url) => (await fetch(url)).status, download.url())).toBe(404);

  await app.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const [head = [], ...records] = parseCsv(text);
  expect(records).toHaveLength(600);
  const grid = app.getByRole('grid', { name: /^Order history/ });
  const drawn = await columnTexts(grid, 'id');
  expect(drawn.length).toBeGreaterThan(10);
  const heading = await grid.locator('[role=columnheader][data-col="id"] .table-head-name').textContent();
  const index = head.indexOf(heading ?? '');
  expect(records.slice(0, drawn.length).map((record) => record[index])).toEqual(drawn);
});
