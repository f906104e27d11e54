import { beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '../../shared/contract/failure.ts';
import type { ChannelName } from '../../shared/contract/index.ts';
import type { ErrorCode } from '../../shared/values/error-codes.ts';
import type { Result } from '../../shared/values/result.ts';
import { logCall } from './call-log.ts';
import type { LogEntry } from './log-events.ts';

const canary = 'CANARY7f3a9c51e8d24b60';
let entries: LogEntry[];
const log = (entry: LogEntry) => entries.push(entry);

beforeEach(() => {
  entries = [];
});

describe('calls', () => {
  const logged = (channel: ChannelName, input: unknown, result: Result<unknown>, duration = 5000) =>
    logCall(log, { channel, input, result, duration });

  function failed(code: ErrorCode, more: Partial<Failure> = {}): Result<unknown> {
    return { ok: false, error: { code, message: canary, ...more } };
  }

  test('that succeed in time are not logged', () => {
    logged('readSymbolRules', { account: 'one' }, { ok: true, data: canary });
    expect(entries).toEqual([]);
  });

  test.each([
    ['an account', { account: 'two', symbol: canary }, 'two'],
    ['a managed account', { id: 'one' }, 'one'],
    ['no account', {}, undefined],
    ['an input of another type', canary, undefined],
    [
      'an input that throws when it is read',
      {
        get account() {
          throw new Error(canary);
        },
      },
      undefined,
    ],
  ])('that fail are logged with their failure, for %s', (_kind, input, account) => {
    logged('readSymbolRules', input, failed('offline'));
    const failure = { code: 'offline', message: canary };
    expect(entries).toEqual([{ event: 'request-failed', channel: 'readSymbolRules', account, failure }]);
  });

  test('that take longer than five seconds are slow', () => {
    logged('readSymbolRules', { account: 'one' }, { ok: true, data: null }, 5001.4);
    expect(entries).toEqual([
      { event: 'request-slow', channel: 'readSymbolRules', account: 'one', milliseconds: 5001, outcome: 'ok' },
    ]);
    logged('readSymbolRules', { account: 'one' }, failed('timeout'), 30_000);
    expect(entries.slice(1)).toMatchObject([
      { event: 'request-failed', failure: { code: 'timeout' } },
      { event: 'request-slow', milliseconds: 30_000, outcome: 'timeout' },
    ]);
  });

  test('that export are never slow', () => {
    logged('exportHistory', { account: 'one' }, { ok: true, data: null }, 60_000);
    expect(entries).toEqual([]);
    logged('exportHistory', { account: 'one' }, failed('storage-failed'), 60_000);
    expect(entries).toMatchObject([{ event: 'request-failed', failure: { code: 'storage-failed' } }]);
  });

  test('that were canceled are not logged', () => {
    logged('readSymbolRules', { account: 'one' }, failed('canceled'), 60_000);
    expect(entries).toEqual([]);
  });
});
