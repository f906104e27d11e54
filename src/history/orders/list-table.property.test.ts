import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HistorySort } from '../../shared/contract/history.ts';
import { type HistoryList, sortFields } from '../../shared/orders/history.ts';
import { rowsPerStep } from '../table/steps.ts';
import { type HistoryQuery, ListTable } from './list-table.ts';
import { NaiveHistory } from './testing/naive-history.ts';
import { type NumberedRow, putRows } from './testing/numbered-rows.ts';
import { anyQuery, manyOrders, noteChanges, orderBatches, planBatches } from './testing/sample-rows.ts';

const numRuns = Number(process.env.PROPERTY_RUNS ?? 20);
const orderFields = sortFields['order-history'];

/** Expects equal results of index and model for every method that reads. */
function expectSameResults<List extends HistoryList>(
  index: ListTable,
  model: NaiveHistory<List>,
  query: HistoryQuery,
): void {
  const { filter, zone, now } = query;
  const { version } = index;
  const numbers = model.select(query);
  const selection = index.select(query);
  expect([...selection]).toEqual(numbers);
  expect(index.summarize(filter, zone, now)).toEqual({ version, ...model.summarize(filter, zone, now) });
  const { quotes } = model.results(filter, zone, now);
  for (const quote of [undefined, 'none', ...quotes.slice(1, 2)]) {
    expect(index.results(filter, zone, now, quote)).toEqual({ version, ...model.results(filter, zone, now, quote) });
  }
  expect(index.choices()).toEqual({ version, ...model.choices() });
}

/** Compares index and model after each batch of rows with one of the queries, and at the end with all of them. */
function compareWithModel<List extends HistoryList>(
  list: List,
  batches: readonly NumberedRow<List>[][],
  queries: readonly HistoryQuery[],
  notes: readonly (readonly { row: number; text: string }[])[],
): void {
  const index = new ListTable(list);
  const model = new NaiveHistory(list);
  batches.forEach((rows, i) => {
    putRows(index, rows);
    model.put(rows);
    for (const { row, text } of notes[i] ?? []) {
      const number = (row % index.size) + 1;
      index.setNote({ kind: list === 'order-history' ? 'order' : 'plan', id: '', text }, number);
      model.setNote(number, text);
    }
    const query = queries[i % queries.length];
    if (query) expectSameResults(index, model, query);
  });
  for (const query of queries) expectSameResults(index, model, query);
}

const anyQueries = fc.array(anyQuery, { minLength: 1, maxLength: 5 });

describe('every result equals that of the naive model', () => {
  test('for orders', () => {
    fc.assert(
      fc.property(orderBatches, anyQueries, noteChanges, (batches, queries, notes) =>
        compareWithModel('order-history', batches, queries, notes),
      ),
      { numRuns },
    );
  });

  test('for plan orders', () => {
    fc.assert(
      fc.property(planBatches, anyQueries, noteChanges, (batches, queries, notes) =>
        compareWithModel('plan-history', batches, queries, notes),
      ),
      { numRuns },
    );
  });
});

const directions = ['ascending', 'descending'] as const;

function queryBy(sort: HistorySort[]): HistoryQuery {
  return { filter: {}, sort, zone: 'UTC', now: 0 };
}

/** Runs `steps` steps of warming. Returns false if the warming ended before. */
function runSteps(warming: Iterator<void>, steps: number): boolean {
  for (let step = 0; step < steps; step++) {
    if (warming.next().done) return false;
  }
  return true;
}

test('orders that are updated equal orders that are made from scratch, also if rows are put between two steps', () => {
  fc.assert(
    fc.property(orderBatches, fc.array(fc.nat(30), { minLength: 1, maxLength: 8 }), (batches, steps) => {
      const index = new ListTable('order-history');
      const model = new NaiveHistory('order-history');
      let warming = index.warm();
      batches.forEach((rows, i) => {
        if (!runSteps(warming, steps[i % steps.length] ?? 0)) warming = index.warm();
        putRows(index, rows);
        model.put(rows);
        expect([...index.select(queryBy([]))]).toEqual(model.select(queryBy([])));
      });
      const fresh = new ListTable('order-history');
      putRows(fresh, lastOfEachNumber(batches.flat()));
      for (const field of orderFields) {
        const query = queryBy([{ field, direction: 'descending' }]);
        expect([...index.select(query)]).toEqual([...fresh.select(query)]);
      }
    }),
    { numRuns },
  );
});

test('a table that takes the image of another one gives the same results, also after further rows', () => {
  fc.assert(
    fc.property(orderBatches, anyQueries, fc.nat(8), (batches, queries, taken) => {
      const [index, model] = [new ListTable('order-history'), new NaiveHistory('order-history')];
      let table = index;
      batches.forEach((rows, i) => {
        putRows(table, rows);
        model.put(rows);
        if (i !== taken % batches.length) return;
        table = new ListTable('order-history');
        expect(table.takeImage(structuredClone(index.image()))).toBe(true);
        expect(table.timeOrder.image()).toEqual(index.timeOrder.image());
      });
      for (const query of queries) expectSameResults(table, model, query);
    }),
    { numRuns },
  );
});

test('a table takes the image of its own columns alone, and names the symbols anew', () => {
  const orders = new ListTable('order-history');
  const rows = manyOrders(50);
  putRows(orders, rows);
  const image = orders.image();
  const plans = new ListTable('plan-history');
  expect(plans.takeImage(image)).toBe(false);
  expect(plans.size).toBe(0);
  const words = ['cross', 'isolated'];
  const marginMode = { ...image.columns.marginMode, arrays: image.columns.marginMode?.arrays ?? {}, words };
  expect(new ListTable('order-history').takeImage({ ...image, columns: { ...image.columns, marginMode } })).toBe(false);
  const symbol = rows[0]?.symbol ?? '';
  const [renamed, fresh] = [1, 2].map(() => new ListTable('order-history', [], { [symbol]: 'NEW-USDT' })) as [
    ListTable,
    ListTable,
  ];
  expect(renamed.takeImage(image)).toBe(true);
  putRows(fresh, rows);
  const filter = { symbols: ['NEW-USDT'] };
  expect([...renamed.select({ ...queryBy([]), filter })]).toEqual([...fresh.select({ ...queryBy([]), filter })]);
  expect(renamed.select({ ...queryBy([]), filter }).length).toBeGreaterThan(0);
  expect(renamed.choices().symbols).toEqual(fresh.choices().symbols);
});

test('a row may change after any step of warming', () => {
  const rows = manyOrders(80);
  const changed = rows.slice(0, 20).map((row, i) => ({
    ...row,
    pnl: `${i % 3}.5`,
    price: null,
    quantity: `0.${'1'.repeat(50)}${i}`,
    createdAt: (rows[i + 20]?.createdAt ?? 0) + (i % 2),
    tie: 20 - i,
  }));
  const model = new NaiveHistory('order-history');
  model.put(rows);
  model.put(changed);
  const sorts: HistorySort[][] = [[], ...orderFields.map((field) => [{ field, direction: 'descending' as const }])];
  const expected = sorts.map((sort) => model.select(queryBy(sort)));
  for (let step = 0, isRunning = true; isRunning; step++) {
    const index = new ListTable('order-history');
    putRows(index, rows);
    const warming = index.warm();
    isRunning = runSteps(warming, step);
    putRows(index, changed);
    for (const _ of warming);
    expect(sorts.map((sort) => [...index.select(queryBy(sort))])).toEqual(expected);
  }
});

test('a query after any step of warming is correct, and so is the same query after a change', () => {
  const rows = manyOrders(70);
  const changed = rows.slice(0, 5).map((row, i) => ({ ...row, price: `${i}.5`, createdAt: row.createdAt + 1 }));
  const before = new NaiveHistory('order-history');
  before.put(rows);
  const after = new NaiveHistory('order-history');
  after.put(rows);
  after.put(changed);
  const sorts = orderFields.map((field) => [{ field, direction: 'ascending' as const }]);
  const expected = [before, after].map((model) => sorts.map((sort) => model.select(queryBy(sort))));
  const selectAll = (index: ListTable) => sorts.map((sort) => [...index.select(queryBy(sort))]);
  for (let step = 0, isRunning = true; isRunning; step++) {
    const index = new ListTable('order-history');
    putRows(index, rows);
    const warming = index.warm();
    isRunning = runSteps(warming, step);
    expect(selectAll(index)).toEqual(expected[0]);
    putRows(index, changed);
    warming.next();
    expect(selectAll(index)).toEqual(expected[1]);
    for (const _ of warming);
    expect(selectAll(index)).toEqual(expected[1]);
  }
});

test('a list with more rows than one step handles is sorted', () => {
  const rows = manyOrders(1).flatMap((order) =>
    Array.from({ length: rowsPerStep + 20_000 }, (_, i) => ({
      ...order,
      number: i + 1,
      marginMode: 'isolated' as const,
      id: `BG${(i * 7919) % 151_091}`,
      price: `${(i * 104_729) % 1009}`,
      // As floats, these values differ only in their lower 32 bits.
      quantity: `1.${String(i % 900).padStart(9, '0')}`,
      // As floats, many of these values are equal.
      filledQuantity: `${i % 50}.${'1'.repeat(40)}${i % 7}`,
      // All of these values are different.
      pnl: `${(i * 7919) % 151_091}.5`,
      createdAt: order.createdAt + ((i * 15_485_863) % 1013),
    })),
  );
  const index = new ListTable('order-history');
  putRows(index, rows);
  // Compared as texts, because comparing arrays of this length takes seconds.
  const numbersBy = (field: HistorySort['field']) => index.select(queryBy([{ field, direction: 'ascending' }])).join();
  const join = (sorted: readonly { number: number }[]) => sorted.map(({ number }) => number).join();
  const newest = rows.toSorted((a, b) => b.createdAt - a.createdAt);
  const expectedBy = (read: (row: (typeof rows)[number]) => number) =>
    join(newest.map((row) => ({ number: row.number, value: read(row) })).sort((a, b) => a.value - b.value));
  expect(numbersBy('price') === expectedBy(({ price }) => Number(price))).toBe(true);
  expect(numbersBy('quantity') === expectedBy(({ quantity }) => Number(quantity))).toBe(true);
  expect(numbersBy('filledQuantity') === expectedBy(({ number }) => ((number - 1) % 50) * 7 + ((number - 1) % 7))).toBe(
    true,
  );
  expect(numbersBy('pnl') === expectedBy(({ pnl }) => Number(pnl))).toBe(true);
  expect(numbersBy('createdAt') === join(rows.toSorted((a, b) => a.createdAt - b.createdAt))).toBe(true);
  const numberOf = new Map(rows.map(({ id, number }) => [id, number]));
  const byId = [...numberOf.keys()].sort().map((id) => numberOf.get(id));
  expect(numbersBy('id') === byId.join()).toBe(true);
});

function lastOfEachNumber<Row extends { number: number }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.number, row])).values()];
}

describe('1,500 orders are', () => {
  const rows = manyOrders(1500);
  const changed = rows.slice(0, 40).map((row, i) => ({ ...row, pnl: `${i}.5`, tie: 9 }));
  const model = new NaiveHistory('order-history');
  const index = new ListTable('order-history');
  for (const batch of [rows.slice(0, 900), rows.slice(900, 1400), rows.slice(1400), changed]) {
    model.put(batch);
    putRows(index, batch);
    for (const _ of index.warm());
  }

  test.each(orderFields.flatMap((field) => directions.map((direction) => ({ field, direction }))))(
    'sorted by $field, $direction',
    (sort) => {
      expect([...index.select(queryBy([sort]))]).toEqual(model.select(queryBy([sort])));
    },
  );

  test('filtered and sorted by any query', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        expect([...index.select(query)]).toEqual(model.select(query));
      }),
      { numRuns },
    );
  });
});
