import { beforeEach, expect, it } from 'vitest';
import { commands, type Locator, page, userEvent } from 'vitest/browser';
import type { AccountSummary, ConnectionStatus } from '../../shared/contract/accounts.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { HistorySummary } from '../../shared/contract/history.ts';
import type { Order } from '../../shared/contract/orders.ts';
import { type SettingsChange, settingsChangeSchema, settingsSchema } from '../../shared/contract/settings.ts';
import type { Trade, TradeSummary } from '../../shared/contract/trades.ts';
import type { Rates } from '../../shared/orders/fees.ts';
import { screens, tableNames } from '../../shared/settings/choices.ts';
import { blankRow, blankTrade } from '../../shared/testing/blank-row.ts';
import { localTimeZone } from '../../shared/time/time.ts';
import { fail, succeed } from '../../shared/values/result.ts';
import { acceptAccounts, acceptConnection } from '../domain/accounts/accounts.ts';
import { acceptLiveChange } from '../domain/market/live/live.ts';
import { acceptHistoryState } from '../domain/orders/history-state.ts';
import { hostGone } from '../platform/host-gone.ts';
import { queryClient } from '../platform/query-client.ts';
import { settingsQuery } from '../platform/settings/settings.ts';
import { expectAccessible } from '../testing/axe.ts';
import { FakeArchive } from '../testing/fake-archive.ts';
import type { Answers } from '../testing/fake-host.ts';
import { FakeMarket } from '../testing/fake-market.ts';
import { type Rendered, render } from '../testing/render.tsx';
import { demoAccount, programAnswers } from '../testing/samples.ts';
import { en } from '../text/en.ts';
import { groupNumbers, setFigureForm } from '../text/number-form.ts';
import { App } from './App.tsx';
import { preloadScreens } from './screens.tsx';

const symbols = ['BTC-USDT', 'ETH-USDT', ...Array.from({ length: 40 }, (_, index) => `T${index}-USDT`)];
const press = (keys: string): Promise<void> => userEvent.keyboard(keys);
const ctrl = (key: string): Promise<void> => press(`{Control>}${key}{/Control}`);
const navigation = page.getByRole('navigation', { name: 'Screens' });
const palette = page.getByRole('dialog', { name: 'Command palette' });
const input = palette.getByRole('combobox');
const details = page.getByRole('complementary', { name: 'Details' });
const failure = page.getByRole('alert');
const gridOf = (screen: string): Locator => page.getByRole('grid', { name: `${screen}, ` });
const focus = (locator: Locator): void => (locator.element() as HTMLElement).focus();
/** Elements behind a dialog have no role. */
const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-row-id]')];
const texts = (column: string): string[] =>
  rows()
    .sort((a, b) => Number(a.dataset.position) - Number(b.dataset.position))
    .map((row) => row.querySelector(`[data-col="${column}"]`)?.textContent ?? '');

let market: FakeMarket;
let demo: AccountSummary;
let mine: AccountSummary;
let tests = 0;

beforeEach(() => {
  delete document.documentElement.dataset.keyboard;
  // Live lists and notes outlive a page, so each test has accounts of its own.
  demo = { ...demoAccount, id: `page-${tests++}` };
  mine = { ...demo, id: `${demo.id}-mine`, kind: 'live', name: 'Mine' };
  mine.credentials = { keptIn: 'keychain', savedAt: 1, endsIn: 'abcd' };
  market = new FakeMarket(symbols, [], [], demo.id);
  return () => {
    groupNumbers('comma');
    setFigureForm({ isExact: false, countsZeros: false });
  };
});

const orders = Array.from({ length: 200 }, (_, index): Order => {
  const id = String(1000 + index);
  return {
    ...blankRow('order-history'),
    ...{ key: `isolated:${id}`, id, symbol: index % 2 === 0 ? 'BTC-USDT' : 'ETH-USDT', raw: '{}' },
    ...{ side: 'buy', kind: 'limit', action: 'close', status: 'filled', pnl: `${index}.5`, price: '63101.5' },
    createdAt: Date.UTC(2026, 9, 1) - index * 60_000,
  };
});

const connection: Omit<ConnectionStatus, 'account'> = {
  pausedUntil: null,
  isDown: false,
  clockOffset: 0,
  clockSkewed: false,
  offline: false,
  queued: 0,
};

/** Shows the whole page on the demo account and another one, with a market that stands still. */
async function showPage(settings: SettingsChange = {}, more: Answers = {}): Promise<Rendered> {
  const rendered = renderPage(settings, more);
  await expect.poll(() => rows().length).toBeGreaterThan(0);
  return rendered;
}

function renderPage(settings: SettingsChange, more: Answers, history: readonly Order[] = orders): Rendered {
  const archive = new FakeArchive(demo.id, history, acceptHistoryState);
  return render(<App />, {
    answers: {
      ...programAnswers,
      ...market.answers,
      ...archive.answers,
      listAccounts: () => succeed([demo, mine]),
      readConnection: ({ account }) => succeed({ ...connection, account }),
      refreshLive: () => succeed({ version: 1, fetchedAt: 1, failure: null }),
      readFileNotices: () => succeed([]),
      readLeftEntries: () => succeed([]),
      readActivity: () => succeed([]),
      listAlerts: () => succeed([]),
      readUnwatched: () => succeed([]),
      reportPresence: () => succeed({ before: null, at: Date.now() }),
      readStatement: () => fail('offline', 'no'),
      readTrades: () => fail('offline', 'no'),
      summarizeTrades: () => fail('offline', 'no'),
      ...more,
    },
    settings: { language: 'en', timeZone: 'UTC', account: demo.id, screen: 'order-history', ...settings },
  });
}

async function expectShown(screen: string): Promise<void> {
  await expect.element(navigation.getByRole('button', { name: screen })).toHaveAttribute('aria-current', 'page');
}

async function search(query: string): Promise<void> {
  await ctrl('k');
  await expect.element(input).toHaveFocus();
  await input.fill(query);
}

it('gives the focus to the table from the start and after the key of a screen, and rings its cell once a key is pressed', async () => {
  await showPage();
  const grid = gridOf('Order history');
  await expect.element(grid).toHaveFocus();
  const outline = (): string => {
    const active = grid.element().querySelector('[data-active]');
    return active ? getComputedStyle(active).outlineStyle : 'no cell';
  };
  expect(outline()).toBe('none');
  await press('{ArrowDown}');
  expect(outline()).toBe('solid');
  for (const [key, screen] of [
    ['7', 'Spot tickers'],
    ['2', 'Order history'],
    ['2', 'Order history'],
  ] as const) {
    focus(navigation.getByRole('button', { name: 'Settings' }));
    await ctrl(key);
    await expect.element(gridOf(screen)).toHaveFocus();
    await expectShown(screen);
  }
});

it('shows the link that skips to the table once Tab has reached it, and never by Escape', async () => {
  await showPage({ screen: 'futures-tickers' });
  await ctrl('2');
  const grid = gridOf('Order history');
  await expect.element(grid).toHaveFocus();
  const skip = page.getByRole('link', { name: 'Skip to table' });
  (document.activeElement as HTMLElement).blur();
  await ctrl('k');
  await expect.element(input).toHaveFocus();
  await press('{Escape}');
  await expect.element(grid).toHaveFocus();
  focus(skip);
  await expect.element(grid).toHaveFocus();

  focus(page.getByRole('button', { name: 'Back', exact: true }));
  await press('{Shift>}{Tab}{/Shift}');
  await expect.element(skip).toHaveFocus();
  await expect.element(skip).toBeInViewport();
  await press('{Enter}');
  await expect.element(grid).toHaveFocus();
});

it('opens the palette by its key and its button, closes it by Escape or its key, and returns the focus', async () => {
  await showPage();
  const grid = gridOf('Order history');
  focus(grid);
  for (const key of ['{Escape}', '{Control>}k{/Control}']) {
    await ctrl('k');
    await expect.element(input).toHaveFocus();
    await press(key);
    await expect.element(palette).not.toBeInTheDocument();
    await expect.element(grid).toHaveFocus();
  }
  const button = navigation.getByRole('button', { name: 'Search' });
  await button.click();
  await expect.element(input).toHaveFocus();
  await press('{Escape}');
  await expect.element(button).toHaveFocus();

  await search('tra ru');
  await expect.element(palette.getByRole('option').first()).toMatchTextContent('Trading rules');
  await press('{Enter}');
  await expectShown('Trading rules');
  await expect.element(gridOf('Trading rules')).toHaveFocus();

  // The spot market has the symbol, too.
  await ctrl('7');
  await expect.element(gridOf('Spot tickers')).toHaveFocus();
  await search('T39-USDT');
  await expect.element(palette.getByRole('option').first()).toMatchTextContent(/Symbol$/);
  await press('{Enter}');
  await expectShown('Futures tickers');
  await expect.element(details.getByRole('heading', { name: 'T39-USDT' })).toBeVisible();
  await expect.element(gridOf('Futures tickers').getByRole('row', { selected: true })).toBeInViewport();
});

it('opens dialogs from the palette, which take the focus and return it to the table', async () => {
  await showPage();
  const grid = gridOf('Order history');
  focus(grid);
  for (const [query, title] of [
    ['statement', 'Statement'],
    ['daily review', 'Daily review: Demo account'],
    ['keyboard', 'Keyboard shortcuts'],
    ['settings', 'Settings'],
    ['manage acc', 'Accounts'],
  ] as const) {
    await search(query);
    await press('{Enter}');
    const opened = page.getByRole('dialog', { name: title, exact: true });
    await expect.element(opened).toBeVisible();
    await expect.poll(() => opened.element().contains(document.activeElement), { message: title }).toBe(true);
    await press('{Escape}');
    await expect.element(opened).not.toBeInTheDocument();
    await expect.element(grid).toHaveFocus();
  }
  await search('add acc');
  await press('{Enter}');
  await expect.element(page.getByRole('textbox', { name: 'Account name' })).toBeVisible();
});

it('refreshes, and switches the theme and the account, by keys and by the palette', async () => {
  const { host } = await showPage();
  await ctrl('r');
  const refreshed = { account: demo.id, list: 'order-history', action: 'refresh' };
  await expect.poll(() => host.callsOf('syncHistory').at(-1)).toEqual(refreshed);
  await press('{Control>}{Shift>}l{/Shift}{/Control}');
  await expect.poll(() => document.documentElement.dataset.theme).toBe('light');
  await press('{Control>}{Shift>}l{/Shift}{/Control}');
  await expect.poll(() => document.documentElement.dataset.theme).toBe('dark');

  const shown = (name: string): Locator => page.getByRole('button', { name: `Account: ${name}` });
  await expect.element(shown('Demo account')).toBeVisible();
  await press('{Alt>}{ArrowDown}{/Alt}');
  await expect.element(shown('Mine')).toBeVisible();
  await press('{Alt>}{ArrowDown}{/Alt}');
  await expect.element(shown('Demo account')).toBeVisible();
  await press('{Alt>}{ArrowUp}{/Alt}');
  await expect.element(shown('Mine')).toBeVisible();
  await search('demo');
  await press('{Enter}');
  await expect.element(shown('Demo account')).toBeVisible();
});

it('leads from the search to the table and back, and to other screens from either', async () => {
  await showPage();
  const grid = gridOf('Order history');
  const find = page.getByRole('textbox', { name: 'Symbol, ID, or note' });
  await press('/');
  await expect.element(find).toHaveFocus();
  await press('fekj');
  await expect.element(find).toHaveValue('fekj');
  await press('{Escape}');
  await expect.element(grid).toHaveFocus();
  await expect.element(find).toHaveValue('fekj');
  await press('/');
  await find.fill('');
  await expect.poll(() => rows().length).toBeGreaterThan(0);
  await press('{ArrowDown}');
  await expect.element(grid).toHaveFocus();
  await expect.poll(() => grid.element().querySelector('[data-row-id] [data-active]')).not.toBeNull();
  await press('f');
  await expect.element(page.getByRole('dialog', { name: 'Filter' })).toBeVisible();
  await press('{Escape}');
  await press('e');
  await expect.element(page.getByRole('dialog', { name: /^Export/ })).toBeVisible();
  await press('{Escape}');
  await press('/');
  await ctrl('6');
  await expect.element(gridOf('Futures tickers')).toBeVisible();
});

const chooseSetting = (setting: string, value: string): Promise<void> =>
  page.getByRole('radiogroup', { name: setting }).getByRole('radio', { name: value, exact: true }).click();

it('applies settings at once, and keeps the first visible row', async () => {
  await showPage();
  expect(texts('price')[0]).toBe('63,101.50');
  await ctrl(',');
  await chooseSetting('Thousands separator', 'Thin space: 1\u202F234.5');
  await expect.poll(() => texts('price')[0]).toBe('63\u202F101.50');
  await chooseSetting('Thousands separator', 'None: 1234.5');
  await expect.poll(() => texts('price')[0]).toBe('63101.50');

  const scroll = page.getByTestId('scroll').element();
  const firstInSight = () => {
    const { top } = scroll.getBoundingClientRect();
    const inSight = rows().map((row) => ({ row, box: row.getBoundingClientRect() }));
    const [first] = inSight.filter(({ box }) => box.bottom > top + 41).sort((a, b) => a.box.top - b.box.top);
    return { position: first?.row.dataset.position, height: first?.box.height };
  };
  scroll.scrollTop = 28 * 60;
  await expect.poll(firstInSight).toEqual({ position: '60', height: 28 });
  for (const [density, height] of [
    ['Compact', 24],
    ['Comfortable', 32],
    ['Normal', 28],
  ] as const) {
    await chooseSetting('Row height', density);
    await expect.poll(firstInSight).toEqual({ position: '60', height });
  }
  // Odd, so that texts have their baseline on a whole pixel.
  expect(getComputedStyle(scroll.querySelector('[data-row-id] .table-cell') as Element).lineHeight).toBe('27px');

  const strength = (): string => getComputedStyle(document.documentElement).getPropertyValue('--flash').trim();
  expect(strength()).toBe('14%');
  for (const [choice, percent] of [
    ['Strong', '32%'],
    ['Off', '0%'],
  ] as const) {
    await chooseSetting('Price flashes', choice);
    await expect.poll(strength).toBe(percent);
  }
});

it('shows the table again as an imported file has it', async () => {
  await showPage({ screen: 'futures-tickers' });
  const layout = { columnOrder: ['last'], columnVisibility: { trades: false }, columnPinning: { start: [] } };
  const content = { format: 'orderglass-settings', version: 3, settings: { tables: { 'futures-tickers': layout } } };
  await ctrl(',');
  const chosen = commands.chooseFile('mine.json', JSON.stringify(content));
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Import' }).click();
  await chosen;
  await page.getByRole('alertdialog').getByRole('button', { name: 'Import' }).click();
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  await press('{Escape}');
  const heads = gridOf('Futures tickers').getByRole('columnheader');
  await expect.element(heads.first()).toMatchTextContent('Last');
  await expect.element(heads.filter({ hasText: 'Trades' })).not.toBeInTheDocument();
});

it('reads the fee rates of an account as they are typed, and shows an estimate after fees beside its PnL, which stays before them', async () => {
  const { host } = await showPage({}, { summarizeHistory: ({ rates }) => succeed(summaryAfter(rates)) });
  const totals = page.getByRole('region', { name: 'Summary' });
  await expect.element(totals).toMatchTextContent('+10.00 USDT');
  await expect.element(totals).toMatchTextContent('before fees');
  await expect.element(totals).not.toMatchTextContent('after about');
  await ctrl(',');
  const rateOf = (rate: string): Locator => page.getByRole('textbox', { name: `Demo account: ${rate}, %` });
  await rateOf('Maker').fill('0.02');
  for (const [typed, read] of [
    ['five', ''],
    ['0,05', '0.05'],
  ] as const) {
    await rateOf('Taker').fill(typed);
    await press('{Enter}');
    await expect.element(rateOf('Taker')).toHaveValue(read);
  }
  expect(host.settings.feeRates).toEqual({ [demo.id]: { maker: '0.02', taker: '0.05' } });
  await press('{Escape}');
  await expect.element(totals).toMatchTextContent('after about +8 to +9');
  await expect.element(totals).toMatchTextContent('before fees');
});

/** Returns the sums of an account whose fees are estimated from its rates. */
function summaryAfter(rates: Rates | undefined): HistorySummary {
  const figures = { wins: 1, losses: 0, zeros: 0, winRate: null, average: null, best: null, worst: null };
  const fees = rates && { fees: { lowest: '1', highest: '2', unpriced: 0 } };
  return {
    ...{ version: 1, rows: 1, filled: 1, canceled: 0, failed: 0, unknownPnl: 0 },
    pnl: [{ quote: 'USDT', sum: '10', ...figures, ...fees }],
  };
}

/** Reports the result of a poll of the futures tickers of an account. */
function reportPoll(account: AccountSummary, failure: Failure | null): void {
  acceptLiveChange({ ...market.move({}), account: account.id, failure });
}

it('says once that the exchange cannot be reached, keeps the rows, and marks them as not live until it answers', async () => {
  await showPage({ screen: 'futures-tickers' });
  const grid = gridOf('Futures tickers');
  const header = (): string => document.querySelector('header')?.textContent ?? '';
  const offline = { ...connection, account: demo.id, offline: true };
  acceptConnection(offline);
  reportPoll(demo, { code: 'offline', message: 'no' });
  await expect.element(failure).toMatchTextContent('Can’t reach the exchange.');
  await expect.element(failure).toMatchTextContent('Showing data from');
  await expect.poll(header).toContain('Not live');
  await expect.poll(() => document.querySelector('.banner-line')).toBeNull();
  expect(failure.elements()).toHaveLength(1);
  await expect.element(grid).toHaveAttribute('aria-rowcount', String(symbols.length + 1));

  // A screen that has not failed says it in a line.
  await ctrl('3');
  await expectShown('Plan history');
  await expect.poll(() => document.querySelector('.banner-line')?.textContent).toContain('Can’t reach the exchange.');
  expect(failure.elements()).toEqual([]);
  acceptConnection({ ...offline, offline: false });
  await ctrl('6');
  await expect.element(grid).toBeVisible();
  reportPoll(demo, null);
  await expect.poll(header).not.toContain('Not live');
  await expect.element(failure).not.toBeInTheDocument();
  expect(document.querySelector('.banner-line')).toBeNull();
});

it('counts down the pause that the exchange asked for, but not for screen readers', async () => {
  await showPage();
  acceptConnection({ ...connection, account: demo.id, pausedUntil: Date.now() + 20_000 });
  const state = page.getByRole('status').filter({ hasText: 'Rate limit reached' });
  await expect.element(state).toMatchTextContent(/Requests resume in \d+ sec/);
  const read = state.element().cloneNode(true) as Element;
  for (const hidden of read.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
  expect(read.textContent).toBe('Demo account: Rate limit reached. Requests resume automatically.');
});

it('says instead of all other lines that the program has stopped, and calls nothing live, until it answers again', async () => {
  const notice = { what: 'folder', problem: 'not-removed' } as const;
  await showPage({ screen: 'futures-tickers' }, { readFileNotices: () => succeed([notice]) });
  reportPoll(demo, null);
  const lines = page.getByRole('alert');
  const age = () => document.querySelector('.age')?.textContent;
  await expect.element(lines).toMatchTextContent('was ended while it removed all data');
  await expect.poll(age).not.toContain('Not live');
  hostGone.set(true);
  await expect.element(lines).toMatchTextContent(/^Orderglass has stopped\. Start Orderglass again\.$/);
  await expect.poll(age).toContain('Not live');
  hostGone.set(false);
  await expect.element(lines).toMatchTextContent('was ended while it removed all data');
});

it('tells a tab of before a restart of the program to open the new link, not that the program has stopped', async () => {
  const refuse = () => fail('no-session', 'There is no session.');
  renderPage({ screen: 'trades' }, { readTrades: refuse, summarizeTrades: refuse });
  await expect
    .element(page.getByText('Orderglass was restarted, and this tab isn’t connected to it.').first())
    .toBeVisible();
  await expect.element(page.getByText('Open the new link from the terminal in this browser.').first()).toBeVisible();
  expect(document.body.textContent).not.toContain('Orderglass has stopped');
});

it('calls a pause of an exchange that is down maintenance', async () => {
  await showPage();
  acceptConnection({ ...connection, account: demo.id, pausedUntil: Date.now() + 20_000, isDown: true });
  const state = page.getByRole('status').filter({ hasText: 'under maintenance' });
  await expect.element(state).toMatchTextContent(/Next attempt in \d+ sec/);
  await expect.element(state).not.toMatchTextContent('Rate limit');
});

it('counts down to the next retry, and offers to replace an expired key, after which the screen starts from scratch', async () => {
  const replaced = { ...mine, credentials: { keptIn: 'keychain', savedAt: 2, endsIn: 'oken' } as const };
  const { host } = await showPage(
    { screen: 'futures-tickers', account: mine.id },
    { saveAccount: () => succeed(replaced) },
  );
  reportPoll(mine, { code: 'service-busy', message: 'no', retryAt: Date.now() + 30_000 });
  await expect.element(failure).toMatchTextContent(/The exchange is busy or under maintenance\. Retrying in \d+ sec\./);
  await expect.element(failure).not.toMatchTextContent('Try again in a moment.');
  expect(failure.elements()).toHaveLength(1);
  const secondsLeft = (): number => Number(/Retrying in (\d+) sec/.exec(failure.element().textContent)?.[1]);
  const seconds = secondsLeft();
  await expect.poll(secondsLeft).toBeLessThan(seconds);
  reportPoll(mine, null);
  await expect.element(failure).not.toBeInTheDocument();

  const filter = page.getByRole('textbox', { name: 'Filter by symbol' });
  await filter.fill('eth');
  reportPoll(mine, { code: 'key-expired', message: 'no' });
  await expect.element(failure).toMatchTextContent('This API key has expired.');
  await expect.element(failure).not.toMatchTextContent('Retrying');
  await failure.getByRole('button', { name: 'Replace the keys…' }).click();
  await expect.element(page.getByLabelText('Account name')).toHaveValue('Mine');
  await page.getByLabelText('Access token').fill('another-token');
  await page.getByLabelText('Secret key').fill('another-key');
  await page.getByRole('button', { name: 'Save' }).click();
  const credentials = { token: 'another-token', secretKey: 'another-key' };
  await expect.poll(() => host.callsOf('saveAccount')).toMatchObject([{ id: mine.id, credentials }]);
  await press('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(filter).toHaveValue('eth');
  acceptAccounts([demo, replaced]);
  await expect.element(filter).toHaveValue('');
  reportPoll(mine, null);
  await expect.element(failure).not.toBeInTheDocument();
});

it('leads from the menus of a tile, of a symbol and of an order in the details to orders, tickers and plans', async () => {
  await showPage({ screen: 'futures-tickers' });
  const item = (name: string | RegExp): Locator => page.getByRole('menuitem', { name });
  const open = (selector: string): Promise<void> =>
    page.elementLocator(document.querySelector(selector) ?? expect.fail(selector)).click({ button: 'right' });
  const chip = page.getByRole('button', { name: 'Remove Symbols: BTC-USDT' });
  await page.getByRole('radio', { name: 'Heatmap' }).click();
  await expect.poll(() => document.querySelector('[data-symbol="BTC-USDT"]')).not.toBeNull();
  await open('[data-symbol="BTC-USDT"]');
  await item('Watchlists').click();
  await expect.element(page.getByRole('menuitemcheckbox', { name: 'Favorites' })).toBeVisible();
  await press('{Escape}');
  await item('Show order history').click();
  await expect.element(chip).toBeVisible();
  await expect.poll(() => new Set(texts('symbol'))).toEqual(new Set(['BTC-USDT']));

  await open('[data-position="0"] [data-col="symbol"]');
  await item('Show ticker').click();
  await expect.element(details.getByRole('heading', { name: 'BTC-USDT' })).toBeVisible();
  const orderRows = details.getByRole('region', { name: 'My recent orders' }).getByRole('listitem');
  const latest = orderRows.first().getByRole('button');
  await latest.click({ button: 'right' });
  await expect.element(item('Show plan history')).toBeVisible();
  await expectAccessible(page.getByRole('menu').element());
  await press('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  focus(latest);
  await press('{Shift>}{F10}{/Shift}');
  await expect.element(item(/^Alert me/)).toBeVisible();
  await expect.element(page.getByRole('menu')).toHaveFocus();
  await press('{Escape}');
  await expect.element(latest).toHaveFocus();
  await press('{Enter}');
  await expect.poll(() => texts('id')).toEqual(['1000']);

  await open('[data-position="0"] [data-col="symbol"]');
  await item('Show open plans').click();
  await expectShown('Open plans');
  await expect.element(page.getByRole('combobox', { name: 'Symbol' })).toHaveValue('BTC-USDT');
  await ctrl('6');
  await page.getByRole('radio', { name: 'Table' }).click();
  await expect.element(gridOf('Futures tickers')).toBeVisible();
  await expect.poll(() => rows().length).toBeGreaterThan(0);
  await open('[data-row-id="BTC-USDT"] [data-col="last"]');
  await item('Show plan history').click();
  await expectShown('Plan history');
  await expect.element(chip).toBeVisible();
});

const noTrades: TradeSummary = { version: 1, trades: 0, closed: 0, open: 0, incomplete: 0, uncertain: 0, quotes: [] };

it('says on each screen that an account has nothing yet', async () => {
  renderPage(
    { screen: 'trades' },
    {
      readTrades: () => succeed({ rows: [], total: 0, version: 1, anchor: null }),
      summarizeTrades: () => succeed(noTrades),
    },
    [],
  );
  await expect.element(page.getByText('No trades yet')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Summary' })).toMatchTextContent('0 trades');
  await ctrl('2');
  await expect.element(page.getByText('No orders', { exact: true })).toBeVisible();
  await ctrl('1');
  await expect.element(page.getByText('No open plan orders')).toBeVisible();
});

it('keeps the note of a trade, to which its menu leads, as one of a trade', async () => {
  const trade: Trade = { ...blankTrade(), key: 'isolated:1', symbol: 'BTC-USDT', side: 'long', executions: 'certain' };
  const { host } = await showPage(
    { screen: 'trades' },
    {
      readTrades: () => succeed({ rows: [trade], total: 1, version: 1, anchor: null }),
      summarizeTrades: () => succeed({ ...noTrades, trades: 1, closed: 1 }),
      readTradePicture: () => succeed(null),
      readTradeOrders: () => succeed({ version: 1, trade, pnlFits: null, orders: [] }),
      saveNote: ({ text }) => succeed({ outcome: 'saved', text }),
    },
  );
  await page.elementLocator(rows()[0] ?? expect.fail()).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Note…' }).click();
  const field = page.getByRole('textbox', { name: 'Note', exact: true });
  await expect.element(field).toHaveFocus();
  await field.fill('a trade');
  await press('{Escape}');
  const saved = { account: demo.id, kind: 'trade', key: trade.key, text: 'a trade' };
  await expect.poll(() => host.callsOf('saveNote')).toMatchObject([saved]);
});

it('says that a screen cannot be drawn, keeps the navigation and the settings, and shows the screen again after a reset', async () => {
  const { host } = await showPage({}, { reportPageProblem: () => succeed({}) });
  // The contract refuses this time.
  const filters = { 'order-history': { created: { since: 1e300, before: 2e300 } } };
  const breakScreen = () => queryClient.setQueryData(settingsQuery.queryKey, { ...host.settings, filters });
  breakScreen();
  await expect.element(failure).toMatchTextContent('Orderglass can’t draw this screen.');
  expect(host.callsOf('reportPageProblem')).toMatchObject([{ part: 'order-history', name: 'RangeError' }]);
  await ctrl(',');
  await expect.element(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  await press('{Escape}');
  await failure.getByRole('button', { name: 'Reset this screen' }).click();
  await expect.poll(() => rows().length).toBeGreaterThan(0);
  await expect.element(failure).not.toBeInTheDocument();
  expect(host.settings.filters['order-history']).toEqual({});

  breakScreen();
  await expect.element(failure).toBeVisible();
  await navigation.getByRole('button', { name: 'Trading rules' }).click();
  await expectShown('Trading rules');
  await expect.element(failure).not.toBeInTheDocument();
});

it('draws every screen with the oddest settings that are accepted', async () => {
  const refuse = () => fail('offline', 'no');
  // A screen whose code is loaded is drawn together with its mark in the navigation.
  await preloadScreens();
  const { host } = renderPage(
    {},
    {
      reportPageProblem: () => succeed({}),
      readOrderHistory: refuse,
      readPlanHistory: refuse,
      summarizeHistory: refuse,
      readHistoryChoices: refuse,
      readResults: refuse,
      readTradeResults: refuse,
    },
  );
  const [earliest, latest] = [Date.parse('0001-01-01'), Date.parse('9998-12-31T23:59:59.999Z')];
  const long = '9'.repeat(59);
  const layout = {
    columnOrder: ['nothing', 'symbol', 'symbol'],
    columnVisibility: { symbol: false, nothing: true },
    columnSizing: { symbol: 0, created: 100_000 },
    columnPinning: { start: ['nothing', 'symbol', 'symbol'], end: ['symbol'] },
    sorting: Array.from({ length: 8 }, () => ({ id: 'nothing', desc: true })),
  };
  const filtersOf = (time: object): SettingsChange['filters'] => {
    const further = { text: '\u0000(', symbols: [], weekdays: [], pnl: { from: long, to: `-${long}` } };
    return {
      'order-history': { ...further, created: time as never },
      'plan-history': { ...further, created: time as never },
      trades: { ...further, opened: time as never, closed: time as never },
    };
  };
  const tickers = { view: 'map', quote: 'NONE', shown: { watchlist: 'none' }, favorites: ['', ' ', '\u202e'] } as const;
  const odd: SettingsChange[] = [
    {
      filters: filtersOf({ since: earliest, before: earliest }),
      catchUps: { [demo.id]: { since: earliest, lastLook: earliest } },
      tables: Object.fromEntries(tableNames.map((name) => [name, layout])),
      timeZone: 'Pacific/Kiritimati',
    },
    {
      filters: filtersOf({ since: latest, before: earliest }),
      catchUps: { [demo.id]: { since: latest, lastLook: latest } },
      tickers: {
        futures: { ...tickers, favorites: tickers.favorites.filter((symbol) => symbol !== '') },
        spot: { ...tickers, view: 'movers', favorites: [] },
      },
      feeRates: { [demo.id]: { maker: `-${long.slice(1)}`, taker: long } },
      timeZone: 'Pacific/Niue',
    },
    {
      filters: filtersOf({ since: latest, before: latest }),
      resultsOf: 'order-history',
      planLadder: true,
      allTradeFigures: true,
      figures: 'exact',
    },
    { filters: filtersOf({ from: '1970-01-01', to: '2100-12-31' }) },
    { filters: filtersOf({ from: '2100-12-31', to: '1970-01-01' }), resultsOf: 'order-history' },
  ];
  for (const settings of odd) {
    settingsChangeSchema.parse(settings);
    for (const screen of screens) {
      host.settings = settingsSchema.parse({ ...host.settings, ...settings, screen });
      host.send('settingsChanged', host.settings);
      queryClient.setQueryData(settingsQuery.queryKey, host.settings);
      await expectShown(en.screens[screen]);
      await new Promise(requestAnimationFrame);
      expect(host.callsOf('reportPageProblem'), `${screen}: ${JSON.stringify(settings)}`).toEqual([]);
    }
  }
});

it('closes a dialog that cannot be drawn, says so, and keeps the other dialogs and the keys', async () => {
  const { host } = await showPage({}, { reportPageProblem: () => succeed({}) });
  queryClient.setQueryData(settingsQuery.queryKey, { ...host.settings, notify: null as never });
  await ctrl(',');
  await expect.element(page.getByText('Orderglass can’t draw this part of the page. Reload the page.')).toBeVisible();
  expect(host.callsOf('reportPageProblem')).toMatchObject([{ part: 'dialogs', name: 'TypeError' }]);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await press('{ArrowDown}');
  await ctrl('k');
  await expect.element(palette).toBeVisible();
  await press('{Escape}');
  queryClient.setQueryData(settingsQuery.queryKey, host.settings);
  await ctrl(',');
  await expect.element(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
});

it('shows times in the zone of the computer if the browser does not know the chosen one', async () => {
  const { host } = await showPage({}, { reportPageProblem: () => succeed({}) });
  queryClient.setQueryData(settingsQuery.queryKey, { ...host.settings, timeZone: 'Moon/Tranquility' });
  await expect.element(page.getByRole('button', { name: localTimeZone() })).toBeVisible();
  expect(rows().length).toBeGreaterThan(0);
  await ctrl(',');
  await expect.element(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  expect(host.callsOf('reportPageProblem')).toEqual([]);
});
