/** Minimum age (ms) of an order of live rows before the rows are sorted again. */
export const resortIntervalMs = 5000;

/** The inputs of an order. */
export interface SortSnapshot {
  /** Names the rows and the sort. With another key the rows are sorted again at once. */
  key: string;
  /** The data that the rows show, compared by identity. */
  data: unknown;
  /** Number of times that the user has asked for a new order. */
  requests: number;
}

/**
 * True if the rows should be sorted again: at once after a change of the sort or a request of the user, otherwise at
 * most every `resortIntervalMs`, and never while the pointer or the focus holds the rows.
 */
export function shouldResort(
  last: (SortSnapshot & { madeAt: number }) | null,
  next: SortSnapshot,
  now: number,
  isHeld: () => boolean,
): boolean {
  if (!last || last.key !== next.key || last.requests !== next.requests) return true;
  return last.data !== next.data && now - last.madeAt >= resortIntervalMs && !isHeld();
}

/** Returns the rows in an earlier order of keys. New rows come last. */
export function inOrder<Row>(rows: readonly Row[], keyOf: (row: Row) => string, order: readonly string[]): Row[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  const ordered: Row[] = [];
  for (const key of order) {
    const row = byKey.get(key);
    if (row !== undefined && byKey.delete(key)) ordered.push(row);
  }
  ordered.push(...byKey.values());
  return ordered;
}
