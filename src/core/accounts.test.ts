import { expect, test } from 'vitest';
import { OrderglassError } from '../shared/errors.ts';
import { type AccountsOptions, createAccounts, type DemoExchangeHandle } from './accounts.ts';

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

function accountsWith(startDemoExchange: AccountsOptions['startDemoExchange']) {
  const fetch = async () => Response.json({ errno: 0, errmsg: 'ok', result: [] });
  return createAccounts({ startDemoExchange, fetch, now: () => 0 });
}

test('the demo exchange is started once, when it is first asked', async () => {
  let starts = 0;
  const handle = demo();
  const accounts = accountsWith(async () => {
    starts++;
    return handle;
  });
  expect(accounts.list()).toMatchObject([{ id: 'demo', name: 'Demo account', kind: 'demo', credentials: null }]);
  const account = accounts.find('demo');
  expect(starts).toBe(0);
  const ask = () => account.request((client, options) => client.readSpotTickers({}, options), signal);
  await Promise.all([ask(), ask()]);
  await ask();
  expect(starts).toBe(1);
  await accounts.close();
  expect(handle.closed).toBe(1);
  await expect(ask()).rejects.toMatchObject({ code: 'cancelled' });
  expect(starts).toBe(1);
});

test('a start that failed is tried again at the next call', async () => {
  let starts = 0;
  const accounts = accountsWith(async () => {
    starts++;
    if (starts === 1) throw new OrderglassError('storage-failed', 'not this time');
    return demo();
  });
  const ask = () => accounts.find('demo').request((client) => client.readSpotTickers(), signal);
  await expect(Promise.allSettled([ask(), ask()])).resolves.toMatchObject([
    { reason: { code: 'storage-failed' } },
    { reason: { code: 'storage-failed' } },
  ]);
  expect(starts).toBe(1);
  await expect(ask()).resolves.toMatchObject({ rows: [] });
  expect(starts).toBe(2);
});

test('a demo exchange that cannot be asked is closed again', async () => {
  const handle = demo({ baseUrl: 'http://exchange.example' });
  const accounts = accountsWith(async () => handle);
  const asking = accounts.find('demo').request((client) => client.readSpotTickers(), signal);
  await expect(asking).rejects.toMatchObject({ code: 'invalid-input' });
  expect(handle.closed).toBe(1);
});

test('closing waits for a start that is under way', async () => {
  let finishStart: (handle: DemoExchangeHandle) => void = () => {};
  const handle = demo();
  const accounts = accountsWith(() => new Promise((resolve) => (finishStart = resolve)));
  const asking = accounts.find('demo').request((client) => client.readSpotTickers(), signal);
  const closing = accounts.close();
  finishStart(handle);
  await Promise.all([asking, closing]);
  expect(handle.closed).toBe(1);
});

test('another account is unknown', () => {
  expect(() => accountsWith(async () => demo()).find('other')).toThrowError(
    expect.objectContaining({ code: 'unknown-account' }),
  );
});
