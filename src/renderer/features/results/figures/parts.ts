import Big from 'big.js';
import { type Fees, pnlAfter, sumOfFees } from '../../../../shared/orders/fees.ts';
import { compareDecimals, withoutSign } from '../../../../shared/values/decimal.ts';
import type { Decimal } from '../../../../shared/values/domain.ts';

interface Part {
  pnl: Decimal;
  count: number;
  fees?: Fees | undefined;
}

/** Returns what is left of a PnL after its estimated fees: the lowest and the highest amount, or one; the PnL itself without fees. */
export function netEnds({ pnl, fees }: Omit<Part, 'count'>): readonly [Decimal, Decimal?] {
  if (fees === undefined) return [pnl];
  const [low = pnl, high = low] = pnlAfter(pnl, fees);
  return [low, high];
}

/** Returns the middle of `netEnds`, for drawing, sorting and comparing; the exact PnL without fees. */
export function netPnl(part: Omit<Part, 'count'>): Decimal {
  const [low, high = low] = netEnds(part);
  return low === high ? low : middleOf(low, high);
}

export function middleOf(low: Decimal, high: Decimal): Decimal {
  return new Big(low).plus(high).div(2).toFixed();
}

export interface Extremes<Each> {
  best: Each;
  worst: Each;
}

/** Returns the parts with the highest and the lowest PnL, after fees if they are known; `null` if no part has an order. */
export function extremesOf<Each extends Part>(parts: readonly Each[]): Extremes<Each> | null {
  let extremes: Extremes<Each> | null = null;
  for (const part of parts) {
    if (part.count === 0) continue;
    extremes = {
      best: extremes && compareDecimals(netPnl(part), netPnl(extremes.best)) <= 0 ? extremes.best : part,
      worst: extremes && compareDecimals(netPnl(part), netPnl(extremes.worst)) >= 0 ? extremes.worst : part,
    };
  }
  return extremes;
}

/** Returns the `max` parts furthest from zero, in their order, and the sum of the others. */
export function furthestFromZero<Each extends Part>(
  parts: readonly Each[],
  max: number,
): { shown: Each[]; others: number; ofOthers: Omit<Part, 'count'> } {
  const bySize = [...parts].sort((a, b) => compareDecimals(withoutSign(netPnl(b)), withoutSign(netPnl(a))));
  const chosen = new Set(bySize.slice(0, max));
  const others = parts.filter((part) => !chosen.has(part));
  return {
    shown: parts.filter((part) => chosen.has(part)),
    others: others.length,
    ofOthers: partOf(others),
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

/** Returns the PnL and the fees of all parts together. */
export function partOf(parts: readonly Part[]): Omit<Part, 'count'> {
  return { pnl: sumOf(parts.map(({ pnl }) => pnl)), fees: feesOfParts(parts) };
}

/** Returns the exact sum. */
export function sumOf(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((sum, amount) => sum.plus(amount), new Big(0)).toFixed();
}
