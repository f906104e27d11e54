import { describe, expect, test } from 'vitest';
import { readDayRange, readDecimalRange } from './range-input.ts';

describe('decimals', () => {
  test('an empty end is open', () => {
    expect(readDecimalRange('', ' ')).toEqual({ ok: true, from: undefined, to: undefined });
    expect(readDecimalRange('-5', '')).toEqual({ ok: true, from: '-5', to: undefined });
  });

  test('every digit is kept in every notation', () => {
    expect(readDecimalRange(' 1,234.50 ', '12_000')).toEqual({ ok: true, from: '1234.50', to: '12000' });
    expect(readDecimalRange('−0.000000000000000000000000000001', '.5')).toEqual({
      ok: true,
      from: '-0.000000000000000000000000000001',
      to: '0.5',
    });
  });

  test('an invalid decimal is reported at its end', () => {
    expect(readDecimalRange('ten', '5')).toEqual({ ok: false, from: 'no-decimal', to: null });
    expect(readDecimalRange('1', '1,500')).toEqual({ ok: false, from: null, to: 'ambiguous' });
    expect(readDecimalRange('-', '1.2.3')).toEqual({ ok: false, from: 'no-decimal', to: 'no-decimal' });
    expect(readDecimalRange('1e60', '')).toEqual({ ok: false, from: 'no-decimal', to: null });
  });

  test('an end before the start is rejected after an exact comparison', () => {
    expect(readDecimalRange('2', '1')).toEqual({ ok: false, from: null, to: 'end-before-start' });
    expect(readDecimalRange('9007199254740993', '9007199254740992')).toMatchObject({ ok: false });
    expect(readDecimalRange('1.0', '1')).toMatchObject({ ok: true });
  });
});

describe('days', () => {
  test('days are read in several notations', () => {
    expect(readDayRange('2025-03-02', '2025/3/9')).toEqual({ ok: true, from: '2025-03-02', to: '2025-03-09' });
    expect(readDayRange('2024-02-29', '')).toEqual({ ok: true, from: '2024-02-29', to: undefined });
  });

  test('a day that does not exist is rejected', () => {
    for (const text of ['2025-02-29', '2025-13-01', '2025-3', 'yesterday', '02.03.2025']) {
      expect(readDayRange(text, '')).toEqual({ ok: false, from: 'no-day', to: null });
    }
  });

  test('an end before the start is rejected', () => {
    expect(readDayRange('2025-03-02', '2025-03-01')).toEqual({ ok: false, from: null, to: 'end-before-start' });
  });
});
