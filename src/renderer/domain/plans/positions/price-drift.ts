import { compareDecimals, difference, withoutSign } from '../../../../shared/decimal.ts';
import type { Decimal, Timestamp } from '../../../../shared/domain.ts';

/** Milliseconds for which a change counts, in parts after which the oldest changes are dropped. */
const partMs = 5 * 60_000;
const maxParts = 12;

interface Drift {
  at: Timestamp;
  price: Decimal;
  /** Largest change of each part in which the price changed, the oldest first. */
  changes: { part: number; largest: Decimal }[];
  largest: Decimal;
}

/** The largest change of each last price between two polls of the last hour (docs/risk.md 1). */
export class PriceDrift {
  readonly #bySymbol = new Map<string, Drift>();

  /** Adds a polled price. Prices of polls further apart than `liveFor` (ms) are not compared. */
  add(symbol: string, price: Decimal, at: Timestamp, liveFor: number): void {
    const drift = this.#bySymbol.get(symbol);
    if (!drift) {
      this.#bySymbol.set(symbol, { at, price, changes: [], largest: '0' });
      return;
    }
    if (at <= drift.at) return;
    const part = Math.floor(at / partMs);
    const oldest = drift.changes[0];
    if (oldest && oldest.part <= part - maxParts) {
      drift.changes = drift.changes.filter((each) => each.part > part - maxParts);
      drift.largest = drift.changes.reduce((largest, each) => higher(largest, each.largest), '0');
    }
    if (price !== drift.price && at - drift.at <= liveFor) {
      const change = withoutSign(difference(drift.price, price));
      const latest = drift.changes.at(-1);
      if (latest?.part === part) latest.largest = higher(latest.largest, change);
      else drift.changes.push({ part, largest: change });
      drift.largest = higher(drift.largest, change);
    }
    drift.at = at;
    drift.price = price;
  }

  /** Returns zero before a price has changed. */
  of(symbol: string): Decimal {
    return this.#bySymbol.get(symbol)?.largest ?? '0';
  }
}

function higher(a: Decimal, b: Decimal): Decimal {
  return compareDecimals(a, b) < 0 ? b : a;
}
