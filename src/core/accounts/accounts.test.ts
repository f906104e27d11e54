import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type FaultyExchange,
  type FaultyExchangeOptions,
  startFaultyExchange,
} from '../../demo-exchange/faults/index.ts';
import type { AccountSummary } from '../../shared/contract/accounts.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { HostEvent, InputOf } from '../../shared/contract/index.ts';
import type { LiveList } from '../../shared/market/market.ts';
import { type Core, type CoreOptions, createCore } from '../index.ts';
import { type Callers, callersOf } from '../testing/callers.ts';
import { FileKeychain } from '../testing/file-keychain.ts';
import { keptThreads } from '../testing/kept-threads.ts';

const about = { version: '0.0.0', host: 'browser', platform: 'linux' } as const;
const closing: (() => Promise<unknown>)[] = [];
let folder: string;
let keychain: FileKeychain;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'orderglass-accounts-'));
  keychain = new FileKeychain(path.join(folder, 'keychain.json'));
});

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await rm(folder, { recursive: true, force: true });
});

async function startExchange(options: FaultyExchangeOptions = {}): Promise<FaultyExchange> {
  const exchange = await startFaultyExchange({
    orders: 300,
    plans: 20,
    openPlans: 10,
    ordersPerMinute: 0,
    requestsPerWindow: 10_000,
    ...options,
  });
  closing.push(() => exchange.close());
  return exchange;
}

interface Program extends Callers {
  core: Core;
  events: HostEvent[];
  /** Adds an account of this exchange. Default: with the exchange's credentials. */
  add(exchange: FaultyExchange, changed?: Partial<InputOf<'saveAccount'>>): Promise<AccountSummary>;
}

async function start(options: Partial<CoreOptions> = {}): Promise<Program> {
  const core = await createCore({
    dataDirectory: path.join(folder, 'data'),
    historyWorker: keptThreads,
    about,
    startDemoExchange: () => Promise.reject(new Error('the demo exchange is not asked')),
    openKeychain: () => keychain,
    ...options,
  });
  closing.push(() => core.close());
  const events: HostEvent[] = [];
  core.subscribe((event) => events.push(event));
  const program: Program = {
    core,
    events,
    ...callersOf(core),
    add: ({ baseUrl, token, secretKey }, changed = {}) =>
      program.ask('saveAccount', { ...profile, baseUrl, credentials: { token, secretKey }, ...changed }),
  };
  return program;
}

const profile = { name: 'Main', signingVariant: 'bytewise', requestsPerWindow: 100, keptIn: 'keychain' } as const;
const list = 'open-plans';

describe('a live account, over HTTP', () => {
  test('reads all six lists and uses the keychain once, for the first signed request', async () => {
    const exchange = await startExchange({ signingVariant: 'case-insensitive' });
    const { ask, add } = await start();
    const { id } = await add(exchange, { signingVariant: 'case-insensitive' });
    keychain.calls.splice(0);
    const readLive = async (list: LiveList): Promise<number> => {
      expect((await ask('refreshLive', { account: id, list })).failure).toBeNull();
      return (await ask('readLive', { account: id, list })).rows.length;
    };
    expect(await readLive('futures-tickers')).toBeGreaterThan(100);
    expect(await readLive('spot-tickers')).toBeGreaterThan(100);
    expect((await ask('readSymbolRules', { account: id })).rows.length).toBeGreaterThan(100);
    expect(keychain.calls).toEqual([]);
    const window = { account: id, filter: {}, sort: [], zone: 'UTC', from: 0, count: 1000 };
    expect(await readLive('open-plans')).toBeGreaterThanOrEqual(10);
    await expect.poll(async () => (await ask('readOrderHistory', window)).rows.length).toBe(300);
    await expect.poll(async () => (await ask('readPlanHistory', window)).rows.length).toBe(20);
    expect(keychain.calls.map((call) => call.split(' ')[0])).toEqual(['read']);
  });

  test('is found after a restart', async () => {
    const exchange = await startExchange();
    const first = await start();
    const saved = await first.add(exchange, { name: 'b' });
    await first.add(exchange, { name: 'A 10' });
    await first.add(exchange, { name: 'a 9' });
    await first.core.close();
    const { ask } = await start();
    const accounts = await ask('listAccounts', {});
    expect(accounts.map(({ name }) => name)).toEqual(['Demo account', 'a 9', 'A 10', 'b']);
    expect(accounts.at(-1)).toEqual(saved);
    expect(saved).toEqual({
      id: saved.id,
      name: 'b',
      kind: 'live',
      baseUrl: exchange.baseUrl,
      signingVariant: 'bytewise',
      requestsPerWindow: 100,
      credentials: { keptIn: 'keychain', savedAt: expect.any(Number), endsIn: exchange.token.slice(-4) },
    });
    expect((await ask('refreshLive', { account: saved.id, list })).failure).toBeNull();
    expect((await ask('readLive', { account: saved.id, list })).rows.length).toBeGreaterThanOrEqual(10);
  });

  test.each<[string, Partial<FaultyExchange>, Failure['code']]>([
    ['a wrong secret key', { secretKey: 'another-secret-key' }, 'rejected-signature'],
    ['a wrong token', { token: 'another-token' }, 'not-authenticated'],
  ])('%s', async (_name, wrong, code) => {
    const exchange = await startExchange();
    const { add, ask } = await start();
    const { id } = await add({ ...exchange, ...wrong });
    expect((await ask('refreshLive', { account: id, list })).failure).toMatchObject({ code });
    await ask('readSymbolRules', { account: id });
  });

  test('reports missing credentials: entered for an earlier session, or deleted from the keychain', async () => {
    const exchange = await startExchange();
    const first = await start();
    const session = await first.add(exchange, { name: 'Session', keptIn: 'session' });
    const stored = await first.add(exchange, { name: 'Stored' });
    expect(session.credentials?.keptIn).toBe('session');
    expect((await first.ask('refreshLive', { account: session.id, list })).failure).toBeNull();
    await first.core.close();

    keychain.entries = {};
    const { ask } = await start();
    const listed = await ask('listAccounts', {});
    expect(listed.find(({ id }) => id === session.id)).toEqual({ ...session, credentials: null });
    for (const [account, keychain] of [
      [session.id, 'session-ended'],
      [stored.id, 'entry-missing'],
    ] as const) {
      expect((await ask('refreshLive', { account, list })).failure).toMatchObject({
        code: 'not-authenticated',
        keychain,
      });
      await ask('readSymbolRules', { account });
    }
  });

  test('reports a locked keychain, and works once it is unlocked', async () => {
    const exchange = await startExchange();
    const { ask, add } = await start();
    const { id } = await add(exchange);
    keychain.failure = 'locked';
    const failure = { code: 'keychain-unavailable', keychain: 'locked' };
    expect((await ask('refreshLive', { account: id, list })).failure).toMatchObject(failure);
    keychain.failure = null;
    expect((await ask('refreshLive', { account: id, list })).failure).toBeNull();
  });

  test('reads market data, and the program ends, while the keychain hangs', async () => {
    const exchange = await startExchange();
    const { core, ask, add } = await start();
    const { id } = await add(exchange);
    keychain.answerAfter = new Promise(() => {});
    const orders = core.call('testConnection', { id });
    const saving = core.call('saveAccount', {
      ...profile,
      name: 'Second',
      baseUrl: exchange.baseUrl,
      credentials: { token: 'a-token', secretKey: 'a-key' },
    });
    const leaving = new AbortController();
    const left = core.call('testConnection', { id }, { signal: leaving.signal });
    await ask('readSymbolRules', { account: id });
    leaving.abort();
    expect(await left).toMatchObject({ ok: false, error: { code: 'canceled' } });
    await core.close();
    expect(await orders).toMatchObject({ ok: false, error: { code: 'canceled' } });
    expect(await saving).toMatchObject({ ok: false, error: { code: 'canceled' } });
  });
});

describe('if an account with pending calls is edited or removed', () => {
  /** Starts a program with a pending call. Every response of its exchange waits for `goOn`. */
  async function slowProgram() {
    const exchange = await startExchange();
    const asked = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    let isSlow = false;
    const program = await start({
      async fetch(input, init) {
        if (isSlow) {
          asked.resolve();
          await goOn.promise;
        }
        return fetch(input, init);
      },
    });
    const account = await program.add(exchange);
    const { id, name, baseUrl, signingVariant, requestsPerWindow } = account;
    const change = { id, name, baseUrl, signingVariant, requestsPerWindow, keptIn: 'keychain' } as const;
    isSlow = true;
    const reading = program.core.call('readSymbolRules', { account: id });
    await asked.promise;
    return { ...program, exchange, change, reading, goOn: () => goOn.resolve() };
  }

  test.each<[string, Partial<InputOf<'saveAccount'>>]>([
    ['other credentials', { credentials: { token: 'another-token', secretKey: 'another' } }],
    [
      'another address',
      { baseUrl: 'http://127.0.0.1:9', credentials: { token: 'another-token', secretKey: 'another' } },
    ],
    ['another signing variant', { signingVariant: 'case-insensitive' }],
    ['another limit', { requestsPerWindow: 50 }],
  ])('%s: pending calls are canceled', async (_name, changed) => {
    const { ask, change, reading, goOn } = await slowProgram();
    await ask('saveAccount', { ...change, ...changed });
    expect(await reading).toMatchObject({ ok: false, error: { code: 'canceled' } });
    goOn();
  });

  test('another name: pending calls go on', async () => {
    const { ask, change, reading, goOn } = await slowProgram();
    await ask('saveAccount', { ...change, name: 'Renamed' });
    goOn();
    expect(await reading).toMatchObject({ ok: true });
  });

  test('removed: its connection is no longer published', async () => {
    const { ask, core, events, change, reading, goOn } = await slowProgram();
    const { id } = change;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await ask('saveAccount', { ...change, requestsPerWindow: 1 });
    expect(await reading).toMatchObject({ ok: false });
    const calls = [core.call('readSymbolRules', { account: id }), core.call('testConnection', { id })];
    await vi.waitFor(() => {
      expect(events.at(-1)).toMatchObject({ name: 'connectionChanged', data: { account: id, queued: 1 } });
    }, 10_000);
    await ask('removeAccount', { id });
    for (const call of calls) expect(await call).toMatchObject({ ok: false, error: { code: 'canceled' } });
    await vi.advanceTimersByTimeAsync(1000);
    expect(events.at(-1)?.name).toBe('accountsChanged');
    goOn();
  });

  test('removed: pending calls are canceled, later ones find no account', async () => {
    const { ask, fail, change, reading, goOn } = await slowProgram();
    const left = await ask('removeAccount', { id: change.id });
    expect(left.map(({ id }) => id)).toEqual(['demo']);
    expect(await reading).toMatchObject({ ok: false, error: { code: 'canceled' } });
    goOn();
    expect(keychain.entries).toEqual({});
    for (const [name, input] of [
      ['refreshLive', { account: change.id, list }],
      ['readSymbolRules', { account: change.id }],
      ['readConnection', { account: change.id }],
      ['removeAccount', { id: change.id }],
      ['testConnection', { id: change.id }],
      ['saveAccount', change],
    ] as const) {
      expect((await fail(name, input)).code).toBe('unknown-account');
    }
  });
});

test('removing an account removes its fee rates and its catch-up from the settings, and those of no other account', async () => {
  const exchange = await startExchange();
  const { ask, add } = await start();
  const [{ id }, { id: other }] = [await add(exchange), await add(exchange, { name: 'Other' })];
  const rates = { maker: '0.02', taker: '0.05' };
  const catchUp = { since: 1, lastLook: null };
  await ask('changeSettings', {
    feeRates: { [id]: rates, [other]: rates },
    catchUps: { [id]: catchUp, demo: catchUp },
  });
  await ask('removeAccount', { id });
  const kept = { feeRates: { [other]: rates }, catchUps: { demo: catchUp } };
  const settings = await ask('readSettings', {});
  expect(settings).toMatchObject(kept);
  expect(JSON.parse(await readFile(path.join(folder, 'data', 'settings.json'), 'utf8'))).toMatchObject(kept);
});

describe('an edit that changes the owner of the account', () => {
  test('never sends stored credentials to another host, neither to test nor to save it', async () => {
    const [exchange, other] = [await startExchange(), await startExchange({ seed: 2 })];
    const { ask, fail, add } = await start();
    const { id } = await add(exchange);
    const refusal = { code: 'invalid-input', message: 'credentials: needed for another host' };
    const elsewhere = { id, baseUrl: other.baseUrl, signingVariant: 'bytewise' } as const;
    expect(await fail('testConnection', elsewhere)).toEqual(refusal);
    expect(await fail('saveAccount', { ...profile, ...elsewhere })).toEqual(refusal);
    expect(other.traffic.total).toBe(0);
    expect((await ask('testConnection', { ...elsewhere, baseUrl: exchange.baseUrl })).signed.ok).toBe(true);
  });

  test('never returns rows that were read before it', async () => {
    const [exchange, other] = [await startExchange(), await startExchange({ seed: 2 })];
    const { ask, add } = await start();
    const { id } = await add(exchange);
    const read = async (account: string): Promise<string[]> => {
      expect((await ask('refreshLive', { account, list })).failure).toBeNull();
      const { rows } = await ask('readLive', { account, list });
      return rows.map((row) => ('id' in row ? row.id : ''));
    };
    const before = await read(id);
    const { token, secretKey } = other;
    const edit = { ...profile, id, baseUrl: other.baseUrl, credentials: { token, secretKey } };
    await ask('saveAccount', edit);
    const { rows } = await ask('readLive', { account: id, list });
    expect(rows.filter((row) => 'id' in row && before.includes(row.id))).toEqual([]);
    const after = await read(id);
    expect(after.length).toBeGreaterThanOrEqual(10);
    expect(after.filter((plan) => before.includes(plan))).toEqual([]);
  });
});

describe('events', () => {
  test('accountsChanged carries the list after each change', async () => {
    const exchange = await startExchange();
    const { ask, add, fail, events } = await start();
    const told = () => events.filter(({ name }) => name === 'accountsChanged');
    const saved = await add(exchange);
    expect(told()).toEqual([{ name: 'accountsChanged', data: await ask('listAccounts', {}) }]);
    await fail('saveAccount', { ...profile, baseUrl: exchange.baseUrl });
    expect(told()).toHaveLength(1);
    await ask('removeAccount', { id: saved.id });
    expect(told().at(-1)).toEqual({ name: 'accountsChanged', data: await ask('listAccounts', {}) });
    expect(told()).toHaveLength(2);
  });

  test('connectionChanged follows the connection’s status', async () => {
    const exchange = await startExchange({ clockSkewSeconds: -120 });
    const { ask, core, add, events } = await start({ random: () => 0 });
    const { id } = await add(exchange, { requestsPerWindow: 2 });
    const quiet = {
      account: id,
      pausedUntil: null,
      isDown: false,
      clockOffset: 0,
      clockSkewed: false,
      offline: false,
      queued: 0,
    };
    expect(await ask('readConnection', { account: id })).toEqual(quiet);
    await ask('readSymbolRules', { account: id });
    const told = () => events.flatMap(({ name, data }) => (name === 'connectionChanged' ? [data] : []));
    await expect.poll(() => told().at(-1)).toMatchObject({ account: id, clockSkewed: true, offline: false });
    expect(Math.abs((told().at(-1)?.clockOffset ?? 0) + 120_000)).toBeLessThan(2000);

    await exchange.close();
    const offline = await core.call('readSymbolRules', { account: id }, { signal: AbortSignal.timeout(500) });
    expect(offline.ok).toBe(false);
    await expect.poll(async () => (await ask('readConnection', { account: id })).queued).toBe(0);
    const waiting = core.call('readSymbolRules', { account: id });
    await expect.poll(() => told().at(-1)?.queued).toBe(1);
    await ask('saveAccount', { ...profile, id, baseUrl: exchange.baseUrl });
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'canceled' } });
    await expect.poll(() => told().at(-1)).toEqual(quiet);
    expect(await ask('readConnection', { account: id })).toEqual(quiet);
  });

  test('connectionChanged is sent for the demo account, too', async () => {
    const exchange = await startExchange({ faults: { rules: [{ fault: 'throttled-429' }] } });
    const { ask, core, events } = await start({ startDemoExchange: async () => exchange });
    expect(await ask('readConnection', { account: 'demo' })).toMatchObject({ account: 'demo', pausedUntil: null });
    const leaving = new AbortController();
    const waiting = core.call('readSymbolRules', { account: 'demo' }, { signal: leaving.signal });
    const paused = { name: 'connectionChanged', data: { account: 'demo', pausedUntil: expect.any(Number) } };
    await expect.poll(() => events.at(-1)).toMatchObject(paused);
    expect(await ask('readConnection', { account: 'demo' })).toMatchObject(paused.data);
    leaving.abort();
    await waiting;
    expect((await ask('listAccounts', {}))[0]).toMatchObject({ id: 'demo', baseUrl: exchange.baseUrl });
  });
});

describe('testConnection', () => {
  const works = { ok: true, took: expect.any(Number) };

  test('tests settings from the form and saves nothing', async () => {
    const exchange = await startExchange();
    const { ask, fail, events } = await start();
    const { baseUrl, token, secretKey } = exchange;
    const typed = { baseUrl: ` ${baseUrl}/ `, signingVariant: 'bytewise' } as const;
    const credentials = { token: `${token}\n`, secretKey };
    expect(await ask('testConnection', { ...typed, credentials })).toMatchObject({ public: works, signed: works });
    expect(await fail('testConnection', { ...typed, credentials: { token: 'to ken', secretKey } })).toEqual({
      code: 'invalid-input',
      message: 'token: has-space',
    });
    expect(await fail('testConnection', { ...typed, baseUrl: 'http://exchange.example', credentials })).toEqual({
      code: 'invalid-input',
      message: 'baseUrl: not-https',
    });
    expect(await ask('listAccounts', {})).toHaveLength(1);
    expect(events).toEqual([]);
    expect(keychain.calls).toEqual([]);
    await expect(readFile(path.join(folder, 'data', 'accounts.json'))).rejects.toThrow('ENOENT');
  });

  test('tests a saved account within its rate limit', async () => {
    const exchange = await startExchange();
    const { ask, add, core } = await start();
    const { id, baseUrl, signingVariant } = await add(exchange, { requestsPerWindow: 2 });
    expect(await ask('testConnection', { id })).toMatchObject({ public: works, signed: works });
    const leaving = new AbortController();
    const test = { id, baseUrl, signingVariant };
    const waiting = core.call('testConnection', test, { signal: leaving.signal });
    await expect.poll(async () => (await ask('readConnection', { account: id })).queued).toBe(1);
    leaving.abort();
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'canceled' } });
    expect(exchange.traffic.total).toBe(2);
  });

  test('tests typed keys within the rate limit of the account that has them, also after the program was killed', async () => {
    const [exchange, other] = [await startExchange(), await startExchange()];
    const first = await start();
    const { id, baseUrl, signingVariant } = await first.add(exchange, { requestsPerWindow: 2 });
    expect(await first.ask('testConnection', { id })).toMatchObject({ public: works, signed: works });
    const typedOf = ({ baseUrl: address, token, secretKey }: FaultyExchange) => ({
      baseUrl: address,
      signingVariant: 'bytewise' as const,
      credentials: { token, secretKey },
    });
    // Closed only at the end, as if it was killed: the program in its place knows the file alone.
    const second = await start();
    const leaving = new AbortController();
    const waiting = [
      first.core.call('testConnection', typedOf(exchange), { signal: leaving.signal }),
      second.core.call('testConnection', typedOf(exchange), { signal: leaving.signal }),
      second.core.call('testConnection', { id, baseUrl, signingVariant }, { signal: leaving.signal }),
    ];
    // Other keys need not wait, and take longer than a request that would not have waited.
    for (const { ask } of [first, second])
      expect(await ask('testConnection', typedOf(other))).toMatchObject({ signed: works });
    leaving.abort();
    for (const result of await Promise.all(waiting)) expect(result).toMatchObject({ error: { code: 'canceled' } });
    expect(exchange.traffic.total).toBe(2);
  });

  test('tests an edited account with its stored credentials', async () => {
    const exchange = await startExchange({ signingVariant: 'case-insensitive' });
    const { ask, add } = await start();
    const { id, baseUrl } = await add(exchange);
    const rejected = { ok: false, error: { code: 'rejected-signature' } };
    expect(await ask('testConnection', { id })).toMatchObject({ public: works, signed: rejected });
    const edited = { id, baseUrl, signingVariant: 'case-insensitive' } as const;
    expect(await ask('testConnection', edited)).toMatchObject({ public: works, signed: works });
    expect((await ask('listAccounts', {}))[1]).toMatchObject({ signingVariant: 'bytewise' });
    keychain.entries = {};
    const missing = { ok: false, error: { code: 'not-authenticated', keychain: 'entry-missing' } };
    expect(await ask('testConnection', edited)).toMatchObject({ public: works, signed: missing });
  });

  test('tests the demo account', async () => {
    const exchange = await startExchange();
    const { ask } = await start({ startDemoExchange: async () => exchange });
    expect(await ask('testConnection', { id: 'demo' })).toMatchObject({ public: works, signed: works });
  });
});

test('the demo account can neither be changed nor removed', async () => {
  const { fail } = await start();
  expect(await fail('saveAccount', { ...profile, id: 'demo', baseUrl: 'http://localhost' })).toMatchObject({
    code: 'invalid-input',
  });
  expect(await fail('removeAccount', { id: 'demo' })).toMatchObject({ code: 'invalid-input' });
});

test('invalid input is reported by its field, without its value', async () => {
  const { core } = await start();
  const input = {
    ...profile,
    baseUrl: 'https://exchange.example',
    credentials: { token: 'canary', secretKey: 'canary' },
  };
  for (const [changed, message] of [
    [{ requestsPerWindow: 0 }, 'requestsPerWindow: too_small'],
    [{ requestsPerWindow: 1001 }, 'requestsPerWindow: too_big'],
    [{ requestsPerWindow: 1.5 }, 'requestsPerWindow: invalid_type'],
    [{ credentials: { token: 'canary' } }, 'credentials: invalid_type'],
    [{ credentials: { token: 'canary', secretKey: 'x'.repeat(10_001) } }, 'credentials: too_big'],
    [{ keptIn: 'canary' }, 'keptIn: invalid_value'],
    [{ canary: 1 }, 'input: unrecognized_keys'],
  ] as const) {
    const answer = await core.call('saveAccount', { ...input, ...changed });
    expect(answer).toEqual({ ok: false, error: { code: 'invalid-input', message } });
  }
  await expect(readFile(path.join(folder, 'data', 'accounts.json'))).rejects.toThrow('ENOENT');
});

test('the core says whether the keychain has a call that is not answered', async () => {
  const calls = { isPending: false };
  const { core } = await start({
    openKeychain: () => ({
      save: keychain.save,
      read: keychain.read,
      remove: keychain.remove,
      isPending: () => calls.isPending,
    }),
  });
  expect(core.isKeychainPending).toBe(false);
  calls.isPending = true;
  expect(core.isKeychainPending).toBe(true);
  const other = await start({ dataDirectory: path.join(folder, 'other') });
  expect(other.core.isKeychainPending).toBe(false);
});
