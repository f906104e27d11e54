import { describe, expect, test } from 'vitest';
import { around, type Estimate, exactly } from '../../../shared/risk/estimate.ts';
import { en } from '../../text/en.ts';
import { zh } from '../../text/zh.ts';
import { amountEstimate, estimateTone, moneyEstimate, percentEstimate } from './estimates.ts';

// docs/risk.md 8.

describe('money', () => {
  const shown = (value: string, low: string, high: string): string => moneyEstimate({ value, low, high }, en).shown;

  test('an exact amount is one figure', () => {
    expect(moneyEstimate(exactly('1234.5'), en)).toEqual({ shown: '+1,234.50', full: null });
    expect(moneyEstimate(exactly('-0.00042'), en).shown).toBe('−0.00042');
    expect(moneyEstimate(null, en).shown).toBe('–');
  });

  test('a range of at most one unit of the last place is one figure, and its ends are in the full text', () => {
    expect(moneyEstimate(around('6', '0.0006'), en)).toEqual({
      shown: '+6.00',
      full: '≈ +6.00 (+5.9994 to +6.0006)',
    });
    expect(shown('1', '0.995', '1.005')).toBe('+1.00');
  });

  test('a range of at most a hundredth of the value is not written out', () => {
    expect(shown('-1707', '-1708', '-1706')).toBe('≈ −1,707.00');
    expect(shown('100', '99.5', '100.5')).toBe('≈ +100.00');
  });

  test('a wider range leaves the certain digits of the value, and is shown itself if the sign is not certain', () => {
    expect(shown('12.4', '12.13', '12.69')).toBe('≈ +12.4');
    expect(shown('-100', '-101.505', '-98.505')).toBe('≈ −100');
    expect(shown('-61', '-63', '-60')).toBe('≈ −61');
    expect(shown('3', '1', '60')).toBe('+1 to +60');
    expect(shown('0', '-0.05', '0.05')).toBe('−0.05 to +0.05');
    expect(shown('-0.0004', '-0.0009', '0.0001')).toBe('−0.0009 to +0.0001');
  });

  test('amounts have no plus sign', () => {
    expect(amountEstimate(exactly('1038'), en)).toEqual({ shown: '1,038.00', full: null });
    expect(amountEstimate({ value: '10', low: '9', high: '11' }, zh).shown).toBe('≈ 10');
  });
});

test('percent', () => {
  expect(percentEstimate(exactly('0.58'), en)).toEqual({ shown: '+0.58%', full: null });
  expect(percentEstimate({ value: '-5.00', low: '-5.03', high: '-4.97' }, en).shown).toBe('≈ −5%');
});

test('only a range of one sign has a color', () => {
  const tones = ([low, high]: [string, string]): unknown => estimateTone({ value: low, low, high } satisfies Estimate);
  expect([tones(['1', '2']), tones(['-2', '-1']), tones(['-1', '1']), tones(['0', '1'])]).toEqual([
    'up',
    'down',
    undefined,
    undefined,
  ]);
  expect(estimateTone(null)).toBe('muted');
});
