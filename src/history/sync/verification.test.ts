import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { PlanOrder } from '../../shared/contract/orders.ts';
import type { MarginMode } from '../../shared/values/domain.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { FakeExchange } from '../testing/fake-exchange.ts';
import { type SyncHarness, syncHarnesses } from '../testing/sync-harness.ts';

const start = syncHarnesses();
const hour = 3_600_000;

/** A complete list, last read an hour ago. `hidden`: number of the oldest rows that the exchange does not list, `older`. */
async function downloaded(rows: number, hidden = 0) {
  const exchange = new FakeExchange();
  for (let row = 0; row < rows; row++) exchange.add('cross');
  const older = exchange.modes.cross.splice(rows - hidden);
  const harness = start(exchange);
  await refresh(harness);
  expect(harness.isComplete).toBe(true);
  harness.now += hour;
  return { exchange, harness, older };
}

async function refresh(harness: SyncHarness, trigger: 'user' | 'program' = 'user'): Promise<void> {
  harness.sync.refresh(trigger);
  expect(await harness.settle()).toBe(true);
}

async function verify(harness: SyncHarness): Promise<void> {
  harness.sync.verify();
  expect(harness.sync.state.phase).not.toBe('idle');
  expect(await harness.settle()).toBe(true);
}

function missing({ exchange, harness }: { exchange: FakeExchange; harness: SyncHarness }): string[] {
  const rows = harness.rows();
  return exchange.all.filter(({ key }) => !rows.has(key)).map(({ id }) => id);
}

describe('rows that are damaged on the disk', () => {
  /** Alters the stored text of a row in the file, between two runs of the program. */
  function damage(harness: SyncHarness, id: string): void {
    harness.kill();
    const content = readFileSync(harness.file);
    // Other pages can have old copies of the row.
    const text = `"order_id":"${id}"`;
    let at = content.indexOf(text);
    expect(at).toBeGreaterThan(0);
    for (; at >= 0; at = content.indexOf(text, at + 1)) content.write('X', at + 2);
    writeFileSync(harness.file, content);
    harness.start();
  }

  test('are replaced by a verification, and reported once with their dates', async () => {
    const { exchange, harness } = await downloaded(1200);
    const { id, createdAt, key, raw } = exchange.all[1000] as PlanOrder;
    damage(harness, id);
    expect(harness.rows().get(key)?.raw).not.toBe(raw);
    await refresh(harness);
    expect(harness.repaired).toEqual([]);
    await verify(harness);
    expect(harness.repaired).toEqual([{ id, createdAt }]);
    expect(harness.rows().get(key)).toEqual(exchange.all[1000]);
    expect(harness.store.changes('plan-history', key)).toEqual([]);
    expect(harness.found).toEqual([]);
    await verify(harness);
    expect(harness.repaired).toHaveLength(1);
  });

  test('are replaced by the next refresh once a check of the file has found them', async () => {
    const { exchange, harness } = await downloaded(1200);
    const { id, key } = exchange.all[1000] as PlanOrder;
    damage(harness, id);
    expect(harness.store.checkRows('plan-history', 0, 5000).damaged).toMatchObject([{ id }]);
    await refresh(harness);
    expect(harness.rows().get(key)).toEqual(exchange.all[1000]);
  });
});

describe('rows that enter the list late', () => {
  test.each([30, 150, 187])(
    '%i rows back are found by the next refresh, and reported with their dates',
    async (place) => {
      const { exchange, harness } = await downloaded(1200);
      const row = exchange.insertLate('cross', place);
      const time = row?.createdAt ?? 0;
      await refresh(harness);
      expect(missing({ exchange, harness })).toEqual([]);
      expect(harness.found).toEqual([{ rows: 1, oldest: time, newest: time, foundAt: harness.now }]);
      expect(harness.store.changes('plan-history', row?.key ?? '')).toEqual([{ at: harness.now, raw: null }]);
      await refresh(harness);
      expect(harness.found).toHaveLength(1);
    },
  );

  test('900 rows back are found by a verification, and from then on by each refresh', async () => {
    const { exchange, harness } = await downloaded(1200);
    exchange.insertLate('cross', 900);
    await refresh(harness);
    expect(missing({ exchange, harness })).toHaveLength(1);
    await verify(harness);
    expect(missing({ exchange, harness })).toEqual([]);
    exchange.insertLate('cross', 880);
    harness.now += hour;
    await refresh(harness);
    expect(missing({ exchange, harness })).toEqual([]);
  });

  test('behind the end are found by a verification, right after the end was checked', async () => {
    const { exchange, harness, older } = await downloaded(900, 300);
    await refresh(harness);
    exchange.modes.cross.push(...older);
    await refresh(harness, 'program');
    expect(missing({ exchange, harness })).toHaveLength(300);
    await verify(harness);
    expect(missing({ exchange, harness })).toEqual([]);
    expect(harness.isComplete).toBe(true);
    expect(harness.sync.state.verification).toBeNull();
  });

  test('behind the end are found by a verification whose request for them failed', async () => {
    const { exchange, harness, older } = await downloaded(201, 1);
    await refresh(harness);
    const end = exchange.modes.cross.at(-1)?.id;
    exchange.modes.cross.push(...older);
    let failures = 0;
    exchange.misbehaves = ({ from }) => {
      if (from === end && failures++ === 0) throw new OrderglassError('offline', 'no network');
      return null;
    };
    await verify(harness);
    expect(failures).toBeGreaterThan(1);
    expect(missing({ exchange, harness })).toEqual([]);
  });

  test('are found by the program alone within a day of use, also across restarts', async () => {
    const { exchange, harness } = await downloaded(2000);
    exchange.insertLate('cross', 1500);
    harness.now += 24 * hour;
    let syncs = 0;
    for (; missing({ exchange, harness }).length > 0 && syncs < 100; syncs++) {
      if (syncs === 3) {
        harness.kill();
        harness.start();
      }
      harness.now += 30_000;
      await refresh(harness, 'program');
    }
    // 3 pages of 100 rows with each sync.
    expect(syncs).toBeLessThan(8);
    for (let more = 0; more < 4; more++) await refresh(harness, 'program');
    expect(harness.modes.find(({ marginMode }) => marginMode === 'cross')?.verifiedAt).toBeGreaterThan(
      harness.now - hour,
    );
  });

  test('that one bad page left out are found by a verification', async () => {
    const exchange = new FakeExchange();
    for (let row = 0; row < 500; row++) exchange.add('cross');
    exchange.misbehaves = (_, honest) => (honest.length > 50 ? honest.toSpliced(20, 30) : null);
    const harness = start(exchange);
    await refresh(harness);
    exchange.misbehaves = () => null;
    expect(missing({ exchange, harness }).length).toBeGreaterThan(100);
    await verify(harness);
    expect(missing({ exchange, harness })).toEqual([]);
  });
});

test('new rows are seen at once although the exchange has dropped the newest known row and sends nothing from it', async () => {
  const { exchange, harness } = await downloaded(300);
  exchange.purge('cross', 0, 1);
  for (let row = 0; row < 30; row++) exchange.add('cross');
  exchange.misbehaves = ({ from }) => (from !== null && harness.has(from) === false ? [] : null);
  await refresh(harness);
  expect(missing({ exchange, harness })).toEqual([]);
});

test('rows with an unknown status are read again until they are final', async () => {
  const { exchange, harness } = await downloaded(600);
  const entry = exchange.modes.cross[400];
  if (entry === undefined || !('row' in entry)) throw new Error('no row');
  exchange.modes.cross[400] = {
    id: entry.id,
    row: { ...entry.row, status: 'unknown:9', raw: '{"implement_status":9}' },
  };
  await verify(harness);
  exchange.modes.cross[400] = entry;
  harness.now += hour;
  await refresh(harness);
  expect(harness.rows().get(entry.row.key)?.status).toBe('fully-executed');
});

test('a row that was corrected after it was final is corrected by a verification, and the change is kept', async () => {
  const { exchange, harness } = await downloaded(1500);
  exchange.change('cross', 1000, 'canceled');
  await verify(harness);
  const key = exchange.all[1000]?.key ?? '';
  expect(harness.rows().get(key)?.status).toBe('canceled');
  expect(harness.store.changes('plan-history', key)).toHaveLength(1);
});

test('a verification continues behind a page that ends with an unreadable row', async () => {
  const exchange = new FakeExchange();
  for (let row = 0; row < 500; row++) exchange.add('cross');
  for (const place of [99, 199]) {
    const id = exchange.modes.cross[place]?.id ?? '';
    exchange.modes.cross[place] = { id, unreadable: { raw: `{"order_id":"${id}"}`, reason: 'ctime: missing' } };
  }
  const harness = start(exchange);
  await refresh(harness);
  harness.now += hour;
  exchange.change('cross', 450, 'canceled');
  await verify(harness);
  expect(harness.rows().get(exchange.all.at(-50)?.key ?? '')?.status).toBe('canceled');
});

test('a verification shows its progress, and can be stopped', async () => {
  const { exchange, harness } = await downloaded(1000);
  const shares: (number | null)[] = [];
  let isStopped = false;
  harness.onChange = () => {
    const { verification, phase } = harness.sync.state;
    if (phase === 'verify') shares.push(verification);
    if (isStopped || (verification ?? 0) < 0.6) return;
    isStopped = true;
    setImmediate(() => harness.sync.cancel());
  };
  const { length } = exchange.requests;
  await verify(harness);
  expect(shares.length).toBeGreaterThan(3);
  expect(shares).toEqual(shares.toSorted((one, other) => (one ?? 0) - (other ?? 0)));
  expect(exchange.requests.length - length).toBeLessThan(14);
  expect(harness.sync.state).toMatchObject({ phase: 'idle', verification: null });
});

test('nothing is compared that was read a moment ago, and little while requests are waiting', async () => {
  const { exchange, harness } = await downloaded(1000);
  await refresh(harness);
  const before = exchange.requests.length;
  harness.now += 48 * hour;
  exchange.isSaturated = true;
  await refresh(harness, 'program');
  const pages = exchange.requests
    .slice(before)
    .filter(({ marginMode, from }) => marginMode === 'cross' && from !== undefined);
  // The newest page, the end, and the comparison of the newest 300 rows.
  expect(pages.length).toBeLessThanOrEqual(1 + 1 + 3);
});

describe('an exchange with an oddity is read to its end, and nothing is lost or doubled', () => {
  test('the oldest row so far was dropped, and it sends an empty list from it', async () => {
    const exchange = new FakeExchange();
    for (let row = 0; row < 600; row++) exchange.add('cross');
    const harness = start(exchange);
    harness.onChange = () => {
      if (harness.store.count('plan-history') >= 300 && !harness.sync.isPaused) harness.sync.pause();
    };
    await refresh(harness);
    harness.onChange = () => {};
    const dropped = harness.spans('cross')[0]?.oldest.id ?? '';
    exchange.purge(
      'cross',
      exchange.modes.cross.findIndex(({ id }) => id === dropped),
      1,
    );
    const answer = exchange.answer.bind(exchange);
    exchange.answer = (query) => (query.from === dropped ? [] : answer(query));
    harness.sync.resume();
    expect(await harness.settle()).toBe(true);
    expect(harness.sync.state.oddities).toBeGreaterThan(0);
    expect(missing({ exchange, harness })).toEqual([]);
    expect(harness.isComplete).toBe(true);
  });

  test('one ID occurs twice', async () => {
    const exchange = new FakeExchange();
    for (let row = 0; row < 400; row++) exchange.add('cross');
    const [first, again] = [exchange.modes.cross[120], exchange.modes.cross[299]];
    if (first === undefined || again === undefined) throw new Error('no row');
    // The second one is the last of a page: the exchange continues behind the first one.
    exchange.modes.cross[299] = first;
    const harness = start(exchange);
    await refresh(harness);
    expect(missing({ exchange, harness })).toEqual([]);
    expect(harness.rows().size).toBe(399);
    expect(harness.sync.state.oddities).toBeGreaterThan(0);
  });

  test('each page repeats the last ten rows of the page before', async () => {
    const exchange = new FakeExchange();
    for (let row = 0; row < 1500; row++) exchange.add('cross');
    exchange.misbehaves = ({ marginMode, from }, honest) => {
      const place = exchange.modes[marginMode].findIndex(({ id }) => id === from);
      return from === null
        ? null
        : [...exchange.modes[marginMode].slice(Math.max(0, place - 9), place + 1), ...honest].slice(0, 100);
    };
    const harness = start(exchange);
    await refresh(harness);
    expect(harness.rows().size).toBe(1500);
    expect(harness.sync.state.oddities).toBeGreaterThan(0);
    expect(harness.isComplete).toBe(true);
  });
});

describe('one row for each ID', () => {
  test('a row that moves to the other margin mode is counted once, with the mode of the latest response', async () => {
    const { exchange, harness } = await downloaded(500);
    exchange.moveMode('cross', 3);
    await refresh(harness);
    expect(harness.rows().size).toBe(500);
    expect(harness.modes.map(({ rows }) => rows)).toEqual([1, 499]);
    expect(harness.isComplete).toBe(true);
  });

  test.each([
    { what: 'the newest one', place: 0 },
    { what: 'one among others', place: 40 },
    { what: 'one that differs from mode to mode', place: 40, differs: true },
    { what: 'one among others in both modes', place: 40, others: 40 },
    { what: 'one among others in both modes that differs', place: 7, others: 40, differs: true },
    // The one page of the other mode comes before the second one of this mode.
    { what: 'the oldest one', place: 119, first: 'cross' as const },
  ])(
    'a row that is in both margin modes for ever, $what, soon stays in the first one, and no change is recorded any more',
    async ({ place, differs = false, others = 0, first = 'isolated' as MarginMode }) => {
      const exchange = new FakeExchange();
      for (let row = 0; row < 120; row++) {
        exchange.add('isolated');
        if (row % 3 === 0 && row / 3 < others) exchange.add('cross');
      }
      const entry = exchange.modes.isolated[place] as { id: string; row: PlanOrder };
      const key = `cross:${entry.id}`;
      const raw = differs ? entry.row.raw.replace('buy-limit', 'sell-limit') : entry.row.raw;
      const older = exchange.modes.cross.findIndex((each) => 'row' in each && each.row.createdAt < entry.row.createdAt);
      const twin = { id: entry.id, row: { ...entry.row, marginMode: 'cross' as const, key, raw } };
      exchange.modes.cross.splice(older < 0 ? others : older, 0, twin);
      const harness = start(exchange);
      const changesAfter: number[] = [];
      for (let refreshes = 0; refreshes < 12; refreshes++) {
        if (refreshes % 5 === 4) exchange.add('cross');
        await refresh(harness);
        harness.now += hour;
        changesAfter.push(harness.store.changes('plan-history', key).length);
      }
      const [changes = 0, ...later] = changesAfter.slice(4);
      expect(changes).toBeLessThanOrEqual(5);
      expect(later).toEqual(later.map(() => changes));
      await verify(harness);
      expect(harness.store.changes('plan-history', key)).toHaveLength(changes);
      const stored = [...harness.rows().values()].filter(({ id }) => id === entry.id);
      expect(stored).toMatchObject([{ marginMode: first, raw: entry.row.raw }]);
      const isolated = first === 'isolated' ? 120 : 119;
      expect(harness.modes.map(({ rows, complete, gaps }) => [rows, complete, gaps])).toEqual([
        [isolated, true, []],
        [others + 122 - isolated, true, []],
      ]);
      expect([harness.found, harness.failures]).toEqual([[], []]);
      // The exchange is asked no more often than about a list without such a row.
      const before = exchange.requests.length;
      await refresh(harness);
      expect(exchange.requests.length - before).toBeLessThan(20);
    },
  );

  test('an exchange that sends the same rows for both margin modes is recognized, and its rows are counted once', async () => {
    const exchange = new FakeExchange();
    for (let row = 0; row < 300; row++) exchange.add('isolated');
    const answer = exchange.answer.bind(exchange);
    exchange.answer = ({ marginMode, from }) =>
      answer({ marginMode: 'isolated', from }).map((entry) => {
        if (!('row' in entry)) return entry;
        return { id: entry.id, row: { ...entry.row, marginMode, key: `${marginMode}:${entry.id}` } };
      });
    const harness = start(exchange);
    for (let refreshes = 0; refreshes < 3; refreshes++) {
      await refresh(harness);
      expect(harness.sync.redundantMode).not.toBeNull();
      expect(harness.modes.map(({ rows }) => rows).sort()).toEqual([0, 300 + refreshes]);
      exchange.add('isolated');
    }
    await refresh(harness);
    const before = harness.rows();
    await verify(harness);
    expect(harness.sync.state.phase).toBe('idle');
    expect(harness.rows()).toEqual(before);
    const [{ key = '' } = {}] = before.values();
    expect(harness.store.changes('plan-history', key)).toEqual([]);
    // The modes differ from now on.
    exchange.answer = answer;
    exchange.add('cross');
    await refresh(harness);
    await refresh(harness);
    expect(harness.sync.redundantMode).toBeNull();
    expect(harness.isComplete).toBe(true);
  });
});
