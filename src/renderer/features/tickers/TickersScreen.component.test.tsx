import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { Alert } from '../../../shared/contract/alerts.ts';
import type { Failure } from '../../../shared/contract/failure.ts';
import type { OpenPlan, Order } from '../../../shared/contract/orders.ts';
import type { SettingsChange } from '../../../shared/contract/settings.ts';
import type { Position } from '../../../shared/contract/trades.ts';
import { blankRow } from '../../../shared/testing/blank-row.ts';
import { longPosition } from '../../../shared/testing/positions.ts';
import { succeed } from '../../../shared/values/result.ts';
import { freshness } from '../../domain/market/freshness.ts';
import { acceptLiveChange } from '../../domain/market/live/live.ts';
import { openPlan, planSample } from '../../domain/plans/testing/samples.ts';
import { pendingRow } from '../../platform/navigation/pending.ts';
import { notice } from '../../platform/notice.ts';
import { expectAccessible } from '../../testing/axe.ts';
import type { Answers } from '../../testing/fake-host.ts';
import { FakeMarket } from '../../testing/fake-market.ts';
import { type Rendered, render } from '../../testing/render.tsx';
import { wholeModes } from '../../testing/samples.ts';
import { textsOf } from '../../testing/table.ts';
import { FuturesTickersScreen } from './TickersScreen.tsx';

const further = Array.from({ length: 40 }, (_, place) => `T${place}-USDT`);
const symbols = [
  'BTC-USDT',
  'ETH-USDT',
  'SOL-USDT',
  '币安人生-USDT',
  'SOL-USDC',
  '币安人生-USDC',
  ...further,
  'DOGE-USDT',
];
const press = (keys: string): Promise<void> => userEvent.keyboard(keys);
const grid = page.getByRole('grid');
const details = page.getByRole('complementary', { name: 'Details' });

let market: FakeMarket;

beforeEach(async () => {
  await page.viewport(1440, 900);
  market = new FakeMarket(symbols);
});
afterEach(() => vi.useRealTimers());

async function showTickers(settings: SettingsChange = {}, alerts: Alert[] = [], more: Answers = {}): Promise<Rendered> {
  const answers = { ...market.answers, listAlerts: () => succeed(alerts), ...more };
  const rendered = render(<FuturesTickersScreen account={market.owner} />, { settings, answers });
  await expect.element(page.getByRole('toolbar')).toBeVisible();
  return rendered;
}

function cell(symbol: string, column: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-row-id="${symbol}"] [data-col="${column}"]`);
  if (!found) throw new Error(`The table has no ${column} of ${symbol}.`);
  return found;
}
const cellAt = (symbol: string, column: string): Locator => page.elementLocator(cell(symbol, column));

it('keeps the order of the rows while prices change, until the user sorts again', async () => {
  await showTickers();
  await expect.poll(() => textsOf('symbol')[0]).toBe('BTC-USDT');
  await grid.getByRole('columnheader', { name: '24h %' }).click();
  await expect.element(grid.getByRole('columnheader', { name: '24h %' })).toHaveAttribute('aria-sort', 'descending');
  const before = textsOf('symbol');
  acceptLiveChange(market.move({ 'T30-USDT': '390.00' }));
  await expect.poll(() => cell('T30-USDT', 'changePercent').textContent).toBe('+290.00%');
  expect(textsOf('symbol')).toEqual(before);
  await expect.element(page.getByText(/^Sorted at \d\d:\d\d:\d\d/)).toBeVisible();
  await page.getByRole('button', { name: 'Re-sort' }).click();
  await expect.poll(() => textsOf('symbol')[0]).toBe('T30-USDT');
});

it('shows no derived figures of old prices, also if the clock is set back', async () => {
  await showTickers({ refreshEvery: '1' });
  await expect.poll(() => textsOf('changePercent')[1]).toBe('+1.00%');
  await expect.poll(() => cell('BTC-USDT', 'basis').textContent).toBe('0.000%');
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: now + 6000 });
  await expect.element(grid).toHaveAttribute('data-stale', 'true');
  expect(textsOf('changePercent')[1]).toBe('–');
  expect(cell('BTC-USDT', 'basis').textContent).toBe('–');
  expect(cell('BTC-USDT', 'last').textContent).toBe('100.00');
  await expect.element(page.getByRole('region', { name: 'Table status' })).toMatchTextContent('Not live: data from');
  await expectAccessible(page.getByRole('region', { name: 'Futures tickers' }).element());

  acceptLiveChange(market.move({ 'BTC-USDT': '101.00' }));
  await expect.element(grid).not.toHaveAttribute('data-stale');
  vi.setSystemTime(now - 3_600_000);
  await expect.element(grid).toHaveAttribute('data-stale', 'true');
  expect(textsOf('changePercent')[1]).toBe('–');
});

it('does not scroll when a favorite is removed, and keeps the order of favorites and watchlists', async () => {
  const marked = symbols.slice(0, 12);
  const view = { view: 'table', quote: null, shown: 'all' } as const;
  const tickers = { futures: { ...view, favorites: marked.slice(0, 11) }, spot: { ...view, favorites: [] } };
  const { host, restart } = await showTickers({ tickers });
  await expect.poll(() => textsOf('symbol')[0]).toBe('BTC-USDT');
  const openLists = () => page.getByRole('button', { name: /^Watchlists:/ }).click();
  const showList = async (name: string): Promise<void> => {
    await openLists();
    await page.getByRole('button', { name, exact: true }).click();
    await press('{Escape}');
  };
  const last = marked[11] ?? '';
  await cellAt(last, 'favorite').click();
  // Two clicks are two changes, however fast.
  await cellAt(last, 'favorite').dblClick();
  await expect.element(cellAt(last, 'favorite')).toHaveAccessibleName('In favorites');
  await showList('Favorites');
  await expect.poll(() => textsOf('symbol')).toEqual(marked);
  await page.viewport(1440, 300);
  grid.element().scrollTop = 56;
  await cellAt(marked[5] ?? '', 'favorite').click();
  const favorites = marked.toSpliced(5, 1);
  await expect.poll(() => textsOf('symbol')).toEqual(favorites);
  expect(grid.element().scrollTop).toBe(56);
  await page.viewport(1440, 900);
  await showList('All symbols');

  await openLists();
  await page.getByRole('button', { name: 'New watchlist' }).click();
  await page.getByRole('textbox', { name: 'Watchlist name' }).fill('大盘');
  await press('{Enter}');
  await expect.element(page.getByRole('button', { name: '大盘', exact: true })).toBeVisible();
  await press('{Escape}');
  for (const symbol of ['SOL-USDT', '币安人生-USDT', 'BTC-USDT']) {
    await cellAt(symbol, 'symbol').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Watchlists' }).click();
    await page.getByRole('menuitemcheckbox', { name: '大盘' }).click();
    await press('{Escape}{Escape}');
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  }
  await showList('大盘');
  await expect.poll(() => textsOf('symbol')).toEqual(['SOL-USDT', '币安人生-USDT', 'BTC-USDT']);
  await openLists();
  const up = page.getByRole('button', { name: 'Move BTC-USDT up' });
  for (let step = 0; step < 2; step++) {
    (up.element() as HTMLElement).focus();
    await press('{Enter}');
  }
  await press('{Escape}');
  const ordered = ['BTC-USDT', 'SOL-USDT', '币安人生-USDT'];
  await expect.poll(() => textsOf('symbol')).toEqual(ordered);
  expect(host.settings.watchlists).toEqual([{ name: '大盘', market: 'futures', symbols: ordered }]);
  restart();
  await expect.poll(() => textsOf('symbol')).toEqual(ordered);

  await showList('Favorites');
  await expect.poll(() => textsOf('symbol')).toEqual(favorites);
  await openLists();
  await page.getByRole('button', { name: 'Delete 大盘' }).click();
  await expect.element(page.getByRole('button', { name: '大盘', exact: true })).not.toBeInTheDocument();
});

it('abbreviates large figures, finds Chinese names, pinyin, full-width letters and mistyped symbols, and narrows the list to a quote currency', async () => {
  await showTickers();
  await expect.poll(() => textsOf('symbol')[0]).toBe('BTC-USDT');
  expect(textsOf('turnover').filter((text) => !/^[\d,]+\.\d{1,2}[TBMK]$/.test(text))).toEqual([]);
  await expect.element(cellAt('BTC-USDT', 'turnover')).toHaveAccessibleName('9.00B, exactly 9,000,000,000');
  await expect.element(cellAt('BTC-USDT', 'turnover')).toHaveStyle('font-variant-numeric: tabular-nums');

  const filter = page.getByRole('textbox', { name: 'Filter by symbol' });
  await filter.fill('ＢＴＣ');
  await expect.poll(() => textsOf('symbol')).toEqual(['BTC-USDT']);
  await filter.fill('币安');
  await expect.poll(() => textsOf('symbol')).toEqual(['币安人生-USDT', '币安人生-USDC']);
  await filter.fill('bars');
  await expect.poll(() => textsOf('symbol')[0]).toBe('币安人生-USDT');
  await filter.fill('dgoe');
  await expect.poll(() => textsOf('symbol')).toEqual(['DOGE-USDT']);
  await filter.fill('no such symbol');
  await expect.element(grid.getByText('No symbols match the filter')).toBeVisible();
  await grid.getByRole('button', { name: 'Clear filter' }).click();
  await page.getByRole('button', { name: /^Quote currency:/ }).click();
  await page.getByRole('menuitemradio', { name: 'USDC' }).click();
  await expect.poll(() => textsOf('symbol')).toEqual(['SOL-USDC', '币安人生-USDC']);
});

it('shows no details of a symbol without a ticker, and says that it has none', async () => {
  await showTickers();
  await expect.poll(() => textsOf('symbol')[0]).toBe('BTC-USDT');
  await cellAt('SOL-USDT', 'symbol').click();
  await expect.element(details).toBeVisible();
  const removed = symbols.filter((symbol) => symbol !== 'BTC-USDT');
  acceptLiveChange({ ...market.move({}), removed } as ReturnType<FakeMarket['move']>);
  await expect.poll(() => textsOf('symbol')).toEqual(['BTC-USDT']);
  await expect.element(details).not.toBeInTheDocument();
  await press('{ArrowUp}{ArrowDown}');
  expect(document.querySelector('[data-row-id] [data-active]')).not.toBeNull();
  expect(details.query()).toBeNull();
  pendingRow.set({ account: market.account, screen: 'futures-tickers', row: 'ETH-USDT' });
  await expect.poll(() => notice.get()).toBe('ETH-USDT has no futures ticker');
});

it('lets the keyboard move on the map and among the movers, and show the details of a symbol', async () => {
  const { restart } = await showTickers();
  await expect.poll(() => textsOf('symbol')[0]).toBe('BTC-USDT');
  await page.getByRole('radio', { name: 'Heatmap' }).click();
  const bitcoin = page
    .getByRole('group', { name: /^USDT heatmap/ })
    .getByRole('button', { name: /^BTC [+−]?\d+\.\d\d%, BTC-USDT, last price [\d,.]+, turnover / });
  await expect.element(bitcoin).toBeVisible();
  (bitcoin.element() as HTMLElement).focus();
  await press('{ArrowDown}');
  await expect.element(bitcoin).not.toHaveFocus();
  await press('{Home}');
  await expect.element(bitcoin).toHaveFocus();
  await press('{Enter}');
  await expect.element(details).toMatchTextContent('BTC-USDT');
  await expect.element(details.getByRole('region', { name: 'Trading rules' })).toMatchTextContent('decimals');
  await expectAccessible(document.body);

  await page.getByRole('radio', { name: 'Movers' }).click();
  const gainers = page.getByRole('region', { name: 'Top gainers' }).getByRole('button');
  await expect.element(gainers.first()).toBeVisible();
  (gainers.first().element() as HTMLElement).focus();
  await press('{ArrowDown}');
  await expect.element(gainers.nth(1)).toHaveFocus();
  await press('{Enter}');
  await expect.element(details).toMatchTextContent(gainers.nth(1).element().getAttribute('data-symbol') ?? 'none');
  await expectAccessible(document.body);
  restart();
  await expect.element(gainers.first()).toBeVisible();
});

it('shows in the details of a symbol its position, and a ladder whose marks lead to open plan orders', async () => {
  const plan = planSample('1', { triggerPrice: '110', stopLoss: '98.75', quantity: '3' });
  const position = { ...longPosition, quantity: '10', entryPrice: '80' };
  market = new FakeMarket(symbols, [plan], [position]);
  market.history = { modes: wholeModes };
  const { destinations } = await showTickers();
  await expect.poll(() => textsOf('symbol')[0]).toBe('BTC-USDT');
  await cellAt('BTC-USDT', 'symbol').click();
  const own = page.getByRole('region', { name: 'My position' });
  await expect.element(own.getByRole('listitem')).toMatchTextContent(/Long · Isolated\s*10 contracts/);
  await expect.element(own).toMatchTextContent('Avg entry 80.00');
  await expect.element(own.getByText('PnL +25.00%')).toHaveAttribute('data-tone', 'up');
  await details.getByRole('button', { name: /SL 98.75/ }).click();
  const destination = { kind: 'screen', account: market.account, screen: 'open-plans', row: plan.key };
  expect(destinations).toEqual([destination]);
  await expectAccessible(details.element());
  await cellAt('ETH-USDT', 'symbol').click();
  await expect.element(own).toMatchTextContent('No open position in this symbol');
});

it('shows beside a symbol what the account has of it, and sorts by that', async () => {
  const plans = ['1', '2'].map((id) => planSample(id, { symbol: 'SOL-USDC' }));
  const position = { ...longPosition, symbol: 'ETH-USDT', quantity: '3' };
  const doubtful: Position = { ...position, symbol: 'BTC-USDT', trade: 'isolated 2', incomplete: ['doubtful-order'] };
  market = new FakeMarket(symbols, plans, [position, doubtful]);
  market.history = { checkedAt: Date.now() };
  const alert = (id: string, account: string, symbol: string): Alert => ({
    id,
    account,
    condition: { kind: 'price', market: 'futures', symbol, level: '90', direction: 'falls-to' },
    paused: false,
    createdAt: 1,
    quietMinutes: 5,
    endsAt: null,
    lastFiredAt: null,
    isArmed: true,
  });
  const alerts = [alert('1', market.account, 'DOGE-USDT'), alert('2', 'other', 'BTC-USDT')];
  await showTickers({}, [...alerts, alert('3', market.account, 'ETH-USDT')]);
  await expect
    .poll(() => textsOf('own').slice(0, 5))
    .toEqual(['Long, size unknown', 'Long 3 · 1 alert', '', '', '2 plans']);
  const failure = { code: 'offline', message: 'no' } as const;
  acceptLiveChange({ ...market.replacePlans(plans), failure });
  await expect.poll(() => textsOf('own')[4]).toBe('2 plans (old)');
  acceptLiveChange(market.replacePlans(plans));
  await expect.poll(() => textsOf('own')[4]).toBe('2 plans');
  await grid.getByRole('columnheader', { name: 'Yours' }).click();
  await expect.poll(() => textsOf('symbol').slice(0, 3)).toEqual(['BTC-USDT', 'ETH-USDT', 'SOL-USDC']);
  expect(textsOf('own').slice(0, 4)).toEqual(['Long, size unknown', 'Long 3 · 1 alert', '2 plans', '1 alert']);
});

it('does not leave “Yours” empty while what the account has is not known', async () => {
  market.history = { checkedAt: null };
  await showTickers();
  await expect.poll(() => textsOf('own').slice(0, 2)).toEqual(['Unknown', 'Unknown']);
});

it('flashes the prices that have changed, and no others, for a moment', async () => {
  await showTickers();
  await expect.poll(() => textsOf('symbol')[0]).toBe('BTC-USDT');
  const flashes: string[] = [];
  // A flash can end between two looks of the test.
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (!(target instanceof HTMLElement) || !target.dataset.flash) continue;
      flashes.push(`${target.parentElement?.dataset.rowId} ${target.dataset.flash}`);
    }
  });
  observer.observe(grid.element(), { subtree: true, attributeFilter: ['data-flash'] });
  acceptLiveChange(market.move({ 'BTC-USDT': '90000.00', 'ETH-USDT': '20.00', 'SOL-USDT': '102.00' }));
  await expect.poll(() => flashes.toSorted()).toEqual(['BTC-USDT up', 'ETH-USDT down']);
  expect(cell('BTC-USDT', 'last').textContent).toBe('90,000.00');
  await expect.poll(() => grid.element().querySelector('[data-flash]')).toBeNull();
  expect(flashes).toHaveLength(2);
  observer.disconnect();
});

it('watches the other market only for the details of a symbol, which show its plans, orders and prices', async () => {
  const plan: OpenPlan = { ...openPlan, triggerPrice: '250' };
  const order: Order = { ...blankRow('order-history'), key: 'isolated:1', id: '1', symbol: 'BTC-USDT', raw: '{}' };
  market = new FakeMarket(symbols, [plan]);
  const { host, destinations } = await showTickers(
    { tables: { 'futures-tickers': { columnVisibility: { basis: false } } } },
    [],
    { readOrderHistory: () => succeed({ rows: [order], total: 1, version: 1, anchor: null }) },
  );
  const watched = () =>
    host
      .callsOf('watchMarket')
      .at(-1)
      ?.watched.map(({ list }) => list) ?? [];
  await expect.poll(watched).toContain('futures-tickers');
  expect(watched()).not.toContain('spot-tickers');
  await cellAt('BTC-USDT', 'symbol').click();
  await expect.poll(watched).toContain('spot-tickers');
  const plans = details.getByRole('region', { name: 'My open plans' });
  await expect.element(plans).toMatchTextContent('Rises to 250.00');
  const orders = details.getByRole('region', { name: 'My recent orders' });
  await expect.element(orders.getByRole('listitem')).toBeVisible();

  for (const price of ['90.00', '92.00']) {
    acceptLiveChange(market.move({ 'BTC-USDT': price }));
    await expect.poll(() => cell('BTC-USDT', 'last').textContent).toBe(price);
  }
  const line = details.getByRole('slider', { name: 'This session' });
  (line.element() as HTMLElement).focus();
  await expect.element(line).toHaveAttribute('aria-valuetext', expect.stringMatching(/: 92\.00$/));
  await press('{ArrowLeft}');
  await expect.element(line).toHaveAttribute('aria-valuetext', expect.stringMatching(/: 90\.00$/));

  // The tickers continue.
  const poll = (failure: Failure | null): void =>
    acceptLiveChange({
      ...{ account: market.account, list: 'open-plans', version: 1, base: 1, fetchedAt: Date.now(), failure },
      ...{ put: [], removed: [], unreadable: null },
    });
  poll({ code: 'service-error', message: 'no' });
  await expect.element(plans).toMatchTextContent('Not live: plans from');
  await expect.element(plans).toMatchTextContent('The exchange reported an internal error.');
  await expect.element(plans).toMatchTextContent('Rises to 250.00');
  expect(freshness.get().failure).toBeNull();
  await expect.element(page.getByRole('region', { name: 'Table status' })).not.toMatchTextContent('Not live');
  poll(null);
  await expect.element(plans).not.toMatchTextContent('Not live');

  await orders.getByRole('button', { name: 'Show in order history' }).click();
  expect(destinations).toEqual([
    { kind: 'list', account: market.account, list: 'order-history', filter: { symbols: ['BTC-USDT'] } },
  ]);
});
