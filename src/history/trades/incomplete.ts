/** Marks trades that are incomplete because of something other than their orders (docs/trades.md 4). */
import { float64At, numberAt, uint8At } from '../../shared/values/elements.ts';
import type { DerivationState } from './derivation-state.ts';
import { type TradeTimes, tradesInDoubt } from './doubtful-orders.ts';
import type { Leg } from './legs.ts';
import { ownReasons } from './trade-content.ts';
import { reasonBits, type TradeTable } from './trade-table.ts';

const missingStart = reasonBits('missing-start');
const gap = reasonBits('gap');
const doubtfulOrder = reasonBits('doubtful-order');

/** Marks the trades of a leg at which orders may be missing, or to which a doubtful order may belong. */
export function markIncomplete(state: DerivationState, leg: Leg): void {
  const { table, orders, breaks } = state;
  const { closedAt } = table.columns;
  const marked = new Map<number, number>();
  const mark = (trade: number, reason: number) => marked.set(trade, (marked.get(trade) ?? 0) | reason);
  // The user says that nothing was held before the trades of a later epoch.
  const earliest = leg.epoch === 0 ? leg.trades[0] : undefined;
  for (const { marginMode, before } of breaks) {
    if (marginMode !== orders.columns.marginMode.valueOf(leg.marginMode)) continue;
    // The comparison is true for the NaN of an open trade.
    const isOpenAt = (trade: number) => before !== null && !(closedAt.keyAt(trade) < before);
    const trade = before === null ? earliest : leg.trades.find(isOpenAt);
    if (trade !== undefined) mark(trade, before === null ? missingStart : gap);
  }
  const doubts = state.doubts.of(state.symbolOf(leg), leg.marginMode);
  if (doubts.length > 0) {
    const times = timesOfTrades(table, leg);
    for (const doubt of doubts)
      for (const index of tradesInDoubt(doubt, leg.side, times)) mark(numberAt(leg.trades, index), doubtfulOrder);
  }
  for (const trade of leg.trades)
    table.setReasons(trade, (uint8At(table.reasons, trade) & ownReasons) | (marked.get(trade) ?? 0));
}

/** Returns when the trades of a leg were opened and closed. */
export function timesOfTrades({ times, columns }: TradeTable, { trades }: Leg): TradeTimes {
  return {
    count: trades.length,
    openedAt: (index) => float64At(times, numberAt(trades, index)),
    closedAt: (index) => {
      const closedAt = columns.closedAt.keyAt(numberAt(trades, index));
      return Number.isNaN(closedAt) ? Number.POSITIVE_INFINITY : closedAt;
    },
  };
}
