import { dayOfNumber } from '../../../../shared/days.ts';
import { monthNumber, startOfMonth } from './calendar.ts';

export interface DayTick {
  /** As `dayNumber` counts. */
  at: number;
  label: string;
}

const daySteps = [1, 2, 7, 14];
const monthSteps = [1, 2, 3, 6, 12, 24, 60, 120, 240];

/**
 * Marks for an axis of days from `from` to `to`, at most `most`, at days where a reader expects them: every so many days of
 * a short time, the first of months or years of a long one.
 */
export function dayTicks(from: number, to: number, most: number): DayTick[] {
  const first = Math.ceil(from);
  const last = Math.floor(to);
  for (const step of daySteps) {
    if (Math.floor((last - first) / step) + 1 > most) continue;
    const ticks: DayTick[] = [];
    for (let at = first; at <= last; at += step) ticks.push({ at, label: dayOfNumber(at).slice(5) });
    return ticks;
  }
  let ticks: DayTick[] = [];
  for (const step of monthSteps) {
    ticks = monthTicks(first, last, step);
    if (ticks.length <= most) break;
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
