import type { MarginMode, Timestamp } from '../../../shared/domain.ts';
import type { HistoryList } from '../../../shared/history.ts';
import { LateRows } from './late-rows.ts';
import { ModePages, type ModePagesOptions } from './mode-pages.ts';
import { NewestReading } from './newest-reading.ts';
import { PastReading } from './past-reading.ts';
import type { AskedBy } from './sync-exchange.ts';
import type { Turns } from './turns.ts';
import { UnfinishedReading } from './unfinished-reading.ts';

/** As long as rows come faster than they are asked for. */
const mostNotes = 10;

export interface ModeSyncOptions<List extends HistoryList> extends ModePagesOptions<List> {
  readonly turns: Turns;
  /** Epoch milliseconds. */
  readonly now: () => Timestamp;
  /** Called when the newest rows were asked for and answered. */
  readonly onChecked: () => void;
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
  readonly #pages: ModePages<List>;
  readonly #newest: NewestReading<List>;
  readonly #unfinished: UnfinishedReading<List>;
  readonly #onChecked: () => void;

  constructor(options: ModeSyncOptions<List>) {
    const { turns, now, isHurried, onChecked } = options;
    const pages = new ModePages(options);
    const newest = new NewestReading(pages);
    this.#pages = pages;
    this.#newest = newest;
    this.past = new PastReading({ pages, newest, turns, now, isHurried });
    this.#unfinished = new UnfinishedReading({ pages, now, onAsk: () => this.#askAgain() });
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
      const lateRows = this.#lateRows(by, signal);
      // The list does not hang on what waits: a failure there is told at the end.
      let noted = await outcomeOf(lateRows?.note());
      let newest = this.#pages.spans[0]?.newest.id;
      this.step = 'newest';
      await this.#newest.read(by, signal);
      this.#onChecked();
      // One that was created meanwhile, below a row that has just come, waits still or came into the list before it was noted.
      for (let time = 0; time < mostNotes && lateRows !== null && this.#pages.spans[0]?.newest.id !== newest; time++) {
        newest = this.#pages.spans[0]?.newest.id;
        noted = await outcomeOf(lateRows.note());
        await this.#newest.readPage(by, signal);
      }
      await this.#unfinished.read(by, signal);
      await this.past.lookBehindEnd(by, signal);
      if (noted.status === 'rejected') throw noted.reason;
      await lateRows?.find();
    } while (this.wanted !== null && !signal.aborted);
  }

  #lateRows(by: AskedBy, signal: AbortSignal): LateRows<List> | null {
    const { askWaiting } = this.#pages.exchange;
    if (askWaiting === null) return null;
    return new LateRows({ pages: this.#pages, askWaiting, by, signal, onAsk: () => this.#askAgain() });
  }

  #askAgain(): void {
    this.step = 'again';
  }
}

async function outcomeOf(work: Promise<void> | undefined): Promise<PromiseSettledResult<void>> {
  const [outcome] = await Promise.allSettled([work]);
  return outcome;
}
