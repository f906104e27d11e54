import type { Locator, Page } from '@playwright/test';
import { seriousFindings } from '../axe.ts';
import { stillMarket } from '../still-market.ts';
import { columnTexts, dataRows, expect, showScreen, test } from '../test.ts';

test.use({
  ...stillMarket,
  // The first time that an account is shown, the room of its positions does not follow them.
  settings: { ...stillMarket.settings, positionCounts: { demo: 1 } },
  exchangeOptions: { ...stillMarket.exchangeOptions, orders: 0, plans: 0 },
});

const opened = { type: 'buy-limit', contract_type: 'open', status: 2, amount: '10', deal_amount: '10', profit: '0' };
const closed = { ...opened, type: 'sell-limit', contract_type: 'close' };

function positions(app: Page): Locator {
  return app.getByRole('region', { name: 'Open positions' });
}

test('the open positions follow the orders and the price, and their plans and symbols show them', async ({
  app,
  exchange,
}) => {
  exchange.setPrice('BTC-USDT', '88000.0');
  exchange.addOrder({ symbol: 'BTC-USDT', fields: { ...opened, price: '80000.0', price_avg: '80000.0' } });
  const plan = { symbol: 'BTC-USDT', fields: { type: 'sell-market', price: '0' } };
  exchange.addPlan({ ...plan, triggerPrice: '90000.0', amount: '12' });
  exchange.addPlan({ ...plan, triggerPrice: '91000.0', amount: '10' });
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '92000.0', marginMode: 2 });
  const close = (amount: string, price: string): void => {
    const fields = { ...closed, amount, deal_amount: amount, price, price_avg: price };
    exchange.addOrder({ symbol: 'BTC-USDT', fields });
  };
  const details = app.getByRole('complementary', { name: 'Details' });
  const refresh = app.getByRole('button', { name: 'Refresh' });

  await test.step('the panel of a symbol shows its position', async () => {
    const tickers = await showScreen(app, 'Futures tickers');
    await tickers.locator('[data-row-id="BTC-USDT"] [data-col="symbol"]').click();
    const position = app.getByRole('region', { name: 'My position' });
    await expect(position.getByRole('listitem')).toContainText(/Long · Isolated\s*10(\.0+)? contracts/);
    await expect(position).toContainText('Avg entry 80,000.0');
    await expect(position.getByText('PnL +10.00%')).toHaveAttribute('data-tone', 'up');
    expect.soft(await seriousFindings(app, { include: '.detail' })).toEqual([]);

    await tickers.locator('[data-row-id="ETH-USDT"] [data-col="symbol"]').click();
    await expect(position).toContainText('No open position in this symbol');
  });

  const grid = await showScreen(app, 'Open plans');
  const line = positions(app).getByRole('row', { name: /BTC-USDT/ });
  await expect(line).toContainText(/Long.*80,000\.0.*\+10\.00%/);
  await expect(line.locator('[data-col="quantity"]')).toHaveText('10');
  await expect(positions(app)).toContainText(/From your orders as of \d\d:\d\d:\d\d/);

  await test.step('the column shows the position of the symbol and margin mode', async () => {
    await expect.poll(() => columnTexts(grid, 'position')).toEqual(['Long 10', 'Long 10', 'None']);
  });

  await test.step('a plan without the position that it needs is marked', async () => {
    await expect(grid.locator('[data-remark]')).toHaveCount(1);
    await grid.locator('[data-remark]').click();
    await expect(details.locator('[data-field="position"]')).toContainText('Long 10');
    const remark = details.locator('.plan-remark');
    await expect(remark).toContainText('Reason for the mark');
    await expect(remark).toContainText(/for 12(\.0+)? contracts\. .*\(Long, Isolated\) has 10/);
    expect.soft(await seriousFindings(app, { include: '#main' })).toEqual([]);
  });

  exchange.setPrice('BTC-USDT', '87200.0');
  await expect(line).toContainText('+9.00%');

  await test.step('the PnL of a short is negative and a loss while the price is above its entry', async () => {
    const short = {
      ...opened,
      type: 'sell-limit',
      price: '80000.0',
      price_avg: '80000.0',
      amount: '3',
      deal_amount: '3',
    };
    exchange.addOrder({ symbol: 'BTC-USDT', marginMode: 2, fields: short });
    await refresh.click();
    const pnl = positions(app)
      .getByRole('row', { name: /BTC-USDT.*Short/ })
      .getByText('−9.00%');
    await expect(pnl).toHaveAttribute('data-tone', 'down');
    const gain = line.filter({ hasText: 'Long' }).getByText('+9.00%');
    await expect(gain).toHaveAttribute('data-tone', 'up');
    // A jump leaves no sign open.
    exchange.setPrice('BTC-USDT', '79200.0');
    await expect(line.filter({ hasText: 'Short' }).getByText('+1.00%')).toHaveAttribute('data-tone', 'up');
    exchange.setPrice('BTC-USDT', '87200.0');
    exchange.addOrder({
      symbol: 'BTC-USDT',
      marginMode: 2,
      fields: { ...short, type: 'buy-limit', contract_type: 'close' },
    });
    await refresh.click();
    await expect(line).toHaveCount(1);
  });
  exchange.advance(5000);
  close('4', '84000.0');
  await refresh.click();
  await expect(line.locator('[data-col="quantity"]')).toHaveText('6');

  await test.step('a new position makes room for itself once the pointer over the open plans rests', async () => {
    const table = positions(app).locator('.positions-table');
    await expect(table).toHaveAttribute('style', '--lines: 1;');
    await dataRows(grid).first().hover();
    exchange.addOrder({ symbol: 'ETH-USDT', fields: { ...opened, price: '3000', price_avg: '3000' } });
    await refresh.press('Enter');
    await expect(table).toHaveAttribute('style', '--lines: 2;');
  });

  await positions(app).getByRole('button', { name: 'Open positions (2)' }).click();
  await expect(line).toBeHidden();
  close('6', '88000.0');
  await refresh.click();
  await expect(grid.locator('[data-remark]')).toHaveCount(2);
  await expect(details.locator('.plan-remark')).toContainText(
    'The BTC-USDT position (Isolated) that was open when this plan order was created is closed.',
  );
  await app.reload();
  const folded = positions(app).getByRole('button', { name: 'Open positions (1)' });
  await expect(folded).toHaveAttribute('aria-expanded', 'false');
});
