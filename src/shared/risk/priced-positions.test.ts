import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OpenPlan } from '../contract/orders.ts';
import { blankRow } from '../testing/blank-row.ts';
import { bookOf, longPosition as long, shortPosition as short } from '../testing/positions.ts';
import { untold } from '../values/told.ts';
import type { Estimate } from './estimate.ts';
import { PositionPricer, type PricedAccount } from './priced-positions.ts';

const stop: OpenPlan = {
  ...blankRow('open-plans'),
  key: 's',
  symbol: 'BTC-USDT',
  marginMode: 'isolated',
  side: 'sell',
  kind: 'market',
  quantity: '2',
  triggerDirection: 'falls-to',
  triggerPrice: '90',
  triggerStatus: 'not-triggered',
};
const account: PricedAccount<'no-price'> = {
  book: bookOf([long, { ...short, symbol: 'DOGE-USDT' }], { plans: [stop], createdWhileOpen: ['s'] }),
  plans: [stop],
  unreadable: [],
  lastOf: () => '110',
  driftOf: () => '0',
  placesOf: () => null,
  isLive: true,
};
const figureOf = (estimate: Estimate | null | undefined) => estimate?.value;
const valuesOf = (changes: Partial<typeof account>) =>
  new PositionPricer<'no-price'>().price({ ...account, ...changes }).map(({ figures, protection }) => ({
    notional: figureOf(figures?.notional),
    pnl: figureOf(figures?.pnl),
    pnlPercent: figureOf(figures?.pnlPercent),
    stops: protection?.stops.orders.map(({ level, taken }) => [level, taken]),
    atStops: figureOf(protection?.stops.all.result),
    fromNow: figureOf(protection?.stops.all.fromNow),
    uncovered: figureOf(protection?.uncovered),
  }));

test('no value depends on the drift of the price, or on its places, so that an alert compares what the screen shows', () => {
  const cents = (most: number) => fc.integer({ min: 1, max: most }).map((number) => (number / 100).toFixed(2));
  fc.assert(
    fc.property(cents(20_000), cents(100_000), fc.integer({ min: 2, max: 8 }), (last, drift, places) => {
      const lastOf = () => last;
      expect(valuesOf({ lastOf, driftOf: () => drift, placesOf: () => places })).toEqual(valuesOf({ lastOf }));
    }),
  );
  expect(valuesOf({})[0]).toMatchObject({ pnl: '5', atStops: '-2', stops: [['90', '2']] });
});

test('a position without a change stays the same object, and one whose price moves between its stops keeps their reading', () => {
  const pricer = new PositionPricer<'no-price'>();
  const [first] = pricer.price(account);
  expect(pricer.price({ ...account, lastOf: () => '110' })[0]).toBe(first);
  const [second] = pricer.price({ ...account, lastOf: () => '111' });
  expect(second?.figures?.pnl?.value).toBe('5.5');
  expect(second?.protection?.stops.orders).toBe(first?.protection?.stops.orders);
  const [third] = pricer.price({ ...account, lastOf: () => '89' });
  expect(third?.protection).toMatchObject({ stops: { orders: [] }, unclear: [{ reason: 'overdue' }] });
});

test('without a last price, only what needs none is known', () => {
  const [position] = new PositionPricer<'no-price'>().price({ ...account, lastOf: () => untold('no-price') });
  expect(position?.figures).toEqual({ notional: null, pnl: null, pnlPercent: null });
  expect(position?.protection?.unclear).toMatchObject([{ reason: 'no-last', mayStop: true }]);
});
