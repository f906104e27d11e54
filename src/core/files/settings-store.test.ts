import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Settings, settingsChangeSchema, settingsSchema } from '../../shared/contract/settings.ts';
import { FileErrors } from '../testing/file-errors.ts';
import { SettingsStore } from './settings-store.ts';

const defaults = settingsSchema.parse({});
const now = () => Date.UTC(2026, 10, 21, 11, 14, 0, 7);
let directory: string;
let fileErrors: FileErrors;
let changes: Settings[];
/** Paths of values that could not be used, by opening. */
let invalid: string[][];

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'orderglass-settings-'));
  fileErrors = new FileErrors();
  changes = [];
  invalid = [];
});

afterEach(() => rm(directory, { recursive: true, force: true }));

function open(folder = directory): Promise<SettingsStore> {
  return SettingsStore.open({
    directory: folder,
    now,
    fileErrors,
    onInvalid: (paths) => invalid.push(paths),
    onChange: (settings) => changes.push(settings),
  });
}

const file = () => path.join(directory, 'settings.json');
const change = (value: unknown) => settingsChangeSchema.parse(value);
const layout = {
  columnOrder: ['price'],
  columnVisibility: {},
  columnSizing: { price: 120 },
  columnPinning: { start: ['symbol'], end: [] },
  sorting: [],
};

test('without a file the default settings apply, and nothing is written', async () => {
  expect((await open()).current).toEqual(defaults);
  expect(await readdir(directory)).toEqual([]);
  expect(fileErrors.problems).toEqual([]);
});

test('a change applies, is published, and is kept', async () => {
  const store = await open();
  const changed = await store.change(change({ theme: 'light', tables: { 'open-plans': layout } }));
  expect(changed).toEqual({ ...defaults, theme: 'light', tables: { 'open-plans': layout } });
  expect(store.current).toEqual(changed);
  expect(changes).toEqual([changed]);
  expect((await open()).current).toEqual(changed);
  expect(await readdir(directory)).toEqual(['settings.json']);
});

test('a change keeps all settings and tables that it does not contain', async () => {
  const store = await open();
  await store.change(change({ theme: 'light', tables: { 'open-plans': layout, 'spot-tickers': layout } }));
  await store.change(
    change({ theme: undefined, marginMode: 'cross', tables: { 'open-plans': { columnVisibility: { id: false } } } }),
  );
  expect((await open()).current).toEqual({
    ...defaults,
    theme: 'light',
    marginMode: 'cross',
    tables: {
      'open-plans': { ...layout, columnOrder: [], columnSizing: {}, columnVisibility: { id: false } },
      'spot-tickers': layout,
    },
  });
});

test('a change replaces the filter of its list and keeps the other one', async () => {
  const store = await open();
  const filter = { symbols: ['BTC-USDT'], pnl: { from: '-1.50' } };
  await store.change(change({ filters: { 'order-history': filter, 'plan-history': { sides: ['buy'] } } }));
  await store.change(change({ filters: { 'plan-history': {} } }));
  expect((await open()).current.filters).toEqual({ 'order-history': filter, 'plan-history': {} });
});

test('simultaneous changes are all kept, with few writes', async () => {
  const store = await open();
  const widths = Array.from({ length: 200 }, (_, i) => i + 30);
  await Promise.all(
    widths.map((width) =>
      store.change(change({ tables: { 'open-plans': { columnSizing: { price: width } } }, screen: 'spot-tickers' })),
    ),
  );
  const { current } = await open();
  expect(current.tables['open-plans']?.columnSizing).toEqual({ price: 229 });
  expect(current.screen).toBe('spot-tickers');
  expect(changes).toHaveLength(200);
});

test('a change resolves with the settings of later changes, too', async () => {
  const store = await open();
  const first = store.change(change({ theme: 'light' }));
  const second = store.change(change({ density: 'compact' }));
  expect(await first).toMatchObject({ theme: 'light', density: 'compact' });
  expect(await second).toEqual(store.current);
});

test('close waits for a running write', async () => {
  const store = await open();
  const saving = store.change(change({ theme: 'light' }));
  await store.close();
  expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({ theme: 'light' });
  await saving;
});

test('a missing folder is created for its owner only', async () => {
  const folder = path.join(directory, 'a', 'b');
  const store = await open(folder);
  await store.change(change({ theme: 'light' }));
  expect((await open(folder)).current.theme).toBe('light');
  if (process.platform !== 'win32') {
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(folder, 'settings.json'))).mode & 0o777).toBe(0o600);
  }
});

describe('a damaged file', () => {
  test.each(['', '{"theme":', 'null', '[]', '"dark"', '\u0000\u0000\u0000'])(
    '%j is quarantined unchanged',
    async (text) => {
      await writeFile(file(), text);
      expect((await open()).current).toEqual(defaults);
      expect(await readdir(directory)).toEqual(['settings.damaged-2026-11-21T11-14-00.007Z.json']);
      expect(await readFile(path.join(directory, 'settings.damaged-2026-11-21T11-14-00.007Z.json'), 'utf8')).toBe(text);
      expect(fileErrors.problems).toMatchObject([{ problem: 'damaged', backupName: expect.any(String) }]);
    },
  );

  test('does not replace an earlier quarantined file', async () => {
    for (const text of ['first', 'second', 'third']) {
      await writeFile(file(), text);
      await open();
    }
    expect(await readdir(directory)).toHaveLength(3);
  });

  test('is also a folder in its place', async () => {
    await mkdir(file());
    const store = await open();
    await store.change(change({ theme: 'light' }));
    expect((await open()).current.theme).toBe('light');
  });

  test('with one invalid value loses that value only', async () => {
    await writeFile(
      file(),
      '\uFEFF{"theme":"pink","marginMode":"cross","__proto__":{"screen":"spot-tickers"},"later":1}',
    );
    expect((await open()).current).toEqual({ ...defaults, marginMode: 'cross' });
    expect(await readdir(directory)).toEqual(['settings.json']);
  });
});

test('an invalid table, filter or view is lost alone', async () => {
  const view = { list: 'order-history', name: 'Losses', filter: { pnlSigns: ['loss'] }, sort: [] };
  const stored = {
    tables: { 'open-plans': { widths: { price: 'wide' } }, 'spot-tickers': layout, nowhere: layout },
    filters: { 'order-history': { sides: ['up'] }, 'plan-history': { sides: ['sell'] } },
    views: [view, { ...view, list: 'open-plans' }, 'Losses'],
    timeZone: 'Nowhere/At_All',
  };
  await writeFile(file(), JSON.stringify(stored));
  expect((await open()).current).toEqual({
    ...defaults,
    tables: { 'spot-tickers': layout },
    filters: { 'plan-history': { sides: ['sell'] } },
    views: [view],
    timeZone: 'local',
  });
  expect(invalid).toEqual([['filters.order-history.sides.0', 'views.1.list', 'views.2', 'timeZone']]);
});

test('takes no contract size that is not above zero', async () => {
  for (const size of ['0', '0.0', '-1']) {
    await writeFile(
      file(),
      JSON.stringify({ contractSizes: { one: { 'BTC-USDT': size }, two: { 'BTC-USDT': '0.1' } } }),
    );
    expect((await open()).current.contractSizes).toEqual({ two: { 'BTC-USDT': '0.1' } });
  }
});

test('an account loses only its own invalid values', async () => {
  const catchUp = { since: 1_700_000_000_000, lastLook: null };
  const catchUps = { demo: { since: 1e300, lastLook: null }, other: catchUp };
  await writeFile(file(), JSON.stringify({ catchUps, feeRates: { demo: { maker: 'x', taker: null } } }));
  expect((await open()).current).toEqual({ ...defaults, catchUps: { other: catchUp } });
  expect(invalid).toEqual([['catchUps.demo.since', 'feeRates.demo.maker']]);
});

test.each([
  [[3, 3, 5], '3'],
  [[7, 8, 9], '10'],
  [[2, 60, 60], '3'],
  [[60, 60, 40], '60'],
])(
  'the intervals of the lists, %j, become the nearest to the shortest, %s',
  async ([futures, spot, plans], refreshEvery) => {
    const refreshRates = { 'futures-tickers': futures, 'spot-tickers': spot, 'open-plans': plans, alerts: 5 };
    await writeFile(file(), JSON.stringify({ version: 3, refreshRates, liveFor: 20, theme: 'light' }));
    expect((await open()).current).toEqual({ ...defaults, refreshEvery, theme: 'light' });
  },
);

test.each([{ refreshRates: 3, liveFor: 'x' }, { refreshRates: { alerts: 5 } }])(
  'intervals that are none, %j, become the default',
  async (stored) => {
    await writeFile(file(), JSON.stringify({ version: 3, ...stored }));
    expect((await open()).current).toEqual(defaults);
  },
);

test('values of the market and of alerts that cannot be used fall back one by one', async () => {
  const stored = {
    refreshEvery: 2,
    quietHours: { from: '9:00', to: '24:00' },
    notify: { price: 'no', stale: false },
    sound: 1,
  };
  await writeFile(file(), JSON.stringify(stored));
  expect((await open()).current).toEqual({
    ...defaults,
    notify: { ...defaults.notify, stale: false },
  });
});

test.each([{ refreshEvery: '2' }, { refreshEvery: 1 }, { quietHours: { from: '22:00' } }, { notify: { price: true } }])(
  'an incomplete change is rejected: %j',
  (value) => expect(settingsChangeSchema.safeParse(value).success).toBe(false),
);

describe('what this program does not know in the file', () => {
  const view = { list: 'order-history', name: 'Losses', filter: { pnlSigns: ['loss'] }, sort: [] };
  const laterView = { list: 'order-history', name: 'Fees', filter: { fees: { from: '1' } }, sort: [], color: 'red' };
  const list = { name: 'Majors', market: 'futures', symbols: ['BTC-USDT'] };
  const laterList = { name: 'Options', market: 'options', symbols: ['BTC-C'] };
  const later = {
    theme: 'sepia',
    chart: { kind: 'candles' },
    tables: { 'open-plans': layout, depth: layout },
    views: [laterView, view],
    watchlists: [list, laterList],
    tickers: {
      futures: { view: 'table', quote: null, shown: 'all', favorites: [] },
      options: { favorites: ['A'] },
    },
    notify: { price: false, funding: true },
  };
  const stored = async () => JSON.parse(await readFile(file(), 'utf8'));
  const backups = async () => (await readdir(directory)).filter((name) => name !== 'settings.json');

  beforeEach(() => writeFile(file(), JSON.stringify(later)));

  test('stays in it when other settings are saved, nested members included', async () => {
    const store = await open();
    expect(store.current).toMatchObject({ theme: 'system', views: [view], watchlists: [list] });
    await store.change(change({ density: 'compact', tables: { 'spot-tickers': layout } }));
    await store.change(
      change({ views: [{ ...view, name: 'Other' }], watchlists: [], notify: { ...defaults.notify, stale: false } }),
    );
    const favorites = ['BTC-USDT'];
    const { futures, spot } = store.current.tickers;
    await store.change(change({ tickers: { futures: { ...futures, favorites }, spot } }));
    expect(await stored()).toMatchObject({
      version: 4,
      theme: 'sepia',
      chart: { kind: 'candles' },
      density: 'compact',
      tables: { 'open-plans': layout, 'spot-tickers': layout, depth: layout },
      views: [{ ...view, name: 'Other' }, laterView],
      watchlists: [laterList],
      tickers: { futures: { favorites }, options: { favorites: ['A'] } },
      notify: { stale: false, funding: true },
    });
    const { current } = store;
    expect((await open()).current).toEqual(current);
    expect(await backups()).toEqual([]);
  });

  test('is copied once before a change replaces it', async () => {
    const store = await open();
    await Promise.all([store.change(change({ theme: 'light' })), store.change(change({ density: 'compact' }))]);
    await store.change(change({ theme: 'dark' }));
    expect(await stored()).toMatchObject({ theme: 'dark', density: 'compact', chart: { kind: 'candles' } });
    expect(await backups()).toEqual(['settings.backup-2026-11-21T11-14-00.007Z.json']);
    expect(JSON.parse(await readFile(path.join(directory, (await backups())[0] ?? ''), 'utf8'))).toEqual(later);
  });

  test('never prevents a change: an unknown value beside a changed one is replaced, after a copy', async () => {
    const desk = { view: 'table', quote: null, shown: 'all', favorites: [] };
    await writeFile(file(), JSON.stringify({ tickers: { futures: { ...desk, view: 'globe' }, spot: desk } }));
    const store = await open();
    const changed = change({ tickers: { futures: { ...desk, favorites: ['BTC-USDT'] }, spot: desk } });
    await store.change(changed);
    expect((await open()).current.tickers).toEqual(changed.tickers);
    expect(await backups()).toHaveLength(1);
  });

  test('as a whole, for a later version of the file, stays unchanged, and changes last for the session', async () => {
    const text = JSON.stringify({ ...later, version: 5 });
    await writeFile(file(), text);
    const store = await open();
    expect(fileErrors.problems).toEqual([{ problem: 'later-version', backupName: null }]);
    expect(await store.change(change({ theme: 'light' }))).toEqual({ ...defaults, theme: 'light' });
    expect(await readFile(file(), 'utf8')).toBe(text);
    expect(await backups()).toEqual([]);
  });
});

describe('a folder that cannot be written to', () => {
  test('is reported, and changes apply for the session', async () => {
    const blocked = path.join(directory, 'a-file');
    await writeFile(blocked, 'text');
    const store = await open(path.join(blocked, 'data'));
    await expect(store.change(change({ theme: 'light' }))).rejects.toMatchObject({ code: 'storage-failed' });
    expect(store.current.theme).toBe('light');
    expect(changes.map((settings) => settings.theme)).toEqual(['light']);
    expect(fileErrors.failures).toBe(1);
    await store.close();
  });

  test('is written again when that is possible', async () => {
    const blocked = path.join(directory, 'data');
    await writeFile(blocked, 'text');
    const store = await open(blocked);
    await expect(store.change(change({ theme: 'light' }))).rejects.toMatchObject({ code: 'storage-failed' });
    await rm(blocked);
    await store.change(change({ screen: 'spot-tickers' }));
    expect((await open(blocked)).current).toMatchObject({ theme: 'light', screen: 'spot-tickers' });
  });
});
