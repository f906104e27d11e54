import type { MarginMode, Timestamp } from '../../../shared/domain.ts';
import type { HistoryList } from '../../../shared/history.ts';
import { LateRows } from './late-rows.ts';
import { ModePages, type ModePagesOptions } from './mode-pages.ts';
import { NewestReading } from './newest-reading.ts';
import { PastReading } from './past-reading.ts';
import type { AskedBy } from './sync-exchange.ts';
import type { Turns } from './turns.ts';
import { UnfinishedReading } from './unfinished-reading.ts';

export interface ModeSyncOptions<List extends HistoryList> extends ModePagesOptions<List> {
  readonly turns: Turns;
  /** Epoch milliseconds. */
  readonly now: () => Timestamp;
  /** Called when the newest rows were asked for and answered. */
  readonly onChecked: (by: AskedBy) => void;
  /** Called when a part of what is asked for again has come: it is not asked for once more, whatever fails next. */
  readonly onProgress: () => void;
  /** See `LateRowsOptions.onProgress`. */
  readonly onLateProgress: () => void;
  /** Whether somebody waits for the next page of the past. It is told when one is asked for. */
  readonly isHurried: () => boolean;
}

/** Reads one margin mode of a list into the archive. */
export class ModeSync<List extends HistoryList> {
  /** Which part of `refresh` is under way. */
  step: 'newest' | 'again' = 'newest';
  /** Who waits for another look when this one is over. */
  wanted: AskedBy | null = null;
  readonly past: PastReading<List>;
  /** `null`: nothing comes late. */
  readonly late: LateRows<List> | null;
  readonly #pages: ModePages<List>;
  readonly #newest: NewestReading<List>;
  readonly #unfinished: UnfinishedReading<List>;
  readonly #onChecked: (by: AskedBy) => void;

  constructor(options: ModeSyncOptions<List>) {
    const { turns, now, isHurried, onChecked, onProgress, onLateProgress } = options;
    const pages = new ModePages(options);
    const newest = new NewestReading(pages, now);
    this.#pages = pages;
    this.#newest = newest;
    this.past = new PastReading({ pages, newest, turns, now, isHurried });
    this.#unfinished = new UnfinishedReading({
      pages,
      now,
      isInterrupted: () => this.wanted === 'user',
      onAsk: () => {
        this.step = 'again';
      },
      onProgress,
    });
    const { askWaiting } = options.exchange;
    this.late = askWaiting === null ? null : new LateRows({ pages, askWaiting, now, onProgress: onLateProgress });
    this.#onChecked = onChecked;
  }

  get marginMode(): MarginMode {
    return this.#pages.marginMode;
  }

  /** Whether the newest rows were asked for and answered in this session. */
  get isChecked(): boolean {
    return this.#newest.isChecked;
  }

  /** The rows that came since, and then what had not been final. */
  async refresh(signal: AbortSignal): Promise<void> {
    do {
      const by = this.wanted ?? 'program';
      this.wanted = null;
      this.#pages.seen.clear();
      this.step = 'newest';
      // The newest rows do not hang on what waits, and the past only as far as to be read when that is known, if it can be.
      const begun = this.isChecked ? null : this.late?.begin(by, signal).catch(() => {});
      try {
        await this.#newest.read(by, signal);
      } finally {
        await begun;
      }
      this.#onChecked(by);
      await this.#unfinished.read(by, signal);
      await this.past.lookBehindEnd(by, signal);
    } while (this.wanted !== null && !signal.aborted);
  }
}
