import { beforeEach, describe, expect, test } from 'vitest';
import type { AccountSummary, ConnectionStatus } from '../../shared/contract/accounts.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { createSessionCredentials } from '../credentials/session-credentials.ts';
import { ConnectionLog, logAccountChanges, protectedKeychain } from './core-log.ts';
import type { LogEntry } from './log-events.ts';

const canary = 'CANARY7f3a9c51e8d24b60';
const context = { signal: new AbortController().signal };
let entries: LogEntry[];
const log = (entry: LogEntry) => entries.push(entry);

beforeEach(() => {
  entries = [];
});

describe('accounts', () => {
  const credentials = { token: 'CANARY-token-7f3a9c51', secretKey: 'CANARY-secret-e8d24b60' };
  const secrets = [credentials.token, credentials.secretKey];
  const address = { baseUrl: 'https://CANARY.example', signingVariant: 'bytewise', requestsPerWindow: 100 } as const;
  const saved: AccountSummary = {
    id: 'one',
    name: canary,
    kind: 'live',
    ...address,
    credentials: { keptIn: 'session', savedAt: 0, endsIn: 'ABCD' },
  };

  function logged(error?: OrderglassError) {
    const steps: unknown[] = [];
    const handle = async <Output>(step: string, data: Output): Promise<Output> => {
      steps.push(step);
      if (error) throw error;
      return data;
    };
    const handlers = logAccountChanges(
      {
        saveAccount: () => handle('save', saved),
        removeAccount: () => handle('remove', []),
        testConnection: () =>
          handle('test', {
            public: { ok: true, took: 3 },
            signed: { ok: false, error: { code: 'key-expired', message: canary } },
            clockOffset: 0,
            proxy: null,
          }),
      },
      { write: log, protect: (values) => steps.push([...values]) },
    );
    return { handlers, steps };
  }

  test('that are added, changed and removed are logged', async () => {
    const { handlers } = logged();
    const change = { name: canary, ...address, keptIn: 'keychain' } as const;
    await handlers.saveAccount({ ...change, credentials }, context);
    await handlers.saveAccount({ ...change, id: 'one' }, context);
    await handlers.saveAccount({ ...change, id: 'one', credentials }, context);
    await handlers.removeAccount({ id: 'one', withArchive: false }, context);
    expect(entries).toEqual([
      { event: 'account-added', account: 'one', keptIn: 'session' },
      { event: 'account-changed', account: 'one', withCredentials: false },
      { event: 'account-changed', account: 'one', withCredentials: true },
      { event: 'account-removed', account: 'one' },
    ]);
  });

  test('that are tested are logged with the outcome', async () => {
    const { handlers } = logged();
    await handlers.testConnection({ ...address, credentials }, context);
    await handlers.testConnection({ id: 'one' }, context);
    const outcome = { event: 'connection-tested', public: 'ok', signed: 'key-expired' };
    expect(entries).toEqual([
      { ...outcome, account: undefined },
      { ...outcome, account: 'one' },
    ]);
  });

  test('have their credentials protected before the handler runs', async () => {
    const { handlers, steps } = logged(new OrderglassError('keychain-unavailable', canary));
    const change = { name: canary, ...address, keptIn: 'keychain', credentials } as const;
    await expect(handlers.saveAccount(change, context)).rejects.toThrow(canary);
    await expect(handlers.testConnection({ ...address, credentials }, context)).rejects.toThrow(canary);
    expect(steps).toEqual([secrets, 'save', secrets, 'test']);
  });

  test('whose change fails are not logged as changed', async () => {
    const { handlers } = logged(new OrderglassError('storage-failed', canary));
    await expect(handlers.removeAccount({ id: 'one', withArchive: false }, context)).rejects.toThrow(canary);
    expect(entries).toEqual([]);
  });

  test('have their credentials protected when the keychain stores or returns them', async () => {
    const known: string[] = [];
    const inner = createSessionCredentials();
    const keychain = protectedKeychain(inner, (values) => known.push(...values));
    await inner.save('demo-1', credentials);
    expect(known).toEqual([]);
    expect(await keychain.read('demo-1')).toEqual(credentials);
    expect(known.splice(0)).toEqual(secrets);
    expect(await keychain.save('demo-2', credentials)).toMatchObject({ keptIn: 'session' });
    expect(known.splice(0)).toEqual(secrets);
    await keychain.remove('demo-2');
    expect(await keychain.read('demo-2')).toBeNull();
    expect(known).toEqual([]);
  });
});

describe('connections', () => {
  const clock = { now: 0 };
  let connections: ConnectionLog;

  beforeEach(() => {
    clock.now = 1_000_000;
    connections = new ConnectionLog(log, () => clock.now);
  });

  function change(changed: Partial<ConnectionStatus>): void {
    const idle = { pausedUntil: null, isDown: false, clockOffset: 0, clockSkewed: false, offline: false, queued: 0 };
    connections.accept({ name: 'connectionChanged', data: { account: 'one', ...idle, ...changed } });
  }

  test('that are paused are logged once, and again when the pause is extended', () => {
    change({ pausedUntil: 1_009_700 });
    change({ pausedUntil: 1_009_700, queued: 4 });
    change({ pausedUntil: 1_020_000 });
    change({ pausedUntil: null });
    expect(entries).toEqual([
      { event: 'requests-paused', account: 'one', seconds: 10 },
      { event: 'requests-paused', account: 'one', seconds: 20 },
    ]);
  });

  test('that are lost are logged, and their return with the duration', () => {
    change({});
    change({ offline: true });
    change({ offline: true, queued: 2 });
    clock.now += 61_000;
    change({ offline: false });
    change({ offline: true });
    clock.now -= 3_600_000;
    change({ offline: false });
    expect(entries).toEqual([
      { event: 'connection-lost', account: 'one' },
      { event: 'connection-restored', account: 'one', seconds: 61 },
      { event: 'connection-lost', account: 'one' },
      { event: 'connection-restored', account: 'one', seconds: 0 },
    ]);
  });

  test('with a wrong clock are logged once', () => {
    change({ clockOffset: 20_000 });
    change({ clockOffset: -45_400, clockSkewed: true });
    change({ clockOffset: -45_900, clockSkewed: true });
    expect(entries).toEqual([{ event: 'clock-off', account: 'one', seconds: -45 }]);
  });

  test('with a clock that is decades off are logged, too', () => {
    change({ clockOffset: -70 * 365 * 86_400_000, clockSkewed: true });
    expect(entries).toEqual([{ event: 'clock-off', account: 'one', seconds: -1_000_000_000 }]);
  });

  test('are kept for the diagnostics as long as the account exists', () => {
    change({ queued: 3 });
    change({ account: 'two', queued: 1 });
    connections.accept({ name: 'command', data: { name: 'refresh' } });
    expect([...connections.latest.keys()]).toEqual(['one', 'two']);
    const two = { id: 'two', name: '', kind: 'live', baseUrl: '', signingVariant: 'bytewise' } as const;
    connections.accept({ name: 'accountsChanged', data: [{ ...two, requestsPerWindow: 1, credentials: null }] });
    expect([...connections.latest]).toMatchObject([['two', { queued: 1 }]]);
    expect(entries).toEqual([]);
  });
});
