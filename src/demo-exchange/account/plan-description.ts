import type { Instrument } from '../market/instruments.ts';
import { plainText } from '../numbers/decimal-text.ts';
import { hash32, RandomStream } from '../numbers/random.ts';
import { drawLeverage, drawQuantity } from './habits.ts';
import type { PlanTerms } from './wire-rows.ts';

/** The terms of a plan order. */
export interface PlanDescription {
  readonly terms: PlanTerms;
  readonly amount: number;
  readonly triggerTicks: number;
  /** True if the price must rise to the trigger (`trigger_sign` 1), false if it must fall to it (2). */
  readonly rises: boolean;
}

/**
 * Derives a plan order from the seed, its sequence number and the price at its creation. The trigger is 0.05% to 8%
 * away from that price.
 */
export function describePlan(
  seed: number,
  sequence: number,
  instrument: Instrument,
  marketTicks: number,
): PlanDescription {
  const random = new RandomStream(hash32(seed, 51, sequence));
  const { priceDecimals, quantityDecimals, contractExponent } = instrument;
  const buys = random.chance(0.5);
  const isLimit = random.chance(0.6);
  const rises = random.chance(0.5);
  const distance = 0.0005 * 160 ** random.next();
  const triggerTicks = rises
    ? Math.max(marketTicks + 1, Math.ceil(marketTicks * (1 + distance)))
    : Math.max(1, Math.min(marketTicks - 1, Math.floor(marketTicks * (1 - distance))));
  const priceTicks = Math.max(1, Math.round(triggerTicks * (1 + random.between(-0.002, 0.002))));
  const stepValue = marketTicks * 10 ** (contractExponent - quantityDecimals - priceDecimals);
  const amount = drawQuantity(random, stepValue, instrument.minQuantity, instrument.maxQuantity);
  const price = (ticks: number): string => plainText(Math.max(1, Math.round(ticks)), priceDecimals);
  const unset = (): string => (random.chance(0.5) ? '' : '0');
  const profitShare = random.between(0.005, 0.12) * (buys ? 1 : -1);
  const lossShare = random.between(0.004, 0.06) * (buys ? -1 : 1);

  return {
    terms: {
      price: isLimit ? price(priceTicks) : '0',
      lever_rate: drawLeverage(random),
      amount: plainText(amount, quantityDecimals),
      type: `${buys ? 'buy' : 'sell'}-${isLimit ? 'limit' : 'market'}`,
      trigger_sign: random.chance(0.06) ? '0' : rises ? '1' : '2',
      trigger_price: price(triggerTicks),
      stop_profit_price: random.chance(0.45) ? price(triggerTicks * (1 + profitShare)) : unset(),
      stop_loss_price: random.chance(0.5) ? price(triggerTicks * (1 + lossShare)) : unset(),
    },
    amount,
    triggerTicks,
    rises,
  };
}

/** Returns a plan order with another quantity, in steps of the instrument's precision. */
export function withAmount(plan: PlanDescription, amount: number, { quantityDecimals }: Instrument): PlanDescription {
  return { ...plan, amount, terms: { ...plan.terms, amount: plainText(amount, quantityDecimals) } };
}

export const PLACING_ORDER = 1;
export const PARTIALLY_EXECUTED = 2;
export const FULLY_EXECUTED = 3;
export const EXECUTION_FAILED = 4;
export const PLAN_CANCELED = 5;

export interface PlanOutcome {
  /** `implement_status`, docs/service.md 3.2. */
  readonly implementStatus: number;
  /** Executed quantity in steps of the instrument's precision. */
  readonly executed: number;
}

/** Draws the outcome of a plan of the history. If `recent`, its order may still be in execution. */
export function drawPastOutcome(seed: number, sequence: number, amount: number, recent: boolean): PlanOutcome {
  const random = new RandomStream(hash32(seed, 52, sequence));
  const part = random.integer(1, amount - 1);
  if (recent && random.chance(0.15)) return { implementStatus: random.integer(0, 1), executed: 0 };
  const share = random.next();
  if (share < 0.56) return { implementStatus: FULLY_EXECUTED, executed: amount };
  if (share < 0.63) return { implementStatus: PARTIALLY_EXECUTED, executed: part };
  if (share < 0.7) return { implementStatus: EXECUTION_FAILED, executed: 0 };
  return { implementStatus: PLAN_CANCELED, executed: 0 };
}

/** Draws the outcome of a plan that was triggered. */
export function drawTriggeredOutcome(seed: number, sequence: number, amount: number): PlanOutcome {
  const random = new RandomStream(hash32(seed, 53, sequence));
  const part = random.integer(1, amount - 1);
  const share = random.next();
  if (share < 0.84) return { implementStatus: FULLY_EXECUTED, executed: amount };
  if (share < 0.92) return { implementStatus: PARTIALLY_EXECUTED, executed: part };
  return { implementStatus: EXECUTION_FAILED, executed: 0 };
}
