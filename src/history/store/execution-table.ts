import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { ReadTime } from '../../exchange/index.ts';
import type { ExecutionSlice, OrderExecution } from '../../shared/contract/history.ts';
import type { Order } from '../../shared/contract/orders.ts';
import {
  compareDecimals,
  difference,
  product,
  significantQuotient,
  signOf,
  trimmed,
} from '../../shared/values/decimal.ts';
import { type Decimal, isFinalStatus, type Timestamp } from '../../shared/values/domain.ts';
import { smallest } from '../../shared/values/extremes.ts';
import { integer, prepareQuery, type Query, text, textOrNull } from './query.ts';
import type { Records, RecordWriter } from './records.ts';

/** What an order had executed when it was read. Quantity and PnL are those of all executions so far. */
interface ExecutionState {
  readonly quantity: Decimal;
  readonly averagePrice: Decimal | null;
  readonly pnl: Decimal | null;
  /** The first reading with this quantity was not later (ms, the exchange's time). */
  readonly firstAt: Timestamp;
  /** The last reading with this quantity was not earlier. */
  readonly lastAt: Timestamp;
}

/** A readable order of a page. */
export interface OrderReading {
  readonly number: number;
  readonly row: Order;
  /** Status of the row before; `null` for a new row, and for a damaged one. */
  readonly storedStatus: Order['status'] | null;
  /** True for a new row, and for one that has changed. */
  readonly hasChanged: boolean;
}

/** Slices by row numbers. `next`: the last number; `null` at the end. */
export interface ObservedSlices {
  readonly slices: readonly (readonly [number: number, slices: readonly ExecutionSlice[]])[];
  readonly next: number | null;
}

/** What the times of an order's executions depend on, apart from its readings. */
type KnownOrder = Pick<Order, 'createdAt' | 'status' | 'filledQuantity'>;

/**
 * Age (ms) up to which the first reading of an order that has been executed is kept. It tells the latest time of the execution, and nothing
 * about an order that is downloaded long after it.
 */
const maxNewAgeMs = 172_800_000;

/** Significant digits of an average price, as in docs/trades.md 5. */
const averageDigits = 12;

/**
 * What orders had executed each time that they were read, which tells when they were executed. Readings can be saved in any order. A record
 * that is missing makes the times less certain, never wrong. The caller provides the transactions.
 */
export class ExecutionTable {
  readonly #onUpdate: (number: number) => void;
  readonly #put: RecordWriter;
  readonly #states: Query;
  readonly #scan: Query;
  readonly #remove: Query;

  /** `onUpdate`: called with the row number of each order whose readings may change. */
  constructor(database: DatabaseSync, records: Records, onUpdate: (number: number) => void) {
    this.#onUpdate = onUpdate;
    this.#put = records.writer('execution_states');
    this.#states = prepareQuery(
      database,
      'SELECT quantity, average_price, pnl, first_at, last_at FROM execution_states WHERE order_number = ?',
    );
    this.#remove = prepareQuery(database, 'DELETE FROM main.execution_states WHERE order_number = ?');
    this.#scan = prepareQuery(
      database,
      `SELECT state.order_number, created_at, status, filled_quantity, state.quantity, state.average_price, state.pnl, first_at, last_at
       FROM execution_states AS state JOIN orders ON number = order_number
       WHERE order_number IN (SELECT DISTINCT order_number FROM main.execution_states WHERE order_number > ? ORDER BY 1 LIMIT ?)
       ORDER BY order_number`,
    );
  }

  /** Keeps a reading of an order that waits, or of one that has just been executed. False if there is nothing to keep. */
  note({ number, row, storedStatus, hasChanged }: OrderReading, { earliest, latest }: ReadTime): boolean {
    const { filledQuantity, averagePrice, pnl, status, kind, createdAt } = row;
    if (filledQuantity === null || signOf(filledQuantity) < 0) return false;
    const wasWaiting = storedStatus !== null && !isFinalStatus(storedStatus);
    // A market order is executed when it is created.
    const isNew = storedStatus === null && kind !== 'market' && signOf(filledQuantity) > 0;
    const isWanted = wasWaiting || !isFinalStatus(status) || (isNew && earliest - createdAt <= maxNewAgeMs);
    if (!isWanted && !hasChanged) return false;
    const quantity = trimmed(filledQuantity);
    const states = this.#statesOf(number);
    if (!isWanted && states.length === 0) return false;
    const known = states.find((state) => state.quantity === quantity);
    const isLatest = known === undefined || latest >= known.firstAt;
    const figures = isLatest ? { averagePrice, pnl } : known;
    // An earlier reading that is saved later changes no slice, because trades are derived again only if a row changes.
    const firstAt = known?.firstAt ?? latest;
    const lastAt = Math.max(earliest, known?.lastAt ?? earliest);
    this.#onUpdate(number);
    this.#put(number, quantity, figures.averagePrice, figures.pnl, firstAt, lastAt);
    return true;
  }

  /** When an order was executed, as far as it was seen. */
  of(number: number, order: KnownOrder): OrderExecution {
    return executionOf(order, this.#statesOf(number));
  }

  /**
   * The executions of at most `limit` orders with row numbers above `after`, by number: those that were seen waiting, or soon after their
   * creation. They change only with their rows (`SavedPage.observed`).
   */
  scan(after: number, limit: number): ObservedSlices {
    const found = new Map<number, { readonly order: KnownOrder; readonly states: ExecutionState[] }>();
    for (const [number, createdAt, status, filledQuantity, ...state] of this.#scan.all(after, limit)) {
      const order = {
        createdAt: integer(createdAt),
        status: text(status) as Order['status'],
        filledQuantity: textOrNull(filledQuantity),
      };
      const known = found.get(integer(number)) ?? { order, states: [] };
      known.states.push(readState(state));
      found.set(integer(number), known);
    }
    const slices = Array.from(found, ([number, { order, states }]) => {
      return [number, executionOf(order, states).slices] as const;
    });
    return { slices: slices.filter(([, own]) => own.length > 0), next: slices.at(-1)?.[0] ?? null };
  }

  /** The readings of at most `limit` orders with row numbers above `after`, by number. */
  readings(after: number, limit: number): Map<number, ExecutionState[]> {
    const found = new Map<number, ExecutionState[]>();
    for (const [number, , , , ...state] of this.#scan.all(after, limit)) {
      const own = found.get(integer(number)) ?? [];
      own.push(readState(state));
      found.set(integer(number), own);
    }
    return found;
  }

  /** True if an order has a reading. */
  has(number: number): boolean {
    return this.#statesOf(number).length > 0;
  }

  add(number: number, readings: readonly ExecutionState[]): void {
    this.#onUpdate(number);
    for (const { quantity, averagePrice, pnl, firstAt, lastAt } of readings) {
      this.#put(number, quantity, averagePrice, pnl, firstAt, lastAt);
    }
  }

  remove(number: number): void {
    this.#onUpdate(number);
    this.#remove.all(number);
  }

  #statesOf(number: number): ExecutionState[] {
    return this.#states.all(number).map(readState);
  }
}

function readState(values: readonly SQLOutputValue[]): ExecutionState {
  const [quantity, averagePrice, pnl, firstAt, lastAt] = values;
  return {
    quantity: text(quantity),
    averagePrice: textOrNull(averagePrice),
    pnl: textOrNull(pnl),
    firstAt: integer(firstAt),
    lastAt: integer(lastAt),
  };
}

/**
 * Returns no slice if the readings contradict each other or the order: the exchange has taken an executed quantity back, or a record is
 * missing.
 */
function executionOf(
  { createdAt, status, filledQuantity }: KnownOrder,
  states: readonly ExecutionState[],
): OrderExecution {
  const rising = states.toSorted((one, other) => compareDecimals(one.quantity, other.quantity));
  const last = rising.at(-1);
  if (last === undefined || filledQuantity === null || compareDecimals(last.quantity, filledQuantity) !== 0) {
    return { slices: [], waitingAt: null };
  }
  const slices: ExecutionSlice[] = [];
  let before: ExecutionState | null = null;
  let from = createdAt;
  for (const [place, state] of rising.entries()) {
    if (signOf(state.quantity) > 0) {
      // More than this quantity was read then, so this quantity was executed before.
      const to = smallest(rising.slice(place).map(({ firstAt }) => firstAt));
      if (to < from) return { slices: [], waitingAt: null };
      slices.push({ from, to, ...partBetween(before, state) });
    }
    before = state;
    from = Math.max(from, state.lastAt);
  }
  return { slices, waitingAt: isFinalStatus(status) ? null : last.lastAt };
}

/** Returns what was executed between two readings. `before`: `null` before the first execution. */
function partBetween(
  before: ExecutionState | null,
  { quantity, averagePrice, pnl }: ExecutionState,
): Pick<ExecutionSlice, 'quantity' | 'averagePrice' | 'pnl'> {
  if (before === null || signOf(before.quantity) === 0) return { quantity, averagePrice, pnl };
  const part = difference(before.quantity, quantity);
  const value =
    averagePrice === null || before.averagePrice === null
      ? null
      : difference(product(before.averagePrice, before.quantity), product(averagePrice, quantity));
  return {
    quantity: part,
    averagePrice: value === null || signOf(value) <= 0 ? null : significantQuotient(value, part, averageDigits),
    pnl: pnl === null || before.pnl === null ? null : difference(before.pnl, pnl),
  };
}
