import { beforeEach, describe, expect, test } from 'vitest';
import { applyLiveChange } from '../../shared/live-rows.ts';
import type { MarketPoller } from './market-poller.ts';
import { FakeMarket, futuresTicker } from './testing/fake-market.ts';

const futures = { account: 'one', list: 'futures-tickers' } as const;
const spot = { account: 'one', list: 'spot-tickers' } as const;
const plans = { account: 'one', list: 'open-plans' } as const;

let market: FakeMarket;
let pulse: MarketPoller;

beforeEach(() => {
  market = new FakeMarket();
  pulse = market.pulse();
});

const seconds = (list: 'futures-tickers' | 'spot-tickers' | 'open-plans') =>
  market.startsOf(list).map((at) => Math.round(at / 100) / 10);

/** The page says again what it looks at, as pages do. */
async function lookOn(watched: Parameters<MarketPoller['watch']>[1], ms: number, page = 'page'): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    if (passed % 8000 === 0) pulse.watch(page, watched);
    await market.time.advance(Math.min(500, ms - passed));
  }
}

describe('what is polled', () => {
  test('is what a page looks at, at its own rate, until 20 s after it said so last', async () => {
    pulse.watch('page', [futures, plans]);
    await market.time.advance(60_000);
    expect(seconds('futures-tickers')).toEqual([0, 3, 6, 9, 12, 15, 18]);
    expect(seconds('open-plans')).toEqual([0, 5, 10, 15]);
    expect(seconds('spot-tickers')).toEqual([]);
    expect(market.time.timers).toBe(0);
  });

  test('is what the page looks at now, and nothing that it looked at before', async () => {
    pulse.watch('page', [futures]);
    await market.time.advance(4000);
    pulse.watch('page', [spot]);
    await market.time.advance(4000);
    expect(seconds('futures-tickers')).toEqual([0, 3]);
    expect(seconds('spot-tickers')).toEqual([4, 7]);
    pulse.watch('page', []);
    await market.time.advance(20_000);
    expect(market.calls).toHaveLength(4);
    expect(market.time.timers).toBe(0);
  });

  test('is fetched once for all who look', async () => {
    pulse.watch('one', [futures]);
    pulse.watch('two', [futures, futures]);
    await market.time.advance(1000);
    pulse.watch('three', [futures]);
    await market.time.advance(3000);
    expect(seconds('futures-tickers')).toEqual([0, 3]);
  });

  test('of an account that is not there is nothing', async () => {
    pulse.watch('page', [{ ...futures, account: 'none' }, spot]);
    await market.time.advance(1000);
    expect(market.calls.map(({ list }) => list)).toEqual(['spot-tickers']);
    expect(() => pulse.read({ ...futures, account: 'none' })).toThrow(
      expect.objectContaining({ code: 'unknown-account' }),
    );
  });

  test('for an alert alone is polled slower and behind what is looked at', async () => {
    pulse.need('one', new Set(['futures-tickers']));
    await market.time.advance(31_000);
    expect(seconds('futures-tickers')).toEqual([0, 15, 30]);
    expect(market.calls.map(({ priority }) => priority)).toEqual(['background', 'background', 'background']);
    pulse.need('one', new Set());
    await market.time.advance(60_000);
    expect(market.calls).toHaveLength(3);
    expect(market.time.timers).toBe(0);
  });

  test('is fresh at once for whoever begins to look, and slow again after', async () => {
    pulse.need('one', new Set(['futures-tickers']));
    await market.time.advance(7000);
    pulse.watch('page', [futures]);
    await market.time.advance(100);
    expect(market.calls.map(({ at, priority }) => [at, priority])).toEqual([
      [0, 'background'],
      [7000, 'interactive'],
    ]);
    await market.time.advance(50_000);
    const starts = seconds('futures-tickers');
    expect(starts).toEqual([0, 7, 10, 13, 16, 19, 22, 25, 40, 55]);
  });

  test('by reading it once is polled for a moment', async () => {
    expect(pulse.read(futures)).toMatchObject({ account: 'one', list: 'futures-tickers', version: 0, fetchedAt: null });
    await market.time.advance(30_000);
    expect(seconds('futures-tickers')).toEqual([0, 3]);
    expect(pulse.read(futures)).toMatchObject({ version: 2 });
    expect(market.time.timers).not.toBe(0);
    pulse.close();
    expect(market.time.timers).toBe(0);
  });

  test('follows the rates when they change', async () => {
    pulse.watch('page', [futures]);
    await market.time.advance(4000);
    market.pace = { ...market.pace, lookedAt: { ...market.pace.lookedAt, 'futures-tickers': 1000 } };
    pulse.paceChanged();
    await market.time.advance(2500);
    expect(seconds('futures-tickers')).toEqual([0, 3, 4, 5, 6]);
  });
});

describe('the limiter', () => {
  test('has half of the window left for others, however many requests a list takes', async () => {
    market.requests = 12;
    await lookOn([plans], 30_000);
    // 12 requests of 100 ms each, times three lists, times two.
    expect(seconds('open-plans')).toEqual([0, 7.2, 14.4, 21.6, 28.8]);
  });

  test('of a key that may send less makes the lists slower', async () => {
    market.addAccount('slow').requestsPerWindow = 5;
    await lookOn([{ account: 'slow', list: 'futures-tickers' }], 40_000);
    expect(seconds('futures-tickers')).toEqual([0, 12, 24, 36]);
  });

  test('never sees two polls of one list, and none piles up behind a slow one', async () => {
    market.latency = () => 7000;
    await lookOn([futures], 30_000);
    expect(seconds('futures-tickers')).toEqual([0, 7, 14, 21, 28]);
    expect(market.mostUnderWay).toBe(1);
  });

  test('a poll that waits in the background is begun anew for whoever looks', async () => {
    market.latency = () => Number.POSITIVE_INFINITY;
    pulse.need('one', new Set(['futures-tickers']));
    await market.time.advance(5000);
    expect(market.underWay).toBe(1);
    market.latency = () => 0;
    pulse.watch('page', [futures]);
    await market.time.advance(10);
    expect(market.calls.map(({ priority }) => priority)).toEqual(['background', 'interactive']);
    expect(market.underWay).toBe(0);
    expect(pulse.read(futures).version).toBe(1);
  });

  test('a poll that nobody needs any more is ended', async () => {
    market.latency = () => Number.POSITIVE_INFINITY;
    pulse.watch('page', [futures]);
    await market.time.advance(1000);
    expect(market.underWay).toBe(1);
    pulse.watch('page', []);
    await market.time.advance(1);
    expect(market.underWay).toBe(0);
  });
});

describe('failures', () => {
  test('make the pauses grow up to half a minute, and end by themselves', async () => {
    market.rows['futures-tickers'] = [futuresTicker('BTC-USDT', '1')];
    pulse.watch('page', [futures]);
    await market.time.advance(1000);
    market.failure = () => ['service-error'];
    await lookOn([futures], 150_000);
    const starts = seconds('futures-tickers').filter((at) => at > 0);
    const gaps = starts.slice(1).map((at, place) => Math.round(at - (starts[place] ?? 0)));
    expect(gaps).toEqual([3, 6, 12, 24, 30, 30, 30]);
    expect(pulse.read(futures)).toMatchObject({
      version: 1,
      failure: { code: 'service-error' },
      rows: [{ last: '1' }],
    });
    market.failure = () => null;
    await lookOn([futures], 40_000);
    expect(pulse.read(futures)).toMatchObject({ failure: null });
    const last = seconds('futures-tickers').slice(-2);
    expect((last[1] ?? 0) - (last[0] ?? 0)).toBe(3);
  });

  test('are told once, and their end with the figures', async () => {
    market.failure = () => ['offline'];
    await lookOn([futures], 10_000);
    market.failure = () => null;
    await lookOn([futures], 18_000);
    expect(market.changes.map(({ base, version, failure }) => [base, version, failure?.code])).toEqual([
      [0, 0, 'offline'],
      [0, 1, undefined],
      [1, 2, undefined],
      [2, 3, undefined],
    ]);
    expect(market.failures.length).toBeGreaterThan(1);
  });

  test.each(['not-authenticated', 'keychain-unavailable', 'no-permission', 'key-expired'] as const)(
    'with %s wait for the user, and other lists go on',
    async (code) => {
      market.failure = (list) => (list === 'open-plans' ? [code, 'locked'] : null);
      await lookOn([futures, plans], 600_000);
      expect(seconds('open-plans')).toEqual([0]);
      expect(market.startsOf('futures-tickers')).toHaveLength(201);
      await pulse.refresh(plans);
      expect(market.startsOf('open-plans')).toHaveLength(2);
      market.failure = () => null;
      expect(await pulse.refresh(plans)).toMatchObject({ version: 1, failure: null });
      await lookOn([plans], 6000);
      expect(market.startsOf('open-plans').length).toBeGreaterThan(3);
    },
  );

  test('with the key are tried again when that account was edited, not when another one was', async () => {
    market.addAccount('two');
    market.failure = () => ['rejected-signature'];
    await lookOn([plans], 10_000);
    market.accounts.set('two', { scope: 'edited', mark: 'second', requestsPerWindow: 100 });
    pulse.accountsChanged();
    await market.time.advance(10);
    expect(market.startsOf('open-plans')).toHaveLength(1);
    market.accounts.set('one', { scope: 'scope of one', mark: 'second', requestsPerWindow: 100 });
    market.failure = () => null;
    pulse.accountsChanged();
    await market.time.advance(10);
    expect(market.startsOf('open-plans')).toHaveLength(2);
    expect(pulse.read(plans)).toMatchObject({ failure: null, version: 1 });
  });

  test('of an address are tried again after long pauses: a login page of a network goes away', async () => {
    market.failure = () => ['not-this-service'];
    await lookOn([plans], 1_000_000);
    expect(seconds('open-plans')).toEqual([0, 15, 45, 105, 225, 465, 765]);
  });

  test('of the way to the service end for all lists with the first that gets through', async () => {
    market.failure = () => ['offline'];
    await lookOn([futures, plans], 150_000);
    market.failure = () => null;
    const before = market.startsOf('open-plans').length;
    await pulse.refresh(futures);
    await market.time.advance(10);
    expect(market.startsOf('open-plans')).toHaveLength(before + 1);
    expect(pulse.read(plans)).toMatchObject({ failure: null });
  });

  test('that came while nobody looked make nobody wait who does', async () => {
    market.failure = () => ['timeout'];
    pulse.need('one', new Set(['futures-tickers']));
    await market.time.advance(400_000);
    const before = market.calls.length;
    market.failure = () => null;
    pulse.watch('page', [futures]);
    await market.time.advance(10);
    expect(market.calls.length).toBe(before + 1);
    expect(pulse.read(futures)).toMatchObject({ failure: null, version: 1 });
  });
});

describe('a refresh', () => {
  test('polls at once, and tells how that ended', async () => {
    await lookOn([futures], 1000);
    market.latency = () => 300;
    const refreshed = pulse.refresh(futures);
    await market.time.advance(400);
    expect(await refreshed).toEqual({ version: 2, fetchedAt: market.now() - 100, failure: null });
    market.failure = () => ['service-busy'];
    const failed = pulse.refresh(futures);
    await market.time.advance(400);
    expect(await failed).toMatchObject({ version: 2, failure: { code: 'service-busy' } });
  });

  test('joins the poll that is under way', async () => {
    market.latency = () => 500;
    pulse.watch('page', [futures]);
    await market.time.advance(100);
    const refreshed = pulse.refresh(futures);
    await market.time.advance(500);
    expect(await refreshed).toMatchObject({ version: 1 });
    expect(market.calls).toHaveLength(1);
  });

  test('of what nobody else needs comes to its end', async () => {
    market.latency = () => 9000;
    const refreshed = pulse.refresh(futures);
    await market.time.advance(9000);
    expect(await refreshed).toMatchObject({ version: 1 });
    await market.time.advance(20_000);
    expect(market.time.timers).toBe(0);
  });
});

describe('accounts', () => {
  test('with another key begin anew, and an answer for the old one is not theirs', async () => {
    market.rows['futures-tickers'] = [futuresTicker('OLD-USDT', '1')];
    await lookOn([futures], 1000);
    let held = pulse.read(futures);
    market.latency = () => 1000;
    await market.time.advance(2500);
    expect(market.underWay).toBe(1);
    market.accounts.set('one', { scope: 'another', mark: 'second', requestsPerWindow: 100 });
    market.rows['futures-tickers'] = [futuresTicker('NEW-USDT', '2')];
    const from = market.changes.length;
    pulse.accountsChanged();
    expect(pulse.read(futures)).toMatchObject({ version: 2, rows: [], fetchedAt: null });
    await market.time.advance(1500);
    expect(market.calls.at(-1)?.account).toBe('another');
    for (const change of market.changes.slice(from)) {
      if (held.list !== 'futures-tickers' || change.list !== held.list) expect.fail('another list');
      held = applyLiveChange(held, change) ?? expect.fail('the change does not belong');
    }
    expect(held).toEqual(pulse.read(futures));
    expect(held.rows).toMatchObject([{ symbol: 'NEW-USDT' }]);
  });

  test('that only have another name go on', async () => {
    market.rows['futures-tickers'] = [futuresTicker('BTC-USDT', '1')];
    await lookOn([futures], 1000);
    pulse.accountsChanged();
    await market.time.advance(100);
    expect(market.calls).toHaveLength(1);
    expect(pulse.read(futures).rows).toHaveLength(1);
  });

  test('that are gone are forgotten, with what is under way for them', async () => {
    market.latency = () => 500;
    pulse.watch('page', [futures]);
    await market.time.advance(100);
    market.accounts.delete('one');
    pulse.accountsChanged();
    await market.time.advance(30_000);
    expect(market.calls).toHaveLength(1);
    expect(market.taken).toEqual([]);
    expect(market.time.timers).toBe(0);
    expect(pulse.latest('one', 'futures-tickers')).toBeNull();
  });
});

test('a machine that slept polls at once when it wakes, for all who looked before', async () => {
  await lookOn([futures], 10_000);
  market.failure = () => ['offline'];
  await market.time.advance(5000);
  market.failure = () => null;
  const before = market.calls.length;
  market.slept = 3_600_000;
  expect(market.now() - (pulse.latest('one', 'futures-tickers')?.fetchedAt ?? 0)).toBeGreaterThan(3_600_000);
  await market.time.advance(1000);
  expect(market.sleeps).toBe(1);
  expect(market.calls.length).toBe(before + 1);
  await market.time.advance(15_000);
  expect(market.calls.length).toBe(before + 6);
  expect(market.sleeps).toBe(1);
});

test('changes are told only of what a page looks at', async () => {
  pulse.need('one', new Set(['futures-tickers']));
  await market.time.advance(20_000);
  expect(market.taken).toHaveLength(2);
  expect(market.changes).toHaveLength(0);
  pulse.watch('page', [futures]);
  await market.time.advance(5000);
  expect(market.changes.map(({ base, version }) => [base, version])).toEqual([
    [2, 3],
    [3, 4],
  ]);
});

test('closing ends all polls and timers, and starts no new ones', async () => {
  market.latency = () => 500;
  pulse.watch('page', [futures, plans]);
  await market.time.advance(100);
  pulse.close();
  pulse.watch('page', [spot]);
  await market.time.advance(30_000);
  expect(market.underWay).toBe(0);
  expect(market.calls).toHaveLength(2);
  expect(market.taken).toEqual([]);
  expect(market.time.timers).toBe(0);
});
