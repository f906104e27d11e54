import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlanRow } from '../plan-row.ts';
import type { PositionRow } from '../positions/position-row.ts';
import {
  type LadderMark,
  type LadderView,
  ladderJoins,
  ladderMarks,
  ladderView,
  markParts,
  placeOn,
  priceAt,
  spreadLabels,
} from './price-ladder.ts';

const plan = {
  account: 'demo',
  key: 'p',
  triggerPrice: '95000.0',
  kind: 'market',
  price: '95001',
  takeProfit: '0.0',
  stopLoss: null,
};
const limit = {
  account: 'demo',
  key: 'q',
  triggerPrice: '90000',
  price: '90010',
  takeProfit: '99000',
  stopLoss: '89000',
};
const noDay = { high: null, low: null };
const marksOf = (plans: readonly Partial<PlanRow>[], more: Partial<Parameters<typeof ladderMarks>[0]> = {}) =>
  ladderMarks({ plans: plans as PlanRow[], positions: [], alerts: [], day: noDay, ...more });

test('the marks of plans, positions, alerts and the day are sorted exactly, and a price of 0 is no mark', () => {
  const position = { account: 'demo', trade: 't', figures: {}, entryPrice: '93000' } as PositionRow;
  const unknown = { ...position, trade: 'u', figures: null };
  const marks = marksOf([limit, plan] as Partial<PlanRow>[], {
    positions: [position, unknown],
    alerts: [{ id: 'a', level: '94000' }],
    day: { high: '96000', low: '0' },
  });
  expect(marks.map(({ kind, price, plan: of, number }) => [kind, price, of?.key ?? null, number])).toEqual([
    ['take-profit', '99000', 'q', 2],
    ['high', '96000', null, null],
    ['trigger', '95000.0', 'p', 1],
    ['alert', '94000', null, null],
    ['entry', '93000', null, null],
    ['limit', '90010', 'q', 2],
    ['trigger', '90000', 'q', 2],
    ['stop-loss', '89000', 'q', 2],
  ]);
  const near = marksOf([], { day: { high: '0.10000000000000000002', low: '0.10000000000000000001' } });
  expect(near.map(({ kind }) => kind)).toEqual(['high', 'low']);
});

test('marks of a plan order with another quantity are other marks, and those of another last price are the same', () => {
  const partsOf = (changed: Partial<PlanRow>) =>
    marksOf([{ ...limit, raw: '{"amount":"5"}', last: '95000', ...changed } as PlanRow]).map(markParts);
  expect(partsOf({ quantity: '3', raw: '{"amount":"3"}' })).not.toEqual(partsOf({ quantity: '5' }));
  expect(partsOf({ last: '94000' })).toEqual(partsOf({}));
});

/** Plan orders at market, one for each trigger price. */
const plansAt = (...prices: readonly string[]) =>
  marksOf(prices.map((triggerPrice) => ({ ...plan, key: triggerPrice, triggerPrice }) as PlanRow));

function viewOf(
  marks: readonly LadderMark[],
  options: Partial<Parameters<typeof ladderView>[2]> = {},
  before: LadderView | null = null,
): LadderView {
  const usual = { last: '100', capacity: 4, isWanted: () => false, isAll: false, target: null, key: '' };
  const view = ladderView(before, marks, { ...usual, ...options });
  if (view === null) throw new Error('no view');
  return view;
}
const pricesOf = (marks: readonly LadderMark[]): string => marks.map(({ price }) => price).join(' ');

test('the last price is in the middle, and equal percentages have equal lengths', () => {
  const { scale } = viewOf(plansAt('50', '110'), { isAll: true });
  const [low, middle, high] = ['50', '100', '200'].map((price) => placeOn(scale, price)) as [number, number, number];
  expect(middle).toBeCloseTo(0.5);
  expect(low - middle).toBeCloseTo(middle - high);
  expect(low).toBeLessThan(1);
  expect(placeOn(scale, priceAt(scale, 0.25, 4))).toBeCloseTo(0.25, 4);
});

test('marks far beyond the others are counted at the end of their side, the nearest ones have the room', () => {
  const far = viewOf(plansAt('101', '102', '97', '180', '20'));
  expect([far.above, far.shown, far.below].map(pricesOf)).toEqual(['180', '102 101 97', '20']);
  const crowd = viewOf(plansAt('101', '102', '103', '104', '99'), { capacity: 2 });
  expect([crowd.above, crowd.shown, crowd.below].map(pricesOf)).toEqual(['104 103', '102 101 99', '']);
  const all = viewOf(plansAt('101', '102', '97', '180', '20'), { isAll: true });
  expect(pricesOf(all.shown)).toBe('180 102 101 97 20');
});

test('what is selected is in sight before nearer marks, and so is a target', () => {
  const view = viewOf(plansAt('101', '102', '97', '180'), { capacity: 1, isWanted: ({ price }) => price === '180' });
  expect(pricesOf(view.shown)).toBe('180 97');
  expect(placeOn(viewOf(plansAt('101'), { target: '150' }).scale, '150')).toBeGreaterThan(0);
});

test('the view stays while the last price is near the middle, and is made again for others marks and a farther price', () => {
  const marks = plansAt('90', '110');
  const first = viewOf(marks);
  expect(viewOf(marks, { last: '101' }, first)).toBe(first);
  expect(viewOf(marks, { last: '101', key: 'other' }, first)).not.toBe(first);
  const moved = viewOf(marks, { last: '104' }, first);
  expect(placeOn(moved.scale, '104')).toBeCloseTo(0.5);
});

test.each([`0.${'0'.repeat(400)}1`, '9'.repeat(400)])('the price %s has a place', (price) => {
  for (const view of [viewOf(plansAt(price, '101'), { isAll: true }), viewOf(plansAt(price), { last: null })]) {
    expect(Number.isFinite(placeOn(view.scale, price))).toBe(true);
  }
});

test('without a last price the marks are in the middle, and without a price there is no view', () => {
  expect(placeOn(viewOf(plansAt('0.00000491'), { last: null }).scale, '0.00000491')).toBeCloseTo(0.5);
  expect(
    ladderView(null, [], { last: '0', capacity: 4, isWanted: () => false, isAll: false, target: null, key: '' }),
  ).toBeNull();
});

test('the marks of a plan order are joined, side by side with those of others that overlap', () => {
  const exits = (key: string, prices: readonly [string, string, string]) => {
    const [takeProfit, triggerPrice, stopLoss] = prices;
    return { ...plan, key, takeProfit, triggerPrice, stopLoss } as PlanRow;
  };
  const marks = marksOf([
    exits('a', ['110', '105', '101']),
    exits('b', ['108', '104', '102']),
    exits('c', ['99', '98', '97']),
    plan as PlanRow,
  ]);
  const joins = (lanes: number) =>
    ladderJoins(marks, lanes).map(({ plan: { key }, lane, from, to }) => [key, lane, from, to]);
  expect(joins(4)).toEqual([
    ['a', 0, 1, 6],
    ['b', 1, 2, 5],
    ['c', 0, 7, 9],
  ]);
  expect(joins(1)).toEqual([
    ['a', 0, 1, 6],
    ['c', 0, 7, 9],
  ]);
});

test('labels with room stay at their places, and close ones are pushed apart evenly', () => {
  expect(spreadLabels([50, 100, 150], 20, 200)).toEqual([50, 100, 150]);
  expect(spreadLabels([100, 100, 100], 20, 200)).toEqual([80, 100, 120]);
  expect(spreadLabels([0, 5, 190, 200], 20, 200)).toEqual([10, 30, 170, 190]);
});

test('labels never overlap, keep their order, and stay within the length', () => {
  const places = fc.array(fc.double({ min: 0, max: 400, noNaN: true }), { maxLength: 20 });
  fc.assert(
    fc.property(places, (unsorted) => {
      const labels = spreadLabels(
        unsorted.toSorted((a, b) => a - b),
        20,
        400,
      );
      expect(labels).toHaveLength(unsorted.length);
      for (const [number, center] of labels.entries()) {
        expect(center).toBeGreaterThanOrEqual(10 - 1e-6);
        expect(center).toBeLessThanOrEqual(390 + 1e-6);
        if (number > 0) expect(center - (labels[number - 1] ?? 0)).toBeGreaterThanOrEqual(20 - 1e-6);
      }
    }),
  );
});
