import { z } from 'zod';
import { compareDistance, percentChange, product } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { isTold } from '../../../shared/values/told.ts';
import { type ConditionOf, defineKind, tickerLists } from './kind.ts';

const sides = ['unknown', 'within', 'beyond'] as const;
export type ChangeSide = (typeof sides)[number];

/** The 24-hour change reaches a percentage. */
export const change = defineKind('change', {
  state: z.strictObject({ kind: z.literal('change'), side: z.enum(sides) }),
  initial: { kind: 'change', side: 'unknown' },
  isArmed: ({ side }) => side !== 'beyond',
  lists: ({ market }) => [tickerLists[market]],
  next(event, { id, condition }, { side }, world) {
    const list = tickerLists[condition.market];
    if (event.kind !== 'rows' || event.list !== list) return null;
    const last = world.lastPrice(condition);
    const open = world.rows(list)?.get(condition.symbol)?.open ?? null;
    if (last === null || !isTold(last) || open === null) return null;
    const value = percentChange(open, last);
    if (value === null) return null;
    const next = nextChangeState(condition, side, open, last);
    if (!world.confirmations.isConfirmed(id, list, side, next)) return null;
    return {
      state: { kind: 'change', side: next.state },
      fires: next.fires ? [{ symbol: condition.symbol, value }] : [],
    };
  },
});

/** Returns the next state of a change alert for the change from `open` to `last`. The alert re-arms below 95% of its percentage. */
export function nextChangeState(
  { percent }: ConditionOf<'change'>,
  side: ChangeSide,
  open: Decimal,
  last: Decimal,
): { readonly state: ChangeSide; readonly fires: boolean } {
  const isBeyond = compareDistance(open, last, percent) >= 0;
  if (side === 'unknown') return { state: isBeyond ? 'beyond' : 'within', fires: false };
  if (side === 'within') return { state: isBeyond ? 'beyond' : 'within', fires: isBeyond };
  const isWithinAgain = compareDistance(open, last, product(percent, '0.95')) < 0;
  return { state: isWithinAgain ? 'within' : 'beyond', fires: false };
}
