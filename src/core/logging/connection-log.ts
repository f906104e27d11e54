import type { HostEvent } from '../../shared/contract.ts';
import type { Connection } from '../../shared/domain.ts';
import type { AccountNumber, Log } from './entries.ts';
import type { Observations } from './observations.ts';

export interface ConnectionLogOptions {
  readonly log: Log;
  readonly observations: Observations;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Listens to the program's events, and takes note of what changes between an account and its exchange. */
export function connectionLog({ log, observations, now }: ConnectionLogOptions): (event: HostEvent) => void {
  const { accounts, connections } = observations;
  const lostAt = new Map<string, number>();

  function changed(account: AccountNumber, before: Connection | undefined, connection: Connection): void {
    const { pausedUntil, offline, clockSkewed, clockOffset } = connection;
    if (pausedUntil !== null && pausedUntil !== before?.pausedUntil) {
      log({ event: 'requests-paused', account, seconds: wholeSeconds(pausedUntil - now()) });
    }
    if (clockSkewed && !before?.clockSkewed) {
      log({ event: 'clock-off', account, seconds: Math.round(clockOffset / 1000) });
    }
    if (offline && !before?.offline) {
      lostAt.set(connection.account, now());
      log({ event: 'connection-lost', account });
    }
    if (!offline && before?.offline) {
      log({
        event: 'connection-restored',
        account,
        seconds: wholeSeconds(now() - (lostAt.get(connection.account) ?? now())),
      });
      lostAt.delete(connection.account);
    }
  }

  return (event) => {
    if (event.name === 'accountsChanged') accounts.learn(event.data);
    if (event.name !== 'connectionChanged') return;
    const account = accounts.of(event.data.account);
    if (account === undefined) return;
    const before = connections.get(event.data.account);
    connections.set(event.data.account, event.data);
    changed(account, before, event.data);
  };
}

/** Never below 0, for the clock can be set back. */
function wholeSeconds(milliseconds: number): number {
  return Math.max(0, Math.round(milliseconds / 1000));
}
