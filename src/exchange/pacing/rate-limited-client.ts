import type { Clock } from '../../shared/time/clock.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { createOperations, type ExchangeClient } from '../client.ts';
import { createSendOnce, type ExchangeClientOptions, type ExchangeRequest } from '../send-once.ts';
import { type Priority, RateLimiter } from './rate-limiter.ts';
import { RequestScheduler } from './request-scheduler.ts';
import { ServerClock } from './server-clock.ts';

export interface RateLimitOptions {
  /** Requests of the key per window, over all six operations: 1 to 1,000. Default 100 (docs/service.md 10.2). */
  readonly requestsPerWindow?: number;
  /** 100 to 600,000. Default 10,000. Pauses and margins are derived from it. */
  readonly windowMs?: number;
  /**
   * Shares of the window (0 to 0.9) that background requests leave free for interactive ones: always `min`, up to `max` after interactive
   * requests. Default 0.01 and 0.2. A larger `min` slows long reads down.
   */
  readonly reserve?: { readonly min: number; readonly max: number };
  /** Requests in flight, 1 to 100. Default 6, of which background requests use at most 4. */
  readonly maxInFlight?: number;
  /** Starts of requests of the key in earlier sessions, in monotonic milliseconds. Default: none. */
  readonly earlierStarts?: readonly number[];
  /** Called with each start of a request. Default: not called. */
  readonly onStart?: () => void;
}

export interface RateLimitedClientOptions extends ExchangeClientOptions, Clock, RateLimitOptions {
  /** Limiter of the key, shared with other clients. Its limits replace those of `RateLimitOptions`. Default: a limiter of its own. */
  readonly limiter?: RateLimiter | undefined;
}

/** State of a key's queue and connection, for the screen. */
export interface ClientStatus {
  /** End of the pause that the service asked for; `null` if there is none. */
  readonly pausedUntil: Timestamp | null;
  /** True if the pause is because the service seems to be down, and not because of too many requests. */
  readonly isDown: boolean;
  /** Requests in the queue or between two attempts. */
  readonly queued: number;
  /** Requests in flight. */
  readonly inFlight: number;
  /** The service's clock minus this computer's (ms); `null` while unknown. */
  readonly clockOffset: number | null;
  /** The same in whole seconds if it exceeds 30 s, so that the user should set the clock; otherwise `null`. */
  readonly clockSkewSeconds: number | null;
  /** True if the last two or more requests did not reach the service. */
  readonly offline: boolean;
}

/** A client that keeps within the limits of its key. One account has one client, so that all its requests share one queue. */
export interface RateLimitedClient {
  /**
   * Returns the six operations at a priority. Identical concurrent calls share one request.
   *
   * Retries `offline`, `timeout`, `throttled`, `service-busy` and HTTP 5xx, and once `nonce-used` and `clock-skew`. Interactive calls make
   * at most 3 attempts within about 10 s, longer if the service asks for a pause, and retry a timeout once. Background calls make at most
   * 8 attempts, and wait while the service cannot be reached.
   */
  client(priority: Priority): ExchangeClient;
  readonly status: ClientStatus;
  /** Calls the listener after changes, at most once per microtask. The listener must not throw. Returns a function that unsubscribes. */
  subscribe(listener: (status: ClientStatus) => void): () => void;
  /** Rejects all pending and later calls with `canceled`. */
  close(): void;
}

/** Clock offset (ms) beyond which the user should set the clock. */
const maxClockSkewMs = 30_000;
/** Change (ms) of the calculated end of a pause that counts as a set clock. */
const clockWasSetMs = 1000;

/** Throws `invalid-input` if an option is out of range. */
export function createRateLimiter(options: RateLimitOptions & Pick<ExchangeClientOptions, 'random'>): RateLimiter {
  const { requestsPerWindow = 100, windowMs = 10_000, maxInFlight = 6, random } = options;
  const { reserve = { min: 0.01, max: 0.2 }, earlierStarts = [], onStart = () => {} } = options;
  check('requestsPerWindow', Number.isInteger(requestsPerWindow) && isWithin(requestsPerWindow, 1, 1000));
  check('windowMs', isWithin(windowMs, 100, 600_000));
  check('maxInFlight', Number.isInteger(maxInFlight) && isWithin(maxInFlight, 1, 100));
  check('reserve', isWithin(reserve.min, 0, 0.9) && isWithin(reserve.max, reserve.min, 0.9));
  return new RateLimiter({ requestsPerWindow, windowMs, reserve, maxInFlight, random, earlierStarts, onStart });
}

/**
 * Creates a client that never sends more requests per window than the service allows (docs/service.md 10.2). Sends
 * interactive requests first, retries with a new nonce in the service's time, and pauses the whole key if the service asks for it. Throws
 * `invalid-input` if an option is out of range. Sends nothing yet.
 */
export function createRateLimitedClient(options: RateLimitedClientOptions): RateLimitedClient {
  const { now, monotonicNow, schedule, random, credentials } = options;

  const clock = new ServerClock(now, monotonicNow);
  const limiter = options.limiter ?? createRateLimiter(options);
  const sendOnce = createSendOnce(options, () => clock.now());
  const listeners = new Set<(status: ClientStatus) => void>();
  let published: ClientStatus | null = null;
  let isPublishing = false;
  let pause: { readonly until: number; readonly pausedUntil: Timestamp } | null = null;

  const scheduler = new RequestScheduler({
    sendOnce,
    limiter,
    clock,
    monotonicNow,
    schedule,
    random,
    onChange: publishSoon,
  });

  function readStatus(): ClientStatus {
    const offset = clock.offset;
    return {
      pausedUntil: pausedUntil(),
      isDown: limiter.pause.isDown,
      queued: scheduler.queued,
      inFlight: limiter.inFlight,
      clockOffset: offset,
      clockSkewSeconds: offset === null || Math.abs(offset) <= maxClockSkewMs ? null : Math.round(offset / 1000),
      offline: limiter.connectivity.isOffline,
    };
  }

  /**
   * End of the current pause by the wall clock. Computed once per pause so that a countdown stays steady, and again if the clock was
   * changed.
   */
  function pausedUntil(): Timestamp | null {
    const { until } = limiter.pause;
    const leftMs = until - monotonicNow();
    if (leftMs <= 0) return null;
    const current = Math.round(now() + leftMs);
    if (pause?.until !== until || Math.abs(current - pause.pausedUntil) > clockWasSetMs) {
      pause = { until, pausedUntil: current };
    }
    return pause.pausedUntil;
  }

  function publishSoon(): void {
    if (isPublishing || listeners.size === 0) return;
    isPublishing = true;
    queueMicrotask(() => {
      isPublishing = false;
      const status = readStatus();
      if (published !== null && isSame(published, status)) return;
      published = status;
      for (const listener of listeners) listener(status);
    });
  }

  const sendAt = (priority: Priority) => async (request: ExchangeRequest, signal: AbortSignal | undefined) => {
    const response = await scheduler.send(request, priority, signal);
    const readAt = clock.between(response.sentAt, response.receivedAt);
    return readAt === null ? response : { ...response, readAt };
  };
  const clientFor = (priority: Priority) => createOperations(sendAt(priority), credentials !== undefined);
  const clients: Record<Priority, ExchangeClient> = {
    interactive: clientFor('interactive'),
    background: clientFor('background'),
  };

  return {
    client: (priority) => clients[priority],
    get status() {
      return readStatus();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close: () => scheduler.close(),
  };
}

function isSame(one: ClientStatus, other: ClientStatus): boolean {
  return (
    one.pausedUntil === other.pausedUntil &&
    one.isDown === other.isDown &&
    one.queued === other.queued &&
    one.inFlight === other.inFlight &&
    one.clockOffset === other.clockOffset &&
    one.clockSkewSeconds === other.clockSkewSeconds &&
    one.offline === other.offline
  );
}

function isWithin(value: number, min: number, max: number): boolean {
  return value >= min && value <= max;
}

function check(name: string, isValid: boolean): void {
  if (!isValid) throw new OrderglassError('invalid-input', `${name}: out of its range`);
}
