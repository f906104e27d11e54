import type { Locator, Page } from '@playwright/test';
import { openFilterAt } from '../filter-form.ts';
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

test('the sums of a filter are exact, and it is saved over screens and reloads, as a view with the sort order', async ({
  sharedApp: app,
}) => {
  const grid = await openOrders(app);
  await (await openFilterAt(app, 'PnL')).getByRole('button', { name: 'Loss' }).click();
  await app.keyboard.press('Escape');
  await expect.poll(() => ordersCounted(app)).toBeLessThan(600);
  const lost = await ordersCounted(app);
  for (const words of ['0 wins', `${lost} losses`, 'win rate 0%']) await expect(summaryOf(app)).toContainText(words);
  // Count in units of the tenth decimal place, because floats would round the sum.
  const units = (text: string): bigint => {
    const [whole = '0', fraction = ''] = text.replace(/[+,]/g, '').replace('−', '-').split('.');
    return BigInt(whole + fraction.padEnd(10, '0'));
  };
  const rows = await readWholeGrid(grid);
  expect(rows).toHaveLength(lost);
  const total = rows.reduce((all, { cells }) => all + units(cells.pnl ?? ''), 0n);
  const sum = summaryOf(app).locator('[data-quote="USDT"] .summary-sum [data-tone]');
  expect(units((await sum.textContent()) ?? '')).toBe(total);

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

  // The plan history has its own filter.
  const plans = await showScreen(app, 'Plan history');
  await expect(chipsOf(app)).toHaveCount(0);
  const form = await openFilterAt(app, 'Status');
  await expect(form.getByRole('tab', { name: 'PnL' })).toHaveCount(0);
  await form.getByRole('button', { name: 'Execution failed' }).click();
  await app.keyboard.press('Escape');
  await expect.poll(async () => [...new Set(await columnTexts(plans, 'status'))]).toEqual(['Execution failed']);
  await expect(summaryOf(app)).toContainText(/plan orders?/);

  await app.reload();
  await showScreen(app, 'Order history');
  await expect(chipsOf(app).first()).toContainText('Margin mode: Cross');
  await expect.poll(async () => [...new Set(await columnTexts(grid, 'marginMode'))]).toEqual(['Cross']);
  await app.getByRole('button', { name: 'Views' }).click();
  await app.getByRole('button', { name: 'Losses', exact: true }).click();
  await expect(chipsOf(app).first()).toContainText('PnL: Loss');
  await expect(grid.getByRole('columnheader', { name: 'PnL' })).toHaveAttribute('aria-sort', 'descending');
  await expect(views).not.toContainText('changed');
});
