/** Which trades are uncertain, because their orders could have been executed in another sequence that gives other trades (docs/trades.md 2.4). */

import type { Timestamp } from '../../../shared/values/domain.ts';
import { float64At, noElement, uint32At } from '../../../shared/values/elements.ts';
import type { FloatEntries } from '../entries.ts';
import type { TradeOrders } from '../read-trade.ts';
import { maxDeferral, pnlEvidence, type Sequence } from './inference.ts';
import { agrees, closeIn, isResting, type LegExecutions, nothingHeld, openIn } from './leg-executions.ts';

export interface Doubts {
  /** By trade: 1 if its orders could have been executed in another sequence that gives other trades. */
  readonly isUncertain: Uint8Array;
  /** By trade: latest end of the intervals of the resting orders before it. */
  readonly restingUntil: Float64Array;
}

/** `trades`: all trades of the sequence. `restingUntil`: latest end of the intervals of the resting orders before the sequence. */
export function doubtsOf(
  leg: LegExecutions,
  sequence: Sequence,
  trades: readonly TradeOrders[],
  restingUntil: Timestamp,
): Doubts {
  const doubts: Doubts = {
    isUncertain: new Uint8Array(trades.length),
    restingUntil: new Float64Array(trades.length),
  };
  const { isUncertain } = doubts;
  const { indexes, evidence, isAmbiguous, assumesAverage } = sequence;
  let lastEnd = restingUntil;
  for (let number = 0; number < trades.length; number++) {
    const trade = trades[number] as TradeOrders;
    const { start, end, excess } = trade;
    doubts.restingUntil[number] = lastEnd;
    const next = trades[number + 1];
    const markBoth = () => isUncertain.fill(1, number, number + 2);
    let [hasContradiction, hasResting, hasAssumption] = [false, false, false];
    for (let at = start; at < end; at++) {
      const index = uint32At(indexes, at);
      if (isResting(leg, index)) {
        hasResting = true;
        lastEnd = Math.max(lastEnd, float64At(leg.to, index));
      }
      if (evidence[at] === pnlEvidence.contradicts) hasContradiction = true;
      if (isAmbiguous[at] === 1) markBoth();
      if (assumesAverage[at] === 1) hasAssumption = true;
    }
    if (hasAssumption && hasResting) isUncertain[number] = 1;
    if (hasContradiction && lastEnd >= float64At(leg.from, uint32At(indexes, start))) isUncertain[number] = 1;
    if (!hasResting || excess > 0) continue;
    if (isUncertain[number] === 0 && couldEndEarlier(leg, sequence, trade)) isUncertain[number] = 1;
    if (next !== undefined && couldGoOn(leg, sequence, trade, next)) markBoth();
  }
  return doubts;
}

/** True if an order that opens within a trade could have been executed after the position was flat without it. */
function couldEndEarlier(leg: LegExecutions, sequence: Sequence, { start, end }: TradeOrders): boolean {
  const { indexes } = sequence;
  const isMovable = (at: number) => leg.opens[uint32At(indexes, at)] === 1 && isResting(leg, uint32At(indexes, at));
  let last = end - 1;
  while (last >= start && !isMovable(last)) last--;
  const before = nothingHeld(leg);
  for (let moved = start; moved <= last; moved++) {
    const index = uint32At(indexes, moved);
    if (leg.opens[index] === 0) closeIn(before, leg, index);
    else {
      const isEarlier = (passesAll: boolean) => isFlatWithout(leg, sequence, before.copy(), { moved, end, passesAll });
      if (isResting(leg, index) && (isEarlier(false) || (moved < last && isEarlier(true)))) return true;
      openIn(before, leg, index);
    }
  }
  return false;
}

/** `held`: before the order that opens and is moved. `passesAll`: moves the resting orders after it that open, too. */
function isFlatWithout(
  leg: LegExecutions,
  sequence: Sequence,
  held: FloatEntries,
  { moved, end, passesAll }: { readonly moved: number; readonly end: number; readonly passesAll: boolean },
): boolean {
  const { indexes } = sequence;
  let latest = float64At(leg.to, uint32At(indexes, moved));
  for (let at = moved + 1; at < end && at - moved <= maxDeferral; at++) {
    const index = uint32At(indexes, at);
    if (leg.opens[index] === 1) {
      if (passesAll && isResting(leg, index)) latest = Math.min(latest, float64At(leg.to, index));
      else openIn(held, leg, index);
      continue;
    }
    const whole = leg.wholes[index] ?? noElement(index);
    if (latest < float64At(leg.from, index) || held.size < whole || isContradicted(leg, sequence, at, held))
      return false;
    if (held.size === whole) return true;
    closeIn(held, leg, index);
  }
  return false;
}

/** True if an order that closes within a trade could have been executed after the order that opens the next trade. */
function couldGoOn(leg: LegExecutions, sequence: Sequence, { start, end }: TradeOrders, next: TradeOrders): boolean {
  const { indexes } = sequence;
  const first = uint32At(indexes, end);
  if (leg.opens[first] === 0) return false;
  const opening = float64At(leg.from, first);
  const before = nothingHeld(leg);
  for (let moved = start; moved < end; moved++) {
    const index = uint32At(indexes, moved);
    if (leg.opens[index] === 1) openIn(before, leg, index);
    else {
      const isNear = end - moved <= maxDeferral && float64At(leg.to, index) >= opening;
      if (isNear && isResting(leg, index) && isOpenAt(leg, sequence, before.copy(), moved, next)) return true;
      closeIn(before, leg, index);
    }
  }
  return false;
}

/** `held`: before the order that closes and is moved. */
function isOpenAt(
  leg: LegExecutions,
  sequence: Sequence,
  held: FloatEntries,
  moved: number,
  next: TradeOrders,
): boolean {
  const { indexes, evidence } = sequence;
  for (let at = moved + 1; at < next.end; at++) {
    const index = uint32At(indexes, at);
    if (leg.opens[index] === 1) {
      openIn(held, leg, index);
      if (isContradicted(leg, sequence, moved, held)) return false;
      if (at >= next.start && evidence[moved] === pnlEvidence.agrees) return true;
    } else {
      if (isContradicted(leg, sequence, at, held)) return false;
      if (at >= next.start) return true;
      closeIn(held, leg, index);
    }
  }
  return true;
}

/** True if an order that closes agrees with the entry at its point of the sequence, and not with another position. */
function isContradicted(leg: LegExecutions, { indexes, evidence }: Sequence, at: number, held: FloatEntries): boolean {
  return evidence[at] === pnlEvidence.agrees && !agrees(leg, uint32At(indexes, at), held);
}
