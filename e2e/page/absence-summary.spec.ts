import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { seriousFindings } from '../axe.ts';
import { dataRows, expect, showScreen, soon, test } from '../test.ts';

test.use({
  settings: soon,
  exchangeOptions: { orders: 0, plans: 0, openPlans: 0, ordersPerMinute: 0, requestsPerWindow: 100_000 },
});

/** Lets the page believe that another window is in front, and waits until that is stored. */
async function leave(app: Page, dataDirectory: string): Promise<void> {
  const before = Date.now();
  await app.evaluate(() => {
    document.hasFocus = () => false;
    window.dispatchEvent(new Event('blur'));
  });
  const file = path.join(dataDirectory, 'alerts', 'demo.json');
  const stored = async (): Promise<string> => readFile(file, 'utf8').catch(() => '{}');
  await expect.poll(async () => JSON.parse(await stored()).lastPresentAt ?? 0).toBeGreaterThanOrEqual(before);
}

test('an empty account says so, and what happened in the background is said once, with links to exactly these rows', async ({
  app,
  exchange,
  dataDirectory,
}) => {
  const trades = await showScreen(app, 'Trades');
  await expect(trades).toContainText('No trades yet');
  await expect(app.getByRole('region', { name: 'Summary' })).toContainText('0 trades');
  const history = await showScreen(app, 'Order history');
  await expect(history.getByText('No orders', { exact: true })).toBeVisible();
  const plans = await showScreen(app, 'Open plans');
  await expect(plans.getByText('No open plan orders')).toBeVisible();

  exchange.setPrice('BTC-USDT', '80000.0');
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '81000.0' });
  await app.getByRole('button', { name: 'Refresh' }).click();
  await expect(dataRows(plans)).toHaveCount(1);
  const bell = app.getByRole('button', { name: /^Activity/ });
  const mark = bell.getByText('News since you last looked');
  const strip = app.getByRole('region', { name: 'Since you last looked' });
  await expect(mark).toHaveCount(0);

  await leave(app, dataDirectory);
  const filled = { deal_amount: '5', amount: '5', price_avg: '3000', status: 3 } as const;
  exchange.addOrder({
    symbol: 'ETH-USDT',
    fields: { ...filled, type: 'buy-limit', contract_type: 'open', profit: '0' },
  });
  exchange.addOrder({
    symbol: 'ETH-USDT',
    fields: { ...filled, type: 'sell-limit', contract_type: 'close', profit: '12.5' },
  });
  exchange.setPrice('BTC-USDT', '81000.0');
  await expect(dataRows(plans)).toHaveCount(0, { timeout: 15_000 });
  await app.reload();

  await expect(mark).toHaveCount(1, { timeout: 30_000 });
  await app.reload();
  await expect(mark).toHaveCount(1, { timeout: 30_000 });
  await bell.click();
  await expect(strip).toContainText('1 plan order triggered');
  await expect(strip).toContainText('1 trade closed+12.50 USDT');
  await expect(strip).toContainText('derived from orders, before fees');
  const orders = strip.getByRole('button', { name: /^\d+ orders$/ });
  const number = Number.parseInt((await orders.textContent()) ?? '', 10);
  expect(number).toBeGreaterThanOrEqual(2);
  expect.soft(await seriousFindings(app, { include: '.since' })).toEqual([]);

  await orders.click();
  await expect(dataRows(history)).toHaveCount(number);
  await app.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(plans).toBeVisible();
  await bell.click();
  await strip.getByRole('button', { name: '1 trade closed' }).click();
  await expect(dataRows(trades)).toHaveText([/ETH-USDT.*\+12\.50/]);
  await bell.click();
  await strip.getByRole('button', { name: '1 plan order triggered' }).click();
  await expect(dataRows(app.getByRole('grid', { name: /^Plan history, / }))).toHaveText([/BTC-USDT/]);

  await test.step('the details and the day of the plan order say that it has left', async () => {
    await showScreen(app, 'Open plans');
    await app.getByRole('button', { name: 'By day' }).click();
    const day = app.getByRole('region', { name: 'Plan orders by day' });
    await expect(day.getByRole('row').nth(1)).not.toContainText('Still open');
    await day.getByRole('button', { name: 'BTC-USDT' }).click();
    await dataRows(app.getByRole('grid', { name: /^Plan history, / }))
      .first()
      .click();
    const life = app.getByRole('region', { name: 'Recorded on this computer' });
    await expect(life).toContainText('Ended');
    await expect(life).toContainText(/Outcome: (Placing order|Fully executed)/);
  });

  await bell.click();
  await strip.getByRole('button', { name: 'Dismiss' }).click();
  await expect(mark).toHaveCount(0);
  await app.reload();
  await expect(dataRows(app.getByRole('grid', { name: /^Plan history, / }))).toHaveCount(1);
  await expect(mark).toHaveCount(0);
  await expect(app.getByRole('list', { name: 'Active filters' })).toHaveCount(0);
});
