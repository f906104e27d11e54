import { BEAT_MS } from './market/noise-walk.ts';

/** A week: a market that slept longer skips the rest, so that the first request after it is answered soon. */
const LONGEST_CATCH_UP_BEATS = (7 * 24 * 60 * 60 * 1000) / BEAT_MS;

/**
 * The market's time in beats since the start. It follows the server's clock, faster or slower by the time scale, and
 * can be moved ahead of it; it never goes back.
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

  /** The last beat that was reached by `catchUp`. */
  get beat(): number {
    return this.#beat;
  }

  /** Moves the market's time ahead by itself: the server's clock stays. */
  advance(ms: number): void {
    if (!(ms >= 0)) throw new RangeError(`the market can only be advanced by 0 ms or more, not ${ms}`);
    this.#advancedMs += ms;
  }

  /** Calls `live` for every beat since the last call, each with the server's clock at that beat in epoch milliseconds. */
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

  /** Within a jump all happens at the clock's present time. */
  #clockOf(beat: number, clock: number): number {
    if (this.#timeScale === 0) return clock;
    const steady = Math.round(this.anchorMs + (beat * BEAT_MS - this.#advancedMs) / this.#timeScale);
    return Math.min(clock, Math.max(this.#clockAtBeat, steady));
  }
}
