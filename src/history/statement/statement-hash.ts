import { createHash } from 'node:crypto';
import type { Statement } from '../../shared/contract/statement.ts';
import type { TimeRange } from '../../shared/time/days.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import type { OrderTable } from '../orders/list-table.ts';
import { rowsPerStep, type Steps } from '../table/steps.ts';
import { positionAt } from '../trades/position-at.ts';
import type { StatementTrades } from '../trades/statement-trades.ts';
import type { Trades } from '../trades/trades.ts';

export type StatementHash = Pick<Statement, 'orders' | 'earlierOrders' | 'hash'>;

/** First element of the hashed text. It changes with the form of the text. */
const form = 'orderglass-statement-2';
/** Orders whose text is hashed in one step: about 6 ms. */
const ordersPerStep = 2 ** 12;

/**
 * Hashes the orders that the statement of a span is made of, and the unfinished ones, in steps, between which no row may be put (docs/statement.md
 * 5).
 */
export function* hashStatement(
  trades: Trades,
  span: TimeRange,
  { basis, unfinished }: Pick<Statement, 'basis' | 'unfinished'>,
): Steps<StatementHash> {
  const { orders } = trades;
  const { size } = orders;
  const own = trades.ofStatements(basis);
  const { fromOf, toOf } = own.intervals();
  const finite = (time: number) => (Number.isFinite(time) ? time : null);
  const momentsOf = (row: number) => (basis === 'creation' ? [] : [fromOf(row), finite(toOf(row))]);
  const counts = { orders: 0, earlierOrders: 0 };
  const isHashed = new Uint8Array(size + 1);
  for (let row = 1; row <= size; row++) {
    if (row % rowsPerStep === 0) yield;
    const moment = fromOf(row);
    if (moment < span.from || moment >= span.to) continue;
    isHashed[row] = 1;
    counts.orders++;
  }
  yield;
  for (const row of earlierOrders(own, span)) {
    isHashed[row] = 1;
    counts.earlierOrders++;
  }
  yield;
  const rows = new Uint32Array(counts.orders + counts.earlierOrders);
  let count = 0;
  for (const row of orders.timeOrder.read()) if (isHashed[row] === 1) rows[count++] = row;
  yield;
  const hash = createHash('sha256');
  hash.update(`${JSON.stringify([form, basis, span.from, span.to])}\n`);
  for (let end = rows.length; end > 0; end -= ordersPerStep) {
    const oldestFirst = rows.subarray(Math.max(0, end - ordersPerStep), end).toReversed();
    hash.update(Array.from(oldestFirst, (row) => canonicalText(orders, row, momentsOf(row))).join(''));
    yield;
  }
  for (const { symbol, orders: number, quantity } of unfinished)
    hash.update(`${JSON.stringify(['unfinished', symbol, number, quantity])}\n`);
  return { ...counts, hash: hash.digest('hex') };
}

/** Orders before a span that cross its start, and those of the trades that were open then, cross it, or have an order in the span. */
function earlierOrders(trades: StatementTrades, { from, to }: TimeRange): Set<number> {
  const across = trades.rowsAcross(from);
  const found = new Set(across);
  for (const own of trades.legs) {
    const last = own.lastBefore(from);
    for (let trade = across.size === 0 ? last : 0; trade >= 0 && trade <= last; trade++) {
      const rows = own.ordersOf(trade);
      const earlier = own.ordersBefore(trade, from);
      const hasOrder = own.ordersBefore(trade, to).length > earlier.length;
      const isOpen = trade === last && positionAt(trades, own, from) !== null;
      if (!hasOrder && !isOpen && !rows.some((row) => across.has(row))) continue;
      for (const row of earlier) found.add(row);
    }
  }
  return found;
}

/** The text of an order: a line with a JSON array. Its decimals have no trailing zeros. `moments`: its last elements. */
function canonicalText(
  { times, sentSymbol, columns }: OrderTable,
  row: number,
  moments: readonly (Timestamp | null)[],
): string {
  const { id, marginMode, side, action, filledQuantity, averagePrice, pnl } = columns;
  const values = [
    id.textOf(row),
    marginMode.textOf(row),
    times[row],
    sentSymbol.textOf(row),
    side.textOf(row),
    action.textOf(row),
    filledQuantity.textOf(row),
    averagePrice.textOf(row),
    pnl.textOf(row),
    ...moments,
  ];
  return `${JSON.stringify(values)}\n`;
}
