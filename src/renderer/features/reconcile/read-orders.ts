import type { HistoryFilter } from '../../../shared/contract/history.ts';
import type { Order } from '../../../shared/contract/orders.ts';
import { type FileRow, maxFileRows } from '../../../shared/reconcile/reconcile.ts';
import { dayOf } from '../../../shared/time/days.ts';
import { greatest, smallest } from '../../../shared/values/extremes.ts';
import { request } from '../../platform/client.ts';

/** Orders of one question. */
const ordersPerPart = 1000;

/** The stored orders that the rows of a file are compared with. */
export interface ComparedOrders {
  readonly orders: readonly Order[];
  /** True if only the newest ones were read. */
  readonly isCut: boolean;
  /** False if an order of this time may be missing in the archive. */
  readonly isComplete: boolean;
}

/** Reads the orders of the days of a file, of all days if it has no times. Rejects with a `FailureError`, and once the signal is aborted. */
export async function readOrders(
  account: string,
  rows: readonly FileRow[],
  signal: AbortSignal,
): Promise<ComparedOrders> {
  const times = rows.flatMap(({ time }) => time ?? []);
  const filter: HistoryFilter =
    times.length === 0 ? {} : { created: { from: dayOf(smallest(times), 'UTC'), to: dayOf(greatest(times), 'UTC') } };
  const sort = [{ field: 'createdAt', direction: 'descending' } as const];
  const byKey = new Map<string, Order>();
  let total = 0;
  for (let from = 0; ; from += ordersPerPart) {
    const query = { account, filter, sort, zone: 'UTC', from, count: ordersPerPart };
    const part = await request('readOrderHistory', query, signal);
    // New orders may move the others while they are read.
    for (const order of part.rows) byKey.set(order.key, order);
    total = part.total;
    if (part.rows.length === 0 || from + part.rows.length >= Math.min(total, maxFileRows)) break;
  }
  const { modes } = await request('readHistoryState', { account, list: 'order-history' }, signal);
  return {
    orders: [...byKey.values()],
    isCut: total > byKey.size,
    isComplete: modes.every(({ complete }) => complete),
  };
}
