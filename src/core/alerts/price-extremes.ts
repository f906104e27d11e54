import { highestOf, lowestOf } from '../../shared/risk/estimate.ts';
import type { Decimal, Timestamp } from '../../shared/values/domain.ts';

/** The lowest and the highest price of a span of time that two polls in a row have shown. With two prices alone, `low` is above `high`. */
export interface Extremes {
  readonly low: Decimal;
  readonly high: Decimal;
}

interface Part extends Extremes {
  readonly since: Timestamp;
}

interface Prices {
  readonly latest: { readonly price: Decimal; readonly at: Timestamp };
  readonly parts: readonly Part[];
}

/** Parts into which a span is divided: a price leaves it at most this share of it late. */
const partsOfSpan = 30;

/** The lowest and highest prices of the last minutes, by the name of who asks. In memory only: they begin anew with the program. */
export class PriceExtremes {
  readonly #prices = new Map<string, Prices>();

  /**
   * Adds the price of a poll. Returns the extremes of the span; `null` without an earlier price in the span. A price that only one poll has shown
   * is no extreme, because the next poll has taken it back.
   */
  add(name: string, price: Decimal, now: Timestamp, spanMs: number): Extremes | null {
    // The clock may have been set back.
    const isWithin = (at: Timestamp): boolean => at <= now && now - at <= spanMs;
    const { latest, parts = [] } = this.#prices.get(name) ?? {};
    const before = parts.filter(({ since }) => isWithin(since));
    const pair = latest && isWithin(latest.at) ? [latest.price, price] : null;
    const added = pair ? withPart(before, { low: highestOf(pair), high: lowestOf(pair), since: now }, spanMs) : before;
    this.#prices.set(name, { latest: { price, at: now }, parts: added });
    return added.length === 0 ? null : added.reduce(joined);
  }

  forget(name: string): void {
    this.#prices.delete(name);
  }

  reset(): void {
    this.#prices.clear();
  }
}

function withPart(parts: readonly Part[], part: Part, spanMs: number): Part[] {
  const last = parts.at(-1);
  if (last === undefined || part.since - last.since >= spanMs / partsOfSpan) return [...parts, part];
  return [...parts.slice(0, -1), joined(last, part)];
}

/** Returns the extremes of both, and the time of the first. */
function joined(a: Part, b: Part): Part {
  return { ...a, low: lowestOf([a.low, b.low]), high: highestOf([a.high, b.high]) };
}
