import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { AccountSummary } from '../../../../shared/contract/accounts.ts';
import type { Activity, Presence } from '../../../../shared/contract/alerts.ts';
import type { HistoryState } from '../../../../shared/contract/history.ts';
import type { Order } from '../../../../shared/contract/orders.ts';
import { blankRow } from '../../../../shared/testing/blank-row.ts';
import { dayOf } from '../../../../shared/time/days.ts';
import { formatTimestamp } from '../../../../shared/time/time.ts';
import { fail, succeed } from '../../../../shared/values/result.ts';
import { usePresence } from '../../../domain/alerts/presence.ts';
import type { Destination } from '../../../platform/navigation/go-to.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import type { Answers } from '../../../testing/fake-host.ts';
import { render } from '../../../testing/render.tsx';
import { demoAccount, wholeHistory, wholeModes } from '../../../testing/samples.ts';
import { NewsMark } from './NewsMark.tsx';
import { SinceSection } from './SinceSection.tsx';

const hourMs = 3_600_000;
/** In whole seconds, as times of orders are: the spans below then hold whole hours, whenever the tests start. */
const now = Math.floor(Date.now() / 1000) * 1000;
const state: HistoryState = {
  ...wholeHistory,
  account: 'demo',
  list: 'order-history',
  rows: 5,
  checkedAt: now + hourMs,
};
/** An account with one order an hour, and without trades. */
const answers: Answers = {
  listAccounts: () => succeed([demoAccount]),
  readHistoryState: () => succeed(state),
  readActivity: () => succeed([]),
  readUnwatched: () => succeed([]),
  readOrdersByKey: () => succeed({ latest: null, found: [] }),
  summarizeTrades: () =>
    succeed({ version: 1, trades: 0, closed: 0, open: 0, incomplete: 0, uncertain: 0, quotes: [] }),
  summarizeHistory: ({ filter: { created, sides } }) => {
    const { since, before } = created && 'since' in created ? created : { since: 0, before: 0 };
    const all = Math.floor((before - since) / hourMs);
    // One was filled that sells, and the others buy.
    const rows = sides === undefined ? all : sides.includes('sell') ? 1 : all - 1;
    return succeed({ version: 1, rows, filled: rows, canceled: 0, failed: 0, pnl: [], unknownPnl: 0 });
  },
};
const lastLook = Math.floor((now - 3 * hourMs) / 1000) * 1000;
const news = page.getByRole('region', { name: 'Since you last looked' });

function Bell() {
  return (
    <>
      <NewsMark id="mark" account={demoAccount} />
      <SinceSection account={demoAccount} onShown={() => {}} />
    </>
  );
}

it('keeps its moment until it is dismissed, whatever is reloaded', async () => {
  const { host, destinations, restart } = render(<Bell />, {
    answers,
    settings: { timeZone: 'UTC', catchUps: { demo: { since: lastLook, lastLook } } },
  });
  const since = `Since ${formatTimestamp(lastLook, 'UTC').slice(0, 16)}`;
  await expect.element(news.getByRole('heading')).toMatchTextContent(since);
  await expect.element(page.getByText('News since you last looked')).toBeInTheDocument();
  await expectAccessible(news.element());
  await news.getByRole('button', { name: '3 orders' }).click();
  expect(destinations).toMatchObject([
    { kind: 'list', list: 'order-history', filter: { created: { since: lastLook } } },
  ]);

  restart();
  await expect.element(news.getByRole('heading')).toMatchTextContent(since);
  await news.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(news.getByRole('heading')).toMatchTextContent('What happened since');
  await expect.element(page.getByText('News since you last looked')).not.toBeInTheDocument();
  restart();
  await expect.element(news.getByRole('heading')).toMatchTextContent('What happened since');
  expect(host.settings.catchUps).toEqual({});
});

it('tells what happened since yesterday 0:00, in 24 hours, and since the last look again', async () => {
  const { host } = render(<Bell />, {
    answers,
    settings: { timeZone: 'UTC', catchUps: { demo: { since: lastLook, lastLook } } },
  });
  await news.getByRole('button', { name: '24 hours' }).click();
  await expect.element(news.getByRole('button', { name: '24 orders' })).toBeVisible();
  await news.getByRole('button', { name: 'Yesterday 0:00' }).click();
  const midnight = Date.parse(`${dayOf(now - 24 * hourMs, 'UTC')}T00:00:00Z`);
  await expect.poll(() => host.settings.catchUps).toEqual({ demo: { since: midnight, lastLook } });
  await news.getByRole('button', { name: 'Last look' }).click();
  await expect.element(news.getByRole('button', { name: '3 orders' })).toBeVisible();
});

it('says how many buys and sells were filled, and of which plan orders it can tell', async () => {
  const { host, destinations } = render(<Bell />, {
    answers,
    settings: { timeZone: 'UTC', catchUps: { demo: { since: lastLook, lastLook } } },
  });
  await news.getByRole('button', { name: '2 buys filled' }).click();
  await news.getByRole('button', { name: '1 sell filled' }).click();
  const created = { since: lastLook, before: expect.any(Number) };
  const statuses = ['filled', 'partially-filled', 'partially-canceled'];
  expect(destinations).toMatchObject([
    { list: 'order-history', filter: { created, statuses, sides: ['buy'] } },
    { list: 'order-history', filter: { created, statuses, sides: ['sell'] } },
  ]);
  expect(destinations[1]).not.toHaveProperty('filter.states');
  // Those that were counted.
  const counted = host.callsOf('summarizeHistory').map(({ filter }) => filter);
  expect(counted).toContainEqual(filterOf(destinations[0]));
  await expect.element(news).toMatchTextContent('Plan orders: only those that Orderglass saw open');
});

it('counts and leads to what happened by the exchange’s clock, which dates orders', async () => {
  const clockAhead = 240 * hourMs;
  const { host, destinations } = render(<SinceSection account={demoAccount} onShown={() => {}} />, {
    answers: { ...answers, readHistoryState: () => succeed({ ...state, clockAhead }) },
    settings: { timeZone: 'UTC', catchUps: { demo: { since: lastLook, lastLook } } },
  });
  await news.getByRole('button', { name: '3 orders' }).click();
  const created = { since: lastLook - clockAhead, before: expect.any(Number) };
  expect(destinations).toMatchObject([{ list: 'order-history', filter: { created } }]);
  expect(host.callsOf('summarizeHistory').map(({ filter }) => filter)).toContainEqual(filterOf(destinations[0]));
  expect(host.callsOf('summarizeTrades')).toMatchObject([{ filter: { closed: created } }]);
});

it('stays up to date while it is open, and says as of when', async () => {
  const checkedAt = now - 60_000;
  const { host } = render(<SinceSection account={demoAccount} onShown={() => {}} />, {
    answers: { ...answers, readHistoryState: () => succeed({ ...state, checkedAt }) },
    settings: { timeZone: 'UTC', catchUps: { demo: { since: lastLook, lastLook } } },
  });
  const day = news.getByRole('button', { name: '24 hours' });
  await day.click();
  await expect.element(news.getByRole('button', { name: '24 orders' })).toBeVisible();
  await expect.element(news).toMatchTextContent(`Orders as of ${formatTimestamp(checkedAt, 'UTC')}`);
  const spans = () =>
    new Set(host.callsOf('summarizeHistory').map(({ filter }) => JSON.stringify(filter.created))).size;
  const counted = spans();
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(spans).toBeGreaterThan(counted);
  await expect.element(day).toHaveAttribute('aria-pressed', 'true');
  await expect.element(news.getByRole('button', { name: '24 orders' })).toBeVisible();
});

it('offers the last look again once it is dismissed', async () => {
  const { host } = render(<SinceSection account={demoAccount} onShown={() => {}} />, {
    answers,
    settings: { timeZone: 'UTC', catchUps: { demo: { since: lastLook - hourMs, lastLook } } },
  });
  await news.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => host.settings.catchUps).toEqual({});
  await news.getByRole('button', { name: 'Last look' }).click();
  await expect.element(news.getByRole('button', { name: '3 orders' })).toBeVisible();
  expect(host.settings.catchUps).toEqual({ demo: { since: lastLook, lastLook } });
});

/** The bell of an account that is open. */
function OpenAccount({ account }: { account: AccountSummary }) {
  usePresence(account.id);
  return (
    <>
      <NewsMark id="mark" account={account} />
      <SinceSection account={account} onShown={() => {}} />
    </>
  );
}

afterEach(() => void Reflect.deleteProperty(document, 'hasFocus'));

function filterOf(destination: Destination | undefined) {
  return destination && 'filter' in destination ? destination.filter : undefined;
}

/** Lets the page believe that its window is in front, or another one. */
function turn(isInFront: boolean): void {
  document.hasFocus = () => isInFront;
  window.dispatchEvent(new Event(isInFront ? 'focus' : 'blur'));
}

it('counts what happened while the account was not in front, keeps it over a reload, and leads to exactly these rows', async () => {
  const account = 'absent';
  const left = now - 2 * hourMs;
  const none = { sum: '0', wins: 0, losses: 0, zeros: 0, winRate: null, average: null, best: null, worst: null };
  const closed = { ...none, quote: 'USDT', sum: '12.5', wins: 1 };
  const quotes = [{ quote: 'USDT', closed, open: { sum: '0', trades: 0 }, incomplete: { sum: '0', trades: 0 } }];
  const triggered: Activity = {
    ...{ id: '1', account, at: left + hourMs, read: false, notify: false },
    event: {
      ...{ kind: 'plan-left', plan: 'isolated:7', symbol: 'BTC-USDT', side: 'buy', triggerPrice: '81000' },
      ...{ lastSeenAt: left, outcome: { status: 'fully-executed', filledQuantity: '1' }, backAt: null },
    },
  };
  let presence: Presence = { before: null, at: left };
  const { host, destinations, restart } = render(<OpenAccount account={{ ...demoAccount, id: account }} />, {
    settings: { timeZone: 'UTC' },
    answers: {
      ...answers,
      reportPresence: () => succeed(presence),
      readHistoryState: () => succeed({ ...state, account }),
      syncHistory: () => succeed({ ...state, account }),
      refreshLive: () => succeed({ version: 1, fetchedAt: now, failure: null }),
      readActivity: () => succeed([triggered]),
      summarizeTrades: () =>
        succeed({ version: 1, trades: 1, closed: 1, open: 0, incomplete: 0, uncertain: 0, quotes }),
    },
  });
  const mark = page.getByText('News since you last looked');
  await expect.poll(() => host.callsOf('reportPresence')).toEqual([{ account, isInFront: true }]);
  await expect.element(mark).not.toBeInTheDocument();
  turn(false);
  await expect.poll(() => host.callsOf('reportPresence').at(-1)).toEqual({ account, isInFront: false });

  // The user returns after the absence, in whole seconds, because orders have no shorter times.
  presence = { before: left + 999, at: now };
  turn(true);
  await expect.element(mark).toBeInTheDocument();
  expect(host.callsOf('syncHistory')).toEqual([{ account, list: 'order-history', action: 'refresh' }]);
  expect(host.callsOf('refreshLive')).toEqual([{ account, list: 'open-plans' }]);
  presence = { before: now, at: now };
  restart();
  await expect.element(mark).toBeInTheDocument();
  const since = Math.floor((left + 999) / 1000) * 1000;
  expect(host.settings.catchUps).toEqual({ [account]: { since, lastLook: since } });
  await expect.element(news).toMatchTextContent('1 plan order triggered');
  await expect.element(news).toMatchTextContent('1 trade closed+12.50 USDT');
  await expect.element(news).toMatchTextContent('derived from orders, before fees');
  await expectAccessible(news.element());

  await news.getByRole('button', { name: '2 orders' }).click();
  await news.getByRole('button', { name: '1 trade closed' }).click();
  await news.getByRole('button', { name: '1 plan order triggered' }).click();
  const span = { since, before: expect.any(Number) };
  expect(destinations).toMatchObject([
    { list: 'order-history', filter: { created: span } },
    { list: 'trades', filter: { closed: span, incomplete: 'none' } },
    { list: 'plan-history', filter: { ids: ['7'] } },
  ]);
  // Those that were counted.
  const counted = host.callsOf('summarizeHistory').map(({ filter }) => filter);
  expect(counted).toContainEqual(filterOf(destinations[0]));

  await news.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(mark).not.toBeInTheDocument();
  // A look at another window is no absence.
  turn(false);
  presence = { before: now - 299_999, at: now };
  turn(true);
  await expect.poll(() => host.callsOf('reportPresence').at(-1)).toEqual({ account, isInFront: true });
  restart();
  await expect.element(news).toMatchTextContent('What happened since');
  await expect.element(mark).not.toBeInTheDocument();
});

const main: AccountSummary = { ...demoAccount, id: 'main', kind: 'live', name: 'Main' };
const swing: AccountSummary = { ...main, id: 'swing', name: 'Swing' };

/** The bell of "All accounts", of which Swing was not looked at for an hour longer. `failing`: an account whose orders cannot be read now. */
function showAll(failing?: string, unwatched?: string, changed: Answers = {}) {
  const none = { wins: 0, losses: 0, zeros: 0, winRate: null, average: null, best: null, worst: null };
  const part = { sum: '0', trades: 0 };
  return render(
    <>
      <NewsMark id="mark" account={main} />
      <SinceSection account={main} onShown={() => {}} />
    </>,
    {
      settings: {
        ...{ timeZone: 'UTC', account: 'main', planAccounts: 'all' },
        catchUps: {
          main: { since: lastLook, lastLook },
          swing: { since: lastLook - hourMs, lastLook: lastLook - hourMs },
          demo: { since: 0, lastLook: 0 },
        },
      },
      answers: {
        ...answers,
        listAccounts: () => succeed([demoAccount, main, swing]),
        readUnwatched: () => succeed(unwatched === undefined ? [] : [{ account: unwatched, failure: null }]),
        readHistoryState: ({ account }) =>
          succeed({
            ...state,
            modes: wholeModes,
            account,
            failure: account === failing ? { code: 'timeout', message: '' } : null,
          }),
        summarizeTrades: ({ account }) => {
          const closed = {
            ...none,
            quote: 'USDT',
            ...(account === 'main' ? { sum: '12.5', wins: 1 } : { sum: '-2', losses: 1 }),
          };
          const quotes = [{ quote: 'USDT', closed, open: part, incomplete: part }];
          return succeed({ version: 1, trades: 1, closed: 1, open: 0, incomplete: 0, uncertain: 0, quotes });
        },
        ...changed,
      },
    },
  );
}

it('adds up all accounts that are shown, without the demo account, since the earliest look at one of them', async () => {
  const { host } = showAll();
  const since = formatTimestamp(lastLook - hourMs, 'UTC').slice(0, 16);
  await expect.element(news.getByRole('heading')).toMatchTextContent(`All accounts: Since ${since}`);
  await expect.element(news.getByRole('button', { name: '8 orders' })).toBeVisible();
  await expect.element(news).toMatchTextContent('2 trades closed+10.50 USDT');
  await expect.element(page.getByText('News since you last looked')).toBeInTheDocument();
  await news.getByRole('button', { name: 'Dismiss' }).click();
  expect(host.settings.catchUps).toEqual({ demo: { since: 0, lastLook: 0 } });
});

it('counts of all accounts what a number leads to, however the clocks of their exchanges differ', async () => {
  const { host, destinations } = showAll(undefined, undefined, {
    readHistoryState: ({ account }) =>
      succeed({ ...state, modes: wholeModes, account, clockAhead: account === 'main' ? hourMs / 2 : -hourMs / 2 }),
  });
  await news.getByRole('button', { name: '10 orders' }).click();
  await news.getByRole('button', { name: '2 trades closed' }).click();
  const created = { since: lastLook - 1.5 * hourMs, before: expect.any(Number) };
  expect(destinations).toMatchObject([{ filter: { created } }, { filter: { closed: created } }]);
  const counted = host.callsOf('summarizeHistory').map(({ account, filter }) => [account, filter]);
  for (const account of ['main', 'swing']) expect(counted).toContainEqual([account, filterOf(destinations[0])]);
});

it('says which of all accounts have the same orders, which it counts twice', async () => {
  const order: Order = { ...blankRow('order-history'), key: 'cross:1', id: '1', symbol: 'BTC-USDT', createdAt: 1 };
  showAll(undefined, undefined, { readOrdersByKey: () => succeed({ latest: order, found: [order] }) });
  await expect.element(news).toMatchTextContent('Main and Swing have the same orders');
});

it('does not break the time in its heading', async () => {
  // Less than the heading and the choices need side by side.
  await page.viewport(480, 700);
  showAll();
  const heading = news.getByRole('heading');
  await expect.element(heading).toMatchTextContent('All accounts: Since ');
  const range = document.createRange();
  range.selectNodeContents(heading.element());
  expect(range.getClientRects()).toHaveLength(1);
});

it('says of which of all accounts no last look is known', async () => {
  const first: AccountSummary = { ...demoAccount, id: 'first', kind: 'live', name: 'First' };
  render(<SinceSection account={first} onShown={() => {}} />, {
    answers: { ...answers, listAccounts: () => succeed([first, { ...first, id: 'second', name: 'Second' }]) },
    settings: { account: 'first', planAccounts: 'all', catchUps: { first: { since: lastLook, lastLook } } },
  });
  const look = news.getByRole('button', { name: 'Last look' });
  await expect.element(look).toHaveAttribute('title', 'No last look known of Second');
});

it.each([
  ['can’t be read', 'swing', undefined],
  ['isn’t watched', undefined, 'swing'],
])('says no PnL of all accounts while one of them %s, and names the account', async (_why, failing, unwatched) => {
  showAll(failing, unwatched);
  await expect.element(news.getByRole('button', { name: '2 trades closed' })).toBeVisible();
  await expect.element(news).toMatchTextContent('PnL can’t be told, because orders of Swing may be missing');
  await expect.element(news).not.toMatchTextContent('USDT');
  await expectAccessible(news.element());
});

it('says no PnL of all accounts if one is paused, and its orders were last read before the end', async () => {
  showAll(undefined, undefined, {
    readHistoryState: ({ account }) =>
      succeed({
        ...{ ...state, modes: wholeModes, account },
        ...(account === 'swing' && { phase: 'paused', checkedAt: lastLook + hourMs }),
      }),
  });
  await expect.element(news.getByRole('button', { name: '2 trades closed' })).toBeVisible();
  await expect.element(news).toMatchTextContent('PnL can’t be told, because orders of Swing may be missing');
  await expect.element(news).not.toMatchTextContent('USDT');
});

it('adds up nothing until the orders of every account are read, and names an account that cannot be read', async () => {
  const unread = Promise.withResolvers<void>();
  const { host } = showAll(undefined, undefined, {
    summarizeHistory: async (question) => {
      const counts = await answers.summarizeHistory?.(question);
      if (question.account === 'main' && counts) return counts;
      await unread.promise;
      return fail('internal', '');
    },
  });
  await expect.poll(() => host.callsOf('summarizeTrades').map(({ account }) => account)).toContain('main');
  await expect.element(news.getByRole('heading')).toMatchTextContent('All accounts: Since');
  await expect.element(news).not.toMatchTextContent(/order|trade|Nothing/);
  unread.resolve();
  await expect.element(news.getByRole('button', { name: '1 trade closed' })).toBeVisible();
  await expect.element(news).toMatchTextContent('PnL can’t be told, because orders of Swing may be missing');
  await expect.element(news).not.toMatchTextContent('USDT');
});

it('does not say that nothing happened in an account whose orders cannot be read', async () => {
  render(<Bell />, {
    answers: { ...answers, summarizeHistory: () => fail('internal', '') },
    settings: { timeZone: 'UTC', catchUps: { demo: { since: lastLook, lastLook } } },
  });
  await expect.element(news).toMatchTextContent('PnL can’t be told');
  await expect.element(news).not.toMatchTextContent('Nothing happened');
});

/** Of an account without orders. */
const noOrders: Answers = {
  summarizeHistory: () => succeed({ version: 1, rows: 0, filled: 0, canceled: 0, failed: 0, pnl: [], unknownPnl: 0 }),
};

it('says that nothing happened if nothing did', async () => {
  render(<Bell />, {
    answers: { ...answers, ...noOrders },
    settings: { timeZone: 'UTC', catchUps: { demo: { since: lastLook, lastLook } } },
  });
  await expect.element(news).toMatchTextContent('Nothing happened');
});

it.each([
  ['were never read', { checkedAt: null }],
  ['are not all downloaded', { modes: wholeModes.map((mode) => ({ ...mode, complete: false, oldest: now })) }],
])('does not say that nothing happened while the orders %s', async (_why, changed) => {
  render(<Bell />, {
    answers: { ...answers, ...noOrders, readHistoryState: () => succeed({ ...state, ...changed }) },
    settings: { timeZone: 'UTC', catchUps: { demo: { since: lastLook, lastLook } } },
  });
  await expect.element(news).toMatchTextContent('Some orders from this time aren’t downloaded yet');
  await expect.element(news).not.toMatchTextContent('Nothing happened');
});

it('does not say that nothing happened while one of all accounts cannot be read', async () => {
  const trades = { version: 1, trades: 0, closed: 0, open: 0, incomplete: 0, uncertain: 0, quotes: [] };
  showAll('swing', undefined, { ...noOrders, summarizeTrades: () => succeed(trades) });
  await expect.element(news).toMatchTextContent('orders of Swing may be missing');
  await expect.element(news).not.toMatchTextContent('Nothing happened');
});

it('names its account if there are several, because the list below may be of all of them', async () => {
  render(<Bell />, {
    answers: { ...answers, listAccounts: () => succeed([demoAccount, { ...demoAccount, id: 'other', name: 'Main' }]) },
    settings: { timeZone: 'UTC', account: 'demo', catchUps: { demo: { since: lastLook, lastLook } } },
  });
  await expect.element(news.getByRole('heading')).toMatchTextContent(`${demoAccount.name}: Since`);
});
