import { once } from 'node:events';
import { get } from 'node:https';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { type FaultyExchange, startFaultyExchange } from './faults/index.ts';
import { paths, readAnswer, TestClient } from './testing/test-client.ts';

/**
 * TEST ONLY. A self-signed certificate for 127.0.0.1 with its private key. Both are public in this repository and
 * protect nothing.
 */
const selfSigned = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUEwLqjquAYhsrgldHq+arBvvI0m4wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTEyMTgyOVoYDzIxMjYxMDI4
MTIxODI5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQCMAeHffGh+RSmwVU7KCIDUabhh+Gk+zCj+7H34lgvIHf6p5kZ015m
5yelzHVebpFh1ek6wownSYOA61n2w9N4o28wbTAdBgNVHQ4EFgQUy25QBvqI4UmA
sspCY9NI/Xf9t5gwHwYDVR0jBBgwFoAUy25QBvqI4UmAsspCY9NI/Xf9t5gwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgAmKKZG2rj4g76nP4+y5Rx/njntOongkuOZQCiyoJ4ZwCIQD2
zxBv/rbyeLE9cfK69mT894y2R/3udeV45VBXO1bzUg==
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgYQcIAnn/WHABJhrX
lvx4MLvExhzZzrytXJGijw2vG6mhRANCAAQCMAeHffGh+RSmwVU7KCIDUabhh+Gk
+zCj+7H34lgvIHf6p5kZ015m5yelzHVebpFh1ek6wownSYOA61n2w9N4
-----END PRIVATE KEY-----
`,
} as const;

let exchange: FaultyExchange;
let client: TestClient;
let clock = 1_760_000_000_000;

async function start(options: Parameters<typeof startFaultyExchange>[0] = {}): Promise<void> {
  exchange = await startFaultyExchange({ orders: 200, plans: 20, now: () => clock, ...options });
  client = new TestClient(exchange, () => clock);
}

afterEach(() => exchange.close());

function sendRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(exchange.port, '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

test('listens on the loopback address only', async () => {
  await start();
  expect(exchange.baseUrl).toBe(`http://127.0.0.1:${exchange.port}`);
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  for (const { address } of own.filter((other) => other.address !== '127.0.0.1')) {
    await expect(once(connect(exchange.port, address), 'connect'), address).rejects.toThrow();
  }
});

test('every response is the envelope as JSON', async () => {
  await start();
  for (const path of [...Object.values(paths), '/', '/v1/other']) {
    const answer = await client.request(path);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(Number.isInteger(answer.envelope.errno)).toBe(true);
    expect(answer.envelope.errmsg).toMatch(/./);
    expect('result' in answer.envelope).toBe(answer.envelope.errno === 0);
  }
});

test.each([
  '/',
  '/v1',
  '/v1/futures/orders/history/',
  '/V1/futures/orders/history',
  '/v2/futures/orders/history',
  '/v1/futures/orders',
  '//v1/spot/24kline_list',
])('responds to an unknown path (%s) with errno 404', async (path) => {
  await start();
  const answer = await client.signed(path);
  expect(answer.status).toBe(200);
  expect(answer.envelope).toEqual({ errno: 404, errmsg: 'address does not exist' });
});

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('rejects %s on every path', async (method) => {
  await start();
  for (const path of Object.values(paths)) {
    const body = method === 'OPTIONS' ? null : 'x'.repeat(100_000);
    const answer = await readAnswer(
      await fetch(exchange.baseUrl + path, { method, body, headers: client.signedHeaders({}) }),
    );
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET');
    expect(answer.envelope.errno).toBe(20001);
  }
});

test('rejects HEAD without a body', async () => {
  await start();
  const response = await fetch(exchange.baseUrl + paths.precision, { method: 'HEAD' });
  expect(response.status).toBe(405);
  expect(await response.text()).toBe('');
});

test('throttles the 101st request within ten seconds, in a sliding window', async () => {
  await start();
  const began = clock;
  for (let request = 0; request < 100; request++) {
    clock = began + request * 50;
    expect((await client.signed(request % 2 === 0 ? paths.orders : paths.currentPlans, { limit: 1 })).status).toBe(200);
  }
  clock = began + 9999;
  for (const path of Object.values(paths)) {
    const answer = await client.signed(path);
    expect(answer.status).toBe(429);
    expect(answer.envelope).toEqual({ errno: 20507, errmsg: 'busy, try again later' });
    expect(answer.headers.get('retry-after')).toBe(null);
    expect([...answer.headers.keys()].filter((name) => name.includes('limit'))).toEqual([]);
  }
  // Callers without the token have their own key.
  expect((await client.request(paths.spotTickers, { symbol: 'BTC-USDT' })).status).toBe(200);
  clock = began + 10_000;
  expect((await client.signed(paths.orders)).status).toBe(200);
  expect((await client.signed(paths.orders)).status).toBe(429);
  expect(exchange.traffic.throttled).toBe(7);
});

test('limits clients without the token by address, whatever their token, and each endpoint separately', async () => {
  await start({ requestsPerWindow: 6 });
  for (let request = 0; request < 6; request++) {
    const answer = await client.request(paths.precision, { symbol: 'BTC-USDT' }, { Token: `made-up-${request}` });
    expect(answer.status).toBe(200);
  }
  expect((await client.request(paths.spotTickers)).status).toBe(429);
  const { token } = exchange;
  // The key has no requests yet, but the endpoint has reached its limit.
  expect((await client.request(paths.precision, {}, { Token: token })).status).toBe(429);
  expect((await client.request(paths.futuresTickers, {}, { Token: token })).status).toBe(200);
});

test('a throttled request neither counts for the key nor uses up its nonce', async () => {
  await start({ requestsPerWindow: 1 });
  const began = clock;
  expect((await client.signed(paths.orders)).envelope.errno).toBe(0);
  const headers = client.signedHeaders({});
  for (const later of [2000, 4000, 6000, 9000]) {
    clock = began + later;
    expect((await client.request(paths.orders, {}, headers)).status).toBe(429);
  }
  clock = began + 10_000;
  expect((await client.request(paths.orders, {}, headers)).envelope.errno).toBe(0);
});

test('responds to broken and hostile requests and keeps running', async () => {
  await start({ requestsPerWindow: 1_000_000 });
  const queries = [
    'symbol=%',
    'symbol=%zz',
    'symbol=%ff%fe',
    '%E5%B8',
    '&&&=&==&',
    '=',
    'symbol',
    'symbol=BTC-USDT&symbol=ETH-USDT',
    'symbol[]=BTC-USDT',
    `symbol=${'A,'.repeat(3000)}`,
    Array.from({ length: 2000 }, (_, position) => `p${position}=1`).join('&'),
    'symbol=%00',
    'symbol=__proto__',
    'symbol=constructor',
    '?symbol=BTC-USDT',
  ];
  for (const query of queries) {
    for (const path of Object.values(paths)) {
      const isSigned = [paths.orders, paths.planHistory, paths.currentPlans].some((signed) => signed === path);
      const answer = await client.request(`${path}?${query}`, {}, isSigned ? client.signedHeaders({}) : {});
      expect(answer.status).toBe(200);
      expect(answer.envelope.errno).not.toBe(20500);
      if (isSigned) expect([20505, 20506, 0]).toContain(answer.envelope.errno);
    }
  }
  const envelope = /\{"errno":20001,"errmsg":"request failure"\}$/;
  expect(await sendRaw(`GET ${paths.orders}?${'x'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 431 /,
  );
  expect(await sendRaw('nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(await sendRaw('nonsense\r\n\r\n')).toMatch(envelope);
  expect(await sendRaw('GET /\u0000 HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(envelope);
  await sendRaw('CONNECT other:443 HTTP/1.1\r\nHost: other\r\n\r\n');
  expect(
    await sendRaw('GET http://other/v1/spot/24kline_list HTTP/1.1\r\nHost: other\r\nConnection: close\r\n\r\n'),
  ).toMatch(/"errno":404/);
  expect((await client.signed(paths.orders)).envelope.errno).toBe(0);
});

test('rejects a repeated parameter that the operation uses', async () => {
  await start();
  const answer = await client.request(`${paths.futuresTickers}?symbol=BTC-USDT&symbol=ETH-USDT`);
  expect(answer.envelope.errno).toBe(20505);
});

test('speaks https with a certificate, which clients reject by default', async () => {
  await start({ tls: selfSigned });
  expect(exchange.baseUrl).toBe(`https://127.0.0.1:${exchange.port}`);
  const cause = expect.objectContaining({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  await expect(fetch(exchange.baseUrl + paths.precision)).rejects.toMatchObject({ cause });
  expect(exchange.traffic.total).toBe(0);
  const trusting = get(exchange.baseUrl + paths.precision, { ca: selfSigned.cert, agent: false });
  const [response] = await once(trusting, 'response');
  expect(response.statusCode).toBe(200);
  response.resume();
  await once(response, 'end');
  exchange.faults.set({ rules: [{ fault: 'connection-reset' }] });
  const [error] = await once(get(exchange.baseUrl, { ca: selfSigned.cert, agent: false }), 'error');
  expect(error.code).toBe('ECONNRESET');
});

test('the latency delays every response', async () => {
  await start({ latencyMs: 30 });
  const began = performance.now();
  await client.request(paths.precision);
  expect(performance.now() - began).toBeGreaterThanOrEqual(29);
});

test('close ends idle connections and delayed responses and can be called again', async () => {
  await start({ latencyMs: 600_000 });
  const pending = client.request(paths.precision).then(
    () => 'answered',
    () => 'cut',
  );
  await expect.poll(() => exchange.traffic.total).toBe(1);
  const idle = connect(exchange.port, '127.0.0.1');
  const ended = new Promise((resolve) => idle.on('close', resolve));
  await new Promise((resolve) => idle.on('connect', resolve));
  await Promise.all([exchange.close(), exchange.close()]);
  expect(await pending).toBe('cut');
  await ended;
  await expect(fetch(exchange.baseUrl)).rejects.toThrow();
});

test('of 200 idle connections 72 are refused', async () => {
  await start();
  let closed = 0;
  const idle = Array.from({ length: 200 }, () => connect(exchange.port, '127.0.0.1'));
  for (const connection of idle) connection.on('error', () => {}).on('close', () => closed++);
  await expect.poll(() => closed).toBe(72);
  for (const connection of idle) connection.destroy();
  await expect.poll(async () => (await client.request(paths.precision).catch(() => null))?.envelope.errno).toBe(0);
});

test('records the received requests', async () => {
  await start();
  await client.signed(paths.orders, { symbol: '龙虾-USDT' });
  await client.request('/elsewhere');
  expect(exchange.traffic.total).toBe(2);
  expect(exchange.traffic.count(paths.orders)).toBe(1);
  expect(exchange.traffic.count('other')).toBe(1);
  const [first] = exchange.traffic.recent();
  expect(first).toMatchObject({
    method: 'GET',
    path: paths.orders,
    query: 'symbol=%E9%BE%99%E8%99%BE-USDT',
    httpStatus: 200,
    errno: 0,
  });
  expect(first?.headers.token).toBe(exchange.token);
});

test.each([
  { orders: -1 },
  { orders: 1.5 },
  { port: 70_000 },
  { timeScale: Number.NaN },
  { requestsPerWindow: 0 },
  { clockSkewSeconds: 1e9 },
])('rejects options out of range: %j', async (options) => {
  await start();
  await expect(startFaultyExchange(options)).rejects.toThrow(RangeError);
});

test('rejects a port in use', async () => {
  await start();
  await expect(startFaultyExchange({ port: exchange.port, orders: 0 })).rejects.toThrow(/EADDRINUSE/);
});

test('an empty account has empty lists', async () => {
  await start({ orders: 0, plans: 0, openPlans: 0 });
  for (const path of [paths.orders, paths.planHistory, paths.currentPlans]) {
    expect((await client.signed(path)).text).toBe('{"errno":0,"errmsg":"success","result":[]}');
  }
});
