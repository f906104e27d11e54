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
  /** Called when less is left to be asked for than before, which may be before all of it is. */
  readonly onProgress: () => void;
}

/** All that is not final is asked for once. */
interface Round {
  readonly begunAt: Timestamp;
  /** Rows that it has asked for. */
  readonly asked: Set<string>;
}

/** Asks again for the rows of one margin mode of a list that were not final. */
export class UnfinishedReading<List extends HistoryList> {
  readonly #options: UnfinishedReadingOptions<List>;
  /** When the last round began that came to its end. */
  #askedForAllAt = Number.NEGATIVE_INFINITY;
  /** The one that is not over: where it fails, the next try goes on with the rest. */
  #round: Round | null = null;
  /** Rows that did not come though they were asked for: until all are asked for again they do not keep others waiting. */
  readonly #inVain = new Set<string>();

  constructor(options: UnfinishedReadingOptions<List>) {
    this.#options = options;
  }

  async read(by: AskedBy, signal: AbortSignal): Promise<void> {
    const { pages, now, isInterrupted, onProgress } = this.#options;
    if (by === 'user' || (this.#round === null && now() - this.#askedForAllAt >= everyGroupAfterMs)) {
      this.#round = { begunAt: now(), asked: new Set() };
      this.#inVain.clear();
    }
    const round = this.#round;
    const most = round === null ? mostGroups.usually : mostGroups.nowAndThen;
    const done = round?.asked ?? this.#inVain;
    const known = await pages.archive.unfinished(pages.marginMode, most + done.size);
    const groups = known.filter(({ rows }) => rows.some(({ id }) => !done.has(id))).slice(0, most);
    for (const [place, group] of groups.entries()) {
      // Whoever waits for something newer begins another round.
      if (isInterrupted()) return;
      await this.#readGroup(group, place < awaitedGroups ? by : 'program', signal);
      for (const { id } of group.rows) {
        round?.asked.add(id);
        if (!pages.seen.has(id)) this.#inVain.add(id);
      }
      if (round !== null) onProgress();
    }
    if (round === null) return;
    this.#askedForAllAt = round.begunAt;
    this.#round = null;
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
