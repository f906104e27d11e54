import type { Locator, Page } from '@playwright/test';
import { openFilterAt, showField } from '../filter-form.ts';
import { columnTexts, dataRows, expect, readWholeGrid, showScreen, test } from '../test.ts';

test.use({ settings: { screen: 'order-history', figures: 'exact' } });

const summaryOf = (app: Page): Locator => app.getByRole('region', { name: 'Summary' });
const chipsOf = (app: Page): Locator => app.getByRole('list', { name: 'Active filters' }).getByRole('listitem');

async function openOrders(app: Page): Promise<Locator> {
  const grid = await showScreen(app, 'Order history');
  await expect(app.getByRole('region', { name: 'Table status' })).toContainText('complete');
  await expect(summaryOf(app)).toContainText('600 orders');
  await expect(dataRows(grid).first()).toBeVisible();
  await expect(grid.locator('[data-waiting]')).toHaveCount(0);
  return grid;
}

/** Returns the number of orders in the line below the table. */
async function ordersCounted(app: Page): Promise<number> {
  await expect(summaryOf(app)).not.toHaveAttribute('aria-busy', 'true');
  const [, number = ''] = /([\d,]+) orders?/.exec((await summaryOf(app).textContent()) ?? '') ?? [];
  return Number(number.replaceAll(',', ''));
}

test('filters combine, show as chips, and can be removed one by one, and the sums follow them exactly', async ({
  sharedApp: app,
}) => {
  const grid = await openOrders(app);
  const form = await openFilterAt(app, 'Side');
  await form.getByRole('button', { name: 'Sell' }).click();
  await showField(form, 'PnL');
  await form.getByRole('button', { name: 'Loss' }).click();
  await expect(chipsOf(app)).toHaveCount(3);
  await expect(form.getByRole('button', { name: /^Show [\d,]+ orders$/ })).not.toHaveText('Show 600 orders');
  await form.getByRole('button', { name: /^Show [\d,]+ orders$/ }).click();
  await expect(chipsOf(app)).toContainText(['Side: Sell', 'PnL: Loss', 'Clear all']);
  // A sell order opens a short position or closes a long one.
  const isSell = (side: string): boolean => /^(Open short|Close long) · /.test(side);
  await expect.poll(async () => (await columnTexts(grid, 'side')).every(isSell)).toBe(true);
  await expect(grid).not.toHaveAttribute('data-outdated');
  expect((await columnTexts(grid, 'pnl')).every((pnl) => pnl.startsWith('−'))).toBe(true);
  const both = await ordersCounted(app);
  expect(both).toBeGreaterThan(0);
  await expect(grid).toHaveAttribute('aria-rowcount', String(both + 1));

  await app.getByRole('button', { name: 'Remove Side: Sell' }).click();
  await expect.poll(() => ordersCounted(app)).toBeGreaterThan(both);
  await app.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(() => ordersCounted(app)).toBe(600);
  await expect(chipsOf(app)).toHaveCount(0);

  await test.step('several symbols can be found by typing and selected', async () => {
    await openFilterAt(app, 'Symbols');
    await form.getByRole('combobox', { name: 'Search symbols' }).fill('ｂｔｃ-');
    await form.getByRole('option', { name: /^BTC-USDT/ }).click();
    await form.getByRole('combobox', { name: 'Search symbols' }).fill('eth-');
    await form.getByRole('option', { name: /^ETH-USDT/ }).click();
    await app.keyboard.press('Escape');
    await expect(chipsOf(app).first()).toContainText('BTC-USDT, ETH-USDT');
    await expect
      .poll(async () => [...new Set(await columnTexts(grid, 'symbol'))].toSorted())
      .toEqual(['BTC-USDT', 'ETH-USDT']);
  });

  const ofSymbols = await ordersCounted(app);
  await openFilterAt(app, 'PnL');
  await form.getByRole('button', { name: 'Profit' }).click();
  await app.keyboard.press('Escape');
  await expect.poll(() => ordersCounted(app)).toBeLessThan(ofSymbols);
  const won = await ordersCounted(app);
  for (const words of [`${won} wins`, '0 losses', 'win rate 100%']) await expect(summaryOf(app)).toContainText(words);
  // Count in units of the tenth decimal place, because floats would round the sum.
  const units = (text: string): bigint => {
    const [whole = '0', fraction = ''] = text.replace(/[+,]/g, '').replace('−', '-').split('.');
    return BigInt(whole + fraction.padEnd(10, '0'));
  };
  const total = (await readWholeGrid(grid)).reduce((all, { cells }) => all + units(cells.pnl ?? ''), 0n);
  const sum = summaryOf(app).locator('[data-quote="USDT"] .summary-sum [data-tone]');
  expect(units((await sum.textContent()) ?? '')).toBe(total);
});

test('the search covers IDs and symbols and closes details of other rows, plan orders have their own filter, and invalid input does not apply', async ({
  sharedApp: app,
}) => {
  const grid = await openOrders(app);
  const search = app.getByRole('textbox', { name: 'Search symbol, ID, or note' });
  // Short IDs are part of other IDs.
  const id = (await columnTexts(grid, 'id')).find((each) => each.startsWith('BG')) ?? '';
  await grid.locator(`[data-row-id]:has-text("${id}")`).click();
  const details = app.getByRole('complementary', { name: 'Details' });
  await expect(details.locator('[data-field="id"] dd > span')).toHaveText(id);
  await search.fill(id.toLowerCase());
  await expect.poll(() => columnTexts(grid, 'id')).toEqual([id]);
  await expect(grid).toHaveAttribute('aria-rowcount', '2');
  await expect(details).toBeVisible();
  await search.fill('no such order');
  await expect(grid.getByText('No orders match the filter')).toBeVisible();
  await expect(details).toBeHidden();
  await grid.getByRole('button', { name: 'Clear filter' }).click();
  await expect(dataRows(grid).first()).toBeVisible();
  await expect(search).toHaveValue('');
  await expect(grid).toHaveAttribute('aria-rowcount', '601');
  // Enter makes parts of the filter of what the words name. A chip leads to its field.
  await search.fill('loss btc');
  await search.press('Enter');
  await expect(search).toHaveValue('btc');
  await chipsOf(app).getByRole('button', { name: 'PnL: Loss', exact: true }).click();
  await expect(app.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Loss' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await app.keyboard.press('Escape');
  await app.getByRole('button', { name: 'Clear all' }).click();
  await search.fill('');
  await expect(grid).toHaveAttribute('aria-rowcount', '601');
  await expect(details).toBeHidden();
  await search.fill('ｂｔｃ');
  await expect
    .poll(async () => (await columnTexts(grid, 'symbol')).every((symbol) => symbol.startsWith('BTC')))
    .toBe(true);
  await search.fill('');

  const plans = await showScreen(app, 'Plan history');
  const form = await openFilterAt(app, 'Status');
  await expect(form.getByRole('tab', { name: 'PnL' })).toHaveCount(0);
  await form.getByRole('button', { name: 'Execution failed' }).click();
  await app.keyboard.press('Escape');
  await expect.poll(async () => [...new Set(await columnTexts(plans, 'status'))]).toEqual(['Execution failed']);
  await expect(summaryOf(app)).toContainText(/plan orders?/);
  await showScreen(app, 'Order history');
  await expect(chipsOf(app)).toHaveCount(0);

  await openFilterAt(app, 'PnL');
  const from = form.getByRole('textbox', { name: 'PnL from' });
  await from.fill('ten');
  await expect(form.getByRole('alert')).toContainText('Enter a number');
  await expect(from).toHaveAttribute('aria-invalid', 'true');
  await expect(chipsOf(app)).toHaveCount(0);
  await from.fill('1,000.5');
  await form.getByRole('textbox', { name: 'PnL to' }).fill('3');
  await expect(form.getByRole('alert')).toContainText('Swap the two: the end is before the start.');
  await form.getByRole('textbox', { name: 'PnL to' }).fill('');
  await expect(form.getByRole('alert')).toHaveCount(0);
  await expect(chipsOf(app).first()).toContainText('PnL: 1,000.5 or more');
  await showField(form, 'Created');
  await form.getByRole('textbox', { name: 'Days from' }).fill('2025-02-29');
  await expect(form.getByRole('alert')).toContainText('Enter a date');
});

test('a filter is saved over screens and reloads, and a view saves it with the sort order and shows when they have changed', async ({
  sharedApp: app,
}) => {
  const grid = await openOrders(app);
  await (await openFilterAt(app, 'PnL')).getByRole('button', { name: 'Loss' }).click();
  await app.keyboard.press('Escape');
  await grid.getByRole('columnheader', { name: 'PnL' }).click();

  await app.getByRole('button', { name: 'Views' }).click();
  await app.getByRole('button', { name: 'Save as view' }).click();
  await app.getByRole('textbox', { name: 'View name' }).fill('  Losses ');
  await app.keyboard.press('Enter');
  const views = app.getByRole('button', { name: 'View: Losses' });
  await expect(views).toBeVisible();
  await app.keyboard.press('Escape');

  // Another order changes the view; without its filter it is not in use any more.
  await grid.getByRole('columnheader', { name: 'PnL' }).click();
  await expect(views).toContainText('changed');
  await app.getByRole('button', { name: 'Clear all' }).click();
  await expect(views).toBeHidden();
  await (await openFilterAt(app, 'Margin mode')).getByRole('button', { name: 'Cross' }).click();
  await app.keyboard.press('Escape');
  await expect(chipsOf(app).first()).toContainText('Margin mode: Cross');
  await expect(app.getByRole('button', { name: 'Views', exact: true })).toBeVisible();
  await showScreen(app, 'Futures tickers');
  await app.reload();
  await showScreen(app, 'Order history');
  await expect(chipsOf(app).first()).toContainText('Margin mode: Cross');
  await expect.poll(async () => [...new Set(await columnTexts(grid, 'marginMode'))]).toEqual(['Cross']);
  await app.getByRole('button', { name: 'Views' }).click();
  await app.getByRole('button', { name: 'Losses', exact: true }).click();
  await expect(chipsOf(app).first()).toContainText('PnL: Loss');
  await expect(grid.getByRole('columnheader', { name: 'PnL' })).toHaveAttribute('aria-sort', 'descending');
  await expect(views).not.toContainText('changed');

  await views.click();
  await app.getByRole('button', { name: 'Rename Losses' }).click();
  await app.getByRole('textbox', { name: 'View name' }).fill('Defeats');
  await app.keyboard.press('Enter');
  await app.getByRole('button', { name: 'Delete Defeats' }).click();
  await app.keyboard.press('Escape');
  await expect(app.getByRole('button', { name: 'Views', exact: true })).toBeVisible();
});
