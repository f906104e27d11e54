import type { Priority } from '../../exchange/index.ts';
import type { Failure } from '../../shared/contract/failure.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { failureOf } from '../../shared/values/errors.ts';
import { pollRetryDelay } from './poll-retry-policy.ts';

/** How a list is to be polled at the moment. */
export interface PollDemand {
  /** Milliseconds between the starts of two polls. */
  readonly intervalMs: number;
  readonly priority: Priority;
}

export interface ListPollerOptions extends Pick<Clock, 'now' | 'monotonicNow' | 'schedule'> {
  /** Reads the list once and stores it. */
  readonly poll: (priority: Priority, signal: AbortSignal) => Promise<void>;
  /** `retryAt`: epoch ms; `null` if the list waits for the user, or if neither a page nor an alert needs it. */
  readonly onFailure: (failure: Failure, retryAt: number | null, error: unknown) => void;
  /** Returns `null` if no page and no alert needs the list. Called whenever a poll starts or ends. */
  readonly demand: () => PollDemand | null;
  /** True if the polls are signed with the account's key. */
  readonly signed: boolean;
  /** From 0 to below 1. */
  readonly random: () => number;
}

interface RunningPoll {
  readonly controller: AbortController;
  readonly priority: Priority;
  /** A caller of `pollNow` waits for the poll: it is not aborted when the demand ends. */
  isAwaited: boolean;
  readonly done: Promise<void>;
}

/** Pause (ms) after a poll that an edit of the account canceled. The account soon has another connection. */
const pauseAfterEditMs = 1000;

/** Polls one list at the interval of its demand, at most one poll at a time. The interval grows while polls fail. */
export class ListPoller {
  readonly #options: ListPollerOptions;
  #running: RunningPoll | null = null;
  #cancelTimer: (() => void) | null = null;
  #lastStart = Number.NEGATIVE_INFINITY;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #pausedFor: Priority = 'background';
  #consecutiveFailures = 0;
  /** Polls cannot succeed until the user edits the account or requests a poll. */
  #waitsForUser = false;
  #isClosed = false;

  constructor(options: ListPollerOptions) {
    this.#options = options;
  }

  /** Adapts the polling to the current demand. To be called whenever the demand may have changed. */
  update(): void {
    if (this.#isClosed) return;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    const demand = this.#options.demand();
    if (this.#running !== null) {
      if (this.#running.isAwaited) return;
      if (demand !== null && (demand.priority === 'background' || this.#running.priority === 'interactive')) return;
      // The poll is not needed any more, or it waits in the background queue while a page now shows the list.
      this.#abort();
      if (demand !== null) this.#start(demand.priority);
      return;
    }
    if (demand === null || this.#waitsForUser) return;
    const now = this.#options.monotonicNow();
    const due = this.#dueAt(demand);
    if (due <= now) this.#start(demand.priority);
    else this.#cancelTimer = this.#options.schedule(() => this.update(), due - now);
  }

  /** Polls now, also during a pause after a failure. Joins a running interactive poll. Resolves when the poll has ended, failed or not. */
  async pollNow(): Promise<void> {
    if (this.#isClosed) return;
    if (this.#running === null || this.#running.priority === 'background') {
      this.#clearFailures();
      this.#abort();
      this.#start('interactive');
    }
    const running: RunningPoll | null = this.#running;
    if (running === null) return;
    running.isAwaited = true;
    await running.done;
  }

  /** Joins a running poll, or polls now. A pause after a failure stays. Resolves when the poll has ended, failed or not. */
  async pollOnce(priority: Priority): Promise<void> {
    if (this.#isClosed) return;
    if (this.#running === null) this.#start(priority);
    const running: RunningPoll | null = this.#running;
    if (running === null) return;
    running.isAwaited = true;
    await running.done;
  }

  /** Forgets earlier failures and polls again, because the account was edited. */
  restart(): void {
    this.#clearFailures();
    this.#pollAgain();
  }

  /**
   * Polls again after the machine has slept, or after the exchange could not be reached: the connection of a running poll is dead, and
   * pauses have lost their meaning.
   */
  wake(): void {
    if (!this.#waitsForUser) this.#pollAgain();
  }

  /** Ends a pause after a failure, because another list has reached the service. */
  endPause(): void {
    if (this.#waitsForUser || this.#pausedUntil === Number.NEGATIVE_INFINITY) return;
    this.#pausedUntil = Number.NEGATIVE_INFINITY;
    this.update();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#abort();
  }

  #pollAgain(): void {
    this.#pausedUntil = Number.NEGATIVE_INFINITY;
    this.#lastStart = Number.NEGATIVE_INFINITY;
    this.#abort();
    this.update();
  }

  #dueAt({ intervalMs, priority }: PollDemand): number {
    const regular = this.#lastStart + intervalMs;
    // A pause of background polling is too long for a page that shows the list.
    const isPauseTooLong = priority === 'interactive' && this.#pausedFor === 'background';
    return isPauseTooLong ? regular : Math.max(regular, this.#pausedUntil);
  }

  #clearFailures(): void {
    this.#consecutiveFailures = 0;
    this.#waitsForUser = false;
    this.#pausedUntil = Number.NEGATIVE_INFINITY;
  }

  #abort(): void {
    const running = this.#running;
    this.#running = null;
    running?.controller.abort();
  }

  #start(priority: Priority): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#lastStart = this.#options.monotonicNow();
    const controller = new AbortController();
    // Start in a microtask, after `#running` is set. A poll that settles immediately could otherwise not clear it.
    const done = Promise.resolve().then(() => this.#poll(priority, controller.signal));
    this.#running = { controller, priority, isAwaited: false, done };
  }

  async #poll(priority: Priority, signal: AbortSignal): Promise<void> {
    try {
      await this.#options.poll(priority, signal);
      if (signal.aborted) return;
      this.#clearFailures();
    } catch (error) {
      if (signal.aborted) return;
      this.#failed(error, priority);
    }
    this.#running = null;
    this.update();
  }

  #failed(error: unknown, priority: Priority): void {
    const { now, monotonicNow, onFailure, random, signed, demand } = this.#options;
    this.#pausedFor = priority;
    const failure = failureOf(error, 'the list could not be read');
    if (failure.code === 'canceled') {
      this.#pausedUntil = monotonicNow() + pauseAfterEditMs;
      return;
    }
    this.#consecutiveFailures++;
    const delay = pollRetryDelay(failure, {
      failures: this.#consecutiveFailures,
      signed,
      intervalMs: demand()?.intervalMs ?? 0,
      priority,
      random: random(),
    });
    this.#waitsForUser = delay === null;
    // Without a connection, the pause alone decides when the next poll starts.
    if (failure.code === 'offline' && priority === 'interactive') this.#lastStart = Number.NEGATIVE_INFINITY;
    this.#pausedUntil = monotonicNow() + (delay ?? 0);
    const current = demand();
    const waitMs = current === null ? null : Math.max(0, this.#dueAt(current) - monotonicNow());
    onFailure(failure, delay === null || waitMs === null ? null : Math.round(now() + waitMs), error);
  }
}
