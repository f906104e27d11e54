import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Decimal } from '../values/domain.ts';
import { isTold } from '../values/told.ts';
import { around, type Estimate, exactly } from './estimate.ts';
import { positionFigures, type RiskPosition } from './position-figures.ts';
import { type Candidate, type Cover, hasStop, priceProtection, readProtection, stillHolds } from './protection.ts';
import { type SummedPosition, sumRisk } from './risk-sums.ts';
import {
  compare,
  type Exact,
  exact,
  type NaiveOrder,
  type NaivePosition,
  naiveFigures,
  naiveProtection,
  naiveSums,
  naiveWhatIf,
  type Range,
} from './testing/naive-risk.ts';
import { protectionOf } from './testing/protection-of.ts';
import type { WaitingOrder } from './waiting.ts';
import { type WhatIfInput, whatIf } from './what-if.ts';

const numRuns = Number(process.env.PROPERTY_RUNS ?? 800);

/** Few different prices, so that triggers are often equal or at the last price; and some that floats do not hold. */
const price = fc.constantFrom(
  '90',
  '95',
  '95.0',
  '100',
  '100.05',
  '105',
  '110',
  '110.5',
  '0.0000049',
  '9007199254740993.1',
);
const maybePrice = fc.option(fc.oneof(price, fc.constant('0')), { freq: 12 });
const quantity = fc.constantFrom('1', '2', '2.50', '3', '0.1', '4', '0.333', '12');
const maybeQuantity = fc.option(
  fc.oneof({ weight: 9, arbitrary: quantity }, { weight: 1, arbitrary: fc.constant('0') }),
  {
    freq: 12,
  },
);
const error = fc.constantFrom('0', '0', '0.05', '0.5', '200');
const estimated = fc.tuple(price, error).map(([value, off]) => around(value, off));
const size = fc.oneof(
  fc.constantFrom('1', '0.001', '10').map(exactly),
  fc.constant<Estimate>({ value: '0.1', low: '0.099', high: '0.1005' }),
  fc.constant(null),
);

const order = fc.record({
  key: fc.constantFrom('isolated:a', 'isolated:b', 'isolated:c', 'isolated:d'),
  createdAt: fc.integer({ min: 0, max: 2 }),
  side: fc.constantFrom('buy', 'sell', 'buy', 'sell', 'buy', 'sell', null),
  action: fc.constantFrom('open', 'close', null),
  isPlan: fc.constantFrom(true, true, true, false),
  triggerPrice: maybePrice,
  triggerDirection: fc.constantFrom(
    'rises-to',
    'falls-to',
    'rises-to',
    'falls-to',
    'rises-to',
    'falls-to',
    'unknown:0',
  ),
  triggerStatus: fc.constantFrom(...Array<'not-triggered'>(8).fill('not-triggered'), 'triggered', 'unknown:2'),
  isMarket: fc.boolean(),
  price: maybePrice,
  quantity: maybeQuantity,
  takeProfit: fc.option(price, { freq: 2 }),
  stopLoss: fc.option(price, { freq: 2 }),
  createdWhileOpen: fc.boolean(),
} as const);
type AnyOrder = typeof order extends fc.Arbitrary<infer Value> ? Value : never;

function waitingOf(raw: AnyOrder): WaitingOrder {
  const { key, createdAt, side, isMarket, price, quantity, takeProfit, stopLoss } = raw;
  const trigger = raw.isPlan
    ? {
        price: raw.triggerPrice,
        direction: raw.triggerDirection as 'rises-to' | 'unknown:0',
        status: raw.triggerStatus as 'triggered' | 'unknown:2',
      }
    : null;
  const attached = raw.isPlan ? { takeProfit, stopLoss } : { takeProfit: null, stopLoss: null };
  return {
    key,
    createdAt,
    side,
    action: raw.isPlan ? null : raw.action,
    trigger,
    isMarket,
    price,
    quantity,
    ...attached,
  };
}

const maybe = (value: Decimal | null): Exact | null => (value === null ? null : exact(value));

function naiveOf(raw: AnyOrder): NaiveOrder {
  return {
    key: raw.key,
    at: raw.createdAt,
    isPlan: raw.isPlan,
    side: raw.side,
    action: raw.isPlan ? null : raw.action,
    trigger: maybe(raw.triggerPrice),
    condition: raw.triggerDirection,
    triggerStatus: raw.triggerStatus,
    isMarket: raw.isMarket,
    price: maybe(raw.price),
    q: maybe(raw.quantity),
    tp: raw.isPlan ? maybe(raw.takeProfit) : null,
    sl: raw.isPlan ? maybe(raw.stopLoss) : null,
    createdWhileOpen: raw.createdWhileOpen,
  };
}

/** An estimate whose lowest value is not above zero is unknown (docs/risk.md 1). */
function rangeOf(estimate: Estimate | null): Range | null {
  if (estimate === null) return null;
  const { value, low, high } = estimate;
  return exact(low).n <= 0n ? null : { value: exact(value), low: exact(low), high: exact(high) };
}

function naivePosition({ side, quantity, entry, contractSize }: RiskPosition): NaivePosition {
  return { d: side === 'long' ? 1 : -1, q: exact(quantity), e: rangeOf(entry), c: rangeOf(contractSize) };
}

function expectSame(found: Decimal | null | undefined, expected: Exact | null | undefined, of: string): void {
  const isSame = found && expected ? compare(exact(found), expected) === 0 : !found && !expected;
  if (!isSame) expect.fail(`${of}: ${found}, expected ${expected && `${expected.n}e-${expected.places}`}`);
}

function expectSameRange(found: Estimate | null, expected: Range | null, of: string): void {
  for (const end of ['value', 'low', 'high'] as const) expectSame(found?.[end], expected?.[end], `${of} ${end}`);
}

function expectSameCover(found: Cover, expected: ReturnType<typeof naiveProtection>['stops'], of: string): void {
  expect(found.orders.map(({ order, isLikely }) => [order.key, isLikely])).toEqual(
    expected.orders.map(({ key, likely }) => [key, likely]),
  );
  for (const [place, { taken, percent }] of found.orders.entries()) {
    expectSame(taken, expected.orders[place]?.taken, `${of} taken`);
    expectSameRange(percent, expected.orders[place]?.percent ?? null, `${of} percent of an order`);
  }
  expectSame(found.excess, expected.excess, `${of} excess`);
  for (const set of ['likely', 'all'] as const) {
    expectSame(found[set].quantity, expected[set].quantity, `${of} quantity`);
    expectSame(found[set].percent, expected[set].percent, `${of} share`);
    expectSameRange(found[set].result, expected[set].result, `${of} result`);
    expectSameRange(found[set].fromNow, expected[set].fromNow, `${of} from now`);
  }
}

const position = fc.record({
  side: fc.constantFrom('long', 'short'),
  quantity,
  entry: fc.option(estimated, { freq: 8 }),
  contractSize: size,
} as const);

describe('the code and the second implementation agree', () => {
  test('on the figures of a position and what protects it', () => {
    const last = fc.option(estimated, { freq: 12 });
    fc.assert(
      fc.property(
        position,
        last,
        last,
        fc.array(order, { maxLength: 4 }),
        fc.boolean(),
        (held, lastPrice, before, raw, isOther) => {
          const [naive, price] = [naivePosition(held), rangeOf(lastPrice)];
          const figures = positionFigures(held, lastPrice);
          const expected = naiveFigures(naive, price);
          expectSameRange(figures.notional, expected.notional, 'notional');
          expectSameRange(figures.pnl, expected.pnl, 'pnl');
          expectSameRange(figures.pnlPercent, expected.pnlPercent, 'pnl percent');

          const candidates = raw.map(
            (each): Candidate => ({
              order: waitingOf(each),
              createdWhileOpen: each.createdWhileOpen,
            }),
          );
          const found = protectionOf(held, candidates, isOther, lastPrice);
          // A reading at another price gives the same, as long as it says that it holds.
          const earlier = readProtection(held, candidates, isOther, before);
          if (stillHolds(earlier, before, lastPrice)) expect(priceProtection(held, earlier, lastPrice)).toEqual(found);
          const protection = naiveProtection(naive, raw.map(naiveOf), isOther, price);
          expect(found.unclear.map((each) => ({ key: each.order.key, reason: each.reason }))).toEqual(
            protection.unclear,
          );
          const answer = hasStop(found);
          expect(isTold(answer) ? answer : null).toBe(protection.hasStop);
          expectSameCover(found.stops, protection.stops, 'stops');
          expectSameCover(found.targets, protection.targets, 'targets');
          expectSameRange(found.uncovered, protection.uncovered, 'uncovered');
        },
      ),
      { numRuns },
    );
  });

  test('on the sums', () => {
    const summed = fc.record({
      symbol: fc.constantFrom('BTC-USDT', 'ETH-USDT'),
      held: position,
      isLive: fc.boolean(),
      isUncertain: fc.boolean(),
      isKnown: fc.constantFrom(true, true, false),
      last: fc.option(price.map(exactly), { freq: 8 }),
      raw: fc.array(order, { maxLength: 2 }),
    });
    fc.assert(
      fc.property(fc.array(summed, { minLength: 1, maxLength: 4 }), (rows) => {
        const [found, ...others] = sumRisk(
          rows.map(({ symbol, held, isLive, isUncertain, isKnown, last, raw }): SummedPosition => {
            const candidates = raw.map((each) => ({ order: waitingOf(each), createdWhileOpen: each.createdWhileOpen }));
            return {
              symbol,
              side: held.side,
              isLive,
              isUncertain,
              figures: isKnown ? positionFigures(held, last) : null,
              protection: isKnown ? protectionOf(held, candidates, false, last) : null,
            };
          }),
        );
        expect(others).toEqual([]);
        const expected = naiveSums(
          rows.map(({ symbol, held, isLive, isUncertain, isKnown, last, raw }) => {
            const figures = naiveFigures(naivePosition(held), rangeOf(last));
            const protection = naiveProtection(naivePosition(held), raw.map(naiveOf), false, rangeOf(last));
            const { stops, uncovered, hasStop } = protection;
            const { quantity, result } = stops.all;
            return {
              symbol,
              isLong: held.side === 'long',
              isLive,
              isUncertain,
              notional: isKnown ? figures.notional : null,
              pnl: isKnown ? figures.pnl : null,
              stops: isKnown ? { quantity, result, uncovered, hasStop } : null,
            };
          }),
        );
        expect(found?.positions).toBe(expected.positions);
        expect(found?.withoutStop).toBe(expected.withoutStop);
        expect(found?.unknownStops).toBe(expected.unknownStops);
        for (const figure of ['pnl', 'exposureLong', 'exposureShort', 'atStops', 'uncovered'] as const) {
          expect(found?.[figure].positions, figure).toBe(expected[figure].positions);
          expectSameRange(found?.[figure].sum ?? null, expected[figure].sum, figure);
        }
      }),
      // Each run has several positions.
      { numRuns: numRuns / 4 },
    );
  });

  test('on what happens on the way to a price', () => {
    const leg = fc.option(fc.record({ quantity, entry: fc.option(estimated, { freq: 12 }) }), { freq: 2 });
    const input = fc.record({ long: leg, short: leg, contractSize: size, last: price, target: price });
    fc.assert(
      fc.property(input, fc.array(order, { maxLength: 4 }), ({ long, short, contractSize, last, target }, raw) => {
        const given: WhatIfInput = { long, short, contractSize, last, target, waiting: raw.map(waitingOf) };
        const found = whatIf(given);
        const legOf = (held: typeof long) => held && { q: exact(held.quantity), e: rangeOf(held.entry) };
        const sizes = rangeOf(contractSize);
        const orders = raw.map(naiveOf);
        const expected = naiveWhatIf(legOf(long), legOf(short), sizes, orders, exact(last), exact(target), 1024);
        const roles = ['order', 'limit', 'take-profit', 'stop-loss'];
        expect(
          found.steps.map((step) => ({ key: step.order.key, role: roles.indexOf(step.role), choice: step.action })),
        ).toEqual(expected.steps);
        expect(found.unclear.map((each) => ({ key: each.order.key, reason: each.reason }))).toEqual(expected.unclear);
        expect(found.hasRange).toBe(expected.ends !== null);
        for (const figure of ['long', 'short', 'realized', 'total'] as const) {
          expectSameRange(found[figure], expected[figure], figure);
        }
      }),
      { numRuns },
    );
  });
});
