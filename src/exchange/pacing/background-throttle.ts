/** Starts that may follow each other at once after the window was used up: timers are late now and then. */
const slack = 2;

/**
 * Spreads what runs in the background over the window. What is sent in one go comes free in one go, a whole window later, and
 * until then a click finds nothing free; what is sent evenly leaves a place free every moment. Work that begins after
 * idleness may send some requests at once.
 */
export class BackgroundThrottle {
  readonly #gapMs: number;
  readonly #burst: number;
  /** The pace is kept while this is no more than `burst - 1` gaps ahead. */
  #ahead = Number.NEGATIVE_INFINITY;
  #wasHeldUp = false;

  constructor(gapMs: number, burst: number) {
    this.#gapMs = gapMs;
    this.#burst = burst;
  }

  /** Something waits, but not for the pace: that time is not saved up for a burst. */
  holdUp(): void {
    this.#wasHeldUp = true;
  }

  /** The earliest moment for the next start. */
  startableAt(now: number): number {
    if (this.#wasHeldUp) {
      this.#wasHeldUp = false;
      this.#ahead = Math.max(this.#ahead, now + (this.#burst - Math.min(slack, this.#burst)) * this.#gapMs);
    }
    return this.#ahead - (this.#burst - 1) * this.#gapMs;
  }

  start(now: number): void {
    this.#ahead = Math.max(this.#ahead, now) + this.#gapMs;
  }
}
