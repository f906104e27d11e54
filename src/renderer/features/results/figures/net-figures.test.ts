import { expect, test } from 'vitest';
import { netTone } from './net-figures.ts';

test('only a sign that is certain has a color', () => {
  const tone = (pnl: string, lowest: string, highest: string, unpriced = 0) =>
    netTone({ pnl, fees: { lowest, highest, unpriced } });
  expect([netTone({ pnl: '5' }), netTone({ pnl: '-5' })]).toEqual(['up', 'down']);
  expect([tone('5', '1', '2'), tone('-5', '1', '2'), tone('5', '1', '7')]).toEqual(['up', 'down', 'muted']);
  expect([tone('5', '1', '2', 1), tone('-5', '1', '2', 1)]).toEqual(['muted', 'down']);
});
