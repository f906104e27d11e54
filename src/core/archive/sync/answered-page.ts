import type { ListEntry, OrderList } from '../../../exchange/index.ts';
import type { Timestamp } from '../../../shared/domain.ts';
import { OrderglassError } from '../../../shared/errors.ts';
import type { TimedRow } from '../../paging/list-reader.ts';

export interface AnsweredPage<Row> {
  /** Without the row that was asked from. */
  readonly entries: readonly ListEntry<Row>[];
  /** The last row that has an id to go on from, and when it was created where that can be read; `null`: none has. */
  readonly last: { readonly id: string; readonly createdAt: Timestamp | null } | null;
  readonly fetchedAt: Timestamp;
}

/** The clocks of a service need not agree, so that of a few rows the times tell little. */
const clockNoiseMs = 60_000;
const tellingRows = 5;

/**
 * What an answer holds beyond the row that was asked from. Throws `bad-answer` where the service goes round in a circle or the other way.
 * Whether it brings rows that are known already only the archive can tell.
 */
export function readAnswer<Row extends TimedRow>(
  list: OrderList<Row>,
  { direct, from }: { readonly direct: 'prev' | 'next'; readonly from: string | null },
): AnsweredPage<Row> {
  let entries: ListEntry<Row>[] = [];
  let last: AnsweredPage<Row>['last'] = null;
  for (const entry of list.entries) {
    if (entry.id !== null && entry.id === from) {
      // A service that begins with the row itself is tolerated.
      if (last !== null) throw badAnswer('the page holds the row that it was to follow');
      entries = [];
      continue;
    }
    entries.push(entry);
    if (entry.id !== null) last = { id: entry.id, createdAt: 'row' in entry ? entry.row.createdAt : null };
  }
  if (isBackwards(entries, direct)) throw badAnswer('the page is in the other order');
  return { entries, last, fetchedAt: list.fetchedAt };
}

/** Whether it goes the wrong way more often than the right one: a few rows may be out of the order of time. */
function isBackwards<Row extends TimedRow>(entries: readonly ListEntry<Row>[], direct: 'prev' | 'next'): boolean {
  const times = entries.flatMap((entry) => ('row' in entry ? [entry.row.createdAt] : []));
  const steps = times.slice(1).map((time, place) => Math.sign(time - (times[place] ?? time)));
  const sum = steps.reduce((total, step) => total + step, 0);
  if (direct === 'prev' ? sum <= 0 : sum >= 0) return false;
  return times.length >= tellingRows || Math.abs((times.at(-1) ?? 0) - (times[0] ?? 0)) > clockNoiseMs;
}

export function badAnswer(message: string): OrderglassError {
  return new OrderglassError('bad-answer', `the exchange does not go on from where it was asked to: ${message}`);
}
