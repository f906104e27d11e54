import { compareDecimals, readDecimal, withoutSign } from '../../../shared/decimal.ts';
import type { Decimal } from '../../../shared/domain.ts';

/** Percent. */
const maxRate = '10';

/** Returns a rate in percent as a user types it; `null` for none, `undefined` if the text is no rate. */
export function readRate(typed: string): Decimal | null | undefined {
  const text = typed.trim().replace(/%$/, '').trim().replace(',', '.').replace('−', '-');
  if (text === '') return null;
  const rate = text.length > 20 ? null : readDecimal(text);
  return rate === null || compareDecimals(withoutSign(rate), maxRate) > 0 ? undefined : rate;
}
