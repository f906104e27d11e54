import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { OrderglassError } from '../shared/errors.ts';
import { createExchangeClient, type ExchangeClient, type ExchangeClientOptions } from './client.ts';
import { codesByErrno } from './errno.ts';
import { answer, type LocalServer, startLocalServer } from './testing/local-server.ts';
import { selfSigned } from './testing/self-signed.ts';

const credentials = { token: 'canary-token-93', secretKey: 'canary-secret-17' };
const isolated = { marginMode: 'isolated' } as const;
const emptyList = { errno: 0, errmsg: 'ok', result: [] };
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
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

/** Asks a server that behaves like this, and answers the failure. */
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
  test('credentials that become known later, and change', async () => {
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

  test('parameters go into the query and, raw, into the signature', async () => {
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

  test('is_full is always sent, other parameters only where they are given', async () => {
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
  ])('%j is refused before anything is sent', async (query, field) => {
    const { baseUrl, requests } = await serve((_request, response) => answer(response, emptyList));
    const failure = await failed(clientOf(baseUrl).readOrderHistory({ ...isolated, ...query }));
    expect(failure.code).toBe('invalid-input');
    expect(failure.message).toContain(`${field}: `);
    expect(requests).toHaveLength(0);
  });

  test('each request has a nonce of its own', async () => {
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

describe('failures that the service tells of', () => {
  test.each([...codesByErrno])('errno %i is %s', async (errno, code) => {
    for (const value of [errno, String(errno)]) {
      const failure = await failureOf((_request, response) => answer(response, { errno: value, errmsg: 'why' }));
      expect(failure.code).toBe(code);
      expect(failure.service).toEqual({ errno, errmsg: 'why', httpStatus: 200 });
    }
  });

  test('every published errno is known', () => {
    expect([...codesByErrno.keys()]).toEqual([
      401, 404, 10010, 20001, 20401, 20500, 20501, 20503, 20505, 20506, 20507, 20515, 20517, 20519, 20520, 20521, 20522,
      20523, 20524, 20525, 20526, 20529, 20530,
    ]);
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

  test('rows that repeat the credentials come without them, and none is lost', async () => {
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

  test('a hostile errmsg is made harmless', async () => {
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
  ])('the answer %j is bad', async (body) => {
    const failure = await failureOf((_request, response) => answer(response, body));
    expect(failure.code).toBe('bad-answer');
  });

  test('an answer that is not UTF-8 is bad', async () => {
    const failure = await failureOf((_request, response) => {
      response.end(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]));
    });
    expect(failure.code).toBe('bad-answer');
  });

  test('a wrong content type does not matter', async () => {
    const { baseUrl } = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(JSON.stringify(emptyList));
    });
    expect((await clientOf(baseUrl).readOrderHistory(isolated)).entries).toEqual([]);
  });
});

describe('failures of the connection', () => {
  test('nobody listens', async () => {
    const { baseUrl, close } = await startLocalServer(() => {});
    await close();
    const failure = await failed(clientOf(baseUrl).readOrderHistory(isolated));
    expect(failure.code).toBe('offline');
    expect(failure.message).toContain('ECONNREFUSED');
  });

  test('the connection is cut before the answer', async () => {
    expect((await failureOf((request) => request.socket.destroy())).code).toBe('offline');
  });

  test('the connection is cut within the answer', async () => {
    const failure = await failureOf((request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"errno":0,"result":[', () => request.socket.destroy());
    });
    expect(failure.code).toBe('offline');
  });

  test('what answers does not speak HTTP', async () => {
    const failure = await failureOf((request) => request.socket.end('220 mail.example ready\r\n'));
    expect(failure.code).toBe('bad-answer');
  });

  test('no answer in time', async () => {
    const failure = await failureOf(() => {}, { timeoutMs: 30 });
    expect(failure.code).toBe('timeout');
  });

  test('an answer that never ends', async () => {
    const failure = await failureOf(
      (_request, response) => {
        response.writeHead(200);
        response.write('{"errno":0,');
      },
      { timeoutMs: 30 },
    );
    expect(failure.code).toBe('timeout');
  });

  test('a failure whose body never ends is known by its status', async () => {
    const failure = await failureOf(
      (_request, response) => {
        response.writeHead(503);
        response.write('<html>');
      },
      { timeoutMs: 30 },
    );
    expect(failure.code).toBe('throttled');
  });

  test.each([true, false])('an answer that is too large, with its length told: %s', async (told) => {
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
      { maximumBodyBytes: 100_000 },
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

  test('a certificate that nobody vouches for', async () => {
    const server = createSecureServer(selfSigned, (_request, response) => answer(response, emptyList));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => server.close(() => resolve())));
    const { port } = server.address() as AddressInfo;
    const failure = await failed(clientOf(`https://127.0.0.1:${port}`).readOrderHistory(isolated));
    expect(failure.code).toBe('untrusted-certificate');
    expect(failure.message).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
  });

  test('https where only http is spoken', async () => {
    const { baseUrl } = await serve((_request, response) => answer(response, emptyList));
    const failure = await failed(clientOf(baseUrl.replace('http:', 'https:')).readOrderHistory(isolated));
    expect(failure.code).toBe('untrusted-certificate');
  });
});

describe('cancelling', () => {
  test('before the request nothing is sent', async () => {
    const { baseUrl, requests } = await serve((_request, response) => answer(response, emptyList));
    const failure = await failed(clientOf(baseUrl).readOrderHistory(isolated, { signal: AbortSignal.abort() }));
    expect(failure.code).toBe('cancelled');
    expect(requests).toHaveLength(0);
  });

  test.each([200, 500])('within an answer of status %i', async (status) => {
    const controller = new AbortController();
    let closed: Promise<void> | undefined;
    const { baseUrl } = await serve((request, response) => {
      closed = new Promise((resolve) => request.socket.once('close', () => resolve()));
      response.writeHead(status);
      response.write('{', () => controller.abort());
    });
    const failure = await failed(clientOf(baseUrl).readOrderHistory(isolated, { signal: controller.signal }));
    expect(failure.code).toBe('cancelled');
    await closed;
  });
});

describe('what cannot be used to make a client', () => {
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
