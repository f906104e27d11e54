import type { Locator, Page } from '@playwright/test';
import { seriousFindings } from '../axe.ts';
import { stillMarket } from '../still-market.ts';
import { dataRows, expect, showScreen, test } from '../test.ts';

// The positions above the plans would move the ladder when they are loaded.
test.use({ ...stillMarket, settings: { ...stillMarket.settings, planPositions: false, planLadder: true } });

function ladder(app: Page, symbol: string): Locator {
  return app.getByRole('region', { name: `Price ladder of ${symbol}` });
}

/** Returns the labels from top to bottom, as they are shown. */
function labels(app: Page, symbol: string): Promise<string[]> {
  return ladder(app, symbol)
    .locator('.ladder-label')
    .evaluateAll((all) =>
      all.map((label) =>
        Array.from(label.querySelectorAll('span:not(.visually-hidden)'), (part) => part.textContent)
          .join(' ')
          .trim(),
      ),
    );
}

async function boxes(places: Locator): Promise<{ top: number; bottom: number }[]> {
  return places.evaluateAll((all) =>
    all.map((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return { top, bottom };
    }),
  );
}

test('the ladder shows the prices of open plans, its marks lead to them, and a narrow window has it on request', async ({
  app,
  exchange,
}) => {
  exchange.setPrice('BTC-USDT', '80000.0');
  const fields = { stop_profit_price: '84000', stop_loss_price: '79000', type: 'buy-limit', price: '80810' };
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '80800.0', fields });
  exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '80800.1', fields: { type: 'sell-market', price: '0' } });
  const details = app.getByRole('complementary', { name: 'Details' });
  const bitcoin = ladder(app, 'BTC-USDT');
  const grid = await showScreen(app, 'Open plans');
  await expect.poll(() => labels(app, 'BTC-USDT')).toContain('2 TP 84,000.0 +5.00%');
  const shown = await labels(app, 'BTC-USDT');
  expect(shown.filter((label) => !label.startsWith('24h'))).toEqual([
    '2 TP 84,000.0 +5.00%',
    '2 Limit 80,810.0 +1.01%',
    '1 Sell 10 80,800.1 +1.00%',
    '2 Buy 10 80,800.0 +1.00%',
    '2 SL 79,000.0 −1.25%',
  ]);
  expect(shown.some((label) => label.startsWith('24h'))).toBe(true);
  expect.soft(await seriousFindings(app, { include: '.plan-ladder' })).toEqual([]);

  await test.step('labels do not overlap, and a tick moves only the last price', async () => {
    const marks = bitcoin.locator('.ladder-label');
    const before = await boxes(marks);
    for (const [number, { top }] of before.entries())
      if (number > 0) expect(top).toBeGreaterThanOrEqual((before[number - 1]?.bottom ?? 0) - 0.5);
    const last = bitcoin.locator('.ladder-last');
    const [lastBefore] = await boxes(last);
    exchange.setPrice('BTC-USDT', '80400.0');
    await expect(last).toHaveText('Last price 80,400.0');
    await expect.poll(() => labels(app, 'BTC-USDT')).toContain('2 Buy 10 80,800.0 +0.50%');
    expect(await boxes(marks)).toEqual(before);
    expect((await boxes(last))[0]?.top).toBeLessThan(lastBefore?.top ?? 0);
  });

  await test.step('a mark opens its plan, by pointer and by the arrow keys', async () => {
    await bitcoin.getByRole('button', { name: /TP 84,000.0 .*what this plan order would open: Buy · Limit/ }).click();
    await expect(details.locator('[data-field="takeProfit"]')).toContainText(/84,?000/);
    // The ladder has moved into the details.
    await bitcoin.getByRole('button', { name: /TP 84,000.0/ }).focus();
    await app.keyboard.press('ArrowDown');
    await app.keyboard.press('ArrowDown');
    await expect(bitcoin.getByRole('button', { name: /Sell 10.* 80,800.1/ })).toBeFocused();
    await app.keyboard.press('Enter');
    await expect(details.locator('[data-field="triggerPrice"]')).toContainText(/80,?800.1/);
    await details.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('the ladder is in the details if these are open, and stays hidden after a reload', async () => {
    await dataRows(grid).first().locator('[data-col="symbol"]').click();
    await expect(details.getByRole('region', { name: 'Price ladder of BTC-USDT' })).toBeVisible();
    const button = app.getByRole('button', { name: 'Ladder' });
    await button.click();
    await expect(bitcoin).toBeHidden();
    await app.reload();
    await expect(dataRows(grid).first()).toBeVisible();
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    await button.click();
    await expect(bitcoin).toBeVisible();
  });

  await test.step('the panel of a symbol has the ladder, and a mark leads to the open plan', async () => {
    const tickers = await showScreen(app, 'Futures tickers');
    await tickers.locator('[data-row-id="BTC-USDT"] [data-col="symbol"]').click();
    await details.getByRole('button', { name: /SL 79,000.0/ }).click();
    await expect(app.getByRole('grid', { name: /^Open plans/ })).toBeVisible();
    await expect(details.locator('[data-field="stopLoss"]')).toContainText(/79,?000/);
  });

  await test.step('a long symbol keeps its place in the head of the ladder', async () => {
    const symbol = 'THOUSANDCATSWITHAVERYLONGNAME1000000-USDT';
    await app.setViewportSize({ width: 1680, height: 900 });
    const renamed = { type: 'buy-market', symbol };
    exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '90000.0', fields: renamed });
    await dataRows(grid).filter({ hasText: symbol }).click();
    const choice = app.getByRole('combobox', { name: 'Price ladder of' });
    await expect(choice).toHaveText(symbol);
    const overflow = await choice.evaluate((element) => ({
      x: element.scrollWidth - element.clientWidth,
      y: element.scrollHeight - element.clientHeight,
    }));
    expect(overflow).toEqual({ x: 0, y: 0 });
  });
});

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
