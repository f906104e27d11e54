import type { Priority, RateLimiter } from '../../exchange/index.ts';
import { defaultRequestsPerWindow } from '../../shared/account-input.ts';
import type { AccountChange, ConnectionTest } from '../../shared/account-schemas.ts';
import { type AccountSummary, type Connection, type ConnectionReport, demoAccountId } from '../../shared/domain.ts';
import type { Keychain } from '../credentials/keychain.ts';
import { createSessionCredentials } from '../credentials/session-credentials.ts';
import type { Log } from '../log.ts';
import {
  AccountConnection,
  type ExchangeLineOptions,
  type MarketClient,
  type Operation,
  type OrdersClient,
} from './account-connection.ts';
import { acceptBaseUrl, acceptCredentials, invalidField, rejectForeignHost } from './account-input.ts';
import { AccountStore } from './account-store.ts';
import { ConnectionPublisher, connectionOf } from './connection-publisher.ts';
import { testConnection } from './connection-test.ts';
import { DemoAccount, type DemoExchangeHandle, demoAccountName } from './demo-account.ts';
import type { Profile } from './profile.ts';
import { RateLimiterRegistry } from './rate-limiter-registry.ts';

export interface AccountsOptions {
  readonly directory: string;
  /** The name of the demo account's archive. */
  readonly demoArchive: string;
  readonly startDemoExchange: () => Promise<DemoExchangeHandle>;
  /** `onLateSave` is to be called when a save that had failed was carried out after all. */
  readonly openKeychain: (onLateSave: () => void) => Keychain;
  readonly fetch: typeof fetch;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly log: Log;
  /** The accounts' file could not be used, or only in part: see `AccountsFileOptions`. */
  readonly onSetAside?: (keptAs: string | null) => void;
  readonly onAccounts: (accounts: AccountSummary[]) => void;
  readonly onConnection: (connection: Connection) => void;
}

/** An account whose exchange can be asked, as it was when it was looked up: once it is edited, it is another one. */
export interface Account {
  /** Differs where rows are another's: with the address and the credentials, not with the name. */
  readonly scope: string;
  /** Of its archive: it differs where rows are another's, and is the same whenever the same key is entered for the same address. */
  readonly archive: string;
  /** Rejects with what the operation fails with, and with `cancelled` where the account is edited, removed or closed meanwhile. */
  askMarket<Answer>(
    operation: Operation<MarketClient, Answer>,
    signal: AbortSignal,
    /** Default `looked-at`. */
    priority?: Priority,
  ): Promise<Answer>;
  /** The same, and what reading the credentials fails with: `not-authenticated`, `keychain-unavailable`. */
  askOrders<Answer>(
    operation: Operation<OrdersClient, Answer>,
    signal: AbortSignal,
    /** Default `looked-at`. */
    priority?: Priority,
  ): Promise<Answer>;
}

interface OpenLine {
  /** What the line was made from: where that has changed, there is to be another one. */
  readonly madeFrom: string;
  readonly line: AccountConnection;
}

const byName = new Intl.Collator('en', { numeric: true });

/** The demo account and the live ones. Nothing is started, connected or unlocked before an account is asked for something. */
export class Accounts {
  readonly #book: AccountStore;
  readonly #demo: DemoAccount;
  readonly #keychain: Keychain;
  readonly #options: AccountsOptions;
  readonly #lines = new Map<string, OpenLine>();
  readonly #tellers = new Map<string, ConnectionPublisher>();
  readonly #limiters: RateLimiterRegistry;

  /** Never rejects. */
  static async open(options: AccountsOptions): Promise<Accounts> {
    const { directory, now, log } = options;
    let book: AccountStore | null = null;
    let onChange = () => {};
    const keychain = options.openKeychain(() => book?.removeSpareEntries());
    book = await AccountStore.open({
      directory,
      now,
      log,
      onSetAside: options.onSetAside,
      keychain,
      session: createSessionCredentials({ now }),
      reservedNames: [demoAccountName],
      onChange: () => onChange(),
    });
    const accounts = new Accounts(options, book, keychain);
    onChange = () => accounts.#bookChanged();
    return accounts;
  }

  private constructor(options: AccountsOptions, book: AccountStore, keychain: Keychain) {
    const { startDemoExchange, fetch, now, random } = options;
    this.#options = options;
    this.#book = book;
    this.#keychain = keychain;
    this.#limiters = new RateLimiterRegistry(random);
    const onLine = (line: AccountConnection) => this.#watch(demoAccountId, line);
    this.#demo = new DemoAccount({ startDemoExchange, fetch, now, random, onLine });
  }

  /** The demo account first, then by name. */
  list(): AccountSummary[] {
    const live = this.#book.profiles.map((profile) => this.#summaryOf(profile));
    return [this.#demo.summary, ...live.sort((one, other) => byName.compare(one.name, other.name))];
  }

  /** Throws `unknown-account`. */
  find(id: string): Account {
    if (id === demoAccountId) {
      return {
        scope: id,
        archive: this.#options.demoArchive,
        askMarket: async (operation, signal, priority) =>
          (await this.#demo.line()).askMarket(operation, signal, priority),
        askOrders: async (operation, signal, priority) =>
          (await this.#demo.line()).askOrders(operation, signal, priority),
      };
    }
    const profile = this.#book.find(id);
    const line = this.#lineOf(profile);
    return {
      scope: JSON.stringify([id, profile.baseUrl, this.#book.credentialsName(profile)]),
      askMarket: (operation, signal, priority) => line.askMarket(operation, signal, priority),
      archive: this.#book.archiveName(profile),
      askOrders: (operation, signal, priority) => line.askOrders(operation, signal, priority),
    };
  }

  /** Starts what an account needs before it can be asked; what fails fails again, and is told, when it is asked. */
  prepare(id: string): void {
    if (id === demoAccountId) this.#demo.line().catch(() => {});
  }

  /** As `AccountBook.archiveNames`: they are to be removed with the account. Throws `unknown-account`, and `invalid-input` for the demo account. */
  archivesOf(id: string): readonly string[] {
    refuseToRemoveDemo(id);
    return this.#book.archiveNames(this.#book.find(id));
  }

  /** As `AccountBook.save`. */
  async save(change: AccountChange): Promise<AccountSummary> {
    if (change.id === demoAccountId) throw invalidField('id', 'the demo account cannot be changed');
    return this.#summaryOf(await this.#book.save(change));
  }

  /** As `AccountBook.remove`. */
  async remove(id: string): Promise<AccountSummary[]> {
    refuseToRemoveDemo(id);
    await this.#book.remove(id);
    return this.list();
  }

  /** Rejects with `invalid-input`, `unknown-account` or `cancelled`. */
  async testConnection(test: ConnectionTest, signal: AbortSignal): Promise<ConnectionReport> {
    if (!('id' in test)) {
      const credentials = acceptCredentials(test.credentials);
      return this.#testAlone({ ...test, requestsPerWindow: defaultRequestsPerWindow }, credentials, signal);
    }
    if (!('baseUrl' in test)) {
      const isDemo = test.id === demoAccountId;
      return testConnection(isDemo ? await this.#demo.line() : this.#lineOf(this.#book.find(test.id)), signal);
    }
    const profile = this.#book.find(test.id);
    const edited = { ...profile, signingVariant: test.signingVariant, baseUrl: acceptBaseUrl(test.baseUrl) };
    rejectForeignHost(profile.baseUrl, edited.baseUrl);
    // As it is saved it has a line, whose limit the test then keeps to.
    return this.#madeFrom(edited) === this.#madeFrom(profile)
      ? testConnection(this.#lineOf(profile), signal)
      : this.#testAlone(edited, () => this.#book.readCredentials(profile), signal, this.#gateOf(profile));
  }

  /** Throws `unknown-account`. */
  connection(id: string): Connection {
    const line = id === demoAccountId ? this.#demo.startedLine : this.#lines.get(this.#book.find(id).id)?.line;
    return connectionOf(id, line?.state ?? null);
  }

  /** Whether the process cannot end in an orderly way: see `Keychain.stuck`. */
  get isKeychainStuck(): boolean {
    return this.#keychain.stuck;
  }

  async close(): Promise<void> {
    for (const teller of this.#tellers.values()) teller.close();
    for (const { line } of this.#lines.values()) line.close();
    await Promise.all([this.#demo.close(), this.#book.close()]);
  }

  #summaryOf(profile: Profile): AccountSummary {
    const { id, name, baseUrl, signingVariant, requestsPerWindow } = profile;
    const credentials = this.#book.storedCredentials(profile);
    return { id, name, kind: 'live', baseUrl, signingVariant, requestsPerWindow, credentials };
  }

  #lineOf(profile: Profile): AccountConnection {
    const open = this.#lines.get(profile.id);
    if (open !== undefined) return open.line;
    const line = this.#createLine(profile, () => this.#book.readCredentials(profile), this.#gateOf(profile));
    this.#lines.set(profile.id, { madeFrom: this.#madeFrom(profile), line });
    this.#watch(profile.id, line);
    return line;
  }

  /** Of the account's key at its host. */
  #gateOf({ id, baseUrl, archive, requestsPerWindow }: Profile): RateLimiter {
    const key = JSON.stringify([new URL(baseUrl).host, archive?.tokenMark ?? id]);
    return this.#limiters.join(id, key, requestsPerWindow);
  }

  #madeFrom(profile: Profile): string {
    const { baseUrl, signingVariant, requestsPerWindow } = profile;
    return JSON.stringify([baseUrl, signingVariant, requestsPerWindow, this.#book.credentialsName(profile)]);
  }

  #createLine(
    { baseUrl, signingVariant, requestsPerWindow }: Pick<Profile, 'baseUrl' | 'signingVariant' | 'requestsPerWindow'>,
    credentials: ExchangeLineOptions['credentials'],
    limiter?: RateLimiter,
  ): AccountConnection {
    const { fetch, now, random } = this.#options;
    const connection = { baseUrl, signingVariant, requestsPerWindow };
    return new AccountConnection({ ...connection, fetch, now, random, credentials, limiter });
  }

  async #testAlone(
    connection: Pick<Profile, 'baseUrl' | 'signingVariant' | 'requestsPerWindow'>,
    credentials: ExchangeLineOptions['credentials'],
    signal: AbortSignal,
    limiter?: RateLimiter,
  ): Promise<ConnectionReport> {
    const baseUrl = acceptBaseUrl(connection.baseUrl);
    const line = this.#createLine({ ...connection, baseUrl }, credentials, limiter);
    try {
      return await testConnection(line, signal);
    } finally {
      line.close();
    }
  }

  #watch(id: string, line: AccountConnection): void {
    const teller = this.#tellers.get(id) ?? new ConnectionPublisher(id, this.#options.onConnection);
    this.#tellers.set(id, teller);
    line.subscribe((state) => teller.accept(state));
  }

  #bookChanged(): void {
    const profiles = new Map(this.#book.profiles.map((profile) => [profile.id, profile]));
    for (const [id, teller] of this.#tellers) {
      if (id === demoAccountId || profiles.has(id)) continue;
      this.#tellers.delete(id);
      teller.close();
    }
    for (const [id, { madeFrom, line }] of this.#lines) {
      const profile = profiles.get(id);
      if (profile !== undefined && this.#madeFrom(profile) === madeFrom) continue;
      this.#lines.delete(id);
      this.#limiters.leave(id);
      line.close();
    }
    this.#options.onAccounts(this.list());
  }
}

function refuseToRemoveDemo(id: string): void {
  if (id === demoAccountId) throw invalidField('id', 'the demo account cannot be removed');
}
