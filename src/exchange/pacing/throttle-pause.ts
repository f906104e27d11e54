import { backoffDelay } from '../../shared/time/backoff.ts';

/** All in milliseconds. */
export interface PauseLimits {
  /** First pause without a `Retry-After`: a front end that limits the requests of a second accepts them again by then. */
  readonly firstMs: number;
  /** Pause after a rejected probe. Each further one doubles the next pause. */
  readonly secondMs: number;
  readonly maxMs: number;
  /** Bounds of a pause that the service asks for. */
  readonly minAskedMs: number;
  readonly maxAskedMs: number;
}

/** A response with HTTP 429 or 503. */
export interface Rejection {
  /** Length of the pause that the service asks for (ms); `null` if it names none. */
  readonly askedMs: number | null;
  /** The HTTP status 503, which services and their front ends also send while they are down. */
  readonly isUnavailable: boolean;
  /** The response is a web page: it comes from a front end whose service is down. */
  readonly isPage: boolean;
}

/** Rejections in a row from which an unavailable service is down. One that limits requests accepts the probe after a pause, or the next. */
const downAfterRejections = 3;

/**
 * Pauses all requests of a key after the service rejected one with HTTP 429 or 503. After the pause one request is sent alone, as a
 * probe. The others follow once the probe was accepted. Times are monotonic milliseconds.
 */
export class ThrottlePause {
  readonly #limits: PauseLimits;
  readonly #random: () => number;
  #until = Number.NEGATIVE_INFINITY;
  #generation = 0;
  #rejectionsInRow = 0;
  #isDown = false;

  /** `random`: from 0 to below 1. */
  constructor(limits: PauseLimits, random: () => number) {
    this.#limits = limits;
    this.#random = random;
  }

  /** No request may start before. */
  get until(): number {
    return this.#until;
  }

  /** Number of pauses so far. A response only counts if its request was sent after the last pause, i.e. has its generation. */
  get generation(): number {
    return this.#generation;
  }

  /** True from a pause until a request was accepted after it. */
  get needsProbe(): boolean {
    return this.#rejectionsInRow > 0;
  }

  /** True if the service seems to be down, so that fewer requests would not help. */
  get isDown(): boolean {
    return this.#isDown;
  }

  /** Records a rejected request. Returns whether it was a probe, began a pause, or was sent before one. */
  rejected(generation: number, rejection: Rejection, now: number): 'probe' | 'first' | 'earlier' {
    const { askedMs, isUnavailable, isPage } = rejection;
    const { minAskedMs, maxAskedMs } = this.#limits;
    const asked = askedMs === null ? null : Math.min(Math.max(askedMs, minAskedMs), maxAskedMs);
    if (generation !== this.#generation) {
      // The request was sent before the pause began, so it starts no further pause.
      if (asked !== null) this.#until = Math.max(this.#until, now + asked);
      return 'earlier';
    }
    const wasProbe = this.needsProbe;
    this.#generation++;
    this.#rejectionsInRow++;
    this.#isDown = isUnavailable && (isPage || this.#rejectionsInRow >= downAfterRejections);
    this.#until = now + (asked ?? this.#nextPauseMs());
    return wasProbe ? 'probe' : 'first';
  }

  /** Records a request that the service did not throttle, whether or not it succeeded. */
  accepted(generation: number): void {
    if (generation !== this.#generation) return;
    this.#rejectionsInRow = 0;
    this.#isDown = false;
  }

  /** Jitter only lengthens the pause: within less than a window the service may reject the next probe, too. */
  #nextPauseMs(): number {
    const { firstMs, secondMs, maxMs } = this.#limits;
    const rejectedProbes = this.#rejectionsInRow - 1;
    const backoff = { firstMs: rejectedProbes === 0 ? firstMs : secondMs, maxMs, jitter: [1, 1.25] } as const;
    return Math.min(maxMs, backoffDelay(backoff, Math.max(1, rejectedProbes), this.#random()));
  }
}
