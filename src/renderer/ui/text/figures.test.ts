import { afterEach, expect, test } from 'vitest';
import { numberGroupings } from '../../../shared/settings/choices.ts';
import { en } from '../../text/en.ts';
import { groupNumbers, setFigureForm } from '../../text/number-form.ts';
import { zh } from '../../text/zh.ts';
import {
  changeFigure,
  decimalText,
  estimatedFigure,
  fullMoney,
  largeFigure,
  moneyFigure,
  narrowChangeFigure,
  narrowPriceFigure,
  percentText,
  priceFigure,
  priceText,
  quantityText,
  signTone,
} from './figures.ts';

const bitcoin = { pricePrecision: 2, quantityPrecision: 0 };

test('prices have the precision of their symbol', () => {
  expect(priceText('64000.1', bitcoin, en)).toBe('64,000.10');
  expect(priceText('0.0000049', { pricePrecision: 9, quantityPrecision: 0 }, en)).toBe('0.000004900');
  expect(priceText('0.1234', undefined, en)).toBe('0.1234');
  expect(priceText(null, bitcoin, en)).toBe('–');
});

test('quantities have the precision of their symbol', () => expect(quantityText('1200', bitcoin, en)).toBe('1,200'));

test('a price with far more digits than its symbol allows is rounded, and has all of them on demand', () => {
  expect(priceFigure('64000.123456789', bitcoin, en)).toEqual({ shown: '64,000.123', full: '64,000.123456789' });
  expect(priceFigure('0.00000491236', { pricePrecision: 12, quantityPrecision: 0 }, en).shown).toBe('0.000004912360');
  // No column has room for more.
  expect(priceFigure('0.00000000000491236', undefined, en)).toEqual({
    shown: '0.0₁₁4912',
    full: '0.00000000000491236',
  });
  const pepe = { pricePrecision: 11, quantityPrecision: 0 };
  expect(priceFigure('0.0000044192345', pepe, en)).toEqual({ shown: '0.00000441923', full: '0.0000044192345' });
});

const long = '16608.26177661337639196788653752133134300371';

test('money has its sign and two decimal places, and every digit on demand', () => {
  expect(moneyFigure(long, en)).toEqual({
    shown: '+16,608.26',
    full: '+16,608.26177661337639196788653752133134300371',
  });
  expect(moneyFigure('-0.0000049149', en)).toEqual({ shown: '−0.0000049', full: '−0.0000049149' });
  expect(moneyFigure('-0.0000000049149', en)).toEqual({ shown: '−0.0₈49', full: '−0.0000000049149' });
  expect(moneyFigure('0.0000000049', en)).toEqual({ shown: '+0.0₈49', full: '+0.0000000049' });
  expect(moneyFigure('12.50', en)).toEqual({ shown: '+12.50', full: null });
  expect(moneyFigure('-0.000', en)).toEqual({ shown: '0.00', full: null });
  expect(moneyFigure(null, en)).toEqual({ shown: '–', full: null });
  expect([fullMoney(long, en), fullMoney('7', en)]).toEqual([
    '+16,608.26177661337639196788653752133134300371',
    '+7.00',
  ]);
});

test('an estimate has the digits that its range leaves certain, and the range on demand', () => {
  const estimate = (...ends: [string, string?]) => estimatedFigure(ends, en);
  expect(estimate('-63', '-60')).toEqual({ shown: '≈ −62', full: '−63 to −60' });
  expect(estimate('-2928', '-1283')).toEqual({ shown: '≈ −2,000', full: '−2,928 to −1,283' });
  expect(estimate('-580', '-230').shown).toBe('≈ −400');
  expect(estimate('-878', '-400').shown).toBe('≈ −600');
  expect(estimate('949.5', '964.8')).toEqual({ shown: '≈ +960', full: '+949.5 to +964.8' });
  expect(estimate('0.0012', '0.0013')).toEqual({ shown: '≈ +0.0013', full: '+0.0012 to +0.0013' });
  expect(estimate('0.0000000012', '0.0000000013').shown).toBe('≈ +0.0₈13');
  expect(estimate('-5', '10')).toEqual({ shown: '−5 to +10', full: null });
  expect(estimate('0', '10')).toEqual({ shown: '0 to +10', full: null });
  expect(estimate('8.5')).toEqual({ shown: '≈ +8.5', full: null });
});

test('large figures have the units of the language, and every digit on demand', () => {
  const turnover = '3392123456.123456789012345678901234567890';
  expect(largeFigure(turnover, en)).toEqual({
    shown: '3.39B',
    full: '3,392,123,456.12345678901234567890123456789',
  });
  expect([largeFigure('3400000000', en).shown, largeFigure(turnover, zh).shown]).toEqual(['3.40B', '33.92亿']);
  expect(largeFigure('836', en)).toEqual({ shown: '836', full: null });
  expect(largeFigure('0.126', en)).toEqual({ shown: '0.13', full: '0.126' });
  expect(largeFigure('0', en)).toEqual({ shown: '0', full: null });
});

test('figures are exact everywhere, if the user wants so', () => {
  setFigureForm({ isExact: true, countsZeros: true });
  expect(moneyFigure(long, en)).toEqual({ shown: '+16,608.26177661337639196788653752133134300371', full: null });
  expect(estimatedFigure(['0.0000000012', '0.0000000013'], en).shown).toBe('≈ +0.0000000013');
  expect(largeFigure('3392123456.1234', en).shown).toBe('3,392,123,456.1234');
  expect(priceText('64000.123456789', bitcoin, en)).toBe('64,000.123456789');
  expect(quantityText('0.123456789123', bitcoin, en)).toBe('0.123456789123');
});

test('the zeros of tiny prices are counted where room lacks', () => {
  expect(narrowPriceFigure('0.00000491', undefined, en)).toEqual({ shown: '0.0₅491', full: '0.00000491' });
  expect(narrowPriceFigure('64000.1', bitcoin, en)).toEqual({ shown: '64,000.10', full: null });
  const ofTen = { pricePrecision: 10, quantityPrecision: 0 };
  expect(narrowPriceFigure('0.0008124312', ofTen, en)).toEqual({ shown: '0.0₃8124312', full: '0.0008124312' });
  expect(narrowPriceFigure('0.00812431', undefined, en)).toEqual({ shown: '0.00812431', full: null });
});

test('the zeros of tiny prices are counted, if the user wants so', () => {
  setFigureForm({ isExact: false, countsZeros: true });
  expect(priceFigure('0.00000491', undefined, en)).toEqual({ shown: '0.0₅491', full: '0.00000491' });
  expect(changeFigure('0.00000038602', 11, en)).toEqual({ shown: '+0.0₆38602', full: '+0.00000038602' });
});

test('a gain has a plus sign, zero has none', () => {
  expect(['12.5', '-3', '0.00'].map((change) => changeFigure(change, 2, en).shown)).toEqual([
    '+12.50',
    '−3.00',
    '0.00',
  ]);
  expect([percentText('1.2', en), percentText('-0.50', en), percentText(null, en)]).toEqual(['+1.20%', '−0.50%', '–']);
  expect([signTone('1'), signTone('-1'), signTone('0.0'), signTone(null)]).toEqual(['up', 'down', 'muted', 'muted']);
});

test('a change that does not fit has large units, not fewer digits at its end', () => {
  expect(narrowChangeFigure('1234567.89', 2, en)).toEqual({ shown: '+1.23M', full: '+1,234,567.89' });
  expect(narrowChangeFigure('-1234567.89', 2, en)).toEqual({ shown: '−1.23M', full: '−1,234,567.89' });
  expect(narrowChangeFigure('123456.78', 2, en)).toEqual({ shown: '+123,456.78', full: null });
  setFigureForm({ isExact: true, countsZeros: false });
  expect(narrowChangeFigure('1234567.89', 2, en)).toEqual({ shown: '+1,234,567.89', full: null });
});

afterEach(() => {
  groupNumbers('comma');
  setFigureForm({ isExact: false, countsZeros: false });
});

test('digits are grouped as selected, in figures and in sentences', () => {
  const written = numberGroupings.map((grouping) => {
    groupNumbers(grouping);
    return [decimalText('-1234567.1234567'), en.status.rows(1240), en.status.rows(999)];
  });
  expect(written).toEqual([
    ['−1,234,567.1234567', '1,240 rows', '999 rows'],
    ['−1\u202F234\u202F567.1234567', '1\u202F240 rows', '999 rows'],
    ['−1234567.1234567', '1240 rows', '999 rows'],
  ]);
});

test('grouping does not affect decimal places', () => {
  groupNumbers('none');
  expect(decimalText('1234.5', { minimumPlaces: 2 })).toBe('1234.50');
  expect(decimalText('1234.56789', { maximumPlaces: 2 })).toBe('1234.56…');
});
