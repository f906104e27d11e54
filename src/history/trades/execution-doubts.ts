/** What is not certain of trades whose orders were taken by `takeOrders` (docs/trades.md 2.4, 2.5). */
import type { Timestamp } from '../../shared/values/domain.ts';
import type { FloatEntries } from './entries.ts';
import {
  addTo,
  agrees,
  closeIn,
  type LegExecutions,
  maxWait,
  nothingHeld,
  type TakenOrders,
  verdicts,
  waits,
} from './executions.ts';
import type { TradeOrders } from './read-trade.ts';

/** For each order in the order in which they were taken: the earliest and the latest time at which it was executed. */
export interface ExecutionTimes {
  readonly earliest: Float64Array;
  /** Infinite if it is not known. */
  readonly latest: Float64Array;
  /** For each trade: the earliest upper end of its orders and of those of the later trades. */
  readonly bounds: Float64Array;
}

/** The upper end of the last order of a leg that waits, and the highest lower end, among the orders before those that are taken. */
export interface EarlierEnds {
  readonly from: Timestamp;
  readonly to: Timestamp;
}

export const noEarlierEnds: EarlierEnds = { from: Number.NEGATIVE_INFINITY, to: Number.NEGATIVE_INFINITY };

/** `parts`: all trades of the leg. */
export function executionTimes(
  { from, to }: LegExecutions,
  { places }: TakenOrders,
  parts: readonly TradeOrders[],
  earlier: EarlierEnds,
): ExecutionTimes {
  const earliest = new Float64Array(places.length);
  const latest = new Float64Array(places.length);
  let before = earlier.from;
  for (let at = 0; at < places.length; at++) {
    before = Math.max(before, from[places[at] as number] as number);
    earliest[at] = before;
  }
  let after = Number.POSITIVE_INFINITY;
  const bounds = new Float64Array(parts.length);
  for (let index = parts.length - 1; index >= 0; index--) {
    const { start, end } = parts[index] as TradeOrders;
    let own = Number.POSITIVE_INFINITY;
    for (let at = start; at < end; at++) own = Math.min(own, to[places[at] as number] as number);
    // A trade of which no order was executed by then may as a whole have come after the next ones.
    let bound = own <= after ? after : Number.POSITIVE_INFINITY;
    after = Math.min(after, own);
    bounds[index] = after;
    for (let at = end - 1; at >= start; at--) {
      bound = Math.min(bound, to[places[at] as number] as number);
      latest[at] = Math.max(bound, earliest[at] as number);
    }
  }
  return { earliest, latest, bounds };
}

export interface Doubts {
  /** 1 for each trade whose orders could be taken in another way that gives other trades. */
  readonly doubtful: Uint8Array;
  /** For each trade: the upper end of the last order before it that waits. */
  readonly waitsUntil: Float64Array;
}

/** `parts`: all trades of the leg, or of its rest. */
export function doubtfulTrades(
  leg: LegExecutions,
  taken: TakenOrders,
  parts: readonly TradeOrders[],
  earlier: EarlierEnds,
): Doubts {
  const waitsUntil = new Float64Array(parts.length);
  const doubtful = new Uint8Array(parts.length);
  const { places } = taken;
  let lastEnd = earlier.to;
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] as TradeOrders;
    const { start, end, excess } = part;
    waitsUntil[index] = lastEnd;
    const next = parts[index + 1];
    const markBoth = () => doubtful.fill(1, index, index + 2);
    let hasContradiction = false;
    let hasWaiting = false;
    let hasGuess = false;
    for (let at = start; at < end; at++) {
      const place = places[at] as number;
      if (waits(leg, place)) {
        hasWaiting = true;
        lastEnd = Math.max(lastEnd, leg.to[place] as number);
      }
      if (taken.verdicts[at] === verdicts.contradicts) hasContradiction = true;
      if (taken.choices[at] === 1) markBoth();
      if (taken.guesses[at] === 1) hasGuess = true;
    }
    if (hasGuess && hasWaiting) doubtful[index] = 1;
    if (hasContradiction && lastEnd >= (leg.from[places[start] as number] as number)) doubtful[index] = 1;
    if (!hasWaiting || excess > 0) continue;
    if (doubtful[index] === 0 && couldEndEarlier(leg, taken, part)) doubtful[index] = 1;
    if (next !== undefined && couldGoOn(leg, taken, part, next)) markBoth();
  }
  return { doubtful, waitsUntil };
}

/** True if an order that opens within a trade could have been executed after the position was flat without it. */
function couldEndEarlier(leg: LegExecutions, taken: TakenOrders, { start, end }: TradeOrders): boolean {
  const { places } = taken;
  const isMovable = (at: number) => leg.opens[places[at] as number] === 1 && waits(leg, places[at] as number);
  let last = end - 1;
  while (last >= start && !isMovable(last)) last--;
  const before = nothingHeld(leg);
  for (let moved = start; moved <= last; moved++) {
    const place = places[moved] as number;
    if (leg.opens[place] === 0) closeIn(before, leg, place);
    else {
      const isEarlier = (passesAll: boolean) => isFlatWithout(leg, taken, before.copy(), { moved, end, passesAll });
      if (waits(leg, place) && (isEarlier(false) || (moved < last && isEarlier(true)))) return true;
      addTo(before, leg, place);
    }
  }
  return false;
}

/** `held`: before the order that opens and is moved. `passesAll`: moves the orders after it that open and wait, too. */
function isFlatWithout(
  leg: LegExecutions,
  taken: TakenOrders,
  held: FloatEntries,
  { moved, end, passesAll }: { readonly moved: number; readonly end: number; readonly passesAll: boolean },
): boolean {
  const { places } = taken;
  let latest = leg.to[places[moved] as number] as number;
  for (let at = moved + 1; at < end && at - moved <= maxWait; at++) {
    const place = places[at] as number;
    if (leg.opens[place] === 1) {
      if (passesAll && waits(leg, place)) latest = Math.min(latest, leg.to[place] as number);
      else addTo(held, leg, place);
      continue;
    }
    const rest = (held.size as number) - (leg.wholes[place] as number);
    if (latest < (leg.from[place] as number) || rest < 0 || isContradicted(leg, taken, at, held)) return false;
    if (rest <= 0) return true;
    closeIn(held, leg, place);
  }
  return false;
}

/** True if an order that closes within a trade could have been executed after the order that opens the next trade. */
function couldGoOn(leg: LegExecutions, taken: TakenOrders, { start, end }: TradeOrders, next: TradeOrders): boolean {
  const { places } = taken;
  const first = places[end] as number;
  if (leg.opens[first] === 0) return false;
  const opening = leg.from[first] as number;
  const before = nothingHeld(leg);
  for (let moved = start; moved < end; moved++) {
    const place = places[moved] as number;
    if (leg.opens[place] === 1) addTo(before, leg, place);
    else {
      const isNear = end - moved <= maxWait && (leg.to[place] as number) >= opening;
      if (isNear && waits(leg, place) && isOpenAt(leg, taken, before.copy(), moved, next)) return true;
      closeIn(before, leg, place);
    }
  }
  return false;
}

/** `held`: before the order that closes and is moved. */
function isOpenAt(
  leg: LegExecutions,
  taken: TakenOrders,
  held: FloatEntries,
  moved: number,
  next: TradeOrders,
): boolean {
  const { places } = taken;
  for (let at = moved + 1; at < next.end; at++) {
    const place = places[at] as number;
    if (leg.opens[place] === 1) {
      addTo(held, leg, place);
      if (isContradicted(leg, taken, moved, held)) return false;
      if (at >= next.start && taken.verdicts[moved] === verdicts.agrees) return true;
    } else {
      if (isContradicted(leg, taken, at, held)) return false;
      if (at >= next.start) return true;
      closeIn(held, leg, place);
    }
  }
  return true;
}

/** True if the PnL of an order that closes, which agrees with the entry where it was taken, does not agree with another one. */
function isContradicted(
  leg: LegExecutions,
  { places, verdicts: told }: TakenOrders,
  at: number,
  held: FloatEntries,
): boolean {
  return told[at] === verdicts.agrees && !agrees(leg, places[at] as number, held);
}
