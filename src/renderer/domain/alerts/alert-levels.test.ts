import { expect, test } from 'vitest';
import { directionTo, isRelative, levelAt, nearestTriggers, relativeLevel } from './alert-levels.ts';

test('a preset is rounded to the precision of the symbol', () => {
  expect(levelAt('94107.3', '1.01', 1)).toBe('95048.4');
  expect(levelAt('94107.3', '0.95', 0)).toBe('89402');
  expect(levelAt('0.00000491', '0.99', 8)).toBe('0.00000486');
});

test('without a known precision a preset has the places of the last price', () => {
  expect(levelAt('94107.30', '1.05', undefined)).toBe('98812.67');
  expect(levelAt('94107', '1.01', null)).toBe('95048');
});

test('a preset that would round to zero stays exact', () => {
  expect(levelAt('0.004', '0.99', 2)).toBe('0.00396');
});

test('the triggers of a symbol are different, the nearest to the last price first', () => {
  const plan = (triggerPrice: string | null, symbol = 'BTC-USDT') => ({ symbol, triggerPrice });
  const plans = [plan('88000'), plan('79600.0'), plan(null), plan('79600'), plan('3000', 'ETH-USDT'), plan('80100')];
  expect(nearestTriggers(plans, 'BTC-USDT', '80000')).toEqual(['80100', '79600.0', '88000']);
  expect(nearestTriggers(plans, 'BTC-USDT', null)).toEqual(['79600.0', '80100', '88000']);
});

const basis = { last: '100', pricePrecision: 2, risk: null };

test('a typed percentage is a distance from the last price', () => {
  const btc = { ...basis, last: '87430.3', pricePrecision: 1 };
  expect(relativeLevel('-2%', btc)).toBe('85681.7');
  expect(relativeLevel('−2 %', btc)).toBe('85681.7');
  expect(relativeLevel('+1.5％', basis)).toBe('101.50');
  expect(relativeLevel('-100%', basis)).toBeNull();
  expect(relativeLevel('-2%', { ...basis, last: null })).toBeNull();
  for (const typed of ['2', '%', 'two%', '-2%%', '']) expect(relativeLevel(typed, basis)).toBeNull();
});

test('a typed multiple of R is a distance from the entry, in the direction of the gain', () => {
  const long = { ...basis, risk: { entry: '100', stop: '90' } };
  const short = { ...basis, risk: { entry: '100', stop: '104.5' } };
  expect(relativeLevel('+1R', long)).toBe('110.00');
  expect(relativeLevel('-0.5r', long)).toBe('95.00');
  expect(relativeLevel('2 R', short)).toBe('91.00');
  expect(relativeLevel('10R', { ...basis, risk: { entry: '100', stop: '150' } })).toBeNull();
  expect(relativeLevel('+1R', basis)).toBeNull();
  expect(['+1R', '１Ｒ', '−2%', '95k', 'R', ''].map(isRelative)).toEqual([true, true, true, false, false, false]);
});

test('the direction of an alert leads from the last price to its level', () => {
  expect([directionTo('101', '100'), directionTo('99', '100'), directionTo('100.0', '100')]).toEqual([
    'rises-to',
    'falls-to',
    null,
  ]);
});
