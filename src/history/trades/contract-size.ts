import Big from 'big.js';
import type { ContractSize } from '../../shared/contract/trades.ts';
import type { OrderTable } from '../orders/list-table.ts';
import { decimalOfUnits } from '../table/exact-decimals.ts';
import { placesOf, sumOf, unitsAt } from '../table/units.ts';
import { maxPlaces, observedSize, type Sizes } from './allowed-sizes.ts';
import type { TradeDerivation } from './derivation.ts';
import type { Leg } from './legs.ts';

/** What a trade tells of the size of a contract (docs/trades.md 7). */
interface PricedTrade {
  /** Positive if the prices have moved in favor of the trade. */
  readonly move: Big;
  readonly moveError: Big;
  readonly pnl: Big;
  readonly pnlError: Big;
}

/** Trades of a symbol from which the size of its contract is observed. */
const maxPricedTrades = 1000;
/** Percent of the measurable trades that must allow an observed size. */
const minPercent = 90;

const Exact = Big();
Exact.DP = maxPlaces;
Exact.RM = Big.roundHalfUp;

/** Returns the size of a symbol's contract, as its latest trades show it. */
export function contractSizeOf(
  orders: OrderTable,
  derivation: TradeDerivation,
  symbol: string,
): Omit<ContractSize, 'version' | 'pnl'> {
  const { legs, table } = derivation;
  const latest = legs
    .filter((leg) => orders.columns.symbol.valueOf(leg.symbol) === symbol)
    .flatMap(({ trades }) => trades.filter((trade) => isPriced(derivation, trade)).slice(-maxPricedTrades))
    .sort((a, b) => (table.times[b] as number) - (table.times[a] as number) || a - b);
  return observeContractSize(
    latest.slice(0, maxPricedTrades).flatMap((trade) => pricedTradeOf(orders, derivation, trade) ?? []),
  );
}

/** True if the PnL of a trade agrees with its prices; `null` if that is unknown. */
export function pnlFits(orders: OrderTable, derivation: TradeDerivation, trade: number, size: string): boolean | null {
  const priced = isPriced(derivation, trade) ? pricedTradeOf(orders, derivation, trade) : null;
  return priced && fitsSize(priced, size);
}

/** True for a closed and complete trade with an entry and an exit. */
function isPriced({ table }: TradeDerivation, trade: number): boolean {
  const { entryPrice, exitPrice, closedAt } = table.columns;
  return table.reasons[trade] === 0 && ![entryPrice, exitPrice, closedAt].some(({ keys }) => Number.isNaN(keys[trade]));
}

/** What a trade of `isPriced` tells of the size of a contract. */
function pricedTradeOf(orders: OrderTable, derivation: TradeDerivation, trade: number): PricedTrade | null {
  const leg = derivation.legOf(trade);
  return leg && pricedTrade(orders, leg, derivation.ordersOf(trade));
}

/** `rows`: the orders of a trade, all of them with an average price. */
function pricedTrade(orders: OrderTable, leg: Leg, rows: Uint32Array): PricedTrade {
  const { filledQuantity, averagePrice, pnl, side } = orders.columns;
  const places = placesOf(averagePrice, rows, 0, rows.length);
  const pnlPlaces = placesOf(pnl, rows, 0, rows.length);
  let [earned, executed, closing] = [0n, 0n, 0];
  for (const row of rows) {
    const quantity = unitsAt(filledQuantity, row, leg.units.quantity);
    const value = unitsAt(averagePrice, row, places) * quantity;
    const isOpening = side.codes[row] === leg.side;
    if (!isOpening) closing++;
    executed += quantity;
    // Buying spends and selling earns, for long and short positions.
    earned += isOpening === (leg.side === 0) ? -value : value;
  }
  const result = sumOf(pnl, rows, 0, rows.length);
  const halfUnit = (decimals: number) => new Big(0.5).times(`1e-${decimals}`);
  return {
    move: new Big(decimalOfUnits(earned, places + leg.units.quantity)),
    moveError: halfUnit(places).times(decimalOfUnits(executed, leg.units.quantity)),
    pnl: new Big(decimalOfUnits(result.units, result.places)),
    pnlError: halfUnit(pnlPlaces).times(closing),
  };
}

/** Returns the size that most of the trades allow, and the range that these leave; no size if they do not agree on one (docs/trades.md 7). */
function observeContractSize(trades: readonly PricedTrade[]): Omit<ContractSize, 'version' | 'pnl'> {
  const measurable = trades.filter(isMeasurable).map(sizesOf);
  return observedSize(
    measurable.filter((sizes) => sizes !== null),
    measurable.length,
    minPercent,
  );
}

/** True if the PnL of a trade agrees with its prices and a size. */
function fitsSize({ move, moveError, pnl, pnlError }: PricedTrade, size: string): boolean {
  return pnl
    .minus(move.times(size))
    .abs()
    .lte(pnlError.plus(moveError.times(size)));
}

function isMeasurable({ move, moveError, pnl, pnlError }: PricedTrade): boolean {
  return pnl.abs().gt(pnlError) && move.abs().gt(moveError);
}

/** Returns the sizes that a measurable trade allows; `null` if it allows none. */
function sizesOf({ move, moveError, pnl, pnlError }: PricedTrade): Sizes | null {
  if (move.gt(0) !== pnl.gt(0)) return null;
  const [distance, result] = [new Exact(move.abs()), new Exact(pnl.abs())];
  return {
    from: result.minus(pnlError).div(distance.plus(moveError)),
    to: result.plus(pnlError).div(distance.minus(moveError)),
  };
}
