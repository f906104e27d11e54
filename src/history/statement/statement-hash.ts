import { createHash } from 'node:crypto';
import type { Statement } from '../../shared/contract/statement.ts';
import type { TimeRange } from '../../shared/days.ts';
import type { OrderTable } from '../orders/list-table.ts';
import { ordersBefore, positionAt } from '../trades/position-at.ts';
import type { StatementTrades } from '../trades/statement-trades.ts';
import type { Trades } from '../trades/trades.ts';

export type StatementHash = Pick<Statement, 'orders' | 'earlierOrders' | 'hash'>;

/** First element of the hashed text. It changes with the form of the text. */
const form = 'orderglass-statement-1';
/** Orders whose text is hashed in one step: about 6 ms. */
const ordersPerStep = 2 ** 12;

/**
 * Hashes the orders that the statement of a span is made of, and the unfinished ones, in steps, between which no row may be put (docs/statement.md
 * 5).
 */
export function* hashStatement(
  trades: Trades,
  span: TimeRange,
  unfinished: Statement['unfinished'],
): Generator<void, StatementHash, void> {
  const { orders } = trades;
  const { times, size } = orders;
  const counts = { orders: 0, earlierOrders: 0 };
  const isHashed = new Uint8Array(size + 1);
  for (let row = 1; row <= size; row++) {
    const time = times[row] as number;
    if (time < span.from || time >= span.to) continue;
    isHashed[row] = 1;
    counts.orders++;
  }
  for (const row of earlierOrders(orders, trades.ofStatements(), span)) {
    isHashed[row] = 1;
    counts.earlierOrders++;
  }
  const rows = orders.timeOrder.read().filter((row) => isHashed[row] === 1);
  const hash = createHash('sha256');
  hash.update(`${JSON.stringify([form, span.from, span.to])}\n`);
  for (let end = rows.length; end > 0; end -= ordersPerStep) {
    const oldestFirst = rows.subarray(Math.max(0, end - ordersPerStep), end).toReversed();
    hash.update(Array.from(oldestFirst, (row) => canonicalText(orders, row)).join(''));
    yield;
  }
  for (const { symbol, orders: number, quantity } of unfinished)
    hash.update(`${JSON.stringify(['unfinished', symbol, number, quantity])}\n`);
  return { ...counts, hash: hash.digest('hex') };
}

/** Orders before a span of the trades that were open at its start or have an order in it. */
function earlierOrders(orders: OrderTable, trades: StatementTrades, { from, to }: TimeRange): number[] {
  return [...trades.lanes].flatMap((own) => {
    const trade = own.lastBefore(from);
    if (trade < 0) return [];
    const rows = own.ordersOf(trade);
    const earlier = ordersBefore(orders, rows, from);
    const next = rows[earlier.length];
    const hasOrder = next !== undefined && (orders.times[next] as number) < to;
    return hasOrder || positionAt(orders, trades, own, from) !== null ? [...earlier] : [];
  });
}

/** The text of an order: a line with a JSON array. Its decimals have no trailing zeros. */
function canonicalText({ times, columns }: OrderTable, row: number): string {
  const { id, marginMode, symbol, side, action, filledQuantity, averagePrice, pnl } = columns;
  const values = [
    id.textOf(row),
    marginMode.textOf(row),
    times[row],
    symbol.textOf(row),
    side.textOf(row),
    action.textOf(row),
    filledQuantity.textOf(row),
    averagePrice.textOf(row),
    pnl.textOf(row),
  ];
  return `${JSON.stringify(values)}\n`;
}
