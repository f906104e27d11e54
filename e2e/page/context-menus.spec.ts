import type { Locator, Page } from '@playwright/test';
import { seriousFindings } from '../axe.ts';
import { columnTexts, dataRows, expect, showScreen, test } from '../test.ts';

test.use({ settings: { screen: 'order-history' } });

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

test('the menu of a cell filters by its value and excludes it, and copies the cell, the row and the ID, also by keyboard', async ({
  sharedApp: app,
}) => {
  const grid = await openHistory(app);
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
  await expect(first).toHaveText(symbol);

  const copied = await keepCopies(app);
  await grid.focus();
  await app.keyboard.press('Control+Home');
  await app.keyboard.press('Home');
  await expect(first).toHaveAttribute('data-active', 'true');
  const id = await grid.locator('[data-position="0"] [data-col="id"]').textContent();

  await app.keyboard.press('Shift+F10');
  // The menu takes the focus in the next frame. Earlier keys would go to the table.
  await expect(menu(app, 'Symbol cell')).toBeFocused();
  const [at, under] = [await first.boundingBox(), await menu(app, 'Symbol cell').boundingBox()];
  expect(Math.abs((under?.x ?? 0) - (at?.x ?? 0))).toBeLessThan(2);
  await app.keyboard.press('ArrowDown');
  await app.keyboard.press('Enter');
  await expect.poll(copied).toBe(await first.textContent());
  await expect(grid).toBeFocused();

  await app.keyboard.press('ContextMenu');
  await app.getByRole('menuitem', { name: 'Copy order ID' }).click();
  await expect.poll(copied).toBe(id);
  await expect(grid).toBeFocused();

  await app.keyboard.press('Shift+ArrowDown');
  await app.keyboard.press('Shift+F10');
  await app.getByRole('menuitem', { name: 'Copy 2 rows' }).click();
  await expect.poll(async () => (await copied())?.split('\n')).toHaveLength(3);
});

test.describe('of an exchange that sends a formula as a symbol', () => {
  const symbol = '=HYPERLINK("https://exchange.example")';
  test.use({ exchangeOptions: { orders: 5, plans: 0, openPlans: 0, ordersPerMinute: 0 } });

  test('no copy of a value runs in a spreadsheet, and an ID is copied as it is', async ({ app, exchange }) => {
    exchange.addOrder({ symbol: 'BTC-USDT', fields: { symbol, order_id: '-Zk3/x+9=' } });
    const grid = await showScreen(app, 'Order history');
    const cell = dataRows(grid).filter({ hasText: symbol }).locator('[data-col="symbol"]');
    const copied = await keepCopies(app);
    await cell.click({ button: 'right' });
    await app.getByRole('menuitem', { name: 'Copy cell' }).click();
    await expect.poll(copied).toBe(`'${symbol}`);
    await cell.click({ button: 'right' });
    await app.getByRole('menuitem', { name: 'Copy order ID' }).click();
    await expect.poll(copied).toBe('-Zk3/x+9=');
    await cell.click({ button: 'right' });
    await app.getByRole('menuitem', { name: 'Copy row' }).click();
    await expect.poll(copied).toContain(`\n"'${symbol.replaceAll('"', '""')}"\t`);

    await cell.click();
    await app.getByRole('button', { name: 'Copy Order ID' }).click();
    await expect.poll(copied).toBe('-Zk3/x+9=');
    await app.getByRole('button', { name: 'Copy Symbol' }).click();
    await expect.poll(copied).toBe(`'${symbol}`);

    await app.evaluate(() => {
      document.addEventListener('copy', ({ clipboardData }) => {
        document.documentElement.dataset.copied = clipboardData?.getData('text/plain') ?? '';
      });
      document.documentElement.dataset.copied = '';
    });
    await grid.focus();
    await app.keyboard.press('Control+c');
    await expect.poll(copied).toBe(`'${symbol}`);
  });
});

test('the menus of a tile, of a symbol and of an order in a panel lead to orders, tickers and plans', async ({
  sharedApp: app,
}) => {
  const tickers = await showScreen(app, 'Futures tickers');
  await app.getByRole('radio', { name: 'Heatmap' }).click();
  await app.locator('[data-symbol="BTC-USDT"]').click({ button: 'right' });
  await app.getByRole('menuitem', { name: 'Watchlists' }).click();
  await expect(app.getByRole('menuitemcheckbox', { name: 'Favorites' })).toBeVisible();
  await app.keyboard.press('Escape');
  await app.getByRole('menuitem', { name: 'Show order history' }).click();
  await expect(app.getByRole('button', { name: 'Remove Symbols: BTC-USDT' })).toBeVisible();

  const history = app.getByRole('grid', { name: /^Order history/ });
  await history
    .locator('[data-position="0"] [data-col="symbol"]')
    .filter({ hasText: 'BTC-USDT' })
    .click({ button: 'right' });
  await app.getByRole('menuitem', { name: 'Show ticker' }).click();
  const details = app.getByRole('complementary', { name: 'Details' });
  await expect(details.getByRole('heading', { name: 'BTC-USDT' })).toBeVisible();

  await test.step('the menu of an order opens by right click and by keyboard, and the order leads to its place', async () => {
    const order = details
      .getByRole('region', { name: 'My recent orders' })
      .getByRole('listitem')
      .first()
      .getByRole('button');
    await order.click({ button: 'right' });
    await expect(app.getByRole('menuitem', { name: 'Show plan history' })).toBeVisible();
    expect.soft(await seriousFindings(app, { include: '.popup-list' })).toEqual([]);
    await app.keyboard.press('Escape');
    await order.focus();
    await app.keyboard.press('Shift+F10');
    await expect(app.getByRole('menuitem', { name: /^Alert me/ })).toBeVisible();
    await expect(app.getByRole('menu')).toBeFocused();
    await app.keyboard.press('Escape');
    await expect(order).toBeFocused();
    await app.keyboard.press('Enter');
    await expect(dataRows(history)).toHaveCount(1);
  });

  await app.keyboard.press('Control+6');
  await app.getByRole('radio', { name: 'Table' }).click();
  await tickers.locator('[data-row-id="BTC-USDT"] [data-col="last"]').click({ button: 'right' });
  await app.getByRole('menuitem', { name: 'Show plan history' }).click();
  await expect(app.getByRole('button', { name: 'Remove Symbols: BTC-USDT' })).toBeVisible();
  const plans = app.getByRole('grid', { name: /^Plan history/ });
  await plans.locator('[data-position="0"] [data-col="symbol"]').click({ button: 'right' });
  await app.getByRole('menuitem', { name: 'Show open plans' }).click();
  await expect(app.getByRole('combobox', { name: 'Symbol' })).toHaveValue('BTC-USDT');
});

test('open plans are filtered by a value of a cell, a symbol and a margin mode, and a price of a mark or of a cell becomes the level of a new alert', async ({
  sharedApp: app,
}) => {
  const plans = await showScreen(app, 'Open plans');
  // Prices sort the rows, and positions move them.
  await expect(dataRows(plans).first().locator('[data-col="distance"]')).toHaveText(/\d%/);
  await expect(app.getByRole('region', { name: 'Open positions' })).toContainText('From your orders');
  const first = plans.locator('[data-position="0"] [data-col="symbol"]');
  const symbol = (await first.textContent()) ?? '';
  await first.click({ button: 'right' });
  await app.getByRole('menuitem', { name: `Exclude ${symbol}` }).click();
  await expect(first).not.toHaveText(symbol);
  expect(await columnTexts(plans, 'symbol')).not.toContain(symbol);
  await app.getByRole('button', { name: `Remove Symbol not: ${symbol}` }).click();
  await expect(first).toHaveText(symbol);

  const search = app.getByRole('combobox', { name: 'Symbol', exact: true });
  await search.fill('btc');
  await expect(app.getByRole('option').first(), 'the most liquid first').toHaveText('BTC-USDT');
  await search.fill(symbol);
  await app.getByRole('option', { name: symbol, exact: true }).click();
  await expect.poll(async () => new Set(await columnTexts(plans, 'symbol'))).toEqual(new Set([symbol]));
  await app.getByRole('button', { name: 'Show all symbols' }).click();
  for (const mode of ['Cross', 'Isolated']) {
    await app.getByRole('radio', { name: mode }).click();
    const word = `${mode.toLowerCase()}:`;
    await expect
      .poll(() =>
        dataRows(plans).evaluateAll((rows, word) => rows.every(({ dataset }) => dataset.rowId?.includes(word)), word),
      )
      .toBe(true);
  }

  /** Chooses the alert in the open menu. Returns its price. */
  const alertAtPrice = async (): Promise<string> => {
    const item = app.getByRole('menuitem', { name: /^Alert me/ });
    const price = (/at ([\d.,]+)…/.exec((await item.textContent()) ?? '')?.[1] ?? '').replaceAll(',', '');
    await item.click();
    return price;
  };
  const level = app.getByRole('dialog', { name: 'New alert' }).getByRole('textbox', { name: 'Level' });
  await first.click();
  const mark = app
    .getByRole('complementary', { name: 'Price ladder' })
    .getByRole('button', { name: /, Trigger, / })
    .first();
  const trigger = (await mark.locator('.ladder-price').textContent()) ?? '';
  await mark.focus();
  await app.keyboard.press('Shift+F10');
  const ofMark = await alertAtPrice();
  await expect(level).toHaveValue(ofMark);
  expect(Number(ofMark)).toBe(Number(trigger.replaceAll(',', '')));
  await app.keyboard.press('Escape');

  const orders = await openHistory(app);
  const prices = orders.locator('[data-row-id] [data-col="averagePrice"]').filter({ hasText: /[1-9]/ });
  const average = Number((await prices.first().innerText()).replaceAll(',', ''));
  await prices.first().click({ button: 'right' });
  await app.getByRole('menuitem', { name: 'Alert me at the average price…' }).click();
  // The cell rounds what the exchange has averaged.
  await expect.poll(async () => Number(await level.inputValue()) / average).toBeCloseTo(1, 6);
});
