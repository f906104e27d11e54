/** Length of a beat in milliseconds of market time: the market changes at beats, like the service's snapshots. */
export const BEAT_MS = 2000;

/**
 * Most beats to simulate at once, a week. A market that paused for longer skips the rest, so that the next request is
 * answered soon.
 */
const LONGEST_CATCH_UP_BEATS = (7 * 24 * 60 * 60 * 1000) / BEAT_MS;

/**
 * Market time in beats since the start. It follows the server's clock multiplied by the time scale, can be advanced,
 * and never goes back.
 */
export class MarketClock {
  readonly anchorMs: number;
  readonly #now: () => number;
  readonly #timeScale: number;
  #advancedMs = 0;
  #beat = 0;
  #clockAtBeat: number;

  constructor(now: () => number, timeScale: number) {
    this.#now = now;
    this.#timeScale = timeScale;
    this.anchorMs = now();
    this.#clockAtBeat = this.anchorMs;
  }

  /** The last simulated beat. */
  get beat(): number {
    return this.#beat;
  }

  /** Advances market time by milliseconds without the server's clock. Throws a RangeError for a negative value. */
  advance(ms: number): void {
    if (!(ms >= 0)) throw new RangeError(`the market can only be advanced by 0 ms or more, not ${ms}`);
    this.#advancedMs += ms;
  }

  /** Calls `live` for every beat since the last call, with the server's clock at that beat in epoch milliseconds. */
  catchUp(live: (beat: number, clockMs: number) => void): void {
    const clock = Math.max(this.#now(), this.#clockAtBeat);
    const reached = Math.floor(((clock - this.anchorMs) * this.#timeScale + this.#advancedMs) / BEAT_MS);
    this.#beat = Math.max(this.#beat, reached - LONGEST_CATCH_UP_BEATS);
    while (this.#beat < reached) {
      this.#beat++;
      live(this.#beat, this.#clockOf(this.#beat, clock));
    }
    this.#clockAtBeat = clock;
  }

  /** Returns the server's clock at a beat. All beats of an advance have the current time. */
  #clockOf(beat: number, clock: number): number {
    if (this.#timeScale === 0) return clock;
    const steady = Math.round(this.anchorMs + (beat * BEAT_MS - this.#advancedMs) / this.#timeScale);
    return Math.min(clock, Math.max(this.#clockAtBeat, steady));
  }
}
