import type { Turnover } from '../../../../shared/contract/fees.ts';
import {
  compareDecimals,
  difference,
  product,
  roundDecimal,
  significantQuotient,
  signOf,
  sum,
} from '../../../../shared/decimal.ts';
import type { Decimal } from '../../../../shared/domain.ts';
import type { TurnoverPart } from '../../../../shared/trades.ts';

/** Estimated fees (docs/trades.md 13). */
export interface Fees {
  readonly lowest: Decimal;
  readonly highest: Decimal;
  /** Executed orders whose fees are not in it. */
  readonly unpriced: number;
}

/** Whose fees: of which of the summed orders. Default: of all. */
export interface FeesOf {
  readonly quote: string;
  readonly symbol?: string;
  readonly part?: TurnoverPart;
}

/** Significant digits of fees to which the PnL after them is rounded. */
const feeDigits = 3;

/** Returns the fees of a part of turnovers; `null` if no order of it was executed. */
export function feesOf(
  turnovers: readonly Turnover[],
  rates: { readonly maker: Decimal; readonly taker: Decimal },
  { quote, symbol, part = 'all' }: FeesOf,
): Fees | null {
  const own = turnovers.filter(
    (one) => one.quote === quote && one.part === part && (symbol === undefined || one.symbol === symbol),
  );
  if (own.length === 0) return null;
  const { maker, taker } = rates;
  const [low, high] = compareDecimals(maker, taker) < 0 ? [maker, taker] : [taker, maker];
  const total = (role: 'maker' | 'taker' | 'either') => own.map((one) => one[role]).reduce(sum, '0');
  const known = sum(percentOf(maker, total('maker')), percentOf(taker, total('taker')));
  return {
    lowest: sum(known, percentOf(low, total('either'))),
    highest: sum(known, percentOf(high, total('either'))),
    unpriced: own.reduce((count, one) => count + one.unpriced, 0),
  };
}

/** Returns the lowest and the highest PnL after fees, rounded as far as the fees are known; one of them if they are equal. */
export function pnlAfter(pnl: Decimal, { lowest, highest }: Fees): Decimal[] {
  const rounded = signOf(highest) === 0 ? '0' : significantQuotient(highest, '1', feeDigits);
  const places = rounded?.split('.')[1]?.length ?? 0;
  const ends = [highest, lowest].map((fee) => roundDecimal(difference(fee, pnl), places));
  return [...new Set(ends)];
}

function percentOf(rate: Decimal, amount: Decimal): Decimal {
  return product(product(rate, amount), '0.01');
}
