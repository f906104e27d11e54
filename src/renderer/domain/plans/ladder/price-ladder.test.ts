import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlanRow } from '../plan-row.ts';
import { type LadderScale, ladderMarks, ladderScale, marksKey, placeOn, spreadLabels } from './price-ladder.ts';

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

test('the marks of the plans and of the day are sorted exactly, and a price of 0 is no mark', () => {
  const marks = ladderMarks([plan, limit] as PlanRow[], { high: '96000', low: '0' });
  expect(marks.map(({ kind, price, plan: of }) => [kind, price, of?.key ?? null])).toEqual([
    ['take-profit', '99000', 'q'],
    ['high', '96000', null],
    ['trigger', '95000.0', 'p'],
    ['limit', '90010', 'q'],
    ['trigger', '90000', 'q'],
    ['stop-loss', '89000', 'q'],
  ]);
  const near = ladderMarks([], { high: '0.10000000000000000002', low: '0.10000000000000000001' });
  expect(near.map(({ kind }) => kind)).toEqual(['high', 'low']);
});

test('marks of a plan order with another quantity are other marks, and those of another last price are the same', () => {
  const keyOf = (changed: Partial<PlanRow>): string =>
    marksKey(
      ladderMarks([{ ...limit, raw: '{"amount":"5"}', last: '95000', ...changed } as PlanRow], {
        high: null,
        low: null,
      }),
    );
  expect(keyOf({ quantity: '3', raw: '{"amount":"3"}' })).not.toBe(keyOf({ quantity: '5' }));
  expect(keyOf({ last: '94000' })).toBe(keyOf({}));
});

test('equal percentages have equal lengths', () => {
  const scale = ladderScale(null, ['50', '100', '200'], '') as LadderScale;
  const [low, middle, high] = ['50', '100', '200'].map((price) => placeOn(scale, price)) as [number, number, number];
  expect(middle).toBeCloseTo(0.5);
  expect(low - middle).toBeCloseTo(middle - high);
  expect(high).toBeGreaterThan(0);
  expect(low).toBeLessThan(1);
});

test('the scale stays while the prices are within it, and is made again for other plans and for a price beyond it', () => {
  const first = ladderScale(null, ['90', '110'], 'a') as LadderScale;
  expect(ladderScale(first, ['89.5', '100'], 'a')).toBe(first);
  expect(ladderScale(first, ['90', '110'], 'b')).not.toBe(first);
  const wider = ladderScale(first, ['90', '130'], 'a') as LadderScale;
  expect(placeOn(wider, '130')).toBeGreaterThan(0);
  expect(placeOn(wider, '130')).toBeLessThan(0.1);
});

test('a single price is in the middle, and without a price there is no scale', () => {
  const scale = ladderScale(null, ['0.00000491'], '') as LadderScale;
  expect(placeOn(scale, '0.00000491')).toBeCloseTo(0.5);
  expect(ladderScale(null, [], '')).toBeNull();
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
