import type { Timestamp } from '../../shared/domain.ts';
import type { HistoryList } from '../../shared/history.ts';
import type { SavedPage } from '../store/page-writer.ts';
import type { Cursor } from '../store/spans.ts';
import type { FetchOptions } from './exchange.ts';
import type { ModePages } from './mode-pages.ts';
import { Walk } from './walk.ts';

export interface RereadOptions<List extends HistoryList> extends FetchOptions {
  /** Where to begin; `null` for the newest page. */
  readonly start: Cursor | null;
  /** Rows that were created before this time are not read; `null`: all rows are read. */
  readonly until: Timestamp | null;
  /** Called after each page, with the row to continue from after a failure. Resolves when the next page may be requested. */
  readonly onPage: (saved: SavedPage<List>, next: Cursor) => Promise<void> | void;
}

/** Reads stored rows again, span by span, but nothing older than they are. Saves changes and rows that came late. */
export async function reread<List extends HistoryList>(
  pages: ModePages<List>,
  { start, until, onPage, ...options }: RereadOptions<List>,
): Promise<void> {
  const { store, list, marginMode } = pages;
  const walk = new Walk(pages, options);
  const newest = start === null ? walk.save(await pages.request(null, options), null) : null;
  let cursor = start ?? newest?.next ?? null;
  if (newest !== null && cursor !== null) await onPage(newest.saved, cursor);
  while (cursor !== null && !isBefore(cursor, until)) {
    options.signal.throwIfAborted();
    const place: Cursor = cursor;
    const span = store.spanOf(list, marginMode, place);
    if (span === null) return;
    if (span.oldest.id === place.id) {
      const following = pages.spans[pages.spans.indexOf(span) + 1];
      cursor = following?.newest ?? null;
      continue;
    }
    const step = await walk.read(place);
    cursor = step.kind === 'page' ? step.next : span.oldest;
    if (step.kind === 'page') await onPage(step.saved, step.next);
  }
}

function isBefore({ createdAt }: Cursor, until: Timestamp | null): boolean {
  return createdAt !== null && until !== null && createdAt < until;
}
