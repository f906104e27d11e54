import type { HistoryList } from '../../../shared/history.ts';
import { badAnswer } from './answered-page.ts';
import type { SpanEnd } from './list-archive.ts';
import type { ModePages } from './mode-pages.ts';
import type { AskedBy } from './sync-exchange.ts';

/** Reads the newest rows of one margin mode of a list. */
export class NewestReading<List extends HistoryList> {
  readonly #pages: ModePages<List>;
  #isChecked = false;
  /** Whether the rows newer than the newest can be asked for: its page was seen in this session. */
  #isInTouch = false;

  constructor(pages: ModePages<List>) {
    this.#pages = pages;
  }

  /** Whether the newest rows were asked for and answered in this session. */
  get isChecked(): boolean {
    return this.#isChecked;
  }

  /** The rows that came since the newest one that is known. */
  async read(by: AskedBy, signal: AbortSignal): Promise<void> {
    const newest = this.#pages.spans[0]?.newest;
    try {
      if (this.#isInTouch && newest !== undefined) await this.#readSince(newest, by, signal);
      else await this.readPage(by, signal);
      this.#isInTouch = true;
    } catch (error) {
      // Something may be wrong with the row to go on from: the next time it is begun with the newest page.
      this.#isInTouch = false;
      throw error;
    }
    this.#isChecked = true;
  }

  /** The newest page. */
  async readPage(by: AskedBy, signal: AbortSignal): Promise<void> {
    let page = await this.#pages.ask('prev', null, by, signal);
    // That there is nothing at all is believed when it is said twice.
    const isDoubtful = page.entries.length === 0 && !this.#isChecked && this.#pages.spans.length === 0;
    if (isDoubtful) page = await this.#pages.ask('prev', null, by, signal);
    await this.#pages.take(page, 'prev', null, false);
    if (page.last === null && page.entries.length > 0)
      throw badAnswer('none of the newest rows has an id to go on from');
  }

  async #readSince(newest: SpanEnd, by: AskedBy, signal: AbortSignal): Promise<void> {
    for (let from = newest; ; ) {
      const page = await this.#pages.ask('next', from, by, signal);
      await this.#pages.take(page, 'next', from, true);
      // Rows without an id wait for one that has one.
      if (page.last === null) return;
      const [reached] = this.#pages.spans;
      if (reached === undefined || reached.newest.id === from.id) throw badAnswer('the page brings nothing newer');
      from = reached.newest;
    }
  }
}
