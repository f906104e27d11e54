import Big from 'big.js';
import type { Timestamp } from '../../shared/values/domain.ts';
import { float64At } from '../../shared/values/elements.ts';
import { isTold } from '../../shared/values/told.ts';
import type { OrderTable } from '../orders/list-table.ts';
import type { Steps } from '../table/steps.ts';
import { placesOf, sumOf, unitsAt } from '../table/units.ts';
import {
  type AllowedSizes,
  allowedSizes,
  maxPlaces,
  type ObservedSize,
  observations,
  observedSize,
  type SizeRange,
  type TradeSums,
} from './allowed-sizes.ts';
import type { TradeDerivation } from './derivation.ts';
import type { Leg } from './legs.ts';

/** The exact sums of a trade. */
interface PricedTrade extends TradeSums {
  /** Decimal places of a quotient of PnL and move: those of the PnL without those of the move. */
  readonly places: number;
}

/** Sizes of a contract that a measurable trade allows; `null` if it allows none. */
interface MeasuredTrade {
  readonly openedAt: Timestamp;
  readonly sizes: SizeRange<Big> | null;
}

/** The latest measurable trades that must agree on a size before it counts as a new one. */
const maxRecentTrades = 20;
/** Trades that are measured in a step: up to 20 ms. */
const tradesPerStep = 100;

/** A size of a contract, and from when on trades have it. */
export interface SizePeriod extends ObservedSize {
  /** Opening of its first trade; `null` for the earliest size. */
  readonly since: Timestamp | null;
}

/** Returns the sizes that a symbol's contract has had as its latest trades show them, the latest first, in steps. */
export function* contractSizesOf(
  orders: OrderTable,
  derivation: TradeDerivation,
  symbol: string,
): Steps<readonly [SizePeriod, ...SizePeriod[]]> {
  const { table } = derivation;
  const latest = derivation
    .legsOf(symbol)
    .flatMap(({ trades }) => trades.filter((trade) => isPriced(derivation, trade)).slice(-observations.shown.latest))
    .sort((a, b) => float64At(table.times, b) - float64At(table.times, a) || a - b);
  const measured: MeasuredTrade[] = [];
  for (const [index, trade] of latest.slice(0, observations.shown.latest).entries()) {
    if (index % tradesPerStep === tradesPerStep - 1) yield;
    const priced = pricedTradeOf(orders, derivation, trade);
    const sizes = priced ? sizesOf(priced) : undefined;
    if (sizes !== undefined) measured.push({ openedAt: float64At(table.times, trade), sizes });
  }
  return periodsOf(measured);
}

/** `trades`: the latest first. */
function periodsOf(trades: readonly MeasuredTrade[]): [SizePeriod, ...SizePeriod[]] {
  const whole = { ...observe(trades), since: null };
  const { size } = observe(trades.slice(0, maxRecentTrades));
  if (trades.length <= maxRecentTrades || !isTold(size)) return [whole];
  const count = countSince(trades, new Big(size));
  if (count === trades.length) return [whole];
  const latest = observe(trades.slice(0, count));
  const [before, ...earlier] = periodsOf(trades.slice(count));
  if (!areApart(latest, before)) return [whole];
  return [{ ...latest, since: (trades[count - 1] as MeasuredTrade).openedAt }, before, ...earlier];
}

/** Number of the latest trades that have a size, if those before have another one: most of the latest allow it, and most of the others do not. */
function countSince(trades: readonly MeasuredTrade[], size: Big): number {
  let [count, balance, highest] = [0, 0, 0];
  for (const [index, { sizes }] of trades.entries()) {
    balance += sizes?.from.lte(size) && sizes.to.gte(size) ? 1 : -1;
    if (balance <= highest) continue;
    highest = balance;
    count = index + 1;
  }
  return count;
}

/** True if two sizes are known, and their ranges have nothing in common. */
function areApart(a: ObservedSize, b: ObservedSize): boolean {
  if (a.from === null || a.to === null || b.from === null || b.to === null) return false;
  return new Big(a.from).gt(b.to) || new Big(a.to).lt(b.from);
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

/** Returns the sums of a trade of `isPriced`. */
function pricedTradeOf(orders: OrderTable, derivation: TradeDerivation, trade: number): PricedTrade | null {
  const leg = derivation.legOf(trade);
  return leg && pricedTrade(orders, leg, derivation.ordersOf(trade));
}

/** `rows`: the orders of a trade, all of them with an average price. */
function pricedTrade(orders: OrderTable, leg: Leg, rows: Uint32Array): PricedTrade {
  const { filledQuantity, averagePrice, pnl, side } = orders.columns;
  const places = placesOf(averagePrice, rows, 0, rows.length);
  const pnlPlaces = placesOf(pnl, rows, 0, rows.length);
  let [earned, executed, closing] = [0n, 0n, 0n];
  for (const row of rows) {
    const quantity = unitsAt(filledQuantity, row, leg.units.quantity);
    const value = unitsAt(averagePrice, row, places) * quantity;
    const isOpening = side.codes[row] === leg.side;
    if (!isOpening) closing++;
    executed += quantity;
    // Buying spends and selling earns, for long and short positions.
    earned += isOpening === (leg.side === 0) ? -value : value;
  }
  return {
    move: earned,
    executed,
    pnl: sumOf(pnl, rows, 0, rows.length).units,
    closing,
    places: pnlPlaces - places - leg.units.quantity,
  };
}

function observe(trades: readonly MeasuredTrade[]): ObservedSize {
  return observedSize(trades.map(({ sizes }) => sizes));
}

/** True if the PnL of a trade agrees with its prices and a size. */
function fitsSize({ move, executed, pnl, closing, places }: PricedTrade, size: string): boolean {
  // In whole units of the PnL.
  const scaled = new Big(size).times(`1e${places}`);
  const error = scaled.times(String(executed)).plus(String(closing)).times(0.5);
  return scaled.times(String(move)).minus(String(pnl)).abs().lte(error);
}

function sizesOf(trade: PricedTrade): AllowedSizes<Big> {
  return allowedSizes(trade, (pnl, move) => quotient(BigInt(pnl), BigInt(move), trade.places));
}

/** Returns `pnl / move`, both above zero, in units of `10 ** -places`, rounded half up to `maxPlaces`. Takes a tenth of the time of `Big.div`. */
function quotient(pnl: bigint, move: bigint, places: number): Big {
  const shift = maxPlaces - places;
  const numerator = shift < 0 ? pnl : pnl * 10n ** BigInt(shift);
  const denominator = shift < 0 ? move * 10n ** BigInt(-shift) : move;
  return new Big(`${(2n * numerator + denominator) / (2n * denominator)}e-${maxPlaces}`);
}
