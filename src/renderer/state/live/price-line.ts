import { compareDecimals } from '../../../shared/decimal.ts';
import type { Decimal, Timestamp } from '../../../shared/domain.ts';

export interface PricePoint {
  at: Timestamp;
  price: Decimal;
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
export class PriceLine {
  /** All but the recent points as one text: objects would take ten times the memory, of 1,500 symbols for a whole day. */
  #packed = '';
  #packedPoints = 0;
  #packedUntil: Timestamp = 0;
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
    return [...this.#unpacked(), ...this.#recent];
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

  /** Each with the milliseconds since the one before it. */
  #pack(points: readonly PricePoint[]): void {
    const texts = this.#packed === '' ? [] : [this.#packed];
    for (const { at, price } of points) {
      texts.push(`${(at - this.#packedUntil).toString(36)} ${price}`);
      this.#packedUntil = at;
    }
    this.#packed = texts.join('\n');
    this.#packedPoints += points.length;
  }

  #unpacked(): PricePoint[] {
    if (this.#packed === '') return [];
    let at = 0;
    return this.#packed.split('\n').map((text) => {
      const end = text.indexOf(' ');
      at += Number.parseInt(text.slice(0, end), 36);
      return { at, price: text.slice(end + 1) };
    });
  }

  #thinOut(): void {
    const points = this.#unpacked();
    let [lowest, highest] = [points[0], points[0]];
    for (const point of points) {
      if (lowest && compareDecimals(point.price, lowest.price) < 0) lowest = point;
      if (highest && compareDecimals(point.price, highest.price) > 0) highest = point;
    }
    this.#packed = '';
    this.#packedPoints = 0;
    this.#packedUntil = 0;
    this.#pack(points.filter((point, place) => place % 2 === 0 || point === lowest || point === highest));
  }
}
