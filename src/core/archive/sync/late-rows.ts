import type { Timestamp } from '../../../shared/domain.ts';
import type { HistoryList } from '../../../shared/history.ts';
import { badAnswer, readAnswer } from './answered-page.ts';
import type { Span, SpanEnd } from './list-archive.ts';
import type { ModePages } from './mode-pages.ts';
import { ReadBack } from './read-back.ts';
import { type AskedBy, priorityFor, type SyncExchange } from './sync-exchange.ts';

/** A row that is not in the list yet. */
export interface ExpectedRow {
  readonly id: string;
  readonly createdAt: Timestamp;
  /** Since when it waits no longer, as far as was seen; `null`: it waits. */
  readonly goneSince: Timestamp | null;
  /** How often it was looked for in vain since. */
  readonly misses: number;
}

export interface ExpectedRows {
  readonly rows: readonly ExpectedRow[];
  /** Into what was read from this row back nothing comes late but these; `null`: that is not sure of anything. */
  readonly sureFrom: SpanEnd | null;
}

/** Where a row is to be looked for. */
export interface ExpectedPlace {
  readonly id: string;
  readonly isKnown: boolean;
  /** The row before its place in the service's order; `null`: it is among the newest. */
  readonly from: string | null;
}

export interface LateRowsOptions<List extends HistoryList> {
  readonly pages: ModePages<List>;
  readonly askWaiting: NonNullable<SyncExchange<List>['askWaiting']>;
  /** Epoch milliseconds. */
  readonly now: () => Timestamp;
  /** Called when a part of what is read once more has come: it is not read again, whatever fails next. */
  readonly onProgress: () => void;
}

/** The first looks for a row come when they come, then one after a minute, and each twice as late as the one before: for a day and a half. */
const firstLooks = 5;
const firstPauseMs = 60_000;
const mostLooks = firstLooks + 12;
/** Most rows are where their creation puts them; many may have been created at once. */
const requestsPerPlace = 20;
/** As long as rows come faster than they are asked for. */
const mostNotes = 10;

interface Noted {
  readonly waiting: readonly ExpectedRow[];
  readonly gone: readonly ExpectedRow[];
  /** The newest row of the list before. */
  readonly newest: SpanEnd | null;
  readonly sureFrom: SpanEnd | null;
  /** What may have been read too early to be sure of it. */
  readonly read: readonly Span[];
}

/**
 * Rows that come into a list late, at the place that their creation gives them: a plan order waits, for months perhaps, and is in the
 * history once it is over. Nobody who goes on from the newest row would find it. So what waits is kept in mind, and what waits no longer
 * is looked for. What has come and gone since it was last noted is found by reading the newest rows once more, as far back as it is sure.
 */
export class LateRows<List extends HistoryList> {
  /** Who waits for another look when this one is over. */
  wanted: AskedBy | null = null;
  readonly #options: LateRowsOptions<List>;
  readonly #readBack: ReadBack<List>;
  /** Whether what waits was noted in this session. */
  #hasNoted = false;
  #hasFailed = false;
  /** See `ExpectedRows`. */
  #sureFrom: SpanEnd | null = null;

  constructor(options: LateRowsOptions<List>) {
    this.#options = options;
    this.#readBack = new ReadBack(options.pages, options.onProgress);
  }

  /** Whether rows may have come into what was read, of which nobody could hear. */
  get isUnsure(): boolean {
    return this.#hasFailed && this.#options.pages.spans[0]?.newest.id !== this.#sureFrom?.id;
  }

  /** To be called when a session begins: what is read after it need not be read once more. */
  async begin(by: AskedBy, signal: AbortSignal): Promise<void> {
    if (!this.#hasNoted) await this.#note(by, signal);
  }

  /** To be called when they were asked for. Not while `begin` is under way. */
  async read(signal: AbortSignal): Promise<void> {
    do {
      const by = this.wanted ?? 'program';
      this.wanted = null;
      const noted = await this.#makeSure(by, signal).catch((error: unknown) => {
        this.#hasFailed = true;
        throw error;
      });
      this.#hasFailed = false;
      await this.#find(noted, by, signal);
    } while (this.wanted !== null && !signal.aborted);
  }

  /** Notes what waits, until nothing newer has come meanwhile. */
  async #makeSure(by: AskedBy, signal: AbortSignal): Promise<Noted> {
    const { pages } = this.#options;
    for (let times = 1; ; times++) {
      const { read, sureFrom, ...noted } = await this.#note(by, signal);
      const { newest } = noted;
      if (sureFrom === null || sureFrom.id !== newest?.id) await this.#readBack.read(read, sureFrom, by, signal);
      const sure = { ...noted, read, sureFrom: newest };
      await this.#remember(sure);
      this.#sureFrom = newest;
      if (times === mostNotes || pages.spans[0]?.newest.id === newest?.id) return sure;
    }
  }

  async #note(by: AskedBy, signal: AbortSignal): Promise<Noted> {
    const { pages, now } = this.#options;
    const { archive, marginMode, spans } = pages;
    const { rows, sureFrom } = await archive.recallExpected(marginMode);
    this.#sureFrom = sureFrom;
    const waiting = await this.#readWaiting(by, signal);
    const gone = rows
      .filter(({ id }) => !waiting.has(id))
      .map((row) => ({ ...row, goneSince: row.goneSince ?? now() }));
    const read = this.#hasNoted ? spans : pages.spans;
    const noted = { waiting: [...waiting.values()], gone, newest: spans[0]?.newest ?? null, sureFrom, read };
    await this.#remember(noted);
    this.#hasNoted = true;
    return noted;
  }

  async #remember({ waiting, gone, sureFrom }: Pick<Noted, 'waiting' | 'gone' | 'sureFrom'>): Promise<void> {
    const { archive, marginMode } = this.#options.pages;
    await archive.rememberExpected(marginMode, { rows: [...waiting, ...gone], sureFrom });
  }

  /** Looks for what waits no longer. The user's looks that come too early do not count. */
  async #find({ waiting, gone, sureFrom }: Noted, by: AskedBy, signal: AbortSignal): Promise<void> {
    const { pages, now } = this.#options;
    const { archive, marginMode } = pages;
    const due = new Set(gone.filter((row) => isDue(row, now())));
    const rows = new Map(gone.filter((row) => by === 'user' || due.has(row)).map((row) => [row.id, row]));
    if (rows.size === 0) return;
    const found = new Set<string>();
    for (const { id, isKnown, from } of await archive.placesFor(marginMode, [...rows.values()])) {
      const row = rows.get(id);
      if (isKnown) found.add(id);
      if (row === undefined || found.has(id)) continue;
      for (const seen of await this.#readBehind(from, row, by, signal)) found.add(seen);
    }
    const missed = gone
      .filter(({ id }) => !found.has(id))
      .map((row) => (due.has(row) ? { ...row, misses: row.misses + 1 } : row))
      .filter(({ misses }) => misses < mostLooks);
    await this.#remember({ waiting, gone: missed, sureFrom });
  }

  /** From a row back to the place of another one, or until that is there. Answers the ids. */
  async #readBehind(
    start: string | null,
    until: ExpectedRow,
    by: AskedBy,
    signal: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    const { pages } = this.#options;
    const ids = new Set<string>();
    let from: SpanEnd | null = start === null ? null : { id: start, createdAt: null };
    for (let requests = 0; requests < requestsPerPlace && !ids.has(until.id); requests++) {
      const answer = await pages.askBack(from, by, signal);
      if (answer === null) break;
      const { last, entries } = answer.page;
      await pages.take(answer.page, 'prev', answer.from, false);
      for (const { id } of entries) if (id !== null) ids.add(id);
      if (last === null || (last.createdAt ?? until.createdAt) < until.createdAt) break;
      from = last;
    }
    return ids;
  }

  async #readWaiting(by: AskedBy, signal: AbortSignal): Promise<ReadonlyMap<string, ExpectedRow>> {
    const waiting = new Map<string, ExpectedRow>();
    for (let from: SpanEnd | null = null; ; ) {
      const { entries, last } = await this.#askWaiting(from, by, signal);
      for (const entry of entries) {
        if (entry.id === null) continue;
        if (waiting.has(entry.id) && from !== null) throw badAnswer('what waits comes again');
        // What cannot be read is not known by its place.
        if (!('row' in entry)) continue;
        const { createdAt } = entry.row;
        waiting.set(entry.id, { id: entry.id, createdAt, goneSince: null, misses: 0 });
      }
      if (last === null && entries.length > 0) throw badAnswer('nothing that waits has an id to go on from');
      if (last === null) return waiting;
      from = last;
    }
  }

  async #askWaiting(from: SpanEnd | null, by: AskedBy, signal: AbortSignal) {
    const { pages, askWaiting } = this.#options;
    const list = await askWaiting(pages.queryOf('prev', from), { priority: priorityFor(by), signal });
    return readAnswer(list, { direct: 'prev', from: from?.id ?? null });
  }
}

function isDue({ goneSince, misses }: ExpectedRow, now: Timestamp): boolean {
  return goneSince === null || misses < firstLooks || now - goneSince >= firstPauseMs * 2 ** (misses - firstLooks);
}
