import { z } from 'zod';
import { highestOf, lowestOf } from '../../../shared/risk/estimate.ts';
import { compareDecimals, percentChange, product, withoutSign } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { isTold } from '../../../shared/values/told.ts';
import type { Extremes } from '../price-extremes.ts';
import { type ConditionOf, defineKind, tickerLists } from './kind.ts';

const sides = ['unknown', 'within', 'beyond'] as const;
type MoveSide = (typeof sides)[number];

const minuteMs = 60_000;

/** The last price has moved by a percentage within some minutes. */
export const priceMove = defineKind('price-move', {
  state: z.strictObject({ kind: z.literal('price-move'), side: z.enum(sides) }),
  initial: { kind: 'price-move', side: 'unknown' },
  isArmed: ({ side }) => side !== 'beyond',
  lists: ({ market }) => [tickerLists[market]],
  next(event, { id, condition }, { side }, world) {
    const list = tickerLists[condition.market];
    if (event.kind !== 'rows' || event.list !== list) return null;
    const last = world.lastPrice(condition);
    if (last === null || !isTold(last)) return null;
    const extremes = world.extremes.add(id, last, world.now, condition.minutes * minuteMs);
    const value = extremes && largestMove(extremes, last);
    if (value === null) return null;
    const next = nextMoveState(condition, side, value);
    if (!world.confirmations.isConfirmed(id, list, side, next)) return null;
    return {
      state: { kind: 'price-move', side: next.state },
      fires: next.fires ? [{ symbol: condition.symbol, value }] : [],
    };
  },
});

/** Returns the larger of the rise from the lowest and the fall from the highest price, in percent. */
function largestMove({ low, high }: Extremes, last: Decimal): Decimal | null {
  const [change, other] = [percentChange(low, last), percentChange(high, last)];
  if (change === null || other === null) return null;
  // A price below the lowest one is no rise, and one above the highest one no fall.
  const [rise, fall] = [highestOf([change, '0']), lowestOf([other, '0'])];
  return compareDecimals(rise, withoutSign(fall)) >= 0 ? rise : fall;
}

/** Returns the next state of an alert on a move. The alert re-arms below 95% of its percentage. */
function nextMoveState(
  { percent }: Pick<ConditionOf<'price-move'>, 'percent'>,
  side: MoveSide,
  value: Decimal,
): { readonly state: MoveSide; readonly fires: boolean } {
  const size = withoutSign(value);
  const isBeyond = compareDecimals(size, percent) >= 0;
  if (side !== 'beyond') return { state: isBeyond ? 'beyond' : 'within', fires: isBeyond && side === 'within' };
  return { state: compareDecimals(size, product(percent, '0.95')) < 0 ? 'within' : 'beyond', fires: false };
}
