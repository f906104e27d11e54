import { readDecimal } from '../../../shared/decimal.ts';
import type { Decimal } from '../../../shared/domain.ts';

/** Maximum number of characters of a decimal in a request. */
export const maxDecimalLength = 60;

/** Powers of ten of the letters after a number. */
const powers: Readonly<Record<string, number>> = { k: 3, m: 6, b: 9, 万: 4, 亿: 8 };

const withPower = /^([+-]?[\d.]+)([kmb万亿])$/i;
/** A tiny number whose zeros are counted, such as "0.0₅491": see `withCountedZeros`. */
const countedZeros = /0([₀-₉]+)(?=\d)/;
/** Groups of three digits with one separator. "0,151" is no group of thousands. */
const grouped = /^[+-]?[1-9]\d{0,2}(?:([,_' ])\d{3})(?:\1\d{3})*(?:\.\d*)?(?=[kmb万亿]?$)/i;

/**
 * Reads a decimal as people type and copy it: "95,000", "95 000", "95_000", "95000.0", "95k", "1.5m", "9.5万", "９５", "0.0₅491". Exact: no digit is lost.
 * Returns `null` for other text, such as "1,5".
 */
export function readTypedDecimal(typed: string): Decimal | null {
  // NFKC makes narrow and wide signs and spaces plain.
  const plain = typed
    .replace(countedZeros, (_zeros, count: string) =>
      '0'.repeat(Math.min(Number(count.normalize('NFKC')), maxDecimalLength)),
    )
    .normalize('NFKC')
    .trim()
    .replace('−', '-')
    .replaceAll('’', "'")
    .replace(/ (?=[kmb万亿]$)/i, '');
  const digits = grouped.test(plain) ? plain.replace(/[,_' ]/g, '') : plain;
  const [, number, letter] = withPower.exec(digits) ?? [];
  return readDecimal(number === undefined ? digits : `${number}e${powers[letter?.toLowerCase() ?? '']}`);
}
