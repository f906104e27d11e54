import type { FuturesTicker } from '../contract/market.ts';
import type { Decimal } from '../values/domain.ts';
import { isTold, type Told, untold } from '../values/told.ts';

/** Why the last price of a symbol cannot be told: the list of its market lacks the symbol, or the ticker has no price above zero. */
export type PriceDoubt = 'not-listed' | 'no-price';
export type LastPrice = Told<Decimal, PriceDoubt>;

const notListed = untold('not-listed');
const noPrice = untold('no-price');

/** Returns the last price of a ticker in a list. `ticker`: `undefined` if the list lacks the symbol. */
export function lastPriceOf(ticker: Pick<FuturesTicker, 'last'> | undefined): LastPrice {
  return ticker === undefined ? notListed : (ticker.last ?? noPrice);
}

/** Returns `null` for a price that cannot be told, for a calculation that has no result then. */
export function knownPrice(price: LastPrice): Decimal | null {
  return isTold(price) ? price : null;
}
