import { expect, test } from 'vitest';
import type { AccountSummary } from '../../shared/domain.ts';
import { OrderglassError } from '../../shared/errors.ts';
import { createSessionCredentials } from '../credentials/session-credentials.ts';
import { logAccountChanges } from './account-log.ts';
import { checkEntry, type LogEntry } from './entries.ts';
import { Observations } from './observations.ts';
import { protectedKeychain } from './protected-keychain.ts';

const credentials = { token: 'CANARY-token-7f3a9c51', secretKey: 'CANARY-secret-e8d24b60' };
const both = [credentials.token, credentials.secretKey];
const context = { signal: new AbortController().signal };
const rest = { baseUrl: 'https://CANARY.example', signingVariant: 'bytewise', requestsPerWindow: 100 } as const;
const saved: AccountSummary = {
  id: 'CANARY-id',
  name: 'CANARY',
  kind: 'live',
  ...rest,
  credentials: { place: 'session', savedAt: 0, endsIn: 'ABCD' },
};

function watched(failure?: OrderglassError) {
  const entries: LogEntry[] = [];
  const steps: unknown[] = [];
  const observations = new Observations();
  const answer = async <Answer>(step: string, data: Answer): Promise<Answer> => {
    steps.push(step);
    if (failure) throw failure;
    return data;
  };
  const handlers = logAccountChanges(
    {
      saveAccount: () => answer('save', saved),
      removeAccount: () => answer('remove', []),
      testConnection: () =>
        answer('test', {
          public: { ok: true, took: 3 },
          signed: { ok: false, error: { code: 'key-expired', message: 'CANARY' } },
          clockOffset: 0,
        }),
    },
    { write: (entry) => entries.push(entry), protect: (values) => steps.push([...values]) },
    observations,
  );
  const told = () => {
    for (const entry of entries) expect(checkEntry(entry)).not.toBeNull();
    expect(JSON.stringify(entries)).not.toContain('CANARY');
    return entries;
  };
  return { handlers, told, steps, observations };
}

test('accounts that come, change and go are told by their number', async () => {
  const { handlers, told, observations } = watched();
  const change = { name: 'CANARY', ...rest, place: 'keychain' } as const;
  await handlers.saveAccount({ ...change, credentials }, context);
  await handlers.saveAccount({ ...change, id: saved.id }, context);
  await handlers.saveAccount({ ...change, id: saved.id, credentials }, context);
  observations.connections.set(saved.id, {
    account: saved.id,
    pausedUntil: null,
    clockOffset: 0,
    clockSkewed: false,
    offline: false,
    queued: 0,
  });
  await handlers.removeAccount({ id: saved.id, withArchive: false }, context);
  expect(observations.connections.size).toBe(0);
  expect(told()).toEqual([
    { event: 'account-added', account: 1, place: 'session' },
    { event: 'account-changed', account: 1, withCredentials: false },
    { event: 'account-changed', account: 1, withCredentials: true },
    { event: 'account-removed', account: 1 },
  ]);
});

test('a test of a connection is told by its outcome', async () => {
  const { handlers, told, observations } = watched();
  observations.accounts.learn([{ id: saved.id }]);
  await handlers.testConnection({ baseUrl: rest.baseUrl, signingVariant: 'bytewise', credentials }, context);
  await handlers.testConnection({ id: saved.id }, context);
  expect(told()).toEqual([
    { event: 'connection-tested', account: undefined, public: 'ok', signed: 'key-expired' },
    { event: 'connection-tested', account: 1, public: 'ok', signed: 'key-expired' },
  ]);
});

test('credentials are protected before anything is done with them', async () => {
  const { handlers, steps } = watched(new OrderglassError('keychain-unavailable', 'CANARY'));
  const change = { name: 'CANARY', ...rest, place: 'keychain', credentials } as const;
  await expect(handlers.saveAccount(change, context)).rejects.toThrow('CANARY');
  await expect(handlers.testConnection({ ...rest, credentials }, context)).rejects.toThrow('CANARY');
  expect(steps).toEqual([both, 'save', both, 'test']);
});

test('what fails is not told as done', async () => {
  const { handlers, told } = watched(new OrderglassError('storage-failed', 'CANARY'));
  await expect(handlers.removeAccount({ id: saved.id, withArchive: false }, context)).rejects.toThrow('CANARY');
  expect(told()).toEqual([]);
});

test('credentials that go into a store or come out of it are protected', async () => {
  const known: string[] = [];
  const inner = createSessionCredentials();
  const store = protectedKeychain(inner, (values) => known.push(...values));
  await inner.save('demo-1', credentials);
  expect(known).toEqual([]);
  expect(await store.read('demo-1')).toEqual(credentials);
  expect(known.splice(0)).toEqual(both);
  expect(await store.save('demo-2', credentials)).toMatchObject({ place: 'session' });
  expect(known.splice(0)).toEqual(both);
  await store.remove('demo-2');
  expect(await store.read('demo-2')).toBeNull();
  expect(known).toEqual([]);
});
