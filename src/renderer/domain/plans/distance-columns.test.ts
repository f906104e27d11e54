import { expect, test } from 'vitest';
import { lastPriceOf } from '../../../shared/market/last-price.ts';
import { untold } from '../../../shared/values/told.ts';
import { en } from '../../text/en.ts';
import { closenessBar, distanceColumns, distanceText, lastColumn } from './distance-columns.ts';
import { type PlanRow, planFigures } from './plan-row.ts';
import { openPlan } from './testing/samples.ts';

const plan: PlanRow = { ...openPlan, account: 'demo', last: '100', isLive: true };
const barAt = (triggerPrice: string, last: string | null = '100'): number | null =>
  closenessBar(planFigures({ ...plan, triggerPrice, last: lastPriceOf({ last }) }).closeness);

test('the bar of the distance is logarithmic, so 0.1%, 1% and 5% differ at a glance', () => {
  expect(['100.1', '101', '105'].map((trigger) => barAt(trigger))).toEqual([88, 50, 23]);
});

test('the bar is full at the trigger and empty from 20% on', () => {
  expect(['100', '100.05', '120', '300'].map((trigger) => barAt(trigger))).toEqual([100, 100, 0, 0]);
});

test('there is no bar without a price', () => {
  expect([barAt('101', null), barAt('101', '0')]).toEqual([null, null]);
});

test.each([
  ['101', '+1.00%'],
  ['99.9', 'Crossed 0.10%'],
  ['99.999', 'Crossed'],
  ['100', 'Crossed'],
])('the distance of a plan order that rises to %s, at 100: %s', (triggerPrice, words) => {
  expect(distanceText({ ...plan, triggerPrice, triggerDirection: 'rises-to' }, en)).toBe(words);
});

test('of a plan order that has triggered no distance is left, whatever the price', () => {
  const triggered = { ...plan, triggerStatus: 'triggered' } as const;
  expect([triggered, { ...triggered, last: untold('no-price') }].map((row) => distanceText(row, en))).toEqual([
    'Triggered',
    'Triggered',
  ]);
});

test('the distances to take profit and stop loss sort by how far away they are, nearest first', () => {
  const { toTakeProfit, toStopLoss } = distanceColumns(en, () => undefined);
  const row = { ...plan, takeProfit: '97', stopLoss: '101' };
  expect([toTakeProfit, toStopLoss].map(({ accessorFn }) => accessorFn(row))).toEqual(['3.00', '1.00']);
  expect([toTakeProfit, toStopLoss].map(({ meta }) => [meta.text(row), meta.isLowFirst])).toEqual([
    ['−3.00%', true],
    ['+1.00%', true],
  ]);
});

test('the last price is marked if the symbol is not in a live list, not if its ticker has no price', () => {
  const { warning } = lastColumn<PlanRow>(en, { show: (value) => value ?? '' }).meta;
  const warningOf = (ticker: { last: string | null } | undefined, isLive = true) =>
    warning?.({ ...plan, last: lastPriceOf(ticker), isLive });
  expect(warningOf(undefined)).toBe('Not in the list of tickers, so it has no price.');
  expect(warningOf(undefined, false)).toBeNull();
  expect(warningOf({ last: null })).toBeNull();
  expect(warningOf({ last: '1' })).toBeNull();
});
