import { describe, expect, test } from 'vitest';
import { contract } from '../shared/contract.ts';
import type { AccountSummary } from '../shared/domain.ts';
import { OrderglassError } from '../shared/errors.ts';
import type { HistoryState } from '../shared/history.ts';
import { settingsSchema } from '../shared/settings.ts';
import type { Statement } from '../shared/statement.ts';
import type { TradeResults } from '../shared/trade-results.ts';
import { createDispatcher, type Handlers } from './dispatcher.ts';
import type { LogEntry } from './log.ts';

const settings = settingsSchema.parse({});
const emptySnapshot = { rows: [], unreadable: [], fetchedAt: 0 };
const emptyWindow = { rows: [], total: 0, version: 1, anchor: null };
const state: HistoryState = {
  account: 'demo',
  list: 'order-history',
  version: 1,
  rows: 0,
  unreadable: 0,
  modes: [],
  phase: 'idle',
  fetched: 0,
  rate: null,
  downloaded: null,
  secondsLeft: null,
  failure: null,
  checkedAt: null,
  verification: null,
  found: null,
  damaged: null,
  oddities: 0,
  hasOneMode: false,
  problem: null,
};
const figure = { value: null, sample: 0, interval: null };
const noTrades = { trades: 0, sum: '0' };
const tradeResults: TradeResults = {
  version: 1,
  quotes: [],
  quote: '',
  open: noTrades,
  incomplete: noTrades,
  winRate: figure,
  averageWin: figure,
  averageLoss: figure,
  profitFactor: figure,
  expectancy: figure,
  longestWins: null,
  longestLosses: null,
  drawdown: null,
  days: [],
  groups: { symbol: [], side: [], leverage: [], weekday: [], hour: [], result: [], duration: [], tag: [] },
};
const account: AccountSummary = {
  id: 'demo',
  name: 'Demo account',
  kind: 'demo',
  baseUrl: '',
  signingVariant: 'bytewise',
  requestsPerWindow: 100,
  credentials: null,
};
const connection = {
  account: 'demo',
  pausedUntil: null,
  clockOffset: 0,
  clockSkewed: false,
  offline: false,
  queued: 0,
};
const emptyStatement: Statement = {
  version: 1,
  from: '2025-01-01',
  to: '2025-12-31',
  zone: 'UTC',
  start: Date.UTC(2025, 0),
  end: Date.UTC(2026, 0),
  symbols: [],
  totals: [],
  opening: [],
  closing: [],
  coverage: [],
  readUntil: null,
  unreadable: 0,
  orders: 0,
  earlierOrders: 0,
  hash: '',
};
const live = { version: 0, fetchedAt: null, failure: null };
const handlers: Handlers = {
  readAbout: () => ({ version: '1.2.3', host: 'browser', platform: 'linux' }),
  readFileNotices: () => [],
  readDiagnostics: () => ({ text: '' }),
  listAccounts: async () => [],
  saveAccount: async () => account,
  removeAccount: async () => [],
  testConnection: async () => ({
    public: { ok: true, took: 1 },
    signed: { ok: true, took: 1 },
    clockOffset: null,
    proxy: null,
  }),
  readConnection: async () => connection,
  readSettings: () => settings,
  changeSettings: async (change) => ({ ...settings, theme: change.theme ?? settings.theme }),
  readOrderHistory: async () => emptyWindow,
  readPlanHistory: async () => emptyWindow,
  readHistoryState: async () => state,
  syncHistory: async () => state,
  summarizeHistory: async () => ({ version: 1, rows: 0, filled: 0, canceled: 0, failed: 0, pnl: [] }),
  readResults: async () => ({
    version: 1,
    quotes: [],
    quote: '',
    days: [],
    symbols: [],
    tags: [],
    weekdays: [],
    hours: [],
  }),
  readTrades: async () => emptyWindow,
  summarizeTrades: async () => ({ version: 1, trades: 0, closed: 0, open: 0, incomplete: 0, quotes: [] }),
  readTradeResults: async () => tradeResults,
  readTradeOrders: async () => ({ version: 1, trade: null, pnlFits: null, orders: [] }),
  readContractSize: async () => ({ version: 1, size: null, agreeing: 0, trades: 0 }),
  readPositions: async () => ({ version: 1, positions: [], wereOpen: [] }),
  readHistoryChoices: async () => ({ version: 1, symbols: [], kinds: [], statuses: [] }),
  readRowChanges: async () => [],
  readPlanLife: async () => null,
  readPlansOfDay: async () => ({ plans: [], watches: [], since: null, droppedUntil: null }),
  readUnreadableRows: async () => [],
  exportHistory: async () => null,
  exportTrades: async () => null,
  readStatement: async () => emptyStatement,
  exportStatement: async () => null,
  readSymbolRules: async () => emptySnapshot,
  watchMarket: () => ({ holdsForMs: 1 }),
  readLive: ({ account: id, list }) => ({ account: id, list, ...live, rows: [], unreadable: [] }),
  refreshLive: async () => live,
  noteLook: async () => ({ before: null, at: 1 }),
  readActivity: async () => [],
  markActivityRead: async () => ({ unread: 0 }),
  listAlerts: async () => [],
  saveAlert: async (change) => ({ ...change, id: '1', createdAt: 0, lastFiredAt: null }),
  removeAlert: async () => [],
  readPlanNotes: async () => [],
  saveNote: async ({ text }) => ({ outcome: 'saved', text }),
  readTags: async () => [],
  listNotes: async () => ({ notes: [], next: null }),
  countNotes: async () => ({ notes: 0 }),
  importNotes: async () => ({ added: 0, same: 0, kept: 0 }),
  showWindow: () => ({ shown: false }),
  readUpdates: () => ({ kind: 'unavailable' }),
  checkForUpdates: async () => ({ kind: 'unavailable' }),
  installUpdate: async () => ({ kind: 'unavailable' }),
};
const context = { signal: new AbortController().signal };

function dispatcherOf(changed: Partial<Handlers> = {}) {
  const log: LogEntry[] = [];
  const dispatch = createDispatcher({ ...handlers, ...changed }, (entry) => log.push(entry));
  return { log, call: (channel: string, input: unknown) => dispatch(channel, input, context) };
}

test('the compiler rejects a missing, a surplus and a wrong handler', () => {
  const { readAbout, ...withoutAbout } = handlers;
  // @ts-expect-error: readAbout is missing
  const missing: Handlers = withoutAbout;
  // @ts-expect-error: the contract has no such call
  const surplus: Handlers = { ...withoutAbout, readAbout, placeOrder: () => null };
  // @ts-expect-error: the output is not that of the contract
  const wrongAnswer: Handlers = { ...handlers, readAbout: () => ({ version: 1 }) };
  // @ts-expect-error: the input is not that of the contract
  const wrongInput: Handlers = { ...handlers, readSymbolRules: async (_input: { account: number }) => emptySnapshot };
  expect([missing, surplus, wrongAnswer, wrongInput]).toHaveLength(4);
});

test('every channel of the contract has a handler', async () => {
  const { call } = dispatcherOf();
  const { name, baseUrl, signingVariant, requestsPerWindow } = account;
  const list = { account: 'demo', list: 'order-history' };
  const filtered = { account: 'demo', filter: {}, zone: 'UTC' };
  const window = { ...filtered, sort: [], from: 0, count: 10 };
  const file = { id: '1', format: 'csv', columns: null, separator: 'comma', byteOrderMark: false, name: 'orders' };
  const { columns: _, ...statementFile } = file;
  const days = { from: '2025-01-01', to: '2025-12-31', zone: 'UTC' };
  const inputs: Record<string, unknown> = {
    readOrderHistory: window,
    readPlanHistory: window,
    readHistoryState: list,
    syncHistory: { ...list, action: 'refresh' },
    summarizeHistory: { ...filtered, list: 'order-history' },
    readResults: filtered,
    readTrades: window,
    summarizeTrades: filtered,
    readTradeResults: filtered,
    readTradeOrders: { account: 'demo', key: 'cross:1', from: 0, count: 10 },
    readPositions: { account: 'demo' },
    readContractSize: { account: 'demo', symbol: 'BTC-USDT' },
    readHistoryChoices: list,
    readPlanLife: { account: 'demo', key: 'cross:1' },
    readPlansOfDay: { account: 'demo', day: '2025-03-02', zone: 'UTC' },
    readRowChanges: { ...list, key: 'cross:1' },
    readUnreadableRows: list,
    noteLook: { account: 'demo', isInFront: true },
    readStatement: { account: 'demo', ...days },
    exportStatement: { account: 'demo', ...days, ...statementFile },
    exportTrades: { ...filtered, ...file, sort: [] },
    exportHistory: { ...filtered, ...file, list: 'order-history', sort: [] },
    watchMarket: { page: 'page', watched: [{ account: 'demo', list: 'open-plans' }] },
    readLive: { account: 'demo', list: 'open-plans' },
    refreshLive: { account: 'demo', list: 'open-plans' },
    readActivity: {},
    markActivityRead: { account: 'demo' },
    listAlerts: { account: 'demo' },
    saveAlert: { account: 'demo', condition: { kind: 'stale', minutes: 5 }, paused: false },
    removeAlert: { account: 'demo', id: '1' },
    readPlanNotes: { account: 'demo', keys: ['cross:1'] },
    saveNote: { account: 'demo', kind: 'order', key: 'cross:1', text: 'late #entry', before: '' },
    readTags: { account: 'demo' },
    listNotes: { account: 'demo', from: null },
    countNotes: { account: 'demo' },
    importNotes: { account: 'demo', notes: [] },
    showWindow: { window: 'watch' },
    readUpdates: {},
    checkForUpdates: {},
    installUpdate: {},
    saveAccount: { name, baseUrl, signingVariant, requestsPerWindow, place: 'session' },
    removeAccount: { id: 'one' },
    testConnection: { id: 'one' },
  };
  for (const channel of Object.keys(contract)) {
    const usual = /Tickers|Rules|readConnection/.test(channel) ? { account: 'demo' } : {};
    expect(await call(channel, inputs[channel] ?? usual)).toMatchObject({ ok: true });
  }
});

describe('rejected:', () => {
  test.each(['placeOrder', '', 'toString', '__proto__', 'constructor', 'hasOwnProperty'])(
    'the name %j',
    async (name) => {
      const result = await dispatcherOf().call(name, {});
      expect(result).toEqual({
        ok: false,
        error: { code: 'invalid-input', message: 'channel: there is none of this name' },
      });
    },
  );

  test.each([
    ['readAbout', undefined, 'input: invalid_type'],
    ['readAbout', null, 'input: invalid_type'],
    ['readAbout', [], 'input: invalid_type'],
    ['readAbout', { canary: 1 }, 'input: unrecognized_keys'],
    ['readSymbolRules', {}, 'account: invalid_type'],
    ['readSymbolRules', { account: '' }, 'account: too_small'],
    ['readHistoryState', { account: 'demo', list: 'canary' }, 'list: invalid_value'],
    [
      'saveAlert',
      { account: 'demo', condition: { kind: 'plan-left', symbol: 'canary,canary' }, paused: false },
      'condition: invalid_format',
    ],
    ['changeSettings', { theme: 'canary' }, 'theme: invalid_value'],
    ['changeSettings', { quietHours: { from: '24:00', to: '07:00' } }, 'quietHours: invalid_format'],
    ['changeSettings', { refreshRates: { alerts: 15 } }, 'refreshRates: invalid_type'],
    ['watchMarket', { page: 'p', watched: [{ account: 'demo', list: 'canary' }] }, 'watched: invalid_value'],
    ['saveAlert', { account: 'demo', condition: { kind: 'stale', minutes: 0 }, paused: false }, 'condition: too_small'],
    ['changeSettings', { tables: { canary: {} } }, 'tables: unrecognized_keys'],
  ])('%s with %j', async (channel, input, message) => {
    const result = await dispatcherOf().call(channel, input);
    expect(result).toEqual({ ok: false, error: { code: 'invalid-input', message } });
    expect(JSON.stringify(result)).not.toContain('canary');
  });

  test('an input that throws when it is read', async () => {
    const hostile = Object.defineProperty({}, 'account', {
      enumerable: true,
      get() {
        throw new Error('canary');
      },
    });
    const { call, log } = dispatcherOf();
    const result = await call('readSymbolRules', hostile);
    expect(result).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(JSON.stringify(result)).not.toContain('canary');
    expect(log).toMatchObject([{ event: 'call-failed' }]);
  });
});

describe('a handler that fails', () => {
  test('with an OrderglassError returns its code', async () => {
    const service = { errno: 20506, errmsg: 'no', httpStatus: 200 };
    const { call, log } = dispatcherOf({
      listAccounts: () => Promise.reject(new OrderglassError('rejected-signature', 'why', { service })),
    });
    expect(await call('listAccounts', {})).toEqual({
      ok: false,
      error: { code: 'rejected-signature', message: 'why', service },
    });
    expect(log).toEqual([]);
  });

  test.each([new TypeError('canary'), 'canary', { canary: 1 }, null])(
    'with any other error is only logged',
    async (thrown) => {
      const { call, log } = dispatcherOf({
        readAbout: () => {
          throw thrown;
        },
      });
      const result = await call('readAbout', {});
      expect(result).toEqual({ ok: false, error: { code: 'internal', message: 'readAbout failed unexpectedly' } });
      expect(log).toEqual([{ event: 'call-failed', channel: 'readAbout', error: thrown }]);
    },
  );
});

test('a handler receives the parsed input', async () => {
  const received: unknown[] = [];
  const { call } = dispatcherOf({
    changeSettings: async (change) => {
      received.push(change);
      return settings;
    },
  });
  await call('changeSettings', { tables: { 'open-plans': { columnVisibility: { price: false } } } });
  const layout = {
    columnOrder: [],
    columnVisibility: { price: false },
    columnSizing: {},
    columnPinning: { start: ['symbol'], end: [] },
    sorting: [],
  };
  expect(received).toEqual([{ tables: { 'open-plans': layout } }]);
});
