import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type DemoExchange, type DemoExchangeOptions, startDemoExchange } from '../../demo-exchange/index.ts';
import { answer, startLocalServer } from '../../exchange/testing/local-server.ts';
import { selfSigned } from '../../exchange/testing/self-signed.ts';
import type { ConnectionReport } from '../../shared/domain.ts';
import { OrderglassError } from '../../shared/errors.ts';
import { AccountConnection, type ExchangeLineOptions } from './account-connection.ts';
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

async function startExchange(options: DemoExchangeOptions = {}): Promise<DemoExchange> {
  const exchange = await startDemoExchange({ orders: 10, plans: 0, openPlans: 0, ordersPerMinute: 0, ...options });
  closing.push(() => exchange.close());
  return exchange;
}

function lineTo({ baseUrl }: { baseUrl: string }, options: Partial<ExchangeLineOptions> = {}): AccountConnection {
  const line = new AccountConnection({
    baseUrl,
    signingVariant: 'bytewise',
    requestsPerWindow: 100,
    fetch,
    now: Date.now,
    // Retries follow each other at once.
    random: () => 0,
    credentials: async () => ({ token: 'a-token', secretKey: 'a-secret-key' }),
    ...options,
  });
  closing.push(() => line.close());
  return line;
}

function ownLineTo(exchange: DemoExchange, options: Partial<ExchangeLineOptions> = {}): AccountConnection {
  const { token, secretKey } = exchange;
  return lineTo(exchange, { credentials: async () => ({ token, secretKey }), ...options });
}

const failure = (code: string, more: object = {}) => ({ ok: false, error: expect.objectContaining({ code, ...more }) });

test('one public request and one signed one', async () => {
  const exchange = await startExchange();
  const report = await testConnection(ownLineTo(exchange), signal);
  expect(report).toEqual({ public: works, signed: works, clockOffset: expect.any(Number) });
  expect(Math.abs(report.clockOffset ?? 9999)).toBeLessThan(1500);
  expect(exchange.traffic.recent().map(({ path, query }) => [path, query])).toEqual([
    [rules, ''],
    [history, 'limit=1&is_full=1'],
  ]);
});

test('a clock that is off is told, and does not keep the signed request from working', async () => {
  const exchange = await startExchange({ clockSkewSeconds: 3600 });
  const report = await testConnection(ownLineTo(exchange), signal);
  expect(report).toMatchObject({ public: works, signed: works });
  expect(Math.abs((report.clockOffset ?? 0) - 3_600_000)).toBeLessThan(1500);
});

test('a clock that cannot be known', async () => {
  const exchange = await startExchange({
    clockSkewSeconds: 3600,
    faults: { rules: [{ fault: 'wrong-date' }] },
  });
  const report = await testConnection(ownLineTo(exchange), signal);
  expect(report).toMatchObject({ public: works, signed: failure('clock-skew') });
});

describe('what is wrong with the credentials', () => {
  test('the secret key', async () => {
    const { token, baseUrl } = await startExchange();
    const line = lineTo({ baseUrl }, { credentials: async () => ({ token, secretKey: 'another' }) });
    expect(await testConnection(line, signal)).toMatchObject({ public: works, signed: failure('rejected-signature') });
  });

  test('the signing variant', async () => {
    const exchange = await startExchange({ signingVariant: 'case-insensitive' });
    expect(await testConnection(ownLineTo(exchange), signal)).toMatchObject({ signed: failure('rejected-signature') });
    const line = ownLineTo(exchange, { signingVariant: 'case-insensitive' });
    expect(await testConnection(line, signal)).toMatchObject({ signed: works });
  });

  test('the token', async () => {
    const report = await testConnection(lineTo(await startExchange()), signal);
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
    const report = await testConnection(lineTo(server), signal);
    expect(report).toMatchObject({
      public: works,
      signed: failure(code, { service: { errno, errmsg: 'no', httpStatus: 200 } }),
    });
  });

  test('they cannot be read', async () => {
    const exchange = await startExchange();
    const credentials = async () => {
      throw new OrderglassError('keychain-unavailable', 'locked', { keychain: 'locked' });
    };
    const report = await testConnection(lineTo(exchange, { credentials }), signal);
    expect(report).toMatchObject({ public: works, signed: failure('keychain-unavailable', { keychain: 'locked' }) });
    expect(exchange.traffic.total).toBe(1);
  });
});

describe('nothing of the service is at the address: the credentials are not shown to it', () => {
  const html = '<!doctype html><title>Welcome</title>';

  test.each<[string, number, string | object, string]>([
    ['a web page', 200, html, 'not-this-service'],
    ['an empty answer', 200, '', 'not-this-service'],
    ['another service', 200, { status: 'ok' }, 'not-this-service'],
    ['a page that wants a password', 401, html, 'not-this-service'],
    ['a gate', 403, html, 'not-this-service'],
    ['a server of something else', 405, html, 'not-this-service'],
    ['a page that is not there', 404, html, 'wrong-address'],
    ['the service, without this path', 200, { errno: 404, errmsg: 'address does not exist' }, 'wrong-address'],
  ])('%s', async (_name, status, body, code) => {
    const server = await startLocalServer((_request, response) => answer(response, body, status));
    closing.push(server.close);
    const report = await testConnection(lineTo(server), signal);
    expect(report).toMatchObject({ public: failure(code), signed: failure(code) });
    expect(server.requests.map(({ headers }) => headers.token)).toEqual([undefined]);
  });

  test('a way to another address', async () => {
    const exchange = await startExchange({ faults: { rules: [{ fault: 'redirect' }] } });
    const report = await testConnection(ownLineTo(exchange), signal);
    expect(report).toMatchObject({ public: failure('redirect-refused'), signed: failure('redirect-refused') });
    expect(exchange.traffic.total).toBe(1);
  });

  test('nobody', async () => {
    const exchange = await startExchange();
    await exchange.close();
    const report: ConnectionReport = await testConnection(ownLineTo(exchange), signal);
    expect(report).toEqual({ public: failure('offline'), signed: failure('offline'), clockOffset: null });
  });

  test('somebody without a certificate that is trusted', async () => {
    const server = createSecureServer(selfSigned, (_request, response) => answer(response, {}));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const report = await testConnection(lineTo({ baseUrl: `https://127.0.0.1:${port}` }), signal);
    const untrusted = failure('untrusted-certificate');
    expect(report).toMatchObject({ public: untrusted, signed: untrusted });
  });
});

describe('the service has a bad day: both are tried', () => {
  test.each([
    ['server-error', 'service-error'],
    ['busy-20507', 'service-busy'],
    ['result-missing', 'bad-answer'],
  ] as const)('%s', async (fault, code) => {
    const exchange = await startExchange({ faults: { rules: [{ fault, paths: [rules] }] } });
    const report = await testConnection(ownLineTo(exchange), signal);
    expect(report).toMatchObject({ public: failure(code), signed: works });
  });

  test.each(['throttled-429', 'unavailable-503'] as const)(
    '%s is told at once, without waiting for the pause to end',
    async (fault) => {
      const exchange = await startExchange({ faults: { rules: [{ fault }] } });
      const line = ownLineTo(exchange);
      const throttled = failure('throttled');
      expect(await testConnection(line, signal)).toMatchObject({ public: throttled, signed: throttled });
      expect(await testConnection(line, signal)).toMatchObject({ public: throttled, signed: throttled });
      expect(exchange.traffic.total).toBe(1);
    },
  );
});

test('a pause that others wait for already is told at once, too', async () => {
  const line = ownLineTo(await startExchange({ faults: { rules: [{ fault: 'throttled-429' }] } }));
  const leaving = new AbortController();
  const waiting = line.askMarket((client, options) => client.readSymbolRules({}, options), leaving.signal);
  await expect.poll(() => line.state?.pausedUntil).toEqual(expect.any(Number));
  expect(await testConnection(line, signal)).toMatchObject({ public: failure('throttled') });
  leaving.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
});

describe('a test that takes long', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });

  const neverAnswers: typeof fetch = (_input, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason), { once: true });
    });

  test('is over after 20 s for each request', async () => {
    const testing = testConnection(lineTo({ baseUrl: 'https://exchange.example' }, { fetch: neverAnswers }), signal);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await testing).toMatchObject({ public: failure('timeout'), signed: failure('timeout'), clockOffset: null });
  });

  test('ends when nobody waits for it, and when the account is edited', async () => {
    const leaving = new AbortController();
    const options = { fetch: neverAnswers };
    const left = testConnection(lineTo({ baseUrl: 'https://exchange.example' }, options), leaving.signal);
    const line = lineTo({ baseUrl: 'https://exchange.example' }, options);
    const edited = testConnection(line, signal);
    await vi.advanceTimersByTimeAsync(1000);
    leaving.abort();
    line.close();
    await expect(left).rejects.toMatchObject({ code: 'cancelled' });
    await expect(edited).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('does not hurry whoever types the password of the keychain', async () => {
    const asked = Promise.withResolvers<void>();
    const reading = Promise.withResolvers<{ token: string; secretKey: string }>();
    const { token, secretKey, baseUrl } = await startExchange();
    const credentials = () => {
      asked.resolve();
      return reading.promise;
    };
    const testing = testConnection(lineTo({ baseUrl }, { credentials }), signal);
    await asked.promise;
    await vi.advanceTimersByTimeAsync(60_000);
    reading.resolve({ token, secretKey });
    expect(await testing).toMatchObject({ signed: works });
  });
});
