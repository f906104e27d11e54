import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { OrderglassError } from '../shared/values/errors.ts';
import { createBoundedFetch } from './bounded-fetch.ts';
import { createExchangeClient, type ExchangeClient } from './client.ts';
import type { ExchangeClientOptions } from './send-once.ts';
import { answer, type LocalServer, startLocalServer } from './testing/local-server.ts';
import { selfSigned } from './testing/self-signed.ts';

const fetch = createBoundedFetch();

const credentials = { token: 'canary-token-93', secretKey: 'canary-secret-17' };
const isolated = { marginMode: 'isolated' } as const;
const emptyList = { errno: 0, errmsg: 'ok', result: [] };
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closing.splice(0)) await close();
});

async function serve(listener: RequestListener): Promise<LocalServer> {
  const server = await startLocalServer(listener);
  closing.push(server.close);
  return server;
}

function clientOf(baseUrl: string, options: Partial<ExchangeClientOptions> = {}): ExchangeClient {
  return createExchangeClient({
    baseUrl,
    credentials,
    signingVariant: 'bytewise',
    fetch,
    now: () => 1_700_000_000_000,
    random: () => 0,
    ...options,
  });
}

/** Sends a request to a server with this listener and returns the error. */
async function failureOf(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  options: Partial<ExchangeClientOptions> = {},
): Promise<OrderglassError> {
  const { baseUrl } = await serve(listener);
  return failed(clientOf(baseUrl, options).readOrderHistory(isolated));
}

async function failed(call: Promise<unknown>): Promise<OrderglassError> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OrderglassError)) throw new Error('the call did not fail as expected', { cause: error });
  const told = `${error.message} ${error.stack} ${String(error.cause)} ${JSON.stringify(error.toFailure())}`;
  expect(told).not.toContain(credentials.token);
  expect(told).not.toContain(credentials.secretKey);
  return error;
}

describe('requests', () => {
  test('credentials may become known later and may change', async () => {
    let known: typeof credentials | null = null;
    const { baseUrl, requests } = await serve((_request, response) =>
      answer(response, { errno: 1, errmsg: 'canary-token-93' }),
    );
    const client = clientOf(baseUrl, { credentials: () => known });
    expect((await failed(client.readOrderHistory(isolated))).code).toBe('not-authenticated');
    await client.readSpotTickers().catch(() => {});
    expect(requests.map(({ headers }) => headers.token)).toEqual([undefined]);
    known = credentials;
    expect((await failed(client.readOrderHistory(isolated))).service?.errmsg).toBe('…');
    known = { token: 'another-token-1', secretKey: 'another' };
    await client.readOrderHistory(isolated).catch(() => {});
    expect(requests.map(({ headers }) => headers.token)).toEqual([undefined, 'canary-token-93', 'another-token-1']);
    known = { token: 'no header ', secretKey: 'canary-secret-17' };
    expect((await failed(client.readOrderHistory(isolated))).code).toBe('invalid-input');
    expect(requests).toHaveLength(3);
  });

  test('parameters go encoded into the query and raw into the signature', async () => {
    const { baseUrl, requests } = await serve((_request, response) => answer(response, emptyList));
    await clientOf(`${baseUrl}/prefix/`).readPlanHistory({
      symbol: '币安人生-USDT',
      from: 'BG 50+&=/?#%',
      direct: 'next',
      limit: 100,
      marginMode: 'cross',
    });
    const [request] = requests;
    const url = new URL(request?.url ?? '', baseUrl);
    expect(request?.method).toBe('GET');
    expect(url.pathname).toBe('/prefix/v1/futures/plan/history');
    expect([...url.searchParams]).toEqual([
      ['symbol', '币安人生-USDT'],
      ['from', 'BG 50+&=/?#%'],
      ['direct', 'next'],
      ['limit', '100'],
      ['is_full', '2'],
    ]);
    const parts = [...url.searchParams].map(([name, value]) => `${name}=${value}`);
    const nonce = '1700000000_aaaaa';
    const sorted = [...parts, credentials.token, credentials.secretKey, nonce].sort();
    expect(request?.headers).toMatchObject({
      token: credentials.token,
      nonce,
      signature: createHash('sha1').update(sorted.join('')).digest('hex'),
    });
    expect(request?.url).not.toContain(credentials.token);
  });

  test('is_full is always sent, other parameters only if given', async () => {
    const { baseUrl, requests } = await serve((_request, response) => answer(response, emptyList));
    const client = clientOf(baseUrl);
    await client.readOrderHistory(isolated);
    await client.readOpenPlans({ marginMode: 'cross' });
    await client.readSpotTickers();
    await client.readFuturesTickers({ symbols: ['BTC-USDT', '币安人生-USDT'] });
    await client.readSymbolRules({ symbol: 'BTC-USDT' });
    expect(requests.map((request) => decodeURIComponent(request.url ?? ''))).toEqual([
      '/v1/futures/orders/history?is_full=1',
      '/v1/futures/plan/current?is_full=2',
      '/v1/spot/24kline_list',
      '/v1/futures/24kline_list?symbol=BTC-USDT,币安人生-USDT',
      '/v1/futures/symbol_precision?symbol=BTC-USDT',
    ]);
  });

  test('market calls carry no credentials and need none', async () => {
    const { baseUrl, requests } = await serve((_request, response) => answer(response, emptyList));
    const client = clientOf(baseUrl);
    await client.readSpotTickers();
    await client.readFuturesTickers();
    await client.readSymbolRules();
    for (const { headers } of requests) {
      expect(headers).not.toHaveProperty('token');
      expect(headers).not.toHaveProperty('nonce');
      expect(headers).not.toHaveProperty('signature');
    }
    const { credentials: _, ...withoutCredentials } = { ...optionsOf(baseUrl) };
    const anonymous = createExchangeClient(withoutCredentials);
    expect((await anonymous.readSpotTickers()).rows).toEqual([]);
    expect((await failed(anonymous.readOpenPlans(isolated))).code).toBe('not-authenticated');
    expect(requests).toHaveLength(4);
  });

  test.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: 101 }, 'limit'],
    [{ limit: 1.5 }, 'limit'],
    [{ symbol: '' }, 'symbol'],
    [{ symbol: 'A-B,C-D' }, 'symbol'],
    [{ symbol: 'A\nB' }, 'symbol'],
    [{ from: '' }, 'from'],
    [{ from: 'half\ud800' }, 'from'],
    [{ from: 'x'.repeat(201) }, 'from'],
  ])('%j is rejected before anything is sent', async (query, field) => {
    const { baseUrl, requests } = await serve((_request, response) => answer(response, emptyList));
    const failure = await failed(clientOf(baseUrl).readOrderHistory({ ...isolated, ...query }));
    expect(failure.code).toBe('invalid-input');
    expect(failure.message).toContain(`${field}: `);
    expect(requests).toHaveLength(0);
  });

  test('each request has its own nonce', async () => {
    const { baseUrl, requests } = await serve((_request, response) => answer(response, emptyList));
    const client = clientOf(baseUrl, { random: Math.random });
    await client.readOrderHistory(isolated);
    await client.readOrderHistory(isolated);
    expect(new Set(requests.map(({ headers }) => headers.nonce)).size).toBe(2);
  });
});

const optionsOf = (baseUrl: string): ExchangeClientOptions => ({
  baseUrl,
  credentials,
  signingVariant: 'bytewise',
  fetch,
  now: Date.now,
  random: Math.random,
});

/** docs/service.md 10.2. */
const publishedCodes = [
  [401, 'not-authenticated'],
  [404, 'wrong-address'],
  [10010, 'service-error'],
  [20001, 'service-error'],
  [20401, 'no-permission'],
  [20500, 'service-error'],
  [20501, 'invalid-request'],
  [20503, 'invalid-request'],
  [20505, 'invalid-request'],
  [20506, 'rejected-signature'],
  [20507, 'service-busy'],
  [20515, 'no-permission'],
  [20517, 'service-error'],
  [20519, 'nonce-used'],
  [20520, 'clock-skew'],
  [20521, 'not-authenticated'],
  [20522, 'not-authenticated'],
  [20523, 'not-authenticated'],
  [20524, 'account-locked'],
  [20525, 'not-authenticated'],
  [20526, 'no-permission'],
  [20529, 'key-expired'],
  [20530, 'no-permission'],
] as const;

describe('a cache between', () => {
  const received = 1_700_000_000_000;
  const readThrough = async (age: string) => {
    const { baseUrl, requests } = await serve((_request, response) => {
      response.setHeader('age', age);
      answer(response, emptyList);
    });
    return { client: clientOf(baseUrl), requests };
  };

  test('is requested not to answer', async () => {
    const { client, requests } = await readThrough('0');
    await client.readSpotTickers();
    expect(requests[0]?.headers['cache-control']).toBe('no-cache');
  });

  test.each([
    ['0', 0],
    ['1', 1000],
    ['96', 96_000],
    ['96, 7', 96_000],
    ['99999999999999', 31_536_000_000],
    ['-5', 0],
    ['soon', 0],
  ])('that states an Age of %s makes market data that much older', async (age, ageMs) => {
    const { client } = await readThrough(age);
    expect((await client.readFuturesTickers()).fetchedAt).toBe(received - ageMs);
  });

  test('that answers a signed request is a failure of its own', async () => {
    const old = await readThrough('2');
    expect(await failed(old.client.readOrderHistory(isolated))).toMatchObject({ code: 'cached-response' });
    const passedOn = await readThrough('1');
    expect(await passedOn.client.readOrderHistory(isolated)).toMatchObject({ fetchedAt: received - 1000 });
  });

  test('does not answer if the response is no older than the request that took long', async () => {
    const { baseUrl } = await serve((_request, response) => {
      response.setHeader('age', '4');
      answer(response, emptyList);
    });
    // The first two are the nonce's and the request's.
    const times = [received, received];
    const client = clientOf(baseUrl, { now: () => times.shift() ?? received + 3000 });
    expect(await client.readOpenPlans(isolated)).toMatchObject({ fetchedAt: received - 1000 });
  });
});

describe('failures that the service reports', () => {
  test.each(publishedCodes)('errno %i is %s', async (errno, code) => {
    for (const value of [errno, String(errno)]) {
      const failure = await failureOf((_request, response) => answer(response, { errno: value, errmsg: 'why' }));
      expect(failure.code).toBe(code);
      expect(failure.service).toEqual({ errno, errmsg: 'why', httpStatus: 200 });
    }
  });

  test.each([
    [429, 'throttled'],
    [503, 'throttled'],
    [404, 'wrong-address'],
    [401, 'not-authenticated'],
    [403, 'no-permission'],
    [400, 'invalid-request'],
    [408, 'timeout'],
    [418, 'service-error'],
    [500, 'service-error'],
    [502, 'service-error'],
    [504, 'service-error'],
  ])('HTTP status %i is %s', async (status, code) => {
    const failure = await failureOf((_request, response) => answer(response, '<html>nginx</html>', status));
    expect(failure.code).toBe(code);
    expect(failure.service).toEqual({ httpStatus: status });
  });

  test.each([
    [500, 20506, 'rejected-signature'],
    [401, 20520, 'clock-skew'],
    [404, 20501, 'invalid-request'],
    [429, 20507, 'throttled'],
    [500, 0, 'service-error'],
  ])('HTTP status %i with errno %i is %s', async (httpStatus, errno, code) => {
    const failure = await failureOf((_request, response) => answer(response, { errno }, httpStatus));
    expect(failure.code).toBe(code);
    expect(failure.service).toEqual({ errno, httpStatus });
  });

  test('an unknown errno keeps its number and text', async () => {
    const failure = await failureOf((_request, response) => answer(response, { errno: 77777, errmsg: '错误' }));
    expect(failure.toFailure()).toMatchObject({ code: 'service-error', service: { errno: 77777, errmsg: '错误' } });
  });

  test('rows that repeat the credentials are returned without them', async () => {
    const row = (order_id: string, extra: object) => ({
      order_id,
      ctime: 1_700_000_000,
      symbol: 'BTC-USDT',
      type: 'buy-limit',
      ...extra,
    });
    const rows = [
      row('1', { price: '1.5', note: credentials.token }),
      row('2', { price: credentials.secretKey }),
      row(credentials.token, { price: '2.5' }),
    ];
    const { baseUrl } = await serve((_request, response) => answer(response, { ...emptyList, result: rows }));
    const { entries } = await clientOf(baseUrl).readOrderHistory(isolated);
    expect(entries).toHaveLength(3);
    expect(JSON.stringify(entries)).not.toContain(credentials.token);
    expect(JSON.stringify(entries)).not.toContain(credentials.secretKey);
  });

  test('a hostile errmsg is cleaned', async () => {
    const errmsg = `\u001b[2J<b>${credentials.token}</b>${credentials.secretKey}${'x'.repeat(500)}`;
    const failure = await failureOf((_request, response) => answer(response, { errno: 1, errmsg }));
    expect(failure.service?.errmsg).toMatch(/^\uFFFD\[2J<b>…<\/b>…x+…$/);
    expect(failure.service?.errmsg).toHaveLength(300);
  });

  test.each([
    '',
    ' ',
    '<html></html>',
    '{"errno":0,"errmsg":"ok","resu',
    'null',
    '[]',
    '"ok"',
    '{}',
    '{"errmsg":"ok","result":[]}',
    '{"errno":null,"result":[]}',
    '{"errno":"","result":[]}',
    '{"errno":"zero","result":[]}',
    '{"errno":true,"result":[]}',
    '{"errno":0.5,"result":[]}',
    '{"errno":0,"errmsg":"ok"}',
  ])('the response %j is bad-answer', async (body) => {
    const failure = await failureOf((_request, response) => answer(response, body));
    expect(failure.code).toBe('bad-answer');
  });

  test('a response that is not UTF-8 is bad-answer', async () => {
    const failure = await failureOf((_request, response) => {
      response.end(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]));
    });
    expect(failure.code).toBe('bad-answer');
  });

  test('a wrong content type is ignored', async () => {
    const { baseUrl } = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(JSON.stringify(emptyList));
    });
    expect((await clientOf(baseUrl).readOrderHistory(isolated)).entries).toEqual([]);
  });
});

describe('failures of the connection', () => {
  test('offline if no server listens', async () => {
    const { baseUrl, close } = await startLocalServer(() => {});
    await close();
    const failure = await failed(clientOf(baseUrl).readOrderHistory(isolated));
    expect(failure.code).toBe('offline');
    expect(failure.message).toContain('ECONNREFUSED');
  });

  test('offline if the connection breaks before the response', async () => {
    expect((await failureOf((request) => request.socket.destroy())).code).toBe('offline');
  });

  test('offline if the connection breaks within the response', async () => {
    const failure = await failureOf((request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"errno":0,"result":[', () => request.socket.destroy());
    });
    expect(failure.code).toBe('offline');
  });

  test('bad-answer if the server does not speak HTTP', async () => {
    const failure = await failureOf((request) => request.socket.end('220 mail.example ready\r\n'));
    expect(failure.code).toBe('bad-answer');
  });

  test('timeout if no response arrives', async () => {
    const failure = await failureOf(() => {}, { timeoutMs: 30 });
    expect(failure.code).toBe('timeout');
  });

  test('timeout if the response never ends', async () => {
    const failure = await failureOf(
      (_request, response) => {
        response.writeHead(200);
        response.write('{"errno":0,');
      },
      { timeoutMs: 30 },
    );
    expect(failure.code).toBe('timeout');
  });

  test('a failure whose body never ends is reported by its status', async () => {
    const failure = await failureOf(
      (_request, response) => {
        response.writeHead(503);
        response.write('<html>');
      },
      // Long enough for the status to arrive on a busy machine.
      { timeoutMs: 1000 },
    );
    expect(failure.code).toBe('throttled');
  });

  test.each([true, false])('bad-answer if the response is too large, with a Content-Length: %s', async (told) => {
    let sent = 0;
    const failure = await failureOf(
      (_request, response) => {
        if (told) response.writeHead(200, { 'content-length': String(50 * 1024 * 1024) });
        const block = Buffer.alloc(64 * 1024, ' ');
        const send = () => {
          while (!response.destroyed && sent < 50 * 1024 * 1024) {
            sent += block.length;
            if (!response.write(block)) break;
          }
        };
        response.on('drain', send);
        send();
      },
      { maxBodyBytes: 100_000 },
    );
    expect(failure.code).toBe('bad-answer');
    expect(failure.message).toContain('100000 bytes');
    expect(sent).toBeLessThan(20 * 1024 * 1024);
  });

  test.each([301, 302, 303, 307, 308])(
    'a redirect with %i is refused and the credentials stay here',
    async (status) => {
      const elsewhere = await serve((_request, response) => answer(response, emptyList));
      const failure = await failureOf((_request, response) => {
        response.writeHead(status, { location: `${elsewhere.baseUrl}/v1/futures/orders/history` });
        response.end();
      });
      expect(failure.code).toBe('redirect-refused');
      expect(failure.service).toEqual({ httpStatus: status });
      expect(elsewhere.requests).toHaveLength(0);
    },
  );

  test.each([undefined, '0'])(
    'untrusted-certificate for a self-signed certificate, with NODE_TLS_REJECT_UNAUTHORIZED=%s',
    async (setting) => {
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', setting);
      const server = createSecureServer(selfSigned, (_request, response) => answer(response, emptyList));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      closing.push(() => new Promise((resolve) => server.close(() => resolve())));
      const { port } = server.address() as AddressInfo;
      const failure = await failed(clientOf(`https://127.0.0.1:${port}`).readOrderHistory(isolated));
      expect(failure.code).toBe('untrusted-certificate');
      expect(failure.message).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
    },
  );

  test('no-tls for https with an http server', async () => {
    const { baseUrl } = await serve((_request, response) => answer(response, emptyList));
    const failure = await failed(clientOf(baseUrl.replace('http:', 'https:')).readOrderHistory(isolated));
    expect(failure.code).toBe('no-tls');
  });
});

describe('canceling', () => {
  test('before the call sends nothing', async () => {
    const { baseUrl, requests } = await serve((_request, response) => answer(response, emptyList));
    const failure = await failed(clientOf(baseUrl).readOrderHistory(isolated, { signal: AbortSignal.abort() }));
    expect(failure.code).toBe('canceled');
    expect(requests).toHaveLength(0);
  });

  test.each([200, 500])('within a response of status %i closes the connection', async (status) => {
    const controller = new AbortController();
    let closed: Promise<void> | undefined;
    const { baseUrl } = await serve((request, response) => {
      closed = new Promise((resolve) => request.socket.once('close', () => resolve()));
      response.writeHead(status);
      response.write('{', () => controller.abort());
    });
    const failure = await failed(clientOf(baseUrl).readOrderHistory(isolated, { signal: controller.signal }));
    expect(failure.code).toBe('canceled');
    await closed;
  });

  test('with the last byte of a response ends this request only', async () => {
    const { baseUrl } = await serve((_request, response) => answer(response, emptyList));
    const url = new URL(baseUrl);
    const options = { method: 'GET', redirect: 'manual', headers: {} } as const;
    const uncaught: Error[] = [];
    const remember = (error: Error) => uncaught.push(error);
    process.once('uncaughtException', remember);
    onTestFinished(() => void process.off('uncaughtException', remember));

    const controller = new AbortController();
    const { body } = await fetch(url, { ...options, signal: controller.signal });
    for await (const _chunk of body ?? []) controller.abort();
    const next = await fetch(url, { ...options, signal: AbortSignal.timeout(10_000) });
    expect(next.status).toBe(200);
    expect(uncaught).toEqual([]);
  });
});

describe('unusable options', () => {
  test.each([
    [{ baseUrl: 'http://exchange.example' }],
    [{ credentials: { token: 'line\nbreak', secretKey: 'x' } }],
    [{ credentials: { token: 'x', secretKey: '' } }],
  ])('%j', (options) => {
    expect(() => clientOf('https://exchange.example', options)).toThrowError(
      expect.objectContaining({ code: 'invalid-input' }),
    );
  });
});
