import { afterEach, describe, expect, test } from 'vitest';
import type { ClientStatus } from '../../exchange/index.ts';
import { answer, type LocalServer, startLocalServer } from '../../exchange/testing/local-server.ts';
import { OrderglassError } from '../../shared/errors.ts';
import { AccountConnection, type ExchangeLineOptions } from './account-connection.ts';

const credentials = { token: 'canary-token', secretKey: 'canary-secret' };
const empty = { errno: 0, errmsg: 'ok', result: [] };
const { signal } = new AbortController();
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(listener: Parameters<typeof startLocalServer>[0]): Promise<LocalServer> {
  const server = await startLocalServer(listener);
  closing.push(server.close);
  return server;
}

async function lineTo(options: Partial<ExchangeLineOptions> = {}) {
  const server = await serve((_request, response) => answer(response, empty));
  const line = new AccountConnection({
    baseUrl: server.baseUrl,
    signingVariant: 'bytewise',
    requestsPerWindow: 100,
    fetch,
    now: Date.now,
    random: Math.random,
    credentials: async () => credentials,
    ...options,
  });
  closing.push(() => line.close());
  const readTickers = (on = signal) => line.askMarket((client, request) => client.readSpotTickers({}, request), on);
  const readOrders = (on = signal) =>
    line.askOrders((client, request) => client.readOrderHistory({ marginMode: 'cross' }, request), on);
  return { server, line, readTickers, readOrders };
}

describe('credentials', () => {
  test('are read at the first request that is signed, once for all', async () => {
    let reads = 0;
    const reading = Promise.withResolvers<typeof credentials>();
    const { server, line, readTickers, readOrders } = await lineTo({
      credentials: () => {
        reads++;
        return reading.promise;
      },
    });
    await readTickers();
    expect(reads).toBe(0);
    const orders = [readOrders(), readOrders()];
    await readTickers();
    expect(server.requests.map(({ headers }) => headers.token)).toEqual([undefined, undefined]);
    reading.resolve(credentials);
    await Promise.all(orders);
    await readOrders();
    await line.knowCredentials(signal);
    expect(reads).toBe(1);
    expect(server.requests.map(({ headers }) => headers.token)).toContain('canary-token');
  });

  test('that cannot be read fail what needs them and nothing else, until they can', async () => {
    let isLocked = true;
    const { server, readTickers, readOrders } = await lineTo({
      async credentials() {
        if (isLocked) throw new OrderglassError('keychain-unavailable', 'locked', { keychain: 'locked' });
        return credentials;
      },
    });
    const failures = await Promise.allSettled([readOrders(), readOrders(), readTickers()]);
    expect(failures).toMatchObject([
      { reason: { code: 'keychain-unavailable', keychain: 'locked' } },
      { reason: { code: 'keychain-unavailable', keychain: 'locked' } },
      { status: 'fulfilled' },
    ]);
    expect(server.requests).toHaveLength(1);
    isLocked = false;
    await readOrders();
    expect(server.requests.at(-1)?.headers.token).toBe('canary-token');
  });

  test('what the service says is kept back as long as it could hold them unrecognised', async () => {
    const server = await serve((_request, response) => answer(response, { errno: 10010, errmsg: 'for canary-token' }));
    const { readTickers, readOrders } = await lineTo({ baseUrl: server.baseUrl });
    const service = { errno: 10010, httpStatus: 200 };
    const failures = await Promise.allSettled([readTickers(), readOrders(), readTickers()]);
    expect(failures.map((failure) => failure.status === 'rejected' && failure.reason.service)).toEqual([
      service,
      { ...service, errmsg: 'for …' },
      service,
    ]);
    await expect(readTickers()).rejects.toMatchObject({ service: { ...service, errmsg: 'for …' } });
  });

  test('whoever leaves does not wait for them, and the others still do', async () => {
    const reading = Promise.withResolvers<typeof credentials>();
    const { server, readOrders } = await lineTo({ credentials: () => reading.promise });
    const leaving = new AbortController();
    const left = readOrders(leaving.signal);
    const stays = readOrders();
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'cancelled' });
    reading.resolve(credentials);
    await stays;
    expect(server.requests).toHaveLength(1);
    await expect(readOrders(leaving.signal)).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('closing', () => {
  test('ends what waits for credentials, what is under way and what comes later', async () => {
    const reading = Promise.withResolvers<typeof credentials>();
    const arrived = Promise.withResolvers<void>();
    const server = await serve(() => arrived.resolve());
    const { line, readTickers, readOrders } = await lineTo({
      baseUrl: server.baseUrl,
      credentials: () => reading.promise,
    });
    const calls: Promise<unknown>[] = [readTickers(), readOrders()];
    await arrived.promise;
    line.close();
    line.close();
    reading.resolve(credentials);
    calls.push(
      readTickers(),
      readOrders(),
      line.knowCredentials(signal).then(() => Promise.reject(new Error('known'))),
    );
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    expect(server.requests).toHaveLength(1);
    expect(line.state).toBeNull();
  });

  test('is told to whoever follows its state', async () => {
    const { line, readTickers } = await lineTo({ requestsPerWindow: 1 });
    const states: (ClientStatus | null)[] = [];
    const unsubscribe = line.subscribe((state) => states.push(state));
    expect(line.state).toBeNull();
    await readTickers();
    const waiting = readTickers();
    await expect.poll(() => states.at(-1)?.queued).toBe(1);
    expect(line.state?.queued).toBe(1);
    line.close();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    expect(states.at(-1)).toBeNull();
    unsubscribe();
  });
});

test('one limit for what is signed and what is not', async () => {
  const { server, line, readTickers, readOrders } = await lineTo({ requestsPerWindow: 2 });
  await Promise.all([readTickers(), readOrders()]);
  const third = readOrders();
  await expect.poll(() => line.state?.queued).toBe(1);
  expect(server.requests).toHaveLength(2);
  line.close();
  await expect(third).rejects.toMatchObject({ code: 'cancelled' });
});

test('an address that cannot be used fails the request, not the line', async () => {
  const { readTickers } = await lineTo({ baseUrl: 'http://exchange.example' });
  await expect(readTickers()).rejects.toMatchObject({ code: 'invalid-input' });
});
