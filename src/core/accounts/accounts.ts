import path from 'node:path';
import type { Fetch, Priority, RateLimiter } from '../../exchange/index.ts';
import type {
  AccountChange,
  AccountSummary,
  ConnectionReport,
  ConnectionStatus,
  ConnectionTest,
  LeftEntry,
} from '../../shared/contract/accounts.ts';
import { defaultRequestsPerWindow, exchangeKeyOf } from '../../shared/settings/account-input.ts';
import { demoAccountId, demoAccountName } from '../../shared/values/domain.ts';
import type { CredentialStore } from '../credentials/credential-store.ts';
import { createSessionCredentials } from '../credentials/session-credentials.ts';
import type { FileErrorHandler } from '../files/state-file.ts';
import type { Log } from '../logging/log-events.ts';
import {
  AccountConnection,
  type AccountConnectionOptions,
  type MarketClient,
  type Operation,
  type OrdersClient,
} from './account-connection.ts';
import { acceptBaseUrl, acceptCredentials, invalidField, rejectForeignHost } from './account-input.ts';
import { AccountStore, type UnkeyedAccount } from './account-store.ts';
import type { Profile } from './accounts-file.ts';
import { ConnectionPublisher, connectionOf } from './connection-publisher.ts';
import { testConnection } from './connection-test.ts';
import { DemoAccount, type DemoExchangeHandle } from './demo-account.ts';
import { RateLimiterRegistry } from './rate-limiter-registry.ts';
import { RequestTimes } from './request-times.ts';

export interface AccountsOptions {
  readonly directory: string;
  /** Name of the demo account's archive. */
  readonly demoArchive: string;
  /** See `Account.run`. */
  readonly demoRun: string;
  readonly startDemoExchange: () => Promise<DemoExchangeHandle>;
  /** `onLateSave` must be called if a save succeeds after it was reported as failed. */
  readonly openKeychain: (onLateSave: () => void) => CredentialStore;
  readonly fetch: Fetch;
  /** See `AccountConnectionOptions`. */
  readonly proxyNameFor?: AccountConnectionOptions['proxyNameFor'];
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly log: Log;
  readonly fileErrors: FileErrorHandler;
  readonly onAccounts: (accounts: AccountSummary[]) => void;
  readonly onLeftEntries: (entries: readonly LeftEntry[]) => void;
  readonly onConnection: (connection: ConnectionStatus) => void;
}

/** An account as it was when it was found. Once its address or credentials are edited, every call rejects with `canceled`. */
export interface Account {
  /** Changes whenever the rows may belong to another owner: with the address and the credentials, not with the name. */
  readonly scope: string;
  /** Name of the archive with the account's rows. The same token and address have the same archive again. */
  readonly archive: string;
  /** Changes with each run of a demo exchange, which has other plan orders with the same IDs; '' for an exchange that outlasts the program. */
  readonly run: string;
  /** Rejects as the operation does, and with `canceled` if the account is edited, removed or closed meanwhile. */
  askMarket<Result>(
    operation: Operation<MarketClient, Result>,
    signal: AbortSignal,
    /** Default `interactive`. */
    priority?: Priority,
  ): Promise<Result>;
  /** Like `askMarket`. Also rejects with `not-authenticated` or `keychain-unavailable` if the credentials cannot be loaded. */
  askOrders<Result>(
    operation: Operation<OrdersClient, Result>,
    signal: AbortSignal,
    /** Default `interactive`. */
    priority?: Priority,
  ): Promise<Result>;
}

interface OpenConnection {
  /** The settings of the connection. An account with other settings needs another connection. */
  readonly settings: string;
  readonly connection: AccountConnection;
}

const byName = new Intl.Collator('en', { numeric: true });

/** The demo account and the live accounts. Nothing is started, connected or unlocked before the first request of an account. */
export class Accounts {
  readonly #store: AccountStore;
  readonly #keychain: CredentialStore;
  readonly #demo: DemoAccount;
  readonly #options: AccountsOptions;
  readonly #connections = new Map<string, OpenConnection>();
  readonly #publishers = new Map<string, ConnectionPublisher>();
  readonly #requestTimes: RequestTimes;
  readonly #limiters: RateLimiterRegistry;

  /** Never rejects. */
  static async open(options: AccountsOptions): Promise<Accounts> {
    const { directory, now, log, fileErrors } = options;
    let store: AccountStore | null = null;
    let onChange = () => {};
    const keychain = options.openKeychain(() => void store?.removeOrphanedEntries());
    store = await AccountStore.open({
      directory,
      now,
      log,
      fileErrors,
      keychain,
      session: createSessionCredentials({ now }),
      reservedNames: [demoAccountName],
      onChange: () => onChange(),
      onLeftEntries: options.onLeftEntries,
    });
    const accounts = new Accounts(options, store, keychain);
    onChange = () => accounts.#storeChanged();
    return accounts;
  }

  private constructor(options: AccountsOptions, store: AccountStore, keychain: CredentialStore) {
    const { directory, startDemoExchange, fetch, now, random } = options;
    this.#options = options;
    this.#store = store;
    this.#keychain = keychain;
    this.#requestTimes = new RequestTimes(path.join(directory, 'request-times.bin'), now);
    this.#limiters = new RateLimiterRegistry(random, this.#requestTimes);
    const onConnection = (connection: AccountConnection) => this.#watch(demoAccountId, connection);
    this.#demo = new DemoAccount({ startDemoExchange, fetch, now, random, onConnection });
  }

  /** The demo account first, then the live accounts by name. */
  list(): AccountSummary[] {
    const live = this.#store.profiles.map((profile) => this.#summaryOf(profile));
    return [this.#demo.summary, ...live.sort((one, other) => byName.compare(one.name, other.name))];
  }

  /** Throws `unknown-account`. */
  find(id: string): Account {
    if (id === demoAccountId) {
      return {
        scope: id,
        archive: this.#options.demoArchive,
        run: this.#options.demoRun,
        askMarket: async (operation, signal, priority) =>
          (await this.#demo.connect()).askMarket(operation, signal, priority),
        askOrders: async (operation, signal, priority) =>
          (await this.#demo.connect()).askOrders(operation, signal, priority),
      };
    }
    const profile = this.#store.find(id);
    const connection = this.#connectionOf(profile);
    return {
      scope: JSON.stringify([id, profile.baseUrl, this.#store.credentialsName(profile)]),
      archive: profile.archive.name,
      run: '',
      askMarket: (operation, signal, priority) => connection.askMarket(operation, signal, priority),
      askOrders: (operation, signal, priority) => connection.askOrders(operation, signal, priority),
    };
  }

  /** See `exchangeKeyOf`. Throws `unknown-account`. */
  exchangeKeyOf(id: string): string {
    return exchangeKeyOf(id === demoAccountId ? this.#demo.summary : { kind: 'live', ...this.#store.find(id) });
  }

  /** IDs of the accounts with the same base URL as an account, itself included. */
  atExchangeOf(id: string): string[] {
    const own = this.#store.profiles.find((profile) => profile.id === id);
    if (own === undefined) return [id];
    return this.#store.profiles.filter(({ baseUrl }) => baseUrl === own.baseUrl).map((profile) => profile.id);
  }

  /** See `AccountStore.archiveNames`. Throws `unknown-account`, and `invalid-input` for the demo account. */
  archivesOf(id: string): readonly string[] {
    rejectDemoRemoval(id);
    return this.#store.archiveNames(this.#store.find(id));
  }

  /** The live accounts as a backup has them. */
  profilesWithoutKeys(): UnkeyedAccount[] {
    return this.#store.profiles.map(({ id, name, baseUrl, signingVariant, requestsPerWindow, createdAt }) => {
      return { id, name, baseUrl, signingVariant, requestsPerWindow, createdAt };
    });
  }

  /** See `AccountStore.addWithoutKeys`. */
  addWithoutKeys(added: readonly UnkeyedAccount[]): Promise<void> {
    return this.#store.addWithoutKeys(added);
  }

  /** See `AccountStore.save`. */
  async save(change: AccountChange): Promise<AccountSummary> {
    if (change.id === demoAccountId) throw invalidField('id', 'the demo account cannot be changed');
    return this.#summaryOf(await this.#store.save(change));
  }

  /** See `AccountStore.remove`. */
  async remove(id: string): Promise<AccountSummary[]> {
    rejectDemoRemoval(id);
    await this.#store.remove(id);
    return this.list();
  }

  /** See `AccountStore.leftEntries`. */
  get leftEntries(): readonly LeftEntry[] {
    return this.#store.leftEntries;
  }

  /** See `AccountStore.forgetLeftEntries`. */
  async forgetLeftEntries(entries: readonly string[]): Promise<readonly LeftEntry[]> {
    await this.#store.forgetLeftEntries(entries);
    return this.leftEntries;
  }

  /** Rejects with `invalid-input`, `unknown-account` or `canceled`. */
  async testConnection(test: ConnectionTest, signal: AbortSignal): Promise<ConnectionReport> {
    if (!('id' in test)) {
      const credentials = acceptCredentials(test.credentials);
      const key = limiterKey(acceptBaseUrl(test.baseUrl), this.#store.fingerprintOf(credentials));
      const limiter = this.#limiters.limiterOf(key, defaultRequestsPerWindow);
      return this.#testSeparately(
        { ...test, requestsPerWindow: defaultRequestsPerWindow },
        credentials,
        signal,
        limiter,
      );
    }
    if (!('baseUrl' in test)) {
      const isDemo = test.id === demoAccountId;
      return testConnection(
        isDemo ? await this.#demo.connect() : this.#connectionOf(this.#store.find(test.id)),
        signal,
      );
    }
    const profile = this.#store.find(test.id);
    const edited = { ...profile, signingVariant: test.signingVariant, baseUrl: acceptBaseUrl(test.baseUrl) };
    rejectForeignHost(profile.baseUrl, edited.baseUrl);
    return this.#settingsOf(edited) === this.#settingsOf(profile)
      ? testConnection(this.#connectionOf(profile), signal)
      : this.#testSeparately(edited, () => this.#store.readCredentials(profile), signal, this.#limiterOf(profile));
  }

  /** Throws `unknown-account`. */
  connection(id: string): ConnectionStatus {
    const isDemo = id === demoAccountId;
    const connection = isDemo ? this.#demo.connection : this.#connections.get(this.#store.find(id).id)?.connection;
    return connectionOf(id, connection?.status ?? null);
  }

  /** See `Core.isKeychainPending`. */
  get isKeychainPending(): boolean {
    return this.#keychain.isPending?.() ?? false;
  }

  async close(): Promise<void> {
    for (const publisher of this.#publishers.values()) publisher.close();
    for (const { connection } of this.#connections.values()) connection.close();
    await Promise.all([this.#demo.close(), this.#store.close()]);
    this.#requestTimes.close();
  }

  #summaryOf(profile: Profile): AccountSummary {
    const { id, name, baseUrl, signingVariant, requestsPerWindow } = profile;
    const credentials = this.#store.storedCredentials(profile);
    return { id, name, kind: 'live', baseUrl, signingVariant, requestsPerWindow, credentials };
  }

  #connectionOf(profile: Profile): AccountConnection {
    const open = this.#connections.get(profile.id);
    if (open !== undefined) return open.connection;
    const loadCredentials = () => this.#store.readCredentials(profile);
    const connection = this.#createConnection(profile, loadCredentials, this.#limiterOf(profile));
    this.#connections.set(profile.id, { settings: this.#settingsOf(profile), connection });
    this.#watch(profile.id, connection);
    return connection;
  }

  /** Limiter of the account's key at its host. */
  #limiterOf({ id, baseUrl, archive, requestsPerWindow }: Profile): RateLimiter {
    return this.#limiters.join(id, limiterKey(baseUrl, archive.tokenFingerprint), requestsPerWindow);
  }

  #settingsOf(profile: Profile): string {
    const { baseUrl, signingVariant, requestsPerWindow } = profile;
    return JSON.stringify([baseUrl, signingVariant, requestsPerWindow, this.#store.credentialsName(profile)]);
  }

  #createConnection(
    { baseUrl, signingVariant, requestsPerWindow }: Pick<Profile, 'baseUrl' | 'signingVariant' | 'requestsPerWindow'>,
    credentials: AccountConnectionOptions['credentials'],
    limiter?: RateLimiter,
  ): AccountConnection {
    const { fetch, proxyNameFor, now, random } = this.#options;
    const settings = { baseUrl, signingVariant, requestsPerWindow };
    return new AccountConnection({ ...settings, fetch, proxyNameFor, now, random, credentials, limiter });
  }

  /** Tests settings that are not saved, over a connection of their own. */
  async #testSeparately(
    settings: Pick<Profile, 'baseUrl' | 'signingVariant' | 'requestsPerWindow'>,
    credentials: AccountConnectionOptions['credentials'],
    signal: AbortSignal,
    limiter?: RateLimiter,
  ): Promise<ConnectionReport> {
    const baseUrl = acceptBaseUrl(settings.baseUrl);
    const connection = this.#createConnection({ ...settings, baseUrl }, credentials, limiter);
    try {
      return await testConnection(connection, signal);
    } finally {
      connection.close();
    }
  }

  #watch(id: string, connection: AccountConnection): void {
    const publisher = this.#publishers.get(id) ?? new ConnectionPublisher(id, this.#options.onConnection);
    this.#publishers.set(id, publisher);
    connection.subscribe((status) => publisher.update(status));
  }

  /** Closes the connections of removed and edited accounts. */
  #storeChanged(): void {
    const profiles = new Map(this.#store.profiles.map((profile) => [profile.id, profile]));
    for (const [id, publisher] of this.#publishers) {
      if (id === demoAccountId || profiles.has(id)) continue;
      this.#publishers.delete(id);
      publisher.close();
    }
    for (const [id, { settings, connection }] of this.#connections) {
      const profile = profiles.get(id);
      if (profile !== undefined && this.#settingsOf(profile) === settings) continue;
      this.#connections.delete(id);
      this.#limiters.leave(id);
      connection.close();
    }
    this.#options.onAccounts(this.list());
  }
}

/**
 * Name of a key at a host, for its limiter. The names of this computer are one host. Stored as a hash: another name is another format of
 * request-times.bin.
 */
export function limiterKey(baseUrl: string, tokenFingerprint: string): string {
  const host = new URL(baseUrl).host.replace(/^(?:localhost|\[::1\])(?=:|$)/, '127.0.0.1');
  return JSON.stringify([host, tokenFingerprint]);
}

function rejectDemoRemoval(id: string): void {
  if (id === demoAccountId) throw invalidField('id', 'the demo account cannot be removed');
}
