import { dataRows, expect, showScreen, soon, test } from '../test.ts';

test.use({
  settings: soon,
  exchangeOptions: { orders: 0, plans: 0, openPlans: 0, ordersPerMinute: 0, requestsPerWindow: 100_000 },
});

test('an empty account has no trades yet, its first plan appears automatically, its first order after a refresh', async ({
  app,
  exchange,
}) => {
  const trades = await showScreen(app, 'Trades');
  await expect(trades).toContainText('No trades yet');
  await expect(app.getByRole('region', { name: 'Summary' })).toContainText('0 trades');

  const grid = await showScreen(app, 'Open plans');
  await expect(grid.getByText('No open plan orders')).toBeVisible();
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '1000.0' });
  await expect(dataRows(grid)).toHaveCount(1, { timeout: 12_000 });

  const orders = await showScreen(app, 'Order history');
  await expect(orders.getByText('No orders', { exact: true })).toBeVisible();
  exchange.addOrder({ symbol: 'BTC-USDT' });
  await app.getByRole('button', { name: 'Refresh' }).click();
  await expect(dataRows(orders)).toHaveCount(1);
});
