import type { Timestamp } from '../../../shared/domain.ts';
import { type Place, type Span, type SpanBook, step } from './spans.ts';

/** An entry of a page, or the one that it goes on from, as a neighbour of others. */
export interface Link {
  readonly id: string;
  /** `null` where it cannot be read. */
  readonly createdAt: Timestamp | null;
  readonly isKnown: boolean;
  /** As it is in the file; `null`: it is in no span. */
  written: { readonly span: number; readonly position: number } | null;
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

/** Where it is now; `null`: in no span. */
export function placeOf({ written }: Link, book: SpanBook): Place | null {
  return written && book.placeOf(written.span, written.position);
}

/** Where entries that are new to a span come to be in it. `middle`: between what was there already. */
export interface Placement<Entry> {
  readonly side: 'below' | 'above' | 'middle';
  /** The newest first. */
  readonly entries: readonly { readonly entry: Entry; readonly position: number }[];
}

/** What placing a chain needs of the entries that are in the span already. */
export interface Surroundings {
  /** The position of the nearest entry of the span beyond a position. */
  readonly nextTo: (direction: 'below' | 'above', position: number) => number | null;
  /** Moves entries so that so many more find room below a position. Answers where those are now that were moved, by id. */
  readonly makeRoom: (position: number, count: number) => ReadonlyMap<string, number>;
}

/** Links without a position between those that have one. */
interface Run<Entry> {
  readonly entries: readonly Entry[];
  readonly newer: Link | null;
  readonly older: Link | null;
}

/** Finds a position of its own for every link of the chain that has none, and moves the ends of the span. */
export function placeChain<Entry extends Link>(
  chain: readonly Entry[],
  span: Span,
  book: SpanBook,
  surroundings: Surroundings,
): Placement<Entry>[] {
  const runs = runsOf(chain);
  const besides = ({ newer, older }: Run<Entry>) => ({
    newer: newer && placeOf(newer, book),
    older: older && placeOf(older, book),
  });
  // For all of them before any is placed: what is not in the file yet cannot be moved.
  for (const run of runs) {
    const gap = gapOf(besides(run), span, surroundings);
    if (gap === null || gap.top - gap.bottom > run.entries.length) continue;
    const moved = surroundings.makeRoom(gap.top, chain.length);
    for (const link of chain) {
      const position = moved.get(link.id);
      if (position !== undefined) link.written = { span: span.id, position };
    }
  }
  const placements = runs.map((run) => {
    const placement = place(run.entries, besides(run), gapOf(besides(run), span, surroundings));
    extend(span, placement);
    return placement;
  });
  if (placements.length > 0) book.touch(span);
  return placements;
}

function runsOf<Entry extends Link>(chain: readonly Entry[]): Run<Entry>[] {
  const runs: Run<Entry>[] = [];
  for (let start = 0; start < chain.length; start++) {
    if (chain[start]?.written) continue;
    let end = start + 1;
    while (end < chain.length && !chain[end]?.written) end++;
    runs.push({ entries: chain.slice(start, end), newer: chain[start - 1] ?? null, older: chain[end] ?? null });
    start = end;
  }
  return runs;
}

interface Gap {
  readonly top: number;
  readonly bottom: number;
}

/** The positions between which a run belongs in a span; `null`: it belongs beyond an end of it. */
function gapOf(
  { newer, older }: { newer: Place | null; older: Place | null },
  span: Span,
  { nextTo }: Surroundings,
): Gap | null {
  if (newer !== null) {
    const bottom = newer.position === span.oldest.position ? null : nextTo('below', newer.position);
    return bottom === null ? null : { top: newer.position, bottom };
  }
  if (older === null || older.position === span.newest.position) return null;
  const top = nextTo('above', older.position);
  return top === null ? null : { top, bottom: older.position };
}

function place<Entry extends Link>(
  run: readonly Entry[],
  { newer, older }: { newer: Place | null; older: Place | null },
  gap: Gap | null,
): Placement<Entry> {
  const below = (top: number, each: number) =>
    run.map((entry, index) => ({ entry, position: top - each * (index + 1) }));
  if (gap !== null) {
    return { side: 'middle', entries: below(gap.top, Math.floor((gap.top - gap.bottom) / (run.length + 1))) };
  }
  if (newer !== null) return { side: 'below', entries: below(newer.position, step) };
  if (older !== null) return { side: 'above', entries: below(older.position + step * (run.length + 1), step) };
  return { side: 'below', entries: below(step, step) };
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
