import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Download, Page } from '@playwright/test';
import { parseCsv } from '../../src/shared/testing/parse-csv.ts';
import {
  chooseEverything,
  expectNoSeriousFinding,
  openExportDialog,
  receivedOrders,
  startButton,
} from '../export-dialog.ts';
import { openFilterAt } from '../filter-form.ts';
import { columnTexts, expect, showScreen, test } from '../test.ts';

async function downloadBy(app: Page, act: () => Promise<void>): Promise<{ download: Download; text: string }> {
  const started = app.waitForEvent('download');
  await act();
  const download = await started;
  return { download, text: await readFile(await download.path(), 'utf8') };
}

test('exports the shown rows and columns as CSV, for one download, and leaves no file', async ({
  sharedApp: app,
  shared: { dataDirectory },
}) => {
  const dialog = await openExportDialog(app);
  await expectNoSeriousFinding(app);
  // The dialog keeps the focus.
  await expect(startButton(dialog)).toBeFocused();
  for (let presses = 0; presses < 12; presses++) {
    await app.keyboard.press('Tab');
    await expect(dialog.locator(':focus')).toHaveCount(1);
  }
  await startButton(dialog).focus();
  const { download, text } = await downloadBy(app, () => app.keyboard.press('Enter'));
  expect(download.suggestedFilename()).toMatch(/^.*Order history \d{4}-\d\d-\d\d\.csv$/);
  await expect(dialog.getByRole('status')).toContainText('Downloaded 600 orders as');
  await expect(dialog.getByRole('status')).toContainText(download.suggestedFilename());
  await expectNoSeriousFinding(app);

  expect(download.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/export\/[\w-]{43}$/);
  await expect.poll(() => readdir(path.join(dataDirectory, 'exports'))).toEqual([]);
  expect((await app.request.get(download.url())).status()).toBe(404);
  expect(await app.evaluate(async (url) => (await fetch(url)).status, download.url())).toBe(404);

  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  await app.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(app.getByRole('button', { name: 'Export' })).toBeFocused();
  const [head = [], ...records] = parseCsv(text);
  expect(records).toHaveLength(600);
  const grid = app.getByRole('grid', { name: /^Order history/ });
  const drawn = await columnTexts(grid, 'id');
  expect(drawn.length).toBeGreaterThan(10);
  const heading = await grid.locator('[role=columnheader][data-col="id"] .table-head-name').textContent();
  const index = head.indexOf(heading ?? '');
  expect(records.slice(0, drawn.length).map((record) => record[index])).toEqual(drawn);
});

test('separator, byte order mark, and content apply and are saved, and a canceled export returns to the start', async ({
  sharedApp: app,
  shared: { dataDirectory, exchange },
}) => {
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
  await expect(dialog.getByText(/^\d+ of 600 rows written/)).toBeVisible();
  await expect(dialog.getByRole('progressbar', { name: 'Export progress' })).toHaveAttribute('max', '600');
  await expectNoSeriousFinding(app);
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await app.keyboard.press('Enter');
  await expect(startButton(dialog)).toBeFocused();
  goOn();
  await app.unrouteAll();

  await dialog.getByRole('radio', { name: 'Semicolon' }).click();
  await dialog.getByRole('checkbox', { name: /byte order mark/ }).click();
  for (const _time of ['first', 'again']) {
    const { text } = await downloadBy(app, () => startButton(dialog).click());
    expect(text[0]).toBe('\uFEFF');
    expect(parseCsv(text.slice(1), 'semicolon')).toHaveLength(601);
    await dialog.getByRole('button', { name: 'Export again' }).click();
  }

  await chooseEverything(dialog, 'JSON Lines');
  const { download, text } = await downloadBy(app, () => startButton(dialog).click());
  expect(download.suggestedFilename()).toMatch(/\.jsonl$/);
  const lines = text.split('\n').slice(0, -1);
  expect(lines.map((line) => JSON.parse(line).raw).sort()).toEqual((await receivedOrders(exchange)).sort());

  await test.step('an error if the file cannot be written', async () => {
    await dialog.getByRole('button', { name: 'Export again' }).click();
    // A file with the name of the folder.
    const folder = path.join(dataDirectory, 'exports');
    await rm(folder, { recursive: true });
    await writeFile(folder, '');
    try {
      await startButton(dialog).click();
      await expect(dialog.getByRole('alert')).toContainText('Couldn’t write the file.');
      await expectNoSeriousFinding(app);
    } finally {
      await rm(folder);
    }
    await dialog.getByRole('button', { name: 'Export again' }).click();
    await expect(startButton(dialog)).toBeFocused();
  });
});

test('the trades of a filter are exported with the fields of the visible columns', async ({ sharedApp: app }) => {
  const grid = await showScreen(app, 'Trades');
  await expect(app.getByRole('region', { name: 'Table status' })).toContainText('complete');
  await (await openFilterAt(app, 'Completeness')).getByRole('button', { name: 'Incomplete' }).click();
  await app.keyboard.press('Escape');
  await expect(app.getByRole('list', { name: 'Active filters' })).toContainText('Incomplete');
  const summary = app.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText(/^([1-9]\d*) trades?0 open\1 incomplete/);
  const shown = Number.parseInt((await summary.textContent()) ?? '', 10);
  await expect(grid).toHaveAttribute('aria-rowcount', String(shown + 1));
  await app.getByRole('button', { name: 'Export' }).click();
  const dialog = app.getByRole('dialog', { name: 'Export: Trades' });
  await expect(dialog.getByRole('radio', { name: /^All \([\d,]+\)$/ })).toBeVisible();
  const { download, text } = await downloadBy(app, () =>
    dialog.getByRole('button', { name: /^Export [\d,]+ trades?$/ }).click(),
  );
  expect(download.suggestedFilename()).toMatch(/^.*Trades \d{4}-\d\d-\d\d\.csv$/);
  const [head = [], ...records] = parseCsv(text);
  expect(head.slice(0, 7)).toEqual(['Symbol', 'Side', 'PnL', 'Cost method', 'Return', 'State', 'Incomplete']);
  expect(records).toHaveLength(shown);
  expect(records.every((record) => record[6] !== '')).toBe(true);
});
