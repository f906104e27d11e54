import type { ListEntry, OrderList, ReadTime } from '../../exchange/index.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { clockNoiseMs } from '../store/page-writer.ts';
import type { Cursor } from '../store/spans.ts';

export interface PageResponse<Row> {
  readonly entries: readonly ListEntry<Row>[];
  /** Entries with an ID, from which older rows can be requested. */
  readonly cursors: readonly Cursor[];
  readonly fetchedAt: Timestamp;
  readonly readAt?: ReadTime;
  /** True if the page runs from old to new, as far as its creation times tell. */
  readonly runsForward: boolean;
}

/** Fewer rows than this are not judged by the order of their times. */
const minJudgedRows = 5;

export function parsePage<Row extends { readonly createdAt: Timestamp }>(list: OrderList<Row>): PageResponse<Row> {
  const { entries, fetchedAt, readAt } = list;
  const times = entries.flatMap((entry) => ('row' in entry ? [entry.row.createdAt] : []));
  const cursors = entries.flatMap((entry) => {
    if (entry.id === null) return [];
    return { id: entry.id, createdAt: 'row' in entry ? entry.row.createdAt : null };
  });
  return { entries, cursors, fetchedAt, ...(readAt && { readAt }), runsForward: runsForward(times) };
}

/**
 * True if more pairs of rows run forward in time than backward. A page with some of both is judged only if its times drift by more than the
 * noise of a clock: creation times may be out of order by more than what lies between neighbors.
 */
function runsForward(times: readonly Timestamp[]): boolean {
  let forward = 0;
  let backward = 0;
  for (const [index, earlier] of times.entries()) {
    for (const later of times.slice(index + 1)) {
      if (later > earlier) forward++;
      else if (later < earlier) backward++;
    }
  }
  if (forward <= backward) return false;
  const isClear = backward === 0 && times.length >= minJudgedRows;
  return isClear || driftOf(times) > clockNoiseMs;
}

/** Milliseconds between the mean times of the first half and of the second half of a page. */
function driftOf(times: readonly Timestamp[]): number {
  const half = Math.floor(times.length / 2);
  const mean = (part: readonly Timestamp[]) => part.reduce((sum, time) => sum + time / part.length, 0);
  return mean(times.slice(-half)) - mean(times.slice(0, half));
}

export function unexpectedResponse(message: string): OrderglassError {
  return new OrderglassError('bad-answer', `the exchange does not continue from the requested row: ${message}`);
}
