import type { OpenPlan } from '../contract/orders.ts';
import { compareDecimals, difference, product, quotient, signOf, withoutSign } from '../values/decimal.ts';
import type { Decimal } from '../values/domain.ts';

/** Returns the move from the last price to a target, exactly; negative if the price must fall. */
export function moveTo(last: Decimal, target: Decimal): Decimal {
  return difference(last, target);
}

/** Returns a move in percent of the last price, rounded half away from zero to `places`; `null` unless the price is above zero. */
export function movePercent(last: Decimal, move: Decimal, places = 2): Decimal | null {
  return signOf(last) <= 0 ? null : quotient(product(move, '100'), last, places);
}

/** Returns the tick of a symbol, 10^-`pricePrecision`; `null` if its precision is unknown. */
export function tickOf(pricePrecision: number | null): Decimal | null {
  if (pricePrecision === null) return null;
  return pricePrecision === 0 ? '1' : `0.${'1'.padStart(pricePrecision, '0')}`;
}

/** Returns a move in ticks of 10^-`pricePrecision`, exactly. A price with more decimal places than its symbol's results in a fraction. */
export function moveTicks(move: Decimal, pricePrecision: number): Decimal {
  return product(move, `1${'0'.repeat(pricePrecision)}`);
}

export interface TriggerDistance {
  /** Move from the last price to the trigger price. Without a sign if the plan's direction is unknown. */
  move: Decimal;
  /** Remaining move in the plan's direction; negative if the price is past the trigger. Never negative if the direction is unknown. */
  left: Decimal;
  /** True if the price is at the trigger or past it (docs/service.md 2.3); `null` if the direction is unknown. */
  hasCrossed: boolean | null;
}

type Trigger = Pick<OpenPlan, 'triggerPrice' | 'triggerDirection'>;

/** Returns the distance of a plan order from its trigger; `null` if it has no trigger price above zero. */
export function triggerDistance({ triggerPrice, triggerDirection }: Trigger, last: Decimal): TriggerDistance | null {
  if (triggerPrice === null || signOf(triggerPrice) <= 0) return null;
  const move = moveTo(last, triggerPrice);
  const position = compareDecimals(last, triggerPrice);
  switch (triggerDirection) {
    case 'rises-to':
      return { move, left: move, hasCrossed: position >= 0 };
    case 'falls-to':
      return { move, left: difference(triggerPrice, last), hasCrossed: position <= 0 };
    default:
      return { move: withoutSign(move), left: withoutSign(move), hasCrossed: null };
  }
}

/** Returns the remaining move as a share of the last price in floating point, to choose among many; `null` as for `triggerDistance` and `closeness`. */
export function roughDistance({ triggerPrice, triggerDirection }: Trigger, last: Decimal): number | null {
  const [trigger, price] = [Number(triggerPrice ?? 0), Number(last)];
  if (!(trigger > 0 && price > 0)) return null;
  const move = (trigger - price) / price;
  return triggerDirection === 'rises-to' ? move : triggerDirection === 'falls-to' ? -move : Math.abs(move);
}

/** Decimal places that keep different distances different. The value is used for sorting only. */
const orderPlaces = 20;

/** Returns the remaining move in percent of the last price, for sorting; negative if past the trigger, `null` unless the price is above zero. */
export function closeness(distance: TriggerDistance, last: Decimal): Decimal | null {
  return movePercent(last, distance.left, orderPlaces);
}
