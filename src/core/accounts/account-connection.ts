import {
  type ClientStatus,
  type Credentials,
  createRateLimitedClient,
  type ExchangeClient,
  type Priority,
  type RateLimitedClient,
  type RateLimiter,
  type RequestOptions,
} from '../../exchange/index.ts';
import type { SigningVariant } from '../../shared/domain.ts';
import { OrderglassError } from '../../shared/errors.ts';
import { systemClock } from '../clock.ts';

type Market = 'readFuturesTickers' | 'readSpotTickers' | 'readSymbolRules';
/** What can be asked without credentials. */
export type MarketClient = Pick<ExchangeClient, Market>;
/** What cannot. */
export type OrdersClient = Omit<ExchangeClient, Market>;

/** One operation is one request, as far as the account is concerned: turns and retries are the line's. */
export type Operation<Client, Answer> = (client: Client, options: RequestOptions) => Promise<Answer>;

export interface ExchangeLineOptions {
  readonly baseUrl: string;
  readonly signingVariant: SigningVariant;
  readonly requestsPerWindow: number;
  readonly fetch: typeof fetch;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** A function is asked at the first request that is signed, and again after it failed. */
  readonly credentials: Credentials | (() => Promise<Credentials>);
  /** Of the key, where others read with it too or have done so before. */
  readonly limiter?: RateLimiter | undefined;
}

/**
 * The one way from an account to its exchange: all its requests pass one limiter. Its credentials are read late and forgotten
 * when it is closed. Everything rejects with `cancelled` once it is.
 */
export class AccountConnection {
  readonly #options: ExchangeLineOptions;
  readonly #listeners = new Set<(state: ClientStatus | null) => void>();
  readonly #closed = Promise.withResolvers<never>();
  #isClosed = false;
  #paced: RateLimitedClient | null = null;
  #credentials: Credentials | null;
  #reading: Promise<void> | null = null;

  constructor(options: ExchangeLineOptions) {
    this.#options = options;
    this.#credentials = typeof options.credentials === 'function' ? null : options.credentials;
    this.#closed.promise.catch(() => {});
  }

  /** `null` before the first request and after the last. */
  get state(): ClientStatus | null {
    return this.#paced?.state() ?? null;
  }

  /** The listener is called after changes of the state, at most once a turn. Answers a function that ends the subscription. */
  subscribe(listener: (state: ClientStatus | null) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Rejects with what the operation fails with. */
  async askMarket<Answer>(
    operation: Operation<MarketClient, Answer>,
    signal: AbortSignal,
    priority: Priority = 'interactive',
  ): Promise<Answer> {
    const client = this.#connect().client(priority);
    const canRedact = this.#credentials !== null;
    try {
      return await operation(client, { signal });
    } catch (error) {
      throw canRedact ? error : withoutErrmsg(error);
    }
  }

  /** Rejects with what the operation, or the reading of the credentials, fails with. */
  async askOrders<Answer>(
    operation: Operation<OrdersClient, Answer>,
    signal: AbortSignal,
    priority: Priority = 'interactive',
  ): Promise<Answer> {
    await this.knowCredentials(signal);
    return operation(this.#connect().client(priority), { signal });
  }

  /** Reads the credentials, where they are not known yet: once for all who wait for them. */
  async knowCredentials(signal: AbortSignal): Promise<void> {
    if (this.#isClosed || signal.aborted) throw cancelled();
    if (this.#credentials !== null) return;
    this.#reading ??= this.#readCredentials();
    const left = Promise.withResolvers<never>();
    const leave = () => left.reject(cancelled());
    signal.addEventListener('abort', leave, { once: true });
    try {
      await Promise.race([this.#reading, left.promise, this.#closed.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closed.reject(cancelled());
    this.#credentials = null;
    this.#paced?.close();
    this.#paced = null;
    this.#tell(null);
  }

  async #readCredentials(): Promise<void> {
    try {
      const { credentials } = this.#options;
      const known = typeof credentials === 'function' ? await credentials() : credentials;
      if (!this.#isClosed) this.#credentials = known;
    } finally {
      this.#reading = null;
    }
  }

  #connect(): RateLimitedClient {
    if (this.#isClosed) throw cancelled();
    if (this.#paced !== null) return this.#paced;
    const { credentials: _, ...connection } = this.#options;
    const paced = createRateLimitedClient({
      ...connection,
      ...systemClock(connection.now),
      credentials: () => this.#credentials,
    });
    paced.subscribe((state) => {
      if (this.#paced === paced) this.#tell(state);
    });
    this.#paced = paced;
    return paced;
  }

  #tell(state: ClientStatus | null): void {
    for (const listener of [...this.#listeners]) listener(state);
  }
}

/**
 * The service may know the account's credentials and say them; as long as they are not known here they cannot be taken out of what
 * it says.
 */
function withoutErrmsg(error: unknown): unknown {
  if (!(error instanceof OrderglassError) || error.service?.errmsg === undefined) return error;
  const { errmsg: _, ...service } = error.service;
  return new OrderglassError(error.code, error.message, { service });
}

function cancelled(): OrderglassError {
  return new OrderglassError('cancelled', 'the account is closed, or nobody waits for the answer');
}
