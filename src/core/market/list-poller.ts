import type { Priority } from '../../exchange/index.ts';
import type { Clock } from '../../shared/clock.ts';
import { type Failure, failureOf } from '../../shared/errors.ts';
import { pollRetryDelay } from './poll-retry-policy.ts';

/** How a list is wanted at the moment. */
export interface PollDemand {
  /** Between the beginnings of two polls, in milliseconds. */
  readonly intervalMs: number;
  readonly priority: Priority;
}

export interface PollerOptions extends Pick<Clock, 'monotonicNow' | 'schedule'> {
  /** Reads the list once and takes note of it. Rejects with what that fails with. */
  readonly poll: (priority: Priority, signal: AbortSignal) => Promise<void>;
  /** `error`: what the failure was made of. */
  readonly onFailure: (failure: Failure, error: unknown) => void;
  /** `null`: nobody needs it. Asked anew whenever something begins or ends. */
  readonly want: () => PollDemand | null;
  /** Whether polls carry the key. */
  readonly signed: boolean;
  /** From 0 to below 1. */
  readonly random: () => number;
}

interface Running {
  readonly controller: AbortController;
  readonly priority: Priority;
  /** Somebody waits for it, whether it is wanted otherwise or not. */
  isHurried: boolean;
  readonly done: Promise<void>;
}

/** After a poll that was ended from elsewhere, by an edit of the account: there is another line soon. */
const afterEditMs = 1000;

/** Polls one list as often as it is wanted, never twice at the same time, and less and less often while that fails. */
export class ListPoller {
  readonly #options: PollerOptions;
  #running: Running | null = null;
  #cancelTimer: (() => void) | null = null;
  #lastStart = Number.NEGATIVE_INFINITY;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #pausedFor: Priority = 'background';
  #failuresInRow = 0;
  #waitsForUser = false;
  #isClosed = false;

  constructor(options: PollerOptions) {
    this.#options = options;
  }

  /** To be called whenever it may be wanted otherwise than before. */
  update(): void {
    if (this.#isClosed) return;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    const want = this.#options.want();
    if (this.#running !== null) {
      if (this.#running.isHurried) return;
      if (want !== null && (want.priority === 'background' || this.#running.priority === 'interactive')) return;
      // Nobody needs it any more; or somebody looks now at what waits behind everything else.
      this.#abandon();
      if (want !== null) this.#start(want.priority);
      return;
    }
    if (want === null || this.#waitsForUser) return;
    const now = this.#options.monotonicNow();
    const due = this.#dueAt(want);
    if (due <= now) this.#start(want.priority);
    else this.#cancelTimer = this.#options.schedule(() => this.update(), due - now);
  }

  /** Polls now, whatever failed before, unless that is under way already. Settles when it has ended, one way or the other. */
  async hurry(): Promise<void> {
    if (this.#isClosed) return;
    if (this.#running === null || this.#running.priority === 'background') {
      this.#forgetFailures();
      this.#abandon();
      this.#start('interactive');
    }
    const running: Running | null = this.#running;
    if (running === null) return;
    running.isHurried = true;
    await running.done;
  }

  /** Nothing of what happened before holds any longer: the account has changed, or the machine has slept. */
  restart(): void {
    this.#forgetFailures();
    this.#wake();
  }

  /** The machine has slept: what was under way leads nowhere, and no pause is as long as it was meant. */
  wake(): void {
    if (!this.#waitsForUser) this.#wake();
  }

  /** A way to the service is there again, as another list has shown. */
  retrySoon(): void {
    if (this.#waitsForUser || this.#pausedUntil === Number.NEGATIVE_INFINITY) return;
    this.#pausedUntil = Number.NEGATIVE_INFINITY;
    this.update();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#abandon();
  }

  #wake(): void {
    this.#pausedUntil = Number.NEGATIVE_INFINITY;
    this.#lastStart = Number.NEGATIVE_INFINITY;
    this.#abandon();
    this.update();
  }

  #dueAt({ intervalMs, priority }: PollDemand): number {
    const regular = this.#lastStart + intervalMs;
    // A pause that was made while nobody looked is too long for somebody who does.
    const hasOutlived = priority === 'interactive' && this.#pausedFor === 'background';
    return hasOutlived ? regular : Math.max(regular, this.#pausedUntil);
  }

  #forgetFailures(): void {
    this.#failuresInRow = 0;
    this.#waitsForUser = false;
    this.#pausedUntil = Number.NEGATIVE_INFINITY;
  }

  #abandon(): void {
    const running = this.#running;
    this.#running = null;
    running?.controller.abort();
  }

  #start(priority: Priority): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#lastStart = this.#options.monotonicNow();
    const controller = new AbortController();
    // Not before it is known to run: one that ends at once would never be seen to have ended.
    const done = Promise.resolve().then(() => this.#poll(priority, controller.signal));
    this.#running = { controller, priority, isHurried: false, done };
  }

  async #poll(priority: Priority, signal: AbortSignal): Promise<void> {
    try {
      await this.#options.poll(priority, signal);
      if (signal.aborted) return;
      this.#forgetFailures();
    } catch (error) {
      if (signal.aborted) return;
      this.#failed(error, priority);
    }
    this.#running = null;
    this.update();
  }

  #failed(error: unknown, priority: Priority): void {
    const { monotonicNow, onFailure, random, signed, want } = this.#options;
    this.#pausedFor = priority;
    const failure = failureOf(error, 'the list could not be read');
    if (failure.code === 'cancelled') {
      this.#pausedUntil = monotonicNow() + afterEditMs;
      return;
    }
    this.#failuresInRow++;
    const intervalMs = want()?.intervalMs ?? 0;
    const pause = pollRetryDelay(failure, {
      failures: this.#failuresInRow,
      signed,
      intervalMs,
      priority,
      random: random(),
    });
    this.#waitsForUser = pause === null;
    this.#pausedUntil = monotonicNow() + (pause ?? 0);
    onFailure(failure, error);
  }
}
