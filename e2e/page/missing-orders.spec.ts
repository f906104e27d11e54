import { dataRows, expect, showScreen, test } from '../test.ts';

test.use({
  exchangeOptions: {
    orders: 40,
    plans: 0,
    openPlans: 0,
    ordersPerMinute: 0,
    timeScale: 0,
    requestsPerWindow: 100_000,
  },
});

const fields = { type: 'sell-market', contract_type: 'close', status: 3, amount: '4', deal_amount: '4', profit: '2' };

test('orders that could not be read, and orders that are probably lost, are said where figures are made of them', async ({
  app,
  exchange,
}) => {
  // The first order of its side closes, so that more was closed than opened.
  exchange.addOrder({ symbol: 'SUI-USDT', fields: { ...fields, symbol: 'LOST-USDT' } });
  exchange.addOrder({ symbol: 'BTC-USDT', fields: { symbol: '' } });
  await showScreen(app, 'Order history');
  const status = app.getByRole('region', { name: 'Table status' });
  await expect(status).toContainText('all readable rows', { timeout: 20_000 });
  await expect(status).toContainText('1 unreadable row');
  await expect(status).not.toContainText('complete');

  const sentence = '1 row of the archive couldn’t be read and isn’t included.';
  const grid = await showScreen(app, 'Trades');
  await expect(app.getByText(sentence)).toBeVisible();
  await app
    .getByRole('searchbox')
    .or(app.getByPlaceholder(/^Search symbol/))
    .first()
    .fill('LOST');
  await expect(dataRows(grid)).toHaveCount(1);
  await dataRows(grid).first().click();
  const orders = app
    .getByRole('complementary', { name: 'Details' })
    .getByRole('region', { name: 'Orders of this trade' });
  await expect(orders).toContainText('This is the first trade of its side in the archive');

  await app.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'PnL analysis' }).click();
  await expect(app.getByText(sentence)).toBeVisible();
});
