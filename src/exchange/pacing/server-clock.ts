import type { Timestamp } from '../../shared/domain.ts';

/** A moment by both clocks of this machine. */
export interface ClockMark {
  /** What it shows, epoch milliseconds: it can be set. */
  readonly wall: Timestamp;
  /** Milliseconds from some beginning: it only runs on. */
  readonly monotonic: number;
}

interface Estimate {
  /** The offset is neither less nor more than these. */
  readonly least: number;
  readonly most: number;
  readonly since: ClockMark;
}

const longestUseMs = 600_000;
const jumpMs = 1000;
const resolutionMs = 1000;
/** The one form that servers may send (RFC 9110, 5.6.7). */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const earliestDate = Date.UTC(2009, 0, 1);
const latestDate = Date.UTC(2101, 0, 1);

/**
 * The service's clock, from the `Date` headers of its answers (venue-notes, "Limits and errors": there is nothing else). Each tells
 * the time to the second, at some moment between sending and receiving; what fits all of them is much closer.
 */
export class ServerClock {
  readonly #wallNow: () => Timestamp;
  readonly #monotonicNow: () => number;
  #estimate: Estimate | null = null;

  constructor(wallNow: () => Timestamp, monotonicNow: () => number) {
    this.#wallNow = wallNow;
    this.#monotonicNow = monotonicNow;
  }

  /** To be taken when a request is sent. */
  mark(): ClockMark {
    return { wall: this.#wallNow(), monotonic: this.#monotonicNow() };
  }

  /**
   * To be told as soon as the answer to a request begins to arrive. A date that cannot be read, is not of this century or comes
   * from a cache teaches nothing; any other is believed, however far from this machine's clock.
   */
  learn(headers: Headers, sent: ClockMark): void {
    const received = this.mark();
    const told = headers.has('age') ? null : readDate(headers.get('date') ?? '');
    if (told === null || hasJumped(sent, received)) return;
    const least = told - received.wall;
    const most = told + resolutionMs - sent.wall;
    const known = this.#usable(received);
    const fresh = { least, most, since: received };
    if (known === null || received.monotonic - known.since.monotonic > longestUseMs) {
      this.#estimate = fresh;
      return;
    }
    const both = { least: Math.max(least, known.least), most: Math.min(most, known.most), since: known.since };
    this.#estimate = both.least <= both.most ? both : fresh;
  }

  /** Milliseconds to add to this machine's clock; `null` while unknown, or since this machine's clock was set. */
  get offset(): number | null {
    const estimate = this.#usable(this.mark());
    return estimate === null ? null : Math.round((estimate.least + estimate.most) / 2);
  }

  /** The service's time, epoch milliseconds; this machine's while nothing better is known. */
  now(): Timestamp {
    return this.#wallNow() + (this.offset ?? 0);
  }

  #usable(now: ClockMark): Estimate | null {
    return this.#estimate === null || hasJumped(this.#estimate.since, now) ? null : this.#estimate;
  }
}

/** The clock was set in between, or the machine slept. */
function hasJumped(from: ClockMark, to: ClockMark): boolean {
  return Math.abs(to.wall - from.wall - (to.monotonic - from.monotonic)) > jumpMs;
}

/** The header's time in epoch milliseconds; `null` where it is not one. */
export function readDate(text: string): Timestamp | null {
  if (!httpDate.test(text)) return null;
  const time = Date.parse(text);
  return time >= earliestDate && time < latestDate ? time : null;
}
