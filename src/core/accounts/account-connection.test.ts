import { afterEach, describe, expect, test } from 'vitest';
import type { ClientStatus } from '../../exchange/index.ts';
import { answer, type LocalServer, startLocalServer } from '../../exchange/testing/local-server.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { AccountConnection, type AccountConnectionOptions } from './account-connection.ts';

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

async function connect(options: Partial<AccountConnectionOptions> = {}) {
  const server = await serve((_request, response) => answer(response, empty));
  const connection = new AccountConnection({
    baseUrl: server.baseUrl,
    signingVariant: 'bytewise',
    requestsPerWindow: 100,
    fetch,
    now: Date.now,
    random: Math.random,
    credentials: async () => credentials,
    ...options,
  });
  closing.push(() => connection.close());
  const readTickers = (on = signal) =>
    connection.askMarket((client, request) => client.readSpotTickers({}, request), on);
  const readOrders = (on = signal) =>
    connection.askOrders((client, request) => client.readOrderHistory({ marginMode: 'cross' }, request), on);
  return { server, connection, readTickers, readOrders };
}

describe('credentials', () => {
  test('are loaded by the first signed request, once for concurrent requests', async () => {
    let reads = 0;
    const reading = Promise.withResolvers<typeof credentials>();
    const { server, connection, readTickers, readOrders } = await connect({
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
    await connection.loadCredentials(signal);
    expect(reads).toBe(1);
    expect(server.requests.map(({ headers }) => headers.token)).toContain('canary-token');
  });

  test('that cannot be loaded fail signed requests only, until they can', async () => {
    let isLocked = true;
    const { server, readTickers, readOrders } = await connect({
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

  test('the service’s message is dropped until they are loaded and can be redacted from it', async () => {
    const server = await serve((_request, response) => answer(response, { errno: 10010, errmsg: 'for canary-token' }));
    const { readTickers, readOrders } = await connect({ baseUrl: server.baseUrl });
    const service = { errno: 10010, httpStatus: 200 };
    const failures = await Promise.allSettled([readTickers(), readOrders(), readTickers()]);
    expect(failures.map((failure) => failure.status === 'rejected' && failure.reason.service)).toEqual([
      service,
      { ...service, errmsg: 'for …' },
      service,
    ]);
    await expect(readTickers()).rejects.toMatchObject({ service: { ...service, errmsg: 'for …' } });
  });

  test('a canceled request stops waiting for them, and the other requests go on', async () => {
    const reading = Promise.withResolvers<typeof credentials>();
    const { server, readOrders } = await connect({ credentials: () => reading.promise });
    const leaving = new AbortController();
    const left = readOrders(leaving.signal);
    const stays = readOrders();
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'canceled' });
    reading.resolve(credentials);
    await stays;
    expect(server.requests).toHaveLength(1);
    await expect(readOrders(leaving.signal)).rejects.toMatchObject({ code: 'canceled' });
  });
});

describe('close', () => {
  test('cancels requests that wait for credentials, requests in flight and later requests', async () => {
    const reading = Promise.withResolvers<typeof credentials>();
    const arrived = Promise.withResolvers<void>();
    const server = await serve(() => arrived.resolve());
    const { connection, readTickers, readOrders } = await connect({
      baseUrl: server.baseUrl,
      credentials: () => reading.promise,
    });
    const calls: Promise<unknown>[] = [readTickers(), readOrders()];
    await arrived.promise;
    connection.close();
    connection.close();
    reading.resolve(credentials);
    calls.push(
      readTickers(),
      readOrders(),
      connection.loadCredentials(signal).then(() => Promise.reject(new Error('known'))),
    );
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'canceled' });
    expect(server.requests).toHaveLength(1);
    expect(connection.status).toBeNull();
  });

  test('publishes a status of null', async () => {
    const { connection, readTickers } = await connect({ requestsPerWindow: 1 });
    const statuses: (ClientStatus | null)[] = [];
    const unsubscribe = connection.subscribe((status) => statuses.push(status));
    expect(connection.status).toBeNull();
    await readTickers();
    const waiting = readTickers();
    await expect.poll(() => statuses.at(-1)?.queued).toBe(1);
    expect(connection.status?.queued).toBe(1);
    connection.close();
    await expect(waiting).rejects.toMatchObject({ code: 'canceled' });
    expect(statuses.at(-1)).toBeNull();
    unsubscribe();
  });
});

test('signed and unsigned requests share one limit', async () => {
  const { server, connection, readTickers, readOrders } = await connect({ requestsPerWindow: 2 });
  await Promise.all([readTickers(), readOrders()]);
  const third = readOrders();
  await expect.poll(() => connection.status?.queued).toBe(1);
  expect(server.requests).toHaveLength(2);
  connection.close();
  await expect(third).rejects.toMatchObject({ code: 'canceled' });
});

test('an invalid address fails the request, not the connection', async () => {
  const { readTickers } = await connect({ baseUrl: 'http://exchange.example' });
  await expect(readTickers()).rejects.toMatchObject({ code: 'invalid-input' });
});
