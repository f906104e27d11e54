import { compareDecimals } from '../../../../shared/values/decimal.ts';
import type { Decimal, Timestamp } from '../../../../shared/values/domain.ts';
import type { PricePoint } from '../live/packed-points.ts';

/** A line of prices that has passed a level. */
export interface Crossing {
  level: Decimal;
  /** Of the first price at the level or past it. */
  at: Timestamp;
  isRise: boolean;
}

/** Returns the latest crossing of each level, the latest first. Levels that were never passed are left out. */
export function latestCrossings(points: readonly PricePoint[], levels: readonly Decimal[]): Crossing[] {
  const found = levels.flatMap((level): Crossing[] => {
    let latest: Crossing | null = null;
    let before = 0;
    for (const { price, at } of points) {
      const side = compareDecimals(price, level);
      if (before !== 0 && side !== before) latest = { level, at, isRise: before < 0 };
      // A price at the level crosses it once, wherever the next one goes.
      before = side === 0 ? -before : side;
    }
    return latest === null ? [] : [latest];
  });
  return found.sort((a, b) => b.at - a.at);
}
