import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { seriousFindings } from '../axe.ts';
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
  await app.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Import' }).click();
  await (await chooser).setFiles(file);
  return app.getByRole('alertdialog');
}

async function writeSettings(file: string, settings: object): Promise<void> {
  await writeFile(file, JSON.stringify({ format: 'orderglass-settings', version: 2, settings }));
}

/** Exports the settings. Returns the name and the content of the file. */
async function exportedFile(app: Page): Promise<{ name: string; text: string }> {
  const started = app.waitForEvent('download');
  await app.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Export' }).click();
  const download = await started;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

test('settings apply immediately and keep the first visible row, and typed ones are corrected or restored', async ({
  sharedApp: app,
}) => {
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

  await test.step('quiet hours are on a 24-hour clock, however they are typed', async () => {
    await dialog.getByRole('checkbox', { name: 'Quiet hours' }).click();
    const start = dialog.getByRole('textbox', { name: 'Quiet hours start' });
    await expect(start).toHaveValue('22:00');
    await start.fill('2330');
    await start.press('Enter');
    await expect(start).toHaveValue('23:30');
    await start.fill('10 pm');
    await expect(start).toHaveAttribute('aria-invalid', 'true');
    await start.press('Tab');
    await expect(start).toHaveValue('23:30');
  });

  await test.step('Escape first restores the time zone, then closes the settings', async () => {
    await dialog.getByRole('radio', { name: 'Other' }).click();
    const zone = dialog.getByRole('combobox', { name: 'Time zone name' });
    const before = await zone.inputValue();
    await zone.fill('Shang');
    await expect(app.getByRole('option')).toContainText(['Asia/Shanghai']);
    await app.keyboard.press('Escape');
    await expect(zone).toHaveValue(before);
    await app.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
});

test('settings can be exported to a file and imported from it', async ({ sharedApp: app, dataDirectory, host }) => {
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
});

test('an import lists what changes and what it skips, applies to the current table, and says why a file is invalid', async ({
  sharedApp: app,
  dataDirectory,
}) => {
  const grid = await showScreen(app, 'Futures tickers');
  const file = path.join(dataDirectory, 'theirs.json');
  const dialog = await openSettings(app);
  for (const [content, said] of [
    ['not json', 'it isn’t valid JSON'],
    ['{"format":"orderglass-settings","version":1,"settings":{"theme":"light","density":12}}', 'density'],
  ] as const) {
    await writeFile(file, content);
    const refusal = await importFile(app, file);
    await expect(refusal).toContainText(said);
    await expect(refusal).toContainText('Nothing was changed.');
    await expect(refusal.getByRole('button', { name: 'Import' })).toHaveCount(0);
    await refusal.getByRole('button', { name: 'Close' }).click();
    await expect(refusal).toBeHidden();
  }

  await writeSettings(file, { theme: 'light', sparkles: true, __proto__x: 1, account: 'another' });
  const question = await importFile(app, file);
  await expect(question).toContainText('Not recognized and skipped:');
  await expect(question.getByRole('listitem')).toHaveText(['Theme', 'sparkles', '__proto__x', 'account']);
  expect(await seriousFindings(app, { include: '[role=alertdialog]' })).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(dialog.getByRole('button', { name: 'Import' })).toBeFocused();

  const layout = { columnOrder: ['last'], columnVisibility: { trades: false }, columnPinning: { start: [] } };
  await writeSettings(file, { tables: { 'futures-tickers': layout } });
  await (await importFile(app, file)).getByRole('button', { name: 'Import' }).click();
  await app.keyboard.press('Escape');
  const heads = grid.getByRole('columnheader');
  await expect(heads.first()).toContainText('Last');
  await expect(heads.filter({ hasText: 'Trades' })).toHaveCount(0);
});

test('every setting can be changed with the keyboard alone, and a confirmed reset restores all defaults', async ({
  sharedApp: app,
}) => {
  await expect(app.getByRole('grid', { name: /^Open plans/ })).toBeVisible();
  await app.keyboard.press('ControlOrMeta+,');
  const dialog = app.getByRole('dialog', { name: 'Settings' });
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  // Tab reaches a radio group once, at its selected choice.
  const reached: string[] = [];
  for (;;) {
    await app.keyboard.press('Tab');
    // A guard element after the last control moves the focus to the first one.
    await expect(dialog.locator(':focus')).toHaveCount(1);
    const focused = await dialog.locator(':focus').textContent();
    if (focused === 'Close' || reached.length > 40) break;
    reached.push(focused ?? '');
  }
  const parts = ['Dark', 'Normal', 'Green up', '1,234.5', 'Local', 'Export', 'Import', 'Reset', 'Copy diagnostics'];
  expect(reached.filter((part) => parts.includes(part))).toEqual(parts);

  while (!(await dialog.getByRole('radio', { name: 'Dark' }).evaluate((radio) => radio === document.activeElement))) {
    await app.keyboard.press('Tab');
  }
  await app.keyboard.press('ArrowRight');
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'light');
  await app.keyboard.press('Tab');
  await app.keyboard.press('ArrowRight');
  await expect(app.locator('html')).toHaveAttribute('data-density', 'compact');
  expect(await seriousFindings(app, { exclude: '.table' })).toEqual([]);

  await choose(dialog, 'Price colors', 'Red up');
  await dialog.getByRole('button', { name: 'Reset' }).click();
  const question = app.getByRole('alertdialog', { name: 'Reset all settings?' });
  const lists = question.getByRole('list');
  for (const part of ['Margin mode', 'Refresh rates', 'Quiet hours', 'Sound'])
    await expect(lists.first()).toContainText(part);
  await expect(lists.nth(1)).toContainText('Watchlists');
  expect(await seriousFindings(app, { include: '[role=alertdialog]' })).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'light');
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await question.getByRole('button', { name: 'Reset' }).click();
  await expect(question).toBeHidden();
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(app.locator('html')).toHaveAttribute('data-price-colors', 'green-up');
  await expect(app.locator('html')).toHaveAttribute('data-density', 'normal');
  await app.reload();
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'dark');
});
