import { expect, test } from 'vitest';
import { netTone, toneAfter } from './net-figures.ts';

test('only a sign that is certain has a color', () => {
  const tone = (pnl: string, lowest: string, highest: string, unpriced = 0) =>
    netTone({ pnl, fees: { lowest, highest, unpriced } });
  expect([netTone({ pnl: '5' }), netTone({ pnl: '-5' })]).toEqual(['up', 'down']);
  expect([tone('5', '1', '2'), tone('-5', '1', '2'), tone('5', '1', '7')]).toEqual(['up', 'down', 'muted']);
  expect([tone('5', '1', '2', 1), tone('-5', '1', '2', 1)]).toEqual(['muted', 'down']);
});

test('an average has a color where the sum of its trades may have one', () => {
  const tone = (value: string, after: string[] | undefined, unpriced: number) =>
    toneAfter(value, after, { lowest: '0', highest: '1', unpriced });
  expect([tone('5', ['1', '2'], 0), tone('5', ['-1', '2'], 0), tone('5', ['-2'], 0)]).toEqual(['up', 'muted', 'down']);
  expect([tone('5', ['1', '2'], 1), tone('5', ['-2'], 1), tone('5', undefined, 1)]).toEqual(['muted', 'down', 'up']);
});
