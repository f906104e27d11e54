import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OrderTable } from '../src/history/orders/list-table.ts';
import { putRows } from '../src/history/orders/testing/numbered-rows.ts';
import { statementContent } from '../src/history/statement/statement-figures.ts';
import { hashStatement } from '../src/history/statement/statement-hash.ts';
import { HistoryStore } from '../src/history/store/history-store.ts';
import { Trades } from '../src/history/trades/trades.ts';
import type { TradeFilter, TradeSort } from '../src/shared/contract/trades.ts';
import { tradeFields } from '../src/shared/orders/trades.ts';
import { type Duration, DurationTable, picker, timed, total } from './lib/durations.ts';
import { fillHistory } from './lib/filled-archive.ts';
import { sampleTradeFilters, sampleTradeOrders } from './lib/sampled-orders.ts';

/**
 * Measures the trades of an order history against reading its rows from the disk. The first argument is the number of orders, by default
 * 1,000,000, which form a quarter as many trades.
 */
const rows = Number(process.argv[2] ?? 1_000_000);
const rounds = 5;
const zone = 'Europe/Berlin';
const now = Date.UTC(2026, 10, 1);
const list = 'order-history';

const table = new DurationTable();
const folder = mkdtempSync(path.join(tmpdir(), 'orderglass-bench-'));
const file = path.join(folder, 'history.sqlite');
fillHistory(file, rows);
const index = new OrderTable();
const read = total([...readRows()]);
table.add('read all rows from the disk into the index', [read]);
rmSync(folder, { recursive: true, force: true });
for (const _ of index.warm());
const trades = new Trades(index);
const steps = [...stepTimes(trades.prepare())];
const built = total(steps);
table.add('derive all trades: one step', steps);
table.add('derive all trades', [built]);
table.add('prepare all orders', [total([...stepTimes(trades.warm())])]);

const pick = picker();
const directions = ['ascending', 'descending'] as const;
const opened = select({}, []);
measure('open: newest first, sums and positions', [
  () => [select({}, []), trades.summarize({}, zone, now), trades.positions()],
]);
measure(
  'sort by one field',
  tradeFields.flatMap((field) => directions.map((direction) => () => select({}, [{ field, direction }]))),
);
measure(
  'filter',
  sampleTradeFilters.map((filter) => () => select(filter, [])),
);
const mixed = Array.from({ length: 200 }, () => {
  const filter = { ...pick(sampleTradeFilters), ...pick(sampleTradeFilters) };
  const sort = Array.from({ length: 2 }, () => ({ field: pick(tradeFields), direction: pick(directions) }));
  return () => [select(filter, sort), trades.summarize(filter, zone, now)];
});
measure('any filter, any order, with sums: 200 at random', mixed, 1);
const everything = { from: 0, to: now };
measure('statement of all orders: figures and positions', [() => statementContent(trades, everything, 'creation')]);
const hashing = [...stepTimes(hashStatement(trades, everything, { basis: 'creation', unfinished: [] }))];
table.add('statement of all orders: one step of its hash', hashing);
table.add('statement of all orders: its hash', [total(hashing)]);
measure(
  'results of any filter',
  Array.from({ length: 40 }, (_, round) => () => trades.results({ pnl: { from: `-${100_000 + round}` } }, zone, now)),
  1,
);
measurePuts();
table.print(`${rows} orders, ${opened.length} trades`);
console.log(
  `deriving all trades takes ${(built.processor / read.processor).toFixed(2)}x the processor time of reading the rows (<= 2x)`,
);

function* readRows(): Generator<Duration, void, void> {
  const { store } = HistoryStore.open({ path: file, notes: `${file}.notes`, now: () => now });
  for (let size = -1; size < index.size; ) {
    size = index.size;
    yield timed(() => index.put(store.read(({ lists }) => lists[list].rows.scan(size, 2000))));
  }
  store.close();
}

function* stepTimes(steps: Iterator<void, unknown>): Generator<Duration, void, void> {
  for (let done: boolean | undefined; done !== true; ) {
    yield timed(() => {
      ({ done } = steps.next());
    });
  }
}

function select(filter: TradeFilter, sort: TradeSort[]): Uint32Array {
  return trades.select({ filter, sort, zone, now });
}

/** Imitates a sync with the newest orders: each page changes a few trades, and the screen reads them again. */
function measurePuts(): void {
  const sample = sampleTradeOrders(2);
  const durations: Duration[] = [];
  for (let page = 0; page < 50; page++) {
    const fresh = Array.from({ length: 100 }, (_, row) => {
      const number = index.size + 1 + row;
      const order = sample(number);
      const id = `new${number}`;
      return { ...order, number, id, key: `${order.marginMode}:${id}`, createdAt: now + page * 1000 + row, tie: row };
    });
    putRows(index, fresh);
    durations.push(timed(() => select({ sides: ['long'] }, [{ field: 'pnl', direction: 'descending' }])));
  }
  table.add('after 100 new orders: one side by PnL', durations);
}

/** Measures each query without the caches: other queries replace their entries before each run. */
function measure(what: string, queries: readonly (() => unknown)[], times = rounds): void {
  const durations: Duration[] = [];
  for (let round = 0; round < times; round++) {
    for (const query of queries) {
      for (const other of [1, 2, 3, 4, 5, 6]) select({ pnl: { from: `${other}.${round}`, to: '0' } }, []);
      durations.push(timed(query));
    }
  }
  table.add(what, durations);
}
