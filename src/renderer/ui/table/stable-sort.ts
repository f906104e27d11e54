/** Minimum age (ms) of an order of live rows before the rows are sorted again. */
export const resortIntervalMs = 5000;

/** How the user holds rows, so that they must not change places. */
export type RowHold = 'details' | 'selection' | 'pointer' | 'keyboard';

/** The inputs of an order. */
export interface SortSnapshot {
  /** Names the rows and the sort. With another key the rows are sorted again at once. */
  key: string;
  /** The data that the rows show, compared by identity. */
  data: unknown;
  /** Number of times that the user has asked for a new order. */
  requests: number;
  /** Names the sources whose rows have figures. Others are sorted in as soon as the rows are not held. */
  sources: string;
}

/** `sort`: sort now. `pause`: sort as soon as the rows are not held. `keep`: the order is up to date or too young. */
export type SortStep = 'sort' | 'pause' | 'keep';

/**
 * Returns the next step for an order of live rows. They are sorted at once after a change of the sort or a request of
 * the user, otherwise at most every `resortIntervalMs` or for a new source, and never while the user holds them.
 */
export function nextSortStep(
  last: (SortSnapshot & { madeAt: number }) | null,
  next: SortSnapshot,
  now: number,
  heldBy: () => RowHold | null,
): SortStep {
  if (!last || last.key !== next.key || last.requests !== next.requests) return 'sort';
  if (last.data === next.data) return 'keep';
  if (last.sources === next.sources && now - last.madeAt < resortIntervalMs) return 'keep';
  return heldBy() === null ? 'sort' : 'pause';
}

/** Returns the rows in an earlier order of keys. New rows come last. */
export function inOrder<Row>(rows: readonly Row[], keyOf: (row: Row) => string, order: readonly string[]): Row[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  const ordered: Row[] = [];
  for (const key of order) {
    const row = byKey.get(key);
    if (row !== undefined && byKey.delete(key)) ordered.push(row);
  }
  return [...ordered, ...byKey.values()];
}

/** Numbers of rows that move up and down between two orders. */
export interface OrderMoves {
  up: number;
  down: number;
}

/**
 * Returns the smallest number of moves that turn one order of keys into another. Of two neighbors that change places,
 * the lower one moves up. Keys of only one order are ignored.
 */
export function movesBetween(from: readonly string[], to: readonly string[]): OrderMoves {
  const places = new Map(to.map((key, index) => [key, index]));
  const ranks = from.flatMap((key) => places.get(key) ?? []);
  const kept = keptRanks(ranks);
  const moves = { up: 0, down: 0 };
  let lastKept = -1;
  for (const rank of ranks) {
    if (kept.has(rank)) lastKept = rank;
    else moves[rank < lastKept ? 'up' : 'down']++;
  }
  return moves;
}

/** Returns a longest increasing subsequence of the ranks; of several ones the one with the largest first rank. */
function keptRanks(ranks: readonly number[]): Set<number> {
  /** The largest first rank of the increasing subsequences of each length, counted from 1. */
  const heads: number[] = [];
  const following = new Map<number, number | undefined>();
  for (const rank of ranks.toReversed()) {
    const length = heads.findLastIndex((head) => head > rank) + 1;
    following.set(rank, heads[length - 1]);
    heads[length] = rank;
  }
  const kept = new Set<number>();
  for (let rank = heads.at(-1); rank !== undefined; rank = following.get(rank)) kept.add(rank);
  return kept;
}
