/**
 * Infers the sequence in which the orders of a leg were executed (docs/trades.md 2.3). The service does not send when an order was executed. But the PnL of an
 * order that closes implies the entry that the position had then, so that an order is put where the entry agrees.
 */
import { float64At, noElement } from '../../../shared/values/elements.ts';
import type { FloatEntries } from '../entries.ts';
import {
  agrees,
  agreesWithOldest,
  closeIn,
  impliesEntry,
  isResting,
  type LegExecutions,
  nothingHeld,
  openIn,
} from './leg-executions.ts';

/** What the PnL of an order shows of the point in the sequence at which the order stands. */
export const pnlEvidence = { none: 0, agrees: 1, contradicts: 2 } as const;

/** Orders of a leg. */
export interface OrderCounts {
  /** Those whose PnL implies an entry. */
  readonly implying: number;
  readonly resting: number;
  /** Those that agree with no point of the sequence. */
  readonly unmatched: number;
}

/** How a sequence was found. `start`: by the starts of the intervals, because there is nothing to infer. `fallback`: the same, because too many orders are unmatched. */
export type SequenceBasis = 'inferred' | 'start' | 'fallback';

export interface Sequence {
  readonly basis: SequenceBasis;
  /** Indexes in `LegExecutions`, in the order of execution. The arrays below have an element for each of these. */
  readonly indexes: Uint32Array;
  /** One of `pnlEvidence`. */
  readonly evidence: Uint8Array;
  /** 1 for an order that closes and agrees with several choices of the orders before it, which give different trades. */
  readonly isAmbiguous: Uint8Array;
  /** 1 for an order that closes and agrees with the average cost alone, while the method is not known. */
  readonly assumesAverage: Uint8Array;
  /** Has an element more. 1 if the sequence of the orders before does not depend on the orders from there on, nor the reverse. */
  readonly isSplit: Uint8Array;
  /** Indexes of the orders that are unmatched. */
  readonly unmatched: ReadonlySet<number>;
  /** Of all orders of the leg up to the last one. */
  readonly counts: OrderCounts;
}

/** Orders that come while an order that closes is deferred. */
export const maxDeferral = 64;
/** Latest orders that open of which any may be postponed. */
const maxUndecided = 4;
/** One of so many orders that imply an entry may be unmatched; with more, the PnL of the leg shows nothing. */
const minPerUnmatched = 10;

/**
 * For each set of undecided orders that may be postponed: its subsets, in the order in which they are tried. The smallest come first, and of equal ones those
 * with the latest orders. A set has a bit for each order; bit 0 is the latest one.
 */
const postponedSets = Array.from({ length: 2 ** maxUndecided }, (_, postponable) =>
  Array.from({ length: 2 ** maxUndecided }, (__, set) => set)
    .filter((set) => (set & postponable) === set)
    .sort((a, b) => countBits(a) - countBits(b) || a - b),
);

/** An order that closes and is not executed before some later order agrees with it. */
interface Deferred {
  readonly index: number;
  /** The state in which the order came, to return to if it is unmatched. */
  readonly before: State;
}

interface State {
  /** Index of the next order. */
  next: number;
  /** Length of the sequence so far. */
  length: number;
  /** Without the undecided orders. */
  held: FloatEntries;
  /** The latest orders that open, since the last one that closed. They are executed before the next one that closes, or postponed until after it. */
  undecided: number[];
  deferred: Deferred[];
}

/** Undecided orders that are postponed, and the position without them. */
interface Choice {
  readonly postponed: number;
  readonly held: FloatEntries;
}

const noOrders: OrderCounts = { implying: 0, resting: 0, unmatched: 0 };

/** Returns the sequence of the orders of a leg, or of the rest of one. `before`: counts of the orders before the rest. */
export function inferSequence(leg: LegExecutions, before: OrderCounts = noOrders): Sequence {
  const own = countOrders(leg, 0);
  const counts = { ...before, implying: before.implying + own.implying, resting: before.resting + own.resting };
  if (counts.implying === 0 || counts.resting === 0) return sequenceByStart(leg, 'start', counts);
  return new Inference(leg).run(counts) ?? sequenceByStart(leg, 'fallback', counts);
}

/** Counts the orders from an index on. */
export function countOrders(leg: LegExecutions, from: number): Omit<OrderCounts, 'unmatched'> {
  let [implying, resting] = [0, 0];
  for (let index = from; index < leg.from.length; index++) {
    if (impliesEntry(leg, index)) implying++;
    if (isResting(leg, index)) resting++;
  }
  return { implying, resting };
}

/** Shared by all sequences by start, and never changed. */
const shared = { indexes: new Uint32Array(0), zeros: new Uint8Array(0), ones: new Uint8Array(0) };
const noneUnmatched: ReadonlySet<number> = new Set();

function sequenceByStart(
  { from: { length } }: LegExecutions,
  basis: Exclude<SequenceBasis, 'inferred'>,
  counts: OrderCounts,
): Sequence {
  if (shared.ones.length <= length) {
    shared.indexes = Uint32Array.from({ length: 2 * length }, (_, index) => index);
    shared.zeros = new Uint8Array(2 * length + 1);
    shared.ones = new Uint8Array(2 * length + 1).fill(1);
  }
  const none = shared.zeros.subarray(0, length);
  return {
    basis,
    counts,
    indexes: shared.indexes.subarray(0, length),
    evidence: none,
    isAmbiguous: none,
    assumesAverage: none,
    isSplit: (basis === 'fallback' ? shared.zeros : shared.ones).subarray(0, length + 1),
    unmatched: noneUnmatched,
  };
}

/** Executes the orders of a leg one after the other, and returns to an earlier state if an order turns out to be unmatched. */
class Inference {
  readonly #leg: LegExecutions;
  readonly #length: number;
  readonly #indexes: Uint32Array;
  readonly #evidence: Uint8Array;
  readonly #isAmbiguous: Uint8Array;
  readonly #assumesAverage: Uint8Array;
  readonly #isSplit: Uint8Array;
  /** Orders that agree with no point of the sequence, and are executed where they came. */
  readonly #unmatched = new Set<number>();
  #state: State;

  constructor(leg: LegExecutions) {
    this.#leg = leg;
    this.#length = leg.from.length;
    this.#indexes = new Uint32Array(this.#length);
    this.#evidence = new Uint8Array(this.#length);
    this.#isAmbiguous = new Uint8Array(this.#length);
    this.#assumesAverage = new Uint8Array(this.#length);
    this.#isSplit = new Uint8Array(this.#length + 1);
    this.#isSplit[0] = 1;
    this.#state = { next: 0, length: 0, held: nothingHeld(leg), undecided: [], deferred: [] };
  }

  /** Returns `null` if too many orders are unmatched. `counts`: with those before the rest of a leg. */
  run(counts: OrderCounts): Sequence | null {
    const maxUnmatched = counts.implying / minPerUnmatched - counts.unmatched;
    /** Indexes of the orders that were unmatched, and those at which that turned out. */
    const undone: { readonly from: number; readonly to: number }[] = [];
    for (;;) {
      const unmatched = this.#advance();
      if (unmatched === null) break;
      this.#unmatched.add(unmatched.index);
      if (this.#unmatched.size > maxUnmatched) return null;
      undone.push({ from: unmatched.index, to: this.#state.next });
      this.#state = unmatched.before;
    }
    for (const { from, to } of undone) this.#isSplit.fill(0, from + 1, to + 1);
    return {
      basis: 'inferred',
      counts: { ...counts, unmatched: counts.unmatched + this.#unmatched.size },
      indexes: this.#indexes,
      evidence: this.#evidence,
      isAmbiguous: this.#isAmbiguous,
      assumesAverage: this.#assumesAverage,
      isSplit: this.#isSplit,
      unmatched: this.#unmatched,
    };
  }

  /** Executes orders to the end of the leg. Stops at an order that is unmatched and returns it; `null` if there is none. */
  #advance(): Deferred | null {
    const leg = this.#leg;
    const state = this.#state;
    while (state.next < this.#length) {
      const index = state.next;
      const from = float64At(leg.from, index);
      const unmatched = state.deferred.find(
        (one) => float64At(leg.to, one.index) < from || index - one.index > maxDeferral,
      );
      if (unmatched !== undefined) return unmatched;
      state.next++;
      if (leg.opens[index] === 1) {
        state.undecided.push(index);
        const earliest = state.undecided.length > maxUndecided ? state.undecided.shift() : undefined;
        if (earliest !== undefined) this.#executeOpening(earliest);
        this.#executeDeferred(from);
      } else if (this.#executeIfAgrees(index, from)) this.#executeDeferred(from);
      else if (isResting(leg, index) && impliesEntry(leg, index) && !this.#unmatched.has(index))
        state.deferred.push({ index, before: { ...copyOf(state), next: index } });
      else this.#executeClosing(index, 0, impliesEntry(leg, index) ? pnlEvidence.contradicts : pnlEvidence.none);
    }
    const [unmatched] = state.deferred;
    if (unmatched !== undefined) return unmatched;
    this.#executeUndecided(0);
    return null;
  }

  /** Executes the deferred orders that agree now, the one that came first before the others. */
  #executeDeferred(now: number): void {
    const { deferred } = this.#state;
    for (let at = 0; at < deferred.length; ) {
      const { index } = deferred[at] as Deferred;
      if (this.#executeIfAgrees(index, now)) {
        deferred.splice(at, 1);
        at = 0;
      } else at++;
    }
  }

  /** Executes an order that closes if it agrees with the entry that some choice of the undecided orders makes. Returns true if it did. */
  #executeIfAgrees(index: number, now: number): boolean {
    const leg = this.#leg;
    if (!impliesEntry(leg, index) || this.#unmatched.has(index)) return false;
    const whole = leg.wholes[index] ?? noElement(index);
    const isFifo = leg.method === 'fifo';
    let [chosen, flat]: [Choice | null, Choice | null] = [null, null];
    let agreeing = 0;
    for (const postponed of postponedSets[this.#postponable(now)] ?? []) {
      const held = this.#heldWithout(postponed);
      if (held.size < whole || !agrees(leg, index, held)) continue;
      // By FIFO, the PnL shows nothing of the latest orders, so that these stay undecided.
      if (chosen === null || (isFifo && isOfLatest(postponed))) chosen = { postponed, held };
      if (held.size === whole) flat ??= { postponed, held };
      agreeing++;
    }
    if (chosen === null) return false;
    // That an order closes all the others is hardly chance, unless its quantity was chosen before.
    if (isFifo && flat !== null && !isResting(leg, index)) chosen = flat;
    const isFlatInDoubt = flat !== null && (agreeing > 1 || (isFifo && flat.postponed !== 0));
    const isAverageAssumed = leg.method === null && !agreesWithOldest(leg, index, chosen.held);
    // By FIFO, the postponed orders may have been executed before this one, after the others.
    if (isFifo && chosen.held.size === whole && isResting(leg, index)) {
      this.#executeUndecided(chosen.postponed);
      this.#executeClosing(index, 0, pnlEvidence.agrees);
    } else this.#executeClosing(index, chosen.postponed, pnlEvidence.agrees);
    if (isFlatInDoubt) this.#isAmbiguous[this.#state.length - 1] = 1;
    if (isAverageAssumed) this.#assumesAverage[this.#state.length - 1] = 1;
    return true;
  }

  /** Returns the set of the undecided orders that may have been executed at a time or later. */
  #postponable(now: number): number {
    const { undecided } = this.#state;
    let set = 0;
    for (const [at, index] of undecided.entries()) {
      if (isResting(this.#leg, index) && float64At(this.#leg.to, index) >= now) set |= 1 << (undecided.length - 1 - at);
    }
    return set;
  }

  /** Returns the position after the undecided orders without those of a set. */
  #heldWithout(postponed: number): FloatEntries {
    const { held, undecided } = this.#state;
    const all = held.copy();
    for (const [at, index] of undecided.entries()) {
      if (((postponed >> (undecided.length - 1 - at)) & 1) === 0) openIn(all, this.#leg, index);
    }
    return all;
  }

  #executeOpening(index: number): void {
    openIn(this.#state.held, this.#leg, index);
    this.#append(index, pnlEvidence.none);
  }

  /** Executes the undecided orders without those of a set, and then an order that closes. */
  #executeClosing(index: number, postponed: number, evidence: number): void {
    this.#executeUndecided(postponed);
    this.#append(index, evidence);
    const { held } = this.#state;
    if ((this.#leg.wholes[index] ?? noElement(index)) >= held.size) this.#state.held = nothingHeld(this.#leg);
    else closeIn(held, this.#leg, index);
  }

  #executeUndecided(postponed: number): void {
    const { undecided } = this.#state;
    const isPostponed = (at: number) => ((postponed >> (undecided.length - 1 - at)) & 1) === 1;
    for (const [at, index] of undecided.entries()) if (!isPostponed(at)) this.#executeOpening(index);
    this.#state.undecided = undecided.filter((_, at) => isPostponed(at));
  }

  #append(index: number, evidence: number): void {
    const at = this.#state.length++;
    this.#indexes[at] = index;
    this.#evidence[at] = evidence;
    this.#isAmbiguous[at] = 0;
    this.#assumesAverage[at] = 0;
    this.#isSplit[at + 1] = this.#state.length === this.#state.next ? 1 : 0;
  }
}

function copyOf({ next, length, held, undecided, deferred }: State): State {
  return { next, length, held: held.copy(), undecided: [...undecided], deferred: [...deferred] };
}

/** True if a set has the latest undecided orders, and none before an order that it does not have. */
function isOfLatest(set: number): boolean {
  return (set & (set + 1)) === 0;
}

function countBits(set: number): number {
  let bits = 0;
  for (let rest = set; rest > 0; rest >>= 1) bits += rest % 2;
  return bits;
}
