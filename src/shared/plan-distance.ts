import { compareDecimals, difference, product, quotient, signOf } from './decimal.ts';
import type { Decimal, OpenPlan } from './domain.ts';

/** What a price has to do to come to a target: `target` - `last`, exactly. Below zero: it has to fall. */
export function moveTo(last: Decimal, target: Decimal): Decimal {
  return difference(last, target);
}

/** A move in percent of the last price, rounded half away from zero to `places`; `null` where that price is not above zero. */
export function movePercent(last: Decimal, move: Decimal, places = 2): Decimal | null {
  return signOf(last) <= 0 ? null : quotient(product(move, '100'), last, places);
}

/** A move in ticks, the smallest steps of a price of so many decimal places. Exact: a price that is finer than its symbol's makes a fraction. */
export function moveTicks(move: Decimal, pricePrecision: number): Decimal {
  return product(move, `1${'0'.repeat(pricePrecision)}`);
}

/** The same move without its sign. */
export function withoutSign(value: Decimal): Decimal {
  return value.startsWith('-') ? value.slice(1) : value;
}

export interface TriggerDistance {
  /** What the price has to do to come to the trigger; without a sign where the plan's direction is not known. */
  move: Decimal;
  /** What is release of the way in the plan's direction: below zero where the price is past the trigger already. Never, where it is not known. */
  left: Decimal;
  /** At the trigger or past it (service-api.md 2.3); `null` where the direction is not known. */
  hasCrossed: boolean | null;
}

type Trigger = Pick<OpenPlan, 'triggerPrice' | 'triggerDirection'>;

/** `null` without a trigger price. A direction that service-api.md 2.3 does not list says nothing about which way the price has to go. */
export function triggerDistance({ triggerPrice, triggerDirection }: Trigger, last: Decimal): TriggerDistance | null {
  if (triggerPrice === null) return null;
  const move = moveTo(last, triggerPrice);
  const against = compareDecimals(last, triggerPrice);
  switch (triggerDirection) {
    case 'rises-to':
      return { move, left: move, hasCrossed: against >= 0 };
    case 'falls-to':
      return { move, left: difference(triggerPrice, last), hasCrossed: against <= 0 };
    default:
      return { move: withoutSign(move), left: withoutSign(move), hasCrossed: null };
  }
}

/** More places than two distances that differ are alike in: only their order is taken from it. */
const orderPlaces = 20;

/** By how much of the last price a plan is away from its trigger, to sort by: those that are past it first. `null` where that cannot be said. */
export function closeness(distance: TriggerDistance, last: Decimal): Decimal | null {
  return movePercent(last, distance.left, orderPlaces);
}
