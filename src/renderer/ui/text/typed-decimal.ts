import { readDecimal } from '../../../shared/decimal.ts';
import type { Decimal } from '../../../shared/domain.ts';

/** Maximum number of characters of a decimal in a request. */
export const maxDecimalLength = 60;

/** Powers of ten of the letters after a number. */
const powers: Readonly<Record<string, number>> = { k: 3, m: 6, 万: 4, 亿: 8 };

const withPower = /^([+-]?[\d.]+)([km万亿])$/i;
/** Groups of three digits with one separator. "0,151" is no group of thousands. */
const grouped = /^[+-]?[1-9]\d{0,2}(?:([,_' ])\d{3})(?:\1\d{3})*(?:\.\d*)?(?=[km万亿]?$)/i;

/**
 * Reads a decimal as people type and copy it: "95,000", "95 000", "95_000", "95000.0", "95k", "1.5m", "9.5万", "９５". Exact: no digit is lost.
 * Returns `null` for other text, such as "1,5".
 */
export function readTypedDecimal(typed: string): Decimal | null {
  // NFKC makes narrow and wide signs and spaces plain.
  const plain = typed
    .normalize('NFKC')
    .trim()
    .replace('−', '-')
    .replaceAll('’', "'")
    .replace(/ (?=[km万亿]$)/i, '');
  const digits = grouped.test(plain) ? plain.replace(/[,_' ]/g, '') : plain;
  const [, number, letter] = withPower.exec(digits) ?? [];
  return readDecimal(number === undefined ? digits : `${number}e${powers[letter?.toLowerCase() ?? '']}`);
}
