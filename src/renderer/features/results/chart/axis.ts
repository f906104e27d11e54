import { dayOfNumber } from '../../../../shared/time/days.ts';
import { monthNumber, startOfMonth } from '../figures/calendar.ts';

/** Returns at most about `max` of the ticks: zero and those at an equal number of steps from it. Ticks are equally spaced. */
export function ticksWithZero<Tick extends { value: number }>(ticks: readonly Tick[], max: number): Tick[] {
  const zero = Math.max(
    0,
    ticks.findIndex(({ value }) => value === 0),
  );
  const step = Math.max(1, Math.ceil(ticks.length / max));
  return ticks.filter((_, index) => (index - zero) % step === 0);
}

interface DayTick {
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

/** Distance (CSS pixels) between two labels beside each other. */
const labelGap = 4;

/** Returns the number of bars from one label to the next, so that labels of a width (CSS pixels) do not touch. `room`: width of a bar with its gap. */
export function labelStep(width: number, room: number): number {
  return Math.max(1, Math.ceil((width + labelGap) / room));
}

/** Returns the name, or its beginning with “…” if the whole name does not fit. `fits`: false for every text that is longer than one which does not fit. */
export function shortenedName(name: string, fits: (text: string) => boolean): string {
  if (fits(name)) return name;
  const characters = Array.from(name);
  let [shown, tooMany] = [1, characters.length];
  while (shown + 1 < tooMany) {
    const middle = (shown + tooMany) >> 1;
    if (fits(beginning(characters, middle))) shown = middle;
    else tooMany = middle;
  }
  return beginning(characters, shown);
}

function beginning(characters: readonly string[], count: number): string {
  return `${characters.slice(0, count).join('')}…`;
}
