import type { ListEntry } from '../../exchange/index.ts';
import type { FoundRows, HistoryState } from '../../shared/contract/history.ts';
import type { HistoryList, SyncPhase } from '../../shared/orders/history.ts';
import type { Schedule } from '../../shared/time/clock.ts';
import { type MarginMode, marginModes, type Timestamp } from '../../shared/values/domain.ts';
import { type HistoryRows, identityOf } from '../rows.ts';
import type { HistoryStore } from '../store/history-store.ts';
import type { SavedPage } from '../store/page-writer.ts';
import type { MissingPlans } from './closed-plans.ts';
import type { HistoryExchange, SyncTrigger } from './exchange.ts';
import { FairScheduler } from './fair-scheduler.ts';
import { coveredBetween } from './mode-pages.ts';
import { ModeSync } from './mode-sync.ts';
import { Progress, unreadMs } from './progress.ts';
import { RetryingTask } from './retrying-task.ts';

export interface ListSyncOptions<List extends HistoryList> {
  readonly list: List;
  readonly exchange: HistoryExchange;
  readonly store: HistoryStore;
  readonly missingPlans: MissingPlans;
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
  /** Called with rows that a verification found missing. */
  readonly onFound: (found: FoundRows) => void;
  /** Called with each saved page. */
  readonly onSaved: (saved: SavedPage) => void;
  /** Called after everything that may have changed the state. */
  readonly onChange: () => void;
  /** See `RetryingTaskOptions`. */
  readonly onFailure: (error: unknown) => void;
}

export type SyncState = Pick<
  HistoryState,
  'phase' | 'fetched' | 'rate' | 'downloaded' | 'secondsLeft' | 'failure' | 'verification' | 'oddities'
>;

/** The tasks of one margin mode. None of them waits for another one. */
interface ModeTasks<List extends HistoryList> {
  readonly sync: ModeSync<List>;
  /** Newest rows, then rows that are not final. */
  readonly head: RetryingTask;
  readonly backfill: RetryingTask;
  readonly closedPlans: RetryingTask;
  readonly verification: RetryingTask;
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
  /** IDs and identities of the rows of the newest page of each margin mode. */
  readonly #newestIds = new Map<MarginMode, string>();
  #redundantMode: MarginMode | null = null;

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
    const past = isBackfilling ? this.#past() : null;
    const failures = this.#modes.flatMap(({ all }) => all.map(({ failure }) => failure));
    return {
      phase: this.#phase(),
      fetched: this.#progress.fetched,
      rate: this.#phase() === 'idle' ? null : this.#progress.rate,
      downloaded: past === null ? null : past.covered / Math.max(1, past.covered + past.remaining),
      secondsLeft: past === null ? null : this.#progress.secondsFor(past.remaining),
      failure: failures.find((failure) => failure !== null) ?? null,
      verification: this.#verifiedShare(),
      oddities: this.#modes.reduce((sum, { sync }) => sum + sync.pages.oddities, 0),
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
      // A background request waits while the exchange cannot be reached; the user must not wait for it.
      const isInBackground = trigger === 'user' && sync.runningFor === 'program';
      if (trigger === 'user' || sync.wanted === null) sync.wanted = trigger;
      if (isInBackground) head.restart();
      else head.start(trigger);
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

  /** Reads the whole list again and compares it with the stored rows. */
  verify(): void {
    if (this.#isClosed) return;
    const modes = this.#modes.filter(({ sync }) => sync.pages.marginMode !== this.#redundantMode);
    for (const { sync } of modes) sync.verification.request();
    for (const { sync, verification } of modes) this.#startVerification(sync, verification, 'user');
  }

  /** Loads the next older rows with priority. */
  prioritize(): void {
    for (const { sync } of this.#modes) sync.backfill.prioritize();
  }

  /** The margin mode that is not synced, because the exchange sends the same rows for both modes; `null` if they differ. */
  get redundantMode(): MarginMode | null {
    return this.#redundantMode;
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
    const { list, exchange, store, missingPlans, now, monotonicNow, schedule, random } = this.#options;
    const { onFound, onSaved, onChange, onFailure } = this.#options;
    const sync = new ModeSync({
      list,
      marginMode,
      exchange,
      store,
      scheduler: this.#scheduler,
      missingPlans,
      now,
      monotonicNow,
      isRedundant: ({ entries }) => this.#isRedundant(marginMode, entries),
      onSaved: (saved, { from, last }) => {
        this.#progress.add(saved.added, coveredBetween(from?.createdAt ?? null, last?.createdAt ?? null));
        if (saved.added > 0) for (const task of [head, backfill]) task.recordProgress();
        onSaved(saved);
        onChange();
      },
      onChecked: (trigger) => {
        this.#startBackfill('program');
        if (!this.#isPaused || trigger === 'user') this.#startVerification(sync, verification, trigger);
        if (this.#isClosed || sync.closedPlans === null) return;
        if (trigger === 'user' || sync.closedPlans.wanted === null) sync.closedPlans.wanted = trigger;
        closedPlans.start(trigger);
      },
      onProgress: () => head.recordProgress(),
      onClosedPlansProgress: () => closedPlans.recordProgress(),
      onVerificationProgress: () => {
        verification.recordProgress();
        onChange();
      },
      onFound,
    });
    const task = (work: (signal: AbortSignal) => Promise<void>) =>
      new RetryingTask({ work, schedule, now, random, onChange, onFailure });
    // Each can find rows behind the end of the list, or a gap.
    const thenBackfill = (work: (signal: AbortSignal) => Promise<void>) => async (signal: AbortSignal) => {
      await work(signal);
      this.#startBackfill('program');
    };
    const head = task(thenBackfill((signal) => sync.refresh(signal)));
    const backfill = task((signal) => sync.backfill.run(signal));
    const closedPlans = task(thenBackfill(async (signal) => sync.closedPlans?.read(signal)));
    const verification = task(thenBackfill((signal) => sync.verification.run(signal)));
    return { sync, head, backfill, closedPlans, verification, all: [head, backfill, closedPlans, verification] };
  }

  /** A mode becomes redundant if its newest page equals that of the other mode, and stays so until they differ. */
  #isRedundant(marginMode: MarginMode, entries: readonly ListEntry<HistoryRows[List]>[]): boolean {
    // Different rows can have one ID.
    const ids = JSON.stringify(
      entries.flatMap((entry) => (entry.id === null ? [] : [entry.id, 'row' in entry ? identityOf(entry.row) : null])),
    );
    this.#newestIds.set(marginMode, ids);
    const other = marginModes.find((mode) => mode !== marginMode) ?? marginMode;
    if (this.#redundantMode === other) return false;
    this.#redundantMode = ids !== '[]' && this.#newestIds.get(other) === ids ? marginMode : null;
    return this.#redundantMode !== null;
  }

  /** Only after the newest page has been read in this session: today's rows come first. */
  #startBackfill(trigger: SyncTrigger): void {
    if (this.#isClosed || this.#isPaused || this.#isBackfillCanceled) return;
    for (const { sync, backfill } of this.#modes) {
      const isWanted = sync.isChecked && sync.pages.marginMode !== this.#redundantMode;
      if (isWanted && sync.backfill.target !== null) backfill.start(trigger);
    }
  }

  #startVerification(sync: ModeSync<List>, task: RetryingTask, trigger: SyncTrigger): void {
    if (this.#isClosed) return;
    if (trigger === 'user' || sync.verification.wanted === null) sync.verification.wanted = trigger;
    task.start(trigger);
  }

  #stop(): void {
    for (const { sync, all } of this.#modes) {
      sync.wanted = null;
      sync.verification.wanted = null;
      sync.verification.cancel();
      if (sync.closedPlans !== null) sync.closedPlans.wanted = null;
      for (const task of all) task.stop();
    }
  }

  #phase(): SyncPhase {
    const refreshing = this.#modes.filter(({ head }) => head.isRunning);
    if (refreshing.some(({ sync }) => !sync.isChecked)) return 'head';
    if (this.#modes.some(({ backfill }) => backfill.isRunning)) return 'backfill';
    if (refreshing.some(({ sync }) => sync.step === 'head')) return 'head';
    if (refreshing.length > 0 || this.#modes.some(({ closedPlans }) => closedPlans.isRunning)) return 'refresh';
    if (this.#verifiedShare() !== null) return 'verify';
    if (this.#isPaused) return 'paused';
    return this.#modes.some(({ all }) => all.some(({ failure }) => failure !== null)) ? 'failed' : 'idle';
  }

  /** See `HistoryState.verification`. */
  #verifiedShare(): number | null {
    const { store, list } = this.#options;
    if (!this.#modes.some(({ sync }) => sync.verification.isRequested)) return null;
    let verified = 0;
    for (const { sync } of this.#modes) {
      const { rows = 0 } = store.coverage(list).find(({ marginMode }) => marginMode === sync.pages.marginMode) ?? {};
      verified += sync.verification.isRequested ? Math.min(rows, sync.verification.verifiedRows) : rows;
    }
    return verified / Math.max(1, store.count(list));
  }

  /** Milliseconds of the past that are stored, and that are still to be read, in all margin modes; `null` if a time is unknown. */
  #past(): { covered: number; remaining: number } | null {
    const { accountStart } = this.#options;
    let covered = 0;
    let remaining = 0;
    for (const { sync } of this.#modes) {
      const { marginMode, spans } = sync.pages;
      if (marginMode === this.#redundantMode) continue;
      const part = unreadMs(spans, accountStart());
      if (part === null) return null;
      remaining += part;
      for (const { newest, oldest } of spans) covered += coveredBetween(newest.createdAt, oldest.createdAt);
    }
    return { covered, remaining };
  }
}
