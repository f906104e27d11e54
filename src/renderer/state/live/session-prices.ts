import type { Decimal, Timestamp } from '../../../shared/domain.ts';
import type { PricePoint } from './packed-points.ts';
import { PriceLine } from './price-line.ts';

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
