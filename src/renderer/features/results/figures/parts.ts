import Big from 'big.js';
import { type Fees, sumOfFees } from '../../../../shared/orders/fees.ts';
import { compareDecimals } from '../../../../shared/values/decimal.ts';
import type { Decimal } from '../../../../shared/values/domain.ts';

interface Part {
  pnl: Decimal;
  count: number;
  fees?: Fees | undefined;
}

export interface Extremes<Each> {
  best: Each;
  worst: Each;
}

/** Returns the parts with the highest and the lowest PnL, compared exactly; `null` if no part has an order. */
export function extremesOf<Each extends Part>(parts: readonly Each[]): Extremes<Each> | null {
  let extremes: Extremes<Each> | null = null;
  for (const part of parts) {
    if (part.count === 0) continue;
    extremes = {
      best: extremes && compareDecimals(part.pnl, extremes.best.pnl) <= 0 ? extremes.best : part,
      worst: extremes && compareDecimals(part.pnl, extremes.worst.pnl) >= 0 ? extremes.worst : part,
    };
  }
  return extremes;
}

/** Returns the `max` parts furthest from zero, in their order, and the sum of the others. */
export function furthestFromZero<Each extends Part>(
  parts: readonly Each[],
  max: number,
): { shown: Each[]; others: number; othersPnl: Decimal; othersFees: Fees | undefined } {
  const bySize = [...parts].sort((a, b) => compareDecimals(sizeOf(b.pnl), sizeOf(a.pnl)));
  const chosen = new Set(bySize.slice(0, max));
  const others = parts.filter((part) => !chosen.has(part));
  return {
    shown: parts.filter((part) => chosen.has(part)),
    others: others.length,
    othersPnl: sumOf(others.map(({ pnl }) => pnl)),
    othersFees: feesOfParts(others),
  };
}

/** Maximum length of a tag on the axis. */
const maxShortTag = 16;

/** Returns the name of a tag and its label on the axis. */
export function tagNames(tag: string): { name: string; short: string } {
  const characters = [...tag];
  const short = characters.length > maxShortTag ? `${characters.slice(0, maxShortTag - 1).join('')}…` : tag;
  return { name: `#${tag}`, short: `#${short}` };
}

/** Returns the fees of all parts together; `undefined` if they have none. */
export function feesOfParts(parts: readonly { fees?: Fees | undefined }[]): Fees | undefined {
  return parts.reduce<Fees | undefined>(
    (sum, { fees }) => (sum && fees ? sumOfFees(sum, fees) : (fees ?? sum)),
    undefined,
  );
}

/** Returns the exact sum. */
export function sumOf(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((sum, amount) => sum.plus(amount), new Big(0)).toFixed();
}

function sizeOf(amount: Decimal): Decimal {
  return amount.startsWith('-') ? amount.slice(1) : amount;
}
