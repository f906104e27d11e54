import { expect, test } from 'vitest';
import { Simulation } from '../../exchange/testing/simulated-service.ts';
import type { MarginMode } from '../../shared/values/domain.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { FakeExchange, type Misbehavior } from '../testing/fake-exchange.ts';
import { syncHarnesses } from '../testing/sync-harness.ts';

const start = syncHarnesses();

/** Rows of both modes, a second apart. `share`: the number of rows of each mode in a row. */
async function harnessOf(
  rows: Record<MarginMode, number>,
  share: Record<MarginMode, number> = { isolated: 1, cross: 1 },
) {
  const exchange = new FakeExchange();
  const left = { ...rows };
  while (left.isolated + left.cross > 0) {
    for (const mode of ['isolated', 'cross'] as const) {
      for (let row = 0; row < share[mode] && left[mode] > 0; row++, left[mode]--) exchange.add(mode);
    }
  }
  return { exchange, harness: start(exchange) };
}

/** Requests for pages of the history, without those for open plans. */
const pagesOf = ({ requests }: FakeExchange, since = 0) =>
  requests.slice(since).filter(({ from }) => from !== undefined);

test('the newest page of each mode comes first, then the past in the background, each page once', async () => {
  const { exchange, harness } = await harnessOf({ isolated: 450, cross: 250 });
  harness.sync.refresh('user');
  await harness.settle();
  expect(harness.isComplete).toBe(true);
  const [first, second, ...past] = pagesOf(exchange);
  for (const query of [first, second]) expect(query).toMatchObject({ from: null, priority: 'interactive' });
  expect(new Set([first?.marginMode, second?.marginMode]).size).toBe(2);
  const behind = past.filter(({ from }) => from !== null);
  expect(behind.every(({ priority }) => priority === 'background')).toBe(true);
  expect(new Set(behind.map(({ marginMode, from }) => `${marginMode} ${from}`)).size).toBe(behind.length - 2);
  // Pages of 100, a partial one, an empty one, and two that confirm the end: from the row before, and again.
  expect(behind).toHaveLength(4 + 2 + 2 + 2 + 2);
});

test('the mode with the newer oldest row is read first, so that both modes reach back equally far', async () => {
  const { exchange, harness } = await harnessOf({ isolated: 2700, cross: 300 }, { isolated: 9, cross: 1 });
  exchange.isSaturated = true;
  const apart: number[] = [];
  harness.onChange = () => {
    const oldest = (['isolated', 'cross'] as const).map((mode) => harness.spans(mode).at(-1)?.oldest.createdAt);
    if (harness.modes.some(({ complete }) => complete)) return;
    const [isolated, cross] = oldest;
    if (isolated && cross) apart.push(Math.abs(isolated - cross));
  };
  harness.sync.refresh('user');
  await harness.settle();
  expect(harness.isComplete).toBe(true);
  // A page of the rarer mode spans 1,000 rows of both modes, a second each.
  expect(apart.length).toBeGreaterThan(20);
  expect(Math.max(...apart)).toBeLessThanOrEqual(1_100_000);
});

test('rows that came between two sessions are a gap until they are read, newest first', async () => {
  const { exchange, harness } = await harnessOf({ isolated: 300, cross: 0 });
  harness.sync.refresh('user');
  await harness.settle();
  harness.kill();
  for (let row = 0; row < 350; row++) exchange.add('isolated');
  harness.start();
  const gaps: unknown[] = [];
  const claims: boolean[] = [];
  harness.onChange = () => {
    const [isolated] = harness.modes;
    if (isolated === undefined || isolated.gaps.length === 0) return;
    gaps.push(isolated.gaps[0]);
    claims.push(isolated.complete);
  };
  harness.sync.refresh('user');
  await harness.settle();
  expect(gaps[0]).toEqual({ from: 1_600_000_300_000, to: 1_600_000_551_000 });
  expect(claims).not.toContain(true);
  expect(harness.rows().size).toBe(650);
  expect(harness.isComplete).toBe(true);
});

test('rows that are not final are read again until they are, neighbors with one request', async () => {
  const { exchange, harness } = await harnessOf({ isolated: 0, cross: 0 });
  for (let row = 0; row < 700; row++)
    exchange.add('cross', 1000, row % 50 === 0 ? 'partially-executed' : 'fully-executed');
  harness.sync.refresh('user');
  await harness.settle();
  for (let index = 0; index < 700; index++) exchange.change('cross', index, 'fully-executed');
  const before = exchange.requests.length;
  harness.sync.refresh('user');
  await harness.settle();
  const again = pagesOf(exchange, before).filter(({ marginMode }) => marginMode === 'cross');
  expect(again.length).toBeLessThanOrEqual(7 + 1);
  expect([...harness.rows().values()].every(({ status }) => status === 'fully-executed')).toBe(true);
  const after = exchange.requests.length;
  harness.sync.refresh('user');
  await harness.settle();
  expect(pagesOf(exchange, after).filter(({ from }) => from !== null)).toEqual([]);
});

const newestPage = (exchange: FakeExchange, marginMode: MarginMode) =>
  exchange.answer({ marginMode, from: null }).slice(0, 100);

const endless: [string, Misbehavior][] = [
  ['page 1 for ever', ({ marginMode }, _, exchange) => newestPage(exchange, marginMode)],
  [
    'newer rows instead of older ones',
    ({ marginMode, from }, honest, exchange) => {
      const rows = exchange.modes[marginMode];
      return from === null
        ? honest
        : rows
            .slice(
              0,
              rows.findIndex(({ id }) => id === from),
            )
            .slice(-100);
    },
  ],
  ['the previous page again', ({ marginMode }, _, exchange) => exchange.modes[marginMode].slice(0, 60)],
  ['nothing behind any row', ({ from }) => (from === null ? null : [])],
  ['rows that have no ID', (_, honest) => honest.map(() => ({ id: null, unreadable: { raw: '{}', reason: 'no id' } }))],
];

test.each(endless)(
  'a service that answers %s: bad-answer, few requests, and nothing is claimed',
  async (_, misbehaves) => {
    const { exchange, harness } = await harnessOf({ isolated: 900, cross: 900 });
    exchange.misbehaves = misbehaves;
    harness.sync.refresh('user');
    await harness.idle();
    expect(harness.sync.state).toMatchObject({ phase: 'failed', failure: { code: 'bad-answer' } });
    for (let retry = 0; retry < 20; retry++) {
      harness.timers.runNext();
      await harness.idle();
    }
    expect(exchange.requests.length).toBeLessThan(21 * 2 * 12);
    expect(harness.modes.some(({ complete }) => complete)).toBe(false);
    exchange.misbehaves = () => null;
    harness.sync.refresh('user');
    expect(await harness.settle()).toBe(true);
    expect(harness.isComplete).toBe(true);
    expect(harness.rows().size).toBe(1800);
  },
);

test.each([1, 2, 3, 4, 5, 6, 7, 8])('an empty page instead of response %i hides no older rows', async (lie) => {
  const { exchange, harness } = await harnessOf({ isolated: 250, cross: 101 });
  exchange.misbehaves = () => (exchange.requests.length === lie ? [] : null);
  const claimed: (number | null)[][] = [];
  harness.onChange = () => {
    claimed.push(harness.modes.map(({ complete, rows }) => (complete ? rows : null)));
  };
  harness.sync.refresh('user');
  await harness.settle();
  expect(new Set(claimed.map(([isolated]) => isolated))).toEqual(new Set([null, 250]));
  expect(new Set(claimed.map(([, cross]) => cross))).toEqual(new Set([null, 101]));
  expect(harness.isComplete).toBe(true);
  expect(harness.rows().size).toBe(351);
});

test('pages of one row and a wrong empty page do not count as the end', async () => {
  const { exchange, harness } = await harnessOf({ isolated: 0, cross: 9 });
  exchange.pageSizes = [1];
  const fifth = exchange.modes.cross[4]?.id;
  let lies = 1;
  exchange.misbehaves = ({ from }) => (from === fifth && lies-- > 0 ? [] : null);
  const claimed = new Set<number>();
  harness.onChange = () => {
    for (const { complete, rows } of harness.modes) if (complete) claimed.add(rows);
  };
  harness.sync.refresh('user');
  await harness.settle();
  expect(claimed).toEqual(new Set([0, 9]));
});

test('a reversed page that is too short to be recognized is corrected by the next one', async () => {
  const { exchange, harness } = await harnessOf({ isolated: 0, cross: 1 });
  harness.sync.refresh('user');
  await harness.settle();
  exchange.add('cross');
  let lies = 1;
  exchange.misbehaves = (_, honest) => (honest.length === 2 && lies-- > 0 ? honest.toReversed() : null);
  harness.sync.refresh('user');
  await harness.settle();
  harness.sync.refresh('user');
  expect(await harness.settle()).toBe(true);
  expect(harness.isComplete).toBe(true);
  expect(harness.spans('cross')).toMatchObject([{ newest: { id: 'c2' }, oldest: { id: 'c1' } }]);
});

test.each([1, 20, 250])(
  'a list of %i rows from old to new is read as it is, with an oddity, and its new rows are found',
  async (rows) => {
    const { exchange, harness } = await harnessOf({ isolated: rows, cross: 0 });
    exchange.modes.isolated.reverse();
    harness.sync.refresh('user');
    expect(await harness.settle()).toBe(true);
    expect(harness.sync.state).toMatchObject({ phase: 'idle', failure: null });
    expect(harness.sync.state.oddities > 0).toBe(rows > 1);
    expect([harness.rows().size, harness.isComplete]).toEqual([rows, true]);
    if (rows === 1) return;
    const added = exchange.add('isolated');
    exchange.modes.isolated.push(...exchange.modes.isolated.splice(0, 1));
    harness.sync.refresh('program');
    expect(await harness.settle()).toBe(true);
    expect(harness.has(added.id)).toBe(true);
    harness.sync.verify();
    expect(await harness.settle()).toBe(true);
    expect(harness.sync.state).toMatchObject({ phase: 'idle', failure: null });
    expect([harness.rows().size, harness.isComplete]).toEqual([rows + 1, true]);
  },
);

test('a list that is sorted by the times of the ends is read whole', async () => {
  const { exchange, harness } = await harnessOf({ isolated: 250, cross: 0 });
  // Orders of three days, each day canceled the newest first.
  const days = [0, 1, 2].map((day) => exchange.modes.isolated.slice(day * 90, day * 90 + 90).reverse());
  exchange.modes.isolated = days.flat();
  harness.sync.refresh('user');
  expect(await harness.settle()).toBe(true);
  expect(harness.sync.state).toMatchObject({ phase: 'idle', failure: null });
  expect([harness.rows().size, harness.isComplete]).toEqual([250, true]);
  expect(harness.sync.state.oddities).toBeGreaterThan(0);
});

test('a page that runs from old to new once is requested again', async () => {
  const { exchange, harness } = await harnessOf({ isolated: 150, cross: 0 });
  let lies = 1;
  exchange.misbehaves = (_, honest) => (honest.length > 20 && lies-- > 0 ? honest.toReversed() : null);
  harness.sync.refresh('user');
  expect(await harness.settle()).toBe(true);
  expect(harness.failures).toEqual([]);
  const pages = exchange.requests.filter(({ marginMode, from }) => marginMode === 'isolated' && from !== undefined);
  expect(pages.slice(0, 3).map(({ from }) => from)).toEqual([null, null, 'i51']);
  expect(harness.spans('isolated')).toMatchObject([{ newest: { id: 'i150' }, oldest: { id: 'i1' }, isEnded: true }]);
});

test('an empty newest page while rows are known is reported, and the list is not called up to date', async () => {
  const { exchange, harness } = await harnessOf({ isolated: 5, cross: 5 });
  harness.sync.refresh('user');
  await harness.settle();
  const checkedAt = harness.store.checkedAt('plan-history');
  harness.kill();
  exchange.add('cross');
  exchange.misbehaves = () => [];
  harness.start();
  harness.sync.refresh('user');
  await harness.settle(3);
  await harness.idle();
  expect(harness.sync.state).toMatchObject({ phase: 'failed', failure: { code: 'bad-answer' } });
  expect(harness.store.checkedAt('plan-history')).toBe(checkedAt);
  exchange.misbehaves = () => null;
  await harness.settle();
  expect(harness.sync.state).toMatchObject({ phase: 'idle', failure: null });
  expect(harness.rows().size).toBe(11);
});

test('stored rows stay, and nothing fails, if the exchange has dropped all rows', async () => {
  const { exchange, harness } = await harnessOf({ isolated: 150, cross: 5 });
  harness.sync.refresh('user');
  await harness.settle();
  exchange.modes.isolated = [];
  harness.sync.refresh('user');
  await harness.settle(3);
  await harness.idle();
  expect(harness.sync.state).toMatchObject({ phase: 'idle', failure: null });
  expect(harness.rows().size).toBe(155);
  exchange.add('isolated');
  harness.sync.refresh('program');
  await harness.settle(3);
  expect(harness.rows().size).toBe(156);
});

test('a list that was empty is not complete while its newest rows have no ID', async () => {
  const { exchange, harness } = await harnessOf({ isolated: 3, cross: 0 });
  harness.sync.refresh('user');
  await harness.settle();
  expect(harness.isComplete).toBe(true);
  for (let row = 0; row < 150; row++) exchange.add('cross');
  const [...named] = exchange.modes.cross;
  exchange.modes.cross = named.map((entry, index) =>
    index < 100 ? { id: null, unreadable: { raw: `{"nameless":${index}}`, reason: 'order_id: missing' } } : entry,
  );
  harness.sync.refresh('user');
  await harness.settle(3);
  await harness.idle();
  expect(harness.modes.map(({ complete }) => complete)).toEqual([true, false]);
  expect(harness.sync.state).toMatchObject({ phase: 'failed', failure: { code: 'bad-answer' } });
  exchange.modes.cross = named;
  harness.sync.refresh('user');
  await harness.settle();
  expect(harness.isComplete).toBe(true);
});

test('older rows are read from another row if the exchange sends nothing from the oldest one', async () => {
  const { exchange, harness } = await harnessOf({ isolated: 350, cross: 0 });
  const dumb = exchange.modes.isolated[199]?.id;
  exchange.misbehaves = ({ from }) => (from === dumb ? [] : null);
  harness.sync.refresh('user');
  await harness.settle();
  expect(harness.isComplete).toBe(true);
  expect(harness.rows().size).toBe(350);
});

test('another session finds rows behind an end that the exchange had claimed', async () => {
  const { exchange, harness } = await harnessOf({ isolated: 350, cross: 0 });
  const all = exchange.modes.isolated;
  exchange.modes.isolated = all.slice(0, 200);
  harness.sync.refresh('user');
  await harness.settle();
  expect(harness.isComplete).toBe(true);
  harness.kill();
  exchange.modes.isolated = all;
  harness.start();
  harness.sync.refresh('program');
  await harness.settle();
  expect(harness.rows().size).toBe(350);
  expect(harness.isComplete).toBe(true);
});

test('oldest rows without an ID are kept, and the status says that older rows cannot be requested', async () => {
  const { exchange, harness } = await harnessOf({ isolated: 250, cross: 50 });
  const nameless = { id: null, unreadable: { raw: '{"oldest":1}', reason: 'order_id: missing' } };
  exchange.modes.isolated.push(nameless, { ...nameless, unreadable: { ...nameless.unreadable, raw: '{"oldest":0}' } });
  harness.sync.refresh('user');
  await harness.settle();
  expect(harness.sync.state).toMatchObject({ phase: 'idle', failure: null });
  expect(harness.store.count('plan-history')).toBe(300);
  expect(harness.store.read(({ lists }) => lists['plan-history'].unreadable.count)).toBe(2);
  expect(harness.modes.map(({ complete }) => complete)).toEqual([false, true]);
  expect([harness.sync.isBlocked('isolated'), harness.sync.isBlocked('cross')]).toEqual([true, false]);
  const { length } = exchange.requests;
  harness.sync.refresh('program');
  await harness.settle();
  expect(pagesOf(exchange, length).filter(({ from }) => from !== null)).toEqual([]);

  exchange.modes.isolated.splice(-2);
  harness.sync.refresh('user');
  await harness.settle();
  expect(harness.isComplete).toBe(true);
  expect(harness.sync.isBlocked('isolated')).toBe(false);
});

test('another session closes a gap that the exchange had denied', async () => {
  const { exchange, harness } = await harnessOf({ isolated: 300, cross: 0 });
  harness.sync.refresh('user');
  await harness.settle();
  harness.kill();
  for (let row = 0; row < 350; row++) exchange.add('isolated');
  exchange.misbehaves = ({ from }) => (from !== null ? [] : null);
  harness.start();
  harness.sync.refresh('user');
  await harness.settle(5);
  await harness.idle();
  expect(harness.sync.state).toMatchObject({ phase: 'failed', failure: { code: 'bad-answer' } });
  expect(harness.modes[0]).toMatchObject({ complete: false, rows: 400, gaps: [expect.anything()] });
  harness.kill();
  exchange.misbehaves = () => null;
  harness.start();
  harness.sync.refresh('program');
  await harness.settle();
  expect(harness.isComplete).toBe(true);
  expect(harness.rows().size).toBe(650);
});

test('occasional bad responses are retried soon as long as rows come', async () => {
  const { exchange, harness } = await harnessOf({ isolated: 3000, cross: 0 });
  exchange.misbehaves = ({ from }) => {
    if (from !== null && exchange.requests.length % 3 === 0) {
      throw new OrderglassError('bad-answer', 'cut off');
    }
    return null;
  };
  const delays: number[] = [];
  harness.sync.refresh('user');
  for (;;) {
    await harness.idle();
    const [delay] = harness.timers.waiting.values();
    if (delay === undefined) break;
    delays.push(delay);
    harness.timers.runNext();
  }
  expect(harness.isComplete).toBe(true);
  expect(delays.length).toBeGreaterThan(5);
  expect(Math.max(...delays)).toBeLessThan(15_000);
});

test('a failure that no retry can cure is retried only by the user', async () => {
  const { exchange, harness } = await harnessOf({ isolated: 100, cross: 100 });
  exchange.misbehaves = () => {
    throw new OrderglassError('keychain-unavailable', 'locked', { keychain: 'locked' });
  };
  harness.sync.refresh('program');
  await harness.idle();
  expect(harness.sync.state).toMatchObject({ phase: 'failed', failure: { keychain: 'locked' } });
  expect(harness.timers.waiting.size).toBe(0);
  const { length } = exchange.requests;
  harness.sync.refresh('program');
  await harness.idle();
  expect(exchange.requests).toHaveLength(length);
  exchange.misbehaves = () => null;
  harness.sync.refresh('user');
  await harness.settle();
  expect(harness.isComplete).toBe(true);
});

test('a failing mode does not delay the other one', async () => {
  const { exchange, harness } = await harnessOf({ isolated: 500, cross: 500 });
  exchange.misbehaves = ({ marginMode }) => {
    if (marginMode === 'cross') throw new OrderglassError('no-permission', 'injected');
    return null;
  };
  harness.sync.refresh('user');
  await harness.idle();
  expect(harness.sync.state).toMatchObject({ phase: 'failed', failure: { code: 'no-permission' } });
  expect(harness.modes.map(({ complete }) => complete)).toEqual([true, false]);
});

test('an account whose connection was replaced is read again immediately, without a reported failure', async () => {
  const { exchange, harness } = await harnessOf({ isolated: 300, cross: 0 });
  let isReplaced = false;
  exchange.misbehaves = () => {
    if (isReplaced || exchange.requests.length < 3) return null;
    isReplaced = true;
    throw new OrderglassError('canceled', 'the account was edited');
  };
  harness.sync.refresh('user');
  await harness.idle();
  expect(harness.sync.state.failure).toBeNull();
  expect(await harness.settle(3)).toBe(true);
  expect(harness.isComplete).toBe(true);
});

test('while paused only the refresh of the user reads, and brings new rows', async () => {
  const { exchange, harness } = await harnessOf({ isolated: 900, cross: 0 });
  harness.sync.refresh('user');
  exchange.onRequest = (count) => count === 4 && harness.sync.pause();
  await harness.settle();
  expect(harness.sync.state.phase).toBe('paused');
  const { length } = exchange.requests;
  harness.sync.refresh('program');
  expect(exchange.requests).toHaveLength(length);
  exchange.add('isolated');
  harness.sync.refresh('user');
  await harness.settle();
  expect(harness.sync.state.phase).toBe('paused');
  expect(harness.spans('isolated')[0]?.newest.id).toBe(exchange.modes.isolated[0]?.id);
  expect(harness.isComplete).toBe(false);
  harness.sync.resume();
  await harness.settle();
  expect(harness.isComplete).toBe(true);
});

test('after “hurry” the waiting request and the next pages get the priority of visible rows', async () => {
  const { exchange, harness } = await harnessOf({ isolated: 2000, cross: 0 });
  harness.sync.refresh('program');
  exchange.onRequest = (count) => count === 6 && harness.sync.prioritize();
  await harness.settle();
  const looked = pagesOf(exchange).filter(({ priority }) => priority === 'interactive');
  expect(looked.length).toBeGreaterThanOrEqual(4);
  expect(looked.length).toBeLessThanOrEqual(6);
});

test('the time left is shown once the other mode has shown where the account begins', async () => {
  const { exchange, harness } = await harnessOf({ isolated: 3000, cross: 100 }, { isolated: 30, cross: 1 });
  harness.accountStart = () => harness.modes.find(({ complete }) => complete)?.oldest ?? null;
  exchange.onRequest = () => {
    harness.now += 100;
  };
  const told: (number | null)[] = [];
  const shares: number[] = [];
  harness.onChange = () => {
    const { secondsLeft, downloaded, phase, rate } = harness.sync.state;
    if (phase === 'backfill' && rate !== null) told.push(secondsLeft);
    if (downloaded !== null) shares.push(downloaded);
  };
  harness.sync.refresh('user');
  await harness.settle();
  const times = told.filter((seconds) => seconds !== null);
  expect(times.length).toBeGreaterThan(5);
  // 100 rows per 0.1 s: at most three seconds are left, and the time decreases.
  expect(Math.max(...times)).toBeLessThan(6);
  expect(times.at(-1)).toBeLessThan(0.5);
  // Grows from page to page. Until the start of the account is known, there is no share.
  expect(shares.length).toBeGreaterThan(5);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares[0]).toBeLessThan(0.6);
  expect(shares.at(-1)).toBeGreaterThan(0.95);
  expect(harness.sync.state).toMatchObject({
    phase: 'idle',
    downloaded: null,
    secondsLeft: null,
    rate: null,
    fetched: 3100,
  });
});

test.each([5, 60])('a whole history takes at most 1.02 times what the limit allows, %i ms away', async (away) => {
  const { exchange, harness } = await harnessOf({ isolated: 5600, cross: 2400 }, { isolated: 7, cross: 3 });
  const simulation = new Simulation({ outcomeOf: () => ({ requestMs: away / 2, responseMs: away / 2 }) });
  const { time, scheduler } = simulation;
  let last = 0;
  const fetchPage = exchange.fetchPage.bind(exchange);
  exchange.fetchPage = async (list, query, options) => {
    const name = `${query.marginMode} ${query.from}`;
    await scheduler.send({ name: 'readOrderHistory', parameters: [['symbol', name]] }, 'background', options.signal);
    last = time.now();
    exchange.isSaturated = scheduler.queued > 0;
    return fetchPage(list, query, options);
  };
  harness.sync.refresh('user');
  while (harness.sync.isRunning) await time.advance(100);
  expect(harness.isComplete).toBe(true);
  const { length } = simulation.attempts;
  expect(length).toBeLessThanOrEqual(8000 / 100 + 8);
  expect(last / (length * 100)).toBeLessThan(1.02);
});

test('creation times that are out of order by more than what lies between rows are read to the end', async () => {
  const { exchange, harness } = await harnessOf({ isolated: 0, cross: 250 });
  // Rows 5 s apart, out of order by up to 30 s: four of five run forward in time.
  exchange.modes.cross = exchange.modes.cross.map((entry, index) => {
    if (!('row' in entry)) return entry;
    const createdAt = exchange.time - index * 5000 + (((index * 7) % 61) - 30) * 1000;
    return { ...entry, row: { ...entry.row, createdAt } };
  });
  harness.sync.refresh('user');
  await harness.settle();
  expect(harness.sync.state).toMatchObject({ phase: 'idle', failure: null });
  expect(harness.isComplete).toBe(true);
});
