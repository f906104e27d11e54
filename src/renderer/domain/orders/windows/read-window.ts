import type { Failure } from '../../../../shared/contract/failure.ts';
import type { HistoryWindow } from '../../../../shared/contract/lists.ts';
import type { Result } from '../../../../shared/values/result.ts';
import { clampRange, maxRowsPerRequest, type RowRange, wholeBlocks } from './window-blocks.ts';

export interface WindowRequest {
  from: number;
  count: number;
  /** Key of a row whose position in the list is requested too. */
  anchor?: string;
}

/** Reads a part of one filtered, sorted list. */
export type ReadWindow<Row> = (request: WindowRequest, signal: AbortSignal) => Promise<Result<HistoryWindow<Row>>>;

/** The rows in sight. */
export interface View extends RowRange {
  /** True if the table is scrolled to its top. */
  atTop: boolean;
}

/** A loaded row in sight and its position. */
export interface RowInView {
  key: string;
  position: number;
}

interface RowsInView<Row> {
  window: HistoryWindow<Row>;
  /** Position of the first row of the window. */
  from: number;
  /** Number of positions by which the rows in sight have moved down. */
  shift: number;
  /** The view that shows the same rows. */
  view: View;
}

/** Rows around the view that are read with it, on each side. */
const margin = 50;
/** Maximum number of attempts. A list that changes faster than it can be read is shown with rows missing. */
const maxAttempts = 4;

/** Returns `read` with a rejection turned into a failure. */
export function withoutRejection<Row>(read: ReadWindow<Row>): ReadWindow<Row> {
  return async (request, signal) => {
    try {
      return await read(request, signal);
    } catch (error) {
      const message = error instanceof Error ? error.message : 'Rows could not be read.';
      return { ok: false, error: { code: 'internal', message } };
    }
  };
}

/**
 * Reads the rows in sight from the newest version of the list, wherever they are now. A view at the top stays there and
 * shows new rows. `currentView` may change while rows are read. Returns `null` if the signal is aborted.
 */
export async function readInView<Row extends { key: string }>(
  read: ReadWindow<Row>,
  currentView: () => View,
  inView: readonly RowInView[],
  signal: AbortSignal,
): Promise<RowsInView<Row> | Failure | null> {
  const shifted = (shift: number): RowRange => {
    const { first, end, atTop } = currentView();
    return atTop ? { first, end } : { first: Math.max(0, first + shift), end: Math.max(0, end + shift) };
  };
  const anchor = inView[0]?.key;
  let shift = 0;
  for (let attempt = 1; ; attempt++) {
    const { first, end } = shifted(shift);
    const range = wholeBlocks({ first: Math.max(0, first - margin), end: end + margin });
    const request = { from: range.first, count: range.end - range.first, ...(anchor === undefined ? {} : { anchor }) };
    const result = await read(request, signal);
    if (signal.aborted) return null;
    if (!result.ok) return result.error;
    const { rows, total } = result.data;
    shift = shiftBetween(inView, rows, range.first, result.data.anchor);
    const next = clampRange(shifted(shift), total);
    const isComplete = range.first <= next.first && next.end <= range.first + rows.length;
    if (!isComplete && attempt < maxAttempts) continue;
    return { window: result.data, from: range.first, shift, view: { ...next, atTop: currentView().atTop } };
  }
}

/**
 * Reads rows of one version, with as many requests as needed. Returns `{ newVersion }` if the list has another version,
 * and `null` after a failure.
 */
export async function readVersion<Row>(
  read: ReadWindow<Row>,
  { first, end }: RowRange,
  version: number,
): Promise<Row[] | { newVersion: number } | null> {
  const rows: Row[] = [];
  while (first + rows.length < end) {
    const from = first + rows.length;
    const result = await read({ from, count: Math.min(maxRowsPerRequest, end - from) }, new AbortController().signal);
    if (!result.ok) return null;
    if (result.data.version !== version) return { newVersion: result.data.version };
    if (result.data.rows.length === 0) break;
    rows.push(...result.data.rows);
  }
  return rows;
}

/**
 * Returns by how many positions the rows in sight have moved between two versions of a list. Takes the first shift that
 * two rows share, because one changed row may have moved far in a list that is sorted by the changed field. `anchor` is
 * the new position of the first row in sight, if known. `rows` are the new version's from position `from` on.
 */
function shiftBetween(
  inView: readonly RowInView[],
  rows: readonly { key: string }[],
  from: number,
  anchor: number | null,
): number {
  const positions = new Map(rows.map((row, offset) => [row.key, from + offset]));
  const [first] = inView;
  if (first && anchor !== null) positions.set(first.key, anchor);
  const shifts = inView.flatMap(({ key, position }) => {
    const now = positions.get(key);
    return now === undefined ? [] : [now - position];
  });
  const shared = shifts.find((shift, at) => shifts.indexOf(shift) !== at || shifts.lastIndexOf(shift) !== at);
  return shared ?? shifts[0] ?? 0;
}
