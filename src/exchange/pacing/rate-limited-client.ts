import type { Clock } from '../../shared/clock.ts';
import type { Timestamp } from '../../shared/domain.ts';
import { OrderglassError } from '../../shared/errors.ts';
import { createOperations, type ExchangeClient } from '../operations.ts';
import { createSendOnce, type ExchangeClientOptions } from '../send-once.ts';
import type { Priority } from './priority.ts';
import { RateLimiter } from './rate-limiter.ts';
import { RequestScheduler } from './request-scheduler.ts';
import { ServerClock } from './server-clock.ts';

export interface RateLimitedClientOptions extends ExchangeClientOptions, Clock {
  /** Shared with others who read with the same key: the limits are then the limiter's, whatever stands here. Default: one of its own. */
  readonly limiter?: RateLimiter | undefined;
  /** Of the key, over all six operations: 1 to 1000 in each window. Default 100 (venue-notes, "Limits and errors"). */
  readonly requestsPerWindow?: number;
  /** In milliseconds, 100 to 600,000. Default 10,000. Pauses and margins follow it. */
  readonly windowMs?: number;
  /**
   * Shares of the window that the background leaves free for what is looked at, 0 to 0.9: `least` always, more after more was
   * looked at, up to `most`. Default 0.01 and 0.2. Every place that is kept free all the time is one that a long read lacks.
   */
  readonly reserve?: { readonly least: number; readonly most: number };
  /** Requests under way at the same time, 1 to 100. Default 6; the background uses 2 less. */
  readonly maximumInFlight?: number;
}

/** How it stands with a key, for the screen. */
export interface ClientStatus {
  /** No request of the key is sent before: the service asked to slow down. `null`: it did not, or the pause is over. */
  readonly pausedUntil: Timestamp | null;
  /** Requests that wait for their turn or for their next try. */
  readonly queued: number;
  /** Requests under way. */
  readonly inFlight: number;
  /** The service's clock minus this machine's, in milliseconds; `null` while unknown. */
  readonly clockOffset: number | null;
  /** The same in whole seconds where it is more than 30 s either way, so that the user should set the clock; otherwise `null`. */
  readonly clockSkewSeconds: number | null;
  /** The last two requests or more found no way to the service. It ends with the first answer of any kind. */
  readonly offline: boolean;
}

/** One key of one account: whoever reads with that key reads through the same object, however many windows there are. */
export interface RateLimitedClient {
  /**
   * The six operations. A call may stand for several requests, or share one with the same call elsewhere, and rejects as
   * `ExchangeClient` says, once nothing more is to be hoped for: what is looked at after 3 tries within about 10 s (longer where the
   * service asked to slow down; a timeout is tried again once), the background after 8; while the service cannot be reached the
   * background waits. Offline, timeout, throttled, service-busy and HTTP 5xx are tried again, nonce-used and clock-skew once, all
   * other failures never.
   */
  client(priority: Priority): ExchangeClient;
  readonly status: ClientStatus;
  /** The listener is called after changes, at most once a turn, and must not throw. Answers a function that ends the subscription. */
  subscribe(listener: (state: ClientStatus) => void): () => void;
  /** Ends all calls, now and later, with `cancelled`. */
  close(): void;
}

const skewWorthTellingMs = 30_000;
const clockWasSetMs = 1000;

type SharedLimiterOptions = Pick<
  RateLimitedClientOptions,
  'requestsPerWindow' | 'windowMs' | 'reserve' | 'maximumInFlight' | 'random'
>;

/** For all who read with one key. Throws `invalid-input` where an option cannot be used. */
export function createRateLimiter(options: SharedLimiterOptions): RateLimiter {
  const { requestsPerWindow = 100, windowMs = 10_000, maximumInFlight = 6, random } = options;
  const { reserve = { least: 0.01, most: 0.2 } } = options;
  check('requestsPerWindow', Number.isInteger(requestsPerWindow) && isWithin(requestsPerWindow, 1, 1000));
  check('windowMs', isWithin(windowMs, 100, 600_000));
  check('maximumInFlight', Number.isInteger(maximumInFlight) && isWithin(maximumInFlight, 1, 100));
  check('reserve', isWithin(reserve.least, 0, 0.9) && isWithin(reserve.most, reserve.least, 0.9));
  return new RateLimiter({ requestsPerWindow, windowMs, reserve, maximumInFlight, random });
}

/**
 * A client that keeps within the limits of its key (venue-notes, "Limits and errors"): never more requests in any window than the
 * service allows, what is looked at first, retries with a nonce of their own, a pause of the whole key where the service asks to
 * slow down, nonces in the service's time. Throws `invalid-input` where an option cannot be used. Sends nothing yet.
 */
export function createRateLimitedClient(options: RateLimitedClientOptions): RateLimitedClient {
  const { now, monotonicNow, schedule, random, credentials } = options;

  const clock = new ServerClock(now, monotonicNow);
  const limiter = options.limiter ?? createRateLimiter(options);
  const sendOnce = createSendOnce(options, () => clock.now());
  const listeners = new Set<(state: ClientStatus) => void>();
  let told: ClientStatus | null = null;
  let isToldSoon = false;
  let pause: { readonly until: number; readonly pausedUntil: Timestamp } | null = null;

  const scheduler = new RequestScheduler({
    sendOnce,
    limiter,
    clock,
    monotonicNow,
    schedule,
    random,
    onChange: tellSoon,
  });

  function readStatus(): ClientStatus {
    const offset = clock.offset;
    return {
      pausedUntil: pausedUntil(),
      queued: scheduler.queued,
      inFlight: limiter.inFlight,
      clockOffset: offset,
      clockSkewSeconds: offset === null || Math.abs(offset) <= skewWorthTellingMs ? null : Math.round(offset / 1000),
      offline: limiter.connectivity.isOffline,
    };
  }

  /** Read off the clock once a pause, for a countdown must not tremble; again where the clock was set meanwhile. */
  function pausedUntil(): Timestamp | null {
    const { until } = limiter.pause;
    const left = until - monotonicNow();
    if (left <= 0) return null;
    const read = Math.round(now() + left);
    if (pause?.until !== until || Math.abs(read - pause.pausedUntil) > clockWasSetMs) {
      pause = { until, pausedUntil: read };
    }
    return pause.pausedUntil;
  }

  function tellSoon(): void {
    if (isToldSoon || listeners.size === 0) return;
    isToldSoon = true;
    queueMicrotask(() => {
      isToldSoon = false;
      const current = readStatus();
      if (told !== null && isSame(told, current)) return;
      told = current;
      for (const listener of listeners) listener(current);
    });
  }

  const clientOf = (priority: Priority) =>
    createOperations((question, signal) => scheduler.ask(question, priority, signal), credentials !== undefined);
  const clients: Record<Priority, ExchangeClient> = {
    interactive: clientOf('interactive'),
    background: clientOf('background'),
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
    one.queued === other.queued &&
    one.inFlight === other.inFlight &&
    one.clockOffset === other.clockOffset &&
    one.clockSkewSeconds === other.clockSkewSeconds &&
    one.offline === other.offline
  );
}

function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

function check(name: string, isUsable: boolean): void {
  if (!isUsable) throw new OrderglassError('invalid-input', `${name}: out of its range`);
}
