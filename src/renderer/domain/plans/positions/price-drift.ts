import { compareDecimals, difference, product, withoutSign } from '../../../../shared/values/decimal.ts';
import type { Decimal, Timestamp } from '../../../../shared/values/domain.ts';

/** Changes between two polls that count, the latest ones. */
const maxChanges = 60;
/** Multiple of the median change. Normally distributed changes are below it in 19 of 20 cases. */
const scale = '3';

interface Drift {
  at: Timestamp;
  price: Decimal;
  /** The oldest first. */
  changes: Decimal[];
  /** The smallest first. */
  sorted: Decimal[];
}

/** How far each last price usually moves from one poll to the next (docs/risk.md 1). */
export class PriceDrift {
  readonly #bySymbol = new Map<string, Drift>();

  /** Adds a polled price. Prices of polls further apart than `liveFor` (ms) are not compared. */
  add(symbol: string, price: Decimal, at: Timestamp, liveFor: number): void {
    const drift = this.#bySymbol.get(symbol);
    if (!drift) {
      this.#bySymbol.set(symbol, { at, price, changes: [], sorted: [] });
      return;
    }
    if (at <= drift.at) return;
    if (at - drift.at <= liveFor) addChange(drift, withoutSign(difference(drift.price, price)));
    drift.at = at;
    drift.price = price;
  }

  /** Returns zero before two prices were compared. */
  of(symbol: string): Decimal {
    const { sorted } = this.#bySymbol.get(symbol) ?? { sorted: [] };
    // Of an even number the lower one, so that one jump counts for nothing beside one usual change.
    return product(sorted[Math.floor((sorted.length - 1) / 2)] ?? '0', scale);
  }
}

function addChange({ changes, sorted }: Drift, change: Decimal): void {
  changes.push(change);
  sorted.splice(placeOf(sorted, change), 0, change);
  const oldest = changes.length > maxChanges ? changes.shift() : undefined;
  if (oldest !== undefined) sorted.splice(placeOf(sorted, oldest), 1);
}

/** Returns the place of the first change that is at least as large. */
function placeOf(sorted: readonly Decimal[], change: Decimal): number {
  let from = 0;
  for (let to = sorted.length; from < to; ) {
    const middle = Math.floor((from + to) / 2);
    if (compareDecimals(sorted[middle] as Decimal, change) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
