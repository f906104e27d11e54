import type { Turnover } from '../../../../shared/contract/fees.ts';
import { type Fees, feesOf, type Rates } from '../../../../shared/orders/fees.ts';

/** Whose fees: of which of the orders. Default: of all symbols of the currency. */
export interface FeesOf {
  readonly quote: string;
  readonly symbol?: string;
}

/** Returns the fees of a part of turnovers; `null` if no order of it was executed. */
export function feesOfPart(turnovers: readonly Turnover[], rates: Rates, { quote, symbol }: FeesOf): Fees | null {
  const own = turnovers.filter((one) => one.quote === quote && (symbol === undefined || one.symbol === symbol));
  return own.length === 0 ? null : feesOf(own, rates);
}
