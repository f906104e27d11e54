import type { HistoryFilter } from '../contract/history.ts';
import type { Order } from '../contract/orders.ts';
import type { AnswerOf, QuestionOf } from '../contract/questions.ts';
import { readUntilOf } from '../orders/history.ts';
import { dayOf } from '../time/days.ts';
import { greatest, smallest } from '../values/extremes.ts';
import { type FileRow, maxFileRows } from './reconcile.ts';

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

/** Asks the history of an account. Rejects with its failure. */
export interface AskHistory {
  (name: 'readOrderHistory', question: QuestionOf<'readOrderHistory'>): Promise<AnswerOf<'readOrderHistory'>>;
  (name: 'readHistoryState', question: QuestionOf<'readHistoryState'>): Promise<AnswerOf<'readHistoryState'>>;
}

/** Reads the orders of the days of a file, of all days if it has no times. Rejects as `ask` does. */
export async function readOrders(ask: AskHistory, account: string, rows: readonly FileRow[]): Promise<ComparedOrders> {
  const times = rows.flatMap(({ time }) => time ?? []);
  const filter: HistoryFilter =
    times.length === 0 ? {} : { created: { from: dayOf(smallest(times), 'UTC'), to: dayOf(greatest(times), 'UTC') } };
  const sort = [{ field: 'createdAt', direction: 'descending' } as const];
  const byKey = new Map<string, Order>();
  let total = 0;
  for (let from = 0; ; from += ordersPerPart) {
    const query = { account, filter, sort, zone: 'UTC', from, count: ordersPerPart };
    const part = await ask('readOrderHistory', query);
    // New orders may move the others while they are read.
    for (const order of part.rows) byKey.set(order.key, order);
    total = part.total;
    if (part.rows.length === 0 || from + part.rows.length >= Math.min(total, maxFileRows)) break;
  }
  const state = await ask('readHistoryState', { account, list: 'order-history' });
  const isRead = times.length === 0 || (readUntilOf(state) ?? 0) >= greatest(times);
  return {
    orders: [...byKey.values()],
    isCut: total > byKey.size,
    isComplete: isRead && state.unreadable === 0 && state.modes.every(({ complete }) => complete),
  };
}
