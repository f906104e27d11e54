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

  /**
   * Records a rejected request. `askedMs`: length of the pause that the service asks for, `null` if it names none. Returns whether the
   * request was a probe, began a pause, or was sent before one.
   */
  rejected(generation: number, askedMs: number | null, now: number): 'probe' | 'first' | 'earlier' {
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
    this.#until = now + (asked ?? this.#nextPauseMs());
    return wasProbe ? 'probe' : 'first';
  }

  /** Records a request that the service did not throttle, whether or not it succeeded. */
  accepted(generation: number): void {
    if (generation === this.#generation) this.#rejectionsInRow = 0;
  }

  /** Jitter only lengthens the pause: within less than a window the service may reject the next probe, too. */
  #nextPauseMs(): number {
    const { firstMs, secondMs, maxMs } = this.#limits;
    const rejectedProbes = this.#rejectionsInRow - 1;
    const backoff = { firstMs: rejectedProbes === 0 ? firstMs : secondMs, maxMs, jitter: [1, 1.25] } as const;
    return Math.min(maxMs, backoffDelay(backoff, Math.max(1, rejectedProbes), this.#random()));
  }
}
