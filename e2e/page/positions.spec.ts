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

test('a position shows what it brings and what protects it, and one line sums up the account', async ({
  app,
  exchange,
}) => {
  const order = (symbol: string, fields: object): void => {
    exchange.addOrder({ symbol, fields: { status: 3, profit: '0', ...fields } });
    exchange.advance(1000);
  };
  const fill = (type: string, contract_type: string, amount: string, price: string) => ({
    type,
    contract_type,
    amount,
    deal_amount: amount,
    price,
    price_avg: price,
  });
  // Three trades show that a contract is 0.001 BTC.
  for (const [exit, profit] of [
    ['80100.0', '1.00000'],
    ['80300.0', '3.00000'],
    ['79800.0', '-2.00000'],
  ] as const) {
    order('BTC-USDT', fill('buy-limit', 'open', '10', '80000.0'));
    order('BTC-USDT', { ...fill('sell-limit', 'close', '10', exit), profit });
  }
  order('BTC-USDT', fill('buy-limit', 'open', '12', '80000.0'));
  order('ETH-USDT', fill('sell-limit', 'open', '3', '2900.00'));
  const stop = { type: 'sell-market', price: '0', trigger_sign: '2' };
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '79000.0', amount: '9', fields: stop });
  exchange.setPrice('BTC-USDT', '88000.0');
  exchange.setPrice('ETH-USDT', '3000.00');
  const account = app.getByRole('region', { name: 'Account risk' });
  const bitcoin = positions(app).getByRole('row', { name: /BTC-USDT/ });
  const ether = positions(app).getByRole('row', { name: /ETH-USDT/ });
  const details = app.getByRole('complementary', { name: 'Details' });
  await showScreen(app, 'Open plans');
  await app.getByRole('button', { name: 'Refresh' }).click();
  await expect(bitcoin.locator('[data-col="last"]')).toHaveText('88,000.0');
  await expect(ether.locator('[data-col="last"]')).toHaveText('3,000.00');
  // The first change that a page sees is the usual one. A new page has seen none.
  await app.reload();

  await expect(bitcoin.locator('[data-col="notional"]')).toHaveText('≈ 1,056.00');
  await expect(bitcoin.locator('[data-col="pnl"]')).toHaveText('≈ +96.00');
  await expect(bitcoin.locator('[data-col="pnl"]')).toHaveAttribute('data-tone', 'up');
  await expect(bitcoin.locator('[data-col="stop"]')).toHaveText('79,000.0 · 75%');
  await expect(bitcoin.locator('[data-col="toStop"]')).toHaveText('−10.23%');
  await expect(bitcoin.locator('[data-col="atRisk"]')).toHaveText('−9.00');
  await expect(ether.locator('[data-col="pnl"]')).toHaveText('–');
  await expect(ether.locator('[data-col="pnlPercent"]')).toHaveText('−3.45%');
  await expect(ether.locator('[data-col="stop"]')).toHaveText('No stop found');
  await expect(account).toContainText(/Open PnL USDT.*1 of 2 positions.*≈ \+96\.00/);
  const withoutStop = account.getByRole('button', { name: '1 without a stop found' });
  await withoutStop.click();
  await expect(app.getByRole('button', { name: 'Open positions (1 of 2)' })).toBeVisible();
  await expect(ether).toBeVisible();
  await expect(bitcoin).toHaveCount(0);
  await withoutStop.click();
  await expect(bitcoin).toBeVisible();
  await expect(account).toContainText(/If all stops hit.*1 of 2 positions.*−9\.00/);
  expect.soft(await seriousFindings(app, { include: '#main' })).toEqual([]);

  await test.step('the details of a position list its stops, which lead to their plan orders', async () => {
    await bitcoin.locator('[data-col="symbol"]').click();
    const stops = details.getByRole('region', { name: 'Stops' });
    await expect(stops).toContainText(/75% covered.*Result.*−9\.00/);
    expect.soft(await seriousFindings(app, { include: '.detail' })).toEqual([]);
    await stops.getByRole('button', { name: 'Sell · Falls to 79,000.0' }).click();
    await expect(details.locator('[data-field="triggerPrice"]')).toContainText('79,000.0');
    await app.keyboard.press('Escape');
  });

  await test.step('the positions are sorted, and as tall as the user makes them', async () => {
    const symbols = () => columnTexts(positions(app), 'symbol');
    await positions(app).getByRole('columnheader', { name: 'PnL %' }).click();
    await expect.poll(symbols).toEqual(['BTC-USDT', 'ETH-USDT']);
    await positions(app).getByRole('columnheader', { name: 'PnL %' }).click();
    await expect.poll(symbols).toEqual(['ETH-USDT', 'BTC-USDT']);
    const table = positions(app).locator('.positions-table');
    const before = (await table.boundingBox())?.height ?? 0;
    await positions(app).getByRole('separator', { name: 'Height of the open positions' }).press('ArrowUp');
    await expect.poll(async () => (await table.boundingBox())?.height).toBeLessThan(before);
    await app.reload();
    await expect.poll(async () => (await table.boundingBox())?.height).toBeLessThan(before);
  });

  await test.step('the plan orders of a symbol narrow the positions, and without any say what its position lacks', async () => {
    await ether.locator('[data-col="symbol"]').click({ button: 'right' });
    await app.getByRole('menuitem', { name: 'Show open plans' }).click();
    await expect(app.getByText('ETH-USDT has no open plan orders.')).toBeVisible();
    await expect.poll(() => columnTexts(positions(app), 'symbol')).toEqual(['ETH-USDT']);
    await expect(app.getByText(/Short 3.*: no stop found among plan orders and waiting orders/)).toBeVisible();
  });
});

test.describe('while the history is being downloaded', () => {
  test.use({
    // Room for every position: rows out of sight keep their old figures.
    settings: { ...stillMarket.settings, positionCounts: { demo: 12 } },
    exchangeOptions: {
      ...stillMarket.exchangeOptions,
      orders: 3000,
      faults: { rules: [{ fault: 'no-answer', paths: ['/v1/futures/orders/history'], requests: { every: 8 } }] },
    },
  });

  test('the section says what is missing, the history how far it has come, and at the end the positions are those after a reload', async ({
    app,
    exchange,
  }) => {
    const lines = positions(app).getByRole('row');
    await showScreen(app, 'Open plans');
    await expect(positions(app)).toContainText(/Positions (opened before \d{4}-\d\d-\d\d )?may be missing\./);
    const reason = /this position was opened before the downloaded history/;
    await expect(positions(app).getByRole('gridcell', { name: reason }).first()).toBeVisible();

    await test.step('the share is shown once it is known where the account begins', async () => {
      await showScreen(app, 'Order history');
      await expect(app.getByText(/^Downloading your history: back to \d{4}-\d\d-\d\d/)).toBeVisible();
      await showScreen(app, 'Plan history');
      await expect(app.getByRole('region', { name: 'Summary' })).toContainText('40 plan orders');
      await showScreen(app, 'Order history');
      await expect(app.getByText(/^Downloading your history: back to [\d-]+, \d+%/)).toBeVisible();
      await expect(app.getByRole('progressbar')).toBeVisible();
      await showScreen(app, 'Open plans');
    });
    exchange.faults.set(null);
    exchange.faults.breakOff();
    await expect(positions(app)).not.toContainText('may be missing', { timeout: 30_000 });
    await expect(lines).not.toHaveCount(0);
    await expect(positions(app).getByRole('gridcell', { name: /Figures unknown/ })).toHaveCount(0);
    // The sizes of contracts follow the orders.
    await expect(positions(app).locator('[data-row-id] [data-col="notional"]').getByText('–')).toHaveCount(0);
    // A size of a contract that is known is read again after two minutes only: it may have been an estimate.
    const texts = async () => (await lines.allTextContents()).map((text) => text.replaceAll('≈ ', ''));
    const shown = await texts();
    await app.reload();
    await expect.poll(texts).toEqual(shown);
  });
});
