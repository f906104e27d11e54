import { expect, test } from 'vitest';
import type { ErrorCode, Failure } from '../../shared/errors.ts';
import type { Result } from '../../shared/result.ts';
import { logCalls } from './call-log.ts';
import { checkEntry, type LogEntry } from './entries.ts';
import { Observations } from './observations.ts';

const canary = 'CANARY7f3a9c51e8d24b60';
const context = { signal: new AbortController().signal };

function watched(answer: Result<unknown>, took = 5000) {
  const entries: LogEntry[] = [];
  const observations = new Observations();
  observations.accounts.learn([{ id: 'one' }, { id: 'two' }]);
  let time = 0;
  const call = logCalls(
    async () => {
      time += took;
      return answer;
    },
    { log: (entry) => entries.push(entry), observations, now: () => 77, monotonicNow: () => time },
  );
  return { entries, observations, call: (channel: string, input: unknown) => call(channel, input, context) };
}

function failed(code: ErrorCode, more: Partial<Failure> = {}): Result<unknown> {
  return { ok: false, error: { code, message: canary, ...more } };
}

test('of a call that comes out well and in time there is nothing to tell', async () => {
  const { entries, call } = watched({ ok: true, data: canary });
  expect(await call('readSymbolRules', { account: 'one' })).toEqual({ ok: true, data: canary });
  expect(entries).toEqual([]);
});

test('a failure is told by its code, its account by a number', async () => {
  const answer = failed('rejected-signature', { service: { errno: 20506, errmsg: canary, httpStatus: 200 } });
  const { entries, call } = watched(answer);
  expect(await call('readOrderHistory', { account: 'two', symbol: canary, cursor: canary })).toBe(answer);
  expect(entries).toEqual([
    {
      event: 'request-failed',
      channel: 'readOrderHistory',
      account: 2,
      code: 'rejected-signature',
      errno: 20506,
      httpStatus: 200,
    },
  ]);
  expect(checkEntry(entries[0])).not.toBeNull();
});

test.each([
  ['the demo account', { account: 'demo' }, 'demo'],
  ['an account that is managed', { id: 'one' }, 1],
  ['an account that there is not', { account: canary }, undefined],
  ['no account', {}, undefined],
  ['an input of another kind', canary, undefined],
  [
    'an input that throws when it is looked at',
    {
      get account() {
        throw new Error(canary);
      },
    },
    undefined,
  ],
])('%s', async (_kind, input, account) => {
  const { entries, call } = watched(failed('offline'));
  await call('readSymbolRules', input);
  expect(entries).toEqual([{ event: 'request-failed', channel: 'readSymbolRules', account, code: 'offline' }]);
});

test.each([10 ** 15, -1_000_000, 1.5, Number.NaN])(
  'a number that is no code of a service is left out: %d',
  async (number) => {
    const { entries, call } = watched(failed('service-error', { service: { errno: number, httpStatus: number } }));
    await call('readSymbolRules', { account: 'one' });
    expect(entries).toHaveLength(1);
    expect(checkEntry(entries[0])?.fields).toEqual({ channel: 'readSymbolRules', account: 1, code: 'service-error' });
  },
);

test('why the keychain failed is kept for the diagnostics', async () => {
  const { entries, observations, call } = watched(failed('keychain-unavailable', { keychain: 'locked' }));
  expect(observations.lastKeychainFailure).toBeNull();
  await call('saveAccount', {});
  expect(entries).toMatchObject([{ code: 'keychain-unavailable', keychain: 'locked' }]);
  expect(observations.lastKeychainFailure).toEqual({ reason: 'locked', at: 77 });
});

test('what takes more than five seconds is slow', async () => {
  const well = watched({ ok: true, data: null }, 5001.4);
  await well.call('readSymbolRules', { account: 'one' });
  expect(well.entries).toEqual([
    { event: 'request-slow', channel: 'readSymbolRules', account: 1, milliseconds: 5001, outcome: 'ok' },
  ]);
  const badly = watched(failed('timeout'), 30_000);
  await badly.call('readSymbolRules', { account: 'one' });
  expect(badly.entries).toMatchObject([
    { event: 'request-failed', code: 'timeout' },
    { event: 'request-slow', milliseconds: 30_000, outcome: 'timeout' },
  ]);
});

test('an export takes its time, and is told only where it fails', async () => {
  const well = watched({ ok: true, data: null }, 60_000);
  await well.call('exportHistory', { account: 'one' });
  expect(well.entries).toEqual([]);
  const badly = watched(failed('storage-failed'), 60_000);
  await badly.call('exportHistory', { account: 'one' });
  expect(badly.entries).toMatchObject([{ event: 'request-failed', code: 'storage-failed' }]);
});

test('what nobody waited for, and what is no call, is not told', async () => {
  const { entries, call } = watched(failed('cancelled'), 60_000);
  await call('readSymbolRules', { account: 'one' });
  const other = watched(failed('invalid-input'), 60_000);
  await other.call(canary, {});
  await other.call('__proto__', {});
  expect([...entries, ...other.entries]).toEqual([]);
});
