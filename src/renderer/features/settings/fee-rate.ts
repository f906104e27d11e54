import { compareDecimals, withoutSign } from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { readTypedDecimal } from '../../../shared/values/typed-decimal.ts';

/** Percent. */
const maxRate = '10';

/** Returns a rate in percent as a user types it; `null` for none, `undefined` if the text is no rate. */
export function readRate(typed: string): Decimal | null | undefined {
  const text = typed.trim().replace(/%$/, '').trim();
  if (text === '') return null;
  // A rate is a few percent at most, so that "1,250" is one and a quarter.
  const rate = text.length > 20 ? null : readTypedDecimal(text, '1');
  return rate === null || compareDecimals(withoutSign(rate), maxRate) > 0 ? undefined : rate;
}
