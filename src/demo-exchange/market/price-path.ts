import { hash32, mix32, RandomStream } from '../numbers/random.ts';
import { BEAT_MS } from './market-clock.ts';

/** Beats (2 s) between two control points of the random walk. Between two points a price moves from one to the other. */
export const BEATS_PER_NODE = 16;

const NODES_PER_DAY = (24 * 60 * 60 * 1000) / (BEAT_MS * BEATS_PER_NODE);
/**
 * Number of octaves. Octave n has a period of 4^n nodes: 32 s up to 388 days, so that 18 months of history have trends
 * of their own.
 */
const OCTAVES = 11;
/** First octave (half an hour) that all pairs of a base currency have in common. */
const FIRST_COMMON_OCTAVE = 3;
/** Largest amplitude of an octave, so that long trends keep prices plausible. */
const LARGEST_AMPLITUDE = 0.25;

export interface NoiseWalkOptions {
  /** Seed of the slow octaves, which pairs of the same base currency share. */
  readonly commonSeed: number;
  /** Seed of the fast octaves, different for each market. */
  readonly ownSeed: number;
  /** Standard deviation of the logarithmic change over a day, 0.03 for 3%. */
  readonly dailyVolatility: number;
}

/**
 * A random walk that can be evaluated at any time without its earlier steps: octaves of interpolated noise whose
 * amplitudes grow with the square root of their period. Time is in nodes from the anchor, negative for the past.
 */
export class NoiseWalk {
  readonly #keys = new Int32Array(OCTAVES);
  readonly #amplitudes = new Float64Array(OCTAVES);

  constructor(options: NoiseWalkOptions) {
    for (let octave = 0; octave < OCTAVES; octave++) {
      const seed = octave < FIRST_COMMON_OCTAVE ? options.ownSeed : options.commonSeed;
      this.#keys[octave] = hash32(seed, octave);
      const periodInDays = 4 ** octave / NODES_PER_DAY;
      this.#amplitudes[octave] = Math.min(LARGEST_AMPLITUDE, options.dailyVolatility * Math.sqrt(periodInDays));
    }
  }

  /** Returns the logarithm of the level at a node. */
  at(node: number): number {
    let level = 0;
    for (let octave = 0; octave < OCTAVES; octave++) {
      const key = this.#keys[octave] ?? 0;
      const amplitude = this.#amplitudes[octave] ?? 0;
      const shift = octave * 2;
      const cell = node >> shift;
      const left = latticeValue(key, cell);
      const progress = (node & ((1 << shift) - 1)) / (1 << shift);
      level += amplitude * (progress === 0 ? left : left + (latticeValue(key, cell + 1) - left) * progress);
    }
    return level;
  }
}

function latticeValue(key: number, cell: number): number {
  return mix32(key ^ Math.imul(cell, 0x9e3779b1)) / 0x8000_0000 - 1;
}

/**
 * Shapes of the move from one node to the next, as progress at each beat. Moves never reverse, so that the extremes of
 * a stretch are at its ends, and pause, so that a price does not change at every beat.
 */
const moveShapes: readonly Float64Array[] = Array.from({ length: 64 }, (_, shape) => {
  const random = new RandomStream(shape + 1);
  const shares = Array.from({ length: BEATS_PER_NODE }, () => (random.chance(0.5) ? random.next() : 0));
  const total = shares.reduce((sum, share) => sum + share, 1e-9);
  const progress = new Float64Array(BEATS_PER_NODE);
  for (let beat = 1; beat < BEATS_PER_NODE; beat++) {
    progress[beat] = (progress[beat - 1] ?? 0) + (shares[beat - 1] ?? 0) / total;
  }
  return progress;
});

export interface PricePathOptions {
  readonly market: NoiseWalk;
  /** Share of the whole market's move that this price follows. */
  readonly marketShare: number;
  readonly own: NoiseWalk;
  readonly anchorPrice: number;
  readonly priceDecimals: number;
  /** Beats between two trades, 1 for busy instruments. */
  readonly beatsPerTrade: number;
  readonly shapeSeed: number;
}

/**
 * The last price of an instrument over time, in ticks of its precision. Beat 0 is the anchor, the time of the start.
 */
export class PricePath {
  readonly #options: PricePathOptions;
  readonly #scale: number;
  readonly #anchorLevel: number;
  readonly #shifts: { readonly fromBeat: number; readonly level: number }[] = [];
  #cachedNode = Number.NaN;
  #cachedLevel = 0;
  #cachedNextLevel = 0;

  constructor(options: PricePathOptions) {
    this.#options = options;
    this.#scale = 10 ** options.priceDecimals;
    this.#anchorLevel = Math.log(options.anchorPrice) - this.#walkLevel(0);
  }

  /** Returns the beat of the last trade at or before a beat. Tickers show the state at that beat. */
  tradeBeat(beat: number): number {
    const { beatsPerTrade, shapeSeed } = this.#options;
    const phase = shapeSeed % beatsPerTrade;
    return Math.floor((beat + phase) / beatsPerTrade) * beatsPerTrade - phase;
  }

  /** Returns the last price at a beat in ticks, at least 1. */
  ticksAt(beat: number): number {
    const tradeBeat = this.tradeBeat(beat);
    return this.#ticks(this.#levelAt(tradeBeat) + this.#shiftAt(tradeBeat));
  }

  /** Returns the price at a node in ticks. At every beat between two nodes the price is between theirs. */
  ticksAtNode(node: number): number {
    return this.#ticks(this.#anchorLevel + this.#walkLevel(node) + this.#shiftAt(node * BEATS_PER_NODE));
  }

  /** Moves the price to `ticks`. From there it continues with the same relative changes. */
  moveTo(beat: number, ticks: number): void {
    const tradeBeat = this.tradeBeat(beat);
    this.#shifts.push({ fromBeat: tradeBeat, level: Math.log(ticks / this.#scale) - this.#levelAt(tradeBeat) });
  }

  #levelAt(beat: number): number {
    const node = Math.floor(beat / BEATS_PER_NODE);
    if (node !== this.#cachedNode) {
      this.#cachedLevel = this.#walkLevel(node);
      this.#cachedNextLevel = this.#walkLevel(node + 1);
      this.#cachedNode = node;
    }
    const shape = moveShapes[(node ^ this.#options.shapeSeed) & 63];
    const progress = shape?.[beat - node * BEATS_PER_NODE] ?? 0;
    return this.#anchorLevel + this.#cachedLevel + (this.#cachedNextLevel - this.#cachedLevel) * progress;
  }

  #walkLevel(node: number): number {
    const { market, marketShare, own } = this.#options;
    return own.at(node) + marketShare * market.at(node);
  }

  #shiftAt(beat: number): number {
    return this.#shifts.findLast((shift) => shift.fromBeat <= beat)?.level ?? 0;
  }

  #ticks(level: number): number {
    return Math.max(1, Math.round(Math.exp(level) * this.#scale));
  }
}
