import { describe, expect, it } from 'vitest';
import { type Settings, settingsChangeSchema, settingsSchema } from '../../../shared/contract/settings.ts';
import { type AccountNotes, userFile, userFileName } from '../../domain/notes/user-file.ts';
import { defaultLayout } from '../../ui/table/column-table.ts';
import { readSettingsFile, readSettingsText, resetChange, type SettingsReading } from './read-settings-file.ts';
import { settingsFile } from './settings-file.ts';

const atFirst = settingsSchema.parse({});

const lived: Settings = settingsSchema.parse({
  theme: 'light',
  density: 'compact',
  numberGrouping: 'none',
  figures: 'exact',
  tinyPrices: 'counted',
  flashes: 'off',
  priceColors: 'red-up',
  account: 'account-of-somebody',
  screen: 'results',
  marginMode: 'cross',
  timeZone: 'Asia/Shanghai',
  tables: {
    'order-history': {
      columnOrder: ['symbol', 'side'],
      columnVisibility: { id: false },
      columnSizing: { symbol: 120 },
      columnPinning: { start: ['symbol'], end: ['pnl'] },
      sorting: [{ id: 'pnl', desc: true }],
    },
  },
  filters: {
    'order-history': { symbols: ['币安人生-USDT'], created: { preset: 'today' } },
    trades: { sides: ['long'], closed: { preset: 'this-year' } },
  },
  views: [{ list: 'plan-history', name: 'Mine', filter: { text: 'a' }, sort: [] }],
  recentChoices: ['account account-of-somebody'],
});

function fileWith(settings: unknown, more: object = {}): string {
  return JSON.stringify({ format: 'orderglass-settings', version: 3, settings, ...more });
}

function understood(reading: SettingsReading) {
  return reading.kind === 'understood' ? reading : expect.fail(`refused: ${reading.reason} ${reading.wrong.join()}`);
}

function refusedFor(reading: SettingsReading): string {
  return reading.kind === 'refused' ? reading.reason : expect.fail('understood');
}

describe('an exported file', () => {
  it('contains every setting but those about accounts and this computer', () => {
    const file = settingsFile(lived, null);
    expect(file).not.toContain('somebody');
    const { settings } = JSON.parse(file) as { settings: object };
    const left = [
      'account',
      'catchUps',
      'feeRates',
      'settledOrders',
      'renamedSymbols',
      'contractSizes',
      'fileColumns',
      'recentChoices',
      'isDemoStripDismissed',
      'updates',
      'weeklyBackup',
    ];
    expect(Object.keys(settings).sort()).toEqual(
      Object.keys(settingsSchema.shape)
        .filter((name) => !left.includes(name))
        .sort(),
    );
  });

  it('transfers all settings in one valid change', () => {
    const { change, leftOut, differs } = understood(readSettingsText(settingsFile(lived, null), atFirst));
    expect(settingsChangeSchema.parse(change)).toEqual(change);
    expect({ ...atFirst, ...change }).toEqual({ ...lived, account: atFirst.account, recentChoices: [] });
    expect(leftOut).toEqual([]);
    expect(differs.toSorted()).toEqual(
      [
        'theme',
        'density',
        'numberGrouping',
        'figures',
        'tinyPrices',
        'flashes',
        'priceColors',
        'screen',
        'marginMode',
        'timeZone',
        'tables',
        'filters',
        'views',
      ].sort(),
    );
  });

  it('changes nothing if its settings are effective already', () => {
    expect(understood(readSettingsText(settingsFile(lived, null), lived)).differs).toEqual([]);
    // A program with more tables than the file.
    const more = {
      ...lived,
      tables: { ...lived.tables, 'spot-tickers': { ...defaultLayout, columnVisibility: { id: false } } },
    };
    expect(understood(readSettingsText(settingsFile(lived, null), more)).differs).toEqual([]);
  });

  it('may contain only some settings', () => {
    const reading = understood(readSettingsText(`\uFEFF${fileWith({ theme: 'light' })}`, atFirst));
    expect(reading).toEqual({
      kind: 'understood',
      change: { theme: 'light' },
      differs: ['theme'],
      leftOut: [],
      notes: [],
    });
  });

  it('has the local day in its name', () => {
    expect(userFileName('settings', new Date(2025, 2, 9, 23, 59).getTime())).toBe(
      'orderglass-settings-2025-03-09.json',
    );
  });
});

describe('notes in a file', () => {
  const notes: AccountNotes[] = [
    {
      account: 'Main <b>',
      notes: [
        { kind: 'order', id: '1:a', text: 'late #fomo\nand "more" \u202e=1+1' },
        { kind: 'trade', id: '2', text: '突破' },
      ],
    },
    { account: 'Second', notes: [{ kind: 'plan', id: '3', text: 'x' }] },
  ];

  it('are read as they were written, and are no setting', () => {
    const reading = understood(readSettingsText(settingsFile(lived, notes), lived));
    expect(reading).toMatchObject({ differs: [], leftOut: [], notes });
    expect(understood(readSettingsText(userFile({}, notes), atFirst))).toMatchObject({
      change: {},
      differs: [],
      notes,
    });
    expect(settingsFile(lived, null)).not.toContain('"notes"');
  });

  it('are cleaned like a note that is typed, and accounts without notes are left out', () => {
    const file = userFile({}, [
      { account: 'Main', notes: [{ kind: 'order', id: '1', text: ' a\r\nb\u0000 ' }] },
      { account: 'Empty', notes: [] },
    ]);
    expect(understood(readSettingsText(file, atFirst)).notes).toEqual([
      { account: 'Main', notes: [{ kind: 'order', id: '1', text: 'a\nb' }] },
    ]);
  });

  it('are left out one by one if they are invalid', () => {
    const valid = { kind: 'order', id: '1', text: 'a' };
    const wrong = [
      { ...valid, kind: 'of a later version' },
      { ...valid, id: '' },
      { ...valid, text: ' ' },
      { ...valid, text: 'a'.repeat(2001) },
      { ...valid, more: 1 },
      'text',
    ];
    const stored = [
      { account: 'Main', notes: [...wrong, valid] },
      { account: 'Second', notes: wrong },
    ];
    const { notes, leftOut, change } = understood(
      readSettingsText(fileWith({ theme: 'light' }, { notes: stored }), atFirst),
    );
    expect(notes).toEqual([{ account: 'Main', notes: [valid] }]);
    expect(leftOut).toEqual([0, 1].flatMap((part) => wrong.map((_, index) => `notes.${part}.notes.${index}`)));
    expect(change).toEqual({ theme: 'light' });
  });

  it.each<[string, unknown]>([
    ['notes', 'text'],
    ['notes.0.account', [{ account: 1, notes: [] }]],
    ['notes.0.notes', [{ account: 'Main', notes: {} }]],
  ])('reject the whole file at %s, which says whose they are', (place, wrong) => {
    const reading = readSettingsText(fileWith({ theme: 'light' }, { notes: wrong }), atFirst);
    expect(reading).toEqual({ kind: 'refused', reason: 'wrong-values', wrong: [place] });
  });

  it('may be many, while settings may not be large', () => {
    const many = Array.from({ length: 20_000 }, (_, id) => ({
      kind: 'order' as const,
      id: String(id),
      text: 'x'.repeat(60),
    }));
    expect(
      understood(readSettingsText(userFile({}, [{ account: 'Main', notes: many }]), atFirst)).notes[0]?.notes,
    ).toEqual(many);
    const large = fileWith({ unknown: 'x'.repeat(1024 * 1024) });
    expect(refusedFor(readSettingsText(large, atFirst))).toBe('too-large');
  });
});

describe('another file', () => {
  it.each(['', 'no json', '{"format":"orderglass-settings"', '\u0000'])('is rejected if it is not JSON: %j', (text) => {
    expect(refusedFor(readSettingsText(text, atFirst))).toBe('no-json');
  });

  it.each([
    ['null'],
    ['1'],
    ['[]'],
    ['"orderglass-settings"'],
    ['{"theme":"light"}'],
    ['{"format":"orderglass-settings","version":3}'],
    ['{"format":"orderglass-settings","version":3,"settings":[]}'],
    ['{"format":"orderglass-settings","version":3,"settings":null}'],
    ['{"format":"orderglass-settings","version":"1","settings":{}}'],
    ['{"format":"other","version":1,"settings":{"theme":"light"}}'],
  ])('is rejected if it is not a settings file: %s', (text) => {
    expect(refusedFor(readSettingsText(text, atFirst))).toBe('other-file');
  });

  it('is rejected if a later version wrote it, or one that was never released', () => {
    const refusedOf = (version: number) =>
      refusedFor(readSettingsText(fileWith({ theme: 'light' }, { version }), atFirst));
    expect([5, 2, 1].map(refusedOf)).toEqual(['later-version', 'earlier-version', 'earlier-version']);
  });

  it.each([
    [{ theme: 5 }, ['theme']],
    [{ theme: 'light', density: 'tiny' }, ['density']],
    [{ timeZone: 'Mars/Olympus' }, ['timeZone']],
    [{ tables: [] }, ['tables']],
    [{ tables: { 'order-history': { columnSizing: { symbol: 1e9 } } } }, ['tables.order-history.columnSizing.symbol']],
    [{ tables: { 'order-history': { width: {} } } }, ['tables.order-history']],
    [{ filters: { 'order-history': { symbols: 'BTC-USDT' } } }, ['filters.order-history.symbols']],
    [{ views: [{ list: 'order-history' }] }, ['views.0.name', 'views.0.filter', 'views.0.sort']],
    [
      { views: Array.from({ length: 201 }, (_, i) => ({ list: 'order-history', name: `${i}`, filter: {}, sort: [] })) },
      ['views'],
    ],
    [{ theme: null, priceColors: {} }, ['theme', 'priceColors']],
  ])('is accepted without invalid values, whose paths are listed: %j', (settings, wrong) => {
    const { change, leftOut } = understood(
      readSettingsText(fileWith({ numberGrouping: 'none', ...settings, refreshEvery: '10' }), atFirst),
    );
    expect(leftOut).toEqual(wrong);
    expect(change).toMatchObject({ numberGrouping: 'none', refreshEvery: '10' });
    expect(settingsChangeSchema.parse(change)).toEqual(change);
  });

  it('loses only the items and the parts that are invalid', () => {
    const filters = { 'order-history': { created: { since: 1e300, before: 2e300 } }, trades: { text: 'btc' } };
    const view = { list: 'trades', name: 'Mine', filter: {}, sort: [] };
    const { change, leftOut } = understood(readSettingsText(fileWith({ filters, views: [view, 1, view] }), atFirst));
    expect(leftOut).toEqual(['filters.order-history.created', 'views.1']);
    expect(change).toEqual({ filters: { trades: { text: 'btc' } }, views: [view, view] });
  });

  it('is accepted without its unknown names, which are listed', () => {
    const settings = {
      theme: 'light',
      sparkles: true,
      account: 'other',
      recentChoices: ['x'],
      tables: { 'order-history': {}, moon: { anything: 1 } },
      filters: { 'other-list': 5 },
    };
    const { change, leftOut } = understood(readSettingsText(fileWith(settings, { more: 1 }), atFirst));
    expect(leftOut).toEqual(['sparkles', 'account', 'recentChoices', 'tables.moon', 'filters.other-list']);
    expect(change).toEqual({
      theme: 'light',
      tables: { 'order-history': defaultLayout },
      filters: {},
    });
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    'cannot reach a prototype by the name %s',
    (name) => {
      const inner = `{"polluted":true,"theme":"light"}`;
      const text = `{"format":"orderglass-settings","version":3,"${name}":${inner},"settings":{"${name}":${inner},"tables":{"${name}":${inner},"order-history":{"columnSizing":{"${name}":90}}}}}`;
      const reading = readSettingsText(text, atFirst);
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
      const { change, leftOut } = understood(reading);
      expect(leftOut).toEqual([name, `tables.${name}`]);
      expect(Object.keys(change)).toEqual(['tables']);
      expect(Object.keys(change.tables ?? {})).toEqual(['order-history']);
      expect(Object.getPrototypeOf(change.tables?.['order-history']?.columnSizing)).toBe(Object.prototype);
      expect(Reflect.get(change, 'polluted')).toBeUndefined();
    },
  );

  it('is rejected without reading it if it is too large', async () => {
    const text = (): Promise<string> => expect.fail('it was read');
    const reading = await readSettingsFile({ size: 65 * 1024 * 1024, text }, atFirst);
    expect(refusedFor(reading)).toBe('too-large');
  });

  it('is rejected if it cannot be read', async () => {
    const text = (): Promise<string> => Promise.reject(new DOMException('gone', 'NotFoundError'));
    expect(refusedFor(await readSettingsFile({ size: 10, text }, atFirst))).toBe('unreadable');
  });

  it('may be deep or have many names', () => {
    const depth = 100_000;
    const deep = `{"format":"orderglass-settings","version":3,"settings":{"tables":${'['.repeat(depth)}${']'.repeat(depth)}}}`;
    expect(understood(readSettingsText(deep, atFirst)).leftOut).toEqual(['tables']);
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`name-${i}`, i]));
    expect(understood(readSettingsText(fileWith(many), atFirst)).leftOut).toHaveLength(50_000);
    const views = Array.from({ length: 150_000 }, () => 1);
    expect(understood(readSettingsText(fileWith({ views }), atFirst)).leftOut).toEqual(['views']);
  });
});

describe('resetting', () => {
  it('restores the defaults of every setting but the screen, views and lists', () => {
    const collected = settingsSchema.parse({
      ...lived,
      watchlists: [{ name: 'Majors', market: 'futures', symbols: ['BTC-USDT'] }],
      tickers: { futures: { view: 'map', quote: null, shown: 'all', favorites: ['ETH-USDT'] } },
      refreshEvery: '60',
      sound: true,
    });
    const change = settingsChangeSchema.parse(resetChange());
    const { tables, filters, ...rest } = { ...collected, ...change };
    const { tables: _tables, filters: _filters, ...first } = atFirst;
    const { account, recentChoices, screen, views, watchlists, tickers } = collected;
    expect(rest).toEqual({ ...first, account, recentChoices, screen, views, watchlists, tickers });
    expect(tables?.['order-history']).toEqual(defaultLayout);
    expect(filters).toEqual({ 'order-history': {}, 'plan-history': {}, trades: {} });
  });
});
