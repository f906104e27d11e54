import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { columnTexts, dataRows, expect, showScreen, test } from '../test.ts';

async function openSettings(app: Page): Promise<Locator> {
  await app.getByRole('button', { name: 'Settings' }).click();
  const dialog = app.getByRole('dialog', { name: 'Settings' });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function choose(dialog: Locator, setting: string, value: string): Promise<void> {
  await dialog.getByRole('radiogroup', { name: setting }).getByRole('radio', { name: value, exact: true }).click();
}

async function importFile(app: Page, file: string): Promise<Locator> {
  const chooser = app.waitForEvent('filechooser');
  await app.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Import', exact: true }).click();
  await (await chooser).setFiles(file);
  return app.getByRole('alertdialog');
}

async function writeSettings(file: string, settings: object): Promise<void> {
  await writeFile(file, JSON.stringify({ format: 'orderglass-settings', version: 2, settings }));
}

/** Exports the settings. Returns the name and the content of the file. */
async function exportedFile(app: Page): Promise<{ name: string; text: string }> {
  const started = app.waitForEvent('download');
  await app.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Export', exact: true }).click();
  const download = await started;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

test('settings apply immediately and keep the first visible row', async ({ sharedApp: app }) => {
  await showScreen(app, 'Futures tickers');
  // Found by test ID, because elements behind a dialog have no role.
  const grid = app.getByTestId('scroll');
  await expect(dataRows(grid).first()).toBeVisible();
  const prices = (): Promise<string> => columnTexts(grid, 'last').then((texts) => texts.join(' '));
  expect(await prices()).toMatch(/\d,\d{3}/);
  const dialog = await openSettings(app);
  await choose(dialog, 'Thousands separator', 'Thin space: 1\u202F234.5');
  await expect.poll(prices).toMatch(/\d\u202F\d{3}/);
  expect(await prices()).not.toContain(',');
  await choose(dialog, 'Thousands separator', 'None: 1234.5');
  await expect.poll(prices).toMatch(/\d{4}/);
  expect(await prices()).not.toMatch(/[,\u202F]/);

  const firstInSight = (): Promise<{ position: number; height: number }> =>
    grid.evaluate((element) => {
      const body = element.getBoundingClientRect();
      const rows = [...element.querySelectorAll<HTMLElement>('[data-row-id]')];
      const shown = rows.filter((row) => row.getBoundingClientRect().bottom > body.top + 40 + 1);
      const first = shown.toSorted((a, b) => Number(a.dataset.position) - Number(b.dataset.position))[0];
      return { position: Number(first?.dataset.position), height: first?.getBoundingClientRect().height ?? 0 };
    });
  await grid.evaluate((element) => element.scrollTo(0, 28 * 60));
  await expect.poll(firstInSight).toEqual({ position: 60, height: 28 });
  for (const [density, height] of [
    ['Compact', 24],
    ['Comfortable', 32],
    ['Normal', 28],
  ] as const) {
    await choose(dialog, 'Row height', density);
    await expect.poll(firstInSight).toEqual({ position: 60, height });
  }
  const texts = await grid
    .locator('[data-row-id] .table-cell')
    .first()
    .evaluate((cell) => getComputedStyle(cell).lineHeight);
  expect(texts).toBe('27px');
});

test('settings can be exported to a file and imported from it, also for the current table', async ({
  sharedApp: app,
  dataDirectory,
  host,
}) => {
  test.skip(host === 'electron', 'a dialog of the system asks where the file goes');
  const dialog = await openSettings(app);
  await choose(dialog, 'Theme', 'Light');
  await choose(dialog, 'Row height', 'Compact');
  await choose(dialog, 'Time zone', 'UTC');
  const { name, text } = await exportedFile(app);
  // The page does not know whether the user saved the file.
  await expect(app.getByText(`Exporting settings as ${name}`)).toBeVisible();
  expect(name).toMatch(/^orderglass-settings-\d{4}-\d\d-\d\d\.json$/);
  const { settings } = JSON.parse(text) as { settings: Record<string, unknown> };
  expect(settings).toMatchObject({ theme: 'light', density: 'compact', timeZone: 'UTC' });
  expect(settings).not.toHaveProperty('account');

  const file = path.join(dataDirectory, 'mine.json');
  await writeFile(file, text);
  await choose(dialog, 'Theme', 'Dark');
  await choose(dialog, 'Row height', 'Normal');
  const question = await importFile(app, file);
  await expect(question).toContainText('These settings change to the values in mine.json:');
  await expect(question.getByRole('listitem')).toHaveText(['Theme', 'Row height']);
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'dark');
  await question.getByRole('button', { name: 'Import' }).click();
  await expect(question).toBeHidden();
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(app.locator('html')).toHaveAttribute('data-density', 'compact');
  await app.reload();
  await expect(app.locator('html')).toHaveAttribute('data-density', 'compact');

  const grid = await showScreen(app, 'Futures tickers');
  const layout = { columnOrder: ['last'], columnVisibility: { trades: false }, columnPinning: { start: [] } };
  await writeSettings(file, { tables: { 'futures-tickers': layout } });
  await openSettings(app);
  await (await importFile(app, file)).getByRole('button', { name: 'Import' }).click();
  await app.keyboard.press('Escape');
  const heads = grid.getByRole('columnheader');
  await expect(heads.first()).toContainText('Last');
  await expect(heads.filter({ hasText: 'Trades' })).toHaveCount(0);
});

test('fee rates of an account put an estimate after fees beside its PnL, which stays before fees', async ({
  sharedApp: app,
}) => {
  await showScreen(app, 'Order history');
  const totals = app.getByRole('region', { name: 'Summary' });
  await expect(totals).toContainText('before fees');
  await expect(totals).not.toContainText('after about');
  await app.keyboard.press('ControlOrMeta+,');
  const settings = app.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('textbox', { name: 'Demo account: Maker, %' }).fill('0.02');
  await settings.getByRole('textbox', { name: 'Demo account: Taker, %' }).fill('five');
  await settings.getByRole('textbox', { name: 'Demo account: Taker, %' }).press('Enter');
  await expect(settings.getByRole('textbox', { name: 'Demo account: Taker, %' })).toHaveValue('');
  await settings.getByRole('textbox', { name: 'Demo account: Taker, %' }).fill('0,05');
  await settings.getByRole('textbox', { name: 'Demo account: Taker, %' }).press('Enter');
  await expect(settings.getByRole('textbox', { name: 'Demo account: Taker, %' })).toHaveValue('0.05');
  await settings.getByRole('button', { name: 'Close' }).click();
  await expect(totals).toContainText(/after about [−+][\d,.]+ to [−+][\d,.]+/);
  await expect(totals).toContainText('before fees');
});
