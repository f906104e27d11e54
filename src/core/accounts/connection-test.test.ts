import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type FaultyExchange,
  type FaultyExchangeOptions,
  startFaultyExchange,
} from '../../demo-exchange/faults/index.ts';
import { answer, startLocalServer } from '../../exchange/testing/local-server.ts';
import { selfSigned } from '../../exchange/testing/self-signed.ts';
import type { ConnectionReport } from '../../shared/contract/accounts.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { AccountConnection, type AccountConnectionOptions } from './account-connection.ts';
import { testConnection } from './connection-test.ts';

const { signal } = new AbortController();
const works = { ok: true, took: expect.any(Number) };
const history = '/v1/futures/orders/history';
const rules = '/v1/futures/symbol_precision';
const closing: (() => unknown)[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const close of closing.splice(0).reverse()) await close();
});

async function startExchange(options: FaultyExchangeOptions = {}): Promise<FaultyExchange> {
  const exchange = await startFaultyExchange({ orders: 10, plans: 0, openPlans: 0, ordersPerMinute: 0, ...options });
  closing.push(() => exchange.close());
  return exchange;
}

function connect({ baseUrl }: { baseUrl: string }, options: Partial<AccountConnectionOptions> = {}): AccountConnection {
  const connection = new AccountConnection({
    baseUrl,
    signingVariant: 'bytewise',
    requestsPerWindow: 100,
    fetch,
    now: Date.now,
    // No delay between retries.
    random: () => 0,
    credentials: async () => ({ token: 'a-token', secretKey: 'a-secret-key' }),
    ...options,
  });
  closing.push(() => connection.close());
  return connection;
}

function connectWithKey(exchange: FaultyExchange, options: Partial<AccountConnectionOptions> = {}): AccountConnection {
  const { token, secretKey } = exchange;
  return connect(exchange, { credentials: async () => ({ token, secretKey }), ...options });
}

const failure = (code: string, more: object = {}) => ({ ok: false, error: expect.objectContaining({ code, ...more }) });

test('sends one public request and one signed request', async () => {
  const exchange = await startExchange();
  const report = await testConnection(connectWithKey(exchange), signal);
  expect(report).toEqual({ public: works, signed: works, clockOffset: expect.any(Number), proxy: null });
  expect(Math.abs(report.clockOffset ?? 9999)).toBeLessThan(1500);
  expect(exchange.traffic.recent().map(({ path, query }) => [path, query])).toEqual([
    [rules, ''],
    [history, 'limit=1&is_full=1'],
  ]);
});

test('names the proxy of the account’s address', async () => {
  const exchange = await startExchange();
  const asked: string[] = [];
  const proxyNameFor = async (url: URL) => {
    asked.push(url.origin);
    return 'proxy.test:3128';
  };
  const report = await testConnection(connectWithKey(exchange, { proxyNameFor }), signal);
  expect(report).toMatchObject({ public: works, signed: works, proxy: 'proxy.test:3128' });
  expect(asked).toEqual([new URL(exchange.baseUrl).origin]);
});

test('names no proxy if its address is unusable', async () => {
  const unusable = new OrderglassError('offline', 'unusable', { proxy: 'unusable' });
  const connection = connectWithKey(await startExchange(), {
    proxyNameFor: () => Promise.reject(unusable),
    fetch: () => Promise.reject(unusable),
  });
  const report = await testConnection(connection, signal);
  expect(report).toMatchObject({ public: failure('offline', { proxy: 'unusable' }), proxy: null });
});

test('reports a wrong clock, and the signed request works all the same', async () => {
  const exchange = await startExchange({ clockSkewSeconds: 3600 });
  const report = await testConnection(connectWithKey(exchange), signal);
  expect(report).toMatchObject({ public: works, signed: works });
  expect(Math.abs((report.clockOffset ?? 0) - 3_600_000)).toBeLessThan(1500);
});

test('reports clock-skew if the service’s clock cannot be read', async () => {
  const exchange = await startExchange({
    clockSkewSeconds: 3600,
    faults: { rules: [{ fault: 'wrong-date' }] },
  });
  const report = await testConnection(connectWithKey(exchange), signal);
  expect(report).toMatchObject({ public: works, signed: failure('clock-skew') });
});

describe('the signed check fails because of', () => {
  test('a wrong secret key', async () => {
    const { token, baseUrl } = await startExchange();
    const connection = connect({ baseUrl }, { credentials: async () => ({ token, secretKey: 'another' }) });
    expect(await testConnection(connection, signal)).toMatchObject({
      public: works,
      signed: failure('rejected-signature'),
    });
  });

  test('a wrong signing variant', async () => {
    const exchange = await startExchange({ signingVariant: 'case-insensitive' });
    expect(await testConnection(connectWithKey(exchange), signal)).toMatchObject({
      signed: failure('rejected-signature'),
    });
    const connection = connectWithKey(exchange, { signingVariant: 'case-insensitive' });
    expect(await testConnection(connection, signal)).toMatchObject({ signed: works });
  });

  test('a wrong token', async () => {
    const report = await testConnection(connect(await startExchange()), signal);
    expect(report).toMatchObject({ public: works, signed: failure('not-authenticated') });
  });

  test.each([
    [20526, 'no-permission'],
    [20529, 'key-expired'],
    [20524, 'account-locked'],
    [99999, 'service-error'],
  ])('errno %i', async (errno, code) => {
    const server = await startLocalServer((request, response) => {
      const isSigned = request.headers.token !== undefined;
      answer(response, isSigned ? { errno, errmsg: 'no' } : { errno: 0, errmsg: 'ok', result: {} });
    });
    closing.push(server.close);
    const report = await testConnection(connect(server), signal);
    expect(report).toMatchObject({
      public: works,
      signed: failure(code, { service: { errno, errmsg: 'no', httpStatus: 200 } }),
    });
  });

  test('credentials that cannot be read', async () => {
    const exchange = await startExchange();
    const credentials = async () => {
      throw new OrderglassError('keychain-unavailable', 'locked', { keychain: 'locked' });
    };
    const report = await testConnection(connect(exchange, { credentials }), signal);
    expect(report).toMatchObject({ public: works, signed: failure('keychain-unavailable', { keychain: 'locked' }) });
    expect(exchange.traffic.total).toBe(1);
  });
});

describe('the signed check is skipped if the server is', () => {
  const html = '<!doctype html><title>Welcome</title>';

  test.each<[string, number, string | object, string]>([
    ['a web page', 200, html, 'not-this-service'],
    ['one with empty responses', 200, '', 'not-this-service'],
    ['another service', 200, { status: 'ok' }, 'not-this-service'],
    ['a login page', 401, html, 'not-this-service'],
    ['a gateway', 403, html, 'not-this-service'],
    ['one that does not allow GET', 405, html, 'not-this-service'],
    ['one without this page', 404, html, 'wrong-address'],
    ['the service, without this path', 200, { errno: 404, errmsg: 'address does not exist' }, 'wrong-address'],
  ])('%s', async (_name, status, body, code) => {
    const server = await startLocalServer((_request, response) => answer(response, body, status));
    closing.push(server.close);
    const report = await testConnection(connect(server), signal);
    expect(report).toMatchObject({ public: failure(code), signed: failure(code) });
    expect(server.requests.map(({ headers }) => headers.token)).toEqual([undefined]);
  });

  test('one that redirects', async () => {
    const exchange = await startExchange({ faults: { rules: [{ fault: 'redirect' }] } });
    const report = await testConnection(connectWithKey(exchange), signal);
    expect(report).toMatchObject({ public: failure('redirect-refused'), signed: failure('redirect-refused') });
    expect(exchange.traffic.total).toBe(1);
  });

  test('unreachable', async () => {
    const exchange = await startExchange();
    await exchange.close();
    const report: ConnectionReport = await testConnection(connectWithKey(exchange), signal);
    expect(report).toEqual({ public: failure('offline'), signed: failure('offline'), clockOffset: null, proxy: null });
  });

  test('one without a trusted certificate', async () => {
    const server = createSecureServer(selfSigned, (_request, response) => answer(response, {}));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const report = await testConnection(connect({ baseUrl: `https://127.0.0.1:${port}` }), signal);
    const untrusted = failure('untrusted-certificate');
    expect(report).toMatchObject({ public: untrusted, signed: untrusted });
  });
});

describe('both checks are made if the service has', () => {
  test.each([
    ['server-error', 'service-error'],
    ['busy-20507', 'service-busy'],
    ['result-missing', 'bad-answer'],
  ] as const)('%s', async (fault, code) => {
    const exchange = await startExchange({ faults: { rules: [{ fault, paths: [rules] }] } });
    const report = await testConnection(connectWithKey(exchange), signal);
    expect(report).toMatchObject({ public: failure(code), signed: works });
  });

  test.each([
    ['throttled-429', 'throttled'],
    ['unavailable-503', 'service-busy'],
  ] as const)('%s: reported immediately, without waiting for the end of the pause', async (fault, code) => {
    const exchange = await startExchange({ faults: { rules: [{ fault }] } });
    const connection = connectWithKey(exchange);
    const failed = failure(code);
    expect(await testConnection(connection, signal)).toMatchObject({ public: failed, signed: failed });
    expect(await testConnection(connection, signal)).toMatchObject({ public: failed, signed: failed });
    expect(exchange.traffic.total).toBe(1);
  });
});

test('a pause that began before the test is reported immediately, too', async () => {
  const connection = connectWithKey(await startExchange({ faults: { rules: [{ fault: 'throttled-429' }] } }));
  const leaving = new AbortController();
  const waiting = connection.askMarket((client, options) => client.readSymbolRules({}, options), leaving.signal);
  await expect.poll(() => connection.status?.pausedUntil).toEqual(expect.any(Number));
  expect(await testConnection(connection, signal)).toMatchObject({ public: failure('throttled') });
  leaving.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'canceled' });
});

describe('a long test', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });

  const neverAnswers: typeof fetch = (_input, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason), { once: true });
    });

  test('ends 20 s after the start of each check', async () => {
    const testing = testConnection(connect({ baseUrl: 'https://exchange.example' }, { fetch: neverAnswers }), signal);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await testing).toMatchObject({ public: failure('timeout'), signed: failure('timeout'), clockOffset: null });
  });

  test('ends if it is canceled or the account is edited', async () => {
    const leaving = new AbortController();
    const options = { fetch: neverAnswers };
    const left = testConnection(connect({ baseUrl: 'https://exchange.example' }, options), leaving.signal);
    const connection = connect({ baseUrl: 'https://exchange.example' }, options);
    const edited = testConnection(connection, signal);
    await vi.advanceTimersByTimeAsync(1000);
    leaving.abort();
    connection.close();
    await expect(left).rejects.toMatchObject({ code: 'canceled' });
    await expect(edited).rejects.toMatchObject({ code: 'canceled' });
  });

  test('waits while the user types the keychain’s password', async () => {
    const asked = Promise.withResolvers<void>();
    const reading = Promise.withResolvers<{ token: string; secretKey: string }>();
    const { token, secretKey, baseUrl } = await startExchange();
    const credentials = () => {
      asked.resolve();
      return reading.promise;
    };
    const testing = testConnection(connect({ baseUrl }, { credentials }), signal);
    await asked.promise;
    await vi.advanceTimersByTimeAsync(60_000);
    reading.resolve({ token, secretKey });
    expect(await testing).toMatchObject({ signed: works });
  });
});
