import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { OpenPlan } from '../../../shared/contract/orders.ts';
import type { SettingsChange } from '../../../shared/contract/settings.ts';
import { tagsOf } from '../../../shared/orders/notes.ts';
import { succeed } from '../../../shared/values/result.ts';
import { alertFormRequest } from '../../domain/alerts/alerts.ts';
import { freshness } from '../../domain/market/freshness.ts';
import { acceptLiveChange } from '../../domain/market/live/live.ts';
import { acceptNotes } from '../../domain/notes/notes.ts';
import { planSample } from '../../domain/plans/testing/samples.ts';
import { runCommand } from '../../platform/commands.ts';
import { hostGone } from '../../platform/host-gone.ts';
import { putQueryData } from '../../platform/query-client.ts';
import { settingsQuery } from '../../platform/settings/settings.ts';
import { expectAccessible } from '../../testing/axe.ts';
import type { Answers } from '../../testing/fake-host.ts';
import { FakeMarket } from '../../testing/fake-market.ts';
import type { Rendered } from '../../testing/render.tsx';
import { cell, cellsOf } from '../../testing/table.ts';
import { resortIntervalMs } from '../../ui/table/stable-sort.ts';
import { details, grid, marketOf, showOpenPlans, status } from './testing/open-plans.tsx';

const plan = (id: number, symbol: string, triggerPrice: string, marginMode: OpenPlan['marginMode']): OpenPlan =>
  planSample(String(id), { symbol, triggerPrice, marginMode, triggerDirection: 'falls-to' });
/** The nearest to their triggers first. */
const plans = [
  plan(1, 'ETH-USDT', '101.5', 'isolated'),
  plan(2, 'BTC-USDT', '99', 'isolated'),
  plan(3, 'BTC-USDC', '90', 'cross'),
  plan(4, 'BTC-USDT', '80.25', 'cross'),
];

const symbolPicker = page.getByRole('combobox', { name: 'Symbol' });
const field = page.getByRole('textbox', { name: 'Note', exact: true });
const chips = page.getByRole('list', { name: 'Active filters' });
const filter = page.getByRole('dialog', { name: 'Filter' });
const press = (keys: string): Promise<void> => userEvent.keyboard(keys);
const item = (name: string | RegExp): Locator => page.getByRole('menuitem', { name });
/** IDs of the rows in the order shown. */
const shown = (): (string | undefined)[] =>
  cellsOf('symbol').map(({ parentElement }) => parentElement?.dataset.rowId?.split(':').at(-1));

let market: FakeMarket;

beforeEach(() => {
  market = marketOf(plans);
});

async function showPlans(settings: SettingsChange = {}, answers: Answers = {}): Promise<Rendered> {
  const notes = new Map<string, string>();
  const rendered = showOpenPlans(market, settings, {
    readPlanNotes: () => succeed([...notes].map(([key, text]) => ({ key, text }))),
    readTags: () => succeed([...notes.values()].flatMap(tagsOf).map((tag) => ({ tag, notes: 1 }))),
    saveNote: ({ account, key, text }) => {
      notes.set(key, text);
      acceptNotes({ account });
      return succeed({ outcome: 'saved', text });
    },
    ...answers,
  });
  await expect.poll(() => grid.query() && shown()).toEqual(['1', '2', '3', '4']);
  return rendered;
}

/** Shows the plan orders of all accounts. `other`: that of the account Main, which comes first. */
function showWith(other: FakeMarket, readLive: NonNullable<Answers['readLive']>): Rendered {
  market.owner = { ...market.owner, kind: 'live' };
  const main = { ...market.owner, id: other.account, name: 'Main' };
  const readLastPlans: Answers['readLastPlans'] = () => succeed({ plans: [], at: null });
  const listAccounts: Answers['listAccounts'] = () => succeed([main, market.owner]);
  return showOpenPlans(market, { planAccounts: 'all' }, { listAccounts, readLive, readLastPlans });
}

it('finds a symbol by typing, the most liquid one first, and filters by it, by a margin mode, and by the value of a cell', async () => {
  const { host } = await showPlans();
  await cell(0, 'symbol').click({ button: 'right' });
  await item('Exclude ETH-USDT').click();
  await expect.poll(shown).toEqual(['2', '3', '4']);
  await page.getByRole('button', { name: 'Remove Symbol not: ETH-USDT' }).click();
  await expect.poll(shown).toEqual(['1', '2', '3', '4']);

  await symbolPicker.fill('btc');
  await expect.element(page.getByRole('option').first()).toMatchTextContent('BTC-USDT');
  await press('{Enter}');
  await expect.element(symbolPicker).toHaveValue('BTC-USDT');
  await expect.poll(shown).toEqual(['2', '4']);
  await page.getByRole('button', { name: 'Show all symbols' }).click();
  await page.getByRole('radio', { name: 'Cross' }).click();
  await expect.poll(shown).toEqual(['3', '4']);
  await page.getByRole('radio', { name: 'Isolated' }).click();
  await expect.poll(shown).toEqual(['1', '2']);
  expect(host.settings.marginMode).toBe('isolated');
});

it('leads from the price of a mark on the ladder to a new alert at this price', async () => {
  const { destinations } = await showPlans();
  await cell(3, 'symbol').click();
  const mark = page
    .getByRole('complementary', { name: 'Price ladder' })
    .getByRole('button', { name: /, Trigger, .*80\.25|80\.25.*, Trigger, / })
    .first();
  (mark.element() as HTMLElement).focus();
  await press('{Shift>}{F10}{/Shift}');
  await item('Alert me at 80.25…').click();
  await expect
    .poll(() => destinations)
    .toEqual([{ kind: 'new-alert', account: market.account, symbol: 'BTC-USDT', market: 'futures', level: '80.25' }]);
});

it('keeps notes, marks the plan orders that have one, and filters by their tags', async () => {
  await showPlans();
  await cell(0, 'symbol').click();
  await field.fill('A breakout');
  await press('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
  await expect.poll(() => grid.element().querySelectorAll('[data-noted]').length).toBe(1);

  // The menu of a row leads to the field of its note, whether its details are open or not.
  (grid.element() as HTMLElement).focus();
  await press('{ArrowDown}{Shift>}{F10}{/Shift}');
  await expect.element(page.getByRole('menu')).toHaveFocus();
  await press('n{Enter}');
  await expect.element(field).toHaveFocus();
  (grid.element() as HTMLElement).focus();
  await press('{Shift>}{F10}{/Shift}');
  await item('Note…').click();
  await expect.element(field).toHaveFocus();
  await field.fill('#retest');
  await press('{Escape}');
  await expect.element(field).not.toBeInTheDocument();

  await cell(1, 'symbol').click({ button: 'right' });
  await item('Show only #retest').click();
  await expect.poll(shown).toEqual(['2']);

  // The form of the filter has the tags, too.
  await page.getByRole('button', { name: /^Filter/ }).click();
  await filter.getByRole('tab', { name: 'Tags' }).click();
  await expectAccessible(filter.element());
  await expect.element(filter.getByRole('button', { name: 'Show 1 plan order', exact: true })).toBeVisible();
  await filter.getByRole('button', { name: '#retest' }).click();
  await filter.getByRole('tab', { name: 'Note' }).click();
  await filter.getByRole('button', { name: 'With note' }).click();
  await expect.element(chips).toMatchTextContent('With note');
  await expect.poll(shown).toEqual(['1', '2']);
  await filter.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(shown).toEqual(['1', '2', '3', '4']);
});

it('shows the symbol of the ladder whole beside the plan orders', async () => {
  await page.viewport(1440, 900);
  const symbol = '1000FLOKI-USDT';
  market = new FakeMarket(
    [symbol],
    plans.map((each) => ({ ...each, symbol })),
  );
  await showPlans({ planLadder: true });
  const ladder = page.getByRole('complementary', { name: 'Price ladder' });
  const value = ladder.getByText(symbol, { exact: true }).element();
  expect(value.textContent).toBe(symbol);
  expect(value.scrollWidth).toBeLessThanOrEqual(value.clientWidth);
});

it('says why a distance has no sign', async () => {
  const [first, ...others] = plans;
  if (first === undefined) throw new Error('There is no plan order.');
  const unsigned = { ...first, triggerDirection: 'unknown:0' } as const;
  market = marketOf([unsigned, ...others]);
  await showPlans();
  await cell(1, 'symbol').click();
  await expect.element(page.getByText('from last price to trigger price')).toBeVisible();
  expect(page.getByText(/^Without a sign/).query()).toBeNull();
  await cell(0, 'symbol').click();
  await expect.element(page.getByText(/^Without a sign/)).toBeVisible();
});

it('starts a new alert by its shortcut with the symbol whose details are open', async () => {
  await showPlans();
  await cell(0, 'symbol').click();
  await expect.element(page.getByRole('button', { name: 'Alert me…' })).toBeVisible();
  await expect.poll(() => runCommand('new-alert')).toBe(true);
  const preset = { kind: 'price', market: 'futures', symbol: 'ETH-USDT', account: market.account };
  expect(alertFormRequest.get()).toEqual({ kind: 'new', preset });
});

it('sorts in the plan orders of another account with its first prices, and by distance where no account is shown', async () => {
  const other = new FakeMarket(['BTC-USDT'], [plan(9, 'BTC-USDT', '99.9', 'isolated')]);
  const read = Promise.withResolvers<void>();
  const { host } = showWith(other, async (input) => {
    if (input.account === other.account) await read.promise;
    return (input.account === other.account ? other : market).answers.readLive?.(input) as never;
  });
  await expect.poll(() => grid.query() && shown()).toEqual(['1', '2', '3', '4']);
  const states = page.getByRole('list', { name: 'Account status' }).getByRole('listitem');
  const before = states.last().element().getBoundingClientRect().left;
  read.resolve();
  await expect.poll(shown, { timeout: resortIntervalMs / 2 }).toEqual(['9', '1', '2', '3', '4']);
  // What the first account says moves the second one nowhere.
  await expect.element(states.first()).toMatchTextContent('1 plan order');
  expect(states.last().element().getBoundingClientRect().left).toBe(before);

  await grid.getByRole('columnheader', { name: 'Account' }).click();
  await expect.poll(shown).toEqual(['1', '2', '3', '4', '9']);
  host.settings = { ...host.settings, planAccounts: 'this' };
  putQueryData(settingsQuery.queryKey, host.settings);
  await expect.poll(shown).toEqual(['1', '2', '3', '4']);
  const distance = grid.getByRole('columnheader', { name: 'Distance' });
  await expect.element(distance).toHaveAttribute('aria-sort', 'ascending');
  await distance.click();
  await expect.poll(shown).toEqual(['4', '3', '2', '1']);
});

it('marks the plan orders of an account that fails, after the live ones until it responds, and leads from a row to its own account', async () => {
  const nearest = plan(9, 'BTC-USDT', '99.9', 'isolated');
  const other = new FakeMarket(['BTC-USDT'], [nearest]);
  const failure = { code: 'service-error', message: 'no' } as const;
  const state = { account: other.account, version: 1, fetchedAt: 1, failure, unreadable: [] };
  const { host } = showWith(other, (input) => {
    if (input.account !== other.account) return market.answers.readLive?.(input) ?? expect.fail('no market');
    if (input.list === 'open-plans') return succeed({ ...state, list: 'open-plans', rows: [nearest] });
    return other.answers.readLive?.(input) ?? expect.fail('no market');
  });
  await expect.poll(() => grid.query() && shown()).toEqual(['1', '2', '3', '4', '9']);
  await expect.element(page.getByRole('treegrid', { name: 'Open plans, All accounts' })).toBeVisible();
  await expect.element(grid.getByRole('gridcell', { name: '−0.10% (old)' })).toBeVisible();
  const states = page.getByRole('list', { name: 'Account status' });
  const stateOf = (name: string) => states.getByRole('listitem').filter({ hasText: name });
  await expect
    .element(stateOf('Main'))
    .toMatchTextContent(/1 plan order.*Not live.*The exchange reported an internal error\./);
  await expect.element(stateOf('Demo account')).toMatchTextContent(/4 plan orders.*just now/);
  await expect.element(stateOf('Demo account')).not.toMatchTextContent('Not live');
  expect(freshness.get().failure).toBeNull();
  await expectAccessible(states.element());

  // Its next response: the plan order is the nearest of all again.
  acceptLiveChange(other.replacePlans([nearest]));
  await expect.poll(shown).toEqual(['9', '1', '2', '3', '4']);
  await expect.element(stateOf('Main')).not.toMatchTextContent('Not live');

  await cell(0, 'account').click();
  await expect.poll(() => details.element().querySelector('[data-field="account"]')?.textContent).toContain('Main');
  await details.getByRole('button', { name: 'Alert me…' }).click();
  expect(alertFormRequest.get()).toMatchObject({ kind: 'new', preset: { account: other.account, symbol: 'BTC-USDT' } });
  host.settings = { ...host.settings, planAccounts: 'this' };
  putQueryData(settingsQuery.queryKey, host.settings);
  await expect.poll(shown).toEqual(['1', '2', '3', '4']);
  await expect.element(states).not.toBeInTheDocument();
});

it('gives no time for plan orders of an account that were never read, whatever its prices are', async () => {
  const other = new FakeMarket(['BTC-USDT'], []);
  const unread = { account: other.account, version: 1, fetchedAt: null, unreadable: [], rows: [] };
  const failure = { code: 'key-expired', message: 'no' } as const;
  showWith(other, (input) => {
    if (input.account !== other.account) return market.answers.readLive?.(input) ?? expect.fail('no market');
    if (input.list === 'open-plans') return succeed({ ...unread, list: 'open-plans', failure });
    return other.answers.readLive?.(input) ?? expect.fail('no market');
  });
  const states = page.getByRole('list', { name: 'Account status' }).getByRole('listitem');
  await expect.element(states.first()).toMatchTextContent(/^Main.*Not live.*No data yet.*This API key has expired\.$/);
  await expect.element(states.last()).toMatchTextContent(/4 plan orders.*just now/);
});

it('calls nothing live at once when the program has stopped', async () => {
  await showPlans();
  await expect.element(grid).not.toHaveAttribute('data-stale');
  onTestFinished(() => hostGone.set(false));
  hostGone.set(true);
  await expect.element(grid).toHaveAttribute('data-stale');
  hostGone.set(false);
  await expect.element(grid).not.toHaveAttribute('data-stale');
});

it('shows the last known plan orders of their moment and not as live, and why', async () => {
  const fetchedAt = Date.UTC(2026, 0, 2, 3, 4, 5);
  const failure = { code: 'keychain-unavailable', keychain: 'session-ended', message: 'no' } as const;
  const state = { account: market.account, version: 1, fetchedAt, failure, unreadable: [] };
  const readLive: Answers['readLive'] = (input) =>
    input.list === 'open-plans'
      ? succeed({ ...state, list: 'open-plans', rows: plans })
      : (market.answers.readLive?.(input) ?? expect.fail('no market'));
  await showPlans({ timeZone: 'UTC' }, { readLive });
  await expect.element(grid).toHaveAttribute('data-stale');
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(
      /The keys aren’t stored on this computer\.\s*Enter them again\. +Showing data from 2026-01-02 03:04:05\./,
    );
  await expectAccessible(document.body);
});

it('says that the plan orders are loading until they arrive, not that there are none', async () => {
  const list = 'open-plans' as const;
  const state = { account: market.account, list, failure: null };
  const unread = { ...state, version: 0, fetchedAt: null, rows: [], unreadable: [] };
  const read = { ...state, version: 1, fetchedAt: Date.now(), rows: plans, unreadable: [] };
  let known: typeof unread | typeof read = unread;
  const { host } = showOpenPlans(market, undefined, {
    // The tickers have arrived.
    readLive: (input) =>
      input.list === list ? succeed(known) : (market.answers.readLive?.(input) ?? expect.fail('no market')),
  });
  await expect.poll(() => host.callsOf('readLive').some((input) => input.list === list)).toBe(true);
  await expect.element(status).toMatchTextContent(/^Loading…$/);
  expect(page.getByText('No open plan orders').query()).toBeNull();
  expect(freshness.get().fetchedAt).toBeNull();
  known = read;
  const { fetchedAt } = read;
  acceptLiveChange({ ...state, base: 0, version: 1, fetchedAt, put: plans, removed: [], unreadable: null });
  await expect.poll(shown).toEqual(['1', '2', '3', '4']);
  await expect.element(status).toMatchTextContent('4 rows');
  expect(freshness.get().fetchedAt).not.toBeNull();
});
