import type { Failure } from '../../shared/contract/failure.ts';
import type { Schedule } from '../../shared/time/clock.ts';
import type { ErrorCode } from '../../shared/values/error-codes.ts';
import { failureOf } from '../../shared/values/errors.ts';
import type { SyncTrigger } from './exchange.ts';
import { syncRetryDelay } from './sync-retry-policy.ts';

export interface RetryingTaskOptions {
  /** The whole task. Ends soon after the signal. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly schedule: Schedule;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Called when the task starts, ends or fails. */
  readonly onChange: () => void;
  /** Called with the error of a failed run if its code differs from that of the run before. May stop the task. */
  readonly onFailure: (error: unknown) => void;
}

/** Milliseconds until a retry after the account's connection was replaced: the new one is ready at once. */
const replacedConnectionMs = 200;

/** A task that is retried after failures that may pass. */
export class RetryingTask {
  readonly #options: RetryingTaskOptions;
  #running: AbortController | null = null;
  #failure: Failure | null = null;
  #failures = 0;
  #lastCode: ErrorCode | null = null;
  #cancelRetry: (() => void) | null = null;
  /** The last run, which can still be ending after `stop`. */
  #lastWork: Promise<unknown> = Promise.resolve();

  constructor(options: RetryingTaskOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Why the last run failed, also during a retry until that has done a part of the work; `null` if it did not. */
  get failure(): Failure | null {
    return this.#failure;
  }

  /** Starts the task unless it runs. After a failure the program waits for the retry, and the user does not. */
  start(trigger: SyncTrigger): void {
    if (this.#running !== null || (trigger === 'program' && this.#failure !== null)) return;
    if (trigger === 'user') this.#failures = 0;
    void this.#run();
  }

  /** Ends the current run, if there is one, and starts the task for the user. */
  restart(): void {
    this.#running?.abort();
    this.#running = null;
    this.start('user');
  }

  /** Ends the failure of a task that runs, and counts the next one as the first one again, so that it is retried soon. */
  recordProgress(): void {
    if (this.isRunning) this.#failure = null;
    this.#failures = 0;
  }

  /** Ends the task and forgets its failure. */
  stop(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.#failure = null;
    this.#failures = 0;
    this.#running?.abort();
    this.#running = null;
    this.#options.onChange();
  }

  async #run(): Promise<void> {
    const { work, schedule, now, random, onChange, onFailure } = this.#options;
    const running = new AbortController();
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.#running = running;
    onChange();
    let failure: Failure | null = null;
    let cause: unknown = null;
    try {
      await this.#lastWork;
      const working = running.signal.aborted ? Promise.resolve() : work(running.signal);
      this.#lastWork = working.catch(() => {});
      await working;
      this.recordProgress();
    } catch (error) {
      failure = failureOf(error, 'reading the history failed unexpectedly');
      cause = error;
    }
    // A stopped run reports nothing, because another one may be running.
    if (this.#running !== running) return;
    this.#running = null;
    if (failure?.code === 'canceled') {
      this.#failure = null;
      this.#cancelRetry = schedule(() => void this.#run(), replacedConnectionMs);
    } else if (failure === null) {
      this.#lastCode = null;
    } else {
      const isNew = failure.code !== this.#lastCode;
      this.#lastCode = failure.code;
      this.#failures++;
      const delay = syncRetryDelay(failure, this.#failures, random());
      this.#failure = delay === null ? failure : { ...failure, retryAt: Math.round(now() + delay) };
      if (delay !== null) this.#cancelRetry = schedule(() => void this.#run(), delay);
      // Last, because the callee may stop the task.
      if (isNew) onFailure(cause);
    }
    onChange();
  }
}
