import Big from 'big.js';
import type { ContractSize } from '../../shared/contract/trades.ts';
import type { OrderTable } from '../orders/list-table.ts';
import { decimalOfUnits } from '../table/exact-decimals.ts';
import type { TradeDerivation } from './derivation.ts';
import { placesOf, unitsAt } from './units.ts';

/** What a trade tells of the size of a contract (docs/trades.md 7). */
interface PricedTrade {
  /** Positive if the prices have moved in favor of the trade. */
  readonly move: Big;
  readonly moveError: Big;
  readonly pnl: Big;
  readonly pnlError: Big;
}

/** A range of sizes. */
interface Sizes {
  readonly from: Big;
  readonly to: Big;
}

/** Trades of a symbol from which the size of its contract is observed. */
const maxPricedTrades = 1000;
/** Trades that must allow an observed size, and their lowest share of the measurable ones in percent. */
const minTrades = 3;
const minPercent = 90;
/** Largest quotient of the ends of the sizes that these trades allow; powers of ten are far more usual than other sizes. */
const maxSpread = '1.01';
const maxPowerSpread = 2;
/** Significant digits of the ends, which are rounded outwards. */
const endDigits = 6;
/** Decimal places of the limits of allowed sizes, far more than a size has. */
const maxPlaces = 40;

const Exact = Big();
Exact.DP = maxPlaces;
Exact.RM = Big.roundHalfUp;

const noSize = { size: null, from: null, to: null };

/** Returns the size of a symbol's contract, as its latest trades show it. */
export function contractSizeOf(
  orders: OrderTable,
  derivation: TradeDerivation,
  symbol: string,
): Omit<ContractSize, 'version'> {
  const { lanes, table } = derivation;
  const latest = lanes
    .filter((lane) => orders.columns.symbol.valueOf(lane.symbol) === symbol)
    .flatMap(({ trades }) => trades.filter((trade) => isPriced(derivation, trade)).slice(-maxPricedTrades))
    .sort((a, b) => (table.times[b] as number) - (table.times[a] as number) || a - b);
  return observeContractSize(
    latest.slice(0, maxPricedTrades).flatMap((trade) => pricedTrade(orders, derivation, trade) ?? []),
  );
}

/** True if the PnL of a trade agrees with its prices; `null` if that is unknown. */
export function pnlFits(orders: OrderTable, derivation: TradeDerivation, trade: number, size: string): boolean | null {
  const priced = isPriced(derivation, trade) ? pricedTrade(orders, derivation, trade) : null;
  return priced && fitsSize(priced, size);
}

/** True for a closed and complete trade with an entry and an exit. */
function isPriced({ table }: TradeDerivation, trade: number): boolean {
  const { entryPrice, exitPrice, closedAt } = table.columns;
  return table.reasons[trade] === 0 && ![entryPrice, exitPrice, closedAt].some(({ keys }) => Number.isNaN(keys[trade]));
}

/** What a trade of `isPriced` tells of the size of a contract. */
function pricedTrade(orders: OrderTable, derivation: TradeDerivation, trade: number): PricedTrade | null {
  const lane = derivation.laneOf(trade);
  if (lane === null) return null;
  const { filledQuantity, averagePrice, pnl } = orders.columns;
  const rows = derivation.ordersOf(trade);
  const places = placesOf(averagePrice, rows, 0, rows.length);
  const pnlPlaces = placesOf(pnl, rows, 0, rows.length);
  let [earned, executed, closing] = [0n, 0n, 0];
  for (const row of rows) {
    const quantity = unitsAt(filledQuantity, row, lane.places);
    const value = unitsAt(averagePrice, row, places) * quantity;
    const isOpening = derivation.opens(row, lane);
    if (!isOpening) closing++;
    executed += quantity;
    // Buying spends and selling earns, for long and short positions.
    earned += isOpening === (lane.side === 0) ? -value : value;
  }
  const halfUnit = (decimals: number) => new Big(0.5).times(`1e-${decimals}`);
  return {
    move: new Big(decimalOfUnits(earned, places + lane.places)),
    moveError: halfUnit(places).times(decimalOfUnits(executed, lane.places)),
    pnl: new Big(derivation.table.columns.pnl.textOf(trade) ?? '0'),
    pnlError: halfUnit(pnlPlaces).times(closing),
  };
}

/** Returns the size that most of the trades allow, and the range that these leave; no size if they do not agree on one (docs/trades.md 7). */
function observeContractSize(trades: readonly PricedTrade[]): Omit<ContractSize, 'version'> {
  const measurable = trades.filter(isMeasurable).map(sizesOf);
  const { ranges, agreeing } = deepestRanges(measurable.filter((sizes) => sizes !== null));
  const counts = { agreeing, trades: measurable.length };
  const [best] = ranges
    .map((range) => ({ ...range, ...simplestOf(range) }))
    .sort((a, b) => a.places - b.places || a.size.cmp(b.size));
  if (best === undefined || agreeing < minTrades || agreeing * 100 < measurable.length * minPercent)
    return { ...noSize, ...counts };
  const { from, to, size } = best;
  const isPower = size.eq(`1e${size.e}`);
  if (to.gt(from.times(maxSpread)) && !(isPower && to.lt(from.times(maxPowerSpread)))) return { ...noSize, ...counts };
  return {
    size: size.toFixed(),
    from: from.prec(endDigits, Big.roundDown).toFixed(),
    to: to.prec(endDigits, Big.roundUp).toFixed(),
    ...counts,
  };
}

/** Returns the ranges of sizes that the most trades allow, and the number of these trades. */
function deepestRanges(allowed: readonly Sizes[]): { ranges: Sizes[]; agreeing: number } {
  const starts = allowed.map(({ from }) => from).sort((a, b) => a.cmp(b));
  const ends = allowed.map(({ to }) => to).sort((a, b) => a.cmp(b));
  let [depth, next, agreeing] = [0, 0, 0];
  let ranges: Sizes[] = [];
  for (const [place, from] of starts.entries()) {
    while ((ends[next] as Big).lt(from)) {
      depth--;
      next++;
    }
    depth++;
    const after = starts[place + 1];
    const to = ends[next] as Big;
    // The range ends here only if no further trade allows a part of it.
    if (depth < agreeing || after?.lte(to)) continue;
    if (depth > agreeing) ranges = [];
    agreeing = depth;
    ranges.push({ from, to });
  }
  return { ranges, agreeing };
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

/** Returns the number with the fewest decimal places within a range, of several the lowest. Tens, hundreds and so on have fewer than none. */
function simplestOf({ from, to }: Sizes): { readonly size: Big; readonly places: number } {
  for (let places = -to.e; places < maxPlaces; places++) {
    const size = from.round(places, Big.roundUp);
    if (size.lte(to)) return { size, places };
  }
  return { size: from, places: maxPlaces };
}
