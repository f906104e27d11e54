import { createHash } from 'node:crypto';
import type { Statement } from '../../shared/contract/statement.ts';
import type { TimeRange } from '../../shared/days.ts';
import type { Decimal } from '../../shared/domain.ts';
import type { CodeColumn } from '../index/code-column.ts';
import type { DecimalColumn } from '../index/decimal-column.ts';
import type { OrderColumns } from '../index/list-columns.ts';
import { lastTradeBefore, ordersBefore, positionAt } from '../trades/position-at.ts';
import type { TradeIndex } from '../trades/trade-index.ts';

export type StatementHash = Pick<Statement, 'orders' | 'earlierOrders' | 'hash'>;

/** First element of the hashed text. It changes with the form of the text. */
const form = 'orderglass-statement-1';
/** Orders whose text is hashed in one step: about 6 ms. */
const ordersPerStep = 2 ** 12;

/** Hashes the orders that the statement of a span is made of, in steps (docs/statement.md 5). */
export function* hashStatement(
  orders: OrderColumns,
  index: TradeIndex,
  span: TimeRange,
): Generator<void, StatementHash, void> {
  const { createdAt, size } = orders;
  const counts = { orders: 0, earlierOrders: 0 };
  const isHashed = new Uint8Array(size + 1);
  for (let row = 1; row <= size; row++) {
    const time = createdAt[row] as number;
    if (time < span.from || time >= span.to) continue;
    isHashed[row] = 1;
    counts.orders++;
  }
  for (const row of earlierOrders(orders, index, span)) {
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
  return { ...counts, hash: hash.digest('hex') };
}

/** Orders before a span of the trades that were open at its start or have an order in it. */
function earlierOrders(orders: OrderColumns, index: TradeIndex, { from, to }: TimeRange): number[] {
  return index.lanes.flatMap((lane) => {
    const trade = lane.trades[lastTradeBefore(index, lane, from)];
    if (trade === undefined) return [];
    const rows = index.ordersOf(trade);
    const earlier = ordersBefore(orders, rows, from);
    const next = rows[earlier.length];
    const hasOrder = next !== undefined && (orders.createdAt[next] as number) < to;
    return hasOrder || positionAt(orders, index, lane, from) !== null ? [...earlier] : [];
  });
}

/** The text of an order: a line with a JSON array. Its decimals have no trailing zeros. */
function canonicalText(orders: OrderColumns, row: number): string {
  const { ids, marginMode, createdAt, symbol, side, action, filledQuantity, averagePrice, pnl } = orders;
  const word = (column: CodeColumn): string | null => column.valueOf(column.codes[row] as number);
  const decimal = ({ keys, details, decimals }: DecimalColumn): Decimal | null =>
    Number.isNaN(keys[row]) ? null : decimals.textOf(keys[row] as number, details[row] as number);
  const values = [
    ids.textOf(row),
    word(marginMode),
    createdAt[row],
    word(symbol),
    word(side),
    word(action),
    decimal(filledQuantity),
    decimal(averagePrice),
    decimal(pnl),
  ];
  return `${JSON.stringify(values)}\n`;
}
