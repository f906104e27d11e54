import { stillMarket } from '../still-market.ts';
import { columnTexts, dataRows, expect, test } from '../test.ts';

test.use({
  ...stillMarket,
  exchangeOptions: { ...stillMarket.exchangeOptions, orders: 0, plans: 0 },
});

// Before the program starts, so that it downloads the orders once.
test.beforeEach(({ exchange }) => {
  const order = (type: string, contract_type: string, amount: string, price: string, profit = '0'): void => {
    const fields = { type, contract_type, amount, deal_amount: amount, price, price_avg: price, profit, status: 3 };
    exchange.addOrder({ symbol: 'BTC-USDT', fields });
    exchange.advance(1000);
  };
  // Three trades show that a contract is 0.001 BTC.
  for (const [exit, profit] of [
    ['80100.0', '1.00000'],
    ['80300.0', '3.00000'],
    ['79800.0', '-2.00000'],
  ] as const) {
    order('buy-limit', 'open', '10', '80000.0');
    order('sell-limit', 'close', '10', exit, profit);
  }
  order('buy-limit', 'open', '12', '79000.0');
  exchange.setPrice('BTC-USDT', '80000.0');
  const stop = { type: 'sell-market', price: '0', trigger_sign: '2' };
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '78000.0', amount: '9', fields: stop });
});

test('a plan order that triggers leaves the list, its outcome is announced, stored in the activity and linked, and its order changes the position', async ({
  app,
  exchange,
}) => {
  const id = exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '80500.0', amount: '14' });
  const grid = app.getByRole('treegrid', { name: /^Open plans, / });
  const bitcoin = grid.locator('[data-row-id^="position "]');
  const plans = grid.locator('[data-row-id^="plan "]');
  const details = app.getByRole('complementary', { name: 'Details' });
  await app.getByRole('button', { name: 'Refresh' }).click();
  // One adds to the position, the other is its stop.
  await expect.poll(() => columnTexts(grid, 'cover')).toEqual(['Stop 75%', 'Adds', 'Stop 75%']);
  await expect(bitcoin.locator('[data-col="sideQuantity"]')).toHaveText('Long 12');
  await expect(bitcoin.locator('[data-col="notional"]')).toHaveText('≈ 960.00');

  await test.step('the search asks what if, and the ladder answers', async () => {
    await app.keyboard.press('Control+k');
    await app.keyboard.type('what if btc falls 5%');
    await app.getByRole('option', { name: 'What if BTC-USDT moves −5.00%' }).click();
    const tried = app.getByRole('slider', { name: 'Price of BTC-USDT to try' });
    await expect(tried).toHaveAttribute('aria-valuetext', '76,000.0, −5.00%');
    const result = app.getByRole('region', { name: 'BTC-USDT, Isolated' });
    await expect(result.getByRole('listitem')).toHaveText(/^78,000\.0\s+Sell 9\S* closes · assumed$/);
    await expect(result).toContainText(/Long then\s*≈ 3 \(3 to 12\)/);
    await tried.press('Escape');
    await expect(result).toBeHidden();
  });

  await plans.first().locator('[data-col="symbol"]').click();
  const last = details.locator('[data-field="last"] dd > span');
  await expect(last).toHaveText('80,000.0');
  await expect(app.getByRole('region', { name: 'Recorded on this computer' })).toContainText('First seen');
  exchange.setPrice('BTC-USDT', '80100.0');
  await expect(last).toHaveText('80,100.0');

  exchange.setPrice('BTC-USDT', '80500.0');
  exchange.advance(20_000);
  const notice = app.locator('.activity-notice');
  await expect(notice).toContainText('BTC buy triggered at 80,500');
  await expect(notice).toContainText('14 contracts filled');
  await expect(details).toContainText('This plan order is no longer open');
  await app.getByRole('button', { name: 'Refresh' }).click();
  await expect(bitcoin.locator('[data-col="sideQuantity"]')).toHaveText('Long 26');
  await app.getByRole('button', { name: 'Fold plan orders' }).click();
  await expect(dataRows(grid)).toHaveCount(1);
  await expect(bitcoin).toHaveAttribute('aria-expanded', 'false');

  await app.reload();
  await expect(dataRows(grid)).toHaveCount(2);
  await app.getByRole('button', { name: 'Activity, 1 unread' }).click();
  const item = app.getByRole('list', { name: 'Activity' }).getByRole('listitem');
  await expect(item).toHaveText(/\d\d:\d\d:\d\d.*BTC buy triggered at 80,500.*14 contracts filled/);
  await item.getByRole('button').click();
  const history = app.getByRole('grid', { name: /^Plan history, / });
  await expect.poll(() => columnTexts(history, 'id')).toEqual([id]);
  // The click has led to this row alone.
  await expect(details).toContainText('Fully executed');
  await expect(app.getByRole('button', { name: 'Activity', exact: true })).toBeVisible();
});
