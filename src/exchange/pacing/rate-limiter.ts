import { BackgroundThrottle } from './background-throttle.ts';
import { Connectivity } from './connectivity.ts';
import type { Priority } from './priority.ts';
import { SlidingWindow } from './sliding-window.ts';
import { ThrottlePause } from './throttle-pause.ts';

export interface RateLimiterOptions {
  /** 1 to 1000. */
  readonly requestsPerWindow: number;
  /** In milliseconds. */
  readonly windowMs: number;
  /** Shares of the window, 0 to 0.9, that the background leaves free: always, and at most after much was looked at. */
  readonly reserve: { readonly least: number; readonly most: number };
  readonly maximumInFlight: number;
  readonly random: () => number;
}

/** Sends requests through a limiter. */
export interface LimiterClient {
  /** Another one's request has freed something, or a limit has changed: more may be startable. */
  limiterChanged(): void;
}

/** A request under way. */
export interface Permit {
  readonly client: LimiterClient;
  readonly priority: Priority;
  readonly sentAt: number;
  /** That of the key's pauses when it was sent. */
  readonly generation: number;
  hasResponded: boolean;
}

/** How far the service's clock may run faster than ours, and its timers earlier: 2 ms and 0.2 % of the window. */
const marginMs = 2;
const marginShare = 0.002;
/** A request that was given up may reach the service for so long after, as a share of the window. */
const strayShare = 0.1;
const burstShare = 0.2;
/** Of the requests in flight what is looked at always finds so many free. */
const reservedInFlight = 2;
/** Of the window, for the longest pause that is made without being asked for one: 60 s for a window of 10 s. */
const longestPauseWindows = 6;
const longestAskedPauseMs = 300_000;

/**
 * Decides when the next request of a key may start: the sliding window, the reserve for what is looked at, the pauses that the
 * service asks for, and whether it can be reached at all. All who send with one key go through one limiter, one after the other or
 * at the same time. All times are monotonic milliseconds.
 */
export class RateLimiter {
  readonly pause: ThrottlePause;
  readonly connectivity: Connectivity;
  readonly #options: RateLimiterOptions;
  readonly #window: SlidingWindow;
  readonly #clients = new Set<LimiterClient>();
  #pace: BackgroundThrottle;
  readonly #underWay = new Set<Permit>();
  #interactiveStarts: number[] = [];

  constructor(options: RateLimiterOptions) {
    const { requestsPerWindow, windowMs, random } = options;
    this.#options = options;
    this.#window = new SlidingWindow(requestsPerWindow, windowMs * (1 + marginShare) + marginMs);
    this.#pace = paceOf(requestsPerWindow, windowMs);
    this.pause = new ThrottlePause(
      {
        firstMs: windowMs,
        maxMs: windowMs * longestPauseWindows,
        minAskedMs: windowMs * strayShare,
        maxAskedMs: longestAskedPauseMs,
      },
      random,
    );
    this.connectivity = new Connectivity(random);
  }

  get inFlight(): number {
    return this.#underWay.size;
  }

  /** 1 to 1000. What was sent before still counts. */
  set requestsPerWindow(limit: number) {
    if (limit === this.#window.limit) return;
    this.#window.limit = limit;
    this.#pace = paceOf(limit, this.#options.windowMs);
    for (const client of this.#clients) client.limiterChanged();
  }

  /** Answers a function that ends it. */
  join(client: LimiterClient): () => void {
    this.#clients.add(client);
    return () => {
      this.#clients.delete(client);
    };
  }

  /**
   * The earliest moment at which a request may start, as far as it is known now: to be asked again then and after every
   * other event. Infinity where it hangs on a request under way. For the background only where nothing looked at waits.
   */
  startableAt(priority: Priority, now: number): number {
    if (this.inFlight >= this.#options.maximumInFlight) return Number.POSITIVE_INFINITY;
    if (this.pause.needsProbe && this.#isUnderWay(({ generation }) => generation === this.pause.generation)) {
      return Number.POSITIVE_INFINITY;
    }
    const allowed = Math.max(now, this.pause.until);
    if (priority === 'interactive') return Math.max(allowed, this.#placeFreeAt(now, 0));
    if (!this.#mayAddBackground()) return Number.POSITIVE_INFINITY;
    const place = this.#placeFreeAt(now, this.#reserve(now));
    if (place > now) {
      this.#pace.holdUp();
      return Math.max(allowed, place);
    }
    return Math.max(allowed, this.connectivity.backgroundAt, this.#pace.startableAt(now));
  }

  /** To be called where `startableAt` answered now. */
  acquire(client: LimiterClient, priority: Priority, now: number): Permit {
    const permit: Permit = { client, priority, sentAt: now, generation: this.pause.generation, hasResponded: false };
    this.#underWay.add(permit);
    this.#window.open();
    if (priority === 'background') this.#pace.start(now);
    else this.#interactiveStarts.push(now);
    return permit;
  }

  /**
   * The answer begins to arrive. `throttled`: `null`, or for how many milliseconds the service asks to be release alone, itself
   * `null` where it does not say. Answers whether that refused the one request that was sent after a pause.
   */
  markResponseStarted(permit: Permit, throttled: { readonly askedMs: number | null } | null, now: number): boolean {
    permit.hasResponded = true;
    this.#window.counted(now);
    this.connectivity.responded(now);
    const hasRefusedProbe = throttled !== null && this.pause.rejected(permit.generation, throttled.askedMs, now);
    if (throttled === null) this.pause.accepted(permit.generation);
    this.#notifyOthers(permit.client);
    return hasRefusedProbe;
  }

  /** The request has ended. `wasUnreachable`: there was no way to the service. */
  release(permit: Permit, wasUnreachable: boolean, now: number): void {
    this.#underWay.delete(permit);
    if (!permit.hasResponded) {
      this.#window.counted(now + this.#options.windowMs * strayShare);
      if (wasUnreachable) this.connectivity.unreachable(permit.priority, permit.sentAt, now);
    }
    this.#notifyOthers(permit.client);
  }

  #notifyOthers(client: LimiterClient): void {
    for (const other of this.#clients) if (other !== client) other.limiterChanged();
  }

  #placeFreeAt(now: number, reserve: number): number {
    return this.#window.free(now) > reserve ? now : this.#window.nextRelease();
  }

  #mayAddBackground(): boolean {
    const most = this.connectivity.isOffline ? 1 : Math.max(1, this.#options.maximumInFlight - reservedInFlight);
    let count = 0;
    for (const { priority } of this.#underWay) if (priority === 'background') count++;
    return count < most;
  }

  /**
   * A reserve costs as much throughput as it has places, all the time. So it is as large as what was looked at in the last window,
   * within its bounds.
   */
  #reserve(now: number): number {
    const { windowMs, reserve } = this.#options;
    const requestsPerWindow = this.#window.limit;
    this.#interactiveStarts = this.#interactiveStarts.filter((start) => start > now - windowMs);
    const least = Math.ceil(requestsPerWindow * reserve.least);
    const most = Math.floor(requestsPerWindow * reserve.most);
    return Math.min(Math.max(least, Math.min(most, this.#interactiveStarts.length)), requestsPerWindow - 1);
  }

  #isUnderWay(test: (permit: Permit) => boolean): boolean {
    return [...this.#underWay].some(test);
  }
}

function paceOf(requestsPerWindow: number, windowMs: number): BackgroundThrottle {
  const burst = Math.max(1, Math.floor(requestsPerWindow * burstShare));
  return new BackgroundThrottle(windowMs / requestsPerWindow, burst);
}
