import { compareDecimals } from '../../../shared/decimal.ts';
import type { Decimal, Timestamp } from '../../../shared/domain.ts';
import { type PricePoint, packPoints, unpackPoints } from './packed-points.ts';

/** The last prices since the program was opened, as they were polled: a line for each symbol. */
export class SessionPrices {
  readonly #lines = new Map<string, PriceLine>();
  #read: { line: PriceLine; points: readonly PricePoint[] } | null = null;

  /** Takes the prices of one answer of the service. */
  take(rows: readonly { symbol: string; last: Decimal | null }[], at: Timestamp): void {
    for (const { symbol, last } of rows) if (last !== null) this.#add(symbol, { at, price: last });
  }

  /** Oldest first; the same array until there is another point. */
  of(symbol: string): readonly PricePoint[] {
    const line = this.#lines.get(symbol);
    if (!line) return [];
    if (this.#read?.line !== line) this.#read = { line, points: line.points };
    return this.#read.points;
  }

  #add(symbol: string, point: PricePoint): void {
    const line = this.#lines.get(symbol) ?? new PriceLine(this.#lines.size);
    const { latest } = line;
    if (latest && (latest.at >= point.at || latest.price === point.price)) return;
    this.#lines.set(symbol, line);
    line.add(point);
    if (this.#read?.line === line) this.#read = null;
  }
}

/** As many as a small line can show. */
export const mostPoints = 36;
/** The latest points, which are not packed yet, are so many at most. */
const mostRecent = 4;
/** Lines of which all have a point in each tick are thinned out in so many different ones. */
const turns = 12;

/**
 * A bounded number of prices: where they become too many every other one goes, so that the line always reaches back to the start; the
 * lowest and the highest stay.
 */
class PriceLine {
  /** All but the recent points. */
  #packed = '';
  #packedPoints = 0;
  #lastPacked: PricePoint | undefined;
  #recent: PricePoint[] = [];
  #nextPack: number;
  readonly #mostPacked: number;

  /** Lines of different numbers do what takes time in different ticks. */
  constructor(number: number) {
    this.#nextPack = 1 + (number % mostRecent);
    this.#mostPacked = mostPoints - mostRecent - (number % turns);
  }

  get latest(): PricePoint | undefined {
    return this.#recent.at(-1);
  }

  /** Oldest first. */
  get points(): readonly PricePoint[] {
    return [...unpackPoints(this.#packed), ...this.#recent];
  }

  add(point: PricePoint): void {
    if (this.#recent.length >= this.#nextPack) {
      this.#nextPack = mostRecent;
      this.#pack(this.#recent);
      this.#recent = [];
      if (this.#packedPoints > this.#mostPacked) this.#thinOut();
    }
    this.#recent.push(point);
  }

  #pack(points: readonly PricePoint[]): void {
    // Not added up: the engine would keep the parts.
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
    this.#pack(points.filter((point, place) => place % 2 === 0 || point === lowest || point === highest));
  }
}
