import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { OrderglassError } from '../../../shared/errors.ts';
import { ArchiveFile } from '../file/index.ts';
import { orderEntry, orderPage } from '../file/testing/entries.ts';
import { type ArchiveServiceOptions, createArchiveService } from './archive-service.ts';

let folder: string;
let file: string;
const services: ReturnType<typeof createArchiveService>[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'orderglass-service-'));
  file = path.join(folder, 'archive.sqlite');
});
afterEach(async () => {
  for (const service of services.splice(0)) await service.close(null);
  rmSync(folder, { recursive: true, force: true });
});

function start(options: ArchiveServiceOptions & { beginsAnew?: boolean; version?: number } = {}) {
  const { beginsAnew = false, version = 1, ...others } = options;
  const service = createArchiveService({ file, beginsAnew, version }, others);
  services.push(service);
  return service;
}

const list = 'order-history';
const zone = 'UTC';
const question = { filter: {}, sort: [], zone, now: 0 };
const all = { list, question, from: 0, count: 1000, anchor: null } as const;
/** Orders from 1, the newest, on. */
const pageOf = (first: number, count: number) =>
  orderPage(
    first === 1 ? null : String(first - 1),
    Array.from({ length: count }, (_, place) =>
      orderEntry(String(first + place), { createdAt: 1_700_000_000_000 - (first + place) * 1000 }),
    ),
  );

test('windows are the same before all rows are in memory and after, also while pages come in between', async () => {
  const service = start();
  for (let first = 1; first < 4000; first += 100) await service.take({ page: pageOf(first, 100), goesOn: true });
  const plain = await service.window({ ...all, from: 3900, count: 50 });
  expect(plain).toMatchObject({ total: 4000, anchor: null });
  const anchored = (anchor: string) => service.window({ ...all, count: 1, anchor });
  expect(await Promise.all(['isolated:1', 'isolated:3902', 'cross:1'].map(anchored))).toMatchObject([
    { anchor: 0 },
    { anchor: 3901 },
    { anchor: null },
  ]);
  // Reading them into memory takes several slices, and this comes in between.
  const summary = service.summarize({ list, filter: {}, zone, now: 0 });
  await new Promise((resolve) => setImmediate(resolve));
  await service.take({ page: pageOf(4001, 100), goesOn: true });
  expect(await summary).toMatchObject({ rows: 4100 });
  const window = await service.window({ ...all, from: 3900, count: 50, anchor: 'isolated:3902' });
  expect(window.rows).toEqual(plain.rows);
  expect(window).toMatchObject({ total: 4100, anchor: 3901 });
  expect(window.version).toBeGreaterThan(plain.version);
  const numbers = await service.select({ list, question });
  expect(numbers).toHaveLength(4100);
  const rows = await service.rows({ list, numbers: [...numbers.subarray(4098)] });
  expect(rows.map(({ id }) => id)).toEqual(['4099', '4100']);
});

test.skipIf(process.platform === 'win32')(
  'what may not be written can be read, and is written again where it may be when it is opened once more',
  async () => {
    const first = start();
    await first.take({ page: pageOf(1, 100), goesOn: true });
    await first.close(null);
    const isRoot = process.getuid?.() === 0;
    // Root may write anything.
    if (isRoot) for (const place of [folder, file]) chownSync(place, 65_534, 65_534);
    chmodSync(folder, 0o500);
    if (isRoot) process.seteuid?.(65_534);
    try {
      const service = start({ now: () => 5 });
      const { standings, readOnly } = await service.open(null);
      expect(standings[list].rows).toBe(100);
      expect(readOnly).toContain(file);
      expect(await service.window(all)).toMatchObject({ total: 100 });
      expect(await service.summarize({ list, filter: {}, zone, now: 0 })).toMatchObject({ rows: 100 });
      await expect(service.take({ page: pageOf(101, 100), goesOn: true })).rejects.toThrow(OrderglassError);
      expect(await service.problem(null)).toEqual({ kind: 'read-only', file });
      chmodSync(folder, 0o700);
      expect(await service.open(null)).toMatchObject({ readOnly: null });
      expect(await service.problem(null)).toBeNull();
      await service.take({ page: pageOf(101, 100), goesOn: true });
      expect(await service.window(all)).toMatchObject({ total: 200 });
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(folder, 0o700);
    }
  },
);

test('versions grow over sessions, and with nothing but changes of rows', async () => {
  const first = start({ version: 1000 });
  const { standing } = await first.take({ page: pageOf(1, 3), goesOn: true });
  expect(standing.version).toBeGreaterThan(1000);
  const again = await first.take({ page: pageOf(1, 3), goesOn: false });
  expect(again.standing.version).toBe(standing.version);
  await first.close(null);
  const { standings } = await start({ version: 2000 }).open(null);
  expect(standings[list].version).toBeGreaterThan(standing.version);
  expect(standings[list]).toMatchObject({ rows: 3, unreadable: 0 });
});

test('a page that does not go on is not taken, and what it contradicts is read again, but not for ever', async () => {
  const service = start();
  for (let first = 1; first < 23_000; first += 100) await service.take({ page: pageOf(first, 100), goesOn: true });
  const oldest = async () => (await service.open(null)).standings[list].spans.isolated[0]?.oldest.id ?? null;
  const ends: (string | null)[] = [];
  for (let time = 0; time < 5; time++) {
    const from = await oldest();
    ends.push(from);
    const { isRepeated, added } = await service.take({ page: { ...pageOf(1, 100), from }, goesOn: true });
    expect({ isRepeated, added }).toEqual({ isRepeated: true, added: 0 });
  }
  expect(ends).toEqual(['23000', '22800', '20800', '800', '800']);
  expect((await service.open(null)).standings[list].rows).toBe(23_000);
});

test('a row that was only fetched among those of its pair is still to be looked for at its place', async () => {
  const service = start();
  await service.take({ page: pageOf(1, 2), goesOn: true });
  const row = orderEntry('2.5', { createdAt: 1_700_000_000_000 - 2500, status: 'pending' });
  await service.take({ page: orderPage(null, [row], { symbol: 'BTC-USDT' }), goesOn: false });
  const expected = [{ id: '2.5', createdAt: 1_700_000_000_000 - 2500, goneSince: null, misses: 0 }];
  const lookUp = () => service.placesFor({ list, marginMode: 'isolated', rows: expected });
  expect(await lookUp()).toEqual([{ id: '2.5', isKnown: false, from: '2' }]);
  await service.take({ page: orderPage('2', [row]), goesOn: false });
  expect(await lookUp()).toMatchObject([{ id: '2.5', isKnown: true }]);
});

test('what begins anew has nothing of before, once', async () => {
  const first = start();
  await first.take({ page: pageOf(1, 5), goesOn: true });
  await first.close(null);
  const anew = start({ beginsAnew: true });
  expect((await anew.open(null)).standings[list].rows).toBe(0);
  await anew.take({ page: pageOf(1, 2), goesOn: true });
  expect((await anew.open(null)).standings[list].rows).toBe(2);
});

test('a file that is damaged while it is in use is found, set aside, told, and the archive begins anew', async () => {
  const first = start();
  for (let page = 0; page < 50; page++) await first.take({ page: pageOf(1 + page * 100, 100), goesOn: true });
  await first.close(null);
  // In the middle of the rows, where nobody looks who opens it.
  const bytes = readFileSync(file);
  bytes.fill(0x55, Math.floor(bytes.length * 0.55), Math.floor(bytes.length * 0.6));
  writeFileSync(file, bytes);

  const told = Promise.withResolvers<void>();
  const service = start({ version: 1000, now: () => 1, checkAfterMs: 1, onSetAside: () => told.resolve() });
  const { standing } = await service.take({ page: pageOf(5001, 100), goesOn: true });
  await told.promise;
  expect(await service.problem(null)).toMatchObject({ kind: 'set-aside' });
  const { standings } = await service.open(null);
  expect(standings[list].rows).toBe(0);
  expect(standings[list].version).toBeGreaterThan(standing.version);
  await service.take({ page: pageOf(1, 10), goesOn: true });
  const problem = await service.problem(null);
  expect(readdirSync(folder)).toContain(problem?.file);
  expect((await service.window(all)).total).toBe(10);
});

test('a sound one is looked through once, and nothing is told', async () => {
  const look = vi.spyOn(ArchiveFile.prototype, 'checkIntegrity');
  const set: string[] = [];
  const service = start({ checkAfterMs: 1, onSetAside: () => set.push('aside') });
  await service.take({ page: pageOf(1, 10), goesOn: true });
  await expect.poll(() => look.mock.results).toEqual([{ type: 'return', value: true }]);
  look.mockRestore();
  expect(set).toEqual([]);
  expect((await service.window(all)).total).toBe(10);
});

test('one that could not be opened at first is looked through once it can', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const look = vi.spyOn(ArchiveFile.prototype, 'checkIntegrity');
  onTestFinished(() => look.mockRestore());
  const other = start();
  await other.take({ page: pageOf(1, 10), goesOn: true });
  vi.clearAllTimers();
  const service = start();
  await expect(service.open(null)).rejects.toMatchObject({ code: 'storage-failed' });
  vi.runAllTimers();
  expect(look).not.toHaveBeenCalled();
  await other.close(null);
  expect((await service.open(null)).standings[list].rows).toBe(10);
  vi.runAllTimers();
  expect(look.mock.results).toEqual([{ type: 'return', value: true }]);
});

test('one that is damaged when it is opened is told, too', async () => {
  writeFileSync(file, 'not what was written');
  let told = 0;
  const service = start({ onSetAside: () => told++ });
  expect((await service.open(null)).standings[list].rows).toBe(0);
  expect(told).toBe(1);
});

test('a file of a later version is left alone, and told by its name', async () => {
  const first = start();
  await first.take({ page: pageOf(1, 10), goesOn: true });
  await first.close(null);
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(file);
  database.exec('PRAGMA user_version = 99');
  database.close();
  const service = start();
  const failure = await Promise.resolve(service.open(null)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OrderglassError);
  expect(failure).toMatchObject({ code: 'storage-failed' });
  expect(await service.problem(null)).toEqual({ kind: 'newer-version', file });
});

test('closed, it answers nothing any more', async () => {
  const service = start();
  await service.open(null);
  const summary = Promise.resolve(service.summarize({ list, filter: {}, zone, now: 0 })).catch(
    (error: unknown) => error,
  );
  await service.close(null);
  expect(await summary).toMatchObject({ code: 'cancelled' });
  await expect(Promise.resolve(service.window(all))).rejects.toMatchObject({ code: 'cancelled' });
});
