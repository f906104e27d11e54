import type { Timestamp } from '../../../shared/domain.ts';
import type { HistoryList } from '../../../shared/history.ts';
import { badAnswer, readAnswer } from './answered-page.ts';
import type { SpanEnd } from './list-archive.ts';
import type { ModePages } from './mode-pages.ts';
import { type AskedBy, priorityFor, type SyncExchange } from './sync-exchange.ts';

/** A row that is not in the list yet. */
export interface ExpectedRow {
  readonly id: string;
  readonly createdAt: Timestamp;
  /** How often it was looked for in vain since it was gone from where it waited. */
  readonly misses: number;
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
  readonly by: AskedBy;
  readonly signal: AbortSignal;
  /** Called before each request for rows that wait no longer. */
  readonly onAsk: () => void;
}

/** What was never found is not in the list, whatever became of it. */
const mostMisses = 5;
/** Most rows are where their creation puts them; many may have been created at once. */
const requestsPerPlace = 20;

/**
 * Rows that come into a list late, at the place that their creation gives them: a plan order waits, for months perhaps, and is in the
 * history once it is over. Nobody who goes on from the newest row would find it. So what waits is kept in mind before the newest rows
 * are asked for, and what waits no longer is looked for.
 */
export class LateRows<List extends HistoryList> {
  readonly #options: LateRowsOptions<List>;
  #waiting: readonly ExpectedRow[] = [];
  #gone: readonly ExpectedRow[] = [];

  constructor(options: LateRowsOptions<List>) {
    this.#options = options;
  }

  /** To be called before the newest rows are asked for: what comes into the list from then on is known to be expected. */
  async note(): Promise<void> {
    const { archive, marginMode } = this.#options.pages;
    const before = await archive.recallExpected(marginMode);
    const waiting = await this.#readWaiting();
    this.#waiting = [...waiting.values()];
    this.#gone = before.filter(({ id }) => !waiting.has(id));
    await archive.rememberExpected(marginMode, [...this.#waiting, ...this.#gone]);
  }

  /** To be called afterwards: looks for what waits no longer. */
  async find(): Promise<void> {
    if (this.#gone.length === 0) return;
    const { archive, marginMode } = this.#options.pages;
    const found = new Set<string>();
    const rows = new Map(this.#gone.map((row) => [row.id, row]));
    for (const { id, isKnown, from } of await archive.placesFor(marginMode, this.#gone)) {
      const row = rows.get(id);
      if (isKnown) found.add(id);
      if (row !== undefined && !found.has(id)) for (const seen of await this.#readBehind(from, row)) found.add(seen);
    }
    const missed = this.#gone.filter(({ id }) => !found.has(id)).map((row) => ({ ...row, misses: row.misses + 1 }));
    this.#gone = missed.filter(({ misses }) => misses < mostMisses);
    await archive.rememberExpected(marginMode, [...this.#waiting, ...this.#gone]);
  }

  /** From a row back to the place of another one, or until that is there. Answers the ids. */
  async #readBehind(start: string | null, until: ExpectedRow): Promise<ReadonlySet<string>> {
    const { pages, by, signal, onAsk } = this.#options;
    onAsk();
    const ids = new Set<string>();
    let from: SpanEnd | null = start === null ? null : { id: start, createdAt: null };
    for (let requests = 0; requests < requestsPerPlace && !ids.has(until.id); requests++) {
      const page = await pages.ask('prev', from, by, signal);
      await pages.take(page, 'prev', from, false);
      for (const { id } of page.entries) if (id !== null) ids.add(id);
      if (page.last === null || (page.last.createdAt ?? until.createdAt) < until.createdAt) break;
      from = page.last;
    }
    return ids;
  }

  async #readWaiting(): Promise<ReadonlyMap<string, ExpectedRow>> {
    const waiting = new Map<string, ExpectedRow>();
    for (let from: SpanEnd | null = null; ; ) {
      const { entries, last } = await this.#askWaiting(from);
      for (const entry of entries) {
        if (entry.id === null) continue;
        if (waiting.has(entry.id) && from !== null) throw badAnswer('what waits comes again');
        // What cannot be read is not known by its place.
        if ('row' in entry) waiting.set(entry.id, { id: entry.id, createdAt: entry.row.createdAt, misses: 0 });
      }
      if (last === null && entries.length > 0) throw badAnswer('nothing that waits has an id to go on from');
      if (last === null) return waiting;
      from = last;
    }
  }
  async #askWaiting(from: SpanEnd | null) {
    const { pages, askWaiting, by, signal } = this.#options;
    const list = await askWaiting(pages.queryOf('prev', from), { priority: priorityFor(by), signal });
    return readAnswer(list, { direct: 'prev', from: from?.id ?? null });
  }
}
