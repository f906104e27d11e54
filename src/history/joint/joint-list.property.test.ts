import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HistoryList } from '../../shared/orders/history.ts';
import { ListTable } from '../orders/list-table.ts';
import { NaiveHistory } from '../orders/testing/naive-history.ts';
import { indexedRow, type NumberedRow, putRows } from '../orders/testing/numbered-rows.ts';
import { anyQuery, orderBatches, planBatches } from '../orders/testing/sample-rows.ts';
import type { TablePart } from '../table/table-image.ts';
import { JointList } from './joint-list.ts';
import type { ListPart } from './part.ts';

const accounts = ['zoe', 'adam', 'mia'];
const nothing: ListPart = { part: null, rows: [], notes: [], ends: [], trades: null };

interface Step<List extends HistoryList> {
  readonly account: number;
  readonly rows: readonly NumberedRow<List>[];
  readonly note: { readonly row: number; readonly text: string } | null;
}

/** Batches of several accounts, in any order between the accounts. */
function stepsOf<List extends HistoryList>(batches: fc.Arbitrary<NumberedRow<List>[][]>): fc.Arbitrary<Step<List>[]> {
  const note = fc.option(
    fc.record({ row: fc.nat(50), text: fc.constantFrom('', 'Zebra #late', 'BTC note', '#early') }),
  );
  const ofAccount = fc.tuple(batches, fc.array(note, { maxLength: 10 }));
  return fc.tuple(fc.tuple(ofAccount, ofAccount, ofAccount), fc.infiniteStream(fc.nat(2))).map(([parts, order]) => {
    const left = parts.map(([rows, notes], account) =>
      rows.map((batch, at): Step<List> => ({ account, rows: batch, note: notes[at] ?? null })),
    );
    const steps: Step<List>[] = [];
    for (const wanted of order) {
      const part = [...left.slice(wanted), ...left].find(({ length }) => length > 0);
      if (part === undefined) return steps;
      steps.push(part.shift() as Step<List>);
    }
    return steps;
  });
}

/** The rows as they come first from an account: as parts of its own table, in memory of their own. */
function partsOf<List extends HistoryList>(list: List, rows: readonly NumberedRow<List>[]): TablePart[] {
  const own = new ListTable(list);
  putRows(own, rows);
  const middle = Math.ceil(own.size / 2);
  return [own.part(1, middle), own.part(middle + 1, own.size - middle)].map((part) => structuredClone(part));
}

function compareWithModel<List extends HistoryList>(
  list: List,
  steps: readonly Step<List>[],
  queries: readonly Parameters<NaiveHistory<List>['select']>[0][],
): void {
  const joint = new JointList(list, accounts);
  const model = new NaiveHistory(list, accounts);
  /** Accounts whose first rows have been taken, as columns. */
  const started = new Set<number>();
  /** Number in the joint table by account and own number. */
  const numberOf = new Map<string, number>();
  for (const { account, rows, note } of steps) {
    if (started.has(account)) joint.take(account, { ...nothing, rows: rows.map((row) => indexedRow(list, row)) });
    else for (const part of partsOf(list, rows)) joint.take(account, { ...nothing, part });
    started.add(account);
    for (let number = numberOf.size + 1; number <= joint.table.size; number++) {
      const own = joint.ownOf(number);
      numberOf.set(`${own.account} ${own.row}`, number);
    }
    const name = accounts[account] as string;
    const jointRow = (row: NumberedRow<List>) => ({
      ...row,
      number: numberOf.get(`${account} ${row.number}`) as number,
      // Equal rows are in the order of the accounts.
      tie: row.tie * accounts.length - account,
      account: name,
    });
    model.put(rows.map(jointRow));
    const noted = note && rows[note.row % Math.max(1, rows.length)];
    if (noted) {
      const kind = list === 'order-history' ? 'order' : 'plan';
      joint.take(account, {
        ...nothing,
        notes: [{ note: { kind, id: noted.id, text: note.text }, rows: [noted.number] }],
      });
      model.setNote(numberOf.get(`${account} ${noted.number}`) as number, note.text);
    }
  }
  for (const query of queries) {
    const { filter, zone, now } = query;
    const { table } = joint;
    const { version } = table;
    for (const each of [
      query,
      { ...query, sort: [{ field: 'account', direction: 'ascending' }, ...query.sort.slice(0, 2)] } as const,
    ])
      expect([...table.select(each)]).toEqual(model.select(each));
    const ofSome = { ...filter, accounts: ['mia', 'zoe'] };
    expect(table.select({ ...query, filter: ofSome })).toHaveLength(model.select({ ...query, filter: ofSome }).length);
    expect(table.summarize(filter, zone, now)).toEqual({ version, ...model.summarize(filter, zone, now) });
    expect(table.results(ofSome, zone, now)).toEqual({ version, ...model.results(ofSome, zone, now) });
    expect(table.choices()).toEqual({ version, ...model.choices() });
  }
}

const numRuns = Number(process.env.PROPERTY_RUNS ?? 15);
const queries = fc.array(anyQuery, { minLength: 1, maxLength: 4 });

test('orders of several accounts are filtered, sorted and added up as one list', () => {
  fc.assert(
    fc.property(stepsOf(orderBatches), queries, (steps, asked) => compareWithModel('order-history', steps, asked)),
    { numRuns },
  );
});

test('plan orders of several accounts are filtered, sorted and counted as one list', () => {
  fc.assert(
    fc.property(stepsOf(planBatches), queries, (steps, asked) => compareWithModel('plan-history', steps, asked)),
    { numRuns },
  );
});

test('a note and an end that wait for their row belong to the row of their account alone', () => {
  const joint = new JointList('plan-history', accounts);
  const plan = { number: 1, tie: 1, id: '7', marginMode: 'isolated', createdAt: 1000, values: [] } as const;
  joint.take(0, {
    ...nothing,
    notes: [{ note: { kind: 'plan', id: '7', text: '#mine' }, rows: [] }],
    ends: [{ key: 'isolated:7', missedAt: 5000, row: null }],
  });
  joint.take(1, { ...nothing, rows: [plan] });
  joint.take(0, { ...nothing, rows: [plan] });
  const { table } = joint;
  const query = { filter: { tags: ['mine'] }, sort: [], zone: 'UTC', now: 0 };
  expect(Array.from(table.select(query), (row) => joint.ownOf(row))).toEqual([{ account: 0, row: 1 }]);
  expect([1, 2].map((row) => table.columns.endedAt?.textOf(row))).toEqual([null, '5000']);
  expect([joint.find('adam', 'isolated:7'), joint.find('zoe', 'isolated:7'), joint.find('zoe', 'cross:7')]).toEqual([
    1, 2, 0,
  ]);
});
