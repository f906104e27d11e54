import type { Timestamp } from '../../../shared/domain.ts';
import type { HistoryList } from '../../../shared/history.ts';
import type { HistoryRows } from '../archived-rows.ts';
import { type AnsweredPage, badAnswer } from './answered-page.ts';
import type { SpanEnd } from './list-archive.ts';
import type { ModePages } from './mode-pages.ts';
import type { AskedBy } from './sync-exchange.ts';

/** What a service says to have come since a row is compared with its newest page so often. */
const comparedAfterMs = 600_000;

/** Reads the newest rows of one margin mode of a list. */
export class NewestReading<List extends HistoryList> {
  readonly #pages: ModePages<List>;
  #isChecked = false;
  /** Whether the rows newer than the newest can be asked for: its page was seen in this session. */
  #isInTouch = false;
  /** Whether the newest page had nothing the last time. */
  #isEmpty = false;
  #comparedAt = Number.NEGATIVE_INFINITY;
  readonly #now: () => Timestamp;

  /** `now`: epoch milliseconds. */
  constructor(pages: ModePages<List>, now: () => Timestamp) {
    this.#pages = pages;
    this.#now = now;
  }

  /** Whether the newest rows were asked for and answered in this session. */
  get isChecked(): boolean {
    return this.#isChecked;
  }

  /** The rows that came since the newest one that is known. */
  async read(by: AskedBy, signal: AbortSignal): Promise<void> {
    const isDue = this.#now() - this.#comparedAt >= comparedAfterMs;
    const newest = this.#isInTouch && !isDue ? this.#pages.spans[0]?.newest : undefined;
    // Something may be wrong with the row to go on from: after a failure it is begun with the newest page.
    this.#isInTouch = false;
    if (newest === undefined || !(await this.#readSince(newest, by, signal))) await this.readPage(by, signal);
    this.#isInTouch = true;
    this.#isChecked = true;
  }

  /** The newest page. */
  async readPage(by: AskedBy, signal: AbortSignal): Promise<AnsweredPage<HistoryRows[List]>> {
    const now = this.#now();
    let page = await this.#pages.ask('prev', null, by, signal);
    // That there is nothing at all is believed when it is said twice, and not where the exchange goes on to know of rows.
    if (page.entries.length === 0 && !this.#isEmpty) page = await this.#pages.ask('prev', null, by, signal);
    this.#isEmpty = page.entries.length === 0;
    if (this.#isEmpty && (await this.#isNewestKnown(by, signal))) throw badAnswer('the newest rows are left out');
    await this.#pages.take(page, 'prev', null, false);
    if (page.last === null && page.entries.length > 0)
      throw badAnswer('none of the newest rows has an id to go on from');
    this.#comparedAt = now;
    return page;
  }

  /** Whether the exchange knows the newest row that is here. */
  async #isNewestKnown(by: AskedBy, signal: AbortSignal): Promise<boolean> {
    const newest = this.#pages.spans[0]?.newest;
    return newest !== undefined && (await this.#pages.askIfKnown('next', newest, by, signal)) !== null;
  }

  /** `false`: the exchange does not know the row to go on from any more. */
  async #readSince(newest: SpanEnd, by: AskedBy, signal: AbortSignal): Promise<boolean> {
    for (let from = newest; ; ) {
      const page = await this.#pages.askIfKnown('next', from, by, signal);
      if (page === null) return false;
      await this.#pages.take(page, 'next', from, true);
      // Rows without an id wait for one that has one.
      if (page.last === null) return true;
      const [reached] = this.#pages.spans;
      if (reached === undefined || reached.newest.id === from.id) throw badAnswer('the page brings nothing newer');
      from = reached.newest;
    }
  }
}
