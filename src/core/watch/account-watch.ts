import { isDeepStrictEqual } from 'node:util';
import type { AccountSummary } from '../../shared/contract/accounts.ts';
import type { UnwatchedAccount } from '../../shared/contract/alerts.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { failureKinds } from '../../shared/values/error-codes.ts';

export interface AccountWatchOptions extends Pick<Clock, 'schedule'> {
  /** Returns all accounts. Read before every decision. */
  readonly accounts: () => readonly AccountSummary[];
  /** Replaces the accounts whose open plans are polled. */
  readonly watchPlans: (accounts: ReadonlySet<string>) => void;
  /** Reads the newest orders of an account, and those that wait. Must not throw. */
  readonly followOrders: (account: string) => void;
  readonly onChange: (unwatched: UnwatchedAccount[]) => void;
}

/** Milliseconds between two readings of an account's orders, so that all of them are read within a minute. */
const ordersEveryMs = 45_000;

/** Returns the IDs of accounts that report nothing: the demo account beside one with keys. Its made-up events must not stand among real ones. */
export function silentIn(accounts: readonly AccountSummary[]): ReadonlySet<string> {
  const isReal = accounts.some(({ kind, credentials }) => kind === 'live' && credentials !== null);
  return new Set(accounts.flatMap(({ id, kind }) => (isReal && kind === 'demo' ? id : [])));
}

/**
 * Decides what is read of which account whatever the pages show: the open plans, so that triggers, alerts and the bell are right for all
 * accounts, and the newest and the waiting orders, so that it is known when they were executed. Accounts with keys are watched. While there
 * are none, the demo account is, as soon as its exchange runs. The orders are read after the plans, and not while the key cannot be used, so
 * that the keychain shows at most one prompt for an account.
 */
export class AccountWatch {
  readonly #options: AccountWatchOptions;
  /** Failures of the last poll of the open plans, by account. */
  readonly #failures = new Map<string, Failure>();
  /** Accounts whose last poll has not failed because of the key. */
  readonly #usable = new Set<string>();
  #watched: ReadonlySet<string> = new Set();
  #unwatched: UnwatchedAccount[] = [];
  #cancelTimer: (() => void) | null = null;
  #isClosed = false;

  constructor(options: AccountWatchOptions) {
    this.#options = options;
  }

  /** Accounts with an exchange whose open plans could not be read, or that have no keys in this session. */
  get unwatched(): UnwatchedAccount[] {
    return this.#unwatched;
  }

  /** To be called at the start, and after each change of the accounts. */
  accountsChanged(): void {
    if (this.#isClosed) return;
    const accounts = this.#options.accounts();
    const silent = silentIn(accounts);
    const canBeWatched = accounts.filter(({ kind, baseUrl, credentials }) =>
      kind === 'live' ? credentials !== null : baseUrl !== '',
    );
    const watched = new Set(canBeWatched.map(({ id }) => id).filter((id) => !silent.has(id)));
    for (const id of this.#watched) if (!watched.has(id)) this.#forget(id);
    this.#watched = watched;
    this.#options.watchPlans(watched);
    this.#publish();
    this.#cancelTimer ??= this.#options.schedule(() => this.#tick(), ordersEveryMs);
  }

  /** A poll of an account's open plans has ended. `failure`: `null` if it has fetched the list. */
  polled(account: string, failure: Failure | null): void {
    if (!this.#watched.has(account)) return;
    if (failure === null) this.#failures.delete(account);
    else this.#failures.set(account, failure);
    if (failure !== null && failureKinds[failure.code] === 'key') this.#usable.delete(account);
    else if (!this.#usable.has(account)) {
      this.#usable.add(account);
      this.#options.followOrders(account);
    }
    this.#publish();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelTimer?.();
  }

  #tick(): void {
    this.#cancelTimer = null;
    // The exchange of the demo account may run by now.
    this.accountsChanged();
    for (const id of this.#usable) this.#options.followOrders(id);
  }

  #forget(account: string): void {
    this.#failures.delete(account);
    this.#usable.delete(account);
  }

  #publish(): void {
    const unwatched = this.#options.accounts().flatMap(({ id, kind, credentials }): UnwatchedAccount[] => {
      if (kind === 'live' && credentials === null) return [{ account: id, failure: null }];
      const failure = this.#failures.get(id);
      return failure === undefined ? [] : [{ account: id, failure: failure.code }];
    });
    if (isDeepStrictEqual(unwatched, this.#unwatched)) return;
    this.#unwatched = unwatched;
    this.#options.onChange(unwatched);
  }
}
