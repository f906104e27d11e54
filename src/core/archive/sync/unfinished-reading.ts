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
  /** Called before each request. */
  readonly onAsk: () => void;
}

/** Asks again for the rows of one margin mode of a list that were not final. */
export class UnfinishedReading<List extends HistoryList> {
  readonly #options: UnfinishedReadingOptions<List>;
  #askedForAllAt = Number.NEGATIVE_INFINITY;

  constructor(options: UnfinishedReadingOptions<List>) {
    this.#options = options;
  }

  async read(by: AskedBy, signal: AbortSignal): Promise<void> {
    const { pages, now } = this.#options;
    const isAll = by === 'user' || now() - this.#askedForAllAt >= everyGroupAfterMs;
    if (isAll) this.#askedForAllAt = now();
    const groups = await pages.archive.unfinished(isAll ? mostGroups.nowAndThen : mostGroups.usually);
    for (const [place, group] of groups.filter((each) => each.marginMode === pages.marginMode).entries()) {
      await this.#readGroup(group, place < awaitedGroups ? by : 'program', signal);
    }
  }

  /** A service that gives few rows at once is asked until all that a whole page would have are there. */
  async #readGroup({ direct, from, rows }: UnfinishedGroup, by: AskedBy, signal: AbortSignal): Promise<void> {
    const { pages, onAsk } = this.#options;
    let start: SpanEnd | null = from === null ? null : { id: from, createdAt: null };
    for (let read = 0; read < rowsPerRequest && rows.some(({ id }) => !pages.seen.has(id)); ) {
      onAsk();
      const page = await pages.ask(direct, start, by, signal);
      await pages.take(page, direct, start, false);
      if (page.last === null) return;
      read += page.entries.length;
      start = page.last;
    }
  }
}
