/** Milliseconds for which an order of live figures stays as it is, so that it can be read. */
export const resortIntervalMs = 5000;

/** What an order was made from. */
export interface SortSnapshot {
  /** Says what is ordered and how: another one, and the order is made at once. */
  key: string;
  /** The figures; the same ones need no other order. */
  data: unknown;
  /** How often the reader has asked for it. */
  asked: number;
}

/**
 * Whether an order is to be made anew: at once where the reader asks for another one, and else at most every few seconds, and never
 * under the reader's pointer or keys.
 */
export function shouldResort(
  last: (SortSnapshot & { madeAt: number }) | null,
  next: SortSnapshot,
  now: number,
  isHeld: () => boolean,
): boolean {
  if (!last || last.key !== next.key || last.asked !== next.asked) return true;
  return last.data !== next.data && now - last.madeAt >= resortIntervalMs && !isHeld();
}

/** Rows in an order of keys that was made a while ago: what has gone since is left out, what has come since is last. */
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
