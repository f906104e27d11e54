import type { Timestamp } from '../values/domain.ts';
import { numberAt } from '../values/elements.ts';
import { timeFormatter } from './time.ts';

const dayMs = 86_400_000;
/** Transitions are at whole seconds. */
const resolutionMs = 1000;
/** Outside these times the nearest known offset is used. No order is that old or that new. */
const firstKnown = Date.UTC(1900, 0, 1);
const lastKnown = Date.UTC(2200, 0, 1);
/** Length of a cached interval (ms). */
const intervalMs = 64 * dayMs;

/** Offsets within one interval: `offsets[i]` applies from `starts[i]` on. */
interface ZoneInterval {
  starts: readonly number[];
  offsets: readonly number[];
}

/** Offsets of a time zone. */
export interface ZoneOffsets {
  /** Returns the milliseconds by which the zone is ahead of UTC. Fast enough for millions of times: results are cached per 64 days. */
  at(time: Timestamp): number;
}

const known = new Map<string, ZoneOffsets>();

/** Throws a RangeError for an unknown zone. */
export function zoneOffsets(zone: string): ZoneOffsets {
  let offsets = known.get(zone);
  if (!offsets) {
    offsets = new CachedOffsets(zone);
    known.set(zone, offsets);
  }
  return offsets;
}

class CachedOffsets implements ZoneOffsets {
  readonly #formatter: Intl.DateTimeFormat;
  readonly #intervals: (ZoneInterval | undefined)[] = [];
  /** The last offset applies from `#from` to `#to`: successive times are usually close to each other. */
  #from = Number.POSITIVE_INFINITY;
  #to = Number.NEGATIVE_INFINITY;
  #offset = 0;

  constructor(zone: string) {
    this.#formatter = timeFormatter(zone);
  }

  at(time: Timestamp): number {
    if (time < this.#from || time >= this.#to) this.#lookUp(time);
    return this.#offset;
  }

  #lookUp(time: Timestamp): void {
    const bounded = time < firstKnown ? firstKnown : time < lastKnown ? time : lastKnown - 1;
    const index = Math.floor((bounded - firstKnown) / intervalMs);
    const { starts, offsets } = this.#intervals[index] ?? this.#readInterval(index);
    let part = starts.length - 1;
    while (part > 0 && bounded < numberAt(starts, part)) part--;
    this.#offset = numberAt(offsets, part);
    this.#from = numberAt(starts, part);
    this.#to = starts[part + 1] ?? firstKnown + (index + 1) * intervalMs;
    if (bounded !== time) this.#to = this.#from;
  }

  #readInterval(index: number): ZoneInterval {
    const start = firstKnown + index * intervalMs;
    let offset = this.#read(start);
    const starts = [start];
    const offsets = [offset];
    // One day more, because `startForDays` can move a transition shortly after the interval into it.
    for (let time = start; time <= start + intervalMs; time += dayMs) {
      const next = this.#read(time + dayMs);
      this.#findTransitions(time, offset, time + dayMs, next, (transition, before, after) => {
        starts.push(startForDays(transition, before, after));
        offsets.push(after);
      });
      offset = next;
    }
    const interval = { starts, offsets };
    this.#intervals[index] = interval;
    return interval;
  }

  /** Finds the transitions after `from` and up to `to`, in order. Misses two transitions within a day that cancel each other. */
  #findTransitions(
    from: number,
    before: number,
    to: number,
    after: number,
    found: (transition: number, before: number, after: number) => void,
  ): void {
    if (before === after) return;
    if (to - from <= resolutionMs) {
      found(to, before, after);
      return;
    }
    const middle = from + Math.floor((to - from) / 2 / resolutionMs) * resolutionMs;
    const between = this.#read(middle);
    this.#findTransitions(from, before, middle, between, found);
    this.#findTransitions(middle, between, to, after, found);
  }

  #read(time: number): number {
    const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
    for (const { type, value } of this.#formatter.formatToParts(time)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - time;
  }
}

/**
 * Moves a transition to midnight if it set clocks back from just after midnight into the day before (America/St_Johns until 2011). Otherwise
 * that day would end twice. So every day of the calendar is one time range.
 */
function startForDays(transition: number, before: number, after: number): number {
  const dayBefore = Math.floor((transition - 1 + before) / dayMs);
  const dayAfter = Math.floor((transition + after) / dayMs);
  return dayAfter < dayBefore ? dayBefore * dayMs - before : transition;
}
