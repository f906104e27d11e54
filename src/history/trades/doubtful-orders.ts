import { type DoubtReason, positionSides } from '../../shared/orders/trades.ts';
import { orderStatuses, type Timestamp } from '../../shared/values/domain.ts';
import type { OrderTable } from '../orders/list-table.ts';
import type { UnreadableOrder } from '../rows.ts';

/** An order whose effect on the positions of a symbol and margin mode cannot be told (docs/trades.md 4.1). */
export interface DoubtfulOrder {
  /** See `OrderDoubt.id`. */
  readonly id: string;
  /** Row number; 0 for an order that could not be read. */
  readonly row: number;
  readonly reason: DoubtReason;
  /** `null` if it is not known: it may be any. */
  readonly symbol: string | null;
  /** As the exchange sent it. */
  readonly sentSymbol: string | null;
  readonly marginMode: string;
  /** Lower end of its interval of execution. Infinite if its creation is not known: it may concern every position that is open. */
  readonly at: Timestamp;
  /** By position side: true if the order may belong to the leg, and if it may have opened it. */
  readonly concerns: readonly boolean[];
  readonly mayOpen: readonly boolean[];
}

/** Trades of a leg, the oldest first. Their times do not fall from one to the next. */
export interface TradeTimes {
  readonly count: number;
  openedAt(trade: number): Timestamp;
  /** Infinite for an open trade. */
  closedAt(trade: number): Timestamp;
}

/** Codes of `side` and `action` in the columns: buy and open are 0, sell and close are 1, everything else is above. */
export const knownCodes = 2;
const codesOf = (...statuses: (typeof orderStatuses)[number][]) =>
  new Set(statuses.map((status) => orderStatuses.indexOf(status)));
/** Statuses that say that something was executed, and those that say that nothing was. */
const executedStatuses = codesOf('filled', 'partially-filled', 'partially-canceled');
const idleStatuses = codesOf('pending', 'canceled');

/** Returns true if an order without an executed quantity above zero may have executed something. */
export function contradictsItself({ columns }: OrderTable, row: number): boolean {
  const executed = columns.filledQuantity.keys[row] as number;
  const status = columns.status.codes[row] as number;
  if (executed < 0 || executedStatuses.has(status) || (columns.averagePrice.keys[row] as number) > 0) return true;
  return Number.isNaN(executed) && !idleStatuses.has(status);
}

/** Returns the key of an order. */
export function keyOf({ marginMode, id }: OrderTable['columns'], row: number): string {
  return `${marginMode.textOf(row)}:${id.textOf(row)}`;
}

/** Returns an order of the table as a doubtful one. `at`: lower end of its interval of execution. */
export function doubtfulRow({ columns, sentSymbol }: OrderTable, row: number, at: Timestamp): DoubtfulOrder {
  const [side, action] = [columns.side.codes[row] as number, columns.action.codes[row] as number];
  const isExecuted = (columns.filledQuantity.keys[row] as number) > 0;
  // Opening a position side takes the side with its code, and closing it the other one.
  const mayOpen = positionSides.map((_, position) => action !== 1 && (side === position || side >= knownCodes));
  const mayClose = positionSides.map((_, position) => action !== 0 && (side === 1 - position || side >= knownCodes));
  return {
    id: keyOf(columns, row),
    row,
    reason: isExecuted ? 'unplaced' : 'not-executed',
    symbol: columns.symbol.textOf(row),
    sentSymbol: sentSymbol.textOf(row),
    marginMode: columns.marginMode.textOf(row) ?? '',
    at,
    concerns: mayOpen.map((opens, position) => opens || mayClose[position] === true),
    mayOpen,
  };
}

/** Returns an order that could not be read as a doubtful one. */
export function doubtfulUnreadable(
  { nameOf }: OrderTable,
  { id, symbol: sentSymbol, marginMode, createdAt }: UnreadableOrder,
): DoubtfulOrder {
  const symbol = sentSymbol && nameOf(sentSymbol);
  const all = positionSides.map(() => true);
  const at = createdAt ?? Number.POSITIVE_INFINITY;
  return { id, row: 0, reason: 'unreadable', symbol, sentSymbol, marginMode, at, concerns: all, mayOpen: all };
}

/**
 * Returns the trades of a leg whose figures an order may change (docs/trades.md 4.1): those that were not closed before, because what comes
 * later may be taken in another order. Of an order whose symbol is not known, only the open one. `side`: of the leg, as a code.
 */
export function tradesInDoubt({ at, symbol, concerns }: DoubtfulOrder, side: number, trades: TradeTimes): number[] {
  if (concerns[side] !== true) return [];
  const from = symbol === null ? Number.POSITIVE_INFINITY : at;
  let [first, end] = [0, trades.count];
  while (first < end) {
    const middle = (first + end) >> 1;
    if (trades.closedAt(middle) < from) first = middle + 1;
    else end = middle;
  }
  return Array.from({ length: trades.count - first }, (_, place) => first + place);
}
