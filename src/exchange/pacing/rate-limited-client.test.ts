import type { RequestListener, ServerResponse } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type DemoExchange, type DemoExchangeOptions, startDemoExchange } from '../../demo-exchange/index.ts';
import { LeakyBucket } from '../testing/leaky-bucket.ts';
import { answer, type LocalServer, startLocalServer } from '../testing/local-server.ts';
import {
  type ClientStatus,
  createRateLimitedClient,
  createRateLimiter,
  type RateLimitedClient,
  type RateLimitedClientOptions,
} from './rate-limited-client.ts';

const credentials = { token: 'canary-token-93', secretKey: 'canary-secret-17' };
const isolated = { marginMode: 'isolated' } as const;
const emptyList = { errno: 0, errmsg: 'ok', result: [] };
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function startDemo(options: DemoExchangeOptions = {}): Promise<DemoExchange> {
  const demo = await startDemoExchange({ orders: 300, plans: 100, ordersPerMinute: 0, ...options });
  closing.push(demo.close);
  return demo;
}

async function serve(listener: RequestListener): Promise<LocalServer> {
  const server = await startLocalServer(listener);
  closing.push(server.close);
  return server;
}

function limitedClientOf(baseUrl: string, options: Partial<RateLimitedClientOptions> = {}): RateLimitedClient {
  const limited = createRateLimitedClient({
    baseUrl,
    credentials,
    signingVariant: 'bytewise',
    fetch,
    ...faster(1),
    now: Date.now,
    random: Math.random,
    ...options,
  });
  closing.push(limited.close);
  return limited;
}

function limitedClientOfDemo(demo: DemoExchange, options: Partial<RateLimitedClientOptions> = {}): RateLimitedClient {
  return limitedClientOf(demo.baseUrl, { credentials: { token: demo.token, secretKey: demo.secretKey }, ...options });
}

/** A monotonic clock and timers that run `factor` times faster. */
function faster(factor: number): Pick<RateLimitedClientOptions, 'monotonicNow' | 'schedule'> {
  return {
    monotonicNow: () => performance.now() * factor,
    schedule: (run, delayMs) => {
      const timer = setTimeout(run, Math.ceil(delayMs / factor));
      return () => clearTimeout(timer);
    },
  };
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no failure',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

describe('against the demo exchange', () => {
  test('many concurrent calls are never throttled', async () => {
    const limit = { requestsPerWindow: 20, windowMs: 200 };
    const demo = await startDemo(limit);
    const limited = limitedClientOfDemo(demo, limit);
    const calls: Promise<unknown>[] = [];
    const began = performance.now();
    for (let round = 0; round < 33; round++) {
      const client = limited.client(round % 3 === 0 ? 'interactive' : 'background');
      const symbol = `${round}-USDT`;
      calls.push(
        client.readOrderHistory({ ...isolated, limit: 1 + round }),
        client.readPlanHistory({ marginMode: 'cross', limit: 1 + round }),
        client.readOpenPlans({ ...isolated, limit: 1 + round }),
        client.readSpotTickers({ symbols: ['BTC-USDT', symbol] }).catch(() => {}),
        client.readFuturesTickers({ symbols: ['BTC-USDT', symbol] }).catch(() => {}),
        client.readSymbolRules({ symbol }).catch(() => {}),
      );
    }
    await Promise.all(calls);
    expect(demo.traffic.total).toBe(198);
    expect(demo.traffic.throttled).toBe(0);
    expect(performance.now() - began).toBeGreaterThan(9 * limit.windowMs);
  });

  test('successive clients of one key are not throttled, also after a change of the limit', async () => {
    const limit = { requestsPerWindow: 10, windowMs: 300 };
    const demo = await startDemo(limit);
    const limiter = createRateLimiter({ ...limit, random: Math.random });
    for (let turn = 0; turn < 8; turn++) {
      limiter.requestsPerWindow = turn % 2 === 0 ? limit.requestsPerWindow : 5;
      const limited = limitedClientOfDemo(demo, { limiter });
      const client = limited.client('interactive');
      const limits = [1, 2, 3, 4, 5, 6, 7];
      const calls = limits.map((count) => client.readOrderHistory({ ...isolated, limit: count }).catch(() => {}));
      await (turn % 3 === 0 ? Promise.race(calls) : Promise.all(calls));
      limited.close();
      await Promise.all(calls);
    }
    expect(demo.traffic.throttled).toBe(0);
    expect(demo.traffic.total).toBeGreaterThan(35);
  });

  test('two clients of one key share its limit, and neither starves', async () => {
    const limit = { requestsPerWindow: 10, windowMs: 200, maxInFlight: 3 };
    const demo = await startDemo(limit);
    const limiter = createRateLimiter({ ...limit, random: Math.random });
    const clients = [limitedClientOfDemo(demo, { limiter }), limitedClientOfDemo(demo, { limiter })];
    const calls = clients.flatMap((limited, place) =>
      Array.from({ length: 30 }, (_, count) =>
        limited.client(place === 0 ? 'background' : 'interactive').readPlanHistory({ ...isolated, limit: count + 1 }),
      ),
    );
    await Promise.all(calls);
    expect(demo.traffic).toMatchObject({ total: 60, throttled: 0 });
  });

  test('a new client of a key waits for the end of the key’s pause', async () => {
    const server = await serve((_request, response) => answer(response, emptyList, 429));
    const limiter = createRateLimiter({ random: Math.random });
    const limited = limitedClientOf(server.baseUrl, { limiter });
    const refused = codeOf(limited.client('interactive').readSpotTickers({}));
    await expect.poll(() => limited.status.pausedUntil).not.toBeNull();
    limited.close();
    expect(await refused).toBe('canceled');
    const next = limitedClientOf(server.baseUrl, { limiter });
    const waiting = codeOf(next.client('interactive').readSpotTickers({}));
    expect(next.status).toMatchObject({ queued: 1, inFlight: 0 });
    expect(next.status.pausedUntil).not.toBeNull();
    next.close();
    expect(await waiting).toBe('canceled');
    expect(server.requests).toHaveLength(1);
  });

  test('a clock that is an hour off costs one request and is reported', async () => {
    const demo = await startDemo({ now: () => Date.now() + 3_600_000 });
    const limited = limitedClientOfDemo(demo);
    const client = limited.client('interactive');
    expect(limited.status).toMatchObject({ clockOffset: null, clockSkewSeconds: null });
    expect((await client.readOrderHistory(isolated)).entries.length).toBeGreaterThan(0);
    expect(demo.traffic.recent().map(({ errno }) => errno)).toEqual([20520, 0]);
    await client.readOpenPlans(isolated);
    expect(demo.traffic.total).toBe(3);
    const { clockOffset, clockSkewSeconds } = limited.status;
    expect(Math.abs((clockOffset ?? 0) - 3_600_000)).toBeLessThanOrEqual(3000);
    expect(Math.abs((clockSkewSeconds ?? 0) - 3600)).toBeLessThanOrEqual(3);
  });

  test('a market call teaches the service’s time before the first signed request', async () => {
    const demo = await startDemo({ now: () => Date.now() - 86_400_000 * 400 });
    const client = limitedClientOfDemo(demo).client('interactive');
    await client.readSymbolRules({ symbol: 'BTC-USDT' });
    await client.readOrderHistory(isolated);
    expect(demo.traffic.recent().map(({ errno }) => errno)).toEqual([0, 0]);
  });

  test('a small clock skew is not reported', async () => {
    const demo = await startDemo({ now: () => Date.now() + 25_000 });
    const limited = limitedClientOfDemo(demo);
    await limited.client('interactive').readOrderHistory(isolated);
    expect(limited.status.clockOffset).toBeGreaterThan(20_000);
    expect(limited.status.clockSkewSeconds).toBe(null);
  });

  test('a used nonce is replaced', async () => {
    const now = () => 1_760_000_000_000;
    const demo = await startDemo({ now });
    let requests = 0;
    const client = limitedClientOfDemo(demo, {
      now,
      random: () => (requests < 2 ? 0 : 0.5),
      fetch: (input, init) => {
        requests++;
        return fetch(input, init);
      },
    }).client('interactive');
    await client.readOrderHistory(isolated);
    await client.readOpenPlans(isolated);
    expect(demo.traffic.recent().map(({ errno }) => errno)).toEqual([0, 20519, 0]);
  });

  test('identical concurrent calls are one request, and each gets its own rows', async () => {
    const demo = await startDemo();
    const limited = limitedClientOfDemo(demo);
    const [one, other] = await Promise.all([
      limited.client('interactive').readFuturesTickers({ symbols: ['BTC-USDT'] }),
      limited.client('background').readFuturesTickers({ symbols: ['BTC-USDT'] }),
    ]);
    expect(demo.traffic.total).toBe(1);
    expect(other).toEqual(one);
    expect(other.rows).not.toBe(one.rows);
    expect(other.rows[0]).not.toBe(one.rows[0]);
  });

  test('an exchange that was unreachable is found again', async () => {
    const demo = await startDemo();
    const limited = limitedClientOfDemo(demo, faster(20));
    const states: ClientStatus[] = [];
    limited.subscribe((state) => states.push(state));
    await limited.client('background').readOrderHistory(isolated);
    await demo.close();
    const background = limited.client('background').readPlanHistory(isolated);
    expect(await codeOf(limited.client('interactive').readOpenPlans(isolated))).toBe('offline');
    await expect.poll(() => states.at(-1)?.offline).toBe(true);
    await startDemo({ port: demo.port });
    expect((await background).entries.length).toBeGreaterThan(0);
    await expect.poll(() => states.at(-1)).toMatchObject({ offline: false, queued: 0, inFlight: 0 });
  });
});

describe('a server that repeatedly throttles', () => {
  test.each([429, 503])('with %i gets one probe per pause, then all requests', async (status) => {
    const first: ServerResponse[] = [];
    const refuse = (response: ServerResponse) => answer(response, { errno: 20507, errmsg: 'busy' }, status);
    const server = await serve((_request, response) => {
      if (server.requests.length > 6) answer(response, emptyList);
      else if (first.push(response) > 4) refuse(response);
      else if (first.length === 4) first.forEach(refuse);
    });
    const limited = limitedClientOf(server.baseUrl, { windowMs: 200 });
    const sentBeforePause = new Map<number, number>();
    const pausedOrNot: boolean[] = [];
    limited.subscribe(({ pausedUntil }) => {
      if (pausedUntil !== null) sentBeforePause.set(pausedUntil, server.requests.length);
      if (pausedOrNot.at(-1) !== (pausedUntil !== null)) pausedOrNot.push(pausedUntil !== null);
    });
    const calls = Array.from({ length: 10 }, (_, place) =>
      limited.client('background').readOrderHistory({ ...isolated, limit: place + 1 }),
    );
    await Promise.all(calls);
    // The four requests that were in flight together, then two probes.
    expect([...sentBeforePause.values()]).toEqual([4, 5, 6]);
    expect(server.requests).toHaveLength(16);
    expect(pausedOrNot).toEqual([false, true, false, true, false, true, false]);
    const until = [...sentBeforePause.keys()];
    const gaps = until.slice(1).map((moment, place) => moment - (until[place] ?? 0));
    for (const [place, least] of [200, 400].entries()) expect(gaps[place]).toBeGreaterThanOrEqual(least - 2);
  });

  test('has the end of its pause published, even if no request waits', async () => {
    const server = await serve((_request, response) => answer(response, '', 429));
    const limited = limitedClientOf(server.baseUrl, { windowMs: 100 });
    const paused: boolean[] = [];
    const controller = new AbortController();
    limited.subscribe(({ pausedUntil }) => {
      paused.push(pausedUntil !== null);
      if (pausedUntil !== null) controller.abort();
    });
    await codeOf(limited.client('interactive').readSymbolRules({}, { signal: controller.signal }));
    await expect.poll(() => paused.at(-1)).toBe(false);
    expect(paused).toContain(true);
    expect(server.requests).toHaveLength(1);
  });

  test('has a steady end of its pause by the wall clock, updated if the clock is set', async () => {
    const server = await serve((_request, response) => {
      response.setHeader('retry-after', '120');
      answer(response, '', 503);
    });
    let set = 0;
    const limited = limitedClientOf(server.baseUrl, { now: () => Date.now() + set });
    const began = Date.now();
    void codeOf(limited.client('interactive').readOrderHistory(isolated));
    const pausedUntil = await vi.waitFor(() => {
      const state = limited.status;
      expect(state).toMatchObject({ queued: 1, inFlight: 0 });
      return state.pausedUntil;
    }, 10_000);
    expect(pausedUntil).toBeGreaterThanOrEqual(began + 119_990);
    expect(pausedUntil).toBeLessThanOrEqual(Date.now() + 120_010);
    await new Promise((resolve) => setImmediate(resolve));
    expect(limited.status.pausedUntil).toBe(pausedUntil);
    set = 3_600_000;
    expect(Math.abs((limited.status.pausedUntil ?? 0) - (pausedUntil ?? 0) - set)).toBeLessThan(10);
  });
});

test('behind a front end that allows half of the limit, pages keep arriving', async () => {
  const perSecond = 25;
  const bucket = new LeakyBucket(perSecond, 5);
  const server = await serve((_request, response) => {
    const isAccepted = bucket.accepts(performance.now());
    answer(response, isAccepted ? emptyList : 'busy', isAccepted ? 200 : 503);
  });
  const client = limitedClientOf(server.baseUrl, { requestsPerWindow: 100, windowMs: 2000 }).client('background');
  const pages = 40;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: pages }, (_, page) => client.readOrderHistory({ ...isolated, from: String(page + 1) })),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  // `limits.test.ts` proves 0.8 of the pace in virtual time. Here a busy computer costs some, and pauses of a window would leave a tenth.
  expect(pages / seconds).toBeGreaterThanOrEqual(0.3 * perSecond);
});

test('each attempt has its own nonce and signature', async () => {
  const statuses = [500, 502, 200];
  const server = await serve((_request, response) => answer(response, emptyList, statuses.shift() ?? 200));
  await limitedClientOf(server.baseUrl, faster(20)).client('interactive').readOrderHistory(isolated);
  const headers = server.requests.map((request) => request.headers);
  expect(new Set(headers.map(({ nonce }) => nonce)).size).toBe(3);
  expect(new Set(headers.map(({ signature }) => signature)).size).toBe(3);
});

test('canceling a running call closes its connection', async () => {
  let closed: Promise<void> | undefined;
  const controller = new AbortController();
  const server = await serve((request) => {
    closed = new Promise((resolve) => request.socket.once('close', () => resolve()));
    controller.abort();
  });
  const client = limitedClientOf(server.baseUrl).client('background');
  expect(await codeOf(client.readSpotTickers({}, { signal: controller.signal }))).toBe('canceled');
  await closed;
});

test('calls with invalid input do not count against the limit', async () => {
  const server = await serve((_request, response) => answer(response, emptyList));
  const limited = createRateLimitedClient({
    baseUrl: server.baseUrl,
    signingVariant: 'bytewise',
    fetch,
    ...faster(1),
    now: Date.now,
    random: Math.random,
    requestsPerWindow: 1,
  });
  closing.push(limited.close);
  const client = limited.client('interactive');
  expect(await codeOf(client.readOrderHistory(isolated))).toBe('not-authenticated');
  expect(await codeOf(client.readSymbolRules({ symbol: '' }))).toBe('invalid-input');
  expect((await client.readSymbolRules()).rows).toEqual([]);
  expect(server.requests).toHaveLength(1);
});

test('listeners are called once per change, until they unsubscribe', async () => {
  const server = await serve((_request, response) => answer(response, emptyList));
  const limited = limitedClientOf(server.baseUrl, { requestsPerWindow: 1, windowMs: 100 });
  const [heard, heardFirst]: [ClientStatus[], ClientStatus[]] = [[], []];
  limited.subscribe((state) => heard.push(state));
  const unsubscribe = limited.subscribe((state) => heardFirst.push(state));
  const call = limited.client('interactive').readSymbolRules();
  const queued = limited.client('interactive').readSpotTickers();
  await call;
  unsubscribe();
  await queued;
  await vi.waitFor(() => expect(heard.at(-1)).toEqual(limited.status), 10_000);
  expect(limited.status).toMatchObject({ pausedUntil: null, queued: 0, inFlight: 0, offline: false });
  expect(heard[0]).toMatchObject({ queued: 1, inFlight: 1 });
  for (const [place, state] of heard.entries()) expect(state).not.toEqual(heard[place + 1]);
  expect(heardFirst.length).toBeLessThan(heard.length);
  expect(heard.slice(0, heardFirst.length)).toEqual(heardFirst);
});

test('nothing is sent after close', async () => {
  const server = await serve(() => {});
  const limited = limitedClientOf(server.baseUrl);
  const call = codeOf(limited.client('interactive').readSpotTickers());
  await expect.poll(() => server.requests).toHaveLength(1);
  limited.close();
  expect(await call).toBe('canceled');
  expect(await codeOf(limited.client('background').readSymbolRules())).toBe('canceled');
  expect(server.requests).toHaveLength(1);
});

test.each([
  [{ requestsPerWindow: 0 }],
  [{ requestsPerWindow: 1001 }],
  [{ requestsPerWindow: 1.5 }],
  [{ windowMs: 99 }],
  [{ windowMs: Number.NaN }],
  [{ maxInFlight: 0 }],
  [{ reserve: { min: 0.3, max: 0.2 } }],
  [{ reserve: { min: 0, max: 1 } }],
  [{ baseUrl: 'http://exchange.example' }],
  [{ credentials: { token: '', secretKey: 'x' } }],
])('%j is rejected', (options) => {
  expect(() => limitedClientOf('https://exchange.example', options)).toThrowError(
    expect.objectContaining({ code: 'invalid-input' }),
  );
});
