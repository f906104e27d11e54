import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { VirtualTime } from '../../exchange/testing/virtual-time.ts';
import type { HistoryState, WindowQuery } from '../../shared/contract/history.ts';
import type { SeenPlan } from '../../shared/contract/plans.ts';
import { historyLists } from '../../shared/orders/history.ts';
import { planRef } from '../../shared/plans/plan-ref.ts';
import type { Schedule } from '../../shared/time/clock.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import type { PlanUpdate } from '../plans/open-plans.ts';
import { seenPlan } from '../plans/testing/seen-plan.ts';
import { HistoryStore } from '../store/history-store.ts';
import { RowTable } from '../store/row-table.ts';
import { StorageError } from '../store/storage-error.ts';
import { orderEntry, orderPage, planEntry } from '../store/testing/entries.ts';
import type { FetchOptions, HistoryExchange, PageQuery } from '../sync/exchange.ts';
import { type EngineOptions, HistoryEngine } from './engine.ts';
import type { ListStatus } from './protocol.ts';

let folder: string;
let file: string;
const engines: HistoryEngine[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'orderglass-engine-'));
  file = path.join(folder, 'history.sqlite');
});
afterEach(async () => {
  for (const { calls } of engines.splice(0)) await calls.close(null);
  rmSync(folder, { recursive: true, force: true });
});

/** An exchange to which the keychain denies access, so that nothing is retried. */
const noAccess = () => Promise.reject(new OrderglassError('keychain-unavailable', 'injected', { keychain: 'locked' }));
const exchange: HistoryExchange = { fetchPage: noAccess, fetchOpenPlans: noAccess, isSaturated: false };

function start(options: Partial<EngineOptions> = {}) {
  const statuses: ListStatus[] = [];
  const engine = new HistoryEngine({
    file,
    notes: path.join(folder, 'notes.sqlite'),
    discardExisting: false,
    firstVersion: 1,
    exchange,
    onStatus: (status) => statuses.push(status),
    onSyncFailed: () => {},
    onNotes: () => {},
    onPlans: () => {},
    ...options,
  });
  engines.push(engine);
  return { ...engine.answers, ...engine.calls, statuses };
}

const account = 'one';
const list = 'order-history';
const zone = 'UTC';
const query = { filter: {}, sort: [], zone, now: 0 };
const all: WindowQuery = { account, filter: {}, sort: [], zone, from: 0, count: 1000 };
/** Orders from number `first`, the newest, on. */
const pageOf = (first: number, count: number) =>
  orderPage(
    first === 1 ? null : String(first - 1),
    Array.from({ length: count }, (_, place) =>
      orderEntry(String(first + place), { createdAt: 1_700_000_000_000 - (first + place) * 1000 }),
    ),
  );

test('windows are the same before and after the index is loaded, also while pages arrive', async () => {
  const engine = start();
  for (let first = 1; first < 4000; first += 100) await engine.savePage({ page: pageOf(first, 100) });
  const early = await engine.readOrderHistory({ ...all, from: 3900, count: 50 }, 0);
  expect(early).toMatchObject({ total: 4000, anchor: null });
  const anchored = (anchor: string) => engine.readOrderHistory({ ...all, count: 1, anchor }, 0);
  const anchors = ['isolated:1', 'isolated:3902', 'isolated:x'];
  expect(await Promise.all(anchors.map(anchored))).toMatchObject([{ anchor: 0 }, { anchor: 3901 }, { anchor: null }]);
  // Loading takes several slices, and this page is saved in between.
  const summary = engine.summarizeHistory({ account, list, filter: {}, zone }, 0);
  await new Promise((resolve) => setImmediate(resolve));
  await engine.savePage({ page: pageOf(4001, 100) });
  expect(await summary).toMatchObject({ rows: 4100 });
  const window = await engine.readOrderHistory({ ...all, from: 3900, count: 50, anchor: 'isolated:3902' }, 0);
  expect(window.rows).toEqual(early.rows);
  expect(window).toMatchObject({ total: 4100, anchor: 3901 });
  expect(window.version).toBeGreaterThan(early.version);
  const { numbers, generation } = await engine.select({ list, query });
  expect(numbers).toHaveLength(4100);
  const rows = await engine.rows({ list, numbers: [...numbers.subarray(4098)], generation });
  expect(rows.map(({ id }) => id)).toEqual(['4099', '4100']);
});

test.skipIf(process.platform === 'win32')(
  'a read-only file can be read, and is written again when its permissions allow it',
  async () => {
    const first = start();
    await first.savePage({ page: pageOf(1, 100) });
    await first.close(null);
    const isRoot = process.getuid?.() === 0;
    // Root may write anything.
    if (isRoot) for (const place of [folder, file, path.join(folder, 'notes.sqlite')]) chownSync(place, 65_534, 65_534);
    chmodSync(folder, 0o500);
    if (isRoot) process.seteuid?.(65_534);
    try {
      const engine = start();
      expect(await engine.readHistoryState({ account, list }, 0)).toMatchObject({
        rows: 100,
        phase: 'failed',
        failure: { code: 'storage-failed' },
        problem: { kind: 'read-only', file },
      });
      expect(await engine.readOrderHistory(all, 0)).toMatchObject({ total: 100 });
      expect(await engine.summarizeHistory({ account, list, filter: {}, zone }, 0)).toMatchObject({ rows: 100 });
      await expect(engine.savePage({ page: pageOf(101, 100) })).rejects.toThrow(OrderglassError);
      chmodSync(folder, 0o700);
      expect(await engine.syncHistory({ account, list, action: 'cancel' }, 0)).toMatchObject({ problem: null });
      await engine.savePage({ page: pageOf(101, 100) });
      expect(await engine.readOrderHistory(all, 0)).toMatchObject({ total: 200 });
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(folder, 0o700);
    }
  },
);

test.skipIf(process.platform === 'win32')(
  'notes in a read-only folder are written again when its permissions allow it, and rows are written meanwhile',
  async () => {
    const places = [folder, path.join(folder, 'notes')];
    mkdirSync(path.join(folder, 'notes'));
    const notes = path.join(folder, 'notes', 'one.sqlite');
    const note = { account, kind: 'order', key: 'isolated:1', before: '' } as const;
    const first = start({ notes });
    await first.savePage({ page: pageOf(1, 100) });
    await first.close(null);
    const isRoot = process.getuid?.() === 0;
    // Root may write anything.
    if (isRoot) for (const place of [...places, file, notes]) chownSync(place, 65_534, 65_534);
    chmodSync(path.dirname(notes), 0o500);
    if (isRoot) process.seteuid?.(65_534);
    try {
      const engine = start({ notes });
      await engine.savePage({ page: pageOf(101, 100) });
      await expect(engine.saveNote({ ...note, text: 'late' }, 0)).rejects.toThrow(OrderglassError);
      chmodSync(path.dirname(notes), 0o700);
      expect(await engine.syncHistory({ account, list, action: 'cancel' }, 0)).toMatchObject({ problem: null });
      expect(await engine.saveNote({ ...note, text: 'late' }, 0)).toMatchObject({ outcome: 'saved' });
      expect(await engine.readOrderHistory(all, 0)).toMatchObject({
        total: 200,
        rows: [{ note: 'late' }, ...Array(199).fill({})],
      });
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(path.dirname(notes), 0o700);
    }
  },
);

test('the share of a download is known once the other list has shown where the account begins', async () => {
  const newest = 1_700_000_000_000;
  const fetchPage = async (of: string, { marginMode, from }: PageQuery, { signal }: FetchOptions) => {
    if (of === 'plan-history') {
      const isFirst = marginMode === 'cross' && from === null;
      return { entries: isFirst ? [planEntry('1', newest - 198_000, 'canceled')] : [], fetchedAt: 1 };
    }
    // The second page never comes.
    if (from !== null)
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    const entries = Array.from({ length: 100 }, (_, index) =>
      orderEntry(`${marginMode} ${index}`, { marginMode, createdAt: newest - index * 1000 }),
    );
    return { entries, fetchedAt: 1 };
  };
  const engine = start({ exchange: { ...exchange, fetchPage: fetchPage as HistoryExchange['fetchPage'] } });
  const until = (state: Partial<HistoryState>) =>
    vi.waitFor(async () => expect(await engine.readHistoryState({ account, list }, 0)).toMatchObject(state), 10_000);
  await engine.syncHistory({ account, list, action: 'refresh' }, 0);
  await until({ phase: 'backfill', rows: 200, downloaded: null });
  await engine.syncHistory({ account, list: 'plan-history', action: 'refresh' }, 0);
  await until({ phase: 'backfill', downloaded: 0.5 });
});

test('versions grow over sessions, and within one only with changes of rows', async () => {
  const first = start({ firstVersion: 1000 });
  await first.savePage({ page: pageOf(1, 3) });
  const { version } = await first.readHistoryState({ account, list }, 0);
  expect(version).toBeGreaterThan(1000);
  await first.savePage({ page: pageOf(1, 3) });
  expect((await first.readHistoryState({ account, list }, 0)).version).toBe(version);
  await first.close(null);
  expect(await start({ firstVersion: 2000 }).readHistoryState({ account, list }, 0)).toMatchObject({
    rows: 3,
    version: 2000,
  });
});

test('an existing file is discarded once', async () => {
  const first = start();
  await first.savePage({ page: pageOf(1, 5) });
  await first.close(null);
  const engine = start({ discardExisting: true });
  expect(await engine.readHistoryState({ account, list }, 0)).toMatchObject({ rows: 0 });
  await engine.savePage({ page: pageOf(1, 2) });
  expect(await engine.readHistoryState({ account, list }, 0)).toMatchObject({ rows: 2 });
});

test('a file that is damaged during use is quarantined, reported, and replaced by an empty one', async () => {
  const first = start();
  for (let page = 0; page < 50; page++) await first.savePage({ page: pageOf(1 + page * 100, 100) });
  await first.close(null);
  // Among the rows, which are not read when the file is opened.
  const database = new DatabaseSync(file);
  const pages = database
    .prepare("SELECT pgoffset, pgsize FROM dbstat WHERE name = 'orders' AND pagetype = 'leaf'")
    .all();
  database.close();
  const { pgoffset, pgsize } = pages[Math.floor(pages.length / 2)] ?? {};
  const bytes = readFileSync(file);
  bytes.fill(0x55, Number(pgoffset), Number(pgoffset) + Number(pgsize));
  writeFileSync(file, bytes);

  const engine = start({ firstVersion: 1000, now: () => 1, checkAfterMs: 1 });
  await engine.savePage({ page: pageOf(5001, 100) });
  await expect.poll(() => engine.statuses.at(-1)?.problem).toMatchObject({ kind: 'quarantined' });
  const { rows, version, problem } = await engine.readHistoryState({ account, list }, 0);
  expect(rows).toBe(0);
  expect(version).toBeGreaterThan(1001);
  await engine.savePage({ page: pageOf(1, 10) });
  expect(readdirSync(folder)).toContain(problem?.file);
  expect((await engine.readOrderHistory(all, 0)).total).toBe(10);
});

test('a damaged file on which several calls fail at the same time is quarantined once', async () => {
  const first = start();
  await first.savePage({ page: pageOf(1, 10) });
  await first.close(null);
  const database = new DatabaseSync(file);
  database.exec('DELETE FROM orders WHERE number = 5');
  database.close();

  const engine = start();
  const calls = [engine.readHistoryChoices({ account, list }, 0), engine.readResults({ account, filter: {}, zone }, 0)];
  await Promise.allSettled(calls);
  await expect(calls[0]).rejects.toThrow('row 5 is missing');
  await expect(calls[1]).rejects.toThrow('row 5 is missing');
  expect(readdirSync(folder).filter((name) => name.includes('damaged') && name.endsWith('.sqlite'))).toHaveLength(1);
});

test.each([
  ['when it is opened', () => writeFileSync(file, 'no database')],
  [
    'during use',
    () => {
      const database = new DatabaseSync(file);
      database.exec('DELETE FROM orders WHERE number = 5');
      database.close();
    },
  ],
])('a reader reports a file that is damaged %s, and leaves it in its place', async (_when, damage) => {
  const first = start();
  await first.savePage({ page: pageOf(1, 10) });
  await first.close(null);
  damage();

  const bytes = readFileSync(file);
  const reader = start({ isReader: true });
  await expect(reader.readHistoryChoices({ account, list }, 0)).rejects.toThrow(/./);
  const { problem, failure } = await reader.readHistoryState({ account, list }, 0);
  expect([problem?.kind, failure?.code]).toEqual(['other', 'storage-failed']);
  await reader.close(null);
  expect(readFileSync(file).equals(bytes)).toBe(true);
  expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([]);
});

/** A schedule that runs nothing: `waiting` has the delay of each call. `released`: the calls that give back cached pages. */
function watchReleases() {
  const waiting = new Map<() => void, number>();
  const schedule: Schedule = (run, delayMs) => {
    waiting.set(run, delayMs);
    return () => void waiting.delete(run);
  };
  const released = vi.spyOn(HistoryStore.prototype, 'releaseMemory');
  onTestFinished(() => released.mockRestore());
  return { waiting, schedule, released };
}

test('the index of a list that no page shows is dropped, and loaded again by the next query', async () => {
  const { waiting, schedule, released } = watchReleases();
  const scan = vi.spyOn(RowTable.prototype, 'scan');
  onTestFinished(() => scan.mockRestore());
  const engine = start({ schedule });
  await engine.savePage({ page: pageOf(1, 50) });
  const sorted: WindowQuery = { ...all, sort: [{ field: 'id', direction: 'ascending' }] };
  const before = await engine.readOrderHistory(sorted, 0);
  const drops = () => [...waiting].filter(([, delayMs]) => delayMs < 60_000 && delayMs > 30_000);
  const [first] = drops();
  // A page that shows the list asks for its state.
  await engine.readHistoryState({ account, list }, 0);
  expect(drops()).toHaveLength(1);
  expect(drops()[0]?.[0]).not.toBe(first?.[0]);
  expect(released).not.toHaveBeenCalled();
  for (const [run] of drops()) run();
  expect(released).toHaveBeenCalledOnce();
  const scans = scan.mock.calls.length;
  await engine.savePage({ page: pageOf(51, 50) });
  const after = await engine.readOrderHistory(sorted, 0);
  expect(scan.mock.calls.length).toBeGreaterThan(scans);
  expect(before.rows).toHaveLength(50);
  expect(after.rows).toHaveLength(100);
});

test('the cached pages of a database are given back after it was opened, and after each later use', async () => {
  const { waiting, schedule, released } = watchReleases();
  const engine = start({ schedule });
  const uses = [
    () => engine.readHistoryState({ account, list }, 0),
    () => engine.readHistoryState({ account, list }, 0),
    () => engine.readOrderHistory(all, 0),
  ];
  for (const use of uses) {
    released.mockClear();
    await use();
    for (const [run] of [...waiting].filter(([, delayMs]) => delayMs < 1000)) run();
    expect(released).toHaveBeenCalledOnce();
    waiting.clear();
  }
});

test('rows that are damaged on the disk are reported with their dates until the user dismisses them', async () => {
  const first = start();
  await first.savePage({ page: pageOf(1, 10) });
  await first.close(null);
  const bytes = readFileSync(file);
  const text = '"order_id":"7"';
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) bytes.write('X', at + 2);
  writeFileSync(file, bytes);

  const engine = start({ now: () => 1_800_000_000_000, checkAfterMs: 1 });
  await engine.readOrderHistory(all, 0);
  await expect.poll(() => engine.statuses.at(-1)?.damaged).not.toBeNull();
  const time = 1_700_000_000_000 - 7000;
  const { damaged, problem } = await engine.readHistoryState({ account, list }, 0);
  expect(damaged).toEqual({ rows: 1, oldest: time, newest: time, foundAt: 1_800_000_000_000 });
  expect(problem).toBeNull();
  expect(engine.syncHistory({ account, list, action: 'dismiss' }, 0)).toMatchObject({ damaged: null, rows: 10 });
});

test('damaged records beside the rows are reported in both lists until the user dismisses them, and look like nothing else', async () => {
  const first = start();
  await first.savePage({ page: pageOf(1, 10) });
  await first.syncHistory({ account, list, action: 'pause' }, 0);
  await first.close(null);
  const database = new DatabaseSync(file);
  // A text that is no JSON.
  database.exec(`INSERT INTO meta (name, text, checksum) VALUES ('damaged ${list}', '{"rows"', NULL)`);
  database.close();

  const engine = start({ checkAfterMs: 1e9 });
  const lost = { changes: 0, unreadable: 0, 'plan-lives': 0, sync: 1 };
  expect((await engine.readOrderHistory(all, 0)).rows[0]).toMatchObject({ key: 'isolated:1' });
  for (const each of historyLists) {
    expect(await engine.readHistoryState({ account, list: each }, 0)).toMatchObject({
      damaged: null,
      lost,
      problem: null,
    });
  }
  expect(await engine.readHistoryState({ account, list }, 0)).toMatchObject({ rows: 10, phase: 'paused' });
  expect(engine.syncHistory({ account, list: 'plan-history', action: 'dismiss' }, 0)).toMatchObject({ lost: null });
  expect(await engine.readHistoryState({ account, list }, 0)).toMatchObject({ rows: 10, lost: null });
});

test('an unknown error is a problem, and never looks like an empty history', async () => {
  const first = start();
  await first.savePage({ page: pageOf(1, 10) });
  await first.close(null);
  let isBroken = true;
  const engine = start({
    checkAfterMs: 1e9,
    now: () => {
      if (isBroken) throw new TypeError('a bug');
      return 1;
    },
  });
  expect(await engine.readHistoryState({ account, list }, 0)).toMatchObject({
    phase: 'failed',
    failure: { code: 'internal', message: 'the history cannot be read' },
    problem: { kind: 'other', file },
  });
  isBroken = false;
  await engine.savePage({ page: pageOf(1, 10) });
  expect(await engine.readHistoryState({ account, list }, 0)).toMatchObject({ rows: 10, failure: null, problem: null });
});

test('an intact file is checked once, also if it could not be opened at first', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const check = vi.spyOn(HistoryStore.prototype, 'checkIntegrity');
  onTestFinished(() => check.mockRestore());
  const other = start({ checkAfterMs: 1e9 });
  await other.savePage({ page: pageOf(1, 10) });
  await other.close(null);
  const viewer = new DatabaseSync(file);
  viewer.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  const engine = start();
  await expect(engine.readOrderHistory(all, 0)).rejects.toMatchObject({ code: 'storage-failed' });
  vi.advanceTimersByTime(60_000);
  expect(check).not.toHaveBeenCalled();
  viewer.close();
  for (const _ of [1, 2]) {
    await engine.readOrderHistory(all, 0);
    vi.advanceTimersByTime(60_000);
  }
  expect(check.mock.results).toEqual([{ type: 'return', value: true }]);
});

test('a file that is damaged when it is opened is reported, too', async () => {
  writeFileSync(file, 'not a database');
  expect(await start().readHistoryState({ account, list }, 0)).toMatchObject({
    rows: 0,
    problem: { kind: 'quarantined' },
  });
});

test('a file of a later version is left alone, and reported by its name', async () => {
  const first = start();
  await first.savePage({ page: pageOf(1, 10) });
  await first.close(null);
  const database = new DatabaseSync(file);
  database.exec('PRAGMA user_version = 99; CREATE TABLE later (a)');
  database.close();
  const before = readFileSync(file);
  const engine = start();
  expect(await engine.readHistoryState({ account, list }, 0)).toMatchObject({
    rows: 0,
    phase: 'failed',
    failure: { code: 'storage-failed' },
    problem: { kind: 'newer-version', file },
  });
  await expect(engine.readOrderHistory(all, 0)).rejects.toMatchObject({ code: 'storage-failed' });
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('times that were stored while the clock was ahead are unknown until the next success', async () => {
  const right = 1_760_000_000_000;
  let now = right + 3 * 86_400_000;
  let isReachable = true;
  const emptyExchange: HistoryExchange = {
    fetchPage: () => (isReachable ? Promise.resolve({ entries: [], fetchedAt: now }) : noAccess()),
    fetchOpenPlans: () => Promise.resolve({ plans: [], fetchedAt: now }),
    isSaturated: false,
  };
  const sync = async (engine: ReturnType<typeof start>) => {
    await engine.syncHistory({ account, list, action: 'refresh' }, 0);
    await vi.waitUntil(async () => (await engine.readHistoryState({ account, list }, 0)).phase !== 'head');
    return engine.readHistoryState({ account, list }, 0);
  };
  const times = (at: number | null) => ({ checkedAt: at, modes: [{ verifiedAt: at }, { verifiedAt: at }] });
  const first = start({ exchange: emptyExchange, now: () => now });
  expect(await sync(first)).toMatchObject(times(now));
  await first.close(null);
  now = right;
  isReachable = false;
  const second = start({ exchange: emptyExchange, now: () => now });
  expect(await sync(second)).toMatchObject({ ...times(null), modes: [{ complete: true }, { complete: true }] });
  isReachable = true;
  expect(await sync(second)).toMatchObject(times(right));
});

test('a pause is kept over sessions', async () => {
  const first = start();
  expect(await first.syncHistory({ account, list, action: 'pause' }, 0)).toMatchObject({ phase: 'paused' });
  await first.close(null);
  const second = start();
  expect(await second.readHistoryState({ account, list }, 0)).toMatchObject({ phase: 'paused' });
  await second.syncHistory({ account, list, action: 'resume' }, 0);
  await second.close(null);
  expect((await start().readHistoryState({ account, list }, 0)).phase).not.toBe('paused');
});

describe('open plan orders', () => {
  const start0 = 1_760_000_000_000;

  /** An engine to which the test hands a list every 5 s. */
  function follow(options: Partial<EngineOptions> = {}) {
    const time = new VirtualTime();
    const now = () => start0 + time.now();
    const updates: PlanUpdate[] = [];
    const engine = start({
      now,
      monotonicNow: time.now,
      schedule: time.schedule,
      onPlans: (update) => updates.push(update),
      ...options,
    });
    const take = async (...plans: SeenPlan[]) => {
      const tracked = updates.at(-1)?.tracked ?? { plans: null, closing: [] };
      const origin = { archive: 'archive', run: '' };
      await engine.followPlans({
        kind: 'list',
        list: { ...origin, plans, unreadable: [], fetchedAt: now() },
        tracked,
        marksOrphans: false,
      });
      await time.advance(5000);
    };
    return { engine, time, take, events: () => updates.flatMap(({ events }) => events) };
  }

  test('are compared only once the follower has what was stored of its last update', async () => {
    const { engine, events } = follow();
    const origin = { archive: 'archive', run: '' };
    const list = { ...origin, plans: [seenPlan('2')], unreadable: [], fetchedAt: start0 };
    expect(await engine.followPlans({ kind: 'list', list, tracked: null, marksOrphans: false })).toBe(false);
    const plans = { ...origin, fetchedAt: start0 - 1000, unnamed: 0, plans: [planRef(seenPlan('1'))] };
    const tracked = { plans, closing: [] };
    expect(await engine.followPlans({ kind: 'list', list, tracked, marksOrphans: false })).toBe(true);
    expect(events()).toMatchObject([{ kind: 'appeared', plan: { id: '2' } }]);
    expect(await engine.followPlans({ kind: 'list', list, tracked: null, marksOrphans: false })).toBe(true);
  });

  test('have lives that a question finds as far as they were seen', async () => {
    const { engine, take } = follow();
    await take(seenPlan('1'));
    await take(seenPlan('1', { quantity: '2' }));
    const life = await engine.readPlanLife({ account, key: 'isolated:1' }, 0);
    expect(life).toMatchObject({ states: [{ plan: { quantity: '1' } }, { plan: { quantity: '2' } }], end: null });
  });

  test('are known after a restart, with the time of the last list', async () => {
    const { engine, time, take } = follow();
    expect(await engine.readLastPlans({ account }, 0)).toEqual({ plans: [], at: null });
    await take(seenPlan('1'), seenPlan('2'));
    for (let lists = 0; lists < 4; lists++) await take(seenPlan('2', { quantity: '3' }));
    await engine.close(null);
    const { engine: again } = follow();
    const last = await again.readLastPlans({ account }, 0);
    expect(last).toEqual({ plans: [seenPlan('2', { quantity: '3' })], at: start0 + time.now() - 5000 });
  });

  test('have an outcome from the plan history, whose rows are stored', async () => {
    const queries: unknown[] = [];
    const row = planEntry('1', start0 - 86_400_000, 'canceled');
    const { engine, take, events } = follow({
      exchange: {
        ...exchange,
        fetchPage: async (_list, query) => {
          queries.push(query);
          return { entries: [row] as never, fetchedAt: 1 };
        },
      },
    });
    await take(seenPlan('1', { key: 'cross:1', marginMode: 'cross', symbol: 'ETH-USDT' }));
    await take();
    expect(events()).toMatchObject([{ kind: 'left', plan: { id: '1' }, outcome: { status: 'canceled' } }]);
    expect(queries[0]).toEqual({ marginMode: 'cross', symbol: 'ETH-USDT', from: null, direct: 'prev', limit: 100 });
    const found = await engine.readPlanHistory({ ...all, filter: { text: '1' } }, 0);
    expect(found).toMatchObject({ total: 1, rows: [{ id: '1', status: 'canceled' }] });
  });

  test('are reported although the archive cannot be opened, and have lives from the time when it can', async () => {
    writeFileSync(path.join(folder, 'in-the-way'), '');
    const { engine, time, take, events } = follow({ file: path.join(folder, 'in-the-way', 'history.sqlite') });
    await take(seenPlan('1'), seenPlan('2'));
    for (let lists = 0; lists < 4; lists++) await take(seenPlan('2'));
    expect(events()).toMatchObject([{ kind: 'left', plan: { id: '1' }, outcome: null }]);
    await expect(engine.readPlanLife({ account, key: 'isolated:2' }, 0)).rejects.toMatchObject({
      code: 'storage-failed',
    });
    rmSync(path.join(folder, 'in-the-way'));
    await time.advance(600_000);
    await take(seenPlan('2'));
    const life = await engine.readPlanLife({ account, key: 'isolated:2' }, 0);
    expect(life).toMatchObject({ states: [{ at: start0 + 625_000, after: null }] });
  });

  test('have lives again in the archive that replaces a damaged one', async () => {
    const { engine, take } = follow();
    await take(seenPlan('1'));
    await engine.savePage({ page: pageOf(1, 10) });
    vi.spyOn(HistoryStore.prototype, 'count').mockImplementationOnce(() => {
      throw new StorageError('damaged', file, 'injected');
    });
    expect(await engine.readHistoryState({ account, list }, 0)).toMatchObject({ problem: { kind: 'quarantined' } });
    await take(seenPlan('1'));
    expect(await engine.readPlanLife({ account, key: 'isolated:1' }, 0)).toMatchObject({
      states: [{ at: start0 + 5000, after: null }],
    });
  });
});

test('a closed engine answers nothing', async () => {
  const engine = start();
  await engine.savePage({ page: pageOf(1, 10) });
  const summary = Promise.resolve(engine.summarizeHistory({ account, list, filter: {}, zone }, 0)).catch(
    (error: unknown) => error,
  );
  await engine.close(null);
  expect(await summary).toMatchObject({ code: 'canceled' });
  await expect(engine.readOrderHistory(all, 0)).rejects.toMatchObject({ code: 'canceled' });
});
