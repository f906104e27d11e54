/** Requests that may start together after the window was full, because timers are sometimes late. */
const burstAfterFullWindow = 2;

/**
 * Spreads background requests evenly over the window. Requests sent together would leave the window together, a whole window later, and
 * an interactive request would find no room until then. After an idle time, a burst may start together.
 */
export class BackgroundThrottle {
  readonly #gapMs: number;
  readonly #burst: number;
  /** Start time of the next request at an even pace. A request may start up to `burst - 1` gaps earlier. */
  #paceAt = Number.NEGATIVE_INFINITY;
  #isWindowFull = false;

  /** `gapMs`: between two starts. `burst`: requests that may start together after an idle time. */
  constructor(gapMs: number, burst: number) {
    this.#gapMs = gapMs;
    this.#burst = burst;
  }

  /** Records that a request waits for the window. Time spent waiting does not count as idle and allows no burst. */
  waitForWindow(): void {
    this.#isWindowFull = true;
  }

  /** Earliest start of the next request. */
  startableAt(now: number): number {
    if (this.#isWindowFull) {
      this.#isWindowFull = false;
      const burst = Math.min(burstAfterFullWindow, this.#burst);
      this.#paceAt = Math.max(this.#paceAt, now + (this.#burst - burst) * this.#gapMs);
    }
    return this.#paceAt - (this.#burst - 1) * this.#gapMs;
  }

  start(now: number): void {
    this.#paceAt = Math.max(this.#paceAt, now) + this.#gapMs;
  }
}
