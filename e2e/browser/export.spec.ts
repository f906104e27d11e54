import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Download, Page } from '@playwright/test';
import { parseCsv } from '../../src/core/export/testing/parse-csv.ts';
import {
  chooseEverything,
  expectNoSeriousFinding,
  openExportDialog,
  receivedOrders,
  startButton,
} from '../export-dialog.ts';
import { columnTexts, expect, showScreen, test } from '../test.ts';

async function downloadBy(app: Page, act: () => Promise<void>): Promise<{ download: Download; text: string }> {
  const started = app.waitForEvent('download');
  await act();
  const download = await started;
  return { download, text: await readFile(await download.path(), 'utf8') };
}

test('exports the shown rows and columns as CSV', async ({ sharedApp: app }) => {
  const dialog = await openExportDialog(app);
  await expectNoSeriousFinding(app);
  const { download, text } = await downloadBy(app, () => startButton(dialog).click());
  expect(download.suggestedFilename()).toMatch(/^.*Order history \d{4}-\d\d-\d\d\.csv$/);
  await expect(dialog.getByRole('status')).toContainText('Downloaded 600 orders as');
  await expect(dialog.getByRole('status')).toContainText(download.suggestedFilename());
  await expectNoSeriousFinding(app);

  const [head = [], ...records] = parseCsv(text);
  expect(records).toHaveLength(600);
  await dialog.getByRole('button', { name: 'Close' }).click();
  const grid = app.getByRole('grid', { name: /^Order history/ });
  const drawn = await columnTexts(grid, 'id');
  expect(drawn.length).toBeGreaterThan(10);
  const heading = await grid.locator('[role=columnheader][data-col="id"] .table-head-name').textContent();
  const place = head.indexOf(heading ?? '');
  expect(records.slice(0, drawn.length).map((record) => record[place])).toEqual(drawn);
});

test('exports everything as JSON Lines exactly as received', async ({ sharedApp: app, shared: { exchange } }) => {
  const dialog = await openExportDialog(app);
  await chooseEverything(dialog, 'JSON Lines');
  const { download, text } = await downloadBy(app, () => startButton(dialog).click());
  expect(download.suggestedFilename()).toMatch(/\.jsonl$/);
  const lines = text.split('\n').slice(0, -1);
  expect(lines.map((line) => JSON.parse(line).raw).sort()).toEqual((await receivedOrders(exchange)).sort());
});

test('an export can be downloaded once, and leaves no file', async ({ sharedApp: app, shared: { dataDirectory } }) => {
  const dialog = await openExportDialog(app);
  const { download } = await downloadBy(app, () => startButton(dialog).click());
  expect(download.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/export\/[\w-]{43}$/);
  await expect.poll(() => readdir(path.join(dataDirectory, 'exports'))).toEqual([]);
  expect((await app.request.get(download.url())).status()).toBe(404);
  expect(await app.evaluate(async (url) => (await fetch(url)).status, download.url())).toBe(404);
});

test('separator and byte order mark apply and are saved', async ({ sharedApp: app }) => {
  const dialog = await openExportDialog(app);
  await dialog.getByRole('radio', { name: 'Semicolon' }).click();
  await dialog.getByRole('checkbox', { name: /byte order mark/ }).click();
  for (const _time of ['first', 'again']) {
    const { text } = await downloadBy(app, () => startButton(dialog).click());
    expect(text[0]).toBe('\uFEFF');
    expect(parseCsv(text.slice(1), 'semicolon')).toHaveLength(601);
    await dialog.getByRole('button', { name: 'Export again' }).click();
  }
});

test('the keyboard operates the dialog, which keeps and restores the focus', async ({ sharedApp: app }) => {
  const dialog = await openExportDialog(app);
  await expect(startButton(dialog)).toBeFocused();
  for (let presses = 0; presses < 12; presses++) {
    await app.keyboard.press('Tab');
    await expect(dialog.locator(':focus')).toHaveCount(1);
  }
  await startButton(dialog).focus();
  const { download } = await downloadBy(app, () => app.keyboard.press('Enter'));
  expect(download.suggestedFilename()).toContain('Order history');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  await app.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(app.getByRole('button', { name: 'Export' })).toBeFocused();
});

test('shows progress, and a canceled export returns to the start', async ({ sharedApp: app }) => {
  const { promise: isSeen, resolve: goOn } = Promise.withResolvers<void>();
  // Delay the response of the export, but not its progress events.
  await app.route('**/api/call', async (route) => {
    if (!route.request().postData()?.includes('"exportHistory"')) return route.fallback();
    const response = await route.fetch();
    await isSeen;
    return route.fulfill({ response }).catch(() => {});
  });
  const dialog = await openExportDialog(app);
  await startButton(dialog).click();
  await expect(dialog.getByText('0 of 600 rows written')).toBeVisible();
  await expect(dialog.getByRole('progressbar', { name: 'Export progress' })).toHaveAttribute('max', '600');
  await expectNoSeriousFinding(app);
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await app.keyboard.press('Enter');
  await expect(startButton(dialog)).toBeFocused();
  goOn();
});

test('shows an error if the file cannot be written', async ({ app, dataDirectory }) => {
  // A file with the name of the folder.
  await writeFile(path.join(dataDirectory, 'exports'), '');
  const dialog = await openExportDialog(app);
  await startButton(dialog).click();
  await expect(dialog.getByRole('alert')).toContainText('Couldn’t write the file.');
  await expectNoSeriousFinding(app);
  await dialog.getByRole('button', { name: 'Export again' }).click();
  await expect(startButton(dialog)).toBeFocused();
});

test('the trades of a filter are exported with the fields of the visible columns', async ({ sharedApp: app }) => {
  const grid = await showScreen(app, 'Trades');
  await expect(app.getByRole('region', { name: 'Table status' })).toContainText('complete');
  await app.getByRole('button', { name: 'Filter' }).click();
  await app.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Incomplete' }).click();
  await app.keyboard.press('Escape');
  await expect(app.getByRole('list', { name: 'Active filters' })).toContainText('Incomplete');
  await expect(grid).not.toHaveAttribute('data-outdated');
  const shown = Number(await grid.getAttribute('aria-rowcount')) - 1;
  await app.getByRole('button', { name: 'Export' }).click();
  const dialog = app.getByRole('dialog', { name: 'Export: Trades' });
  await expect(dialog.getByRole('radio', { name: /^All \([\d,]+\)$/ })).toBeVisible();
  const { download, text } = await downloadBy(app, () =>
    dialog.getByRole('button', { name: /^Export [\d,]+ trades?$/ }).click(),
  );
  expect(download.suggestedFilename()).toMatch(/^.*Trades \d{4}-\d\d-\d\d\.csv$/);
  const [head = [], ...records] = parseCsv(text);
  expect(head.slice(0, 5)).toEqual(['Symbol', 'Side', 'PnL', 'State', 'Incomplete']);
  expect(records).toHaveLength(shown);
  expect(records.every((record) => record[4] !== '')).toBe(true);
});
