import { columnTexts, dataRows, expect, soon, test } from './test.ts';

test.use({ settings: { ...soon, screen: 'futures-tickers' }, exchangeOptions: { orders: 60, plans: 40 } });

test('the program opens on the demo account, says so, and updates the visible tickers', async ({ app, exchange }) => {
  await expect(app).toHaveTitle(/Orderglass$/);
  await expect(app.getByRole('banner')).toContainText('DEMO');
  const grid = app.getByRole('grid', { name: 'Futures tickers, Demo account' });
  await expect(dataRows(grid).first()).toBeVisible();
  const before = await columnTexts(grid, 'last');
  exchange.advance(60_000);
  await expect.poll(() => columnTexts(grid, 'last')).not.toEqual(before);
});
