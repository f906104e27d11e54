import type { Schedule } from '../../shared/clock.ts';
import { type MarginMode, marginModes, type Timestamp } from '../../shared/domain.ts';
import type { HistoryList, HistoryState, SyncPhase } from '../../shared/history.ts';
import type { HistoryStore } from '../store/history-store.ts';
import type { SavedPage } from '../store/page-writer.ts';
import type { HistoryExchange, SyncTrigger } from './exchange.ts';
import { FairScheduler } from './fair-scheduler.ts';
import { coveredBetween } from './mode-pages.ts';
import { ModeSync } from './mode-sync.ts';
import { Progress, remainingPast } from './progress.ts';
import { RetryingTask } from './retrying-task.ts';

export interface ListSyncOptions<List extends HistoryList> {
  readonly list: List;
  readonly exchange: HistoryExchange;
  readonly store: HistoryStore;
  /** True if the user paused the list in an earlier session. */
  readonly isPaused: boolean;
  /** Creation of the oldest row of the account, as far as complete lists tell; `null` if none is complete. */
  readonly accountStart: () => Timestamp | null;
  /** Epoch milliseconds. */
  readonly now: () => Timestamp;
  /** Milliseconds from an arbitrary start, never set back. */
  readonly monotonicNow: () => number;
  readonly schedule: Schedule;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Called with each saved page. */
  readonly onSaved: (saved: SavedPage<List>) => void;
  /** Called after everything that may have changed the state. */
  readonly onChange: () => void;
  /** See `RetryingTaskOptions`. */
  readonly onFailure: (error: unknown) => void;
}

export type SyncState = Pick<HistoryState, 'phase' | 'fetched' | 'rate' | 'secondsLeft' | 'failure'>;

/** The tasks of one margin mode. None of them waits for another one. */
interface ModeTasks<List extends HistoryList> {
  readonly sync: ModeSync<List>;
  /** Newest rows, then rows that are not final. */
  readonly head: RetryingTask;
  readonly backfill: RetryingTask;
  readonly closedPlans: RetryingTask;
  readonly all: readonly RetryingTask[];
}

/** Keeps one list up to date and reads its past, in both margin modes. Continues where the store says that it stopped. */
export class ListSync<List extends HistoryList> {
  readonly #options: ListSyncOptions<List>;
  readonly #scheduler: FairScheduler;
  readonly #modes: readonly ModeTasks<List>[];
  #progress: Progress;
  #isPaused: boolean;
  /** True from a cancel by the user until the next refresh by the user. */
  #isBackfillCanceled = false;
  #isClosed = false;

  constructor(options: ListSyncOptions<List>) {
    const { exchange, isPaused, monotonicNow } = options;
    this.#options = options;
    this.#scheduler = new FairScheduler(() => exchange.isSaturated);
    this.#progress = new Progress(monotonicNow);
    this.#isPaused = isPaused;
    this.#modes = marginModes.map((mode) => this.#tasksOf(mode));
  }

  get state(): SyncState {
    const isBackfilling = this.#modes.some(({ backfill }) => backfill.isRunning);
    const failures = this.#modes.flatMap(({ all }) => all.map(({ failure }) => failure));
    return {
      phase: this.#phase(),
      fetched: this.#progress.fetched,
      rate: this.isRunning ? this.#progress.rate : null,
      secondsLeft: isBackfilling ? this.#secondsLeft() : null,
      failure: failures.find((failure) => failure !== null) ?? null,
    };
  }

  get isRunning(): boolean {
    return this.#modes.some(({ all }) => all.some(({ isRunning }) => isRunning));
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /**
   * Loads the newest rows and continues the backfill. A failed task is retried, for the program only when its delay is over. While the
   * list is paused, the user gets the newest rows and the program does nothing.
   */
  refresh(trigger: SyncTrigger): void {
    if (this.#isClosed || (this.#isPaused && trigger === 'program')) return;
    if (!this.isRunning) this.#progress = new Progress(this.#options.monotonicNow);
    if (trigger === 'user') this.#isBackfillCanceled = false;
    for (const { sync, head } of this.#modes) {
      if (trigger === 'user' || sync.wanted === null) sync.wanted = trigger;
      head.start(trigger);
    }
    this.#startBackfill(trigger);
  }

  pause(): void {
    this.#isPaused = true;
    this.#stop();
  }

  resume(): void {
    this.#isPaused = false;
    this.refresh('user');
  }

  /** Stops the running sync. The backfill continues with the next refresh by the user. */
  cancel(): void {
    this.#isBackfillCanceled = true;
    this.#stop();
  }

  /** Loads the next older rows with priority. */
  prioritize(): void {
    for (const { sync } of this.#modes) sync.backfill.prioritize();
  }

  /** See `ModeCoverage.blocked`. */
  isBlocked(marginMode: MarginMode): boolean {
    return this.#syncOf(marginMode)?.backfill.isBlocked === true;
  }

  /** See `ClosedPlans.isUnsure`. */
  isUnsure(marginMode: MarginMode): boolean {
    return this.#syncOf(marginMode)?.closedPlans?.isUnsure === true;
  }

  close(): void {
    this.#isClosed = true;
    this.#stop();
  }

  #syncOf(marginMode: MarginMode): ModeSync<List> | undefined {
    return this.#modes.find(({ sync }) => sync.pages.marginMode === marginMode)?.sync;
  }

  #tasksOf(marginMode: MarginMode): ModeTasks<List> {
    const { list, exchange, store, now, monotonicNow, schedule, random, onSaved, onChange, onFailure } = this.#options;
    const sync = new ModeSync({
      list,
      marginMode,
      exchange,
      store,
      scheduler: this.#scheduler,
      now,
      monotonicNow,
      onSaved: (saved, { from, last }) => {
        this.#progress.add(saved.added, coveredBetween(from?.createdAt ?? null, last?.createdAt ?? null));
        if (saved.added > 0) for (const task of [head, backfill]) task.noteProgress();
        onSaved(saved);
        onChange();
      },
      onChecked: (trigger) => {
        this.#startBackfill('program');
        if (this.#isClosed || sync.closedPlans === null) return;
        if (trigger === 'user' || sync.closedPlans.wanted === null) sync.closedPlans.wanted = trigger;
        closedPlans.start(trigger);
      },
      onProgress: () => head.noteProgress(),
      onClosedPlansProgress: () => closedPlans.noteProgress(),
    });
    const task = (work: (signal: AbortSignal) => Promise<void>) =>
      new RetryingTask({ work, schedule, random, onChange, onFailure });
    // Each can find rows behind the end of the list, or a gap.
    const thenBackfill = (work: (signal: AbortSignal) => Promise<void>) => async (signal: AbortSignal) => {
      await work(signal);
      this.#startBackfill('program');
    };
    const head = task(thenBackfill((signal) => sync.refresh(signal)));
    const backfill = task((signal) => sync.backfill.run(signal));
    const closedPlans = task(thenBackfill(async (signal) => sync.closedPlans?.read(signal)));
    return { sync, head, backfill, closedPlans, all: [head, backfill, closedPlans] };
  }

  /** Only after the newest page has been read in this session: today's rows come first. */
  #startBackfill(trigger: SyncTrigger): void {
    if (this.#isClosed || this.#isPaused || this.#isBackfillCanceled) return;
    for (const { sync, backfill } of this.#modes) {
      if (sync.isChecked && sync.backfill.target !== null) backfill.start(trigger);
    }
  }

  #stop(): void {
    for (const { sync, all } of this.#modes) {
      sync.wanted = null;
      if (sync.closedPlans !== null) sync.closedPlans.wanted = null;
      for (const task of all) task.stop();
    }
  }

  #phase(): SyncPhase {
    const refreshing = this.#modes.filter(({ head }) => head.isRunning);
    if (refreshing.some(({ sync }) => !sync.isChecked)) return 'newest';
    if (this.#modes.some(({ backfill }) => backfill.isRunning)) return 'past';
    if (refreshing.some(({ sync }) => sync.step === 'head')) return 'newest';
    if (refreshing.length > 0 || this.#modes.some(({ closedPlans }) => closedPlans.isRunning)) return 'again';
    if (this.#isPaused) return 'paused';
    return this.#modes.some(({ all }) => all.some(({ failure }) => failure !== null)) ? 'failed' : 'idle';
  }

  #secondsLeft(): number | null {
    const { accountStart } = this.#options;
    let remaining = 0;
    for (const { sync } of this.#modes) {
      const part = remainingPast(sync.pages.spans, accountStart());
      if (part === null) return null;
      remaining += part;
    }
    return this.#progress.secondsFor(remaining);
  }
}
