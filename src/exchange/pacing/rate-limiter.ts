import { BackgroundThrottle } from './background-throttle.ts';
import { Connectivity } from './connectivity.ts';
import { SlidingWindow } from './sliding-window.ts';
import { type Rejection, ThrottlePause } from './throttle-pause.ts';

/** `interactive`: the user waits for the response. `background`: everything else. */
export type Priority = 'interactive' | 'background';

export interface RateLimiterOptions {
  /** 1 to 1,000. */
  readonly requestsPerWindow: number;
  readonly windowMs: number;
  /** Shares of the window (0 to 0.9) that background requests leave free: always `min`, up to `max` after interactive requests. */
  readonly reserve: { readonly min: number; readonly max: number };
  /** Most requests in flight. */
  readonly maxInFlight: number;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Starts of requests that were sent before this limiter existed, in monotonic milliseconds. */
  readonly earlierStarts: readonly number[];
  /** Called with each start of a request. */
  readonly onStart: () => void;
}

/** Sends requests through a limiter. */
export interface LimiterClient {
  /** Called if another client's request ended or a limit changed: more requests may be startable. */
  limiterChanged(): void;
}

/** Permission for one request, from its start to its end. */
export interface Permit {
  readonly client: LimiterClient;
  readonly priority: Priority;
  readonly sentAt: number;
  /** See `ThrottlePause.generation`. */
  readonly generation: number;
  hasResponded: boolean;
}

/** Margin for differences between the service's clock and ours: 2 ms plus 0.2% of the window. */
const marginMs = 2;
const marginShare = 0.002;
/** Share of the window within which an abandoned request may still reach the service. */
const strayShare = 0.1;
/** Share of the window that background requests may use in one burst after an idle time. */
const burstShare = 0.2;
/** In-flight slots reserved for interactive requests. */
const reservedInFlight = 2;
/** First pause without a `Retry-After`, in windows: 0.5 s for a window of 10 s. */
const firstPauseWindows = 0.05;
/** Longest pause without a `Retry-After`, in windows: 60 s for a window of 10 s. */
const maxPauseWindows = 6;
/** Longest pause that the service can ask for (ms). */
const maxAskedPauseMs = 300_000;

/**
 * Decides when the next request of a key may start. Applies the sliding window, the capacity reserved for interactive requests, the pauses
 * that the service asks for, and its reachability. All clients of one key share one limiter. Times are monotonic milliseconds.
 */
export class RateLimiter {
  readonly pause: ThrottlePause;
  readonly connectivity: Connectivity;
  readonly #options: RateLimiterOptions;
  readonly #window: SlidingWindow;
  readonly #clients = new Set<LimiterClient>();
  readonly #permits = new Set<Permit>();
  #backgroundThrottle: BackgroundThrottle;
  /** Start times of the interactive requests within the last window. */
  #interactiveStarts: number[] = [];

  constructor(options: RateLimiterOptions) {
    const { requestsPerWindow, windowMs, random, earlierStarts } = options;
    this.#options = options;
    this.#window = new SlidingWindow(requestsPerWindow, windowMs * (1 + marginShare) + marginMs);
    this.#backgroundThrottle = throttleFor(requestsPerWindow, windowMs);
    this.pause = new ThrottlePause(
      {
        firstMs: windowMs * firstPauseWindows,
        secondMs: windowMs,
        maxMs: windowMs * maxPauseWindows,
        minAskedMs: windowMs * strayShare,
        maxAskedMs: maxAskedPauseMs,
      },
      random,
    );
    this.connectivity = new Connectivity(random);
    for (const start of earlierStarts) {
      this.#window.send();
      this.#window.counted(start + windowMs * strayShare);
    }
  }

  get inFlight(): number {
    return this.#permits.size;
  }

  /** 1 to 1,000. Requests that were sent before the change still count. */
  set requestsPerWindow(limit: number) {
    if (limit === this.#window.limit) return;
    this.#window.limit = limit;
    this.#backgroundThrottle = throttleFor(limit, this.#options.windowMs);
    for (const client of this.#clients) client.limiterChanged();
  }

  /** Returns a function that removes the client. */
  join(client: LimiterClient): () => void {
    this.#clients.add(client);
    return () => {
      this.#clients.delete(client);
    };
  }

  /**
   * Returns the earliest start of a request as known now; Infinity if it depends on a request in flight. Call it again at that time, and
   * after every other event. A client must ask for `background` only if none of its interactive requests waits.
   */
  startableAt(priority: Priority, now: number): number {
    if (this.inFlight >= this.#options.maxInFlight) return Number.POSITIVE_INFINITY;
    const { pause } = this;
    if (pause.needsProbe && this.#isInFlight(({ generation }) => generation === pause.generation)) {
      return Number.POSITIVE_INFINITY;
    }
    const allowedAt = Math.max(now, pause.until);
    if (priority === 'interactive') return Math.max(allowedAt, this.#freeAt(now, 0));
    if (!this.#mayAddBackground()) return Number.POSITIVE_INFINITY;
    const freeAt = this.#freeAt(now, this.#reserve(now));
    if (freeAt > now) {
      this.#backgroundThrottle.waitForWindow();
      return Math.max(allowedAt, freeAt);
    }
    return Math.max(allowedAt, this.connectivity.backgroundAt, this.#backgroundThrottle.startableAt(now));
  }

  /** Starts a request. Only allowed if `startableAt` returned `now` or earlier. */
  acquire(client: LimiterClient, priority: Priority, now: number): Permit {
    const permit: Permit = { client, priority, sentAt: now, generation: this.pause.generation, hasResponded: false };
    this.#permits.add(permit);
    this.#window.send();
    this.#options.onStart();
    if (priority === 'interactive') this.#interactiveStarts.push(now);
    this.#backgroundThrottle.start(priority === 'background', now);
    return permit;
  }

  /**
   * Records that the response begins to arrive. `rejection`: `null` unless the service rejected the request with HTTP 429 or 503. Returns
   * true if the service rejected a probe.
   */
  markResponseStarted(permit: Permit, rejection: Rejection | null, now: number): boolean {
    permit.hasResponded = true;
    this.#window.counted(now);
    this.connectivity.responded(now);
    const rejected = rejection === null ? null : this.pause.rejected(permit.generation, rejection, now);
    if (rejected === 'first') this.#backgroundThrottle.refused(now);
    if (rejected === null && permit.generation === this.pause.generation) {
      this.pause.accepted(permit.generation);
      this.#backgroundThrottle.accepted();
    }
    this.#notifyOthers(permit.client);
    return rejected === 'probe';
  }

  /** Ends a request. `wasUnreachable`: true if the service could not be reached. */
  release(permit: Permit, wasUnreachable: boolean, now: number): void {
    this.#permits.delete(permit);
    if (!permit.hasResponded) {
      this.#window.counted(now + this.#options.windowMs * strayShare);
      if (wasUnreachable) this.connectivity.unreachable(permit.priority === 'background', permit.sentAt, now);
    }
    this.#notifyOthers(permit.client);
  }

  #notifyOthers(client: LimiterClient): void {
    for (const other of this.#clients) if (other !== client) other.limiterChanged();
  }

  /** When the window has more than `reserve` free places. */
  #freeAt(now: number, reserve: number): number {
    return this.#window.free(now) > reserve ? now : this.#window.nextRelease();
  }

  #mayAddBackground(): boolean {
    const max = this.connectivity.isOffline ? 1 : Math.max(1, this.#options.maxInFlight - reservedInFlight);
    let count = 0;
    for (const { priority } of this.#permits) if (priority === 'background') count++;
    return count < max;
  }

  /**
   * Returns the number of places to keep free for interactive requests: as many as there were in the last window, within the bounds. A
   * larger reserve would cost throughput all the time.
   */
  #reserve(now: number): number {
    const { windowMs, reserve } = this.#options;
    const requestsPerWindow = this.#window.limit;
    this.#interactiveStarts = this.#interactiveStarts.filter((start) => start > now - windowMs);
    const min = Math.ceil(requestsPerWindow * reserve.min);
    const max = Math.floor(requestsPerWindow * reserve.max);
    return Math.min(Math.max(min, Math.min(max, this.#interactiveStarts.length)), requestsPerWindow - 1);
  }

  #isInFlight(test: (permit: Permit) => boolean): boolean {
    return [...this.#permits].some(test);
  }
}

function throttleFor(requestsPerWindow: number, windowMs: number): BackgroundThrottle {
  const burst = Math.max(1, Math.floor(requestsPerWindow * burstShare));
  return new BackgroundThrottle(requestsPerWindow, windowMs, burst);
}
