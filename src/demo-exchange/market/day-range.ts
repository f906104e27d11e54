import { BEAT_MS } from './market-clock.ts';
import { BEATS_PER_NODE, type PricePath } from './price-path.ts';

const BEATS_PER_DAY = (24 * 60 * 60 * 1000) / BEAT_MS;
/** Nodes between two samples before the anchor, where no client saw the prices: about 34 minutes. */
const UNSEEN_STRIDE = 64;
/** Share by which prices between two of these samples may have been higher or lower. */
const UNSEEN_REACH = 0.004;

/** Prices of about nine minutes. */
interface Bar {
  readonly number: number;
  low: number;
  high: number;
}

const BEATS_PER_BAR = 16 * BEATS_PER_NODE;

/** Highest and lowest price of the last 24 hours. */
export class DayRange {
  readonly #path: PricePath;
  /** From the oldest to the newest. */
  #bars: Bar[] = [];
  #lastNode: number | undefined;

  constructor(path: PricePath) {
    this.#path = path;
  }

  /** Includes prices at a beat, not before the last one. */
  include(beat: number, low: number, high: number): void {
    const number = Math.floor(beat / BEATS_PER_BAR);
    const bar = this.#bars.at(-1);
    if (bar === undefined || bar.number < number) this.#bars.push({ number, low, high });
    else {
      bar.low = Math.min(bar.low, low);
      bar.high = Math.max(bar.high, high);
    }
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
    for (const bar of this.#bars) {
      if (bar.low < low) low = bar.low;
      if (bar.high > high) high = bar.high;
    }
    return { open, close, low, high };
  }

  #catchUp(beat: number): void {
    const lastNode = Math.floor(beat / BEATS_PER_NODE);
    const firstBeat = beat - BEATS_PER_DAY;
    const oldestBar = Math.floor(firstBeat / BEATS_PER_BAR);
    if ((this.#bars[0]?.number ?? oldestBar) < oldestBar)
      this.#bars = this.#bars.filter((bar) => bar.number >= oldestBar);
    let node = Math.max(Math.floor(firstBeat / BEATS_PER_NODE), (this.#lastNode ?? Number.NEGATIVE_INFINITY) + 1);
    while (node <= lastNode) {
      const ticks = this.#path.ticksAtNode(node);
      const reach = node < 0 ? UNSEEN_REACH : 0;
      this.include(node * BEATS_PER_NODE, Math.max(1, Math.floor(ticks * (1 - reach))), Math.ceil(ticks * (1 + reach)));
      node = node < 0 ? Math.min(0, node + UNSEEN_STRIDE) : node + 1;
    }
    this.#lastNode = lastNode;
  }
}
