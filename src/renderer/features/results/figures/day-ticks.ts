import { dayOfNumber } from '../../../../shared/days.ts';
import { monthNumber, startOfMonth } from './calendar.ts';

export interface DayTick {
  /** Day number (`dayNumber`). */
  at: number;
  label: string;
}

const daySteps = [1, 2, 7, 14];
const monthSteps = [1, 2, 3, 6, 12, 24, 60, 120, 240];

/**
 * Returns at most `maxTicks` ticks of an axis from day `from` to day `to`: every 1, 2, 7 or 14 days of a short time,
 * and the first days of months or years of a longer one.
 */
export function dayTicks(from: number, to: number, maxTicks: number): DayTick[] {
  const first = Math.ceil(from);
  const last = Math.floor(to);
  for (const step of daySteps) {
    if (Math.floor((last - first) / step) + 1 > maxTicks) continue;
    const ticks: DayTick[] = [];
    for (let at = first; at <= last; at += step) ticks.push({ at, label: dayOfNumber(at).slice(5) });
    return ticks;
  }
  let ticks: DayTick[] = [];
  for (const step of monthSteps) {
    ticks = monthTicks(first, last, step);
    if (ticks.length <= maxTicks) break;
  }
  return ticks;
}

function monthTicks(first: number, last: number, step: number): DayTick[] {
  const ticks: DayTick[] = [];
  for (
    let month = Math.ceil(monthNumber(dayOfNumber(first)) / step) * step;
    startOfMonth(month) <= last;
    month += step
  ) {
    const at = startOfMonth(month);
    if (at >= first) ticks.push({ at, label: dayOfNumber(at).slice(0, step % 12 === 0 ? 4 : 7) });
  }
  return ticks;
}
