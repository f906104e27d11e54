/** What is not certain of trades whose orders were taken by `takeOrders` (docs/trades.md 2.4, 2.5). */
import {
  addTo,
  agrees,
  closeIn,
  type Held,
  type LaneExecutions,
  maxWait,
  nothingHeld,
  type TakenOrders,
  verdicts,
  waits,
} from './executions.ts';

/** For each order in the order in which they were taken: the earliest and the latest time at which it was executed. */
export interface ExecutionTimes {
  readonly earliest: Float64Array;
  /** Infinite if it is not known. */
  readonly latest: Float64Array;
}

/** The orders of a trade in the order in which they were taken: from `start` to before `end`. */
export interface TradePart {
  readonly start: number;
  readonly end: number;
  readonly hasExcess: boolean;
}

/** `parts`: all trades of the lane. */
export function executionTimes(
  { from, to }: LaneExecutions,
  { places }: TakenOrders,
  parts: readonly TradePart[],
): ExecutionTimes {
  const earliest = new Float64Array(places.length);
  const latest = new Float64Array(places.length);
  let before = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < places.length; at++) {
    before = Math.max(before, from[places[at] as number] as number);
    earliest[at] = before;
  }
  let after = Number.POSITIVE_INFINITY;
  for (const { start, end } of parts.toReversed()) {
    let own = Number.POSITIVE_INFINITY;
    for (let at = start; at < end; at++) own = Math.min(own, to[places[at] as number] as number);
    // A trade of which no order was executed by then may as a whole have come after the next ones.
    let bound = own <= after ? after : Number.POSITIVE_INFINITY;
    after = Math.min(after, own);
    for (let at = end - 1; at >= start; at--) {
      bound = Math.min(bound, to[places[at] as number] as number);
      latest[at] = Math.max(bound, earliest[at] as number);
    }
  }
  return { earliest, latest };
}

/** Returns 1 for each trade whose orders could be taken in another way that gives other trades. `parts`: all trades of the lane. */
export function doubtfulTrades(lane: LaneExecutions, taken: TakenOrders, parts: readonly TradePart[]): Uint8Array {
  const doubtful = new Uint8Array(parts.length);
  const { places } = taken;
  let lastEnd = Number.NEGATIVE_INFINITY;
  for (const [index, part] of parts.entries()) {
    const { start, end, hasExcess } = part;
    const next = parts[index + 1];
    const markBoth = () => doubtful.fill(1, index, index + 2);
    let hasContradiction = false;
    let hasWaiting = false;
    for (let at = start; at < end; at++) {
      const place = places[at] as number;
      if (waits(lane, place)) {
        hasWaiting = true;
        lastEnd = Math.max(lastEnd, lane.to[place] as number);
      }
      if (taken.verdicts[at] === verdicts.contradicts) hasContradiction = true;
      if (taken.choices[at] === 1) markBoth();
    }
    if (hasContradiction && lastEnd >= (lane.from[places[start] as number] as number)) doubtful[index] = 1;
    if (!hasWaiting || hasExcess) continue;
    if (couldEndEarlier(lane, taken, part)) doubtful[index] = 1;
    if (next !== undefined && couldGoOn(lane, taken, part, next)) markBoth();
  }
  return doubtful;
}

/** True if an order that opens within a trade could have been executed after the position was flat without it. */
function couldEndEarlier(lane: LaneExecutions, taken: TakenOrders, { start, end }: TradePart): boolean {
  const { places } = taken;
  const before = nothingHeld(lane);
  for (let moved = start; moved < end; moved++) {
    const place = places[moved] as number;
    if (lane.opens[place] === 0) closeIn(before, lane, place);
    else {
      if (waits(lane, place) && isFlatWithout(lane, taken, { ...before }, moved, end)) return true;
      addTo(before, lane, place);
    }
  }
  return false;
}

/** `held`: before the order that opens and is moved. */
function isFlatWithout(lane: LaneExecutions, taken: TakenOrders, held: Held, moved: number, end: number): boolean {
  const { places } = taken;
  const latest = lane.to[places[moved] as number] as number;
  for (let at = moved + 1; at < end && at - moved <= maxWait; at++) {
    const place = places[at] as number;
    if (lane.opens[place] === 1) {
      addTo(held, lane, place);
      continue;
    }
    const rest = (held.size as number) - (lane.wholes[place] as number);
    if (latest < (lane.from[place] as number) || rest < 0 || isContradicted(lane, taken, at, held)) return false;
    if (rest <= 0) return true;
    closeIn(held, lane, place);
  }
  return false;
}

/** True if an order that closes within a trade could have been executed after the order that opens the next trade. */
function couldGoOn(lane: LaneExecutions, taken: TakenOrders, { start, end }: TradePart, next: TradePart): boolean {
  const { places } = taken;
  const first = places[end] as number;
  if (lane.opens[first] === 0) return false;
  const opening = lane.from[first] as number;
  const before = nothingHeld(lane);
  for (let moved = start; moved < end; moved++) {
    const place = places[moved] as number;
    if (lane.opens[place] === 1) addTo(before, lane, place);
    else {
      const isNear = end - moved <= maxWait && (lane.to[place] as number) >= opening;
      if (isNear && waits(lane, place) && isOpenAt(lane, taken, { ...before }, moved, next)) return true;
      closeIn(before, lane, place);
    }
  }
  return false;
}

/** `held`: before the order that closes and is moved. */
function isOpenAt(lane: LaneExecutions, taken: TakenOrders, held: Held, moved: number, next: TradePart): boolean {
  const { places } = taken;
  for (let at = moved + 1; at < next.end; at++) {
    const place = places[at] as number;
    if (lane.opens[place] === 1) {
      addTo(held, lane, place);
      if (isContradicted(lane, taken, moved, held)) return false;
      if (at >= next.start && taken.verdicts[moved] === verdicts.agrees) return true;
    } else {
      if (isContradicted(lane, taken, at, held)) return false;
      if (at >= next.start) return true;
      closeIn(held, lane, place);
    }
  }
  return true;
}

/** True if the PnL of an order that closes, which agrees with the entry where it was taken, does not agree with another one. */
function isContradicted(
  lane: LaneExecutions,
  { places, verdicts: told }: TakenOrders,
  at: number,
  held: Held,
): boolean {
  return (
    told[at] === verdicts.agrees &&
    (held.unpriced > 0 || !agrees(lane, places[at] as number, held.cost / held.quantity))
  );
}
