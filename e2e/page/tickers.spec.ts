import type { Page } from '@playwright/test';
import { seriousFindings } from '../axe.ts';
import { columnTexts, dataRows, expect, showScreen, soon, test } from '../test.ts';

// The market stands still until a spec moves it.
test.use({
  settings: { ...soon, screen: 'futures-tickers' },
  exchangeOptions: { orders: 600, plans: 300, ordersPerMinute: 0, requestsPerWindow: 100_000, timeScale: 0 },
});

const cell = (symbol: string, column: string): string => `[data-row-id="${symbol}"] [data-col="${column}"]`;
const openLists = (app: Page) => app.getByRole('button', { name: /^Watchlists:/ }).click();

test('only changed prices flash, in the selected strength, and rows keep their order until the user sorts again', async ({
  app,
  exchange,
}) => {
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

  await grid.getByRole('columnheader', { name: '24h %' }).click();
  await expect(grid.getByRole('columnheader', { name: '24h %' })).toHaveAttribute('aria-sort', 'descending');
  const before = await columnTexts(grid, 'symbol');
  const risen = before[9] ?? '';
  const price = exchange.priceOf(risen);
  const places = price.includes('.') ? price.length - price.indexOf('.') - 1 : 0;
  exchange.setPrice(risen, (Number(price) * 3).toFixed(places));
  await expect(grid.locator(cell(risen, 'changePercent'))).toHaveText(/^\+[12]\d\d\./);
  expect(await columnTexts(grid, 'symbol')).toEqual(before);
  await expect(app.getByText(/^Sorted at \d\d:\d\d:\d\d/)).toBeVisible();
  await app.getByRole('button', { name: 'Re-sort' }).click();
  await expect.poll(async () => (await columnTexts(grid, 'symbol'))[0]).toBe(risen);

  await test.step('a symbol without a ticker has no details and shows a message', async () => {
    const details = app.getByRole('complementary', { name: 'Details' });
    await grid.locator(cell(risen, 'symbol')).click();
    await expect(details).toBeVisible();
    exchange.faults.set({ rules: [{ fault: 'result-single', paths: ['/v1/futures/24kline_list'] }] });
    await expect(dataRows(grid)).toHaveCount(1);
    await expect(details).toBeHidden();
    await app.keyboard.press('ArrowUp');
    await app.keyboard.press('ArrowDown');
    await expect(dataRows(grid).locator('[data-active]')).toBeVisible();
    await expect(details, 'the keyboard opens no details').toBeHidden();
    await app.keyboard.press('ControlOrMeta+k');
    await app.getByRole('combobox').fill('eth usdt');
    await app.keyboard.press('Enter');
    await expect(app.getByText('ETH-USDT has no futures ticker')).toBeVisible();
  });
});

test('derived figures are exact, and empty without responses; a clock that is set back does not make old figures live', async ({
  app,
  exchange,
}) => {
  const spot = await showScreen(app, 'Spot tickers');
  await expect(dataRows(spot).first()).toBeVisible();
  const [bid, ask, spread] = await Promise.all(
    ['bid', 'ask', 'spread'].map(async (column) => (await columnTexts(spot, column))[0]?.replace(/,/g, '') ?? ''),
  );
  expect((Number(ask) - Number(bid)).toFixed(1)).toBe(Number(spread).toFixed(1));
  await expect(spot.locator(cell('BTC-USDT', 'basis'))).toHaveText(/^[+−]?\d+\.\d{3}%$/);
  exchange.setPrice('ETH-USDT', '1.00');
  await expect(spot.locator(cell('ETH-USDT', 'range'))).toHaveText('0%');
  await expect(spot.locator(cell('ETH-USDT', 'range'))).toHaveAccessibleName('0% of the way from 24h low to 24h high');

  const grid = await showScreen(app, 'Futures tickers');
  const change = grid.locator(cell('BTC-USDT', 'changePercent'));
  await expect(change).toHaveText(/%$/);
  const last = await grid.locator(cell('BTC-USDT', 'last')).textContent();
  exchange.faults.set({ rules: [{ fault: 'no-answer' }] });
  await expect(grid).toHaveAttribute('data-stale', 'true', { timeout: 15_000 });
  await expect(change).toHaveText('–');
  await expect(grid.locator(cell('BTC-USDT', 'basis'))).toHaveText('–');
  await expect(grid.locator(cell('BTC-USDT', 'last'))).toHaveText(last ?? '');
  await expect(app.getByRole('banner')).toContainText('Not live');
  await expect(app.getByRole('region', { name: 'Table status' })).toContainText('Not live: data from');
  expect(await seriousFindings(app, { include: '#main' })).toEqual([]);

  exchange.faults.set(null);
  exchange.faults.breakOff();
  await app.getByRole('button', { name: 'Refresh' }).click();
  await expect(grid).not.toHaveAttribute('data-stale', { timeout: 30_000 });
  await expect(change).toHaveText(/%$/);
  await expect(app.getByRole('banner')).not.toContainText('Not live');

  // The clock is set back by an hour. Requests time out after 15 s. Until then only their age says that the figures are not live.
  exchange.faults.set({ rules: [{ fault: 'no-answer' }] });
  await app.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() - 3_600_000;
  });
  await expect(grid).toHaveAttribute('data-stale', 'true', { timeout: 5000 });
  await expect(change).toHaveText('–');
  await expect(app.getByRole('banner')).toContainText('Not live');
  await expect(app.getByRole('banner')).toContainText('Age unknown');
});

test('removing a favorite does not scroll, and favorites and watchlists keep their order after a reload', async ({
  sharedApp: app,
}) => {
  const grid = await showScreen(app, 'Futures tickers');
  await expect(dataRows(grid).first()).toBeVisible();
  const showList = async (name: string): Promise<void> => {
    await openLists(app);
    await app.getByRole('button', { name, exact: true }).click();
  };
  const marked = (await columnTexts(grid, 'symbol')).slice(0, 12);
  for (const symbol of marked) await grid.locator(cell(symbol, 'favorite')).click();
  const lastMark = grid.locator(cell(marked[11] ?? '', 'favorite'));
  await expect(lastMark).toHaveAccessibleName('In favorites');
  // Two clicks are two changes, however fast.
  await lastMark.dblclick();
  await expect(lastMark).toHaveAccessibleName('In favorites');
  await showList('Favorites');
  await expect(dataRows(grid)).toHaveCount(12);
  await app.setViewportSize({ width: 1440, height: 400 });
  await grid.evaluate((element) => {
    element.scrollTop = 56;
  });
  await grid.locator(cell(marked[5] ?? '', 'favorite')).click();
  await expect(dataRows(grid)).toHaveCount(11);
  expect(await grid.evaluate((element) => element.scrollTop)).toBe(56);
  await app.setViewportSize({ width: 1440, height: 900 });
  const favorites = await columnTexts(grid, 'symbol');
  await showList('All symbols');

  await openLists(app);
  await app.getByRole('button', { name: 'New watchlist' }).click();
  await app.getByRole('textbox', { name: 'Watchlist name' }).fill('大盘');
  await app.keyboard.press('Enter');
  await expect(app.getByRole('button', { name: '大盘', exact: true })).toBeVisible();
  await app.keyboard.press('Escape');
  for (const symbol of ['SOL-USDT', '币安人生-USDT', 'BTC-USDT']) {
    await grid.locator(cell(symbol, 'symbol')).click({ button: 'right' });
    await app.getByRole('menuitem', { name: 'Watchlists' }).click();
    await app.getByRole('menuitemcheckbox', { name: '大盘' }).click();
    await app.keyboard.press('Escape');
    await app.keyboard.press('Escape');
    await expect(app.getByRole('menu')).toHaveCount(0);
  }
  await showList('大盘');
  await expect.poll(() => columnTexts(grid, 'symbol')).toEqual(['SOL-USDT', '币安人生-USDT', 'BTC-USDT']);

  await openLists(app);
  const up = app.getByRole('button', { name: 'Move BTC-USDT up' });
  await up.press('Enter');
  await up.press('Enter');
  await app.keyboard.press('Escape');
  const ordered = ['BTC-USDT', 'SOL-USDT', '币安人生-USDT'];
  await expect.poll(() => columnTexts(grid, 'symbol')).toEqual(ordered);
  await app.reload();
  await expect.poll(() => columnTexts(grid, 'symbol')).toEqual(ordered);

  await showList('Favorites');
  await expect.poll(() => columnTexts(grid, 'symbol')).toEqual(favorites);
  await openLists(app);
  await app.getByRole('button', { name: 'Delete 大盘' }).click();
  await expect(app.getByRole('button', { name: '大盘', exact: true })).toBeHidden();
});

test('large figures are abbreviated, the filter finds Chinese names and full-width letters, a quote currency narrows the list, and the map and the movers support the keyboard', async ({
  sharedApp: app,
}) => {
  const futures = await showScreen(app, 'Futures tickers');
  await expect(dataRows(futures).first()).toBeVisible();
  await test.step('large figures are abbreviated, and the decimals of a column are below each other', async () => {
    const turnover = await columnTexts(futures, 'turnover');
    expect(turnover.filter((text) => !/^([\d,]+\.\d{1,2}[TBMK]|[\d,]{1,3}(\.\d{1,2})?)$/.test(text))).toEqual([]);
    const first = futures.locator('[data-position="0"] [data-col="turnover"]');
    await expect(first).toHaveAccessibleName(/^[\d.]+[BM], exactly [\d,]{9,}(\.\d+)?$/);
    await expect(first).toHaveCSS('font-variant-numeric', 'tabular-nums');
  });
  const filter = app.getByRole('textbox', { name: 'Filter by symbol' });
  await filter.fill('ＢＴＣ');
  await expect.poll(() => columnTexts(futures, 'symbol')).toContain('BTC-USDT');
  await filter.fill('币安');
  await expect
    .poll(async () => (await columnTexts(futures, 'symbol')).every((symbol) => symbol.includes('币安')))
    .toBe(true);
  await expect(dataRows(futures).first()).toBeVisible();
  await filter.fill('no such symbol');
  await expect(futures.getByText('No symbols match the filter')).toBeVisible();
  await filter.fill('');

  await app.getByRole('radio', { name: 'Heatmap' }).click();
  const map = app.getByRole('group', { name: /^USDT heatmap/ });
  const bitcoin = map.getByRole('button', { name: /^BTC [+−]?\d+\.\d\d%, BTC-USDT, last price [\d,.]+, turnover / });
  await bitcoin.focus();
  await app.keyboard.press('ArrowDown');
  await expect(bitcoin).not.toBeFocused();
  await app.keyboard.press('Home');
  await expect(bitcoin).toBeFocused();
  await app.keyboard.press('Enter');
  const details = app.getByRole('complementary', { name: 'Details' });
  await expect(details).toContainText('BTC-USDT');
  await expect(details.getByRole('region', { name: 'Trading rules' })).toContainText('decimals');
  // Another spec checks the table.
  expect(await seriousFindings(app, { include: '#main' }), 'map').toEqual([]);

  await app.getByRole('radio', { name: 'Movers' }).click();
  const gainers = app.getByRole('region', { name: 'Top gainers' }).getByRole('button');
  await gainers.first().focus();
  await app.keyboard.press('ArrowDown');
  await expect(gainers.nth(1)).toBeFocused();
  const second = await gainers.nth(1).getAttribute('data-symbol');
  await app.keyboard.press('Enter');
  await expect(details).toContainText(second ?? '');
  expect(await seriousFindings(app, { include: '#main' }), 'movers').toEqual([]);
  await app.reload();
  await expect(gainers.first()).toBeVisible();

  const grid = await showScreen(app, 'Spot tickers');
  await expect(dataRows(grid).first()).toBeVisible();
  await filter.fill('币安');
  await expect
    .poll(async () => new Set(await columnTexts(grid, 'symbol')))
    .toEqual(new Set(['币安人生-USDC', '币安人生-USDT']));
  await app.getByRole('button', { name: 'Clear filter' }).click();
  await app.getByRole('button', { name: /^Quote currency:/ }).click();
  await app.getByRole('menuitemradio').nth(2).click();
  await expect
    .poll(async () => new Set((await columnTexts(grid, 'symbol')).map((symbol) => symbol.split('-').at(-1))).size)
    .toBe(1);
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
