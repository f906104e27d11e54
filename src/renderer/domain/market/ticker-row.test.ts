import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Decimal } from '../../../shared/values/domain.ts';
import { figuresOf, type TickerRow, TickerRows } from './ticker-row.ts';

const empty = { open: null, high: null, low: null, volume: null, turnover: null, trades: null, bid: null, ask: null };

function row(values: Partial<TickerRow>): TickerRow {
  return { ...empty, symbol: 'BTC-USDT', last: null, market: 'futures', otherLast: null, raw: '{}', ...values };
}

describe('figures of a ticker', () => {
  test('are exact with 30 digits', () => {
    const figures = figuresOf(
      row({
        open: '100000000000000000000000000000.000000000000000000000000000001',
        last: '100000000000000000000000000000.000000000000000000000000000003',
        low: '100000000000000000000000000000',
        high: '100000000000000000000000000000.000000000000000000000000000004',
        bid: '100000000000000000000000000000.000000000000000000000000000002',
        ask: '100000000000000000000000000000.000000000000000000000000000003',
      }),
    );
    expect(figures.change).toBe('0.000000000000000000000000000002');
    expect(figures.changePercent).toBe('0.00');
    expect(figures.range).toBe('75');
    expect(figures.spread).toBe('0.000000000000000000000000000001');
    expect(figures.spreadBasisPoints).toBe('0.00');
  });

  test('are missing without their inputs', () => {
    const missing = figuresOf(row({}));
    for (const name of ['change', 'changePercent', 'range', 'spread', 'spreadBasisPoints', 'basis'] as const) {
      expect(missing[name], name).toBeNull();
    }
    const young = figuresOf(row({ last: '0.5', high: '0.6' }));
    expect([young.change, young.changePercent, young.range]).toEqual([null, null, null]);
  });

  test('no range of a price that is not between the low and the high', () => {
    const of = (last: Decimal, low: Decimal, high: Decimal) => figuresOf(row({ last, low, high })).range;
    expect(of('0.49', '0.5', '0.6')).toBeNull();
    expect(of('0.61', '0.5', '0.6')).toBeNull();
    expect(of('0.5', '0.6', '0.5')).toBeNull();
    expect(of('0.5', '0.5', '0.5')).toBeNull();
  });

  test('the basis compares the future with the spot price, from rows of both markets', () => {
    const basis = (market: 'futures' | 'spot', last: Decimal, otherLast: Decimal) =>
      figuresOf(row({ market, last, otherLast })).basis;
    expect(basis('futures', '101', '100')).toBe('1.000');
    expect(basis('spot', '100', '101')).toBe('1.000');
    expect(basis('futures', '99.9', '100')).toBe('-0.100');
  });

  test('a price at the low or high of the day has the range 0 or 100', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1 }), fc.integer({ min: 1 }), (low, width) => {
        const [bottom, top] = [String(low), (BigInt(low) + BigInt(width)).toString()];
        expect(figuresOf(row({ low: bottom, high: top, last: bottom })).range).toBe('0');
        expect(figuresOf(row({ low: bottom, high: top, last: top })).range).toBe('100');
      }),
    );
  });
});

test('a row is replaced only if a figure or the price of the other market changes', () => {
  const rows = new TickerRows('futures');
  const ticker = (symbol: string, last: string) => ({ ...empty, symbol, last, raw: last });
  const [a, b, c] = [ticker('A-USDT', '1'), ticker('B-USDT', '2'), ticker('C-USDT', '3')];
  const first = rows.of([a, b, c], new Map([['C-USDT', '3']]));
  const changed = ticker('B-USDT', '9');
  const second = rows.of([a, changed, c], new Map([['C-USDT', '4']]));
  expect(second[0]).toBe(first[0]);
  expect(second[1]).toMatchObject({ last: '9', otherLast: null });
  expect(second[2]).not.toBe(first[2]);
  expect(second[2]?.otherLast).toBe('4');
  expect(rows.of([a, changed, c], new Map([['C-USDT', '4']]))).toEqual(second);
});
