import { afterEach, expect, test } from 'vitest';
import { numberGroupings } from '../../shared/choices.ts';
import { en } from '../text/en.ts';
import { groupNumbers } from '../text/number-groups.ts';
import { decimalText, percentText, priceText, quantityText, signedText, signTone, volumeText } from './figures.ts';

const bitcoin = { pricePrecision: 2, quantityPrecision: 0 };

test('prices have the precision of their symbol', () => {
  expect(priceText('64000.1', bitcoin, en)).toBe('64,000.10');
  expect(priceText('0.0000049', { pricePrecision: 9, quantityPrecision: 0 }, en)).toBe('0.000004900');
  expect(priceText('64000.123456789', bitcoin, en)).toBe('64,000.123456…');
  expect(priceText('0.1234', undefined, en)).toBe('0.1234');
  expect(priceText(null, bitcoin, en)).toBe('–');
});

test('quantities have the precision of their symbol', () => expect(quantityText('1200', bitcoin, en)).toBe('1,200'));

test('a volume of 30 digits is marked as cut', () => {
  expect(volumeText('123456.123456789012345678901234567890', en)).toBe('123,456.12…');
});

test('a gain has a plus sign, zero has none', () => {
  expect([signedText('12.5', en), signedText('-3', en), signedText('0.00', en)]).toEqual(['+12.50', '-3.00', '0.00']);
  expect([percentText('1.2', en), percentText('-0.50', en), percentText(null, en)]).toEqual(['+1.20%', '-0.50%', '–']);
  expect([signTone('1'), signTone('-1'), signTone('0.0'), signTone(null)]).toEqual(['up', 'down', 'muted', 'muted']);
});

afterEach(() => groupNumbers('comma'));

test('digits are grouped as selected, in figures and in sentences', () => {
  const written = numberGroupings.map((grouping) => {
    groupNumbers(grouping);
    return [decimalText('-1234567.1234567'), en.status.rows(1240), en.status.rows(999)];
  });
  expect(written).toEqual([
    ['-1,234,567.1234567', '1,240 rows', '999 rows'],
    ['-1\u202F234\u202F567.1234567', '1\u202F240 rows', '999 rows'],
    ['-1234567.1234567', '1240 rows', '999 rows'],
  ]);
});

test('grouping does not affect decimal places', () => {
  groupNumbers('none');
  expect(decimalText('1234.5', { minimumPlaces: 2 })).toBe('1234.50');
  expect(decimalText('1234.56789', { maximumPlaces: 2 })).toBe('1234.56…');
});
