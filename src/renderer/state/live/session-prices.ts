import type { Decimal, Timestamp } from '../../../shared/domain.ts';

export interface PricePoint {
  at: Timestamp;
  price: Decimal;
}

/** Points kept of a symbol: as many as a small line can show. */
export const mostPoints = 120;

/**
 * The last prices since the program was opened, as they were polled. Each symbol has a bounded number of points: where they become too
 * many every other one goes, so that the line always reaches back to the start.
 */
export class SessionPrices {
  readonly #lines = new Map<string, PricePoint[]>();

  /** Takes the prices of one answer of the service. */
  take(rows: readonly { symbol: string; last: Decimal | null }[], at: Timestamp): void {
    for (const { symbol, last } of rows) if (last !== null) this.#add(symbol, { at, price: last });
  }

  /** Oldest first. */
  of(symbol: string): readonly PricePoint[] {
    return this.#lines.get(symbol) ?? [];
  }

  #add(symbol: string, point: PricePoint): void {
    const line = this.#lines.get(symbol);
    if (!line) {
      this.#lines.set(symbol, [point]);
      return;
    }
    const latest = line.at(-1);
    if (latest && (latest.at >= point.at || latest.price === point.price)) return;
    // A line that is drawn already is left as it is: whoever draws learns of another one.
    const kept = line.length < mostPoints ? line : line.filter((_, place) => place % 2 === 0);
    this.#lines.set(symbol, [...kept, point]);
  }
}
