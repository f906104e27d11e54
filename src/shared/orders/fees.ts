/** Estimated fees (docs/results.md 2). */
import Big from 'big.js';
import { compareDecimals, difference, product, quotient, roundDecimal, signOf, sum } from '../values/decimal.ts';
import type { Decimal } from '../values/domain.ts';

/** Rates of an account, in percent of the turnover. Below zero: a rebate. */
export interface Rates {
  readonly maker: Decimal;
  readonly taker: Decimal;
}

/** Turnover of the orders that have paid each rate, and of those that have paid either, in the quote currency. */
export interface RateTurnover {
  readonly maker: Decimal;
  readonly taker: Decimal;
  readonly either: Decimal;
  /** Executed orders that are not in it: the size of a contract, or their average price, is not known. */
  readonly unpriced: number;
}

export interface Fees {
  readonly lowest: Decimal;
  readonly highest: Decimal;
  /** Executed orders whose fees are not in it. */
  readonly unpriced: number;
}

/** Significant digits of fees to which what is left after them is rounded. */
const feeDigits = 3;
/** Decimal places of the fee of one of several trades. */
const sharePlaces = 12;

/** Returns the fees of all turnovers together. */
export function feesOf(turnovers: readonly RateTurnover[], { maker, taker }: Rates): Fees {
  const [low, high] = compareDecimals(maker, taker) < 0 ? [maker, taker] : [taker, maker];
  const total = (role: 'maker' | 'taker' | 'either') => turnovers.map((one) => one[role]).reduce(sum, '0');
  const known = sum(percentOf(maker, total('maker')), percentOf(taker, total('taker')));
  return {
    lowest: sum(known, percentOf(low, total('either'))),
    highest: sum(known, percentOf(high, total('either'))),
    unpriced: turnovers.reduce((count, one) => count + one.unpriced, 0),
  };
}

/** Returns the sum of fees. */
export function sumOfFees(a: Fees, b: Fees): Fees {
  return {
    lowest: sum(a.lowest, b.lowest),
    highest: sum(a.highest, b.highest),
    unpriced: a.unpriced + b.unpriced,
  };
}

/** Returns the fees of one of several trades, on the average. */
export function feesPerTrade({ lowest, highest, unpriced }: Fees, trades: number): Fees {
  const share = (fee: Decimal): Decimal => quotient(fee, String(trades), sharePlaces) ?? '0';
  return { lowest: share(lowest), highest: share(highest), unpriced };
}

/** Returns the lowest and the highest PnL after fees, rounded as far as the fees are known; one of them if they are equal. */
export function pnlAfter(pnl: Decimal, { lowest, highest }: Fees): Decimal[] {
  const places = placesOfFee(signOf(highest) === 0 ? lowest : highest);
  const ends = [highest, lowest].map((fee) => {
    const after = difference(fee, pnl);
    return places === null ? after : roundDecimal(after, places);
  });
  return [...new Set(ends)];
}

/** Returns the decimal places as far as which a fee is known; `null` if there is no fee, which rounds nothing. */
export function placesOfFee(fee: Decimal): number | null {
  return signOf(fee) === 0 ? null : Math.max(0, feeDigits - 1 - new Big(fee).e);
}

function percentOf(rate: Decimal, amount: Decimal): Decimal {
  return product(product(rate, amount), '0.01');
}
