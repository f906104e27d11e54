import type { HistoryList } from '../../shared/orders/history.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import type { HistoryRows } from '../rows.ts';
import { clockNoiseMs, type SavedPage } from '../store/page-writer.ts';
import type { Cursor } from '../store/spans.ts';
import type { FetchOptions } from './exchange.ts';
import { isUnknownRow, type ModePages } from './mode-pages.ts';
import { type PageResponse, unexpectedResponse } from './page-response.ts';

export type WalkStep =
  /** A page was saved. `next`: where to continue. `cursors`: see `PageResponse`. */
  | { readonly kind: 'page'; readonly saved: SavedPage; readonly next: Cursor; readonly cursors: readonly Cursor[] }
  /** The service has nothing older. */
  | { readonly kind: 'end' }
  /** There may be older rows, but no row leads to them: the next rows have no ID, or the service dropped the whole span. */
  | { readonly kind: 'blocked' };

/** IDs that are kept to recognize a service that sends rows again. */
const maxRecentIds = 2000;
/** Distances at which newer rows are tried after a row that leads nowhere. */
const distances = [1, 30, 900, 27_000, 810_000];
/** Requests for one row that leads nowhere. A service that sends few rows at a time needs many. */
const maxRecoveryRequests = 300;

/** Reads a list page by page toward the past and saves each page. Recognizes services that do not continue where they should. */
export class Walk<List extends HistoryList> {
  readonly #pages: ModePages<List>;
  /** Of the current `read`. */
  #options: FetchOptions;
  readonly #recent = new Set<string>();
  #frontier: Timestamp | null = null;
  /** The service's refusal of a row. */
  #refusal: unknown = null;

  constructor(pages: ModePages<List>, options: FetchOptions) {
    this.#pages = pages;
    this.#options = options;
  }

  /** Creation of the oldest row that was saved; `null` before the first one. */
  get frontier(): Timestamp | null {
    return this.#frontier;
  }

  /** Saves a page and returns the row to continue from; `null` if no entry has an ID. */
  save(page: PageResponse<HistoryRows[List]>, from: Cursor | null): { saved: SavedPage; next: Cursor | null } {
    const saved = this.#pages.save(page, from);
    // The last row can be a repetition, from which the service would go round in a circle.
    const last = page.cursors.at(-1) ?? null;
    const next = page.cursors.findLast(({ id }) => !this.#recent.has(id)) ?? last;
    if (next?.id !== last?.id) this.#pages.oddities++;
    for (const { id, createdAt } of page.cursors) {
      this.#recent.add(id);
      if (createdAt !== null) this.#frontier = Math.min(createdAt, this.#frontier ?? createdAt);
    }
    for (const id of this.#recent) {
      if (this.#recent.size <= maxRecentIds) break;
      this.#recent.delete(id);
    }
    return { saved, next: next && { id: next.id, createdAt: next.createdAt ?? this.#frontier } };
  }

  /** Reads the rows older than `from`. Throws `bad-answer` if the service contradicts itself. */
  async read(from: Cursor, options: FetchOptions = this.#options): Promise<WalkStep> {
    this.#options = options;
    if (this.#pages.isSupposedEnd(from)) return this.#readPast(from);
    const page = await this.#request(from);
    if (typeof page === 'string') return this.#readPast(from);
    if (page.cursors.some(({ id }) => !this.#recent.has(id))) return this.#step(page, from);
    if (page.cursors.length === 0 && page.entries.length > 0) {
      this.#pages.save(page, from);
      return { kind: 'blocked' };
    }
    if (page.entries.length === 0) this.#pages.supposeEnd(from, 'empty page');
    return this.#readPast(from);
  }

  #step(page: PageResponse<HistoryRows[List]>, from: Cursor | null): WalkStep {
    const { saved, next } = this.save(page, from);
    return next === null ? { kind: 'blocked' } : { kind: 'page', saved, next, cursors: page.cursors };
  }

  /** `refused`: the service does not know the row. `elsewhere`: the page cannot follow the row. */
  async #request(from: Cursor): Promise<PageResponse<HistoryRows[List]> | 'refused' | 'elsewhere'> {
    try {
      const page = await this.#pages.request(from, this.#options);
      if (!this.#follows(page, from)) return 'elsewhere';
      const behind = rowsBehind(page, from);
      if (behind.cursors.length < page.cursors.length - 1) this.#pages.oddities++;
      return behind;
    } catch (error) {
      if (!isUnknownRow(error)) throw error;
      this.#refusal = error;
      return 'refused';
    }
  }

  #follows({ cursors }: PageResponse<HistoryRows[List]>, from: Cursor): boolean {
    const newest = this.#pages.spans[0]?.newest.id;
    if (newest !== from.id && cursors.some(({ id }) => id === newest)) return false;
    const latest = from.createdAt === null ? Number.POSITIVE_INFINITY : from.createdAt + clockNoiseMs;
    // A few rows can be repetitions. The times of a list that is sorted by another rule tell nothing.
    return (
      this.#pages.isSortedOtherwise ||
      cursors.filter(({ createdAt }) => (createdAt ?? 0) > latest).length <= cursors.length / 2
    );
  }

  /**
   * Continues behind a row from which the service sends nothing. Either it is the oldest row, or the service dropped it, or the response
   * was wrong. Newer rows tell, nearer ones are tried first.
   */
  async #readPast(lost: Cursor): Promise<WalkStep> {
    const { store, list, marginMode } = this.#pages;
    let requests = 0;
    if (this.#pages.isSupposedEnd(lost, 'last row')) return this.#confirmEnd(lost);
    for (let end = lost; ; ) {
      let found: WalkStep | Cursor | null = null;
      for (const distance of distances) {
        if (++requests > maxRecoveryRequests) throw unexpectedResponse('no row leads to older ones');
        let newer = store.newerRow(list, marginMode, end, distance);
        if (newer === null && !this.#isInTopSpan(end)) return { kind: 'blocked' };
        let page = newer === null ? await this.#pages.request(null, this.#options) : await this.#request(newer);
        if (newer === null && typeof page !== 'string') {
          if (page.cursors.length === 0) return { kind: 'blocked' };
          // The newest page shows the row before `end`, from which the service must send something.
          newer = page.cursors[page.cursors.findIndex(({ id }) => id === end.id) - 1] ?? null;
          if (newer !== null) page = await this.#request(newer);
          if (typeof page === 'string' || page.cursors.length === 0) {
            throw this.#refusal ?? unexpectedResponse('rows are left out');
          }
        }
        if (typeof page === 'string' || page.cursors.length === 0) continue;
        found = await this.#pass(lost, end, page, newer);
        break;
      }
      if (found === null) return { kind: 'blocked' };
      if ('kind' in found) return found;
      end = found;
    }
  }

  /**
   * Reads on from a newer row, with its first page, until the list continues behind `lost`. Returns the row at which the list ends
   * before that, if it is not `end`. The list ends at `end` only if a page from a newer row ends with it and another request from the
   * row itself brings nothing, too.
   */
  async #pass(
    lost: Cursor,
    end: Cursor,
    first: PageResponse<HistoryRows[List]>,
    newer: Cursor | null,
  ): Promise<WalkStep | Cursor> {
    let [page, from] = [first, newer];
    for (let requests = 0; requests < maxRecoveryRequests; requests++) {
      const last = page.cursors.at(-1);
      if (last === undefined) break;
      const index = page.cursors.findLastIndex(({ id }) => id === end.id);
      if (last.id === end.id) {
        this.save(page, from);
        this.#pages.supposeEnd(end, 'last row');
        return this.#confirmEnd(end);
      }
      if (index >= 0) return this.#step(page, from);
      // The page has only rows older than the lost one: the exchange has dropped that row.
      if (isOlder(last, lost)) {
        this.#pages.oddities++;
        return this.#step(page, isOlder(page.cursors[0], lost) ? lost : from);
      }
      this.save(page, from);
      from = last;
      const following = await this.#request(last);
      if (typeof following === 'string' || following.cursors.length === 0) return last;
      page = following;
    }
    throw unexpectedResponse('no row leads to older ones');
  }

  async #confirmEnd(end: Cursor): Promise<WalkStep> {
    const { store, list, marginMode } = this.#pages;
    const page = await this.#request(end);
    if (page === 'elsewhere') throw unexpectedResponse('the page does not follow the row');
    if (page !== 'refused' && page.cursors.length > 0) return this.#step(page, end);
    const span = store.spanOf(list, marginMode, end);
    if (span !== null) store.markEnded(span);
    return { kind: 'end' };
  }

  #isInTopSpan(row: Cursor): boolean {
    const { store, list, marginMode, spans } = this.#pages;
    return spans.length > 0 && store.spanOf(list, marginMode, row) === spans[0];
  }
}

/** The entries behind a row, if the page repeats that row and some before it. */
function rowsBehind<Row>(page: PageResponse<Row>, from: Cursor): PageResponse<Row> {
  const isFrom = ({ id }: { readonly id: string | null }) => id === from.id;
  return {
    ...page,
    entries: page.entries.slice(page.entries.findLastIndex(isFrom) + 1),
    cursors: page.cursors.slice(page.cursors.findLastIndex(isFrom) + 1),
  };
}

function isOlder(one: Cursor | undefined, other: Cursor): boolean {
  const [time, limit] = [one?.createdAt ?? null, other.createdAt];
  return time !== null && limit !== null && time < limit;
}
