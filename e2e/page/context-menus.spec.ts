import type { Locator, Page } from '@playwright/test';
import { seriousFindings } from '../axe.ts';
import { columnTexts, dataRows, expect, showScreen, test } from '../test.ts';

function menu(app: Page, name: string): Locator {
  return app.getByRole('menu', { name });
}

/** Keeps copied texts in the page, because a page of the tests may not read the clipboard. */
async function keepCopies(app: Page): Promise<() => Promise<string | null>> {
  await app.evaluate(() => {
    const writeText = async (text: string): Promise<void> => {
      document.documentElement.dataset.copied = text;
    };
    Object.defineProperty(navigator.clipboard, 'writeText', { value: writeText });
  });
  return () => app.locator('html').getAttribute('data-copied');
}

async function openHistory(app: Page): Promise<Locator> {
  const grid = await showScreen(app, 'Order history');
  await expect(app.getByRole('region', { name: 'Table status' })).toContainText('complete');
  await expect(grid.locator('[data-position="0"][data-row-id]')).toBeVisible();
  return grid;
}

test('a cell is filtered by its value and excluded, and the chips undo it', async ({ sharedApp: app }) => {
  const grid = await openHistory(app);
  const status = app.getByRole('region', { name: 'Table status' });
  const first = grid.locator('[data-position="0"] [data-col="symbol"]');
  const symbol = (await first.textContent()) ?? '';
  await first.click({ button: 'right' });
  expect.soft(await seriousFindings(app, { include: '.table-menu' })).toEqual([]);
  await app.getByRole('menuitem', { name: `Exclude ${symbol}` }).click();
  await expect(app.getByRole('button', { name: `Remove Symbols not: ${symbol}` })).toBeVisible();
  await expect(first).not.toHaveText(symbol);
  expect(await columnTexts(grid, 'symbol')).not.toContain(symbol);

  await grid.locator('[data-position="0"] [data-col="status"]').click({ button: 'right' });
  const only = app.getByRole('menuitem', { name: 'Show only' });
  const value = ((await only.textContent()) ?? '').replace('Show only ', '');
  await only.click();
  await expect(app.getByRole('button', { name: `Remove Status: ${value}` })).toBeVisible();
  await expect.poll(async () => new Set(await columnTexts(grid, 'status'))).toEqual(new Set([value]));
  expect(await columnTexts(grid, 'symbol')).not.toContain(symbol);

  await app.getByRole('list', { name: 'Active filters' }).getByRole('button', { name: 'Clear all' }).click();
  await expect(status).toContainText('600');
});

test('the keyboard opens the menu of the active cell, and its commands copy the cell, the row and the ID', async ({
  sharedApp: app,
}) => {
  const grid = await openHistory(app);
  const copied = await keepCopies(app);
  await grid.focus();
  await app.keyboard.press('Control+Home');
  const cell = grid.locator('[data-position="0"] [data-col="symbol"]');
  await expect(cell).toHaveAttribute('data-active', 'true');
  const id = await grid.locator('[data-position="0"] [data-col="id"]').textContent();

  await app.keyboard.press('Shift+F10');
  await expect(menu(app, 'Symbol cell')).toBeVisible();
  const [at, under] = [await cell.boundingBox(), await menu(app, 'Symbol cell').boundingBox()];
  expect(Math.abs((under?.x ?? 0) - (at?.x ?? 0))).toBeLessThan(2);
  await app.keyboard.press('ArrowDown');
  await app.keyboard.press('Enter');
  await expect.poll(copied).toBe(await cell.textContent());
  await expect(grid).toBeFocused();

  await app.keyboard.press('ContextMenu');
  await app.getByRole('menuitem', { name: 'Copy order ID' }).click();
  await expect.poll(copied).toBe(id);

  await app.keyboard.press('Shift+ArrowDown');
  await app.keyboard.press('Shift+F10');
  await app.getByRole('menuitem', { name: 'Copy 2 rows' }).click();
  await expect.poll(async () => (await copied())?.split('\n')).toHaveLength(3);
});

test('the menu of a cell sorts, fits and hides its column, and resets all columns', async ({ sharedApp: app }) => {
  const grid = await showScreen(app, 'Trading rules');
  await expect(dataRows(grid).first()).toBeVisible();
  const head = grid.getByRole('columnheader', { name: 'Max price' });
  const cell = grid.locator('[data-position="0"] [data-col="maxPrice"]');
  const command = async (role: 'menuitem' | 'menuitemradio', name: string): Promise<void> => {
    await cell.click({ button: 'right' });
    await app.getByRole('menuitem', { name: 'Column Max price' }).click();
    await menu(app, 'Column Max price').getByRole(role, { name }).click();
    await expect(app.getByRole('menu')).toHaveCount(0);
  };
  await command('menuitemradio', 'Sort ascending');
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  const width = async (): Promise<number> => (await head.boundingBox())?.width ?? 0;
  const before = await width();
  await command('menuitem', 'Fit width to content');
  await expect.poll(width).not.toBe(before);
  await command('menuitem', 'Hide column');
  await expect(head).toHaveCount(0);

  await grid.getByRole('columnheader', { name: 'Symbol' }).click({ button: 'right' });
  await app.getByRole('menuitem', { name: 'Reset all columns' }).click();
  await expect(head).toBeVisible();
  expect(await width()).toBe(before);
});

test('the menu of a symbol leads to its ticker, its orders and its open plans', async ({ sharedApp: app }) => {
  const grid = await openHistory(app);
  const cell = grid.locator('[data-position="0"] [data-col="symbol"]');
  const symbol = (await cell.textContent()) ?? '';
  await cell.click({ button: 'right' });
  await app.getByRole('menuitem', { name: 'Show ticker' }).click();
  const details = app.getByRole('complementary', { name: 'Details' });
  await expect(details.getByRole('heading', { name: symbol })).toBeVisible();

  const ticker = app
    .getByRole('grid', { name: /^Futures tickers/ })
    .locator(`[data-row-id="${symbol}"] [data-col="last"]`);
  await ticker.click({ button: 'right' });
  await app.getByRole('menuitem', { name: 'Show plan history' }).click();
  await expect(app.getByRole('button', { name: `Remove Symbols: ${symbol}` })).toBeVisible();
  const plans = app.getByRole('grid', { name: /^Plan history/ });
  await plans.locator('[data-position="0"] [data-col="symbol"]').click({ button: 'right' });
  await app.getByRole('menuitem', { name: 'Show open plans' }).click();
  await expect(app.getByRole('combobox', { name: 'Symbol' })).toHaveValue(symbol);
});

test('a price in a cell becomes the level of a new alert', async ({ sharedApp: app }) => {
  const grid = await openHistory(app);
  const prices = grid.locator('[data-row-id] [data-col="averagePrice"]').filter({ hasText: /[1-9]/ });
  await prices.first().click({ button: 'right' });
  const item = app.getByRole('menuitem', { name: /^Alert me/ });
  const price = (/at ([\d.,]+)…/.exec((await item.textContent()) ?? '')?.[1] ?? '').replaceAll(',', '');
  await item.click();
  const form = app.getByRole('dialog', { name: 'New alert' });
  await expect(form.getByRole('textbox', { name: 'Level' })).toHaveValue(price);
});

test('a bar of the results has a menu that copies its figures, filters by it and leads to its symbol', async ({
  sharedApp: app,
}) => {
  await app.keyboard.press('Control+5');
  const copied = await keepCopies(app);
  const chart = app.getByRole('application', { name: 'PnL by symbol' });
  const reading = app.getByRole('region', { name: 'PnL by symbol' }).getByRole('status');
  await chart.focus();
  await app.keyboard.press('Home');
  const symbol = /^\S+/.exec((await reading.textContent()) ?? '')?.[0] ?? '';
  expect(symbol).toMatch(/-USDT$/);

  await app.keyboard.press('Shift+F10');
  await expect(menu(app, symbol).getByRole('menuitem', { name: 'Show open plans' })).toBeVisible();
  expect.soft(await seriousFindings(app, { include: '.popup-list' })).toEqual([]);
  await app.getByRole('menuitem', { name: 'Copy row' }).click();
  await expect.poll(async () => (await copied())?.split('\n')[1]).toMatch(new RegExp(`^${symbol}\\t-?\\d`));
  await expect(reading).toContainText(symbol);

  await app.keyboard.press('Shift+F10');
  await app.getByRole('menuitem', { name: `Show only ${symbol}` }).click();
  await app.getByRole('button', { name: `Remove Symbols: ${symbol}` }).click();
  await app.getByRole('gridcell').getByRole('button', { disabled: false }).last().click({ button: 'right' });
  await app.getByRole('menuitem', { name: 'Show these orders' }).click();
  await expect(dataRows(app.getByRole('grid', { name: /^Order history/ })).first()).toBeVisible();
});

test.describe('on an exchange without plan orders of its own', () => {
  test.use({ exchangeOptions: { orders: 0, plans: 0, ordersPerMinute: 0, openPlans: 0, requestsPerWindow: 100_000 } });

  test('open plans are filtered by a value of a cell', async ({ app, exchange }) => {
    exchange.addPlan({ symbol: 'ETH-USDT', triggerPrice: '3150.00' });
    exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '99000.0' });
    const grid = await showScreen(app, 'Open plans');
    await expect(dataRows(grid)).toHaveCount(2);
    await grid.getByRole('gridcell', { name: 'ETH-USDT', exact: true }).click({ button: 'right' });
    await app.getByRole('menuitem', { name: 'Exclude ETH-USDT' }).click();
    await expect.poll(() => columnTexts(grid, 'symbol')).toEqual(['BTC-USDT']);
    await app.getByRole('button', { name: 'Remove Symbol not: ETH-USDT' }).click();
    await expect(dataRows(grid)).toHaveCount(2);

    const mark = app.getByRole('button', { name: /^Trigger 99,000/ });
    await dataRows(grid).filter({ hasText: 'BTC-USDT' }).locator('[data-col="symbol"]').click();
    await mark.focus();
    await app.keyboard.press('Shift+F10');
    await app.getByRole('menuitem', { name: 'Alert me at 99,000…' }).click();
    await expect(app.getByRole('textbox', { name: 'Level' })).toHaveValue('99000');
  });
});

test('a tile of the heatmap has the menu of its symbol', async ({ sharedApp: app }) => {
  const grid = await showScreen(app, 'Futures tickers');
  await expect(dataRows(grid).first()).toBeVisible();
  await app.getByRole('radio', { name: 'Heatmap' }).click();
  await app.locator('[data-symbol="BTC-USDT"]').click({ button: 'right' });
  await app.getByRole('menuitem', { name: 'Watchlists' }).click();
  await expect(app.getByRole('menuitemcheckbox', { name: 'Favorites' })).toBeVisible();
  await app.keyboard.press('Escape');
  await app.getByRole('menuitem', { name: 'Show orders' }).click();
  await expect(app.getByRole('button', { name: 'Remove Symbols: BTC-USDT' })).toBeVisible();
});

test('an order in the panel of a symbol has a menu, by right click and by keyboard, and leads to its place', async ({
  sharedApp: app,
}) => {
  const grid = await showScreen(app, 'Futures tickers');
  await grid.locator('[data-row-id="BTC-USDT"] [data-col="symbol"]').click();
  const orders = app.getByRole('region', { name: 'My recent orders' }).getByRole('listitem').getByRole('button');
  await orders.first().click({ button: 'right' });
  await expect(app.getByRole('menuitem', { name: 'Show plan history' })).toBeVisible();
  expect.soft(await seriousFindings(app, { include: '.popup-list' })).toEqual([]);
  await app.keyboard.press('Escape');

  await orders.first().focus();
  await app.keyboard.press('Shift+F10');
  await expect(app.getByRole('menuitem', { name: /^Alert me/ })).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(orders.first()).toBeFocused();
  await app.keyboard.press('Enter');
  await expect(dataRows(app.getByRole('grid', { name: /^Order history/ }))).toHaveCount(1);
});
