import type { Timestamp } from '../../../shared/domain.ts';

/** What a page brought. */
interface Step {
  /** Monotonic milliseconds. */
  readonly at: number;
  readonly rows: number;
  /** Milliseconds of the past that the page reached across. */
  readonly covered: number;
}

/** As long as the limiter's window and a half: what comes in bursts is even over that. */
const windowMs = 15_000;
const shortestMs = 1000;
/** Pages are of uneven lengths of the past. */
const fewestSteps = 5;

/** How fast a reading goes, over its last seconds. */
export class Progress {
  /** Rows that were new. */
  fetched = 0;
  readonly #now: () => number;
  #since: number;
  #steps: Step[] = [];

  /** `now`: monotonic milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
    this.#since = now();
  }

  note(rows: number, covered: number): void {
    this.fetched += rows;
    this.#steps.push({ at: this.#now(), rows, covered: Math.max(0, covered) });
    this.#forget();
  }

  /** Rows a second; `null` while it is too early to say. */
  get rate(): number | null {
    const seconds = this.#seconds();
    return seconds === null ? null : this.#steps.reduce((sum, step) => sum + step.rows, 0) / seconds;
  }

  /** In how many seconds so many milliseconds of the past are read; `null` while nothing tells. */
  secondsFor(remaining: Timestamp): number | null {
    if (remaining <= 0) return 0;
    this.#forget();
    const [first, ...others] = this.#steps.filter(({ covered }) => covered > 0);
    if (first === undefined || others.length < fewestSteps) return null;
    const covered = others.reduce((sum, step) => sum + step.covered, 0);
    return (remaining * (this.#now() - first.at)) / covered / 1000;
  }

  #seconds(): number | null {
    this.#forget();
    const elapsed = this.#now() - Math.max(this.#since, this.#now() - windowMs);
    return elapsed < shortestMs || this.#steps.length === 0 ? null : elapsed / 1000;
  }

  #forget(): void {
    const earliest = this.#now() - windowMs;
    if ((this.#steps[0]?.at ?? earliest) < earliest) this.#steps = this.#steps.filter(({ at }) => at >= earliest);
  }
}
