import { beforeEach, describe, expect, test } from 'vitest';
import { VirtualTime } from '../../exchange/testing/virtual-time.ts';
import type { AccountSummary } from '../../shared/contract/accounts.ts';
import type { UnwatchedAccount } from '../../shared/contract/alerts.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import { AccountWatch } from './account-watch.ts';

let time: VirtualTime;
let accounts: AccountSummary[];
let watched: string[];
let followed: [string, number][];
let changes: UnwatchedAccount[][];
let watch: AccountWatch;

function account(id: string, fields: Partial<AccountSummary> = {}): AccountSummary {
  const credentials = { keptIn: 'keychain', savedAt: 1, endsIn: 'abcd' } as const;
  return {
    ...{ id, name: id, kind: 'live', baseUrl: 'https://exchange.example', signingVariant: 'bytewise' },
    ...{ requestsPerWindow: 100, credentials },
    ...fields,
  };
}

const demo = (baseUrl: string) => account('demo', { kind: 'demo', baseUrl, credentials: null });
const failure = (code: Failure['code']): Failure => ({ code, message: '' });
const timesOf = (id: string) => followed.filter(([each]) => each === id).map(([, at]) => at / 1000);

beforeEach(() => {
  time = new VirtualTime();
  accounts = [demo(''), account('one'), account('two')];
  watched = [];
  followed = [];
  changes = [];
  watch = new AccountWatch({
    schedule: time.schedule,
    accounts: () => accounts,
    watchPlans: (ids) => {
      watched = [...ids];
    },
    followOrders: (id) => followed.push([id, time.now()]),
    onChange: (unwatched) => changes.push(unwatched),
  });
});

test('the plans of all accounts with keys are polled, and then their orders, and these again within each minute', async () => {
  watch.accountsChanged();
  expect([watched, followed]).toEqual([['one', 'two'], []]);
  for (const id of watched) watch.polled(id, null);
  watch.polled('one', null);
  await time.advance(200_000);
  expect(timesOf('one')).toEqual([0, 45, 90, 135, 180]);
  expect(timesOf('two')).toEqual(timesOf('one'));
  expect(watch.unwatched).toEqual([]);
  watch.close();
  expect(time.timers).toBe(0);
});

test('an account without keys in this session is not watched, and said to be so', async () => {
  accounts[2] = account('two', { credentials: null });
  watch.accountsChanged();
  expect([watched, watch.unwatched]).toEqual([['one'], [{ account: 'two', failure: null }]]);
  accounts[2] = account('two');
  watch.accountsChanged();
  expect([watched, watch.unwatched]).toEqual([['one', 'two'], []]);
  watch.polled('two', null);
  await time.advance(50_000);
  expect(timesOf('two')).toEqual([0, 45]);
});

test('the demo account is watched as soon as its exchange runs, until there is an account with keys', async () => {
  accounts = [demo(''), account('one', { credentials: null })];
  watch.accountsChanged();
  accounts[0] = demo('http://127.0.0.1:1');
  await time.advance(46_000);
  expect(watched).toEqual(['demo']);
  watch.polled('demo', null);
  expect(timesOf('demo')).toEqual([46]);
  accounts[1] = account('one');
  watch.accountsChanged();
  expect(watched).toEqual(['one']);
  await time.advance(100_000);
  expect(timesOf('demo')).toEqual([46]);
});

describe('an account whose plans cannot be polled', () => {
  test('is reported once, until a poll succeeds', () => {
    watch.accountsChanged();
    watch.polled('one', failure('keychain-unavailable'));
    watch.polled('one', failure('keychain-unavailable'));
    watch.polled('two', null);
    const locked = [{ account: 'one', failure: 'keychain-unavailable' }];
    expect([changes, watch.unwatched]).toEqual([[locked], locked]);
    watch.polled('one', null);
    expect(changes).toEqual([locked, []]);
  });

  test('has its orders read nevertheless, unless its key cannot be used', async () => {
    watch.accountsChanged();
    watch.polled('one', failure('service-error'));
    watch.polled('two', failure('keychain-unavailable'));
    await time.advance(50_000);
    expect([timesOf('one'), timesOf('two')]).toEqual([[0, 45], []]);
    watch.polled('two', null);
    watch.polled('one', failure('key-expired'));
    await time.advance(50_000);
    expect([timesOf('one'), timesOf('two')]).toEqual([
      [0, 45],
      [50, 90],
    ]);
  });

  test('is no longer reported when it is removed', () => {
    watch.accountsChanged();
    watch.polled('one', failure('offline'));
    accounts.splice(1, 1);
    watch.accountsChanged();
    expect([watched, watch.unwatched]).toEqual([['two'], []]);
    watch.polled('one', failure('offline'));
    expect(watch.unwatched).toEqual([]);
  });
});
