import type { OrderList } from '../../../exchange/index.ts';
import type { Timestamp } from '../../../shared/domain.ts';
import type { HistoryList } from '../../../shared/history.ts';
import type { ListQuery } from '../../paging/list-reader.ts';
import type { HistoryRows } from '../archived-rows.ts';
import { type AnsweredPage, badAnswer, readAnswer } from './answered-page.ts';
import type { SpanEnd } from './list-archive.ts';
import { askBehindLost } from './lost-row.ts';
import { isUnknownRow, type ModePages, type PageBehind } from './mode-pages.ts';
import type { NewestReading } from './newest-reading.ts';
import { type AskedBy, rowsPerRequest } from './sync-exchange.ts';
import type { Turns } from './turns.ts';

/** What is behind the end of a list is asked for again so often, lest something came to be there, or had been kept back. */
const lookBehindEndAfterMs = 600_000;

export interface PastReadingOptions<List extends HistoryList> {
  readonly pages: ModePages<List>;
  readonly newest: NewestReading<List>;
  readonly turns: Turns;
  /** Epoch milliseconds. */
  readonly now: () => Timestamp;
  /** Whether somebody waits for the next page of the past. It is told when one is asked for. */
  readonly isHurried: () => boolean;
}

interface PendingPage<List extends HistoryList> {
  readonly from: SpanEnd;
  readonly answer: Promise<OrderList<HistoryRows[List]>>;
}

/** Reads one margin mode of a list back to its end. */
export class PastReading<List extends HistoryList> {
  readonly #options: PastReadingOptions<List>;
  readonly #pages: ModePages<List>;
  #lookedBehindEndAt = Number.NEGATIVE_INFINITY;
  /** The oldest rows of runs behind which there are only rows without an id, or that the exchange has dropped: nothing leads on from there. */
  readonly #deadEnds = new Set<string>();
  /** The last row of all, as it seems, and what has confirmed that: when something fails it need not begin anew. */
  #end: { readonly last: string; readonly confirmed: Set<'from before' | 'once more'> } | null = null;
  #pending: { readonly query: ListQuery; readonly signal: AbortSignal } | null = null;

  constructor(options: PastReadingOptions<List>) {
    this.#options = options;
    this.#pages = options.pages;
  }

  /** Where the past is to be read on: behind the newest span that has not come to an end; `null` where that is none. */
  get target(): SpanEnd | null {
    return this.#pages.spans.find((span) => !span.isEnded && !this.#deadEnds.has(span.oldest.id))?.oldest ?? null;
  }

  /** Whether there is more of the past that nothing leads to, see `ModeCoverage`. */
  get isBlocked(): boolean {
    return this.#pages.spans.some((span) => !span.isEnded && this.#deadEnds.has(span.oldest.id));
  }

  /** Gaps and what is older, until the service has nothing more. */
  async read(signal: AbortSignal): Promise<void> {
    const { turns, newest } = this.#options;
    const { marginMode } = this.#pages;
    const ending = new AbortController();
    const local = AbortSignal.any([signal, ending.signal]);
    turns.join(marginMode);
    try {
      // All that was known had to be given up.
      if (this.#pages.spans.length === 0) await newest.readPage('program', local);
      let pending: PendingPage<List> | null = null;
      for (;;) {
        pending ??= await this.#askForNext(local);
        if (pending === null || signal.aborted) return;
        pending = await this.#readPage(pending, local);
      }
    } finally {
      ending.abort();
      this.#pending = null;
      turns.leave(marginMode);
    }
  }

  /** Somebody waits for what is being asked for. */
  hurry(): void {
    if (this.#pending === null) return;
    const { query, signal } = this.#pending;
    // The same question is one request: asked as one that is looked at it goes ahead, and who asked first has the answer.
    this.#pages.exchange.ask(query, { priority: 'interactive', signal }).catch(() => {});
  }

  /** Whether there is still nothing where there had been nothing more. What fails here says nothing against that. */
  async lookBehindEnd(by: AskedBy, signal: AbortSignal): Promise<void> {
    const now = this.#options.now();
    const isDue = now - this.#lookedBehindEndAt >= lookBehindEndAfterMs;
    // They are asked for once more with the past.
    if (isDue || by === 'user') this.#deadEnds.clear();
    const ended = this.#pages.spans.filter(({ isEnded }) => isEnded);
    if (ended.length === 0 || !isDue) return;
    this.#lookedBehindEndAt = now;
    for (const { oldest } of ended) {
      const page = await this.#pages.ask('prev', oldest, 'program', signal).catch(() => null);
      if (page !== null && page.entries.length > 0) await this.#pages.take(page, 'prev', oldest, true);
    }
  }

  async #askForNext(signal: AbortSignal): Promise<PendingPage<List> | null> {
    const { turns } = this.#options;
    const { marginMode } = this.#pages;
    const target = this.target;
    if (target === null || signal.aborted) return null;
    turns.reached(marginMode, target.createdAt);
    await turns.wait(marginMode, signal);
    // While it waited, newer rows may have come with a gap below them.
    const current = this.target;
    return current === null || signal.aborted ? null : this.#askBehind(current, signal);
  }

  /** Answers the page that was asked for meanwhile, where it was this mode's turn. */
  async #readPage({ from, answer }: PendingPage<List>, signal: AbortSignal): Promise<PendingPage<List> | null> {
    const { turns } = this.#options;
    const { marginMode } = this.#pages;
    const behind = await this.#pageBehind(from, answer, signal);
    this.#pending = null;
    if (behind === null) {
      this.#deadEnds.add(from.id);
      return null;
    }
    const { page, from: reached } = behind;
    if (page.last === null) {
      await this.#readEnd(page, from, reached, signal);
      return null;
    }
    turns.reached(marginMode, page.last.createdAt);
    const isNext = this.#leadsOn(page, from) && turns.isOf(marginMode);
    const pending = isNext ? this.#askBehind(page.last, signal) : null;
    await this.#take(page, from);
    return pending;
  }

  /** What was answered, or, where the exchange has dropped the row, what it answers from newer ones; `null`: it has dropped all of them. */
  async #pageBehind(
    from: SpanEnd,
    answer: PendingPage<List>['answer'],
    signal: AbortSignal,
  ): Promise<PageBehind<List> | null> {
    try {
      return { page: readAnswer(await answer, { direct: 'prev', from: from.id }), from };
    } catch (error) {
      if (!isUnknownRow(error)) throw error;
      const behind = await askBehindLost(this.#pages, from, signal);
      if (behind !== null) return behind;
      const { entries } = await this.#options.newest.readPage('program', signal);
      const ids = entries.flatMap(({ id }) => id ?? []);
      // Otherwise it knows rows of this run, and will not be asked from them.
      if ((await this.#pages.archive.withinRun(this.#pages.marginMode, from.id, ids)).length === 0) return null;
      throw error;
    }
  }

  /**
   * Nothing to go on from came behind the oldest row. An empty page is the only answer that says how much there is, and one that came by
   * mistake would hide all that is older: so what follows a row before is asked for, which must bring the oldest row again, and what
   * follows that once more, for a service may give one row at a time. Where there is more, it is taken. `last`: the oldest row that the
   * exchange still knows.
   */
  async #readEnd(
    page: AnsweredPage<HistoryRows[List]>,
    oldest: SpanEnd,
    last: SpanEnd,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.#end?.last !== last.id) this.#end = { last: last.id, confirmed: new Set() };
    const { confirmed } = this.#end;
    const entries = [...page.entries];
    for (const control of ['from before', 'once more'] as const) {
      if (confirmed.has(control)) continue;
      const answer =
        control === 'from before'
          ? await this.#askFromBefore(last, signal)
          : { page: await this.#pages.ask('prev', last, 'program', signal), from: last };
      // There is no other row.
      if (answer === null) continue;
      const place = answer.page.entries.findLastIndex(({ id }) => id === last.id);
      const behind = answer.page.entries.slice(place + 1);
      if (behind.some(({ id }) => id !== null)) {
        if (last === oldest) await this.#pages.take(answer.page, 'prev', answer.from, answer.from === oldest);
        if (this.#isEdge(oldest)) throw badAnswer('what is behind the oldest row is not always the same');
        return;
      }
      if (behind.length === 0) confirmed.add(control);
      entries.push(...behind);
    }
    this.#lookedBehindEndAt = this.#options.now();
    if (entries.length > 0) this.#deadEnds.add(oldest.id);
    await this.#take({ ...page, entries }, oldest);
  }

  /** A page with a row in it, from one before that; `null`: there is none before. Throws where the row is not in its place any more. */
  async #askFromBefore(row: SpanEnd, signal: AbortSignal): Promise<PageBehind<List> | null> {
    const { archive, marginMode } = this.#pages;
    let before: string | null = null;
    for (let distance = 1; ; distance *= 2) {
      const id: string | null = await archive.newerNeighbour(marginMode, row.id, distance);
      if (id === null) return null;
      if (id === before) break;
      before = id;
      let isNamed = true;
      // A service may give few rows at once, and some may have come between.
      for (let [from, read]: [SpanEnd | null, number] = [{ id, createdAt: null }, 0]; from !== null; ) {
        const page = await this.#pages.askIfKnown('prev', from, 'program', signal);
        if (page?.entries.some((entry) => entry.id === row.id)) return { page, from };
        // In this answer it may be one of those without an id; or the exchange has dropped the one before.
        isNamed = page !== null && isNamed && page.entries.every((entry) => entry.id !== null);
        read += page?.entries.length ?? 0;
        from = read < distance + rowsPerRequest ? (page?.last ?? null) : null;
      }
      if (isNamed) break;
    }
    throw badAnswer('the oldest row does not follow the one before it');
  }

  /** Whether the next page is the one behind this page's last row: it is not where another span begins on this page. */
  #leadsOn(page: AnsweredPage<HistoryRows[List]>, from: SpanEnd): boolean {
    const beginnings = new Set(this.#pages.spans.map((span) => span.newest.id));
    return this.#isEdge(from) && !page.entries.some(({ id }) => id !== null && beginnings.has(id));
  }

  #askBehind(from: SpanEnd, signal: AbortSignal): PendingPage<List> {
    const { turns, isHurried } = this.#options;
    const query = this.#pages.queryOf('prev', from);
    this.#pending = { query, signal };
    const answer = this.#pages.exchange.ask(query, { priority: isHurried() ? 'interactive' : 'background', signal });
    // It may come when the page before it could not be stored.
    answer.catch(() => {});
    turns.changed();
    return { from, answer };
  }

  #take(page: AnsweredPage<HistoryRows[List]>, from: SpanEnd): Promise<void> {
    return this.#pages.inTurn(async () => {
      // Another page may have reached beyond it meanwhile.
      if (this.#isEdge(from)) await this.#pages.takeOlder(page, from, () => this.target?.id === from.id);
    });
  }

  /** Whether the past is to be read on behind this row. */
  #isEdge(row: SpanEnd): boolean {
    return this.#pages.spans.some((span) => !span.isEnded && span.oldest.id === row.id);
  }
}
