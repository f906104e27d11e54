import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { OrderTable } from '../src/history/orders/list-table.ts';
import { putRows } from '../src/history/orders/testing/numbered-rows.ts';
import { Trades } from '../src/history/trades/trades.ts';
import type { HistoryFilter, HistorySort } from '../src/shared/contract/history.ts';
import type { TradeFilter, TradeSort } from '../src/shared/contract/trades.ts';
import { openDuckDb } from './lib/duckdb.ts';
import { type Measurement, printTable } from './lib/measure.ts';
import { sampleTradeOrders } from './lib/sampled-orders.ts';

/**
 * Measures the index of orders and trades against DuckDB with 2 threads and the same rows in memory. Needs the registry: DuckDB is installed
 * into a temporary folder, because the program does not depend on it. The first argument is the number of orders, by default 1,000,000.
 */
const rows = Number(process.argv[2] ?? 1_000_000);
const rounds = 7;
const zone = 'UTC';
const now = Date.UTC(2026, 10, 1);

const folder = mkdtempSync(path.join(tmpdir(), 'orderglass-bench-'));
try {
  const duckdb = await openDuckDb(folder);
  const index = new OrderTable();
  const file = path.join(folder, 'orders.csv');
  await pipeline(putAndWrite(index), createWriteStream(file));
  for (const _ of index.warm());
  const trades = new Trades(index);
  for (const _ of trades.warm());
  await duckdb.run(
    `CREATE TABLE orders AS SELECT * FROM read_csv('${file}', header = false, columns = {
      number: 'INTEGER', id: 'VARCHAR', symbol: 'VARCHAR', side: 'VARCHAR', status: 'VARCHAR', created: 'BIGINT',
      leverage: 'DECIMAL(10,2)', quantity: 'DECIMAL(18,2)', pnl: 'DECIMAL(38,8)' })`,
  );
  const tradeFile = path.join(folder, 'trades.csv');
  const all = trades.select({ filter: {}, sort: [], zone, now });
  await pipeline(function* () {
    for (const number of all) {
      const { symbol, side, openedAt, duration, largestSize, pnl, leverage, incomplete } = trades.trade(number);
      const known = [side, openedAt, duration, largestSize, pnl, leverage].map((value) => value ?? '');
      yield `${[number, symbol, ...known, incomplete.length === 0].join(',')}\n`;
    }
  }, createWriteStream(tradeFile));
  await duckdb.run(
    `CREATE TABLE trades AS SELECT * FROM read_csv('${tradeFile}', header = false, columns = {
      number: 'INTEGER', symbol: 'VARCHAR', side: 'VARCHAR', opened: 'BIGINT', duration: 'BIGINT', size: 'DECIMAL(18,2)',
      pnl: 'DECIMAL(38,8)', leverage: 'DECIMAL(10,2)', complete: 'BOOLEAN' })`,
  );

  const selectOrders = (filter: HistoryFilter, sort: HistorySort[]) => index.select({ filter, sort, zone, now });
  const selectTrades = (filter: TradeFilter, sort: TradeSort[]) => trades.select({ filter, sort, zone, now });
  const forget = (round: number) => {
    for (const other of [1, 2, 3, 4, 5, 6]) {
      selectOrders({ pnl: { from: `${other}.${round}`, to: '0' } }, []);
      selectTrades({ pnl: { from: `${other}.${round}`, to: '0' } }, []);
    }
  };
  const middle = Math.floor(rows / 2);
  const middleTrade = Math.floor(all.length / 2);
  const byQuote = `SELECT split_part(symbol, '-', 2) AS quote, sum(pnl), count(*), count_if(pnl > 0), count_if(pnl < 0), max(pnl),
    min(pnl)`;
  const results = `WITH closed AS (SELECT *, opened + duration AS ended FROM trades
      WHERE complete AND duration IS NOT NULL AND symbol LIKE '%-USDT'),
    totals AS (SELECT sum(pnl) OVER (ORDER BY ended, opened ROWS UNBOUNDED PRECEDING) AS total, ended, opened FROM closed),
    peaks AS (SELECT max(total) OVER (ORDER BY ended, opened ROWS UNBOUNDED PRECEDING) - total AS fall FROM totals)
    SELECT symbol, side, leverage, opened // 3600000 % 24, opened // 86400000 % 7, ended // 86400000, floor(log2(duration + 1)),
      floor(pnl / 10), sum(pnl), count(*), count_if(pnl > 0), count_if(pnl < 0), (SELECT max(fall) FROM peaks) FROM closed
    GROUP BY GROUPING SETS ((symbol), (side), (leverage), (opened // 3600000 % 24), (opened // 86400000 % 7), (ended // 86400000),
      (floor(log2(duration + 1))), (floor(pnl / 10)), ())`;
  const questions: [string, number, (round: number) => unknown, string][] = [
    [
      'orders: sort by PnL, 50 rows in the middle',
      0.25,
      () => selectOrders({}, [{ field: 'pnl', direction: 'descending' }]).slice(middle, middle + 50),
      `SELECT number FROM orders ORDER BY pnl DESC, created DESC LIMIT 50 OFFSET ${middle}`,
    ],
    [
      'orders: filter by side, status and leverage, with count',
      0.5,
      () => selectOrders({ sides: ['buy'], statuses: ['filled'], leverage: { from: '20' } }, []).length,
      "SELECT count(*) FROM orders WHERE side = 'buy' AND status = 'filled' AND leverage >= 20",
    ],
    [
      'orders: text in symbol or ID, with count',
      1,
      () => selectOrders({ text: '4711' }, []).length,
      "SELECT count(*) FROM orders WHERE contains(id, '4711') OR contains(symbol, '4711')",
    ],
    [
      'orders: exact sums',
      3,
      () => index.summarize({ leverage: { from: '20' } }, zone, now),
      `${byQuote} FROM orders WHERE leverage >= 20 GROUP BY quote`,
    ],
    [
      'trades: sort by duration, 50 rows in the middle',
      0.25,
      () => selectTrades({}, [{ field: 'duration', direction: 'descending' }]).slice(middleTrade, middleTrade + 50),
      `SELECT number FROM trades ORDER BY duration DESC NULLS LAST, opened DESC LIMIT 50 OFFSET ${middleTrade}`,
    ],
    [
      'trades: filter by side and size, with count',
      0.5,
      () => selectTrades({ sides: ['short'], largestSize: { from: '30' } }, []).length,
      "SELECT count(*) FROM trades WHERE side = 'short' AND size >= 30",
    ],
    [
      'trades: exact sums',
      3,
      () => trades.summarize({ sides: ['long'] }, zone, now),
      `${byQuote} FROM trades WHERE side = 'long' GROUP BY quote`,
    ],
    [
      'trades: results of one currency',
      3,
      // Another filter each time, because results are cached.
      (round) => trades.results({ pnl: { from: `-${1e9 + round}` } }, zone, now, 'USDT'),
      results,
    ],
  ];
  const measurements: Measurement[] = [];
  for (const [what, reach, ask, sql] of questions) {
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      forget(round);
      const start = performance.now();
      ask(round);
      const between = performance.now();
      (await duckdb.runAndReadAll(sql)).getRows();
      ours.push(between - start);
      theirs.push(performance.now() - between);
    }
    measurements.push({ what, against: 'DuckDB', ours, theirs, reach });
  }
  console.log(`${rows} orders, ${all.length} trades`);
  printTable(measurements, rounds);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Puts the orders into the index and yields them as CSV. */
function* putAndWrite(index: OrderTable): Generator<string, void, void> {
  const sample = sampleTradeOrders();
  for (let first = 1; first <= rows; first += 1000) {
    const orders = Array.from({ length: Math.min(1000, rows - first + 1) }, (_, row) => sample(first + row));
    putRows(index, orders);
    yield orders
      .map(({ number, id, symbol, side, status, createdAt, leverage, quantity, pnl }) =>
        [number, id, symbol, side, status, createdAt, leverage, quantity, pnl].join(','),
      )
      .map((line) => `${line}\n`)
      .join('');
  }
}
