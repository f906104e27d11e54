import type { Locator, Page } from '@playwright/test';
import { seriousFindings } from '../axe.ts';
import { stillMarket } from '../still-market.ts';
import { expect, showScreen, test } from '../test.ts';

// The positions above the plans would move the ladder when they are loaded.
test.use({ ...stillMarket, settings: { ...stillMarket.settings, planPositions: false, planLadder: true } });

function ladder(app: Page, symbol: string): Locator {
  return app.getByRole('region', { name: `Price ladder of ${symbol}` });
}

test('the search asks what if, the ladder answers with the orders that fill, and a move of all prices is summed up', async ({
  app,
  exchange,
}) => {
  exchange.setPrice('BTC-USDT', '80000.0');
  const opened = { type: 'buy-limit', contract_type: 'open', status: 3, amount: '10', deal_amount: '10', profit: '0' };
  exchange.addOrder({ symbol: 'BTC-USDT', fields: { ...opened, price: '79000.0', price_avg: '79000.0' } });
  exchange.addPlan({
    symbol: 'BTC-USDT',
    triggerPrice: '78000.0',
    amount: '4',
    fields: { type: 'sell-market', price: '0', trigger_sign: '2' },
  });
  await showScreen(app, 'Open plans');
  await app.getByRole('button', { name: 'Refresh' }).click();
  await app.keyboard.press('Control+k');
  await app.keyboard.type('what if btc falls 5%');
  await app.getByRole('option', { name: 'What if BTC-USDT moves −5.00%' }).click();

  const bitcoin = ladder(app, 'BTC-USDT');
  const tried = bitcoin.getByRole('slider', { name: 'Price of BTC-USDT to try' });
  const result = app.getByRole('region', { name: 'BTC-USDT, Isolated' });
  await expect(tried).toHaveAttribute('aria-valuetext', '76,000.0, −5.00%');
  await expect(result.getByRole('listitem')).toHaveText(/^78,000\.0\s+Sell 4\S* closes · assumed$/);
  await expect(result).toContainText(/Long then\s*≈ 6 \(6 to 10\)/);
  expect.soft(await seriousFindings(app, { include: '.plan-ladder' })).toEqual([]);

  await tried.press('PageUp');
  await expect(tried).toHaveAttribute('aria-valuetext', /^76,760\.0, /);
  await app.getByRole('textbox', { name: 'What if the price of BTC-USDT' }).fill('79000');
  await expect(result).toContainText('No order triggers on the way.');
  await tried.press('Escape');
  await expect(result).toBeHidden();

  await app.getByRole('textbox', { name: 'If all prices move' }).fill('-5');
  const line = app.getByRole('region', { name: 'If all prices move' });
  await expect(line).toContainText('If all prices move −5.00%');
  await expect(line).toContainText('1 order fills');
  await line.getByRole('button', { name: 'Clear what-if' }).click();
  await expect(line).toBeHidden();
});
