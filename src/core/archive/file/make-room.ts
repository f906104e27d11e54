import type { HistoryList } from '../../../shared/history.ts';
import type { ListArchive } from './list-archive.ts';
import type { PlacedEntry } from './row-table.ts';
import { type Place, type SpanBook, step } from './spans.ts';

/** Each row between two others halves what is left: with so much, a dozen more find room before any are moved again. */
const leastGap = step / 64;
/** Entries on either side that are moved at first: as fetched they are far enough apart for all of a page. */
const firstReach = 8;

/**
 * Moves the entries around the gap below a place apart, as many as it takes, so that so many more find room in the gap and each of them,
 * and of those that were moved, has a position of its own. Answers where those are now that were moved, by id.
 */
export function makeRoom<List extends HistoryList>(
  archive: ListArchive<List>,
  book: SpanBook,
  place: Place,
  count: number,
): ReadonlyMap<string, number> {
  const { span, position: top } = place;
  for (let reach = firstReach; ; reach *= 2) {
    const newer = archive.neighbours('above', { span, position: top - 1 }, reach);
    const older = archive.neighbours('below', place, reach);
    const ceiling = newer.length < reach ? null : (newer.at(-1)?.position ?? null);
    const floor = older.length < reach ? null : (older.at(-1)?.position ?? null);
    const upper = newer.filter(({ position }) => ceiling === null || position < ceiling).toReversed();
    const lower = older.filter(({ position }) => floor === null || position > floor);
    const places = upper.length + count + lower.length;
    const gap = ceiling === null || floor === null ? step : Math.floor((ceiling - floor) / (places + 1));
    if (gap < Math.max(leastGap, count + 1)) continue;
    const highest = ceiling === null ? (floor ?? top) + gap * places : ceiling - gap;
    const positionOf = (index: number) => highest - gap * index;
    return new Map([
      ...move(upper, positionOf, archive, book, place),
      ...move(lower, (index) => positionOf(upper.length + count + index), archive, book, place),
    ]);
  }
}

function move<List extends HistoryList>(
  entries: readonly PlacedEntry[],
  positionOf: (index: number) => number,
  archive: ListArchive<List>,
  book: SpanBook,
  { span }: Place,
): [string, number][] {
  return entries.map((entry, index) => {
    const position = positionOf(index);
    archive.setPlace(entry.id, span.marginMode, { span: span.id, position });
    book.moved(span, entry.id, position);
    return [entry.id, position];
  });
}
