import type { Locator, Page } from '@playwright/test';
import { paths, TestClient } from '../../src/demo-exchange/testing/test-client.ts';
import { columnTexts, dataRows, expect, test } from '../test.ts';

test.use({ settings: { screen: 'results', resultsOf: 'order-history' } });

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

test('every figure is the exact sum of the raw pages', async ({ sharedApp: app, shared: { exchange } }) => {
  const raw = await readRawOrders(new TestClient(exchange));
  expect(raw.length).toBe(600);
  const orders = raw.filter(({ symbol }) => symbol.endsWith('-USDT'));
  await expect(app.locator('.results-totals')).toContainText(`Orders${orders.length.toLocaleString('en-US')}Wins`);

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

test.describe('of trades', () => {
  test.use({ settings: { screen: 'results', resultsOf: 'trades' } });

  test('lead to exactly their trades, a trade to its orders, and Back returns to each', async ({ sharedApp: app }) => {
    const grid = app.getByRole('grid', { name: /^Trades, / });
    const history = app.getByRole('grid', { name: /^Order history, / });
    const back = app.getByRole('button', { name: 'Back', exact: true });
    // The bins change while the history is downloaded.
    await expect(app.locator('.status')).toContainText(/^complete/);
    // The lowest bin of results, of which one end is open.
    const bins = panelOf(app, 'Trades by result');
    await bins.getByRole('application').focus();
    await app.keyboard.press('Home');
    await expect(readingOf(bins)).toContainText(/[\d,]+ trades?, 0 wins/);
    const reading = (await readingOf(bins).textContent()) ?? '';
    const count = Number(/([\d,]+) trades?, 0 wins/.exec(reading)?.[1]);
    expect(count).toBeGreaterThan(0);
    const scrolled = (): Promise<number> => app.locator('.results').evaluate(({ scrollTop }) => scrollTop);
    const before = await scrolled();
    expect(before).toBeGreaterThan(0);
    await app.keyboard.press('Enter');
    await expect(grid).toHaveAttribute('aria-rowcount', String(count + 1));
    expect(new Set(await columnTexts(grid, 'state'))).toEqual(new Set(['Closed']));

    await dataRows(grid).first().click();
    const details = app.getByRole('complementary', { name: 'Details' });
    const orders = details.getByRole('region', { name: 'Orders of this trade' });
    const number = Number(await details.locator('[data-field="orders"] dd span').textContent());
    await expect(orders.getByRole('listitem')).toHaveCount(number);
    await orders.getByRole('button', { name: 'Show in order history' }).click();
    await expect(history).toHaveAttribute('aria-rowcount', String(number + 1));

    await back.click();
    await expect(grid).toHaveAttribute('aria-rowcount', String(count + 1));
    await back.click();
    await expect(bins).toBeVisible();
    await expect(app.getByRole('list', { name: 'Active filters' })).toBeHidden();
    await expect.poll(scrolled).toBe(before);
  });
});
