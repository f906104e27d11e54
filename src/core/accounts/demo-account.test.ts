import { expect, test } from 'vitest';
import { OrderglassError } from '../../shared/values/errors.ts';
import { DemoAccount, type DemoAccountOptions, type DemoExchangeHandle } from './demo-account.ts';

const { signal } = new AbortController();

function demo(options: Partial<DemoExchangeHandle> = {}): DemoExchangeHandle & { closed: number } {
  const handle = {
    baseUrl: 'http://127.0.0.1:9',
    token: 'token',
    secretKey: 'secret',
    closed: 0,
    async close() {
      handle.closed++;
    },
    ...options,
  };
  return handle;
}

function accountOf(startDemoExchange: DemoAccountOptions['startDemoExchange']) {
  const fetch = async () => Response.json({ errno: 0, errmsg: 'ok', result: [] });
  const account = new DemoAccount({ startDemoExchange, fetch, now: () => 0, random: () => 0, onConnection: () => {} });
  const ask = async () =>
    (await account.connect()).askMarket((client, options) => client.readSpotTickers({}, options), signal);
  return { account, ask };
}

test('the first request starts the demo exchange, once', async () => {
  let starts = 0;
  const handle = demo();
  const { account, ask } = accountOf(async () => {
    starts++;
    return handle;
  });
  expect(account.summary).toEqual({
    id: 'demo',
    name: 'Demo account',
    kind: 'demo',
    baseUrl: '',
    signingVariant: 'bytewise',
    requestsPerWindow: 100,
    credentials: null,
  });
  expect(starts).toBe(0);
  await Promise.all([ask(), ask()]);
  await ask();
  expect(starts).toBe(1);
  expect(account.summary.baseUrl).toBe(handle.baseUrl);
  await account.close();
  expect(handle.closed).toBe(1);
  await expect(ask()).rejects.toMatchObject({ code: 'canceled' });
  expect(starts).toBe(1);
});

test('a failed start is repeated by the next call', async () => {
  let starts = 0;
  const { ask } = accountOf(async () => {
    starts++;
    if (starts === 1) throw new OrderglassError('storage-failed', 'not this time');
    return demo();
  });
  await expect(Promise.allSettled([ask(), ask()])).resolves.toMatchObject([
    { reason: { code: 'storage-failed' } },
    { reason: { code: 'storage-failed' } },
  ]);
  expect(starts).toBe(1);
  await expect(ask()).resolves.toMatchObject({ rows: [] });
  expect(starts).toBe(2);
});

test('close waits for a pending start', async () => {
  let finishStart: (handle: DemoExchangeHandle) => void = () => {};
  const handle = demo();
  const { account, ask } = accountOf(() => new Promise((resolve) => (finishStart = resolve)));
  const asking = ask();
  const closing = account.close();
  finishStart(handle);
  await expect(asking).rejects.toMatchObject({ code: 'canceled' });
  await closing;
  expect(handle.closed).toBe(1);
});
