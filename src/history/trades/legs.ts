import type { CostMethod } from '../../shared/orders/trades.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import { float64At, noElement, numberAt, uint32At, uintAt } from '../../shared/values/elements.ts';
import type { OrderTable } from '../orders/list-table.ts';
import { contradictsItself } from '../orders/unknown-pnl.ts';
import { unitsAt } from '../table/units.ts';
import type { AllowedSizes } from './allowed-sizes.ts';
import { noTradeStarts, type TradeStarts } from './by-start.ts';
import { knownCodes } from './doubtful-orders.ts';
import { type Checkpoint, type MethodCounts, noMethods, type SequenceBasis } from './executions/index.ts';
import type { LegPart } from './read-trade.ts';

/** What is the same for all orders of a leg. */
export interface LegUnits {
  /** Decimal places. */
  readonly quantity: number;
  readonly price: number;
  readonly pnl: number;
  /** Highest executed quantity. */
  readonly highest: number;
  /** True if sums of the quantities in whole units are exact as floats. */
  readonly isSmall: boolean;
}

/** The orders of one symbol, margin mode and position side, and the trades that they form (docs/trades.md 2). */
export interface Leg {
  readonly symbol: number;
  readonly marginMode: number;
  /** 0: long, 1: short. */
  readonly side: number;
  /** Number of the times before its first order at which the user says that the position was closed (docs/trades.md 4.2). */
  readonly epoch: number;
  /** The next such time: what is held then was closed. `null` if there is none. */
  endsAt: Timestamp | null;
  /** Row numbers of its orders by the starts of their intervals; those of one moment the oldest first. */
  rows: Uint32Array;
  /** The same in the order of execution, as far as it can be inferred; otherwise `rows`. Neither array is changed, only replaced. */
  sequence: Uint32Array;
  /** How the sequence was found. */
  basis: SequenceBasis;
  /** Numbers of its trades, the oldest first. */
  trades: number[];
  /** Where the trades begin that its orders form if each was executed at the start of its interval. */
  byStart: TradeStarts;
  /** What is the same for all of its orders. */
  units: LegUnits;
  /** Where its trades can be derived again without those before, the oldest first. */
  checkpoints: readonly Checkpoint[];
  /** True if one of its orders was not executed at a known moment, so that contract and method play a part. */
  hasResting: boolean;
  /** Size of a contract and cost method with which its sequence was inferred; `null` if they are not known. */
  contract: number | null;
  method: CostMethod | null;
  /** What its latest trades by start show of the size of a contract, and of the method, the oldest first. */
  observed: readonly ObservedTrade[];
  /** How many orders of those of them that count speak for each method. */
  methods: MethodCounts;
}

/** A trade of orders that were executed at the starts of their intervals (docs/trades.md 2.2). */
export interface ObservedTrade extends LegPart {
  readonly allowed: AllowedSizes<number>;
  /** How many of its orders speak for each method; `null` until the size of a contract is known. */
  methods: MethodCounts | null;
}

/**
 * Leg numbers of rows without a leg: the order does not count, it counts and is a trade of its own, or it does not count but contradicts
 * itself (docs/trades.md 4.1).
 */
const noLeg = 0;
export const unplaced = 1;
export const contradictory = 2;
export const firstLeg = 3;

/** A time at which the user says that a position was closed. */
export interface Closing extends Pick<Leg, 'symbol' | 'marginMode' | 'side'> {
  readonly at: Timestamp;
}

const noCuts: readonly Timestamp[] = [];
/** Above every number of a symbol, margin mode and position side. */
const epochKeys = 2 ** 34;

/** Assigns orders to legs. The numbers below `firstLeg` are reserved. */
export class LegNumbers {
  readonly legs: Leg[] = [];
  readonly #orders: OrderTable;
  readonly #numbers = new Map<number, number>();
  readonly #bySymbol = new Map<number, Leg[]>();
  /** Times at which the user says that a position was closed, ascending, by symbol, margin mode and position side. */
  #cuts: ReadonlyMap<number, readonly Timestamp[]> = new Map();

  constructor(orders: OrderTable) {
    this.#orders = orders;
  }

  leg(number: number): Leg {
    return this.legs[number - firstLeg] as Leg;
  }

  /** The legs of each symbol. */
  get symbols(): Iterable<readonly Leg[]> {
    return this.#bySymbol.values();
  }

  /** The legs of a symbol, as a code. */
  ofSymbol(symbol: number): readonly Leg[] {
    return this.#bySymbol.get(symbol) ?? [];
  }

  /** Sets the times at which positions were closed. Returns the legs whose orders may belong to other ones now. */
  cut(closings: readonly Closing[]): Leg[] {
    const cuts = Map.groupBy(closings, ({ symbol, marginMode, side }) => symbol * 4 + marginMode * 2 + side);
    const before = this.#cuts;
    this.#cuts = new Map(
      Array.from(cuts, ([subject, each]) => [subject, each.map(({ at }) => at).sort((a, b) => a - b)]),
    );
    return this.legs.filter((leg) => {
      const subject = leg.symbol * 4 + leg.marginMode * 2 + leg.side;
      const now = this.#cuts.get(subject) ?? noCuts;
      leg.endsAt = now[leg.epoch] ?? null;
      return String(now) !== String(before.get(subject) ?? noCuts);
    });
  }

  /** True if a leg may be divided. */
  get isCut(): boolean {
    return this.#cuts.size > 0;
  }

  /** Takes legs that were derived before; none may have been divided. */
  restore(legs: readonly Leg[]): void {
    for (const leg of legs) this.#add(leg.symbol * 4 + leg.marginMode * 2 + leg.side, leg);
  }

  numberOf(leg: Leg): number {
    return this.legs.indexOf(leg) + firstLeg;
  }

  /** Returns the number of a row's leg. Adds the leg if it is new. */
  legOf(row: number): number {
    const { filledQuantity, pnl, side, action, symbol, marginMode } = this.#orders.columns;
    const sideCode = side.codes[row] ?? noElement(row);
    const actionCode = action.codes[row] ?? noElement(row);
    if (!((filledQuantity.keys[row] ?? noElement(row)) > 0)) {
      const result = pnl.keys[row] ?? noElement(row);
      if (result !== 0 && !Number.isNaN(result)) return unplaced;
      return contradictsItself(this.#orders.columns, row) ? contradictory : noLeg;
    }
    if (sideCode >= knownCodes || actionCode >= knownCodes) return unplaced;
    const symbolCode = symbol.codes[row] ?? noElement(row);
    const modeCode = marginMode.codes[row] ?? noElement(row);
    const positionSide = sideCode ^ actionCode;
    const subject = symbolCode * 4 + modeCode * 2 + positionSide;
    const cuts = this.#cuts.size === 0 ? noCuts : (this.#cuts.get(subject) ?? noCuts);
    const epoch = cuts.length === 0 ? 0 : cuts.filter((at) => at < float64At(this.#orders.times, row)).length;
    const key = subject + epoch * epochKeys;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const leg: Leg = {
      symbol: symbolCode,
      marginMode: modeCode,
      side: positionSide,
      epoch,
      endsAt: cuts[epoch] ?? null,
      rows: new Uint32Array(0),
      sequence: new Uint32Array(0),
      basis: 'start',
      trades: [],
      byStart: noTradeStarts,
      units: { quantity: 0, price: 0, pnl: 0, highest: 0, isSmall: true },
      checkpoints: [],
      hasResting: false,
      contract: null,
      method: null,
      observed: [],
      methods: noMethods,
    };
    return this.#add(key, leg);
  }

  #add(key: number, leg: Leg): number {
    const number = this.legs.push(leg) - 1 + firstLeg;
    this.#numbers.set(key, number);
    const ofSymbol = this.#bySymbol.get(leg.symbol);
    if (ofSymbol === undefined) this.#bySymbol.set(leg.symbol, [leg]);
    else ofSymbol.push(leg);
    return number;
  }

  /** True for an order that has executed something and closes a position, but whose side is unknown (docs/trades.md 2). */
  closesUnknownSide(row: number): boolean {
    const { filledQuantity, side, action } = this.#orders.columns;
    return (
      (filledQuantity.keys[row] ?? noElement(row)) > 0 &&
      action.codes[row] === 1 &&
      uintAt(side.codes, row) >= knownCodes
    );
  }

  /** Returns the leg that an order of `closesUnknownSide` closes: the only one of its symbol and margin mode that is held then; `null` if there is no such one. */
  legClosedBy(row: number, compare: (a: number, b: number) => number): Leg | null {
    const { symbol, marginMode } = this.#orders.columns;
    const held = this.ofSymbol(uintAt(symbol.codes, row)).filter(
      (leg) =>
        leg.marginMode === marginMode.codes[row] &&
        this.#isInEpoch(leg, float64At(this.#orders.times, row)) &&
        this.#isHeldBefore(leg, row, compare),
    );
    return held.length === 1 ? (held[0] as Leg) : null;
  }

  #isInEpoch({ symbol, marginMode, side, epoch }: Leg, time: Timestamp): boolean {
    const cuts = this.#cuts.get(symbol * 4 + marginMode * 2 + side) ?? noCuts;
    return cuts.filter((at) => at < time).length === epoch;
  }

  /** True if the orders of a leg that come before a row, by their starts, leave something open. */
  #isHeldBefore({ rows, side, byStart, units }: Leg, row: number, compare: (a: number, b: number) => number): boolean {
    const { columns } = this.#orders;
    const end = indexFor(rows, row, compare);
    const start = byStart.starts.findLast((index) => index < end);
    let size = 0n;
    for (const one of start === undefined ? [] : rows.subarray(start, end)) {
      const quantity = unitsAt(columns.filledQuantity, one, units.quantity);
      if (columns.side.codes[one] === side) size += quantity;
      else size = quantity > size ? 0n : size - quantity;
    }
    return size > 0n;
  }

  /** Negative if row `a` is the older one of two orders of a leg. */
  compare(a: number, b: number): number {
    const { times, ties } = this.#orders;
    return float64At(times, a) - float64At(times, b) || numberAt(ties, a) - numberAt(ties, b) || b - a;
  }

  /**
   * Changes the orders of a leg. `removed`: rows that it may have. `added`: rows that it does not keep otherwise, in any order. `compare`: negative if the
   * first one of two orders comes first. Returns the first index that has changed.
   */
  change(
    leg: Leg,
    removed: readonly number[],
    added: readonly number[],
    compare: (a: number, b: number) => number,
  ): number {
    const sorted = added.toSorted(compare);
    const indexes = removed.map((row) => leg.rows.indexOf(row)).filter((index) => index >= 0);
    const isRemoved = new Set(indexes);
    const rows = indexes.length === 0 ? leg.rows : leg.rows.filter((_, index) => !isRemoved.has(index));
    let start = sorted[0] === undefined ? rows.length : indexFor(rows, sorted[0], compare);
    for (const index of indexes) start = Math.min(start, index);
    const changed = new Uint32Array(rows.length + sorted.length);
    changed.set(rows.subarray(0, start));
    let [count, next] = [start, 0];
    for (const row of rows.subarray(start)) {
      while (next < sorted.length && compare(numberAt(sorted, next), row) < 0)
        changed[count++] = numberAt(sorted, next++);
      changed[count++] = row;
    }
    changed.set(sorted.slice(next), count);
    leg.rows = changed;
    return start;
  }
}

/** Returns the index of the first of sorted rows that comes after a row. */
function indexFor(rows: Uint32Array, row: number, compare: (a: number, b: number) => number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(uint32At(rows, middle), row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
