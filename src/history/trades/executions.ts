/**
 * In which order the orders of a lane were executed, as far as their intervals and the PnL of those that close tell (docs/trades.md 2.3). Floating
 * point is enough for prices and PnL, because they are only compared within their rounding; sizes are exact.
 */
import type { Timestamp } from '../../shared/domain.ts';
import type { Whole } from './units.ts';

/** The orders of a lane by the lower ends of their intervals. Each array has an element for each of them. */
export interface LaneExecutions {
  /** Interval of execution in epoch milliseconds; `to` is infinite if it is not known. */
  readonly from: ArrayLike<Timestamp>;
  readonly to: ArrayLike<Timestamp>;
  /** 1 for an order that opens, 0 for one that closes. */
  readonly opens: ArrayLike<number>;
  /** Executed quantity, above zero: exact in one unit for the whole lane, and as a float in contracts. */
  readonly wholes: ArrayLike<Whole>;
  readonly quantities: ArrayLike<number>;
  /** Average price and PnL; NaN without one. */
  readonly prices: ArrayLike<number>;
  readonly pnls: ArrayLike<number>;
  /** 1 for a long position, -1 for a short one. */
  readonly direction: 1 | -1;
  /** Size of a contract; `null` if the PnL tells nothing. */
  readonly contract: number | null;
  /** Last decimal places of the prices and of the PnL. */
  readonly priceUnit: number;
  readonly pnlUnit: number;
}

/** What the PnL of an order that closes says of the place at which it was taken. */
export const verdicts = { silent: 0, agrees: 1, contradicts: 2 } as const;

export interface TakenOrders {
  /** Places of the orders in `LaneExecutions`, in the order in which they are taken. */
  readonly places: Uint32Array;
  /** For each of `places`: one of `verdicts`. */
  readonly verdicts: Uint8Array;
  /** For each of `places`: 1 for an order that closes and agrees with several choices of the orders before it, which give different trades. */
  readonly choices: Uint8Array;
}

/** Orders that come while one waits for its place. */
export const maxWait = 64;
/** Latest orders that open of which any may be left for later. */
const maxOpened = 4;
/** Part of a price that floating point may be off. */
const floatError = 1e-9;
/** One of so many orders may find no place; with more, the PnL of the lane tells nothing. */
const minShare = 10;

/** The sets of the latest orders that open to leave for later, the smallest first, of these the latest orders first. Bit 0 is the latest order. */
const leftOutSets = Array.from({ length: 2 ** maxOpened }, (_, set) => set).sort(
  (a, b) => bitsOf(a) - bitsOf(b) || a - b,
);

/** What is held of a position. */
export interface Held {
  size: Whole;
  quantity: number;
  cost: number;
  /** Orders without an average price that have opened it. */
  unpriced: number;
}

interface State {
  /** Place of the next order. */
  next: number;
  /** Number of orders that were taken. */
  taken: number;
  /** Without `opened`. */
  held: Held;
  /** The latest orders that open, since the last one that closed. They are taken with the next one that closes, or left for later. */
  opened: number[];
  /** Orders that close and wait for their place, each with the state in which it came. */
  waiting: { readonly place: number; readonly before: State }[];
}

/** Takes the orders of a lane (docs/trades.md 2.3). */
export function takeOrders(lane: LaneExecutions): TakenOrders {
  return new Taking(lane).run() ?? new Taking({ ...lane, contract: null }).byLowerEnds();
}

/** True if an order was not executed at a known moment. */
export function waits({ from, to }: LaneExecutions, place: number): boolean {
  return (to[place] as number) > (from[place] as number);
}

/** True if the PnL of an order that closes says what the entry was. */
function tells(lane: LaneExecutions, place: number): boolean {
  return lane.contract !== null && (lane.prices[place] as number) > 0 && !Number.isNaN(lane.pnls[place]);
}

/** True if the PnL of an order that closes is that of an entry. `place`: of an order that tells it. */
export function agrees(lane: LaneExecutions, place: number, entry: number): boolean {
  const exit = lane.prices[place] as number;
  const value = (lane.quantities[place] as number) * (lane.contract as number);
  const told = exit - (lane.direction * (lane.pnls[place] as number)) / value;
  return Math.abs(told - entry) <= lane.pnlUnit / 2 / value + lane.priceUnit + floatError * Math.max(exit, entry);
}

class Taking {
  readonly #lane: LaneExecutions;
  readonly #length: number;
  readonly #places: Uint32Array;
  readonly #verdicts: Uint8Array;
  readonly #choices: Uint8Array;
  /** Orders that found no place, and are taken at their lower ends. */
  readonly #lost = new Set<number>();
  #state: State;

  constructor(lane: LaneExecutions) {
    this.#lane = lane;
    this.#length = lane.from.length;
    this.#places = new Uint32Array(this.#length);
    this.#verdicts = new Uint8Array(this.#length);
    this.#choices = new Uint8Array(this.#length);
    this.#state = { next: 0, taken: 0, held: nothingHeld(lane), opened: [], waiting: [] };
  }

  byLowerEnds(): TakenOrders {
    for (let place = 0; place < this.#length; place++) this.#places[place] = place;
    return this.#result();
  }

  /** Returns `null` if too many orders find no place. */
  run(): TakenOrders | null {
    const lane = this.#lane;
    let [telling, moving] = [0, 0];
    for (let place = 0; place < this.#length; place++) {
      if (lane.opens[place] === 0 && tells(lane, place)) telling++;
      if (waits(lane, place)) moving++;
    }
    if (telling === 0 || moving === 0) return null;
    const maxLost = telling / minShare;
    for (;;) {
      const lost = this.#advance();
      if (lost === null) break;
      this.#lost.add(lost.place);
      if (this.#lost.size > maxLost) return null;
      this.#state = lost.before;
    }
    return this.#lost.size > maxLost ? null : this.#result();
  }

  #result(): TakenOrders {
    return { places: this.#places, verdicts: this.#verdicts, choices: this.#choices };
  }

  /** Takes orders to the end of the lane. Returns an order that finds no place; `null` if there is none. */
  #advance(): State['waiting'][number] | null {
    const lane = this.#lane;
    const state = this.#state;
    while (state.next < this.#length) {
      const place = state.next;
      const from = lane.from[place] as number;
      const lost = state.waiting.find((one) => (lane.to[one.place] as number) < from || place - one.place > maxWait);
      if (lost !== undefined) return lost;
      const before = lane.opens[place] === 0 && waits(lane, place) ? copyOf(state) : null;
      state.next++;
      if (lane.opens[place] === 1) {
        state.opened.push(place);
        if (state.opened.length > maxOpened) this.#open(state.opened.shift() as number);
        this.#takeWaiting(from);
      } else if (this.#close(place, from)) this.#takeWaiting(from);
      else if (before !== null && !this.#lost.has(place)) state.waiting.push({ place, before });
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
    const lane = this.#lane;
    if (!tells(lane, place) || this.#lost.has(place)) return false;
    const whole = lane.wholes[place] as number;
    let chosen: number | null = null;
    let [agreeing, isFlat] = [0, false];
    const movable = this.#movable(now);
    for (const set of leftOutSets) {
      if ((set & movable) !== set) continue;
      const { size, quantity, cost, unpriced } = this.#heldWithout(set);
      if ((size as number) < whole || unpriced > 0 || !agrees(lane, place, cost / quantity)) continue;
      chosen ??= set;
      agreeing++;
      if (size === whole) isFlat = true;
    }
    if (chosen === null) return false;
    this.#take(place, chosen, verdicts.agrees, agreeing > 1 && isFlat);
    return true;
  }

  /** Takes an order that closes, whatever it tells. */
  #force(place: number): void {
    this.#take(place, 0, tells(this.#lane, place) ? verdicts.contradicts : verdicts.silent, false);
  }

  /** The latest orders that open of which each may have been executed at a time or later, as a set (see `leftOutSets`). */
  #movable(now: number): number {
    const { opened } = this.#state;
    let set = 0;
    for (const [index, place] of opened.entries()) {
      if (waits(this.#lane, place) && (this.#lane.to[place] as number) >= now) set |= 1 << (opened.length - 1 - index);
    }
    return set;
  }

  /** What is held after the orders that have opened, except those of a set. */
  #heldWithout(set: number): Held {
    const { held, opened } = this.#state;
    const all = { ...held };
    for (const [index, place] of opened.entries()) {
      if (((set >> (opened.length - 1 - index)) & 1) === 0) addTo(all, this.#lane, place);
    }
    return all;
  }

  #open(place: number): void {
    addTo(this.#state.held, this.#lane, place);
    this.#append(place, verdicts.silent, false);
  }

  /** Takes the orders that have opened, except those of a set, and then one that closes. */
  #take(place: number, left: number, verdict: number, hasChoice: boolean): void {
    this.#takeOpened(left);
    this.#append(place, verdict, hasChoice);
    const { held } = this.#state;
    const whole = this.#lane.wholes[place] as number;
    if (whole >= (held.size as number)) this.#state.held = nothingHeld(this.#lane);
    else closeIn(held, this.#lane, place);
  }

  #takeOpened(left: number): void {
    const { opened } = this.#state;
    const isLeft = (index: number) => ((left >> (opened.length - 1 - index)) & 1) === 1;
    for (const [index, place] of opened.entries()) if (!isLeft(index)) this.#open(place);
    this.#state.opened = opened.filter((_, index) => isLeft(index));
  }

  #append(place: number, verdict: number, hasChoice: boolean): void {
    const at = this.#state.taken++;
    this.#places[at] = place;
    this.#verdicts[at] = verdict;
    this.#choices[at] = hasChoice ? 1 : 0;
  }
}

function copyOf({ next, taken, held, opened, waiting }: State): State {
  return { next, taken, held: { ...held }, opened: [...opened], waiting: [...waiting] };
}

export function nothingHeld({ wholes }: LaneExecutions): Held {
  return { size: typeof wholes[0] === 'bigint' ? 0n : 0, quantity: 0, cost: 0, unpriced: 0 };
}

/** Adds an order that opens to what is held. */
export function addTo(held: Held, { wholes, quantities, prices }: LaneExecutions, place: number): void {
  const quantity = quantities[place] as number;
  const price = prices[place] as number;
  held.size = (held.size as number) + (wholes[place] as number);
  held.quantity += quantity;
  if (price > 0) held.cost += price * quantity;
  else held.unpriced++;
}

/** Takes an order that closes from what is held, whose average entry stays. */
export function closeIn(held: Held, { wholes, quantities }: LaneExecutions, place: number): void {
  const rest = held.quantity - (quantities[place] as number);
  held.size = (held.size as number) - (wholes[place] as number);
  held.cost = (held.cost / held.quantity) * rest;
  held.quantity = rest;
}

function bitsOf(mask: number): number {
  let bits = 0;
  for (let rest = mask; rest > 0; rest >>= 1) bits += rest % 2;
  return bits;
}
