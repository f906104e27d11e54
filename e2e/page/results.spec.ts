import type { Locator, Page } from '@playwright/test';
import { paths, TestClient } from '../../src/demo-exchange/testing/test-client.ts';
import { seriousFindings } from '../axe.ts';
import { columnTexts, dataRows, expect, test } from '../test.ts';

// The market stands still, so that no plan adds an order.
test.use({
  settings: { resultsOf: 'order-history' },
  exchangeOptions: { orders: 600, plans: 300, ordersPerMinute: 0, requestsPerWindow: 100_000, timeScale: 0 },
});

interface RawOrder {
  order_id: string;
  ctime: number;
  symbol: string;
  profit: string;
}

/** Returns all orders as the service sends them, without any code of the program. */
async function readRawOrders(client: TestClient): Promise<RawOrder[]> {
  const orders: RawOrder[] = [];
  for (const marginMode of [1, 2]) {
    for (let from: string | undefined; ; ) {
      const { envelope } = await client.signed(paths.orders, {
        ...(from === undefined ? {} : { from }),
        limit: 100,
        is_full: marginMode,
      });
      const page = envelope.result as RawOrder[];
      orders.push(...page);
      from = page.at(-1)?.order_id;
      if (from === undefined) break;
    }
  }
  return orders;
}

const places = 30;
/** Converts a decimal to units of its thirtieth place. */
function unitsOf(decimal: string): bigint {
  const [, sign, whole = '', fraction = ''] = /^([+−-]?)([\d,]+)\.?(\d*)$/.exec(decimal) ?? [];
  if (whole === '' || fraction.length > places) throw new Error(`"${decimal}" is no decimal.`);
  const units = BigInt(whole.replaceAll(',', '') + fraction.padEnd(places, '0'));
  return sign === '' || sign === '+' ? units : -units;
}

interface Sums {
  pnl: bigint;
  orders: number;
  won: number;
  lost: number;
}

function sumsBy(orders: readonly RawOrder[], keyOf: (order: RawOrder) => string): Map<string, Sums> {
  const groups = new Map<string, Sums>();
  for (const order of orders) {
    const sums = groups.get(keyOf(order)) ?? { pnl: 0n, orders: 0, won: 0, lost: 0 };
    const profit = unitsOf(order.profit);
    sums.pnl += profit;
    sums.orders += 1;
    if (profit > 0n) sums.won += 1;
    if (profit < 0n) sums.lost += 1;
    groups.set(keyOf(order), sums);
  }
  return groups;
}

const panelOf = (app: Page, title: string): Locator => app.getByRole('region', { name: title, exact: true });
const readingOf = (panel: Locator): Locator => panel.getByRole('status');

async function showResults(app: Page): Promise<Locator> {
  await app.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'PnL analysis' }).click();
  await expect(panelOf(app, 'Cumulative PnL')).toBeVisible();
  return app.locator('.results-totals');
}

/** Shows the results and waits until the history is complete, by the number of orders on the screen. */
async function showAllResults(app: Page, orders: number): Promise<void> {
  const totals = await showResults(app);
  await expect(totals).toContainText(`Orders${orders.toLocaleString('en-US')}Wins`);
}

/** Returns a figure with every digit, as screen readers read it. */
function fullFigure(figure: Locator): Promise<string> {
  return figure.evaluate((element) => (element.querySelector('.visually-hidden') ?? element).textContent ?? '');
}

/** Returns the rows of a panel's table: the first cell and the exact figures after it. */
async function readTable(panel: Locator, title: string): Promise<Map<string, string[]>> {
  const table = panel.getByRole('table');
  if (!(await table.isVisible())) await panel.getByRole('button', { name: `Show ${title} as a table` }).click();
  const rows = await panel
    .locator('tbody tr')
    .evaluateAll((elements) =>
      elements.map((row) =>
        [...row.children].map((cell) => (cell.querySelector('.visually-hidden') ?? cell).textContent ?? ''),
      ),
    );
  return new Map(rows.map(([name = '', ...figures]) => [name, figures]));
}

function asFigures({ pnl, orders, won, lost }: Sums): (bigint | number)[] {
  return [pnl, orders, won, lost];
}

function readFigures(cells: readonly string[]): (bigint | number)[] {
  const [pnl = '', ...counts] = cells;
  return [unitsOf(pnl), ...counts.map((count) => Number(count.replaceAll(',', '')))];
}

test('every figure is the exact sum of the raw pages, and axe finds nothing serious in the charts', async ({
  sharedApp: app,
  shared: { exchange },
}) => {
  const raw = await readRawOrders(new TestClient(exchange));
  expect(raw.length).toBe(600);
  const orders = raw.filter(({ symbol }) => symbol.endsWith('-USDT'));
  await showAllResults(app, orders.length);
  expect.soft(await seriousFindings(app, { include: 'main' })).toEqual([]);

  const zone = await app.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const part = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, ...options });
    return ({ ctime }: RawOrder): string => format.format(ctime * 1000);
  };
  const dayOf = part({ year: 'numeric', month: '2-digit', day: '2-digit' });
  const weekdayOf = part({ weekday: 'long' });
  const hour = part({ hour: '2-digit', hourCycle: 'h23' });
  const hourOf = (order: RawOrder): string => `${hour(order)}:00 to ${hour(order)}:59`;

  const whole = sumsBy(orders, () => 'all').get('all');
  const figure = app.locator('.results-totals strong .figure');
  await expect(figure.locator('[aria-hidden]')).toHaveText(/^[+−][\d,]+\.\d\d USDT$/);
  await expect(figure).toHaveAttribute('title', /^[+−][\d,]+\.\d{3,} USDT$/);
  const total = await fullFigure(app.locator('.results-totals strong'));
  expect(unitsOf(total.replace(' USDT', ''))).toBe(whole?.pnl);

  const charts = [
    ['PnL by day', dayOf],
    ['PnL by symbol', ({ symbol }: RawOrder) => symbol],
    ['PnL by weekday', weekdayOf],
    ['PnL by hour', hourOf],
  ] as const;
  for (const [title, keyOf] of charts) {
    const shown = await readTable(panelOf(app, title), title);
    const sums = sumsBy(orders, keyOf);
    // Groups without orders are shown, too. One comparison takes a fraction of one for each group.
    const none = { pnl: 0n, orders: 0, won: 0, lost: 0 };
    const names = new Set([...shown.keys(), ...sums.keys()]);
    const expected = new Map([...names].map((name) => [name, asFigures(sums.get(name) ?? none)]));
    expect(new Map([...shown].map(([name, cells]) => [name, readFigures(cells)])), title).toEqual(expected);
  }

  const cumulative = await readTable(panelOf(app, 'Cumulative PnL'), 'Cumulative PnL');
  let sum = 0n;
  const expected = [...sumsBy(orders, dayOf)].sort().map(([day, { pnl }]) => {
    sum += pnl;
    return [day, sum, pnl];
  });
  const shown = expected.map(([day]) => {
    const [shownTotal = '', shownDay = ''] = cumulative.get(String(day)) ?? [];
    return [day, unitsOf(shownTotal), unitsOf(shownDay)];
  });
  expect(shown).toEqual(expected);
});

test('a click on a bar or a day shows its orders, and the results follow the filter', async ({ sharedApp: app }) => {
  await showResults(app);
  const symbols = panelOf(app, 'PnL by symbol');
  const canvas = symbols.locator('canvas');
  // A bar in the middle. Without the pointer the reading names the best and the worst symbol.
  const position = await canvas.evaluate(({ clientWidth }) => ({ x: clientWidth / 2, y: 20 }));
  await canvas.hover({ position });
  const name = readingOf(symbols).locator('.results-reading-name');
  await expect(name).toHaveText(/^\w+-USDT$/);
  const symbol = (await name.textContent()) ?? '';
  await canvas.click({ position });

  const grid = app.getByRole('grid', { name: /^Order history, / });
  await expect.poll(async () => new Set(await columnTexts(grid, 'symbol'))).toEqual(new Set([symbol]));

  await showResults(app);
  const chips = app.getByRole('list', { name: 'Active filters' });
  await expect(chips, 'the click has left the filter of the results').toHaveCount(0);
  await app.getByRole('button', { name: 'Filter' }).click();
  const form = app.getByRole('dialog', { name: 'Filter' });
  await form.getByRole('combobox', { name: 'Search symbols' }).fill(symbol);
  await form.getByRole('option', { name: symbol }).first().click();
  await expect(chips).toContainText(symbol);
  const orders = app.locator('.results-total').filter({ hasText: 'Orders' }).locator('dd').first();
  await expect(async () => {
    const count = await orders.textContent();
    await expect(form.getByRole('button', { name: `Show ${count} orders`, exact: true })).toBeVisible({ timeout: 250 });
  }).toPass();
  await app.keyboard.press('Escape');
  const names = await readTable(panelOf(app, 'PnL by symbol'), 'PnL by symbol');
  expect([...names.keys()]).toEqual([symbol]);

  const day = panelOf(app, 'PnL by day').locator('[data-sign]').last();
  const date = (await day.getAttribute('data-day')) ?? '';
  await day.click();
  await expect(dataRows(grid).first()).toBeVisible();
  await expect
    .poll(async () => new Set((await columnTexts(grid, 'createdAt')).map((time) => time.slice(0, 10))))
    .toEqual(new Set([date]));
  expect(new Set(await columnTexts(grid, 'symbol'))).toEqual(new Set([symbol]));

  await showResults(app);
  await chips.getByRole('button', { name: 'Clear all' }).click();
  await expect(chips).toBeHidden();
  const all = panelOf(app, 'PnL by symbol');
  await readTable(all, 'PnL by symbol');
  await expect.poll(() => all.locator('tbody tr').count()).toBeGreaterThan(1);
});

test('results of trades lead to exactly their trades, and Back returns to them, which include new orders', async ({
  app,
  exchange,
}) => {
  // Trades that are read earlier change while the orders are downloaded.
  await showAllResults(app, 600);
  const totals = app.locator('.results-head');
  await app.getByRole('radio', { name: 'Trades' }).click();
  await app.getByRole('button', { name: 'More' }).click();
  await expect(totals).toContainText(/Win rate[\d.]+%\d+ trades?/);
  await expect(totals).toContainText(/Incomplete \(not included\).*\d+ trades?/);
  const closed = totals.locator('dt', { hasText: 'Closed trades' }).locator('xpath=following-sibling::dd[1]');
  const all = Number((await closed.textContent())?.replaceAll(',', ''));
  expect(all).toBeGreaterThan(0);
  expect.soft(await seriousFindings(app, { include: 'main' })).toEqual([]);
  const title = 'PnL by side';
  const sides = await readTable(panelOf(app, title), title);
  expect([...sides.values()].reduce((total, [, count = '']) => total + Number(count.replaceAll(',', '')), 0)).toBe(all);

  // The lowest bin of results, of which one end is open.
  const bins = panelOf(app, 'Trades by result');
  await bins.getByRole('application').focus();
  await app.keyboard.press('Home');
  const count = Number(/([\d,]+) trades?, 0 wins/.exec((await readingOf(bins).textContent()) ?? '')?.[1]);
  expect(count).toBeGreaterThan(0);
  const scrolled = (): Promise<number> => app.locator('.results').evaluate(({ scrollTop }) => scrollTop);
  const before = await scrolled();
  expect(before).toBeGreaterThan(0);
  await app.keyboard.press('Enter');
  const grid = app.getByRole('grid', { name: /^Trades, / });
  await expect(grid).toHaveAttribute('aria-rowcount', String(count + 1));
  expect(new Set(await columnTexts(grid, 'state'))).toEqual(new Set(['Closed']));

  await app.keyboard.press('Alt+ArrowLeft');
  await expect(app.getByRole('radio', { name: 'Trades' })).toBeChecked();
  await expect(closed).toHaveText(all.toLocaleString('en-US'));
  await expect(app.getByRole('list', { name: 'Active filters' })).toBeHidden();
  await expect.poll(scrolled).toBe(before);

  await app.getByRole('radio', { name: 'Orders' }).click();
  await expect(totals).toContainText('Orders600Wins');
  // Complete results show no notice.
  await expect(app.getByText(/^Includes orders|^Some orders/)).toBeHidden();
  exchange.addOrder({ symbol: 'BTC-USDT', fields: { profit: '0.00000001', status: 3 } });
  await app.getByRole('button', { name: 'Refresh' }).click();
  await expect(totals).toContainText('Orders601Wins');
});
