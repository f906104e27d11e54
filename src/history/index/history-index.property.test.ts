import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type HistoryList, type HistorySort, orderFields } from '../../shared/history.ts';
import type { IndexedRow } from '../rows.ts';
import { HistoryIndex } from './history-index.ts';
import type { HistoryQuery } from './history-query.ts';
import { rowsPerStep } from './sort-source.ts';
import { NaiveHistory } from './testing/naive-history.ts';
import { anyQuestion, manyOrders, orderPuts, planPuts } from './testing/sample-rows.ts';

/** Everything that is asked of a list answers what the definitions say. */
function expectNaive<List extends HistoryList>(
  index: HistoryIndex<List>,
  naive: NaiveHistory<List>,
  question: HistoryQuery,
): void {
  const { filter, zone, now } = question;
  const { version } = index;
  const numbers = naive.select(question);
  const selection = index.select(question);
  expect([...selection.numbers]).toEqual(numbers);
  expect(selection).toMatchObject({ version, total: numbers.length });
  expect(index.summarize(filter, zone, now)).toEqual({ version, ...naive.summarize(filter, zone, now) });
  const quotes = naive.results(filter, zone, now).quotes;
  for (const quote of [undefined, 'none', ...quotes.slice(1, 2)]) {
    expect(index.results(filter, zone, now, quote)).toEqual({ version, ...naive.results(filter, zone, now, quote) });
  }
  expect(index.choices()).toEqual({ version, ...naive.choices() });
}

function expectSame<List extends HistoryList>(
  list: List,
  calls: readonly IndexedRow<List>[][],
  questions: readonly HistoryQuery[],
): void {
  const index = new HistoryIndex(list);
  const naive = new NaiveHistory(list);
  calls.forEach((rows, call) => {
    index.put(rows);
    naive.put(rows);
    const question = questions[call % questions.length];
    if (question) expectNaive(index, naive, question);
  });
  for (const question of questions) expectNaive(index, naive, question);
}

const questions = fc.array(anyQuestion, { minLength: 1, maxLength: 5 });

describe('any question after any puts is answered as the definitions say', () => {
  test('of orders', () => {
    fc.assert(
      fc.property(orderPuts, questions, (calls, asked) => expectSame('order-history', calls, asked)),
      { numRuns: 50 },
    );
  });

  test('of plan orders', () => {
    fc.assert(
      fc.property(planPuts, questions, (calls, asked) => expectSame('plan-history', calls, asked)),
      { numRuns: 30 },
    );
  });
});

const directions = ['ascending', 'descending'] as const;

function bySort(sort: HistorySort[]): HistoryQuery {
  return { filter: {}, sort, zone: 'UTC', now: 0 };
}

test('orders that are kept are extended to what they would be made anew, also while they are being made', () => {
  fc.assert(
    fc.property(orderPuts, fc.array(fc.nat(30), { minLength: 1, maxLength: 8 }), (calls, steps) => {
      const index = new HistoryIndex('order-history');
      const naive = new NaiveHistory('order-history');
      let warming = index.warm();
      calls.forEach((rows, call) => {
        for (let step = 0; step < (steps[call % steps.length] ?? 0); step++) {
          if (warming.next().done) warming = index.warm();
        }
        index.put(rows);
        naive.put(rows);
        const fresh = new HistoryIndex('order-history');
        fresh.put(inOrder(calls.slice(0, call + 1).flat()));
        for (const field of call === calls.length - 1 ? orderFields : ([] as const)) {
          const question = bySort([{ field, direction: 'descending' }]);
          expect([...index.select(question).numbers]).toEqual([...fresh.select(question).numbers]);
        }
        expect([...index.select(bySort([])).numbers]).toEqual(naive.select(bySort([])));
      });
    }),
    { numRuns: 60 },
  );
});

test('a row may change at any step of making the orders', () => {
  const rows = manyOrders(80);
  const changed = rows.slice(0, 20).map((row, place) => ({
    ...row,
    pnl: `${place % 3}.5`,
    price: null,
    quantity: `0.${'1'.repeat(50)}${place}`,
    createdAt: (rows[place + 20]?.createdAt ?? 0) + (place % 2),
    tie: 20 - place,
  }));
  const naive = new NaiveHistory('order-history');
  naive.put(rows);
  naive.put(changed);
  const sorts: HistorySort[][] = [[], ...orderFields.map((field) => [{ field, direction: 'descending' as const }])];
  const expected = sorts.map((sort) => naive.select(bySort(sort)));
  for (let step = 0, isOver = false; !isOver; step++) {
    const index = new HistoryIndex('order-history');
    index.put(rows);
    const warming = index.warm();
    for (let i = 0; i < step && !isOver; i++) isOver = warming.next().done ?? false;
    index.put(changed);
    for (const _ of warming);
    expect(sorts.map((sort) => [...index.select(bySort(sort)).numbers])).toEqual(expected);
  }
});

test('a question at any step of making the orders is answered, and again with a change after it', () => {
  const rows = manyOrders(70);
  const changed = rows.slice(0, 5).map((row, place) => ({ ...row, price: `${place}.5`, createdAt: row.createdAt + 1 }));
  const before = new NaiveHistory('order-history');
  before.put(rows);
  const after = new NaiveHistory('order-history');
  after.put(rows);
  after.put(changed);
  const sorts = orderFields.map((field) => [{ field, direction: 'ascending' as const }]);
  const expected = [before, after].map((naive) => sorts.map((sort) => naive.select(bySort(sort))));
  const answers = (index: HistoryIndex<'order-history'>) =>
    sorts.map((sort) => [...index.select(bySort(sort)).numbers]);
  for (let step = 0, isOver = false; !isOver; step++) {
    const index = new HistoryIndex('order-history');
    index.put(rows);
    const warming = index.warm();
    for (let i = 0; i < step && !isOver; i++) isOver = warming.next().done ?? false;
    expect(answers(index)).toEqual(expected[0]);
    index.put(changed);
    warming.next();
    expect(answers(index)).toEqual(expected[1]);
    for (const _ of warming);
    expect(answers(index)).toEqual(expected[1]);
  }
});

test('a list of more rows than are worked on at once', () => {
  const rows = manyOrders(1).flatMap((one) =>
    Array.from({ length: 150_000 }, (_, place) => ({
      ...one,
      number: place + 1,
      marginMode: 'isolated' as const,
      // All begin alike but for one, and one that the second step begins with has a letter that no other has.
      id: `${place === 5 ? 'B' : place === rowsPerStep ? 'BGZ' : 'BG'}${(place * 7919) % 150_001}`,
      price: `${(place * 104_729) % 1009}`,
      // As floats they differ only in their lower halves.
      quantity: `1.${String(place % 900).padStart(9, '0')}`,
      // As floats many are equal that are not.
      filledQuantity: `${place % 50}.${'1'.repeat(40)}${place % 7}`,
      // All are different.
      pnl: `${(place * 7919) % 150_001}.5`,
      createdAt: one.createdAt + ((place * 15_485_863) % 1013),
    })),
  );
  const index = new HistoryIndex('order-history');
  index.put(rows);
  // As texts: an expectation of so many numbers takes seconds.
  const sorted = (field: HistorySort['field']) =>
    index.select(bySort([{ field, direction: 'ascending' }])).numbers.join();
  const numbers = (ordered: readonly { number: number }[]) => ordered.map(({ number }) => number).join();
  const newest = rows.toSorted((a, b) => b.createdAt - a.createdAt);
  const by = (value: (row: (typeof rows)[number]) => number) => numbers(newest.toSorted((a, b) => value(a) - value(b)));
  expect(sorted('price') === by(({ price }) => Number(price))).toBe(true);
  expect(sorted('quantity') === by(({ quantity }) => Number(quantity))).toBe(true);
  expect(sorted('filledQuantity') === by(({ number }) => ((number - 1) % 50) * 7 + ((number - 1) % 7))).toBe(true);
  expect(sorted('pnl') === by(({ pnl }) => Number(pnl))).toBe(true);
  expect(sorted('createdAt') === numbers(rows.toSorted((a, b) => a.createdAt - b.createdAt))).toBe(true);
  expect(sorted('id') === numbers(rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)))).toBe(true);
});

/** The last of each number. */
function inOrder<Row extends { number: number }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.number, row])).values()];
}

describe('of 1500 orders', () => {
  const rows = manyOrders(1500);
  const changed = rows.slice(0, 40).map((row, place) => ({ ...row, pnl: `${place}.5`, tie: 9 }));
  const naive = new NaiveHistory('order-history');
  const index = new HistoryIndex('order-history');
  for (const part of [rows.slice(0, 900), rows.slice(900, 1400), rows.slice(1400), changed]) {
    naive.put(part);
    index.put(part);
    for (const _ of index.warm());
  }

  test.each(orderFields.flatMap((field) => directions.map((direction) => ({ field, direction }))))(
    '$field $direction',
    (sort) => {
      expect([...index.select(bySort([sort])).numbers]).toEqual(naive.select(bySort([sort])));
    },
  );

  test('any filter in any order', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        expect([...index.select(question).numbers]).toEqual(naive.select(question));
      }),
      { numRuns: 30 },
    );
  });
});
