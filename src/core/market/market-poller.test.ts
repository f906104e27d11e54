import { beforeEach, describe, expect, test } from 'vitest';
import type { LiveQuery } from '../../shared/contract/market.ts';
import { applyLiveChange } from '../../shared/market/live-rows.ts';
import { refreshIntervals, refreshTimes } from '../../shared/settings/choices.ts';
import { type MarketPoller, pollIntervals } from './market-poller.ts';
import { FakeMarket, futuresTicker, openPlan, startOfTime } from './testing/fake-market.ts';

const futures = { account: 'one', list: 'futures-tickers' } as const;
const spot = { account: 'one', list: 'spot-tickers' } as const;
const plans = { account: 'one', list: 'open-plans' } as const;

let market: FakeMarket;
let poller: MarketPoller;

beforeEach(() => {
  market = new FakeMarket();
  poller = market.poller();
});

const seconds = (list: 'futures-tickers' | 'spot-tickers' | 'open-plans') =>
  market.startsOf(list).map((at) => Math.round(at / 100) / 10);

function watch(watched: LiveQuery[], page = 'page'): void {
  poller.watch({ page, watched });
}

/** Lets time pass while a page shows lists and renews its subscriptions. */
async function showFor(watched: LiveQuery[], ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    if (passed % 8000 === 0) watch(watched);
    await market.time.advance(Math.min(500, ms - passed));
  }
}

describe('polling', () => {
  test('follows the subscriptions of a page at the interval of the settings and ends 20 s after their last renewal', async () => {
    watch([futures, plans]);
    await market.time.advance(60_000);
    expect(seconds('futures-tickers')).toEqual([0, 3, 6, 9, 12, 15, 18]);
    expect(seconds('open-plans')).toEqual([0, 3, 6, 9, 12, 15, 18]);
    expect(seconds('spot-tickers')).toEqual([]);
    expect(market.time.timers).toBe(0);
  });

  test('drops the lists that a page no longer shows', async () => {
    watch([futures]);
    await market.time.advance(4000);
    watch([spot]);
    await market.time.advance(4000);
    expect(seconds('futures-tickers')).toEqual([0, 3]);
    expect(seconds('spot-tickers')).toEqual([4, 7]);
    watch([]);
    await market.time.advance(20_000);
    expect(market.calls).toHaveLength(4);
    expect(market.time.timers).toBe(0);
  });

  test('fetches a list once for all pages', async () => {
    watch([futures], 'one');
    watch([futures, futures], 'two');
    await market.time.advance(1000);
    watch([futures], 'three');
    await market.time.advance(3000);
    expect(seconds('futures-tickers')).toEqual([0, 3]);
  });

  test('ignores unknown accounts of a page and rejects reading them', async () => {
    watch([{ ...futures, account: 'none' }, spot]);
    await market.time.advance(1000);
    expect(market.calls.map(({ list }) => list)).toEqual(['spot-tickers']);
    expect(() => poller.read({ ...futures, account: 'none' })).toThrow(
      expect.objectContaining({ code: 'unknown-account' }),
    );
  });

  test('uses background priority and the background interval for alerts alone', async () => {
    poller.need('one', new Set(['futures-tickers']));
    await market.time.advance(31_000);
    expect(seconds('futures-tickers')).toEqual([0, 15, 30]);
    expect(market.calls.map(({ priority }) => priority)).toEqual(['background', 'background', 'background']);
    poller.need('one', new Set());
    await market.time.advance(60_000);
    expect(market.calls).toHaveLength(3);
    expect(market.time.timers).toBe(0);
  });

  test('fetches immediately when a page shows a list that alerts poll, and slows down again afterwards', async () => {
    poller.need('one', new Set(['futures-tickers']));
    await market.time.advance(7000);
    watch([futures]);
    await market.time.advance(100);
    expect(market.calls.map(({ at, priority }) => [at, priority])).toEqual([
      [0, 'background'],
      [7000, 'interactive'],
    ]);
    await market.time.advance(50_000);
    const starts = seconds('futures-tickers');
    expect(starts).toEqual([0, 7, 10, 13, 16, 19, 22, 25, 40, 55]);
  });

  test('polls the plans and prices of the account of a page once a minute while nothing else needs them', async () => {
    for (let passed = 0; passed < 130_000; passed += 10_000) {
      poller.watch({ page: 'page', watched: passed === 70_000 ? [plans] : [], account: 'one' });
      await market.time.advance(10_000);
    }
    expect(seconds('open-plans')).toEqual([0, 60, 70, 73, 76, 79]);
    expect(seconds('futures-tickers')).toEqual([0, 60, 120]);
    expect(market.calls[0]?.priority).toBe('background');
    expect(market.changes.every(({ list }) => list === 'open-plans')).toBe(true);
    await market.time.advance(60_000);
    expect(market.time.timers).toBe(0);
  });

  test('polls the open plans of all watched accounts in the background, and faster while a page shows them', async () => {
    market.addAccount('two', { requestsPerWindow: 5 });
    poller.accountsChanged(market.summaries);
    poller.watchAccounts(new Set(['one', 'two', 'unknown']));
    await market.time.advance(31_000);
    const starts = (account: string) =>
      market.calls.filter((call) => call.account === `scope of ${account}`).map(({ list, at }) => [list, at / 1000]);
    const plansAt = (...seconds: number[]) => seconds.map((second) => ['open-plans', second]);
    expect(starts('one')).toEqual(plansAt(0, 15, 30));
    expect(starts('two')).toEqual(plansAt(0, 15, 30));
    expect(market.calls.every(({ priority }) => priority === 'background')).toBe(true);
    expect(market.changes).toEqual([]);
    watch([plans]);
    await market.time.advance(9000);
    expect(starts('one').slice(3)).toEqual(plansAt(33, 36, 39));
    poller.watchAccounts(new Set());
    await market.time.advance(60_000);
    expect(starts('two')).toEqual(plansAt(0, 15, 30));
    expect(market.time.timers).toBe(0);
  });

  test('does not begin with a read', async () => {
    const before = { account: 'one', list: 'futures-tickers', version: 0, fetchedAt: null };
    expect(poller.read(futures)).toMatchObject(before);
    await market.time.advance(30_000);
    expect(poller.read(futures)).toMatchObject(before);
    expect(market.calls).toEqual([]);
    expect(market.time.timers).toBe(0);
  });

  test('continues for 5 s after the last of several refreshes', async () => {
    const refreshes = Promise.all([poller.refresh(futures), poller.refresh(futures)]);
    await market.time.advance(30_000);
    await refreshes;
    expect(seconds('futures-tickers')).toEqual([0, 3]);
    expect(poller.read(futures)).toMatchObject({ version: 2 });
    const again = poller.refresh(futures);
    await market.time.advance(10);
    await again;
    expect(market.time.timers).not.toBe(0);
    poller.close();
    expect(market.time.timers).toBe(0);
  });

  test('adapts to changed intervals', async () => {
    watch([futures]);
    await market.time.advance(4000);
    market.intervals = { ...market.intervals, visible: 1000 };
    poller.intervalsChanged();
    await market.time.advance(2500);
    expect(seconds('futures-tickers')).toEqual([0, 3, 4, 5, 6]);
  });
});

describe('the rate limit', () => {
  test('keeps half of its window free for other requests, however many requests a poll takes', async () => {
    market.requests = 12;
    await showFor([plans], 30_000);
    // 12 requests at 100 ms each, for three lists, with a share of one half.
    expect(seconds('open-plans')).toEqual([0, 7.2, 14.4, 21.6, 28.8]);
  });

  test('slows the lists of a key with a smaller limit', async () => {
    market.addAccount('slow', { requestsPerWindow: 5 });
    poller.accountsChanged(market.summaries);
    await showFor([{ account: 'slow', list: 'futures-tickers' }], 40_000);
    expect(seconds('futures-tickers')).toEqual([0, 12, 24, 36]);
  });

  test('never carries two polls of one list, also if polls are slower than the interval', async () => {
    market.latency = () => 7000;
    await showFor([futures], 30_000);
    expect(seconds('futures-tickers')).toEqual([0, 7, 14, 21, 28]);
    expect(market.maxRunning).toBe(1);
  });

  test('restarts a queued background poll with interactive priority when a page shows the list', async () => {
    market.latency = () => Number.POSITIVE_INFINITY;
    poller.need('one', new Set(['futures-tickers']));
    await market.time.advance(5000);
    expect(market.running).toBe(1);
    market.latency = () => 0;
    watch([futures]);
    await market.time.advance(10);
    expect(market.calls.map(({ priority }) => priority)).toEqual(['background', 'interactive']);
    expect(market.running).toBe(0);
    expect(poller.read(futures).version).toBe(1);
  });

  test('is not used by a poll that is no longer needed: the poll is aborted', async () => {
    market.latency = () => Number.POSITIVE_INFINITY;
    watch([futures]);
    await market.time.advance(1000);
    expect(market.running).toBe(1);
    watch([]);
    await market.time.advance(1);
    expect(market.running).toBe(0);
  });
});

describe('failures', () => {
  test('double the pauses up to 10 s, and the polling recovers without help', async () => {
    market.rows['futures-tickers'] = [futuresTicker('BTC-USDT', '1')];
    watch([futures]);
    await market.time.advance(1000);
    market.failure = () => ['service-error'];
    await showFor([futures], 150_000);
    const starts = seconds('futures-tickers').filter((at) => at > 0);
    const gaps = starts.slice(1).map((at, index) => Math.round(at - (starts[index] ?? 0)));
    expect(gaps.slice(0, 5)).toEqual([3, 6, 10, 10, 10]);
    expect(poller.read(futures)).toMatchObject({
      version: 1,
      failure: { code: 'service-error' },
      rows: [{ last: '1' }],
    });
    market.failure = () => null;
    await showFor([futures], 40_000);
    expect(poller.read(futures)).toMatchObject({ failure: null });
    const last = seconds('futures-tickers').slice(-2);
    expect((last[1] ?? 0) - (last[0] ?? 0)).toBe(3);
  });

  test('are published with the time of the next poll, and their end together with the next rows', async () => {
    market.failure = () => ['offline'];
    await showFor([futures], 10_000);
    market.failure = () => null;
    await showFor([futures], 18_000);
    const failed = market.changes.filter(({ failure }) => failure !== null);
    const retries = failed.map(({ failure }) => (failure?.retryAt ?? 0) - startOfTime);
    const starts = seconds('futures-tickers').map((at) => at * 1000);
    expect(retries).toEqual(starts.slice(1, 1 + retries.length));
    expect(failed.every(({ base, version }) => base === 0 && version === 0)).toBe(true);
    const recovered = market.changes.slice(failed.length);
    expect(recovered.map(({ base, version }) => [base, version]).slice(0, 3)).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    expect(market.recoveries).toEqual(['one']);
  });

  test.each(['not-authenticated', 'keychain-unavailable', 'no-permission', 'key-expired'] as const)(
    'with %s pause the polls until the user acts, while other lists continue',
    async (code) => {
      market.failure = (list) => (list === 'open-plans' ? [code, 'locked'] : null);
      await showFor([futures, plans], 600_000);
      expect(seconds('open-plans')).toEqual([0]);
      expect(market.startsOf('futures-tickers')).toHaveLength(201);
      await poller.refresh(plans);
      expect(market.startsOf('open-plans')).toHaveLength(2);
      market.failure = () => null;
      expect(await poller.refresh(plans)).toMatchObject({ version: 1, failure: null });
      await showFor([plans], 6000);
      expect(market.startsOf('open-plans').length).toBeGreaterThan(3);
    },
  );

  test('of the key end with an edit of the account, not of another one', async () => {
    market.addAccount('two');
    market.failure = () => ['rejected-signature'];
    await showFor([plans], 10_000);
    market.accounts.set('two', { scope: 'edited', baseUrl: 'second', requestsPerWindow: 100 });
    poller.accountsChanged(market.summaries);
    await market.time.advance(10);
    expect(market.startsOf('open-plans')).toHaveLength(1);
    market.accounts.set('one', { scope: 'scope of one', baseUrl: 'second', requestsPerWindow: 100 });
    market.failure = () => null;
    poller.accountsChanged(market.summaries);
    await market.time.advance(10);
    expect(market.startsOf('open-plans')).toHaveLength(2);
    expect(poller.read(plans)).toMatchObject({ failure: null, version: 1 });
  });

  test('of the address are retried after long pauses, because a login page of a network goes away', async () => {
    market.failure = () => ['not-this-service'];
    await showFor([plans], 1_000_000);
    expect(seconds('open-plans')).toEqual([0, 15, 45, 105, 225, 465, 765]);
  });

  test('that pass end for all lists as soon as one list succeeds', async () => {
    market.failure = () => ['service-busy'];
    await showFor([futures, plans], 155_000);
    market.failure = () => null;
    const before = market.startsOf('open-plans').length;
    await poller.refresh(futures);
    await market.time.advance(10);
    expect(market.startsOf('open-plans')).toHaveLength(before + 1);
    expect(poller.read(plans)).toMatchObject({ failure: null });
  });

  test('of one list, once the exchange answers another reader, end with a poll at once', async () => {
    market.failure = () => ['service-busy'];
    await showFor([futures, plans], 60_000);
    market.failure = () => null;
    const before = market.calls.length;
    poller.retryPassing('one');
    await market.time.advance(10);
    expect(market.calls.length).toBe(before + 2);
    expect([futures, plans].map((list) => poller.read(list).failure)).toEqual([null, null]);
  });

  test('of an exchange that cannot be reached are retried within a second, whatever the interval of the list', async () => {
    market.failure = () => ['offline'];
    await showFor([futures], 60_000);
    const starts = market.startsOf('futures-tickers');
    const gaps = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
    expect(gaps.length).toBeGreaterThan(60);
    expect(Math.max(...gaps)).toBeLessThan(1000);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(600);
  });

  test('of background polls do not delay a page that shows the list', async () => {
    market.failure = () => ['timeout'];
    poller.need('one', new Set(['futures-tickers']));
    await market.time.advance(400_000);
    const before = market.calls.length;
    market.failure = () => null;
    watch([futures]);
    await market.time.advance(10);
    expect(market.calls.length).toBe(before + 1);
    expect(poller.read(futures)).toMatchObject({ failure: null, version: 1 });
  });
});

describe('a refresh', () => {
  test('polls immediately and resolves with the outcome', async () => {
    await showFor([futures], 1000);
    market.latency = () => 300;
    const refreshed = poller.refresh(futures);
    await market.time.advance(400);
    expect(await refreshed).toEqual({ version: 2, fetchedAt: market.now() - 100, failure: null });
    market.failure = () => ['service-busy'];
    const failed = poller.refresh(futures);
    await market.time.advance(400);
    expect(await failed).toMatchObject({ version: 2, failure: { code: 'service-busy' } });
  });

  test('joins a running poll', async () => {
    market.latency = () => 500;
    watch([futures]);
    await market.time.advance(100);
    const refreshed = poller.refresh(futures);
    await market.time.advance(500);
    expect(await refreshed).toMatchObject({ version: 1 });
    expect(market.calls).toHaveLength(1);
  });

  test('answers after 15 s while its poll waits for the end of a pause, and the poll continues', async () => {
    market.latency = () => 70_000;
    const refreshed = poller.refresh(futures);
    await market.time.advance(15_000);
    expect(await refreshed).toEqual({
      version: 0,
      fetchedAt: null,
      failure: expect.objectContaining({ code: 'timeout' }),
    });
    await market.time.advance(55_000);
    expect(market.calls).toHaveLength(1);
    expect(poller.read(futures)).toMatchObject({ version: 1, failure: null });
  });

  test('of a list without subscribers runs to its end', async () => {
    market.latency = () => 9000;
    const refreshed = poller.refresh(futures);
    await market.time.advance(9000);
    expect(await refreshed).toMatchObject({ version: 1 });
    await market.time.advance(20_000);
    expect(market.time.timers).toBe(0);
  });
});

describe('accounts', () => {
  test('with another key start without rows, and discard a response for the old key', async () => {
    market.rows['futures-tickers'] = [futuresTicker('OLD-USDT', '1')];
    await showFor([futures], 1000);
    let held = poller.read(futures);
    market.latency = () => 1000;
    await market.time.advance(2500);
    expect(market.running).toBe(1);
    market.accounts.set('one', { scope: 'another', baseUrl: 'second', requestsPerWindow: 100 });
    market.rows['futures-tickers'] = [futuresTicker('NEW-USDT', '2')];
    const from = market.changes.length;
    poller.accountsChanged(market.summaries);
    expect(market.resets).toEqual(['one']);
    expect(poller.read(futures)).toMatchObject({ version: 2, rows: [], fetchedAt: null });
    await market.time.advance(1500);
    expect(market.calls.at(-1)?.account).toBe('another');
    for (const change of market.changes.slice(from)) {
      if (held.list !== 'futures-tickers' || change.list !== held.list) expect.fail('another list');
      held = applyLiveChange(held, change) ?? expect.fail('the change does not apply');
    }
    expect(held).toEqual(poller.read(futures));
    expect(held.rows).toMatchObject([{ symbol: 'NEW-USDT' }]);
  });

  test('with only another name keep their rows', async () => {
    market.rows['futures-tickers'] = [futuresTicker('BTC-USDT', '1')];
    await showFor([futures], 1000);
    poller.accountsChanged(market.summaries);
    await market.time.advance(100);
    expect(market.calls).toHaveLength(1);
    expect(poller.read(futures).rows).toHaveLength(1);
  });

  test('that are removed are forgotten, and their polls are aborted', async () => {
    market.latency = () => 500;
    watch([futures]);
    await market.time.advance(100);
    market.accounts.delete('one');
    poller.accountsChanged(market.summaries);
    await market.time.advance(30_000);
    expect(market.calls).toHaveLength(1);
    expect(market.fetched).toEqual([]);
    expect(market.time.timers).toBe(0);
    expect(() => poller.read(futures)).toThrow(expect.objectContaining({ code: 'unknown-account' }));
  });
});

test('after sleep all subscribed lists are polled immediately', async () => {
  await showFor([futures], 10_000);
  market.failure = () => ['service-busy'];
  await market.time.advance(5000);
  market.failure = () => null;
  const before = market.calls.length;
  market.slept = 3_600_000;
  expect(market.now() - (market.fetched.at(-1)?.fetchedAt ?? 0)).toBeGreaterThan(3_600_000);
  await market.time.advance(1000);
  expect(market.ticks.filter(({ hasSlept }) => hasSlept)).toHaveLength(1);
  expect(market.calls.length).toBe(before + 1);
  await market.time.advance(15_000);
  expect(market.calls.length).toBe(before + 6);
  expect(market.ticks.filter(({ hasSlept }) => hasSlept)).toHaveLength(1);
});

test('hands the rows of each poll to the listener', async () => {
  market.rows['futures-tickers'] = [futuresTicker('BTC-USDT', '1')];
  poller.need('one', new Set(['futures-tickers']));
  await market.time.advance(10);
  const row = market.rows['futures-tickers'][0];
  expect(market.fetched).toEqual([
    {
      account: 'one',
      list: 'futures-tickers',
      rows: new Map([['BTC-USDT', row]]),
      unreadable: [],
      fetchedAt: market.now() - 10,
      archive: 'scope of one',
      run: '',
    },
  ]);
});

describe('open plans for the history', () => {
  const plans = () => poller.openPlans('one', 'background');

  test('are those of the last poll for 5 s, and polled once for all who need them after that', async () => {
    market.rows['open-plans'] = [openPlan('a')];
    poller.need('one', new Set(['open-plans']));
    await market.time.advance(10);
    expect(await plans()).toMatchObject({ rows: [{ id: 'a' }], fetchedAt: market.now() - 10 });
    expect(market.startsOf('open-plans')).toEqual([0]);
    market.rows['open-plans'] = [openPlan('b')];
    await market.time.advance(6000);
    expect(await Promise.all([plans(), plans()])).toMatchObject([{ rows: [{ id: 'b' }] }, { rows: [{ id: 'b' }] }]);
    expect(market.calls.at(-1)).toMatchObject({ at: 6010, priority: 'background' });
    expect(market.startsOf('open-plans')).toEqual([0, 6010]);
    expect(market.fetched.at(-1)).toMatchObject({ list: 'open-plans', fetchedAt: market.now() });
  });

  test('are polled although nothing else needs them, which starts no further poll', async () => {
    expect(await plans()).toMatchObject({ rows: [], fetchedAt: market.now() });
    await market.time.advance(60_000);
    expect(market.startsOf('open-plans')).toEqual([0]);
    expect(market.time.timers).toBe(0);
  });

  test('cannot be read if the poll fails or the account is edited meanwhile', async () => {
    market.failure = () => ['keychain-unavailable', 'locked'];
    await expect(plans()).rejects.toMatchObject({ code: 'keychain-unavailable', keychain: 'locked' });
    market.failure = () => null;
    market.latency = () => 1000;
    const reading = plans();
    const rejected = expect(reading).rejects.toMatchObject({ code: 'canceled' });
    await market.time.advance(500);
    market.addAccount('one', { scope: 'another key' });
    poller.accountsChanged(market.summaries);
    await market.time.advance(2000);
    await rejected;
    await expect(poller.openPlans('none', 'background')).rejects.toMatchObject({ code: 'unknown-account' });
  });
});

test('ticks once per second with the lists that are polled, until none is', async () => {
  poller.need('one', new Set(['open-plans']));
  watch([futures]);
  await market.time.advance(2000);
  watch([]);
  await market.time.advance(1000);
  const lists = market.ticks.map(({ polled }) => [...polled].sort());
  expect(lists).toEqual([['futures-tickers', 'open-plans'], ['futures-tickers', 'open-plans'], ['open-plans']]);
  poller.need('one', new Set());
  await market.time.advance(30_000);
  expect(market.time.timers).toBe(0);
  expect(market.ticks.slice(3).some(({ polled }) => polled.size > 0)).toBe(false);
});

test('changes are published only for lists that a page shows', async () => {
  poller.need('one', new Set(['futures-tickers']));
  await market.time.advance(20_000);
  expect(market.fetched).toHaveLength(2);
  expect(market.changes).toHaveLength(0);
  watch([futures]);
  await market.time.advance(5000);
  expect(market.changes.map(({ base, version }) => [base, version])).toEqual([
    [2, 3],
    [3, 4],
  ]);
});

test('closing ends all polls and timers and prevents new ones', async () => {
  market.latency = () => 500;
  watch([futures, plans]);
  await market.time.advance(100);
  poller.close();
  watch([spot]);
  await market.time.advance(30_000);
  expect(market.running).toBe(0);
  expect(market.calls).toHaveLength(2);
  expect(market.fetched).toEqual([]);
  expect(market.time.timers).toBe(0);
});

test.each(refreshIntervals)(
  'of %s s, lists that only alerts need are polled often enough to count as live',
  (refreshEvery) => {
    const { visible, background } = pollIntervals({ refreshEvery });
    expect(visible).toBe(Number(refreshEvery) * 1000);
    expect(background).toBeGreaterThanOrEqual(visible);
    expect(background).toBeLessThanOrEqual(refreshTimes[refreshEvery].liveFor * 1000);
  },
);
