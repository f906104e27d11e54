import { compareDecimals } from '../../../shared/decimal.ts';
import type { Decimal, Timestamp } from '../../../shared/domain.ts';

export interface PricePoint {
  at: Timestamp;
  price: Decimal;
}

/** Points kept of a symbol: as many as a small line can show. */
export const mostPoints = 32;
/** The latest of them, which are not packed yet. */
const mostRecent = 4;

interface Line {
  /** All but the recent ones as one text: objects would take ten times the memory, of 1,500 symbols for a whole day. */
  packed: string;
  recent: readonly PricePoint[];
}

/**
 * The last prices since the program was opened, as they were polled. Each symbol has a bounded number of points: where they become too
 * many every other one goes, so that the line always reaches back to the start; the lowest and the highest stay.
 */
export class SessionPrices {
  readonly #lines = new Map<string, Line>();
  #read: { line: Line; points: readonly PricePoint[] } | null = null;

  /** Takes the prices of one answer of the service. */
  take(rows: readonly { symbol: string; last: Decimal | null }[], at: Timestamp): void {
    for (const { symbol, last } of rows) if (last !== null) this.#add(symbol, { at, price: last });
  }

  /** Oldest first; the same array until there is another point. */
  of(symbol: string): readonly PricePoint[] {
    const line = this.#lines.get(symbol);
    if (!line) return [];
    if (this.#read?.line !== line) this.#read = { line, points: pointsOf(line) };
    return this.#read.points;
  }

  #add(symbol: string, point: PricePoint): void {
    const line = this.#lines.get(symbol) ?? { packed: '', recent: [] };
    const latest = line.recent.at(-1);
    if (latest && (latest.at >= point.at || latest.price === point.price)) return;
    this.#lines.set(symbol, withPoint(line, point));
  }
}

function withPoint(line: Line, point: PricePoint): Line {
  if (line.recent.length < mostRecent) return { ...line, recent: [...line.recent, point] };
  const points = pointsOf(line);
  const kept = points.length <= mostPoints - mostRecent ? points : everyOther(points);
  return { packed: packedOf(kept), recent: [point] };
}

/** Each with the milliseconds since the one before it. */
function packedOf(points: readonly PricePoint[]): string {
  let before = 0;
  const texts = points.map(({ at, price }) => {
    const passed = at - before;
    before = at;
    return `${passed.toString(36)} ${price}`;
  });
  return texts.join('\n');
}

function everyOther(points: readonly PricePoint[]): readonly PricePoint[] {
  const byPrice = points.toSorted((a, b) => compareDecimals(a.price, b.price));
  const [lowest, highest] = [byPrice[0], byPrice.at(-1)];
  return points.filter((point, place) => place % 2 === 0 || point === lowest || point === highest);
}

function pointsOf({ packed, recent }: Line): readonly PricePoint[] {
  if (packed === '') return recent;
  let at = 0;
  const points = packed.split('\n').map((text) => {
    const end = text.indexOf(' ');
    at += Number.parseInt(text.slice(0, end), 36);
    return { at, price: text.slice(end + 1) };
  });
  return [...points, ...recent];
}
