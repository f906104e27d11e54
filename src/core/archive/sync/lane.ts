import type { ErrorCode, Failure } from '../../../shared/errors.ts';
import { failureOf } from '../../failure-of.ts';
import { retryDelay } from './back-off.ts';

/** Runs something once after so many milliseconds. Answers a function that prevents it. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

export interface LaneOptions {
  /** What there is to do, to its end. Ends soon after the signal. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly schedule: Schedule;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Called when it starts, ends or fails. */
  readonly onChange: () => void;
  /** Called with what it fails with, where that is something else than the time before. */
  readonly onFailure: (error: unknown) => void;
}

/** The account's line was replaced by another one, which is there at once. */
const replacedLineMs = 200;

/** Some work that is tried again by itself after it failed, as far as that can help. */
export class Lane {
  readonly #options: LaneOptions;
  #ending: AbortController | null = null;
  #failure: Failure | null = null;
  #failures = 0;
  #lastCode: ErrorCode | null = null;
  #cancelRetry: (() => void) | null = null;
  /** One that was stopped takes a moment to end. */
  #lastWork: Promise<unknown> = Promise.resolve();

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#ending !== null;
  }

  /** Why the last try failed; `null` where none did, and while it is tried again. */
  get failure(): Failure | null {
    return this.#failure;
  }

  /** Begins, where it does not run already. After a failure it waits for its time, unless the user asks. */
  start(by: 'user' | 'program'): void {
    if (this.#ending !== null || (by === 'program' && this.#failure !== null)) return;
    if (by === 'user') this.#failures = 0;
    void this.#run();
  }

  /** Something new has come: the next failure is the first one again, and is soon tried again. */
  noteProgress(): void {
    this.#failures = 0;
  }

  /** Ends the work and forgets that it failed. */
  stop(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.#failure = null;
    this.#failures = 0;
    this.#ending?.abort();
    this.#ending = null;
    this.#options.onChange();
  }

  async #run(): Promise<void> {
    const { work, schedule, random, onChange, onFailure } = this.#options;
    const ending = new AbortController();
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.#ending = ending;
    this.#failure = null;
    onChange();
    let failure: Failure | null = null;
    let cause: unknown = null;
    try {
      await this.#lastWork;
      const working = ending.signal.aborted ? Promise.resolve() : work(ending.signal);
      this.#lastWork = working.catch(() => {});
      await working;
      this.#failures = 0;
    } catch (error) {
      failure = failureOf(error, 'the reading of the history failed unexpectedly');
      cause = error;
    }
    // What was stopped says nothing any more; another run may be under way.
    if (this.#ending !== ending) return;
    this.#ending = null;
    if (failure?.code === 'cancelled') {
      this.#cancelRetry = schedule(() => void this.#run(), replacedLineMs);
    } else if (failure === null) {
      this.#lastCode = null;
    } else {
      if (failure.code !== this.#lastCode) onFailure(cause);
      this.#lastCode = failure.code;
      this.#failure = failure;
      this.#failures++;
      const delay = retryDelay(failure, this.#failures, random());
      if (delay !== null) this.#cancelRetry = schedule(() => void this.#run(), delay);
    }
    onChange();
  }
}
