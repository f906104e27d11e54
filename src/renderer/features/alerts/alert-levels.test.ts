import { expect, test } from 'vitest';
import { levelAt, levelOfPercent, nearestTriggers } from './alert-levels.ts';

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

test('a typed percentage is a distance from the last price', () => {
  expect(levelOfPercent('-2%', '87430.3', 1)).toBe('85681.7');
  expect(levelOfPercent('−2 %', '87430.3', 1)).toBe('85681.7');
  expect(levelOfPercent('+1.5％', '100', 2)).toBe('101.50');
  expect(levelOfPercent('-100%', '100', 2)).toBeNull();
  for (const typed of ['2', '%', 'two%', '-2%%', '']) expect(levelOfPercent(typed, '100', 2)).toBeNull();
});
