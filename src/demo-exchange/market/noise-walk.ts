import { hash32, mix32 } from '../numbers/random.ts';

/** The shown market changes in beats, as a server-side snapshot does: milliseconds of market time. */
export const BEAT_MS = 2000;
/** The walk has a node every 16 beats (32 s); between two nodes a price moves from one to the other. */
export const BEATS_PER_NODE = 16;

const NODES_PER_DAY = (24 * 60 * 60 * 1000) / (BEAT_MS * BEATS_PER_NODE);
/** Octave n has a period of 4^n nodes: 32 s up to 388 days, so that 18 months of history have their own trends. */
const OCTAVES = 11;
/** Octaves from here on (half an hour and longer) are common to all markets of one base currency. */
const FIRST_COMMON_OCTAVE = 3;
/** Keeps a long trend from carrying a price out of any believable range. */
const LARGEST_AMPLITUDE = 0.25;

export interface NoiseWalkOptions {
  /** Seeds the slow octaves: pairs with the same base currency share it and so move together. */
  readonly commonSeed: number;
  /** Seeds the fast octaves: each market its own. */
  readonly ownSeed: number;
  /** Standard deviation of the logarithmic change over a day, 0.03 for 3 %. */
  readonly dailyVolatility: number;
}

/**
 * A random walk that can be asked for any moment without walking there: octaves of interpolated noise whose
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

  /** The logarithm of the level at a whole node. */
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

  /** How far the octaves that a sample every `4^octaves` nodes cannot see may reach to either side. */
  reachOfFastest(octaves: number): number {
    return this.#amplitudes.subarray(0, octaves).reduce((sum, amplitude) => sum + amplitude, 0);
  }
}

function latticeValue(key: number, cell: number): number {
  return mix32(key ^ Math.imul(cell, 0x9e3779b1)) / 0x8000_0000 - 1;
}
