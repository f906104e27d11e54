import { columnTexts, dataRows, expect, showScreen, soon, test } from '../test.ts';

// The market stands still until a spec moves it.
test.use({
  settings: { ...soon, screen: 'futures-tickers' },
  exchangeOptions: { orders: 600, plans: 300, ordersPerMinute: 0, requestsPerWindow: 100_000, timeScale: 0 },
});

const cell = (symbol: string, column: string): string => `[data-row-id="${symbol}"] [data-col="${column}"]`;

test('only changed prices flash, in the selected strength', async ({ app, exchange }) => {
  const grid = await showScreen(app, 'Futures tickers');
  const bitcoin = grid.locator(cell('BTC-USDT', 'last'));
  await expect(bitcoin).toBeVisible();
  // A flash can end between two polls of the spec.
  const seen = await grid.evaluateHandle((element) => {
    const flashes: string[] = [];
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!(target instanceof HTMLElement) || !target.dataset.flash) continue;
        flashes.push(`${target.parentElement?.dataset.rowId} ${target.dataset.flash}`);
      }
    }).observe(element, { subtree: true, attributeFilter: ['data-flash'] });
    return flashes;
  });
  const flashes = async (): Promise<string[]> => (await seen.jsonValue()).toSorted();
  exchange.setPrice('BTC-USDT', '90000.0');
  exchange.setPrice('ETH-USDT', '2000.00');
  await expect.poll(flashes).toEqual(['BTC-USDT up', 'ETH-USDT down']);
  await expect(bitcoin).toHaveText('90,000.0');
  await expect(bitcoin).not.toHaveAttribute('data-flash');

  const strength = (): Promise<string> =>
    app.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--flash').trim());
  expect(await strength()).toBe('14%');
  await app.getByRole('button', { name: 'Settings' }).click();
  for (const [choice, percent] of [
    ['Strong', '32%'],
    ['Off', '0%'],
  ] as const) {
    await app.getByRole('radiogroup', { name: 'Price flashes' }).getByRole('radio', { name: choice }).click();
    await expect.poll(strength).toBe(percent);
  }
  await app.getByRole('button', { name: 'Close' }).click();
  exchange.setPrice('BTC-USDT', '91000.0');
  await expect.poll(flashes).toEqual(['BTC-USDT up', 'BTC-USDT up', 'ETH-USDT down']);
});

test.describe('without the basis in the table', () => {
  const layout = { columnVisibility: { basis: false } };
  test.use({ settings: { ...soon, screen: 'futures-tickers', tables: { 'futures-tickers': layout } } });

  test('the panel of a symbol polls the other market, shows plans, orders and prices, and opens the history', async ({
    app,
    exchange,
  }) => {
    exchange.addPlan({ symbol: 'BTC-USDT', triggerPrice: '250000.0' });
    exchange.addOrder({ symbol: 'BTC-USDT' });
    const polls = (market: 'futures' | 'spot') => exchange.traffic.count(`/v1/${market}/24kline_list`);
    const grid = await showScreen(app, 'Futures tickers');
    await expect.poll(() => polls('futures')).toBeGreaterThan(2);
    expect(polls('spot')).toBe(0);
    await grid.locator(cell('BTC-USDT', 'symbol')).click();
    await expect.poll(() => polls('spot')).toBeGreaterThan(0);
    const details = app.getByRole('complementary', { name: 'Details' });
    await expect(details.getByRole('region', { name: 'My open plans' })).toContainText('Rises to 250,000.0');
    await expect(details.getByRole('region', { name: 'My recent orders' }).getByRole('listitem').first()).toBeVisible();
    for (const price of ['90000.0', '92000.0']) {
      exchange.setPrice('BTC-USDT', price);
      await expect(grid.locator(cell('BTC-USDT', 'last'))).toHaveText(price.replace('000.0', ',000.0'));
    }
    const line = details.getByRole('slider', { name: 'This session' });
    await line.focus();
    await expect(line).toHaveAttribute('aria-valuetext', /: 92,000\.0$/);
    await app.keyboard.press('ArrowLeft');
    await expect(line).toHaveAttribute('aria-valuetext', /: 90,000\.0$/);

    // The tickers continue.
    const plans = details.getByRole('region', { name: 'My open plans' });
    exchange.faults.set({ rules: [{ fault: 'server-error', paths: ['/v1/futures/plan/current'] }] });
    await expect(plans).toContainText('Not live: plans from');
    await expect(plans).toContainText('The exchange reported an internal error.');
    await expect(plans).toContainText('Rises to 250,000.0');
    await expect(app.getByRole('banner')).not.toContainText('Not live');
    exchange.faults.set(null);
    await expect(plans).not.toContainText('Not live');

    await details.getByRole('button', { name: 'Show in order history' }).click();
    const orders = app.getByRole('grid', { name: /^Order history/ });
    await expect(dataRows(orders).first()).toBeVisible();
    expect(new Set(await columnTexts(orders, 'symbol'))).toEqual(new Set(['BTC-USDT']));
  });
});
