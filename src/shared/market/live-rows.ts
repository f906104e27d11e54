import type { LiveChange, LiveRows, LiveSnapshot } from '../contract/market.ts';
import type { LiveList } from './market.ts';

/** Identifies a row across polls. */
export function liveKey<List extends LiveList>(row: LiveRows[List]): string {
  return 'key' in row ? row.key : row.symbol;
}

/**
 * Applies a change to a list. Returns a new snapshot that shares its unchanged rows. Returns `null` if the change is for another list or
 * version: then the whole list must be read again.
 */
export function applyLiveChange<List extends LiveList>(
  held: LiveSnapshot<List>,
  change: LiveChange<List>,
): LiveSnapshot<List> | null {
  if (held.account !== change.account || held.list !== change.list || held.version !== change.base) return null;
  const { version, fetchedAt, failure } = change;
  return {
    ...held,
    version,
    fetchedAt,
    failure,
    rows: rowsAfter(held.rows, change),
    unreadable: change.unreadable ?? held.unreadable,
  };
}

function rowsAfter<List extends LiveList>(
  before: LiveRows[List][],
  { put, removed }: Pick<LiveChange<List>, 'put' | 'removed'>,
): LiveRows[List][] {
  if (put.length === 0 && removed.length === 0) return before;
  const rows = new Map(before.map((row) => [liveKey<List>(row), row]));
  for (const key of removed) rows.delete(key);
  for (const row of put) rows.set(liveKey<List>(row), row);
  return [...rows.values()];
}
