import { expect, test } from 'vitest';
import { compareDecimals, product } from '../values/decimal.ts';
import { around, exactly } from './estimate.ts';
import type { WaitingOrder } from './waiting.ts';
import { type WhatIf, whatIf } from './what-if.ts';

const runs = 1000;

/** mulberry32, so that every run of the test has the same accounts. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** A plan order as the exchange knows it: prices in tenths of a tick, and whether it opens or closes. */
interface Secret {
  readonly key: string;
  readonly isBuy: boolean;
  readonly isClose: boolean;
  readonly level: number;
  readonly limit: number | null;
  readonly quantity: number;
  /** Closes what a plan order has opened. */
  readonly takeProfit: number | null;
}

/**
 * An exchange that knows what each plan order does. It moves the price up or down in steps of a tenth of a tick, and counts what is paid
 * and received: `cash` is in tenths of a tick times contracts.
 */
class SimulatedExchange {
  cash = 0;
  readonly #held = { long: 0, short: 0 };
  #price: number;
  #waiting: Secret[];
  readonly #opensRest: boolean;
  readonly #random: (below: number) => number;

  constructor(price: number, waiting: readonly Secret[], opensRest: boolean, random: (below: number) => number) {
    this.#price = price;
    this.#waiting = [...waiting];
    this.#opensRest = opensRest;
    this.#random = random;
  }

  hold(side: 'long' | 'short', quantity: number, entry: number): void {
    this.#held[side] += quantity;
    this.cash -= (side === 'long' ? 1 : -1) * quantity * entry;
  }

  moveTo(target: number): void {
    const step = Math.sign(target - this.#price);
    while (this.#price !== target) {
      this.#price += step;
      for (;;) {
        const reached = this.#waiting.filter(({ level }) => level === this.#price);
        const next = reached[this.#random(reached.length)];
        if (next === undefined) break;
        this.#waiting = this.#waiting.filter((each) => each !== next);
        this.#fire(next);
      }
    }
  }

  /** What the account has gained if everything is closed at the current price. */
  get result(): number {
    return this.cash + (this.#held.long - this.#held.short) * this.#price;
  }

  #fire(plan: Secret): void {
    const { isBuy, limit, level } = plan;
    if (limit === null) this.#fill(plan, level);
    else if (isBuy ? limit >= level : limit <= level) {
      // Somewhere between the limit and the trigger.
      this.#fill(plan, Math.min(limit, level) + this.#random(Math.abs(limit - level) + 1));
    } else this.#waiting.push({ ...plan, level: limit, limit: null });
  }

  #fill({ key, isBuy, isClose, quantity, takeProfit }: Secret, price: number): void {
    const closed = isBuy ? 'short' : 'long';
    const closing = isClose ? Math.min(quantity, this.#held[closed]) : 0;
    const opening = isClose ? (this.#opensRest && !key.endsWith('tp') ? quantity - closing : 0) : quantity;
    this.#held[closed] -= closing;
    this.#held[isBuy ? 'long' : 'short'] += opening;
    this.cash += (isBuy ? -1 : 1) * (closing + opening) * price;
    if (opening > 0 && takeProfit !== null) {
      const attached = {
        isBuy: !isBuy,
        isClose: true,
        level: takeProfit,
        limit: null,
        quantity: opening,
        takeProfit: null,
      };
      this.#waiting.push({ key: `${key} tp`, ...attached });
    }
  }
}

/** Returns a price in tenths of a tick as a decimal. */
function priceOf(tenths: number): string {
  return `${Math.trunc(tenths / 10)}.${tenths % 10}`;
}

function waitingOf({ key, isBuy, level, limit, quantity, takeProfit }: Secret, isUp: boolean): WaitingOrder {
  return {
    key,
    createdAt: 0,
    side: isBuy ? 'buy' : 'sell',
    action: null,
    trigger: { price: priceOf(level), direction: isUp ? 'rises-to' : 'falls-to', status: 'not-triggered' },
    isMarket: limit === null,
    price: limit === null ? null : priceOf(limit),
    quantity: String(quantity),
    takeProfit: takeProfit === null ? null : priceOf(takeProfit),
    stopLoss: null,
  };
}

/** Returns the prediction, and the true result in the quote currency. */
function simulate(seed: number): { predicted: WhatIf; result: string } {
  const random = randomFrom(seed);
  const isUp = random(2) === 0;
  const way = isUp ? 1 : -1;
  const last = 10_000;
  const target = last + way * 300;
  // Without a leg that it could close, a plan order that closes would be refused for want of one from the start.
  const sides = (['long', 'short'] as const).filter(() => random(4) > 0);
  const closable = { long: sides.includes('long'), short: sides.includes('short') };
  const plans = Array.from({ length: 1 + random(4) }, (_, place): Secret => {
    const isBuy = random(2) === 0;
    const isClose = closable[isBuy ? 'short' : 'long'] && random(2) === 0;
    const level = last + way * 20 * (1 + random(10));
    const limit = random(3) === 0 ? level + (random(7) - 3) * 10 : null;
    // Only a price in favor of what is opened is a take profit.
    const takeProfit = isBuy === isUp && random(3) === 0 ? level + way * (10 + random(60)) : null;
    return { key: `p${place}`, isBuy, isClose, level, limit, quantity: 1 + random(6), takeProfit };
  });
  const exchange = new SimulatedExchange(last, plans, random(2) === 0, random);
  const held = { long: null, short: null } as Record<
    'long' | 'short',
    { quantity: string; entry: ReturnType<typeof around> } | null
  >;
  for (const side of sides) {
    const [quantity, entry] = [1 + random(9), last - 200 + random(400)];
    exchange.hold(side, quantity, entry);
    // The service rounds an average price to ticks.
    held[side] = { quantity: String(quantity), entry: around(String(Math.round(entry / 10)), '0.5') };
  }
  const waiting = plans.map((plan) => waitingOf(plan, isUp));
  const range = { value: '0.01', low: '0.0099', high: '0.0102' };
  const contractSize = random(2) === 0 ? range : exactly('0.01');
  const size = contractSize === range ? (['0.0099', '0.01', '0.0101'][random(3)] ?? '') : '0.01';
  const predicted = whatIf({ ...held, contractSize, waiting, last: priceOf(last), target: priceOf(target) });
  exchange.moveTo(target);
  return { predicted, result: product(product(String(exchange.result), '0.1'), size) };
}

test('an account whose every plan order fires ends within the predicted range', () => {
  const ends = Array.from({ length: runs }, (_, seed) => simulate(seed));
  const ranged = ends.filter(({ predicted }) => predicted.hasRange);
  const within = ranged.filter(({ predicted: { total }, result }) => {
    return total && compareDecimals(total.low, result) <= 0 && compareDecimals(result, total.high) <= 0;
  });
  const narrow = ranged.filter(({ predicted: { total } }) => total && total.low === total.high);
  // Most accounts have a range, and few are certain: otherwise the next line would say little.
  expect(ranged.length / runs).toBeGreaterThan(0.9);
  expect(narrow.length / runs).toBeLessThan(0.5);
  expect(within.length / ranged.length).toBeGreaterThanOrEqual(0.99);
});
