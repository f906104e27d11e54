import { expect, test } from 'vitest';
import { orderFields, planFields } from '../../../shared/history.ts';
import { en } from '../../text/en.ts';
import { historySort, orderColumnFields, planColumnFields } from './history-fields.ts';
import { makeOrderHistoryColumns } from './order-history-columns.ts';
import { makePlanHistoryColumns } from './plan-history-columns.ts';

test.each([
  ['order history', makeOrderHistoryColumns(en, () => undefined, 'UTC'), orderColumnFields, orderFields],
  ['plan history', makePlanHistoryColumns(en, () => undefined, 'UTC'), planColumnFields, planFields],
])('every column of the %s has its fields, and every field its column', (_name, columns, fields, all) => {
  expect(columns.map(({ id }) => id).toSorted()).toEqual(Object.keys(fields).toSorted());
  expect(Object.values(fields).flat().toSorted()).toEqual([...all].toSorted());
});

test('a sort by a column of two fields has both, a sort by an unknown column none', () => {
  expect(
    historySort(
      [
        { column: 'side', direction: 'descending' },
        { column: 'gone', direction: 'ascending' },
        { column: 'pnl', direction: 'ascending' },
      ],
      orderColumnFields,
    ),
  ).toEqual([
    { field: 'side', direction: 'descending' },
    { field: 'kind', direction: 'descending' },
    { field: 'pnl', direction: 'ascending' },
  ]);
});
