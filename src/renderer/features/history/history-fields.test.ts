import { expect, test } from 'vitest';
import { type HistoryList, sortFields } from '../../../shared/orders/history.ts';
import { en } from '../../text/en.ts';
import { endedColumn, exportFields, fieldsOfColumn, historySort } from './history-fields.ts';
import { makeOrderHistoryColumns } from './order-history-columns.ts';
import { makePlanHistoryColumns } from './plan-history-columns.ts';

test.each<[HistoryList, readonly { id: string }[], readonly string[]]>([
  ['order-history', makeOrderHistoryColumns(en, () => undefined, 'UTC'), sortFields['order-history']],
  ['plan-history', makePlanHistoryColumns(en, () => undefined, 'UTC'), sortFields['plan-history']],
])('every column of %s shows a field, and every field has a column', (list, columns, fields) => {
  // When a plan order was seen to end is no field of the service.
  for (const { id } of columns) if (id !== endedColumn) expect(fieldsOfColumn(id, list), id).not.toEqual([]);
  expect(columns.flatMap(({ id }) => fieldsOfColumn(id, list)).toSorted()).toEqual([...fields].toSorted());
});

test('a column of two fields sorts by both, and a column that the list does not have sorts by none', () => {
  const sorting = [
    { id: 'side', desc: true },
    { id: 'triggerPrice', desc: false },
    { id: 'pnl', desc: false },
  ];
  expect(historySort(sorting, 'order-history')).toEqual([
    { field: 'side', direction: 'descending' },
    { field: 'kind', direction: 'descending' },
    { field: 'pnl', direction: 'ascending' },
  ]);
});

test('an export has the action that the side shows', () => {
  const columns = [
    { id: 'symbol', header: 'Symbol' },
    { id: 'side', header: 'Side' },
  ];
  const headings = (list: HistoryList) => exportFields(columns, list, en, false).map(({ heading }) => heading);
  expect(headings('order-history')).toEqual(['Symbol', 'Side', 'Order type', 'Action']);
  expect(headings('plan-history')).toEqual(['Symbol', 'Side', 'Order type']);
});

test('an export of the plan history has the interval in which a plan order ended', () => {
  const columns = [{ id: endedColumn, header: 'Ended' }];
  expect(exportFields(columns, 'plan-history', en, false)).toEqual([
    { field: 'lastSeenAt', heading: 'Last seen open' },
    { field: 'endedAt', heading: 'Ended' },
  ]);
});

test('the plan history begins with the plan orders that ended last', () => {
  const ended = { field: 'endedAt', direction: 'descending' };
  expect(historySort([], 'plan-history')).toEqual([ended]);
  expect(historySort([], 'order-history')).toEqual([]);
  expect(
    historySort(
      [
        { id: 'symbol', desc: false },
        { id: 'endedAt', desc: true },
      ],
      'plan-history',
    ),
  ).toEqual([{ field: 'symbol', direction: 'ascending' }, ended]);
});
