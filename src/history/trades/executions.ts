/**
 * In which order the orders of a leg were executed, as far as their intervals and the PnL of those that close tell (docs/trades.md 2.3). Floating
 * point is enough for prices and PnL, because they are only compared within their rounding; sizes are exact.
 */

import type { CostMethod } from '../../shared/orders/trades.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import type { Whole } from '../table/units.ts';
import { FloatEntries } from './entries.ts';

/** The orders of a leg by the lower ends of their intervals. Each array has an element for each of them. */
export interface LegExecutions {
  /** Interval of execution in epoch milliseconds; `to` is infinite if it is not known. */
  readonly from: ArrayLike<Timestamp>;
  readonly to: ArrayLike<Timestamp>;
  /** 1 for an order that opens, 0 for one that closes. */
  readonly opens: ArrayLike<number>;
  /** Executed quantity, above zero: exact in one unit for the whole leg, and as a float in contracts. */
  readonly wholes: ArrayLike<Whole>;
  readonly quantities: ArrayLike<number>;
  /** Average price and PnL; NaN without one. */
  readonly prices: ArrayLike<number>;
  readonly pnls: ArrayLike<number>;
  /** 1 for a long position, -1 for a short one. */
  readonly direction: 1 | -1;
  /** Size of a contract; `null` if the PnL tells nothing. */
  readonly contract: number | null;
  /** Which entry the PnL tells; `null` if it is not known, which takes it for the average cost. */
  readonly method: CostMethod | null;
  /** Last decimal places of the prices and of the PnL. */
  readonly priceUnit: number;
  readonly pnlUnit: number;
}

/** What the PnL of an order that closes says of the place at which it was taken. */
export const verdicts = { silent: 0, agrees: 1, contradicts: 2 } as const;

/** Orders of a leg that tell their entry, that wait, and that were lost. */
export interface TakingCounts {
  readonly telling: number;
  readonly waiting: number;
  readonly lost: number;
}

export interface TakenOrders {
  /** `as-they-come`: nothing tells or waits. `lost`: too many orders found no place. */
  readonly result: 'inferred' | 'as-they-come' | 'lost';
  /** Places of the orders in `LegExecutions`, in the order in which they are taken. */
  readonly places: Uint32Array;
  /** For each of `places`: one of `verdicts`. */
  readonly verdicts: Uint8Array;
  /** For each of `places`: 1 for an order that closes and agrees with several choices of the orders before it, which give different trades. */
  readonly choices: Uint8Array;
  /** For each of `places`: 1 for an order that closes and agrees with the average cost alone, while the method is not known. */
  readonly guesses: Uint8Array;
  /** For each of `places`, and their end: 1 if it does not depend on the orders from there on how those before are taken, nor the reverse. */
  readonly breaks: Uint8Array;
  /** Places of orders that were lost. */
  readonly lost: ReadonlySet<number>;
  /** Of all orders of the leg up to the last one. */
  readonly counts: TakingCounts;
}

/** Orders that come while one waits for its place. */
export const maxWait = 64;
/** Latest orders that open of which any may be left for later. */
const maxOpened = 4;
/** Part of a price that floating point may be off. */
const floatError = 1e-9;
/** One of so many orders may find no place; with more, the PnL of the leg tells nothing. */
const minShare = 10;

/**
 * For each set of the latest orders that open: the sets of them to leave for later, the smallest first, of these the latest orders first. Bit 0
 * is the latest order.
 */
const leftOutSets = Array.from({ length: 2 ** maxOpened }, (_, movable) =>
  Array.from({ length: 2 ** maxOpened }, (__, set) => set)
    .filter((set) => (set & movable) === set)
    .sort((a, b) => bitsOf(a) - bitsOf(b) || a - b),
);

interface State {
  /** Place of the next order. */
  next: number;
  /** Number of orders that were taken. */
  taken: number;
  /** Without `opened`. */
  held: FloatEntries;
  /** The latest orders that open, since the last one that closed. They are taken with the next one that closes, or left for later. */
  opened: number[];
  /** Orders that close and wait for their place, each with the state in which it came. */
  waiting: { readonly place: number; readonly before: State }[];
}

/** Takes the orders of a leg (docs/trades.md 2.3), or those of its rest. `before`: counts of the orders before the rest. */
export function takeOrders(leg: LegExecutions, before: TakingCounts = nothingTaken): TakenOrders {
  const own = countOrders(leg, 0);
  const counts = { ...before, telling: before.telling + own.telling, waiting: before.waiting + own.waiting };
  if (counts.telling === 0 || counts.waiting === 0) return byLowerEnds(leg, 'as-they-come', counts);
  return new Taking(leg).run(counts) ?? byLowerEnds(leg, 'lost', counts);
}

/** Read by all results that take orders by lower ends, and never changed. */
const shared = { places: new Uint32Array(0), zeros: new Uint8Array(0), ones: new Uint8Array(0) };
const nothingLost: ReadonlySet<number> = new Set();

function byLowerEnds(
  { from: { length } }: LegExecutions,
  result: Exclude<TakenOrders['result'], 'inferred'>,
  counts: TakingCounts,
): TakenOrders {
  if (shared.ones.length <= length) {
    shared.places = Uint32Array.from({ length: 2 * length }, (_, place) => place);
    shared.zeros = new Uint8Array(2 * length + 1);
    shared.ones = new Uint8Array(2 * length + 1).fill(1);
  }
  const places = shared.places.subarray(0, length);
  const none = shared.zeros.subarray(0, length);
  const breaks = (result === 'lost' ? shared.zeros : shared.ones).subarray(0, length + 1);
  return { result, counts, places, verdicts: none, choices: none, guesses: none, breaks, lost: nothingLost };
}

const nothingTaken: TakingCounts = { telling: 0, waiting: 0, lost: 0 };

/** Counts the orders from a place on that tell and wait. */
export function countOrders(leg: LegExecutions, from: number): Omit<TakingCounts, 'lost'> {
  let [telling, waiting] = [0, 0];
  for (let place = from; place < leg.from.length; place++) {
    if (leg.opens[place] === 0 && tells(leg, place)) telling++;
    if (waits(leg, place)) waiting++;
  }
  return { telling, waiting };
}

/** True if an order was not executed at a known moment. */
export function waits({ from, to }: LegExecutions, place: number): boolean {
  return (to[place] as number) > (from[place] as number);
}

/** True if the PnL of an order that closes says what the entry was. */
export function tells(leg: LegExecutions, place: number): boolean {
  return leg.contract !== null && (leg.prices[place] as number) > 0 && !Number.isNaN(leg.pnls[place]);
}

/** True if the PnL of an order that closes is that of what is held. `place`: of an order that tells it. */
export function agrees(leg: LegExecutions, place: number, held: FloatEntries): boolean {
  return leg.method === 'fifo' ? agreesWithOldest(leg, place, held) : agreesWithAverage(leg, place, held);
}

/** The same of the average of what is held. */
export function agreesWithAverage(leg: LegExecutions, place: number, held: FloatEntries): boolean {
  return agreesWith(leg, place, held.average());
}

/** The same of the oldest entries of what is held, as many as the order closes. */
export function agreesWithOldest(leg: LegExecutions, place: number, held: FloatEntries): boolean {
  return agreesWith(leg, place, held.oldest(leg.wholes[place] as Whole));
}

/** True if the PnL of an order that closes is that of an entry. `place`: of an order that tells it. */
function agreesWith(leg: LegExecutions, place: number, entry: number): boolean {
  const exit = leg.prices[place] as number;
  const value = (leg.quantities[place] as number) * (leg.contract as number);
  const told = exit - (leg.direction * (leg.pnls[place] as number)) / value;
  return Math.abs(told - entry) <= leg.pnlUnit / 2 / value + leg.priceUnit + floatError * Math.max(exit, entry);
}

/** A set of orders to leave for later, and what is held without them. */
interface Choice {
  readonly set: number;
  readonly held: FloatEntries;
}

class Taking {
  readonly #leg: LegExecutions;
  readonly #length: number;
  readonly #places: Uint32Array;
  readonly #verdicts: Uint8Array;
  readonly #choices: Uint8Array;
  readonly #guesses: Uint8Array;
  readonly #breaks: Uint8Array;
  /** Orders that found no place, and are taken at their lower ends. */
  readonly #lost = new Set<number>();
  #state: State;

  constructor(leg: LegExecutions) {
    this.#leg = leg;
    this.#length = leg.from.length;
    this.#places = new Uint32Array(this.#length);
    this.#verdicts = new Uint8Array(this.#length);
    this.#choices = new Uint8Array(this.#length);
    this.#guesses = new Uint8Array(this.#length);
    this.#breaks = new Uint8Array(this.#length + 1);
    this.#breaks[0] = 1;
    this.#state = { next: 0, taken: 0, held: nothingHeld(leg), opened: [], waiting: [] };
  }

  /** Returns `null` if too many orders find no place. `counts`: with what was lost before. */
  run(counts: TakingCounts): TakenOrders | null {
    const maxLost = counts.telling / minShare - counts.lost;
    /** The places at which orders were lost, and those at which that turned out. */
    const undone: { readonly from: number; readonly to: number }[] = [];
    for (;;) {
      const lost = this.#advance();
      if (lost === null) break;
      this.#lost.add(lost.place);
      if (this.#lost.size > maxLost) return null;
      undone.push({ from: lost.place, to: this.#state.next });
      this.#state = lost.before;
    }
    for (const { from, to } of undone) this.#breaks.fill(0, from + 1, to + 1);
    return {
      result: 'inferred',
      counts: { ...counts, lost: counts.lost + this.#lost.size },
      places: this.#places,
      verdicts: this.#verdicts,
      choices: this.#choices,
      guesses: this.#guesses,
      breaks: this.#breaks,
      lost: this.#lost,
    };
  }

  /** Takes orders to the end of the leg. Returns an order that finds no place; `null` if there is none. */
  #advance(): State['waiting'][number] | null {
    const leg = this.#leg;
    const state = this.#state;
    while (state.next < this.#length) {
      const place = state.next;
      const from = leg.from[place] as number;
      const lost = state.waiting.find((one) => (leg.to[one.place] as number) < from || place - one.place > maxWait);
      if (lost !== undefined) return lost;
      state.next++;
      if (leg.opens[place] === 1) {
        state.opened.push(place);
        if (state.opened.length > maxOpened) this.#open(state.opened.shift() as number);
        this.#takeWaiting(from);
      } else if (this.#close(place, from)) this.#takeWaiting(from);
      else if (waits(leg, place) && tells(leg, place) && !this.#lost.has(place))
        state.waiting.push({ place, before: { ...copyOf(state), next: place } });
      else this.#force(place);
    }
    const [lost] = state.waiting;
    if (lost !== undefined) return lost;
    this.#takeOpened(0);
    return null;
  }

  /** Takes orders that wait and agree now, the one that came first before the others. */
  #takeWaiting(now: number): void {
    const { waiting } = this.#state;
    for (let index = 0; index < waiting.length; ) {
      const { place } = waiting[index] as State['waiting'][number];
      if (this.#close(place, now)) {
        waiting.splice(index, 1);
        index = 0;
      } else index++;
    }
  }

  /** Takes an order that closes, if it agrees with the entry that some choice of the orders before it makes. */
  #close(place: number, now: number): boolean {
    const leg = this.#leg;
    if (!tells(leg, place) || this.#lost.has(place)) return false;
    const whole = leg.wholes[place] as number;
    const isFifo = leg.method === 'fifo';
    let [chosen, flat]: [Choice | null, Choice | null] = [null, null];
    let agreeing = 0;
    for (const set of leftOutSets[this.#movable(now)] as number[]) {
      const held = this.#heldWithout(set);
      if ((held.size as number) < whole || !agrees(leg, place, held)) continue;
      // The oldest entries say nothing of the latest orders, so that these stay undecided.
      if (chosen === null || (isFifo && isLatest(set))) chosen = { set, held };
      if (held.size === whole) flat ??= { set, held };
      agreeing++;
    }
    if (chosen === null) return false;
    // That all the others are closed is hardly chance, unless the quantity was known before.
    if (isFifo && flat !== null && !waits(leg, place)) chosen = flat;
    const isGuess = leg.method === null && !agreesWithOldest(leg, place, chosen.held);
    const isOpenChoice = flat !== null && (agreeing > 1 || (isFifo && flat.set !== 0));
    // The orders that are left may have been executed before this one, after the others.
    if (isFifo && chosen.held.size === whole && waits(leg, place)) {
      this.#takeOpened(chosen.set);
      this.#takeOpened(0);
      this.#take(place, 0, verdicts.agrees);
    } else this.#take(place, chosen.set, verdicts.agrees);
    if (isOpenChoice) this.#choices[this.#state.taken - 1] = 1;
    if (isGuess) this.#guesses[this.#state.taken - 1] = 1;
    return true;
  }

  /** Takes an order that closes, whatever it tells. */
  #force(place: number): void {
    this.#take(place, 0, tells(this.#leg, place) ? verdicts.contradicts : verdicts.silent);
  }

  /** The latest orders that open of which each may have been executed at a time or later, as a set (see `leftOutSets`). */
  #movable(now: number): number {
    const { opened } = this.#state;
    let set = 0;
    for (const [index, place] of opened.entries()) {
      if (waits(this.#leg, place) && (this.#leg.to[place] as number) >= now) set |= 1 << (opened.length - 1 - index);
    }
    return set;
  }

  /** What is held after the orders that have opened, except those of a set. */
  #heldWithout(set: number): FloatEntries {
    const { held, opened } = this.#state;
    const all = held.copy();
    for (const [index, place] of opened.entries()) {
      if (((set >> (opened.length - 1 - index)) & 1) === 0) addTo(all, this.#leg, place);
    }
    return all;
  }

  #open(place: number): void {
    addTo(this.#state.held, this.#leg, place);
    this.#append(place, verdicts.silent);
  }

  /** Takes the orders that have opened, except those of a set, and then one that closes. */
  #take(place: number, left: number, verdict: number): void {
    this.#takeOpened(left);
    this.#append(place, verdict);
    const { held } = this.#state;
    const whole = this.#leg.wholes[place] as number;
    if (whole >= (held.size as number)) this.#state.held = nothingHeld(this.#leg);
    else closeIn(held, this.#leg, place);
  }

  #takeOpened(left: number): void {
    const { opened } = this.#state;
    const isLeft = (index: number) => ((left >> (opened.length - 1 - index)) & 1) === 1;
    for (const [index, place] of opened.entries()) if (!isLeft(index)) this.#open(place);
    this.#state.opened = opened.filter((_, index) => isLeft(index));
  }

  #append(place: number, verdict: number): void {
    const at = this.#state.taken++;
    this.#places[at] = place;
    this.#verdicts[at] = verdict;
    this.#choices[at] = 0;
    this.#guesses[at] = 0;
    this.#breaks[at + 1] = this.#state.taken === this.#state.next ? 1 : 0;
  }
}

function copyOf({ next, taken, held, opened, waiting }: State): State {
  return { next, taken, held: held.copy(), opened: [...opened], waiting: [...waiting] };
}

export function nothingHeld({ wholes, method, contract }: LegExecutions): FloatEntries {
  return FloatEntries.none(typeof wholes[0] === 'bigint' ? 0n : 0, method !== 'average' && contract !== null);
}

/** Adds an order that opens to what is held. */
export function addTo(held: FloatEntries, { wholes, prices }: LegExecutions, place: number): void {
  const price = prices[place] as number;
  held.open(wholes[place] as Whole, price > 0 ? price : Number.NaN);
}

/** Takes an order that closes from what is held. */
export function closeIn(held: FloatEntries, { wholes }: LegExecutions, place: number): void {
  held.close(wholes[place] as Whole);
}

/** True if a set has the latest orders that open, and none before one that it does not have (see `leftOutSets`). */
function isLatest(set: number): boolean {
  return (set & (set + 1)) === 0;
}

function bitsOf(mask: number): number {
  let bits = 0;
  for (let rest = mask; rest > 0; rest >>= 1) bits += rest % 2;
  return bits;
}
