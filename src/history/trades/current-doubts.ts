import type { OrderDoubt } from '../../shared/contract/trades.ts';
import { type PositionSide, positionSides } from '../../shared/orders/trades.ts';
import { difference } from '../../shared/values/decimal.ts';
import type { MarginMode } from '../../shared/values/domain.ts';
import { uint8At, uint32At } from '../../shared/values/elements.ts';
import type { OrderTable } from '../orders/list-table.ts';
import type { TradeDerivation } from './derivation.ts';
import { type DoubtfulOrder, keyOf, tradesInDoubt } from './doubtful-orders.ts';
import { timesOfTrades } from './incomplete.ts';
import type { Leg } from './legs.ts';
import { reasonBits } from './trade-table.ts';

const moreClosed = reasonBits('more-closed');

/** Returns the orders after which a position may be open, or closed, that is not said to be, the newest first. */
export function currentDoubts(orders: OrderTable, derivation: TradeDerivation): OrderDoubt[] {
  const { marginMode, symbol } = orders.columns;
  const legsOf = Map.groupBy(derivation.legs, (leg) => marginMode.valueOf(leg.marginMode));
  const doubts = derivation.doubts.open().filter((doubt) => {
    const ofMode = legsOf.get(doubt.marginMode) ?? [];
    const legs = doubt.symbol === null ? ofMode : ofMode.filter((leg) => symbol.valueOf(leg.symbol) === doubt.symbol);
    return positionSides.some((_, side) => isCurrent(derivation, doubt, side, legs));
  });
  const found = [...doubts, ...derivation.doubts.settled()].map((doubt) => orderDoubt(orders, doubt));
  return [...found, ...excesses(orders, derivation)]
    .map((doubt) => {
      const settled = derivation.doubts.settlementOf(doubt.id);
      return settled === undefined ? doubt : { ...doubt, settled };
    })
    .sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
}

/** True if a doubtful order may have opened a position that is not known, or if it may have closed one that is said to be open. */
function isCurrent(derivation: TradeDerivation, doubt: DoubtfulOrder, side: number, legs: readonly Leg[]): boolean {
  if (doubt.mayOpen[side] === true) return true;
  return legs.some((leg) => {
    const times = timesOfTrades(derivation.table, leg);
    return (
      leg.side === side && tradesInDoubt(doubt, side, times).some((trade) => !Number.isFinite(times.closedAt(trade)))
    );
  });
}

/** Returns the latest trades of their legs that have closed more than they had opened: the rest may have opened the other side. */
function excesses(orders: OrderTable, derivation: TradeDerivation): OrderDoubt[] {
  const { table, legs } = derivation;
  const { openedQuantity, closedQuantity, closedAt } = table.columns;
  return legs.flatMap((leg) => {
    const trade = leg.trades.at(-1);
    if (trade === undefined || (uint8At(table.reasons, trade) & moreClosed) === 0) return [];
    // Without an opening, the trade closed a position from before the history.
    if (!(openedQuantity.keyAt(trade) > 0)) return [];
    const side = positionSides[1 - leg.side] as PositionSide;
    const opened = openedQuantity.textOf(trade) ?? '0';
    const quantity = difference(opened, closedQuantity.textOf(trade) ?? '0');
    const row = uint32At(table.lastRows, trade);
    const doubt = {
      id: `more-closed ${keyOf(orders.columns, row)}`,
      row,
      reason: 'more-closed' as const,
      symbol: orders.columns.symbol.valueOf(leg.symbol),
      marginMode: orders.columns.marginMode.valueOf(leg.marginMode) ?? '',
      at: closedAt.keyAt(trade),
    };
    return [{ ...orderDoubt(orders, doubt), excess: { quantity, side } }];
  });
}

/** Returns a doubtful order as the page shows it. */
function orderDoubt(
  { columns }: OrderTable,
  { id, row, reason, symbol, marginMode, at }: Omit<DoubtfulOrder, 'sentSymbol' | 'concerns' | 'mayOpen'>,
): OrderDoubt {
  return {
    id,
    reason,
    key: row === 0 ? null : keyOf(columns, row),
    symbol,
    // The columns hold what the exchange client has read.
    marginMode: marginMode as MarginMode,
    at: Number.isFinite(at) ? at : null,
  };
}
