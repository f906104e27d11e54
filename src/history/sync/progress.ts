import type { Timestamp } from '../../shared/values/domain.ts';
import type { Span } from '../store/spans.ts';

interface Sample {
  /** Monotonic milliseconds. */
  readonly at: number;
  readonly rows: number;
  /** Milliseconds of the past between the two ends of the page. */
  readonly covered: number;
}

/** Averaging period (ms): 1.5 windows of the rate limiter, which evens out bursts. */
const windowMs = 15_000;
const minElapsedMs = 1000;
/** Pages that cover some time which an estimate needs, because pages cover unequal times. */
const minSamples = 5;

/** Speed of a download over the last seconds. */
export class Progress {
  /** New rows. */
  fetched = 0;
  readonly #now: () => number;
  readonly #startedAt: number;
  #samples: Sample[] = [];

  /** `now`: monotonic milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
    this.#startedAt = now();
  }

  add(rows: number, covered: number): void {
    this.fetched += rows;
    this.#samples.push({ at: this.#now(), rows, covered });
  }

  /** Rows per second; `null` if it is too early to say. */
  get rate(): number | null {
    const samples = this.#recent();
    const elapsed = Math.min(windowMs, this.#now() - this.#startedAt);
    if (elapsed < minElapsedMs || samples.length === 0) return null;
    return samples.reduce((sum, { rows }) => sum + rows, 0) / (elapsed / 1000);
  }

  /** Seconds in which `remaining` milliseconds of the past will be read; `null` if there are too few samples. */
  secondsFor(remaining: number): number | null {
    if (remaining <= 0) return 0;
    const [first, ...others] = this.#recent().filter(({ covered }) => covered > 0);
    if (first === undefined || others.length < minSamples) return null;
    const covered = others.reduce((sum, sample) => sum + sample.covered, 0);
    return (remaining * (this.#now() - first.at)) / covered / 1000;
  }

  #recent(): readonly Sample[] {
    const earliest = this.#now() - windowMs;
    this.#samples = this.#samples.filter(({ at }) => at >= earliest);
    return this.#samples;
  }
}

/**
 * Milliseconds of the past that are still to be read in one margin mode: gaps between spans, and the time from the oldest row back to
 * `accountStart`. `null` if a time is unknown.
 */
export function unreadMs(spans: readonly Span[], accountStart: Timestamp | null): number | null {
  let sum = 0;
  for (const [index, span] of spans.entries()) {
    if (span.isEnded) continue;
    const older = spans[index + 1];
    const from = span.oldest.createdAt;
    const to = older === undefined ? accountStart : older.newest.createdAt;
    if (from === null || to === null) return null;
    // A row before the supposed start proves it wrong.
    if (older === undefined && to >= from) return null;
    sum += Math.max(0, from - to);
  }
  return sum;
}
