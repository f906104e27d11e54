import type { ListEntry, OrderList } from '../../../exchange/index.ts';
import type { Timestamp } from '../../../shared/domain.ts';
import { OrderglassError } from '../../../shared/errors.ts';
import type { TimedRow } from '../../paging/list-reader.ts';

export interface AnsweredPage<Row> {
  /** Without the row that was asked from. */
  readonly entries: readonly ListEntry<Row>[];
  /** The last row that has an id to go on from, and when it was created where that can be read. */
  readonly last: { readonly id: string; readonly createdAt: Timestamp | null } | null;
  readonly fetchedAt: Timestamp;
}

/**
 * What an answer holds beyond the row that was asked from. Throws `bad-answer` where the service goes round in a circle, and where towards
 * the past there is nothing to go on from. Whether it brings rows that are known already only the archive can tell.
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
  if (entries.length > 0 && last === null && direct === 'prev') {
    throw badAnswer('no row of the page has an id to go on from');
  }
  return { entries, last, fetchedAt: list.fetchedAt };
}

export function badAnswer(message: string): OrderglassError {
  return new OrderglassError('bad-answer', `the exchange does not go on from where it was asked to: ${message}`);
}
