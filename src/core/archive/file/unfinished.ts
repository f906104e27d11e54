import type { MarginMode } from '../../../shared/domain.ts';
import type { HistoryList } from '../../../shared/history.ts';
import type { ListArchive } from './list-archive.ts';
import type { UnfinishedRow } from './row-table.ts';
import type { Place, SpanBook } from './spans.ts';

/** Rows that are not final and that one page can bring again. */
export interface UnfinishedGroup {
  /** What to ask for, so that the page begins with the first of them. */
  readonly direct: 'prev' | 'next';
  /** `null`: from the newest. */
  readonly from: string | null;
  /** In the order of the answer. The first is the first of the answer, the others among the first 100. */
  readonly rows: readonly { readonly number: number; readonly id: string }[];
}

/** The longest page (service-api.md 8). */
const longestPage = 100;

/** More than a request each for so many would take hours. */
const mostRows = 10_000;

/**
 * Groups the rows that are not final, the newest first, so that few requests bring them again. Left out are those that were only ever
 * fetched among the rows of one pair, and those that have no neighbour to ask from.
 */
export function groupUnfinished<List extends HistoryList>(
  archive: ListArchive<List>,
  book: SpanBook,
  marginMode: MarginMode,
  mostGroups: number,
): UnfinishedGroup[] {
  const waiting = new Map<number, { row: UnfinishedRow; place: Place }>();
  for (const row of archive.rows.unfinished(marginMode, mostRows)) {
    if (row.span === null || row.position === null) continue;
    waiting.set(row.number, { row, place: book.placeOf(row.span, row.position) });
  }
  const newestFirst = [...waiting.values()].sort(
    (one, other) => other.row.createdAt - one.row.createdAt || other.place.position - one.place.position,
  );
  const groups: UnfinishedGroup[] = [];
  for (const { row, place } of newestFirst) {
    if (groups.length === mostGroups) break;
    if (!waiting.delete(row.number)) continue;
    const request = requestFor(archive, marginMode, place);
    if (request === null) continue;
    const rows = [{ number: row.number, id: row.id }];
    const others = request.direct === 'prev' ? archive.neighbours('below', place, longestPage - 1) : [];
    for (const { number, id } of others) {
      if (number !== null && waiting.delete(number)) rows.push({ number, id });
    }
    groups.push({ ...request, rows });
  }
  return groups;
}

function requestFor<List extends HistoryList>(
  archive: ListArchive<List>,
  marginMode: MarginMode,
  place: Place,
): Pick<UnfinishedGroup, 'direct' | 'from'> | null {
  const [newer] = archive.neighbours('above', place, 1);
  if (newer !== undefined) return { direct: 'prev', from: newer.id };
  if (archive.coverage(marginMode).spans[0]?.newestId === place.span.newest.id) return { direct: 'prev', from: null };
  const [older] = archive.neighbours('below', place, 1);
  return older === undefined ? null : { direct: 'next', from: older.id };
}
