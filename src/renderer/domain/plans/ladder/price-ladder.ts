import { compareDecimals, signOf } from '../../../../shared/decimal.ts';
import type { Decimal } from '../../../../shared/domain.ts';
import { type PlanRow, planRowId } from '../plan-row.ts';

/** Kinds of marks on a price ladder besides the last price. */
export type MarkKind = 'high' | 'low' | 'trigger' | 'limit' | 'take-profit' | 'stop-loss';

/** A price on the ladder. */
export interface LadderMark {
  id: string;
  kind: MarkKind;
  price: Decimal;
  /** `null` for the high and the low of the day. */
  plan: PlanRow | null;
}

/** The prices of a symbol's 24-hour ticker. */
export interface DayRange {
  high: Decimal | null;
  low: Decimal | null;
}

/** Returns the marks of the day and of the open plan orders of one symbol, the highest price first. A price of 0 means none. */
export function ladderMarks(plans: readonly PlanRow[], { high, low }: DayRange): LadderMark[] {
  const marks: LadderMark[] = [];
  const add = (kind: MarkKind, price: Decimal | null, plan: PlanRow | null): void => {
    if (price === null || signOf(price) <= 0) return;
    marks.push({ id: `${kind} ${plan ? planRowId(plan) : ''}`, kind, price, plan });
  };
  add('high', high, null);
  add('low', low, null);
  for (const plan of plans) {
    add('trigger', plan.triggerPrice, plan);
    add('limit', plan.kind === 'market' ? null : plan.price, plan);
    add('take-profit', plan.takeProfit, plan);
    add('stop-loss', plan.stopLoss, plan);
  }
  return marks.sort((a, b) => compareDecimals(b.price, a.price));
}

/** Returns a text that changes with the places of the marks and with what the service sends of their plan orders. */
export function marksKey(marks: readonly LadderMark[]): string {
  return marks.map(({ id, price, plan }) => `${id} ${price} ${plan?.raw}`).join('\n');
}

/** A logarithmic scale, on which equal percentages have equal lengths. */
export interface LadderScale {
  /** Natural logarithms of the prices at its ends. */
  top: number;
  bottom: number;
  /** Names the plan orders for which the scale was made. */
  key: string;
}

/** Room beyond the outermost prices, as a part of their distance. */
const margin = 0.06;
/** Smallest distance of the outermost prices: 0.5% in each direction. */
const minSpan = 0.01;

/**
 * Returns a scale with all prices; `null` without a price. Returns `before` as long as all prices are within it and the
 * key is the same, so that the ladder does not move with every tick.
 */
export function ladderScale(before: LadderScale | null, prices: readonly Decimal[], key: string): LadderScale | null {
  const logs = prices.map(logOf);
  if (logs.length === 0) return null;
  const [low, high] = [Math.min(...logs), Math.max(...logs)];
  if (before?.key === key && low >= before.bottom && high <= before.top) return before;
  const room = Math.max(0, minSpan - (high - low)) / 2 + Math.max(minSpan, high - low) * margin;
  return { top: high + room, bottom: low - room, key };
}

/** Returns the place of a price on a scale: 0 at its top, 1 at its bottom. */
export function placeOn({ top, bottom }: LadderScale, price: Decimal): number {
  return (top - logOf(price)) / (top - bottom);
}

/** For places on the screen only. */
function logOf(price: Decimal): number {
  return Math.log(Number(price));
}

/** Labels that touch each other and move together. */
interface LabelGroup {
  /** Sum of the centers that the labels would have with the first label at 0. */
  sum: number;
  size: number;
}

/**
 * Returns the centers of labels, so that each is as near to its place as its neighbors allow. `places`: in ascending
 * order, like the result. `gap`: smallest distance of two centers. The result is within `length` if the labels fit.
 */
export function spreadLabels(places: readonly number[], gap: number, length: number): number[] {
  const start = ({ sum, size }: LabelGroup): number => {
    const last = length - gap / 2 - (size - 1) * gap;
    return Math.max(gap / 2, Math.min(sum / size, last));
  };
  const groups: LabelGroup[] = [];
  for (const place of places) {
    let group: LabelGroup = { sum: place, size: 1 };
    for (let above = groups.at(-1); above && start(above) + above.size * gap > start(group); above = groups.at(-1)) {
      groups.pop();
      group = { sum: above.sum + group.sum - above.size * group.size * gap, size: above.size + group.size };
    }
    groups.push(group);
  }
  return groups.flatMap((group) => Array.from({ length: group.size }, (_, number) => start(group) + number * gap));
}
