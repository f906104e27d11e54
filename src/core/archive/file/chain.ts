import type { Timestamp } from '../../../shared/domain.ts';
import { type Place, type Span, type SpanBook, step } from './spans.ts';

/** An entry of a page, or the one that it goes on from, as a neighbour of others. */
export interface Link {
  readonly id: string;
  /** `null` where it cannot be read. */
  readonly createdAt: Timestamp | null;
  readonly isKnown: boolean;
  /** As it is in the file; `null`: it is in no span. */
  readonly written: { readonly span: number; readonly position: number } | null;
}

/** The clocks of a service need not agree, so that neighbours may be in the order of their ids and not quite in that of time. */
const clockNoiseMs = 60_000;

/**
 * The entries of a page with the one that it goes on from, where it does go on from it: some services answer the newest rows
 * once more to a `from` that they do not know.
 */
export function chainOf<Entry extends Link>(
  direct: 'prev' | 'next',
  newestFirst: readonly Entry[],
  from: Entry | null,
  book: SpanBook,
): readonly Entry[] {
  if (from === null || newestFirst.some(({ id }) => id === from.id)) return newestFirst;
  if (direct === 'prev') return isPlausible(from, newestFirst, -1, book) ? [from, ...newestFirst] : newestFirst;
  return isPlausible(from, newestFirst, 1, book) ? [...newestFirst, from] : newestFirst;
}

/** Whether entries can be on one side of another: 1 for the newer side. */
function isPlausible(from: Link, entries: readonly Link[], side: 1 | -1, book: SpanBook): boolean {
  const place = placeOf(from, book);
  const contradicts = (link: Link) => {
    const other = placeOf(link, book);
    return place !== null && other?.span === place.span && (other.position - place.position) * side < 0;
  };
  if (entries.some(contradicts)) return false;
  const { createdAt } = from;
  const times = entries.flatMap((link) => link.createdAt ?? []);
  if (createdAt === null || times.length === 0) return true;
  const tolerance = entries.some(({ isKnown }) => isKnown) ? 0 : clockNoiseMs;
  return times.some((time) => (time - createdAt) * side >= -tolerance);
}

/** Makes one of all the spans that a chain goes through; begins one where it goes through none. */
export function spanOf(
  chain: readonly Link[],
  book: SpanBook,
  begin: (newestId: string) => Span,
): { span: Span; isJoined: boolean } | null {
  const [newest] = chain;
  if (newest === undefined) return null;
  const [first, ...others] = new Set(chain.flatMap((link) => placeOf(link, book)?.span ?? []));
  const span = others.reduce((joined, other) => book.join(joined, other), first ?? begin(newest.id));
  return { span, isJoined: others.length > 0 };
}

function placeOf({ written }: Link, book: SpanBook): Place | null {
  return written && book.placeOf(written.span, written.position);
}

/** Where entries that are new to a span come to be in it. `middle`: between what was there already. */
export interface Placement<Entry> {
  readonly side: 'below' | 'above' | 'middle';
  /** The newest first. */
  readonly entries: readonly { readonly entry: Entry; readonly position: number }[];
}

/**
 * Finds a position for every link of the chain that has none, and moves the ends of the span. `nextTo` answers the position of the
 * nearest entry of the span beyond a position.
 */
export function placeChain<Entry extends Link>(
  chain: readonly Entry[],
  span: Span,
  book: SpanBook,
  nextTo: (direction: 'below' | 'above', position: number) => number | null,
): Placement<Entry>[] {
  const placements: Placement<Entry>[] = [];
  const isNew = !chain.some(({ written }) => written !== null);
  for (let start = 0; start < chain.length; start++) {
    if (chain[start]?.written) continue;
    let end = start + 1;
    while (end < chain.length && !chain[end]?.written) end++;
    const run = chain.slice(start, end);
    const newer = chain[start - 1];
    const older = chain[end];
    const placement = place(run, {
      newer: newer === undefined ? null : (placeOf(newer, book)?.position ?? null),
      older: older === undefined ? null : (placeOf(older, book)?.position ?? null),
      span,
      isNew,
      nextTo,
    });
    extend(span, placement);
    placements.push(placement);
    start = end;
  }
  if (placements.length > 0) book.touch(span);
  return placements;
}

function place<Entry extends Link>(
  run: readonly Entry[],
  where: {
    newer: number | null;
    older: number | null;
    span: Span;
    isNew: boolean;
    nextTo: (direction: 'below' | 'above', position: number) => number | null;
  },
): Placement<Entry> {
  const { newer, older, span, isNew, nextTo } = where;
  const below = (top: number, gap: number) => run.map((entry, index) => ({ entry, position: top - gap * (index + 1) }));
  if (isNew) return { side: 'below', entries: below(step, step) };
  if (newer === null && older !== null && older === span.newest.position) {
    return { side: 'above', entries: below(older + step * (run.length + 1), step) };
  }
  if (newer === span.oldest.position) return { side: 'below', entries: below(newer, step) };
  const top = newer ?? nextTo('above', older ?? 0) ?? (older ?? 0) + step;
  const bottom = newer === null ? (older ?? 0) : (nextTo('below', newer) ?? newer - step);
  // Without room left, they share a position, and are neighbours all the same.
  return { side: 'middle', entries: below(top, Math.floor((top - bottom) / (run.length + 1))) };
}

function extend(span: Span, { side, entries }: Placement<Link>): void {
  const newest = entries.at(0);
  const oldest = entries.at(-1);
  if (newest === undefined || oldest === undefined) return;
  const own = span.parts.find(({ id }) => id === span.id);
  if (own) {
    own.top = Math.max(own.top, newest.position);
    own.bottom = Math.min(own.bottom, oldest.position);
  }
  if (side === 'above') span.newest = { id: newest.entry.id, position: newest.position };
  if (side !== 'below') return;
  span.oldest = { id: oldest.entry.id, position: oldest.position };
  span.oldEndReached = false;
}
