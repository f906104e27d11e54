import type { PnlAgreement } from '../../shared/contract/trades.ts';
import type { CostMethod } from '../../shared/orders/trades.ts';
import { float64At, noElement, uint32At } from '../../shared/values/elements.ts';
import { greatest, smallest } from '../../shared/values/extremes.ts';
import type { OrderTable } from '../orders/list-table.ts';
import type { Steps } from '../table/steps.ts';
import { placesOf } from '../table/units.ts';
import type { TradeDerivation } from './derivation.ts';
import { FloatEntries } from './entries.ts';
import type { Leg } from './legs.ts';

/** Latest compared closings of a symbol that decide whether its PnL is uncertain. */
const maxLatest = 10;
/** Fewer compared closings decide nothing. */
const minCompared = 3;
/** Share of the latest closings that must agree. */
const minShare = 0.9;
/** Trades that are compared in a step: about 10 ms. */
const tradesPerStep = 5000;
/** Part of a price that floating point may be off, as in docs/trades.md 2.2. */
const floatError = 1e-9;

/** The observed size of a contract, with its range. */
interface ContractRange {
  readonly from: number;
  readonly to: number;
}

/** An order that closed a part of a position, and whose PnL could be compared. */
interface Compared {
  readonly row: number;
  readonly agrees: boolean;
}

/**
 * Returns in steps how often the PnL that the entry predicts agreed with the reported one (docs/risk.md 6). Floating point is enough, because both are only
 * compared within their rounding. `sizeOf`: returns the size in a trade; `null` if it cannot be told.
 */
export function* agreementOf(
  orders: OrderTable,
  derivation: TradeDerivation,
  symbol: string,
  sizeOf: (trade: number) => ContractRange | null,
): Steps<PnlAgreement> {
  const method = derivation.method() ?? 'average';
  const all: Compared[] = [];
  for (const leg of derivation.legsOf(symbol)) yield* compareIn(all, orders, derivation, leg, { sizeOf, method });
  const latest = all
    .toSorted((a, b) => float64At(orders.times, b.row) - float64At(orders.times, a.row) || b.row - a.row)
    .slice(0, maxLatest);
  const [counts, latestCounts] = [countsOf(all), countsOf(latest)];
  const { compared, agreed } = latestCounts;
  const isUncertain = compared < minCompared ? null : agreed < minShare * compared;
  return { ...counts, latest: latestCounts, isUncertain };
}

function countsOf(closings: readonly Compared[]): { compared: number; agreed: number } {
  return { compared: closings.length, agreed: closings.filter(({ agrees }) => agrees).length };
}

interface Prediction {
  readonly sizeOf: (trade: number) => ContractRange | null;
  readonly method: CostMethod;
}

/** Adds the closings of a leg in steps. */
function* compareIn(
  found: Compared[],
  orders: OrderTable,
  { table }: TradeDerivation,
  leg: Leg,
  { sizeOf, method }: Prediction,
): Steps<void> {
  const { averagePrice, pnl, filledQuantity, side } = orders.columns;
  const { sequence } = leg;
  const closing = sequence.filter((row) => side.codes[row] !== leg.side);
  const priceUnit = 10 ** -placesOf(averagePrice, sequence, 0, sequence.length);
  const pnlUnit = 10 ** -placesOf(pnl, closing, 0, closing.length);
  let start = 0;
  for (const [index, trade] of leg.trades.entries()) {
    if (index % tradesPerStep === tradesPerStep - 1) yield;
    const end = start + table.columns.orders.keyAt(trade);
    const size = sizeOf(trade);
    const held = FloatEntries.none(0, method === 'fifo');
    for (let at = start; size !== null && at < end && table.reasons[trade] === 0; at++) {
      const row = uint32At(sequence, at);
      const quantity = filledQuantity.keys[row] ?? noElement(row);
      const price = averagePrice.keys[row] ?? noElement(row);
      if (side.codes[row] === leg.side) {
        held.open(quantity, price > 0 ? price : Number.NaN);
        continue;
      }
      const entry = method === 'fifo' ? held.oldest(quantity) : held.average();
      held.close(quantity);
      const reported = pnl.keys[row] ?? noElement(row);
      if (price > 0 && !Number.isNaN(entry) && !Number.isNaN(reported)) {
        const move = (leg.side === 0 ? 1 : -1) * (price - entry);
        const error = priceUnit + floatError * Math.max(price, entry);
        const ends = [move - error, move + error].flatMap((each) => [
          each * quantity * size.from,
          each * quantity * size.to,
        ]);
        const agrees = smallest(ends) <= reported + pnlUnit / 2 && greatest(ends) >= reported - pnlUnit / 2;
        found.push({ row, agrees });
      }
    }
    start = end;
  }
}
