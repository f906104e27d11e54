import { type MarginMode, marginModes, type Timestamp } from '../../../shared/domain.ts';
import type { HistoryList, HistoryState, SyncPhase } from '../../../shared/history.ts';
import { Lane, type Schedule } from './lane.ts';
import type { ListArchive } from './list-archive.ts';
import { ModeSync } from './mode-sync.ts';
import { Progress } from './progress.ts';
import { remainingPast } from './remaining-past.ts';
import type { AskedBy, SyncExchange } from './sync-exchange.ts';
import { Turns } from './turns.ts';

/** Pages of the past that somebody waits for who scrolls near the end of what is there. */
const hurriedPages = 4;

export interface ListSyncOptions<List extends HistoryList> {
  readonly list: List;
  readonly exchange: SyncExchange<List>;
  readonly archive: ListArchive<List>;
  /** Whether the user had paused it in an earlier session. */
  readonly isPaused: boolean;
  /** The creation of the oldest row of what is complete elsewhere in the account; `null` where there is nothing. */
  readonly beginning: () => Timestamp | null;
  /** Epoch milliseconds. */
  readonly now: () => Timestamp;
  /** Milliseconds from some beginning, never set back. */
  readonly monotonicNow: () => number;
  readonly schedule: Schedule;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Called after everything that may have changed the state. */
  readonly onChange: () => void;
  /** See `LaneOptions`. */
  readonly onFailure: (error: unknown) => void;
}

export type SyncState = Pick<HistoryState, 'phase' | 'fetched' | 'rate' | 'secondsLeft' | 'failure' | 'checkedAt'>;

interface ModeLanes<List extends HistoryList> {
  readonly sync: ModeSync<List>;
  readonly fresh: Lane;
  readonly past: Lane;
  /** What comes late does not keep the others, and they do not keep it. */
  readonly late: Lane;
}

/**
 * Keeps one list of an account's archive up to date, and reads its past: in each margin mode the newest page first, then what came
 * since, what had not been final, and all that is older. It goes on where the archive says that it stopped.
 */
export class ListSync<List extends HistoryList> {
  readonly #options: ListSyncOptions<List>;
  readonly #turns: Turns;
  readonly #modes: readonly ModeLanes<List>[];
  #progress: Progress;
  #isPaused: boolean;
  /** Until the user refreshes, only what is new is asked for. */
  #isPastCancelled = false;
  #hurriedPages = 0;
  #isClosed = false;

  constructor(options: ListSyncOptions<List>) {
    const { exchange, isPaused, monotonicNow } = options;
    this.#options = options;
    this.#turns = new Turns(() => exchange.isSaturated());
    this.#progress = new Progress(monotonicNow);
    this.#isPaused = isPaused;
    this.#modes = marginModes.map((mode) => this.#lanesOf(mode));
  }

  get state(): SyncState {
    const isReadingPast = this.#modes.some(({ past }) => past.isRunning);
    const failures = this.#modes.flatMap(({ fresh, past, late }) => [fresh.failure, past.failure, late.failure]);
    return {
      phase: this.#phase(),
      fetched: this.#progress.fetched,
      rate: this.isRunning ? this.#progress.rate : null,
      secondsLeft: isReadingPast ? this.#secondsLeft() : null,
      failure: failures.find((failure) => failure !== null) ?? null,
      checkedAt: this.#options.archive.checkedAt,
    };
  }

  get isRunning(): boolean {
    return this.#modes.some(({ fresh, past, late }) => [fresh, past, late].some((lane) => lane.isRunning));
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /**
   * Looks for what is new, and goes on with the past. What failed is tried again, by the program only when its time has come.
   * While it is paused, the user has what is new, and the program does nothing.
   */
  refresh(by: AskedBy): void {
    if (this.#isClosed || (this.#isPaused && by === 'program')) return;
    if (!this.isRunning) this.#progress = new Progress(this.#options.monotonicNow);
    if (by === 'user') this.#isPastCancelled = false;
    for (const { sync, fresh } of this.#modes) {
      if (by === 'user' || sync.wanted === null) sync.wanted = by;
      fresh.start(by);
    }
    this.#startPast(by);
  }

  pause(): void {
    this.#isPaused = true;
    this.#stop();
  }

  resume(): void {
    this.#isPaused = false;
    this.refresh('user');
  }

  cancel(): void {
    this.#isPastCancelled = true;
    this.#stop();
  }

  /** See `ModeCoverage`. */
  isBlocked(marginMode: MarginMode): boolean {
    return this.#modes.some(({ sync }) => sync.marginMode === marginMode && sync.past.isBlocked);
  }

  /** Whether rows may be missing from what was read, for it cannot be told what comes into it late. */
  isUnsure(marginMode: MarginMode): boolean {
    return this.#modes.some(({ sync }) => sync.marginMode === marginMode && sync.late?.isUnsure === true);
  }

  /** Somebody waits for the next rows of the past. */
  hurry(): void {
    this.#hurriedPages = hurriedPages;
    for (const { sync } of this.#modes) sync.past.hurry();
  }

  close(): void {
    this.#isClosed = true;
    this.#stop();
  }

  #lanesOf(marginMode: MarginMode): ModeLanes<List> {
    const { list, exchange, archive, now, schedule, random, onChange, onFailure } = this.#options;
    const sync = new ModeSync({
      list,
      marginMode,
      exchange,
      archive,
      turns: this.#turns,
      now,
      onPage: (added, covered) => {
        this.#progress.note(added, covered);
        if (added > 0) for (const each of [fresh, past]) each.noteProgress();
        onChange();
      },
      onChecked: (by) => {
        this.#startPast('program');
        this.#startLate(mode, by);
      },
      onProgress: () => fresh.noteProgress(),
      onLateProgress: () => late.noteProgress(),
      isHurried: () => this.#hurriedPages > 0 && this.#hurriedPages-- > 0,
    });
    const lane = (work: (signal: AbortSignal) => Promise<void>) =>
      new Lane({ work, schedule, random, onChange, onFailure });
    const fresh = lane(async (signal) => {
      await sync.refresh(signal);
      // Something may have been found behind the oldest row.
      this.#startPast('program');
    });
    const past = lane((signal) => sync.past.read(signal));
    const late = lane(async (signal) => {
      await sync.late?.read(signal);
      this.#startPast('program');
    });
    const mode = { sync, fresh, past, late };
    return mode;
  }

  /** Only behind rows whose newer ones have been asked for in this session: today's come first. */
  #startPast(by: AskedBy): void {
    if (this.#isClosed || this.#isPaused || this.#isPastCancelled) return;
    for (const { sync, past } of this.#modes) {
      if (sync.isChecked && sync.past.target !== null) past.start(by);
    }
  }

  #startLate({ sync, late }: ModeLanes<List>, by: AskedBy): void {
    if (this.#isClosed || sync.late === null) return;
    if (by === 'user' || sync.late.wanted === null) sync.late.wanted = by;
    late.start(by);
  }

  #stop(): void {
    for (const { sync, fresh, past, late } of this.#modes) {
      sync.wanted = null;
      if (sync.late !== null) sync.late.wanted = null;
      for (const lane of [fresh, past, late]) lane.stop();
    }
  }

  #phase(): SyncPhase {
    const refreshing = this.#modes.filter(({ fresh }) => fresh.isRunning);
    if (refreshing.some(({ sync }) => !sync.isChecked)) return 'newest';
    if (this.#modes.some(({ past }) => past.isRunning)) return 'past';
    if (refreshing.some(({ sync }) => sync.step === 'newest')) return 'newest';
    if (refreshing.length > 0 || this.#modes.some(({ late }) => late.isRunning)) return 'again';
    if (this.#isPaused) return 'paused';
    const lanes = this.#modes.flatMap(({ fresh, past, late }) => [fresh, past, late]);
    return lanes.some(({ failure }) => failure !== null) ? 'failed' : 'idle';
  }

  #secondsLeft(): number | null {
    const { archive, beginning } = this.#options;
    const remaining = remainingPast(archive.spans, beginning());
    return remaining === null ? null : this.#progress.secondsFor(remaining);
  }
}
