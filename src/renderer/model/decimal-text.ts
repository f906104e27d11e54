import { type DecimalFormat, formatDecimal } from '../../shared/decimal.ts';
import type { Decimal } from '../../shared/domain.ts';
import { groupSeparator } from '../text/number-groups.ts';

/** For the eye: the same digits, padded, and grouped as the reader likes it. Never rounded; see `formatDecimal`. */
export function decimalText(value: Decimal, format: Omit<DecimalFormat, 'separator'> = {}): string {
  return formatDecimal(value, { ...format, separator: groupSeparator() });
}
