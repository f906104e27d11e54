import type { Timestamp } from '../../../shared/domain.ts';
import type { HistoryList } from '../../../shared/history.ts';
import type { SpanEnd, UnfinishedGroup } from './list-archive.ts';
import type { ModePages } from './mode-pages.ts';
import { type AskedBy, rowsPerRequest } from './sync-exchange.ts';

/** So many requests for rows that are not final follow each look at the newest, and all that it takes now and then. */
const mostGroups = { usually: 4, nowAndThen: 1000 };
const everyGroupAfterMs = 600_000;
/** The user waits for the newest of them; many may belong to what is long over. */
const awaitedGroups = 2;

export interface UnfinishedReadingOptions<List extends HistoryList> {
  readonly pages: ModePages<List>;
  /** Epoch milliseconds. */
  readonly now: () => Timestamp;
  /** Whether somebody waits for something newer. */
  readonly isInterrupted: () => boolean;
  /** Called before each request. */
  readonly onAsk: () => void;
}

/** Asks again for the rows of one margin mode of a list that were not final. */
export class UnfinishedReading<List extends HistoryList> {
  readonly #options: UnfinishedReadingOptions<List>;
  #askedForAllAt = Number.NEGATIVE_INFINITY;
  /** Rows that did not come though they were asked for: until all are asked for again they do not keep others waiting. */
  readonly #inVain = new Set<string>();

  constructor(options: UnfinishedReadingOptions<List>) {
    this.#options = options;
  }

  async read(by: AskedBy, signal: AbortSignal): Promise<void> {
    const { pages, now, isInterrupted } = this.#options;
    const isAll = by === 'user' || now() - this.#askedForAllAt >= everyGroupAfterMs;
    if (isAll) {
      this.#askedForAllAt = now();
      this.#inVain.clear();
    }
    const most = isAll ? mostGroups.nowAndThen : mostGroups.usually;
    const known = await pages.archive.unfinished(pages.marginMode, most + this.#inVain.size);
    const groups = known.filter(({ rows }) => rows.some(({ id }) => !this.#inVain.has(id))).slice(0, most);
    for (const [place, group] of groups.entries()) {
      if (isInterrupted()) {
        this.#askedForAllAt = Number.NEGATIVE_INFINITY;
        return;
      }
      await this.#readGroup(group, place < awaitedGroups ? by : 'program', signal);
      for (const { id } of group.rows) if (!pages.seen.has(id)) this.#inVain.add(id);
    }
  }

  /** A service that gives few rows at once is asked until all that a whole page would have are there. */
  async #readGroup({ direct, from, rows }: UnfinishedGroup, by: AskedBy, signal: AbortSignal): Promise<void> {
    const { pages, onAsk } = this.#options;
    let start: SpanEnd | null = from === null ? null : { id: from, createdAt: null };
    for (let read = 0; read < rowsPerRequest && rows.some(({ id }) => !pages.seen.has(id)); ) {
      onAsk();
      const answer = await this.#ask(direct, start, by, signal);
      if (answer === null) return;
      const { page } = answer;
      await pages.take(page, direct, answer.from, false);
      if (page.last === null) return;
      read += page.entries.length;
      start = page.last;
    }
  }

  /** `null`: the exchange has dropped the row to go on from. */
  async #ask(direct: 'prev' | 'next', from: SpanEnd | null, by: AskedBy, signal: AbortSignal) {
    const { pages } = this.#options;
    if (direct === 'prev' || from === null) return pages.askBack(from, by, signal);
    const page = await pages.askIfKnown(direct, from, by, signal);
    return page === null ? null : { page, from };
  }
}
