import { BEAT_MS } from './market-clock.ts';
import { BEATS_PER_NODE, type PricePath } from './price-path.ts';

const BEATS_PER_DAY = (24 * 60 * 60 * 1000) / BEAT_MS;
const BEATS_PER_BAR = 16 * BEATS_PER_NODE;
const BARS = Math.ceil(BEATS_PER_DAY / BEATS_PER_BAR) + 2;

/** Nodes per sample before the anchor, where no client saw the prices. */
const UNSEEN_STRIDE = 16;
const UNSEEN_OCTAVES = 2;

/** Highest and lowest price of the last 24 hours, stored in bars of about nine minutes. */
export class DayRange {
  readonly #path: PricePath;
  readonly #bar = new Int32Array(BARS).fill(-0x8000_0000);
  readonly #low = new Float64Array(BARS);
  readonly #high = new Float64Array(BARS);
  #lastNode: number | undefined;

  constructor(path: PricePath) {
    this.#path = path;
  }

  /** Includes prices at a beat, for prices that were set. */
  include(beat: number, lowTicks: number, highTicks: number): void {
    const bar = Math.floor(beat / BEATS_PER_BAR);
    const slot = ((bar % BARS) + BARS) % BARS;
    if (this.#bar[slot] !== bar) {
      this.#bar[slot] = bar;
      this.#low[slot] = lowTicks;
      this.#high[slot] = highTicks;
      return;
    }
    this.#low[slot] = Math.min(this.#low[slot] ?? lowTicks, lowTicks);
    this.#high[slot] = Math.max(this.#high[slot] ?? highTicks, highTicks);
  }

  /**
   * Returns the range of the 24 hours up to a beat, including the first and the last price. Beats must not decrease.
   */
  extremes(beat: number): { open: number; close: number; low: number; high: number } {
    this.#catchUp(beat);
    const open = this.#path.ticksAt(beat - BEATS_PER_DAY);
    const close = this.#path.ticksAt(beat);
    let low = Math.min(open, close);
    let high = Math.max(open, close);
    const oldestBar = Math.floor((beat - BEATS_PER_DAY) / BEATS_PER_BAR);
    for (let slot = 0; slot < BARS; slot++) {
      if ((this.#bar[slot] ?? oldestBar) < oldestBar) continue;
      low = Math.min(low, this.#low[slot] ?? low);
      high = Math.max(high, this.#high[slot] ?? high);
    }
    return { open, close, low, high };
  }

  #catchUp(beat: number): void {
    const lastNode = Math.floor(beat / BEATS_PER_NODE);
    const firstNode = Math.floor((beat - BEATS_PER_DAY) / BEATS_PER_NODE);
    let node = Math.max(firstNode, (this.#lastNode ?? firstNode - 1) + 1);
    if (node > lastNode) return;
    const spread = this.#path.spreadBetweenSamples(UNSEEN_OCTAVES);
    for (; node <= lastNode; node++) {
      if (node < 0 && node % UNSEEN_STRIDE !== 0) continue;
      const ticks = this.#path.ticksAtNode(node);
      if (node >= 0) this.include(node * BEATS_PER_NODE, ticks, ticks);
      else this.include(node * BEATS_PER_NODE, Math.ceil(ticks / spread), Math.floor(ticks * spread));
    }
    this.#lastNode = lastNode;
  }
}
