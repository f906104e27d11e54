/** Derives the trades of a leg, and those of all legs of a history. */

import type { CostMethod } from '../../shared/orders/trades.ts';
import { float64At, uint32At, uintAt } from '../../shared/values/elements.ts';
import { finish, rowsPerStep } from '../table/steps.ts';
import { unitsAt } from '../table/units.ts';
import { type AllowedSizes, floatSizes, observations, sizeOfLegs } from './allowed-sizes.ts';
import { tradeStarts } from './by-start.ts';
import type { DerivationState } from './derivation-state.ts';
import {
  type Checkpoint,
  countsOfLatest,
  type ExecutionOrder,
  type LegExecutions,
  maxCheckpoints,
  maxMethodTrades,
  methodCounts,
  methodOf,
  orderOfExecutions,
} from './executions/index.ts';
import { markIncomplete } from './incomplete.ts';
import { contradictory, firstLeg, type Leg, type ObservedTrade, unplaced } from './legs.ts';
import { type ExecutionsFrom, readExecutions } from './read-executions.ts';
import type { LegPart, TradeOrders } from './read-trade.ts';
import { executionFacts, isOpenTrade, type PricedRows, tradeContent, unplacedContent } from './trade-content.ts';
import { membersOf, unplacedBits } from './trade-table.ts';

/** Orders whose trades are derived in one step: about 10 ms, and several times that before the code is compiled. */
const ordersPerStep = 2 ** 12;

/** Trades that a leg keeps beside those that show the size of a contract and the method, for when the last ones change. */
const spareTrades = 8;

/** How a leg is derived. */
interface Derivation {
  readonly method: CostMethod | null;
  /** `null`: from its start. */
  readonly checkpoint: Checkpoint | null;
  /** Row numbers of orders that have changed. */
  readonly changed: ReadonlySet<number>;
}

/** Where to derive each of some legs again; `null`: from its start. */
export type LegsToDerive = Map<Leg, Checkpoint | null>;

/** Derives the trades of legs into the state. */
export class LegDerivation {
  readonly #state: DerivationState;
  /** Executions that were read for the size of a contract, until the legs are derived. */
  readonly #executions = new Map<Leg, ExecutionsFrom>();

  constructor(state: DerivationState) {
    this.#state = state;
  }

  /**
   * Derives legs, and the other legs of their symbols in which the size of a contract has changed, in steps of a large leg. If an order changes
   * between two steps, they must be ended, and the legs derived again.
   */
  *deriveLegs(legs: LegsToDerive, changed: ReadonlySet<number>): Generator<void, void, void> {
    try {
      for (const symbol of new Set(Array.from(legs.keys(), (leg) => leg.symbol)))
        yield* this.#observeSymbol(this.#state.legs.ofSymbol(symbol), legs);
      const method = methodOf(this.#state.methods);
      for (const [leg, checkpoint] of legs) {
        this.#derive(leg, { method, checkpoint, changed });
        if (leg.rows.length >= ordersPerStep) yield;
      }
    } finally {
      this.#executions.clear();
    }
  }

  /** Derives in steps the legs whose sequence was inferred with another method than the one of the account. */
  *deriveByMethod(changed: ReadonlySet<number>): Generator<void, void, void> {
    const method = methodOf(this.#state.methods);
    let orders = 0;
    for (const leg of this.#state.legs.legs) {
      if (!leg.hasResting || leg.method === method) continue;
      this.#derive(leg, { method, checkpoint: null, changed });
      orders += leg.rows.length;
      if (orders < ordersPerStep) continue;
      orders = 0;
      yield;
    }
  }

  /** Assigns orders without a side to the only leg that each can have closed, the oldest first, and derives the legs (docs/trades.md 2). */
  inferLegs(rows: readonly number[], changed: ReadonlySet<number>): void {
    const state = this.#state;
    const compare = state.compareStarts();
    for (const row of rows.toSorted(compare)) {
      const leg = state.legs.legClosedBy(row, compare);
      if (leg === null) continue;
      state.table.remove(uint32At(state.tradeOf, row));
      state.hasNewReasons = true;
      state.setLeg(row, state.legs.numberOf(leg));
      state.legs.change(leg, [], [row], compare);
      finish(this.deriveLegs(new Map([[leg, null]]), changed));
    }
  }

  /**
   * Observes the size of a symbol's contract and the cost method, from the latest trades by start of all legs of the symbol. `derived`: the legs to derive. Adds
   * those in which the size has changed.
   */
  *#observeSymbol(legs: readonly Leg[], derived: LegsToDerive): Generator<void, void, void> {
    for (const leg of legs) {
      const checkpoint = derived.get(leg);
      if (checkpoint === undefined) continue;
      this.#observeSizes(leg, checkpoint);
      if (leg.rows.length >= ordersPerStep) yield;
    }
    const allowed: AllowedSizes<number>[] = [];
    for (const { observed } of legs)
      for (let at = Math.max(0, observed.length - observations.forExecutions.latest); at < observed.length; at++)
        allowed.push((observed[at] as ObservedTrade).allowed);
    const contract = sizeOfLegs(allowed) ?? this.#typedSizeOf(legs[0]);
    const { methods } = this.#state;
    for (const leg of legs) {
      if (leg.contract !== contract) {
        leg.contract = contract;
        for (const trade of leg.observed) trade.methods = null;
        if (leg.hasResting || derived.has(leg)) derived.set(leg, null);
      } else if (!derived.has(leg)) continue;
      if (leg.observed.some((trade) => trade.methods === null)) this.#countMethods(leg, derived.get(leg) ?? null);
      const counts = countsOfLatest(leg.observed);
      methods.average += counts.average - leg.methods.average;
      methods.fifo += counts.fifo - leg.methods.fifo;
      leg.methods = counts;
    }
  }

  #typedSizeOf(leg: Leg | undefined): number | null {
    const typed = leg && this.#state.typedSize(this.#state.symbolOf(leg));
    return typed ? Number(typed) : null;
  }

  #countMethods(leg: Leg, checkpoint: Checkpoint | null): void {
    const { executions, start } = this.#executionsOf(leg, checkpoint);
    const known = { ...executions, contract: leg.contract, method: null };
    for (const trade of leg.observed)
      trade.methods ??= methodCounts(known, { start: trade.start - start, end: trade.end - start });
  }

  /** Reads which sizes of a contract the latest trades of a leg by start allow. */
  #observeSizes(leg: Leg, checkpoint: Checkpoint | null): void {
    const read = this.#executionsOf(leg, checkpoint);
    const observed = latestTrades(read, leg.observed, (part) => ({
      start: part.start + read.start,
      end: part.end + read.start,
      allowed: floatSizes(read.executions, part),
      methods: null,
    }));
    if (observed !== null) leg.observed = observed;
    else {
      this.#executions.delete(leg);
      this.#observeSizes(leg, null);
    }
  }

  #executionsOf(leg: Leg, checkpoint: Checkpoint | null): ExecutionsFrom {
    const known = this.#executions.get(leg);
    if (known !== undefined && (known.start === 0 || known.start === checkpoint?.index)) return known;
    const { orders, intervals } = this.#state;
    const current = intervals.read();
    const read =
      (checkpoint && readExecutions(orders, leg, current, checkpoint.index)) ??
      (readExecutions(orders, leg, current, 0) as ExecutionsFrom);
    this.#executions.set(leg, read);
    return read;
  }

  /** Derives the trades of a leg. Those that have the same orders, of which none is in `changed`, keep their figures. */
  #derive(leg: Leg, how: Derivation): void {
    const { method, changed } = how;
    const checkpoint = leg.hasResting && leg.method !== method ? null : how.checkpoint;
    const read = this.#executionsOf(leg, checkpoint);
    const start = read.start === 0 ? null : checkpoint;
    const executions = { ...read.executions, contract: leg.contract, method };
    const order = orderOfExecutions({ executions, byStart: read, checkpoint: start });
    this.#executions.delete(leg);
    if (start !== null && !this.#continues(leg, start, order)) {
      this.#derive(leg, { ...how, checkpoint: null });
      return;
    }
    const offset = read.start;
    // Otherwise the sequence is that of the rows.
    const sequence = order.basis === 'inferred' ? new Uint32Array(leg.rows.length) : leg.rows;
    const own = sequence.subarray(offset);
    if (sequence !== leg.rows) {
      sequence.set(leg.sequence.subarray(0, offset));
      for (let at = 0; at < own.length; at++) own[at] = uint32At(leg.rows, offset + uint32At(order.sequence, at));
    }
    leg.sequence = sequence;
    leg.basis = order.basis;
    leg.method = method;
    leg.hasResting = order.hasResting;
    leg.byStart = tradeStarts(read.trades, offset, leg.byStart);
    const earlier = start === null ? [] : leg.checkpoints.filter(({ index }) => index <= start.index);
    leg.checkpoints = [...earlier, ...order.checkpoints].slice(-maxCheckpoints);
    this.#putTrades(leg, order, { ...this.#pricesOf(leg, own, executions, order), kept: start?.trades ?? 0, changed });
    markIncomplete(this.#state, leg);
  }

  /**
   * True if the order after a checkpoint continues the trades before it. The first trade must have the orders that it had before the leg changed, because the
   * marks of this trade and of the one before depend on each other.
   */
  #continues(leg: Leg, checkpoint: Checkpoint, { basis, earliestEnd, sequence, trades }: ExecutionOrder): boolean {
    if (basis !== leg.basis || earliestEnd !== checkpoint.earliestEnd) return false;
    const [first] = trades;
    const before = leg.trades[checkpoint.trades];
    if (first === undefined || before === undefined || first.end !== this.#state.table.columns.orders.keys[before])
      return false;
    for (let at = 0; at < first.end; at++) {
      if (leg.rows[checkpoint.index + uint32At(sequence, at)] !== leg.sequence[checkpoint.index + at]) return false;
    }
    return true;
  }

  #pricesOf(leg: Leg, rows: Uint32Array, { prices }: LegExecutions, { sequence, orders }: ExecutionOrder): PricedRows {
    const { averagePrice } = this.#state.orders.columns;
    return {
      rows,
      prices: {
        value: (at) => float64At(prices, uint32At(sequence, at)),
        exact: (at) => unitsAt(averagePrice, uint32At(rows, at), leg.units.price),
        places: leg.units.price,
        quantity: orders.quantity,
        isFirst: orders.opens,
      },
    };
  }

  /** Stores the trades of an order of executions. `kept`: number of the leg's trades before them, which stay. */
  #putTrades(
    leg: Leg,
    order: ExecutionOrder,
    priced: PricedRows & { readonly kept: number; readonly changed: ReadonlySet<number> },
  ): void {
    const { table, orders, tradeOf } = this.#state;
    const { rows, kept, changed } = priced;
    const earlier = new Set(leg.trades.slice(kept));
    const numbers = leg.trades.slice(0, kept);
    for (let index = 0; index < order.trades.length; index++) {
      const trade = order.trades[index] as TradeOrders;
      const { start, end } = trade;
      const number = this.#numberOf(uint32At(rows, start), earlier);
      // The mark of the first trade after a checkpoint can come from the trade before, and has not changed.
      const isUncertain = index === 0 && kept > 0 ? table.isUncertain(number) : order.isUncertain[index] === 1;
      const facts = executionFacts(leg, trade, order, isUncertain);
      earlier.delete(number);
      const members = membersOf(rows, start, end);
      if (table.has(number) && this.#hasFigures(number, leg, rows, trade, { members, changed }))
        table.setExecution(number, facts);
      else table.put(number, tradeContent(orders, leg, priced, trade, { members, facts }));
      for (let at = start; at < end; at++) tradeOf[uint32At(rows, at)] = number;
      numbers.push(number);
    }
    leg.trades = numbers;
    for (const number of earlier) table.remove(number);
  }

  /** Returns the number of the trade that begins with an order: that of an earlier one that did, or a new one. */
  #numberOf(first: number, earlier: ReadonlySet<number>): number {
    const { table, tradeOf, stored } = this.#state;
    const number = stored?.[first] ?? 0;
    if (stored !== null && number !== 0) {
      stored[first] = 0;
      return number;
    }
    const known = uint32At(tradeOf, first);
    return earlier.has(known) && table.firstRows[known] === first ? known : table.nextNumber();
  }

  /** True if a stored trade has the figures of a trade of the leg. */
  #hasFigures(
    number: number,
    leg: Leg,
    rows: Uint32Array,
    trade: TradeOrders,
    { members, changed }: { readonly members: number; readonly changed: ReadonlySet<number> },
  ): boolean {
    const { lastRows, columns, members: stored } = this.#state.table;
    const { start, end } = trade;
    if (columns.orders.keys[number] !== end - start || rows[end - 1] !== lastRows[number]) return false;
    if (stored[number] !== members || columns.side.codes[number] !== leg.side) return false;
    if ((columns.state.textOf(number) === 'open') !== isOpenTrade(leg, trade)) return false;
    if (columns.symbol.textOf(number) !== this.#state.orders.columns.symbol.valueOf(leg.symbol)) return false;
    return changed.size === 0 || !rows.subarray(start, end).some((row) => changed.has(row));
  }
}

/** Derives all trades in steps. Orders that change meanwhile must be derived again afterwards. */
export function* deriveAll(state: DerivationState, derivation: LegDerivation): Generator<void, void, void> {
  const { orders, legs, changed, unsure } = state;
  yield* orders.timeOrder.prepare();
  yield* assignToLegs(state, orders.timeOrder.read());
  const compare = state.compareStarts();
  let count = 0;
  for (const ofSymbol of legs.symbols) {
    // The legs of a symbol need the executions of each other: they are derived again if one of their orders may have changed meanwhile.
    for (let known = -1; known !== changed.size; ) {
      known = changed.size;
      for (const leg of ofSymbol) {
        // Such an order may not belong to the leg any more. The update that follows puts it into its own.
        if (known > 0) leg.rows = leg.rows.filter((row) => !changed.has(row));
        if (!state.intervals.isUnobserved) leg.rows.sort(compare);
        count += leg.rows.length;
      }
      for (const _ of derivation.deriveLegs(new Map(ofSymbol.map((leg) => [leg, null])), unsure)) {
        yield;
        if (known !== changed.size) break;
      }
    }
    if (count < ordersPerStep) continue;
    count = 0;
    yield;
  }
  derivation.inferLegs(
    [...state.withoutSide].filter((row) => !changed.has(row)),
    unsure,
  );
  yield* derivation.deriveByMethod(unsure);
  for (const number of state.stored ?? []) if (number !== 0) state.table.remove(number);
  state.stored = null;
  unsure.clear();
  state.table.changed();
}

/** Assigns all orders to legs in steps, the oldest first in each. Stores those without a leg as trades. */
function* assignToLegs(state: DerivationState, newestFirst: Uint32Array): Generator<void, void, void> {
  const { legs } = state;
  state.reserve(newestFirst.length);
  const { size } = state;
  const counts: number[] = [];
  for (let row = 1; row <= size; row++) {
    const leg = legs.legOf(row);
    state.setLeg(row, leg);
    counts[leg] = (counts[leg] ?? 0) + 1;
    if (leg === unplaced || leg === contradictory) state.doubts.set(row, true);
    if (leg === unplaced && legs.closesUnknownSide(row)) state.withoutSide.add(row);
    if (row % rowsPerStep === 0) yield;
  }
  const filled = new Uint32Array(counts.length);
  for (let at = size - 1; at >= 0; at--) {
    const row = uint32At(newestFirst, at);
    const number = uintAt(state.legOf, row);
    if (number === unplaced && !keepsUnplaced(state, row)) putUnplaced(state, row);
    if (number < firstLeg) continue;
    const leg = legs.leg(number);
    if (filled[number] === 0) leg.rows = new Uint32Array(counts[number] ?? 0);
    leg.rows[uint32At(filled, number)] = row;
    filled[number] = (filled[number] ?? 0) + 1;
    if (at % rowsPerStep === 0) yield;
  }
}

/** Stores an order without a leg as a trade of its own. */
export function putUnplaced({ table, orders, tradeOf }: DerivationState, row: number): void {
  const number = table.nextNumber();
  table.put(number, unplacedContent(orders, row));
  tradeOf[row] = number;
}

/** Keeps the archive's trade of an order without a leg. Returns true if the archive has it. */
function keepsUnplaced({ table, orders, stored, unsure, tradeOf }: DerivationState, row: number): boolean {
  const number = stored?.[row] ?? 0;
  const { columns, reasons } = table;
  if (stored === null || number === 0 || unsure.has(row)) return false;
  if (reasons[number] !== unplacedBits || columns.orders.keys[number] !== 1) return false;
  if (columns.symbol.textOf(number) !== orders.columns.symbol.textOf(row)) return false;
  stored[row] = 0;
  tradeOf[row] = number;
  return true;
}

/**
 * Returns the latest trades of a leg by start, as many as show the cost method. `known`: the latest ones before the leg changed. Returns `null` if these are too
 * few, so that the whole leg must be read.
 */
function latestTrades<Known extends LegPart>(
  { start, priced }: ExecutionsFrom,
  known: readonly Known[],
  read: (part: LegPart) => Known,
): Known[] | null {
  const kept = maxMethodTrades + spareTrades;
  const earlier = known.findLastIndex(({ end }) => end <= start) + 1;
  const later = Math.min(priced.length, kept);
  const isCut = start > 0 && known.length === kept;
  if (isCut && earlier + later < maxMethodTrades) return null;
  const latest = known.slice(Math.max(0, earlier + later - kept), earlier);
  for (let at = priced.length - later; at < priced.length; at++) latest.push(read(priced[at] as LegPart));
  return latest;
}
