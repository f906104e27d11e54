import { isDeepStrictEqual } from 'node:util';
import { type DoubtReason, positionSides, type Settlement } from '../../shared/orders/trades.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import { uintAt } from '../../shared/values/elements.ts';
import type { OrderTable } from '../orders/list-table.ts';
import type { UnreadableOrder } from '../rows.ts';
import type { ExecutionIntervals } from './execution-intervals.ts';

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
  /** Start of its interval of execution. Infinite if its creation is not known: it may concern every position that is open. */
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

/** Returns the key of an order. */
export function keyOf({ marginMode, id }: OrderTable['columns'], row: number): string {
  return `${marginMode.textOf(row)}:${id.textOf(row)}`;
}

/** Returns an order of the table as a doubtful one. `at`: start of its interval of execution. */
function doubtfulRow({ columns, sentSymbol }: OrderTable, row: number, at: Timestamp): DoubtfulOrder {
  const [side, action] = [uintAt(columns.side.codes, row), uintAt(columns.action.codes, row)];
  const isExecuted = columns.filledQuantity.keyAt(row) > 0;
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
function doubtfulUnreadable(
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
 * later may have been executed in another order. Of an order whose symbol is not known, only the open one. `side`: of the leg, as a code.
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
  return Array.from({ length: trades.count - first }, (_, index) => first + index);
}

/** What the doubts of a history consist of. */
export interface DoubtFacts {
  readonly rows: readonly number[];
  readonly unreadable: readonly UnreadableOrder[];
}

const noDoubts: readonly DoubtfulOrder[] = [];

/** The doubtful orders of a history, and what the user says of them (docs/trades.md 4.1, 4.2). */
export class OrderDoubts {
  readonly #orders: OrderTable;
  readonly #intervals: ExecutionIntervals;
  readonly #hasLeg: (row: number) => boolean;
  readonly #rows = new Set<number>();
  /** Orders that could not be read. */
  #unreadable: readonly UnreadableOrder[] = [];
  #settled: Readonly<Record<string, Settlement>> = {};
  /** All of them by `subjectOf`; `null` until they are needed again. */
  #bySubject: ReadonlyMap<string, readonly DoubtfulOrder[]> | null = null;

  /** `hasLeg`: returns true for an order with a leg, which was inferred if the order is among these rows. */
  constructor(orders: OrderTable, intervals: ExecutionIntervals, hasLeg: (row: number) => boolean) {
    this.#orders = orders;
    this.#intervals = intervals;
    this.#hasLeg = hasLeg;
  }

  /** Sets whether the order of a row is doubtful. Returns true unless the doubts are the same as before. */
  set(row: number, isDoubtful: boolean): boolean {
    const wasDoubtful = this.#rows.has(row);
    if (isDoubtful) this.#rows.add(row);
    else this.#rows.delete(row);
    return isDoubtful || wasDoubtful;
  }

  /** Sets the orders that could not be read. Returns true if they are other ones. */
  setUnreadable(orders: readonly UnreadableOrder[]): boolean {
    if (JSON.stringify(orders) === JSON.stringify(this.#unreadable)) return false;
    this.#unreadable = orders;
    return true;
  }

  /** Sets what the user says that the orders did, by their IDs. Returns true if that is something else. */
  settle(settled: Readonly<Record<string, Settlement>>): boolean {
    if (isDeepStrictEqual(settled, this.#settled)) return false;
    this.#settled = settled;
    return true;
  }

  /** The doubtful orders and those that could not be read; `null` if the user has settled an order. */
  facts(): DoubtFacts | null {
    return Object.keys(this.#settled).length > 0 ? null : { rows: [...this.#rows], unreadable: this.#unreadable };
  }

  restore({ rows, unreadable }: DoubtFacts): void {
    for (const row of rows) this.#rows.add(row);
    this.#unreadable = unreadable;
  }

  /** Must be called after a change of the orders or of what the user says. */
  expire(): void {
    this.#bySubject = null;
  }

  settlementOf(id: string): Settlement | undefined {
    return Object.hasOwn(this.#settled, id) ? this.#settled[id] : undefined;
  }

  /** The doubtful orders that the user has settled. */
  settled(): DoubtfulOrder[] {
    return this.#all().filter(({ id }) => this.settlementOf(id) !== undefined);
  }

  /** The doubtful orders without those whose leg was inferred, or that the user has settled. */
  open(): DoubtfulOrder[] {
    return this.#all().filter((doubt) => this.#isOpen(doubt));
  }

  /** The doubtful orders that may have changed a leg of a symbol, in no order. `marginMode`: its code. `all`: not only those of `open`. */
  of(symbol: string, marginMode: number, all = false): readonly DoubtfulOrder[] {
    if (this.#read().size === 0) return noDoubts;
    const mode = this.#orders.columns.marginMode.valueOf(marginMode) ?? '';
    const subjects = [subjectOf(symbol, mode), subjectOf(null, mode)];
    const doubts = subjects.flatMap((subject) => this.#read().get(subject) ?? []);
    return all ? doubts : doubts.filter((doubt) => this.#isOpen(doubt));
  }

  #isOpen({ id, row }: DoubtfulOrder): boolean {
    return !(row !== 0 && this.#hasLeg(row)) && this.settlementOf(id) === undefined;
  }

  #all(): DoubtfulOrder[] {
    return [...this.#read().values()].flat();
  }

  #read(): ReadonlyMap<string, readonly DoubtfulOrder[]> {
    if (this.#bySubject !== null) return this.#bySubject;
    const { fromOf } = this.#intervals.read();
    const rows = Array.from(this.#rows, (row) => doubtfulRow(this.#orders, row, fromOf(row)));
    const all = [...rows, ...this.#unreadable.map((order) => doubtfulUnreadable(this.#orders, order))];
    this.#bySubject = Map.groupBy(all, ({ symbol, marginMode }) => subjectOf(symbol, marginMode));
    return this.#bySubject;
  }
}

/** `symbol`: `null` for any. */
function subjectOf(symbol: string | null, marginMode: string): string {
  return JSON.stringify([marginMode, symbol]);
}
