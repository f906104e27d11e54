import { describe, expect, test } from 'vitest';
import { extremesOf, furthestFromZero, netEnds, netPnl, sumOf } from './parts.ts';

const part = (name: string, pnl: string, count = 1) => ({ name, pnl, count });

describe('the best and the worst part', () => {
  test('are compared to the last digit', () => {
    const parts = [
      part('a', '9007199254740993.00000001'),
      part('b', '9007199254740993.00000002'),
      part('c', '-0.00000000000000000002'),
      part('d', '-0.00000000000000000003'),
    ];
    expect(extremesOf(parts)?.best.name).toBe('b');
    expect(extremesOf(parts)?.worst.name).toBe('d');
  });

  test('have orders', () => {
    const parts = [part('none', '0', 0), part('Tue', '-5'), part('Wed', '-7')];
    expect(extremesOf(parts)?.best.name).toBe('Tue');
    expect(extremesOf([part('none', '0', 0)])).toBeNull();
  });

  test('are the first of equal parts', () => {
    const parts = [part('a', '1.0'), part('b', '1.00')];
    expect(extremesOf(parts)).toEqual({ best: parts[0], worst: parts[0] });
  });
});

describe('the parts furthest from zero', () => {
  const parts = [part('a', '50'), part('b', '2'), part('c', '0.1'), part('d', '-3'), part('e', '-40.5')];

  test('keep their order, and the others are summed exactly', () => {
    const { shown, others, ofOthers } = furthestFromZero(parts, 3);
    expect(shown.map(({ name }) => name)).toEqual(['a', 'd', 'e']);
    expect(others).toBe(2);
    expect(ofOthers.pnl).toBe('2.1');
  });

  test('are all parts if there are fewer', () => {
    expect(furthestFromZero(parts, 9)).toEqual({ shown: parts, others: 0, ofOthers: { pnl: '0' } });
  });
});

test('what is left after fees is a range of exact ends, or the PnL itself without fees', () => {
  const fees = { lowest: '0.5', highest: '2', unpriced: 0 };
  expect(netEnds({ pnl: '1', fees })).toEqual(['-1', '0.5']);
  expect(netPnl({ pnl: '1', fees })).toBe('-0.25');
  expect([netEnds({ pnl: '1.00' }), netPnl({ pnl: '1.00' })]).toEqual([['1.00'], '1.00']);
});

test('sums are exact', () => {
  expect(sumOf(['0.1', '0.2'])).toBe('0.3');
  expect(sumOf(['1000000000000000000000.5', '-0.00000000000000000001'])).toBe(
    '1000000000000000000000.49999999999999999999',
  );
  expect(sumOf([])).toBe('0');
});
