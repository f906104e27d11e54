import { compareDecimals, product, readDecimal, withoutSign } from './decimal.ts';
import type { Decimal } from './domain.ts';

/** Maximum number of characters of a decimal in a request. */
export const maxDecimalLength = 60;

/** Powers of ten of the letters after a number. */
const powers: Readonly<Record<string, number>> = { k: 3, m: 6, b: 9, 万: 4, 亿: 8 };

const withPower = /^([+-]?[\d.]+)([kmb万亿])$/i;
/** A tiny number whose zeros are counted, such as "0.0₅491": see `withCountedZeros`. */
const countedZeros = /0([₀-₉]+)(?=\d)/;
/** Groups of three digits with one separator, and a decimal point. One comma before three digits alone may also be a decimal comma. */
const grouped = /^[+-]?[1-9]\d{0,2}(?:([,_' ])\d{3})(?:\1\d{3})*(?:\.\d*)?(?=[kmb万亿]?$)/i;
/** A decimal comma, also behind groups of three digits. */
const withComma = /^[+-]?(?:\d+|[1-9]\d{0,2}(?:([._' ])\d{3})(?:\1\d{3})*),\d+(?=[kmb万亿]?$)/i;
/** Groups with points: no decimal has two. */
const withPoints = /^[+-]?[1-9]\d{0,2}(?:\.\d{3}){2,}(?=[kmb万亿]?$)/i;
/** "2,219" may be two and a bit or two thousand. */
const ambiguous = /^[+-]?[1-9]\d{0,2},\d{3}(?=[kmb万亿]?$)/i;

/**
 * Reads a decimal as people type and copy it: "1,095,000", "95 000", "95_000", "95000.0", "95k", "1.5m", "9.5万", "９５", "0.0₅491", and with a
 * decimal comma "0,05" and "1.234,56". Exact: no digit is lost. `near`: a price beside the field; a text such as "2,219" is read as the number
 * within a factor of ten of the price. Returns `null` for other text, and for such a text if no price decides: see `isAmbiguousDecimal`.
 */
export function readTypedDecimal(typed: string, near: Decimal | null = null): Decimal | null {
  const plain = plainText(typed);
  if (!ambiguous.test(plain)) return readPlain(plain);
  const readings = [readPlain(plain.replace(',', '')), readPlain(plain.replace(',', '.'))];
  return readings.find((reading) => reading !== null && near !== null && isSimilar(reading, near)) ?? null;
}

/** True for a text whose comma may separate thousands or decimals. */
export function isAmbiguousDecimal(typed: string): boolean {
  return ambiguous.test(plainText(typed));
}

function isSimilar(one: Decimal, other: Decimal): boolean {
  const [a, b] = [withoutSign(one), withoutSign(other)];
  return compareDecimals(product(a, '10'), b) >= 0 && compareDecimals(product(b, '10'), a) >= 0;
}

/** NFKC makes narrow and wide signs and spaces plain. */
function plainText(typed: string): string {
  return typed
    .replace(countedZeros, (_zeros, count: string) =>
      '0'.repeat(Math.min(Number(count.normalize('NFKC')), maxDecimalLength)),
    )
    .normalize('NFKC')
    .trim()
    .replace('−', '-')
    .replaceAll('’', "'")
    .replace(/ (?=[kmb万亿]$)/i, '');
}

function readPlain(plain: string): Decimal | null {
  const digits = withPoint(plain);
  const [, number, letter] = withPower.exec(digits) ?? [];
  return readDecimal(number === undefined ? digits : `${number}e${powers[letter?.toLowerCase() ?? '']}`);
}

/** Returns the number without groups, with a decimal point. */
function withPoint(plain: string): string {
  if (grouped.test(plain)) return plain.replace(/[,_' ]/g, '');
  if (withComma.test(plain)) return plain.replace(/[._' ]/g, '').replace(',', '.');
  return withPoints.test(plain) ? plain.replaceAll('.', '') : plain;
}
