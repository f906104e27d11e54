import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { dataRows, expect, planRows, soon, test } from '../test.ts';

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

test('what happened in the background is said once, with links to exactly these rows', async ({
  app,
  exchange,
  dataDirectory,
}) => {
  const plans = app.getByRole('treegrid', { name: /^Open plans, / });
  exchange.setPrice('BTC-USDT', '80000.0');
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '81000.0' });
  await expect(plans.locator(planRows)).toHaveCount(1);
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
  await expect(plans.locator(planRows)).toHaveCount(0);
  await app.reload();

  await expect(mark).toHaveCount(1);
  await bell.click();
  await expect(strip).toContainText('1 plan order triggered');
  // The orders of an account are read every 45 s.
  await expect(strip).toContainText('1 trade closed+12.50 USDT', { timeout: 60_000 });
  const orders = strip.getByRole('button', { name: /^\d+ orders$/ });
  const number = Number.parseInt((await orders.textContent()) ?? '', 10);
  expect(number).toBeGreaterThanOrEqual(2);
  await orders.click();
  await expect(dataRows(app.getByRole('grid', { name: /^Order history, / }))).toHaveCount(number);
  await bell.click();
  await strip.getByRole('button', { name: '1 trade closed' }).click();
  await expect(dataRows(app.getByRole('grid', { name: /^Trades, / }))).toHaveText([/ETH-USDT.*\+12\.50/]);
  await bell.click();
  await strip.getByRole('button', { name: '1 plan order triggered' }).click();
  await expect(dataRows(app.getByRole('grid', { name: /^Plan history, / }))).toHaveText([/BTC-USDT/]);
  await bell.click();
  await strip.getByRole('button', { name: 'Dismiss' }).click();
  await expect(mark).toHaveCount(0);
});
