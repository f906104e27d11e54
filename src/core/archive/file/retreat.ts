import type { MarginMode } from '../../../shared/domain.ts';
import type { HistoryList } from '../../../shared/history.ts';
import type { ListArchive } from './list-archive.ts';
import type { Place, Span, SpanBook, SpanEdge } from './spans.ts';

/** An end of a run, by the id of the entry there. */
export interface SpanEndName {
  readonly list: HistoryList;
  readonly marginMode: MarginMode;
  readonly end: 'newest' | 'oldest';
  readonly id: string;
}

/** Whether any of the entries is in the run that ends with this one. */
export function isWithin<List extends HistoryList>(
  archive: ListArchive<List>,
  book: SpanBook,
  name: SpanEndName,
  ids: readonly string[],
): boolean {
  const span = spanAt(book, name);
  if (span === undefined) return false;
  return ids.some((id) => placeOf(archive, book, name.marginMode, id)?.span === span);
}

/** The entry so many places from another one in its run, on the newer side, as far as that goes; `null` where there is none. */
export function newerNeighbour<List extends HistoryList>(
  archive: ListArchive<List>,
  book: SpanBook,
  marginMode: MarginMode,
  id: string,
  distance: number,
): string | null {
  const place = placeOf(archive, book, marginMode, id);
  return place === null ? null : (archive.neighbours('above', place, distance).at(-1)?.id ?? null);
}

/** `null`: it is not there, or was never fetched among its neighbours. */
export function placeOf<List extends HistoryList>(
  archive: ListArchive<List>,
  book: SpanBook,
  marginMode: MarginMode,
  id: string,
): Place | null {
  const entry = archive.rows.find(id, marginMode) ?? archive.unreadable.find(id, marginMode);
  if (entry === null || entry.span === null || entry.position === null) return null;
  return book.placeOf(entry.span, entry.position);
}

/**
 * Gives up so many entries at an end of a run, as if they had been fetched without their neighbours: what the service answers says that
 * they are not in the order in which it had answered them. A run with no more entries than that is given up as a whole.
 */
export function retreat<List extends HistoryList>(
  archive: ListArchive<List>,
  book: SpanBook,
  name: SpanEndName,
  count: number,
): void {
  const span = spanAt(book, name);
  if (span === undefined) return;
  const { marginMode, end } = name;
  const edge = span[end];
  const [inwards, before] = end === 'oldest' ? (['above', -1] as const) : (['below', 1] as const);
  // From the edge itself on: nobody knows which of several at one position is the innermost.
  const outermost = archive.neighbours(inwards, { span, position: edge.position + before }, count + 1);
  const inner = outermost.filter(({ id }) => id !== edge.id);
  const next = inner[count - 1];
  if (next === undefined) {
    archive.forgetPlaces(span);
    book.remove(span);
    return;
  }
  for (const { id } of [edge, ...inner.slice(0, count - 1)]) archive.setPlace(id, marginMode, null);
  moveEnd(archive, book, span, name, next);
}

function moveEnd<List extends HistoryList>(
  archive: ListArchive<List>,
  book: SpanBook,
  span: Span,
  { marginMode, end }: SpanEndName,
  { id, position }: SpanEdge,
): void {
  const createdAt = archive.rows.find(id, marginMode)?.createdAt ?? null;
  span[end] = { id, position };
  if (end === 'oldest') {
    span.oldestAt = createdAt ?? span.oldestAt;
    span.oldEndReached = false;
  } else {
    span.newestAt = createdAt ?? span.newestAt;
    span.newestCheckedAt = null;
  }
  book.touch(span);
}

function spanAt(book: SpanBook, { list, marginMode, end, id }: SpanEndName): Span | undefined {
  return book.of(list, marginMode).find((span) => span[end].id === id);
}
