import type { Timestamp } from '../../shared/values/domain.ts';
import { readAge } from '../http-transport.ts';
import type { ReadTime } from '../order-rows.ts';

/** A moment by both clocks of this computer. */
export interface ClockMark {
  /** Wall clock, epoch milliseconds. The user can set it. */
  readonly wall: Timestamp;
  /** Milliseconds since an arbitrary start. Never set back. */
  readonly monotonic: number;
}

/** Bounds of the offset between the service's clock and the wall clock (ms). */
interface Estimate {
  readonly min: number;
  readonly max: number;
  readonly since: ClockMark;
}

/** Age (ms) at which an estimate is replaced. */
const maxEstimateMs = 600_000;
/** Difference (ms) between the progress of both clocks that counts as a set clock or a sleep. */
const jumpMs = 1000;
/** Resolution (ms) of an HTTP date, and of an age. */
const resolutionMs = 1000;
/** Largest difference (ms) of both clocks while it is unknown: the service refuses signed requests beyond (docs/service.md 10.1). */
const maxUnknownMs = 60_000;
/** Age (ms) of a cached response whose date still tells the time. */
const maxAgeMs = 5000;
/** The only form of a date that servers may send (RFC 9110, 5.6.7). */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const earliestDate = Date.UTC(2009, 0, 1);
const latestDate = Date.UTC(2101, 0, 1);
const seconds = /^\d{1,9}$/;

/**
 * Estimates the service's clock from the `Date` headers of its responses, the only source of its time (docs/service.md 10.2). A header
 * gives the time to the second, at some moment between request and response. Intersecting several headers makes the estimate more precise.
 */
export class ServerClock {
  readonly #wallNow: () => Timestamp;
  readonly #monotonicNow: () => number;
  #estimate: Estimate | null = null;

  constructor(wallNow: () => Timestamp, monotonicNow: () => number) {
    this.#wallNow = wallNow;
    this.#monotonicNow = monotonicNow;
  }

  /** Returns the current moment. Take a mark when a request is sent. */
  mark(): ClockMark {
    return { wall: this.#wallNow(), monotonic: this.#monotonicNow() };
  }

  /**
   * Learns from a response that begins to arrive now. Ignores a date that is unreadable, outside 2009 to 2100, or older than 5 s by
   * its `Age`; accepts any other, however far from this computer's clock. Front ends also send an age of 0 with responses of the service.
   */
  learn(headers: Headers, sent: ClockMark): void {
    const received = this.mark();
    const ageMs = readAge(headers);
    const date = ageMs !== null && ageMs > maxAgeMs ? null : readDate(headers.get('date') ?? '');
    if (date === null || hasJumped(sent, received)) return;
    const earliest = sent.wall - (ageMs === null ? 0 : ageMs + resolutionMs);
    const fresh = { min: date - received.wall, max: date + resolutionMs - earliest, since: received };
    const known = this.#usable(received);
    if (known === null || received.monotonic - known.since.monotonic > maxEstimateMs) {
      this.#estimate = fresh;
      return;
    }
    const min = Math.max(fresh.min, known.min);
    const max = Math.min(fresh.max, known.max);
    this.#estimate = min <= max ? { min, max, since: known.since } : fresh;
  }

  /** The service's clock minus this computer's (ms); `null` while unknown, and after this computer's clock was set. */
  get offset(): number | null {
    const estimate = this.#usable(this.mark());
    return estimate === null ? null : Math.round((estimate.min + estimate.max) / 2);
  }

  /** The service's time (epoch ms); this computer's while the service's is unknown. */
  now(): Timestamp {
    return this.#wallNow() + (this.offset ?? 0);
  }

  /**
   * Returns bounds of the service's time for a moment between a signed request and its response, both times of this computer. `null` if this
   * computer's clock was set back meanwhile.
   */
  between(sent: Timestamp, received: Timestamp): ReadTime | null {
    const { min, max } = this.#usable(this.mark()) ?? { min: -maxUnknownMs, max: maxUnknownMs };
    const [earliest, latest] = [Math.floor(sent + min), Math.ceil(received + max)];
    return earliest <= latest ? { earliest, latest } : null;
  }

  #usable(now: ClockMark): Estimate | null {
    return this.#estimate === null || hasJumped(this.#estimate.since, now) ? null : this.#estimate;
  }
}

/** True if the wall clock was set between both marks, or the computer slept. */
function hasJumped(from: ClockMark, to: ClockMark): boolean {
  return Math.abs(to.wall - from.wall - (to.monotonic - from.monotonic)) > jumpMs;
}

/** Returns the time of a `Date` header (epoch ms); `null` if it is unreadable or outside 2009 to 2100. */
function readDate(text: string): Timestamp | null {
  if (!httpDate.test(text)) return null;
  const time = Date.parse(text);
  return time >= earliestDate && time < latestDate ? time : null;
}

/**
 * Returns the delay of a `Retry-After` header (ms), given in seconds or as a date; negative for a past date. `serviceNow`: the service's
 * time (epoch ms). Returns `null` if the header is missing or unreadable.
 */
export function readRetryAfter(headers: Headers, serviceNow: Timestamp): number | null {
  const text = headers.get('retry-after')?.trim();
  if (text === undefined) return null;
  if (seconds.test(text)) return Number(text) * 1000;
  const date = readDate(text);
  return date === null ? null : date - serviceNow;
}
