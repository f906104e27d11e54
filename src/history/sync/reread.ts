import type { HistoryList } from '../../shared/orders/history.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import type { Cursor } from '../store/spans.ts';
import type { FetchOptions } from './exchange.ts';
import type { ModePages } from './mode-pages.ts';
import { Walk } from './walk.ts';

export interface RereadOptions extends FetchOptions {
  /** Where to begin; `null` for the newest page. */
  readonly start: Cursor | null;
  /** Rows that were created before this time are not read. Default: all rows are. */
  readonly until?: Timestamp | null;
  /** Default: no limit. */
  readonly maxRows?: number;
  readonly maxPages?: number;
  /** Called after each page, with the row to continue from and the number of entries with an ID. */
  readonly onPage: (next: Cursor, count: number) => void;
}

/**
 * Reads stored rows again, span by span, but nothing older than they are. Saves changes and rows that came late. `limited`: there are more
 * rows to read. `lost`: the row to continue from is no longer stored.
 */
export async function reread<List extends HistoryList>(
  pages: ModePages<List>,
  options: RereadOptions,
): Promise<'done' | 'limited' | 'lost'> {
  const { start, until = null, onPage, signal } = options;
  const { maxRows = Number.POSITIVE_INFINITY, maxPages = Number.POSITIVE_INFINITY } = options;
  const { store, list, marginMode } = pages;
  const walk = new Walk(pages, options);
  let [rows, read] = [0, 0];
  /** Returns where to continue: from a readable row, because the span of an unreadable one is not stored. */
  const count = (next: Cursor, cursors: readonly Cursor[]): Cursor => {
    const last = cursors.findLast(({ createdAt }) => createdAt !== null) ?? next;
    rows += cursors.length;
    read++;
    onPage(last, cursors.length);
    return last;
  };
  let cursor = start;
  if (cursor === null) {
    const page = await pages.request(null, options);
    const { next } = walk.save(page, null);
    cursor = next === null ? null : count(next, page.cursors);
  } else if (store.spanOf(list, marginMode, cursor) === null) return 'lost';
  while (cursor !== null) {
    signal.throwIfAborted();
    const at: Cursor = cursor;
    if (at.createdAt !== null && until !== null && at.createdAt < until) return 'done';
    const span = store.spanOf(list, marginMode, at);
    if (span === null) return 'done';
    const isEnd = span.oldest.id === at.id;
    if (!isEnd && (rows >= maxRows || read >= maxPages)) return 'limited';
    const step = isEnd ? null : await walk.read(at);
    if (step?.kind === 'page') {
      cursor = count(step.next, step.cursors);
    } else {
      const current = pages.spans.findIndex(({ id }) => id === store.currentSpan(span)?.id);
      // Two spans can end at one row: the next one is not found again by that row.
      cursor = pages.spans.slice(current + 1).find(({ newest }) => newest.id !== at.id)?.newest ?? null;
    }
  }
  return 'done';
}
