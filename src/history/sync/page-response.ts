import type { ListEntry, OrderList } from '../../exchange/index.ts';
import type { Timestamp } from '../../shared/domain.ts';
import { OrderglassError } from '../../shared/errors.ts';
import { clockNoiseMs } from '../store/page-writer.ts';
import type { Cursor } from '../store/spans.ts';

export interface PageResponse<Row> {
  readonly entries: readonly ListEntry<Row>[];
  /** Entries with an ID, from which older rows can be requested. */
  readonly cursors: readonly Cursor[];
  readonly fetchedAt: Timestamp;
}

/** Fewer rows than this are not judged by the order of their times. */
const minJudgedRows = 5;

/** Throws `bad-answer` if the page runs from old to new. */
export function parsePage<Row extends { readonly createdAt: Timestamp }>(list: OrderList<Row>): PageResponse<Row> {
  const { entries } = list;
  const times = entries.flatMap((entry) => ('row' in entry ? [entry.row.createdAt] : []));
  if (runsForward(times)) throw unexpectedResponse('the page runs from old to new');
  const cursors = entries.flatMap((entry) => {
    if (entry.id === null) return [];
    return { id: entry.id, createdAt: 'row' in entry ? entry.row.createdAt : null };
  });
  return { entries, cursors, fetchedAt: list.fetchedAt };
}

/** True if more neighbors run forward in time than backward: a few rows may be out of order. */
function runsForward(times: readonly Timestamp[]): boolean {
  const steps = times.slice(1).map((time, place) => Math.sign(time - (times[place] ?? time)));
  if (steps.reduce((total, step) => total + step, 0) <= 0) return false;
  return times.length >= minJudgedRows || Math.abs((times.at(-1) ?? 0) - (times[0] ?? 0)) > clockNoiseMs;
}

export function unexpectedResponse(message: string): OrderglassError {
  return new OrderglassError('bad-answer', `the exchange does not continue from the requested row: ${message}`);
}
