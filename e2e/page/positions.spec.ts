import type { Locator, Page } from '@playwright/test';
import { seriousFindings } from '../axe.ts';
import { stillMarket } from '../still-market.ts';
import { dataRows, expect, showScreen, test } from '../test.ts';

test.use({ ...stillMarket, exchangeOptions: { ...stillMarket.exchangeOptions, orders: 0, plans: 0 } });

const opened = { type: 'buy-limit', contract_type: 'open', status: 2, amount: '10', deal_amount: '10', profit: '0' };
const closed = { ...opened, type: 'sell-limit', contract_type: 'close' };

function positions(app: Page): Locator {
  return app.getByRole('region', { name: 'Open positions' });
}

test.beforeEach(({ exchange }) => {
  exchange.setPrice('BTC-USDT', '88000.0');
  exchange.addOrder({ symbol: 'BTC-USDT', fields: { ...opened, price: '80000.0', price_avg: '80000.0' } });
});

test('the open positions above the open plans follow the orders and the price, and stay folded', async ({
  app,
  exchange,
}) => {
  await showScreen(app, 'Open plans');
  const line = positions(app).getByRole('row', { name: /BTC-USDT/ });
  await expect(line).toContainText('Long');
  await expect(line.getByRole('cell').nth(2)).toHaveText('10');
  await expect(line).toContainText('80,000.0');
  await expect(line).toContainText('+10.00%');
  await expect(positions(app)).toContainText(/Calculated from your orders as of \d\d:\d\d:\d\d/);
  expect.soft(await seriousFindings(app, { include: '.positions' })).toEqual([]);

  exchange.setPrice('BTC-USDT', '84000.0');
  await expect(line).toContainText('+5.00%');
  exchange.addOrder({
    symbol: 'BTC-USDT',
    fields: { ...closed, deal_amount: '4', price: '84000.0', price_avg: '84000.0' },
  });
  await app.getByRole('button', { name: 'Refresh' }).click();
  await expect(line.getByRole('cell').nth(2)).toHaveText('6');

  await positions(app).getByRole('button', { name: 'Open positions (1)' }).click();
  await expect(line).toBeHidden();
  await app.reload();
  await expect(positions(app).getByRole('button', { name: 'Open positions (1)' })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
});

test('a new position makes room for itself once the pointer over the open plans rests', async ({ app, exchange }) => {
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '90000.0' });
  const grid = await showScreen(app, 'Open plans');
  const table = positions(app).locator('.positions-table');
  await expect(table).toHaveAttribute('style', '--lines: 1;');
  await dataRows(grid).first().hover();
  exchange.addOrder({ symbol: 'ETH-USDT', fields: { ...opened, price: '3000', price_avg: '3000' } });
  await app.getByRole('button', { name: 'Refresh' }).press('Enter');
  await expect(table).toHaveAttribute('style', '--lines: 2;');
});

test('the column and the details of a plan show the position of its symbol and margin mode', async ({
  app,
  exchange,
}) => {
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '90000.0' });
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '91000.0', marginMode: 2 });
  const grid = await showScreen(app, 'Open plans');
  await expect(dataRows(grid)).toHaveCount(2);
  await expect(grid.locator('[data-col="position"]')).toHaveCount(0);
  await app.getByRole('button', { name: 'Columns' }).click();
  await app.getByRole('checkbox', { name: 'Position' }).click();
  await app.keyboard.press('Escape');
  await expect(grid.locator('[data-position="0"] [data-col="position"]')).toHaveText('Long 10');
  await expect(grid.locator('[data-position="1"] [data-col="position"]')).toHaveText('None');
  await dataRows(grid).first().click();
  const details = app.getByRole('complementary', { name: 'Details' });
  await expect(details.locator('[data-field="position"]')).toContainText('Long 10');
});

test('the panel of a symbol shows its position', async ({ app }) => {
  const grid = await showScreen(app, 'Futures tickers');
  await grid.locator('[data-row-id="BTC-USDT"] [data-col="symbol"]').click();
  const position = app.getByRole('region', { name: 'My position' });
  await expect(position.getByRole('listitem')).toContainText(/Long · Isolated\s*10(\.0+)? contracts/);
  await expect(position).toContainText('Avg entry 80,000.0, last price +10.00% from it');
  expect.soft(await seriousFindings(app, { include: '.detail' })).toEqual([]);

  await grid.locator('[data-row-id="ETH-USDT"] [data-col="symbol"]').click();
  await expect(position).toContainText('No open position in this symbol');
});

test('a plan whose position has gone or is smaller has a mark, and its details say why', async ({ app, exchange }) => {
  const plan = { symbol: 'BTC-USDT', fields: { type: 'sell-market', price: '0' } };
  exchange.addPlan({ ...plan, triggerPrice: '90000.0', amount: '12' });
  exchange.addPlan({ ...plan, triggerPrice: '91000.0', amount: '10' });
  const grid = await showScreen(app, 'Open plans');
  await expect(grid.locator('[data-remark]')).toHaveCount(1);
  await grid.locator('[data-remark]').click();
  const details = app.getByRole('complementary', { name: 'Details' });
  await expect(details.locator('.plan-remark')).toContainText('Why we point this out');
  await expect(details.locator('.plan-remark')).toContainText(/for 12(\.0+)? contracts\. .*\(Long, Isolated\) has 10/);
  expect.soft(await seriousFindings(app, { include: '#main' })).toEqual([]);

  exchange.advance(5000);
  exchange.addOrder({ symbol: 'BTC-USDT', fields: { ...closed, price: '88000.0', price_avg: '88000.0' } });
  await app.getByRole('button', { name: 'Refresh' }).click();
  await expect(grid.locator('[data-remark]')).toHaveCount(2);
  await expect(details.locator('.plan-remark')).toContainText(
    'A BTC-USDT position (Isolated) was open when this plan order was created. None is open now.',
  );
});

test.describe('while the history is being downloaded', () => {
  test.use({ exchangeOptions: { ...stillMarket.exchangeOptions, orders: 20_000, requestsPerWindow: 30 } });

  test('the section says what is missing', async ({ app }) => {
    await showScreen(app, 'Open plans');
    await expect(positions(app)).toContainText(/Positions may be missing\. Isolated order history: .*\./);
    await expect(positions(app)).toContainText('the order history doesn’t reach back to the start of this position');
  });
});

test.describe('with a long history', () => {
  test.use({ exchangeOptions: { ...stillMarket.exchangeOptions, orders: 3000 } });

  test('the positions at the end of the download are those after a reload', async ({ app }) => {
    const lines = positions(app).getByRole('row');
    await showScreen(app, 'Open plans');
    await expect(positions(app)).toContainText('Positions may be missing.');
    await expect(positions(app)).not.toContainText('Positions may be missing.', { timeout: 30_000 });
    await expect(lines).not.toHaveCount(0);
    await expect(positions(app)).not.toContainText('Figures unknown');
    const shown = await lines.allTextContents();
    await app.reload();
    await expect.poll(() => lines.allTextContents()).toEqual(shown);
  });
});
