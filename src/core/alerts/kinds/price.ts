import { z } from 'zod';
import { compareDecimals, product } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { isTold } from '../../../shared/values/told.ts';
import { type ConditionOf, defineKind, tickerLists } from './kind.ts';

/**
 * The side of the level that the last price is on. `crossed-…`: the price has crossed the level and was not away from it by the margin
 * since.
 */
const sides = ['unknown', 'below', 'above', 'crossed-up', 'crossed-down'] as const;
export type PriceSide = (typeof sides)[number];

/** The last price reaches a level. */
export const price = defineKind('price', {
  state: z.strictObject({ kind: z.literal('price'), side: z.enum(sides) }),
  initial: { kind: 'price', side: 'unknown' },
  isArmed: ({ side }) => side !== 'crossed-up' && side !== 'crossed-down',
  lists: ({ market }) => [tickerLists[market]],
  next(event, { id, condition }, { side }, world) {
    const list = tickerLists[condition.market];
    if (event.kind !== 'rows' || event.list !== list) return null;
    const last = world.lastPrice(condition);
    if (last === null || !isTold(last)) return null;
    const next = nextPriceState(condition, side, last);
    if (!world.confirmations.isConfirmed(id, list, side, next)) return null;
    const fires = next.fires ? [{ symbol: condition.symbol, value: last }] : [];
    return { state: { kind: 'price', side: next.state }, fires };
  },
});

/** Returns the next state of a price alert for a new last price. The alert re-arms once the price is at least 0.1% away from its level. */
export function nextPriceState(
  { level, direction }: ConditionOf<'price'>,
  side: PriceSide,
  last: Decimal,
): { readonly state: PriceSide; readonly fires: boolean } {
  const against = compareDecimals(last, level);
  const isAwayBelow = compareDecimals(last, product(level, '0.999')) <= 0;
  const isAwayAbove = compareDecimals(last, product(level, '1.001')) >= 0;
  const firesOnRise = direction !== 'falls-to';
  const firesOnFall = direction !== 'rises-to';
  const quiet = (state: PriceSide) => ({ state, fires: false });
  switch (side) {
    case 'unknown':
      if (against < 0) return quiet(firesOnRise ? 'below' : 'crossed-down');
      if (against > 0) return quiet(firesOnFall ? 'above' : 'crossed-up');
      if (firesOnRise && firesOnFall) return quiet('unknown');
      return quiet(firesOnRise ? 'crossed-up' : 'crossed-down');
    case 'below':
      if (against < 0) return quiet('below');
      return { state: isAwayAbove && firesOnFall ? 'above' : 'crossed-up', fires: true };
    case 'above':
      if (against > 0) return quiet('above');
      return { state: isAwayBelow && firesOnRise ? 'below' : 'crossed-down', fires: true };
    case 'crossed-up':
      if (isAwayBelow) return { state: 'below', fires: firesOnFall };
      return quiet(isAwayAbove && firesOnFall ? 'above' : 'crossed-up');
    case 'crossed-down':
      if (isAwayAbove) return { state: 'above', fires: firesOnRise };
      return quiet(isAwayBelow && firesOnRise ? 'below' : 'crossed-down');
  }
}
