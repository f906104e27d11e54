import type { Timestamp } from '../../shared/domain.ts';
import type { StatementBasis } from '../../shared/history.ts';
import type { OrderTable } from '../orders/list-table.ts';
import type { HistoryBreak } from '../rows.ts';
import { floatsAt, unitsAt } from '../table/units.ts';
import type { TradeDerivation } from './derivation.ts';
import type { IntervalOf } from './lane-executions.ts';
import type { Lane } from './lanes.ts';
import { readTrades } from './read-trade.ts';
import { reasonBits, unplacedBits } from './trade-table.ts';

const missingStart = reasonBits('missing-start');
const gap = reasonBits('gap');
/** Orders that are read in one step: about 10 ms. */
const ordersPerStep = 2 ** 16;

/** The trades of a lane whose orders are taken by their moments. A trade is named by its place, the oldest has 0. */
export class StatementLane {
  readonly lane: Lane;
  /** Row numbers of its orders by their moments. */
  readonly rows: Uint32Array;
  /** Number of its trades. */
  readonly count: number;
  /** `rows` of `Lane` that the trades are of. */
  readonly #source: Uint32Array;
  /** Moment of each order of `rows`. */
  readonly #moments: Float64Array;
  /** Place of the first order of each trade, and the end of the last one. */
  readonly #starts: Uint32Array;
  readonly #withExcess = new Set<number>();
  readonly #isLastOpen: boolean;

  /** `rows`: those of the lane by their moments. */
  constructor({ columns }: OrderTable, lane: Lane, rows: Uint32Array, momentOf: (row: number) => Timestamp) {
    const { filledQuantity, side } = columns;
    const { quantity: places, isSmall } = lane.units;
    const wholes = isSmall ? floatsAt(filledQuantity, rows, places) : null;
    const source = {
      length: rows.length,
      zero: wholes === null ? 0n : 0,
      opens: (place: number) => side.codes[rows[place] as number] === lane.side,
      quantity: (place: number) =>
        wholes === null ? unitsAt(filledQuantity, rows[place] as number, places) : (wholes[place] as number),
    };
    const trades = readTrades(source);
    for (const [trade, { excess }] of trades.entries()) if (excess > 0) this.#withExcess.add(trade);
    this.count = trades.length;
    this.#starts = Uint32Array.from([...trades.map(({ start }) => start), rows.length]);
    this.lane = lane;
    this.rows = rows;
    this.#source = lane.rows;
    this.#moments = Float64Array.from(rows, momentOf);
    this.#isLastOpen = (trades.at(-1)?.size ?? 0) > 0;
  }

  /** False if an order of the lane has changed. */
  get isCurrent(): boolean {
    return this.#source === this.lane.rows;
  }

  /** Row numbers of the orders of a trade by their moments. */
  ordersOf(trade: number): Uint32Array {
    return this.rows.subarray(this.#starts[trade], this.#starts[trade + 1]);
  }

  openedAt(trade: number): Timestamp {
    return this.#moments[this.#starts[trade] as number] as number;
  }

  /** Infinite for an open trade. */
  closedAt(trade: number): Timestamp {
    const isOpen = this.#isLastOpen && trade === this.count - 1;
    const last = (this.#starts[trade + 1] as number) - 1;
    return isOpen ? Number.POSITIVE_INFINITY : (this.#moments[last] as number);
  }

  /** Row numbers of those of a trade's orders that count before a moment. */
  ordersBefore(trade: number, moment: Timestamp): Uint32Array {
    const [start, end] = [this.#starts[trade] as number, this.#starts[trade + 1] as number];
    let last = end;
    while (last > start && (this.#moments[last - 1] as number) >= moment) last--;
    return this.rows.subarray(start, last);
  }

  /** The last trade that was opened before a moment; -1 if there is none. */
  lastBefore(moment: Timestamp): number {
    let trade = this.count - 1;
    while (trade >= 0 && this.openedAt(trade) >= moment) trade--;
    return trade;
  }

  /** The trades that are incomplete, by the reasons of docs/trades.md 4. `breaks`: of the margin mode of the lane. */
  incomplete(breaks: readonly HistoryBreak[]): ReadonlySet<number> {
    const found = new Set(this.#withExcess);
    for (const { before } of breaks) {
      let trade = 0;
      while (before !== null && trade < this.count && this.closedAt(trade) < before) trade++;
      found.add(trade);
    }
    return found;
  }

  /** Why the position of a trade that is open at a moment is incomplete, as far as the orders before the moment tell; see `reasonBits`. */
  reasonsAt(trade: number, moment: Timestamp, breaks: readonly HistoryBreak[]): number {
    // All earlier trades of the lane are closed.
    const earlierEnd = trade === 0 ? Number.NEGATIVE_INFINITY : this.closedAt(trade - 1);
    let reasons = 0;
    for (const { after, before } of breaks) {
      if (before === null || after === null) {
        if (trade === 0) reasons |= missingStart;
      } else if (after < moment && earlierEnd < before) reasons |= gap;
    }
    return reasons;
  }
}

/** The trades of statements on a basis (docs/statement.md 1): those of the derived lanes, with their orders by their moments. */
export class StatementTrades {
  readonly orders: OrderTable;
  readonly #derivation: TradeDerivation;
  readonly basis: StatementBasis;
  readonly #lanes = new Map<Lane, StatementLane>();

  constructor(orders: OrderTable, derivation: TradeDerivation, basis: StatementBasis) {
    this.orders = orders;
    this.basis = basis;
    this.#derivation = derivation;
  }

  /** Reads the lanes that have changed, in steps. The derivation must be current. */
  *update(): Generator<void, void, void> {
    let orders = 0;
    const { fromOf } = this.intervals();
    for (const lane of this.#derivation.lanes) {
      if (this.#lanes.get(lane)?.isCurrent) continue;
      this.#lanes.set(lane, new StatementLane(this.orders, lane, this.#byMoment(lane.rows), fromOf));
      orders += lane.rows.length;
      if (orders < ordersPerStep) continue;
      orders = 0;
      yield;
    }
  }

  /** When each order can have been executed, or when it was created. The lower end is its moment. */
  intervals(): IntervalOf {
    if (this.basis === 'execution') return this.#derivation.intervals();
    const createdAt = (row: number) => this.orders.times[row] as number;
    return { fromOf: createdAt, toOf: createdAt };
  }

  /** Returns the executed orders that count before a time and may have been executed from then on (docs/statement.md 1.1). */
  rowsAcross(time: Timestamp): Set<number> {
    const rows = new Set<number>();
    if (this.basis === 'creation') return rows;
    const { fromOf, toOf } = this.intervals();
    for (const row of this.#derivation.observedRows()) if (fromOf(row) < time && toOf(row) >= time) rows.add(row);
    return rows;
  }

  get lanes(): Iterable<StatementLane> {
    return this.#lanes.values();
  }

  /** Row numbers of the orders that are a trade of their own. */
  unplaced(): Uint32Array {
    const { table } = this.#derivation;
    return table.firstRows
      .subarray(0, table.size + 1)
      .filter((_, trade) => table.reasons[trade] === unplacedBits && table.has(trade));
  }

  /** Where orders of the margin mode of a lane may be missing. */
  breaksOf({ marginMode }: Lane): HistoryBreak[] {
    const name = this.orders.columns.marginMode.valueOf(marginMode);
    return this.#derivation.breaks.filter((each) => each.marginMode === name);
  }

  /** `rows`: by lower ends, which few orders have after their creation. */
  #byMoment(rows: Uint32Array): Uint32Array {
    if (this.basis === 'execution') return rows;
    const compare = (a: number, b: number) => this.#derivation.compareOrders(a, b);
    const isSorted = rows.every((row, place) => place === 0 || compare(rows[place - 1] as number, row) < 0);
    return isSorted ? rows : rows.toSorted(compare);
  }
}
