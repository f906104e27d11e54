import { compareDecimals } from '../../shared/values/decimal.ts';
import type { Decimal, Timestamp } from '../../shared/values/domain.ts';

/** The lowest and the highest price of a span of time. */
export interface Extremes {
  readonly low: Decimal;
  readonly high: Decimal;
}

interface Part extends Extremes {
  readonly since: Timestamp;
}

/** Parts into which a span is divided: a price leaves it at most this share of it late. */
const partsOfSpan = 30;

/** The lowest and highest prices of the last minutes, by the name of who asks. In memory only: they begin anew with the program. */
export class PriceExtremes {
  readonly #parts = new Map<string, readonly Part[]>();

  /** Adds a price. Returns the extremes of the span before it; `null` without an earlier price in the span. */
  add(name: string, price: Decimal, now: Timestamp, spanMs: number): Extremes | null {
    const partMs = spanMs / partsOfSpan;
    // The clock may have been set back.
    const before = (this.#parts.get(name) ?? []).filter(({ since }) => since <= now && now - since <= spanMs);
    const last = before.at(-1);
    const isOfLast = last !== undefined && now - last.since < partMs;
    const part = isOfLast ? { ...joined(last, { low: price, high: price }), since: last.since } : undefined;
    this.#parts.set(name, part ? [...before.slice(0, -1), part] : [...before, { since: now, low: price, high: price }]);
    return before.length === 0 ? null : before.reduce(joined);
  }

  forget(name: string): void {
    this.#parts.delete(name);
  }

  reset(): void {
    this.#parts.clear();
  }
}

function joined<Some extends Extremes>(a: Some, b: Extremes): Some {
  return {
    ...a,
    low: compareDecimals(a.low, b.low) <= 0 ? a.low : b.low,
    high: compareDecimals(a.high, b.high) >= 0 ? a.high : b.high,
  };
}
