import { compareDecimals } from '../../../../shared/values/decimal.ts';
import type { Decimal, Timestamp } from '../../../../shared/values/domain.ts';
import { type PricePoint, packPoints, unpackPoints } from './packed-points.ts';

/** A time without polls, from the last poll before it to the first after it. */
export interface PriceGap {
  from: Timestamp;
  to: Timestamp;
}

/** Milliseconds without a poll from which a line has a gap: more than the longest interval of the settings. */
const minGapMs = 90_000;
/** Maximum number of gaps. The oldest go first. */
const maxGaps = 60;

/** The polled last prices of each symbol since the program was started. */
export class SessionPrices {
  #polledAt: Timestamp | null = null;
  #gaps: readonly PriceGap[] = [];
  readonly #lines = new Map<string, PriceLine>();
  /** The line that was read last, unpacked. */
  #read: { line: PriceLine; points: readonly PricePoint[] } | null = null;

  /** Adds the prices of one poll. */
  add(rows: readonly { symbol: string; last: Decimal | null }[], at: Timestamp): void {
    if (this.#polledAt !== null && at - this.#polledAt >= minGapMs) {
      this.#gaps = [...this.#gaps, { from: this.#polledAt, to: at }].slice(-maxGaps);
    }
    this.#polledAt = Math.max(at, this.#polledAt ?? at);
    for (const { symbol, last } of rows) if (last !== null) this.#addPoint(symbol, { at, price: last });
  }

  /** The times in which no prices were polled, the oldest first. */
  get gaps(): readonly PriceGap[] {
    return this.#gaps;
  }

  /** Returns the points of a symbol, the oldest first: the same array until a point is added. */
  of(symbol: string): readonly PricePoint[] {
    const line = this.#lines.get(symbol);
    if (!line) return [];
    if (this.#read?.line !== line) this.#read = { line, points: line.points };
    return this.#read.points;
  }

  #addPoint(symbol: string, point: PricePoint): void {
    const line = this.#lines.get(symbol) ?? new PriceLine(this.#lines.size);
    const { latest } = line;
    if (latest && (latest.at >= point.at || latest.price === point.price)) return;
    this.#lines.set(symbol, line);
    line.add(point);
    if (this.#read?.line === line) this.#read = null;
  }
}

/** Maximum number of points of a line. */
export const maxPoints = 36;
/** Maximum number of the latest points that are not packed. */
const maxRecent = 4;
/** Symbols have one of 12 maximum lengths, so that lines with a new point in each tick are not all thinned out in the same tick. */
const limits = 12;

/**
 * A line of at most `maxPoints` prices. If it is full, every second point goes, but never the first, lowest or highest.
 */
class PriceLine {
  /** All points but the recent ones. */
  #packed = '';
  #packedPoints = 0;
  #lastPacked: PricePoint | undefined;
  #recent: PricePoint[] = [];
  /** Number of recent points at which they are packed. */
  #nextPack: number;
  readonly #maxPacked: number;

  /** Lines with different numbers pack and thin out in different ticks. */
  constructor(number: number) {
    this.#nextPack = 1 + (number % maxRecent);
    this.#maxPacked = maxPoints - maxRecent - (number % limits);
  }

  get latest(): PricePoint | undefined {
    return this.#recent.at(-1);
  }

  /** All points, the oldest first. */
  get points(): readonly PricePoint[] {
    return [...unpackPoints(this.#packed), ...this.#recent];
  }

  add(point: PricePoint): void {
    if (this.#recent.length >= this.#nextPack) {
      this.#nextPack = maxRecent;
      this.#pack(this.#recent);
      this.#recent = [];
      if (this.#packedPoints > this.#maxPacked) this.#thinOut();
    }
    this.#recent.push(point);
  }

  #pack(points: readonly PricePoint[]): void {
    // `join` makes one flat string. `+` would keep both parts in memory.
    this.#packed = [this.#packed, packPoints(points, this.#lastPacked)].join('');
    this.#packedPoints += points.length;
    this.#lastPacked = points.at(-1);
  }

  #thinOut(): void {
    const points = unpackPoints(this.#packed);
    let [lowest, highest] = [points[0], points[0]];
    for (const point of points) {
      if (lowest && compareDecimals(point.price, lowest.price) < 0) lowest = point;
      if (highest && compareDecimals(point.price, highest.price) > 0) highest = point;
    }
    this.#packed = '';
    this.#packedPoints = 0;
    this.#lastPacked = undefined;
    this.#pack(points.filter((point, position) => position % 2 === 0 || point === lowest || point === highest));
  }
}
