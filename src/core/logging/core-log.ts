import type { Credentials } from '../../exchange/index.ts';
import type { ConnectionCheck, ConnectionStatus } from '../../shared/contract/accounts.ts';
import type { HostEvent } from '../../shared/contract/index.ts';
import type { CredentialStore } from '../credentials/credential-store.ts';
import type { Handlers } from '../dispatcher.ts';
import type { Log } from './log-events.ts';
import type { ProgramLog } from './program-log.ts';

/** Largest difference of a clock (s) that the log names: 31 years. */
const maxClockSeconds = 1_000_000_000;
type AccountHandlers = Pick<Handlers, 'saveAccount' | 'removeAccount' | 'testConnection'>;

/** Logs changes and tests of accounts. Protects the credentials of a call before its handler runs. */
export function logAccountChanges(
  handlers: AccountHandlers,
  { write, protect }: Pick<ProgramLog, 'write' | 'protect'>,
): AccountHandlers {
  return {
    async saveAccount(change, context) {
      if (change.credentials) protect(secretsOf(change.credentials));
      const saved = await handlers.saveAccount(change, context);
      const { id: account, credentials } = saved;
      write(
        change.id === undefined
          ? { event: 'account-added', account, keptIn: credentials?.keptIn ?? change.keptIn }
          : { event: 'account-changed', account, withCredentials: change.credentials !== undefined },
      );
      return saved;
    },
    async removeAccount(input, context) {
      const remaining = await handlers.removeAccount(input, context);
      write({ event: 'account-removed', account: input.id });
      return remaining;
    },
    async testConnection(test, context) {
      if ('credentials' in test) protect(secretsOf(test.credentials));
      const report = await handlers.testConnection(test, context);
      const account = 'id' in test ? test.id : undefined;
      write({
        event: 'connection-tested',
        account,
        public: outcomeOf(report.public),
        signed: outcomeOf(report.signed),
      });
      return report;
    },
  };
}

function outcomeOf(check: ConnectionCheck) {
  return check.ok ? ('ok' as const) : check.error.code;
}

function secretsOf({ token, secretKey }: Credentials): string[] {
  return [token, secretKey];
}

/** Returns a keychain that protects all credentials before they go in and after they come out. */
export function protectedKeychain(keychain: CredentialStore, protect: ProgramLog['protect']): CredentialStore {
  return {
    save(entry, credentials) {
      protect(secretsOf(credentials));
      return keychain.save(entry, credentials);
    },
    async read(entry) {
      const credentials = await keychain.read(entry);
      if (credentials) protect(secretsOf(credentials));
      return credentials;
    },
    remove: (entry) => keychain.remove(entry),
    isPending: () => keychain.isPending?.() ?? false,
  };
}

/** Logs changes of the connections between accounts and the exchange. Keeps the latest of each account for the diagnostics. */
export class ConnectionLog {
  /** By account ID. */
  readonly latest = new Map<string, ConnectionStatus>();
  readonly #log: Log;
  readonly #now: () => number;
  readonly #lostAt = new Map<string, number>();

  /** `now` in epoch milliseconds. */
  constructor(log: Log, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  accept(event: HostEvent): void {
    if (event.name === 'connectionChanged') this.#changed(event.data);
    if (event.name !== 'accountsChanged') return;
    const ids = new Set(event.data.map(({ id }) => id));
    for (const id of this.latest.keys()) {
      if (ids.has(id)) continue;
      this.latest.delete(id);
      this.#lostAt.delete(id);
    }
  }

  #changed(connection: ConnectionStatus): void {
    const { account, pausedUntil, offline, clockSkewed, clockOffset } = connection;
    const before = this.latest.get(account);
    this.latest.set(account, connection);
    const now = this.#now();
    if (pausedUntil !== null && pausedUntil !== before?.pausedUntil) {
      this.#log({ event: 'requests-paused', account, seconds: wholeSeconds(pausedUntil - now) });
    }
    if (clockSkewed && !before?.clockSkewed) {
      const seconds = Math.max(-maxClockSeconds, Math.min(Math.round(clockOffset / 1000), maxClockSeconds));
      this.#log({ event: 'clock-off', account, seconds });
    }
    if (offline && !before?.offline) {
      this.#lostAt.set(account, now);
      this.#log({ event: 'connection-lost', account });
    }
    if (!offline && before?.offline) {
      const lostAt = this.#lostAt.get(account) ?? now;
      this.#lostAt.delete(account);
      this.#log({ event: 'connection-restored', account, seconds: wholeSeconds(now - lostAt) });
    }
  }
}

/** At least 0, because the clock can be set back. */
function wholeSeconds(milliseconds: number): number {
  return Math.max(0, Math.round(milliseconds / 1000));
}
