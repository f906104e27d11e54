import type { Timestamp } from './domain.ts';
import { timeFormatter } from './time.ts';

const dayLength = 86_400_000;
/** Transitions are at whole seconds. */
const shortest = 1000;
/** Before and after these a zone keeps the offset that it has there: no order is that old or that new. */
const firstKnown = Date.UTC(1900, 0, 1);
const lastKnown = Date.UTC(2200, 0, 1);
/** What is read at once. */
const spanLength = 64 * dayLength;

/** A part of the time and the offsets in force in it: `offsets[i]` from `starts[i]` on. */
interface Span {
  starts: readonly number[];
  offsets: readonly number[];
}

/** Milliseconds by which a zone's clocks are ahead of UTC. */
export interface ZoneOffsets {
  /** Fast enough for millions of times: the zone is looked up once for each two months. */
  at(time: Timestamp): number;
}

const known = new Map<string, ZoneOffsets>();

/** Throws a RangeError where this machine does not know the zone. */
export function zoneOffsets(zone: string): ZoneOffsets {
  let offsets = known.get(zone);
  if (!offsets) {
    offsets = new KnownOffsets(zone);
    known.set(zone, offsets);
  }
  return offsets;
}

class KnownOffsets implements ZoneOffsets {
  readonly #formatter: Intl.DateTimeFormat;
  readonly #spans: (Span | undefined)[] = [];
  /** The answer before holds from `#from` to `#to`: times come in the order of time more often than not. */
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
    const within = time < firstKnown ? firstKnown : time < lastKnown ? time : lastKnown - 1;
    const place = Math.floor((within - firstKnown) / spanLength);
    const { starts, offsets } = this.#spans[place] ?? this.#readSpan(place);
    let part = starts.length - 1;
    while (part > 0 && within < (starts[part] as number)) part--;
    this.#offset = offsets[part] as number;
    this.#from = starts[part] as number;
    this.#to = starts[part + 1] ?? firstKnown + (place + 1) * spanLength;
    if (within !== time) this.#to = this.#from;
  }

  #readSpan(place: number): Span {
    const start = firstKnown + place * spanLength;
    let offset = this.#read(start);
    const starts = [start];
    const offsets = [offset];
    // A day further: a transition shortly after the span can begin within it, see `startForDays`.
    for (let time = start; time <= start + spanLength; time += dayLength) {
      const next = this.#read(time + dayLength);
      this.#findTransitions(time, offset, time + dayLength, next, (transition, before, after) => {
        starts.push(startForDays(transition, before, after));
        offsets.push(after);
      });
      offset = next;
    }
    const span = { starts, offsets };
    this.#spans[place] = span;
    return span;
  }

  /** The transitions after `from` and up to `to`, in their order; two that cancel each other within a day are not seen. */
  #findTransitions(
    from: number,
    before: number,
    to: number,
    after: number,
    found: (transition: number, before: number, after: number) => void,
  ): void {
    if (before === after) return;
    if (to - from <= shortest) {
      found(to, before, after);
      return;
    }
    const middle = from + Math.floor((to - from) / 2 / shortest) * shortest;
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
 * Where clocks were set back from a minute past midnight into the day before (America/St_Johns until 2011), that day would
 * end twice. Setting them back at midnight makes every day of the calendar one span of time.
 */
function startForDays(transition: number, before: number, after: number): number {
  const dayBefore = Math.floor((transition - 1 + before) / dayLength);
  const dayAfter = Math.floor((transition + after) / dayLength);
  return dayAfter < dayBefore ? dayBefore * dayLength - before : transition;
}
