import type { OrderList, Priority } from '../../../exchange/index.ts';
import type { MarginMode, Timestamp } from '../../../shared/domain.ts';
import type { HistoryList } from '../../../shared/history.ts';
import type { ListQuery } from '../../paging/list-reader.ts';
import type { HistoryRows } from '../archived-rows.ts';
import { type AnsweredPage, badAnswer, readAnswer } from './answered-page.ts';
import { LateRows } from './late-rows.ts';
import type { ListArchive, Span, SpanEnd, UnfinishedGroup } from './list-archive.ts';
import type { Turns } from './turns.ts';

/** The most that the service gives at once (service-api.md section 8). */
const rowsPerRequest = 100;
/** So many requests for rows that are not final follow each look at the newest, and all that it takes now and then. */
const mostGroups = { usually: 4, nowAndThen: 1000 };
const everyGroupAfterMs = 600_000;
/** What is behind the end of a list is asked for again so often, lest something came to be there, or had been kept back. */
const lookBehindEndAfterMs = 600_000;
/** As long as rows come faster than they are asked for. */
const mostNotes = 10;
/** Most rows are where their creation puts them; many may have been created at once. */
const requestsPerPlace = 20;
/** The user waits for the newest of them; many may belong to what is long over. */
const awaitedGroups = 2;

export type AskedBy = 'user' | 'program';

export interface AskOptions {
  readonly priority: Priority;
  readonly signal: AbortSignal;
}

export interface SyncExchange<List extends HistoryList> {
  /** One request, in its turn. Rejects as the exchange's client does. */
  ask(query: ListQuery, options: AskOptions): Promise<OrderList<HistoryRows[List]>>;
  /** The same for rows that wait and come into the list later, where their creation puts them; `null`: there is no such thing. */
  readonly askWaiting:
    | ((query: ListQuery, options: AskOptions) => Promise<OrderList<{ readonly createdAt: Timestamp }>>)
    | null;
  /** Whether requests wait for the limiter already, so that one more would only wait behind them. */
  isSaturated(): boolean;
}

export interface ModeSyncOptions<List extends HistoryList> {
  readonly list: List;
  readonly marginMode: MarginMode;
  readonly exchange: SyncExchange<List>;
  readonly archive: ListArchive<List>;
  readonly turns: Turns;
  /** Epoch milliseconds. */
  readonly now: () => Timestamp;
  /** Called after each page: how many rows it added, and how many milliseconds of the past it reached across. */
  readonly onPage: (added: number, covered: number) => void;
  /** Called when the newest rows were asked for and answered. */
  readonly onChecked: () => void;
  /** Whether somebody waits for the next page of the past. It is told when one is asked for. */
  readonly isHurried: () => boolean;
}

interface PendingPage<List extends HistoryList> {
  readonly from: SpanEnd;
  readonly answer: Promise<OrderList<HistoryRows[List]>>;
}

/** Reads one margin mode of a list into the archive. */
export class ModeSync<List extends HistoryList> {
  /** Whether the newest rows were asked for and answered in this session. */
  isChecked = false;
  /** Which part of `refresh` is under way. */
  step: 'newest' | 'again' = 'newest';
  /** Who waits for another look when this one is over. */
  wanted: AskedBy | null = null;
  readonly #options: ModeSyncOptions<List>;
  /** Whether the rows newer than the newest can be asked for: its page was seen in this session. */
  #isInTouch = false;
  /** The rows that were asked for since the last refresh began, the past left aside. */
  readonly #seen = new Set<string>();
  #askedForAllAt = Number.NEGATIVE_INFINITY;
  #lookedBehindEndAt = Number.NEGATIVE_INFINITY;
  /** The oldest rows of runs behind which there are only rows without an id: nothing leads on from there. */
  readonly #deadEnds = new Set<string>();
  #lastTake: Promise<unknown> = Promise.resolve();
  #pending: { readonly query: ListQuery; readonly signal: AbortSignal } | null = null;

  constructor(options: ModeSyncOptions<List>) {
    this.#options = options;
  }

  get marginMode(): MarginMode {
    return this.#options.marginMode;
  }

  /** The rows that came since, and then what had not been final. */
  async refresh(signal: AbortSignal): Promise<void> {
    do {
      const by = this.wanted ?? 'program';
      this.wanted = null;
      this.#seen.clear();
      const lateRows = this.#lateRows(by, signal);
      // The list does not hang on what waits: a failure there is told at the end.
      let noted = await outcomeOf(lateRows?.note());
      let newest = this.#spans[0]?.newest.id;
      await this.#readNewest(by, signal);
      // One that was created meanwhile, below a row that has just come, waits still or came into the list before it was noted.
      for (let time = 0; time < mostNotes && lateRows !== null && this.#spans[0]?.newest.id !== newest; time++) {
        newest = this.#spans[0]?.newest.id;
        noted = await outcomeOf(lateRows.note());
        await this.#readNewestPage(by, signal);
      }
      await this.#readUnfinished(by, signal);
      await this.#lookBehindEnd(by, signal);
      if (noted.status === 'rejected') throw noted.reason;
      await lateRows?.find();
    } while (this.wanted !== null && !signal.aborted);
  }

  /** Where the past is to be read on: behind the newest span that has not come to an end; `null` where that is none. */
  get target(): SpanEnd | null {
    return this.#spans.find((span) => !span.isEnded && !this.#deadEnds.has(span.oldest.id))?.oldest ?? null;
  }

  /** Whether there is more of the past that nothing leads to, see `ModeCoverage`. */
  get isBlocked(): boolean {
    return this.#spans.some((span) => !span.isEnded && this.#deadEnds.has(span.oldest.id));
  }

  /** Gaps and what is older, until the service has nothing more. */
  async readPast(signal: AbortSignal): Promise<void> {
    const { turns, marginMode } = this.#options;
    const ending = new AbortController();
    const local = AbortSignal.any([signal, ending.signal]);
    turns.join(marginMode);
    try {
      // All that was known had to be given up.
      if (this.#spans.length === 0) await this.#readNewestPage('program', local);
      let pending: PendingPage<List> | null = null;
      for (;;) {
        pending ??= await this.#askForPast(local);
        if (pending === null || signal.aborted) return;
        pending = await this.#readPastPage(pending, local);
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
    this.#options.exchange.ask(query, { priority: 'looked-at', signal }).catch(() => {});
  }

  get #spans(): readonly Span[] {
    return this.#options.archive.spans[this.#options.marginMode];
  }

  #lateRows(by: AskedBy, signal: AbortSignal): LateRows | null {
    const { archive, marginMode, exchange } = this.#options;
    const { askWaiting } = exchange;
    if (askWaiting === null) return null;
    const priority = priorityFor(by);
    return new LateRows({
      askWaiting: async (from) =>
        readAnswer(await askWaiting(this.#queryOf('prev', from), { priority, signal }), {
          direct: 'prev',
          from: from?.id ?? null,
        }),
      recall: () => archive.recallExpected(marginMode),
      remember: (rows) => archive.rememberExpected(marginMode, rows),
      findPlaces: (rows) => archive.placesFor(marginMode, rows),
      lookBehind: (id, until) => this.#readBehind(id, until, by, signal),
    });
  }

  /** From a row back to the place of another one, or until that is there. Answers the ids. */
  async #readBehind(
    start: string | null,
    until: { readonly id: string; readonly createdAt: Timestamp },
    by: AskedBy,
    signal: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    this.step = 'again';
    const ids = new Set<string>();
    let from: SpanEnd | null = start === null ? null : { id: start, createdAt: null };
    for (let requests = 0; requests < requestsPerPlace && !ids.has(until.id); requests++) {
      const page = await this.#ask('prev', from, by, signal);
      await this.#take(page, 'prev', from, false);
      for (const { id } of page.entries) if (id !== null) ids.add(id);
      if (page.last === null || (page.last.createdAt ?? until.createdAt) < until.createdAt) break;
      from = page.last;
    }
    return ids;
  }

  async #readNewest(by: AskedBy, signal: AbortSignal): Promise<void> {
    this.step = 'newest';
    const newest = this.#spans[0]?.newest;
    try {
      if (this.#isInTouch && newest !== undefined) await this.#readSince(newest, by, signal);
      else await this.#readNewestPage(by, signal);
      this.#isInTouch = true;
    } catch (error) {
      // Something may be wrong with the row to go on from: the next time it is begun with the newest page.
      this.#isInTouch = false;
      throw error;
    }
    this.isChecked = true;
    this.#options.onChecked();
  }

  async #readNewestPage(by: AskedBy, signal: AbortSignal): Promise<void> {
    let page = await this.#ask('prev', null, by, signal);
    // That there is nothing at all is believed when it is said twice.
    const isDoubtful = page.entries.length === 0 && !this.isChecked && this.#spans.length === 0;
    if (isDoubtful) page = await this.#ask('prev', null, by, signal);
    await this.#take(page, 'prev', null, false);
    if (page.last === null && page.entries.length > 0)
      throw badAnswer('none of the newest rows has an id to go on from');
  }

  /** Whether there is still nothing where there had been nothing more. What fails here says nothing against that. */
  async #lookBehindEnd(by: AskedBy, signal: AbortSignal): Promise<void> {
    const now = this.#options.now();
    const isDue = now - this.#lookedBehindEndAt >= lookBehindEndAfterMs;
    // They are asked for once more with the past.
    if (isDue || by === 'user') this.#deadEnds.clear();
    const ended = this.#spans.filter(({ isEnded }) => isEnded);
    if (ended.length === 0 || !isDue) return;
    this.#lookedBehindEndAt = now;
    for (const { oldest } of ended) {
      const page = await this.#ask('prev', oldest, 'program', signal).catch(() => null);
      if (page !== null && page.entries.length > 0) await this.#take(page, 'prev', oldest, true);
    }
  }

  async #readSince(newest: SpanEnd, by: AskedBy, signal: AbortSignal): Promise<void> {
    for (let from = newest; ; ) {
      const page = await this.#ask('next', from, by, signal);
      await this.#take(page, 'next', from, true);
      // Rows without an id wait for one that has one.
      if (page.last === null) return;
      const [reached] = this.#spans;
      if (reached === undefined || reached.newest.id === from.id) throw badAnswer('the page brings nothing newer');
      from = reached.newest;
    }
  }

  async #readUnfinished(by: AskedBy, signal: AbortSignal): Promise<void> {
    const { archive, marginMode, now } = this.#options;
    const isAll = by === 'user' || now() - this.#askedForAllAt >= everyGroupAfterMs;
    if (isAll) this.#askedForAllAt = now();
    const groups = await archive.unfinished(isAll ? mostGroups.nowAndThen : mostGroups.usually);
    for (const [place, group] of groups.filter((each) => each.marginMode === marginMode).entries()) {
      await this.#readGroup(group, place < awaitedGroups ? by : 'program', signal);
    }
  }

  /** A service that gives few rows at once is asked until all that a whole page would have are there. */
  async #readGroup({ direct, from, rows }: UnfinishedGroup, by: AskedBy, signal: AbortSignal): Promise<void> {
    let start: SpanEnd | null = from === null ? null : { id: from, createdAt: null };
    for (let read = 0; read < rowsPerRequest && rows.some(({ id }) => !this.#seen.has(id)); ) {
      this.step = 'again';
      const page = await this.#ask(direct, start, by, signal);
      await this.#take(page, direct, start, false);
      if (page.last === null) return;
      read += page.entries.length;
      start = page.last;
    }
  }

  async #askForPast(signal: AbortSignal): Promise<PendingPage<List> | null> {
    const { turns, marginMode } = this.#options;
    const target = this.target;
    if (target === null || signal.aborted) return null;
    turns.reached(marginMode, target.createdAt);
    await turns.wait(marginMode, signal);
    // While it waited, newer rows may have come with a gap below them.
    const current = this.target;
    return current === null || signal.aborted ? null : this.#askBehind(current, signal);
  }

  /** Answers the page that was asked for meanwhile, where it was this mode's turn. */
  async #readPastPage({ from, answer }: PendingPage<List>, signal: AbortSignal): Promise<PendingPage<List> | null> {
    const { turns, marginMode } = this.#options;
    const list = await answer;
    this.#pending = null;
    const page = readAnswer(list, { direct: 'prev', from: from.id });
    if (page.last === null) {
      await this.#readEnd(page, from, signal);
      return null;
    }
    turns.reached(marginMode, page.last.createdAt);
    const isNext = this.#leadsOn(page, from) && turns.isOf(marginMode);
    const pending = isNext ? this.#askBehind(page.last, signal) : null;
    await this.#takePast(page, from);
    return pending;
  }

  /**
   * Nothing to go on from came behind the oldest row. An empty page is the only answer that says how much there is, and one that came by
   * mistake would hide all that is older: so what follows the row before is asked for, too, and is taken where there is more.
   */
  async #readEnd(page: AnsweredPage<HistoryRows[List]>, oldest: SpanEnd, signal: AbortSignal): Promise<void> {
    const { archive, marginMode, now } = this.#options;
    const before = await archive.newerNeighbour(marginMode, oldest.id);
    const from = before === null ? oldest : { id: before, createdAt: null };
    const around = await this.#ask('prev', from, 'program', signal);
    const behind = around.entries.slice(around.entries.findLastIndex(({ id }) => id === oldest.id) + 1);
    if (behind.every(({ id }) => id === null)) {
      this.#lookedBehindEndAt = now();
      if (page.entries.length > 0) this.#deadEnds.add(oldest.id);
      return this.#takePast(page, oldest);
    }
    await this.#take(around, 'prev', from, before === null);
    if (this.#isEdge(oldest)) throw badAnswer('what is behind the oldest row is not always the same');
  }

  /** Whether the next page is the one behind this page's last row: it is not where another span begins on this page. */
  #leadsOn(page: AnsweredPage<HistoryRows[List]>, from: SpanEnd): boolean {
    const beginnings = new Set(this.#spans.map((span) => span.newest.id));
    return this.#isEdge(from) && !page.entries.some(({ id }) => id !== null && beginnings.has(id));
  }

  #askBehind(from: SpanEnd, signal: AbortSignal): PendingPage<List> {
    const { exchange, turns, isHurried } = this.#options;
    const query = this.#queryOf('prev', from);
    this.#pending = { query, signal };
    const answer = exchange.ask(query, { priority: isHurried() ? 'looked-at' : 'background', signal });
    // It may come when the page before it could not be stored.
    answer.catch(() => {});
    turns.changed();
    return { from, answer };
  }

  async #ask(
    direct: 'prev' | 'next',
    from: SpanEnd | null,
    by: AskedBy,
    signal: AbortSignal,
  ): Promise<AnsweredPage<HistoryRows[List]>> {
    const list = await this.#options.exchange.ask(this.#queryOf(direct, from), { priority: priorityFor(by), signal });
    const page = readAnswer(list, { direct, from: from?.id ?? null });
    for (const { id } of page.entries) if (id !== null) this.#seen.add(id);
    return page;
  }

  #queryOf(direct: 'prev' | 'next', from: SpanEnd | null): ListQuery {
    const query = { marginMode: this.#options.marginMode, direct, limit: rowsPerRequest };
    return from === null ? query : { ...query, from: from.id };
  }

  /** One page of a margin mode after the other: each is judged by what the archive knows after the one before. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#lastTake.then(work);
    this.#lastTake = turn.catch(() => {});
    return turn;
  }

  #takePast(page: AnsweredPage<HistoryRows[List]>, from: SpanEnd): Promise<void> {
    return this.#inTurn(async () => {
      // Another page may have reached beyond it meanwhile.
      if (!this.#isEdge(from)) return;
      const added = await this.#store(page, 'prev', from, true);
      if (this.target?.id === from.id) throw badAnswer('the page brings nothing older');
      this.#options.onPage(added, coveredBetween(from, page.last));
    });
  }

  #take(
    page: AnsweredPage<HistoryRows[List]>,
    direct: 'prev' | 'next',
    from: SpanEnd | null,
    goesOn: boolean,
  ): Promise<void> {
    return this.#inTurn(async () => this.#options.onPage(await this.#store(page, direct, from, goesOn), 0));
  }

  async #store(
    { entries, fetchedAt }: AnsweredPage<HistoryRows[List]>,
    direct: 'prev' | 'next',
    from: SpanEnd | null,
    goesOn: boolean,
  ): Promise<number> {
    const { list, marginMode, archive } = this.#options;
    const page = { list, marginMode, direct, from: from?.id ?? null, symbol: null, entries, fetchedAt };
    const { added, isRepeated } = await archive.take(page, goesOn);
    if (isRepeated) throw badAnswer('rows come again');
    return added;
  }

  /** Whether the past is to be read on behind this row. */
  #isEdge(row: SpanEnd): boolean {
    return this.#spans.some((span) => !span.isEnded && span.oldest.id === row.id);
  }
}

async function outcomeOf(work: Promise<void> | undefined): Promise<PromiseSettledResult<void>> {
  const [outcome] = await Promise.allSettled([work]);
  return outcome;
}

function priorityFor(by: AskedBy): Priority {
  return by === 'user' ? 'looked-at' : 'background';
}

/** Milliseconds of the past between two rows. */
function coveredBetween(newer: SpanEnd, older: SpanEnd | null): number {
  if (newer.createdAt === null || older === null || older.createdAt === null) return 0;
  return Math.max(0, newer.createdAt - older.createdAt);
}
