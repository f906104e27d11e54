import { RandomStream } from '../numbers/random.ts';
import { BEATS_PER_NODE, type NoiseWalk } from './noise-walk.ts';

/**
 * How a move from one node to the next is spread over the beats between: never backwards, so that the extremes of
 * a stretch are its ends, and with pauses, so that a price does not change at every beat.
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
  /** How much of the whole market's move this price takes part in. */
  readonly marketShare: number;
  readonly own: NoiseWalk;
  readonly anchorPrice: number;
  readonly priceDecimals: number;
  /** The instrument trades every so many beats only; 1 for a busy one. */
  readonly beatsPerTrade: number;
  readonly shapeSeed: number;
}

/** One instrument's last price over time, in ticks of its price precision. Beat 0 is the anchor: the moment of start. */
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

  /** The beat of the last trade at or before a beat: what a ticker shows at `beat` is the state of that one. */
  tradeBeat(beat: number): number {
    const { beatsPerTrade, shapeSeed } = this.#options;
    const phase = shapeSeed % beatsPerTrade;
    return Math.floor((beat + phase) / beatsPerTrade) * beatsPerTrade - phase;
  }

  /** The last price at a beat, in ticks, at least 1. */
  ticksAt(beat: number): number {
    const tradeBeat = this.tradeBeat(beat);
    return this.#ticks(this.#levelAt(tradeBeat) + this.#shiftAt(tradeBeat));
  }

  /** The price at a node, in ticks: the price is between two neighbouring nodes' prices at every beat between them. */
  ticksAtNode(node: number): number {
    return this.#ticks(this.#anchorLevel + this.#walkLevel(node) + this.#shiftAt(node * BEATS_PER_NODE));
  }

  /** A factor >= 1: between two nodes that are `4^octaves` nodes apart the price stays within it of theirs. */
  spreadBetweenSamples(octaves: number): number {
    const { market, marketShare, own } = this.#options;
    return Math.exp(2 * (own.reachOfFastest(octaves) + marketShare * market.reachOfFastest(octaves)));
  }

  /** A trade at `ticks` now: the price is there at once and then moves on as it would have moved from where it was. */
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
