import type { CostMethod } from '../../shared/orders/trades.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import { float64At, uint8At, uint32At } from '../../shared/values/elements.ts';
import type { OrderTable } from '../orders/list-table.ts';
import { averageOf, placesOf, type Units, unitsAt } from '../table/units.ts';
import type { TradeDerivation } from './derivation.ts';
import { ExactEntries } from './entries.ts';
import type { Leg } from './legs.ts';
import type { StatementLeg, StatementTrades } from './statement-trades.ts';
import { reasonBits } from './trade-table.ts';

/** A PnL that is missing leaves what is held as it is. */
const noPnl = reasonBits('no-pnl');

/** What is held of a leg at a moment (docs/trades.md 6, docs/statement.md 3). */
export interface HeldPosition {
  readonly leg: Leg;
  /** Row number of the first order of its trade. */
  readonly first: number;
  readonly since: Timestamp;
  readonly quantity: Units;
  /** `null` if an order that opens has no average price. */
  readonly entry: Units | null;
  /** See `reasonBits`. */
  readonly reasons: number;
}

/** Returns the open position of a leg; `null` if it has none. */
export function openPosition(orders: OrderTable, derivation: TradeDerivation, leg: Leg): HeldPosition | null {
  const { table } = derivation;
  const trade = leg.trades.at(-1);
  if (trade === undefined || leg.endsAt !== null || !Number.isNaN(table.columns.closedAt.keys[trade])) return null;
  const rows = derivation.ordersOf(trade);
  const held = heldAfter(orders, leg, rows, derivation.method() ?? 'average');
  const since = float64At(table.times, trade);
  return held && { ...held, leg, first: uint32At(rows, 0), since, reasons: uint8At(table.reasons, trade) & ~noPnl };
}

/** Returns the position that the orders before a moment leave open in a leg; `null` if they leave none. */
export function positionAt(trades: StatementTrades, own: StatementLeg, moment: Timestamp): HeldPosition | null {
  const trade = own.lastBefore(moment);
  if (trade < 0) return null;
  const { leg } = own;
  const rows = own.ordersBefore(trade, moment);
  const held = heldAfter(trades.orders, leg, rows, 'average');
  const reasons = own.reasonsAt(trade, moment);
  return held && { ...held, leg, first: uint32At(rows, 0), since: own.openedAt(trade), reasons };
}

/** Returns what the first orders of a trade leave open, the oldest first; `null` if that is nothing. */
function heldAfter(
  orders: OrderTable,
  leg: Leg,
  rows: Uint32Array,
  method: CostMethod,
): Pick<HeldPosition, 'quantity' | 'entry'> | null {
  const { filledQuantity, averagePrice, side } = orders.columns;
  const places = placesOf(averagePrice, rows, 0, rows.length);
  const held = ExactEntries.none(method === 'fifo');
  for (const row of rows) {
    const quantity = unitsAt(filledQuantity, row, leg.units.quantity);
    if (side.codes[row] === leg.side) {
      const isPriced = averagePrice.keyAt(row) > 0;
      held.open(quantity, isPriced ? unitsAt(averagePrice, row, places) : null);
    } else {
      // All orders that follow in the trade close as well.
      if (quantity >= held.size) return null;
      held.close(quantity);
    }
  }
  const size = BigInt(held.size);
  const cost = method === 'fifo' ? held.oldestCost(size) : held.cost;
  const quantity = { units: size, places: leg.units.quantity };
  if (cost === null) return { quantity, entry: null };
  const value = { units: cost.sum, places: places + leg.units.quantity };
  return { quantity, entry: averageOf(value, { units: size * cost.divisor, places: leg.units.quantity }) };
}
