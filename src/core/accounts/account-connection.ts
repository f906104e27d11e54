import {
  type ClientStatus,
  type Credentials,
  createRateLimitedClient,
  type ExchangeClient,
  type Fetch,
  type Priority,
  type RateLimitedClient,
  type RateLimiter,
  type RequestOptions,
} from '../../exchange/index.ts';
import type { SigningVariant } from '../../shared/values/domain.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { systemClock } from '../clock.ts';

type MarketOperation = 'readFuturesTickers' | 'readSpotTickers' | 'readSymbolRules';
/** Operations without credentials. */
export type MarketClient = Pick<ExchangeClient, MarketOperation>;
/** Operations with credentials. */
export type OrdersClient = Omit<ExchangeClient, MarketOperation>;

/** Calls the client once. The connection adds rate limiting and retries. */
export type Operation<Client, Result> = (client: Client, options: RequestOptions) => Promise<Result>;

export interface AccountConnectionOptions {
  readonly baseUrl: string;
  readonly signingVariant: SigningVariant;
  readonly requestsPerWindow: number;
  readonly fetch: Fetch;
  /** Returns host and port of the proxy that `fetch` uses for a URL; `null` for none. Default: no proxies. */
  readonly proxyNameFor?: ((url: URL) => Promise<string | null>) | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** A function is called for the first signed request, and again after it failed. */
  readonly credentials: Credentials | (() => Promise<Credentials>);
  /** The key's limiter. Default: one of this connection's own. */
  readonly limiter?: RateLimiter | undefined;
}

/**
 * Sends all requests of an account through one rate limiter. Loads the credentials for the first signed request and drops them when
 * closed. After `close` every call rejects with `canceled`.
 */
export class AccountConnection {
  readonly #options: AccountConnectionOptions;
  readonly #listeners = new Set<(status: ClientStatus | null) => void>();
  readonly #closed = Promise.withResolvers<never>();
  #isClosed = false;
  #client: RateLimitedClient | null = null;
  #credentials: Credentials | null;
  #loading: Promise<void> | null = null;

  constructor(options: AccountConnectionOptions) {
    this.#options = options;
    this.#credentials = typeof options.credentials === 'function' ? null : options.credentials;
    this.#closed.promise.catch(() => {});
  }

  /** `null` before the first request and after `close`. */
  get status(): ClientStatus | null {
    return this.#client?.status ?? null;
  }

  /** Calls the listener after changes of the status, at most once per microtask. Returns a function that unsubscribes. */
  subscribe(listener: (status: ClientStatus | null) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Returns host and port of the proxy for the account's address; `null` for none. Rejects with `offline` for an unusable one. */
  proxyName(): Promise<string | null> {
    const { proxyNameFor = async () => null, baseUrl } = this.#options;
    return proxyNameFor(new URL(baseUrl));
  }

  /** Rejects as the operation does. */
  async askMarket<Result>(
    operation: Operation<MarketClient, Result>,
    signal: AbortSignal,
    priority: Priority = 'interactive',
  ): Promise<Result> {
    const client = this.#connect().client(priority);
    const canRedact = this.#credentials !== null;
    try {
      return await operation(client, { signal });
    } catch (error) {
      throw canRedact ? error : withoutErrmsg(error);
    }
  }

  /** Rejects as the operation, or loading the credentials, does. */
  async askOrders<Result>(
    operation: Operation<OrdersClient, Result>,
    signal: AbortSignal,
    priority: Priority = 'interactive',
  ): Promise<Result> {
    await this.loadCredentials(signal);
    return operation(this.#connect().client(priority), { signal });
  }

  /** Loads the credentials unless they are loaded. Concurrent calls share one load. */
  async loadCredentials(signal: AbortSignal): Promise<void> {
    if (this.#isClosed || signal.aborted) throw canceled();
    if (this.#credentials !== null) return;
    this.#loading ??= this.#load();
    const aborted = Promise.withResolvers<never>();
    const abort = () => aborted.reject(canceled());
    signal.addEventListener('abort', abort, { once: true });
    try {
      await Promise.race([this.#loading, aborted.promise, this.#closed.promise]);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closed.reject(canceled());
    this.#credentials = null;
    this.#client?.close();
    this.#client = null;
    this.#publish(null);
  }

  async #load(): Promise<void> {
    try {
      const { credentials } = this.#options;
      const loaded = typeof credentials === 'function' ? await credentials() : credentials;
      if (!this.#isClosed) this.#credentials = loaded;
    } finally {
      this.#loading = null;
    }
  }

  #connect(): RateLimitedClient {
    if (this.#isClosed) throw canceled();
    if (this.#client !== null) return this.#client;
    const client = createRateLimitedClient({
      ...this.#options,
      ...systemClock(this.#options.now),
      credentials: () => this.#credentials,
    });
    client.subscribe((status) => {
      if (this.#client === client) this.#publish(status);
    });
    this.#client = client;
    return client;
  }

  #publish(status: ClientStatus | null): void {
    for (const listener of [...this.#listeners]) listener(status);
  }
}

/** Drops the service's message: it may quote the account's credentials, which cannot be redacted before they are loaded. */
function withoutErrmsg(error: unknown): unknown {
  if (!(error instanceof OrderglassError) || error.service?.errmsg === undefined) return error;
  const { errmsg: _, ...service } = error.service;
  return new OrderglassError(error.code, error.message, { service });
}

function canceled(): OrderglassError {
  return new OrderglassError('canceled', 'the account was closed, or the caller canceled the request');
}
