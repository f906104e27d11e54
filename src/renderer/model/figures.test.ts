import { expect, test } from 'vitest';
import { en } from '../text/en.ts';
import { percentText, priceText, quantityText, signedText, signTone, volumeText } from './figures.ts';

const bitcoin = { pricePrecision: 2, quantityPrecision: 0 };

test('prices stand at the precision of their symbol', () => {
  expect(priceText('64000.1', bitcoin, en)).toBe('64,000.10');
  expect(priceText('0.0000049', { pricePrecision: 9, quantityPrecision: 0 }, en)).toBe('0.000004900');
  expect(priceText('64000.123456789', bitcoin, en)).toBe('64,000.123456…');
  expect(priceText('0.1234', undefined, en)).toBe('0.1234');
  expect(priceText(null, bitcoin, en)).toBe('–');
});

test('quantities stand at theirs', () => expect(quantityText('1200', bitcoin, en)).toBe('1,200'));

test('a volume of thirty digits says that it is cut', () => {
  expect(volumeText('123456.123456789012345678901234567890', en)).toBe('123,456.12…');
});

test('a gain shows its plus, nothing shows none', () => {
  expect([signedText('12.5', en), signedText('-3', en), signedText('0.00', en)]).toEqual(['+12.50', '-3.00', '0.00']);
  expect([percentText('1.2', en), percentText('-0.50', en), percentText(null, en)]).toEqual(['+1.20%', '-0.50%', '–']);
  expect([signTone('1'), signTone('-1'), signTone('0.0'), signTone(null)]).toEqual(['up', 'down', 'muted', 'muted']);
});
