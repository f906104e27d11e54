import type { PlanOrder } from '../../../../shared/contract/orders.ts';
import type { PositionSide } from '../../../../shared/orders/trades.ts';
import { closingSide, hasStop, type Protection } from '../../../../shared/risk/protection.ts';
import { compareDecimals } from '../../../../shared/values/decimal.ts';
import type { Decimal, Timestamp } from '../../../../shared/values/domain.ts';
import { perObject } from '../../../platform/per-object.ts';

/**
 * What has changed of a position's stops, or is close, so that the user should look (docs/risk.md 3). `gone`, `less`: a stop of the position was
 * canceled or failed, and nothing, or less than it, is covered since. `in-range`: today's prices have reached the level of the nearest stop.
 */
export type StopAlarm = { kind: 'gone' | 'less'; plan: PlanOrder } | { kind: 'in-range' };

export interface DayRange {
  low: Decimal | null;
  high: Decimal | null;
}

interface Held {
  symbol: string;
  marginMode: string;
  side: PositionSide;
  since: Timestamp;
}

/** A tick looks for the lost stops of every position whose price has changed. */
const bySymbol = perObject((ended: readonly PlanOrder[]) => Map.groupBy(ended, ({ symbol }) => symbol));

/** `ended`: plan orders that were canceled or failed, the newest first. */
export function stopAlarm(
  position: Held,
  protection: Protection | null,
  ended: readonly PlanOrder[],
  { low, high }: DayRange,
): StopAlarm | null {
  if (protection === null) return null;
  const { stops } = protection;
  const lost = bySymbol(ended)
    .get(position.symbol)
    ?.find(
      (plan) =>
        isStopOf(plan, position) && plan.quantity !== null && compareDecimals(plan.quantity, stops.all.quantity) > 0,
    );
  if (lost && hasStop(protection) === false) return { kind: 'gone', plan: lost };
  const isWhole = compareDecimals(stops.all.percent, '100') >= 0;
  if (lost && hasStop(protection) === true && !isWhole) return { kind: 'less', plan: lost };
  const level = stops.orders[0]?.level;
  const isInRange =
    level !== undefined &&
    low !== null &&
    high !== null &&
    compareDecimals(level, low) >= 0 &&
    compareDecimals(level, high) <= 0;
  return isInRange ? { kind: 'in-range' } : null;
}

/** True for a plan order of the symbol that waited as a stop of a position while it was open. */
function isStopOf({ marginMode, side, triggerDirection, createdAt, ended }: PlanOrder, position: Held): boolean {
  const way = position.side === 'long' ? 'falls-to' : 'rises-to';
  return (
    marginMode === position.marginMode &&
    side === closingSide[position.side] &&
    triggerDirection === way &&
    Math.max(createdAt, ended?.missedAt ?? 0) >= position.since
  );
}
