import { movePercent, moveTo } from '../../../shared/plans/plan-distance.ts';
import { smallest } from '../../../shared/values/extremes.ts';
import { isTold } from '../../../shared/values/told.ts';
import type { PlanRow } from '../../domain/plans/plan-row.ts';
import { planFigures } from '../../domain/plans/plan-row.ts';

/** Largest distance (percent) on the axis. Plan orders farther away are at its ends. */
const endPercent = 20;
/** Distance (percent) up to which the axis is nearly linear. */
const linearPercent = 0.25;
/** Distances (percent) of the lines of the axis, on both sides. */
export const radarTicks = [-5, -1, 0, 1, 5] as const;

/** The plan orders of one symbol of an account, on the axis of distance. */
export interface RadarRow {
  account: string;
  symbol: string;
  /** Places of the 24h low and high, from 0 to 1; `null` if they are unknown. */
  day: { from: number; to: number } | null;
  marks: readonly RadarMark[];
}

interface RadarMark {
  plan: PlanRow;
  /** From 0 at the left end to 1; 0.5 is the last price. */
  place: number;
}

/** Returns the place of a distance in percent: 0.5 is none. Equal steps far away are closer together than near the price. */
export function radarPlace(percent: number): number {
  const scaled = (distance: number): number => Math.asinh(distance / linearPercent);
  const part = scaled(Math.min(endPercent, Math.max(-endPercent, percent))) / scaled(endPercent);
  return 0.5 + part / 2;
}

interface DayRange {
  high: string | null;
  low: string | null;
}

/** Returns a row for each symbol with plan orders whose distance is known, that with the nearest plan order first. */
export function radarRows(plans: readonly PlanRow[], dayOf: (row: PlanRow) => DayRange | undefined): RadarRow[] {
  const groups = Map.groupBy(plans.filter(isPlaced), ({ account, symbol }) => `${account} ${symbol}`);
  const rows = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const marks = group.map((plan) => ({ plan, place: placeOf(plan.triggerPrice, plan) ?? 0.5 }));
    const day = dayOf(first);
    const [from, to] = [placeOf(day?.low ?? null, first), placeOf(day?.high ?? null, first)];
    const row: RadarRow = {
      account: first.account,
      symbol: first.symbol,
      day: from === null || to === null ? null : { from, to },
      marks,
    };
    return [{ row, nearest: smallest(marks.map(({ place }) => Math.abs(place - 0.5))) }];
  });
  return rows.sort((a, b) => a.nearest - b.nearest).map(({ row }) => row);
}

function isPlaced(plan: PlanRow): boolean {
  return planFigures(plan).triggerPercent !== null;
}

function placeOf(price: string | null, { last }: PlanRow): number | null {
  const percent = price === null || !isTold(last) ? null : movePercent(last, moveTo(last, price), 4);
  return percent === null ? null : radarPlace(Number(percent));
}
