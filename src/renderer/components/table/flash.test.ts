import { expect, test } from 'vitest';
import type { TableColumn } from '../../model/column.ts';
import { flashOf } from './flash.ts';

interface Row {
  last: string | null;
}

const last: TableColumn<Row> = {
  id: 'last',
  header: 'Last',
  width: 100,
  text: (row) => row.last ?? '–',
  flashes: true,
  sort: { kind: 'decimal', of: (row) => row.last },
};

test.each([
  ['1', '2', 'up'],
  ['2', '1', 'down'],
  ['-2', '-1', 'up'],
  ['1.0', '1.00', null],
  ['1', null, null],
  [null, '1', null],
  ['0.000000000000000000000000000001', '0.000000000000000000000000000002', 'up'],
] as const)('from %s to %s: %s', (before, after, flash) =>
  expect(flashOf(last, { last: before }, { last: after })).toBe(flash),
);

test('a column that does not flash stays quiet', () => {
  const { flashes: _flashes, ...quiet } = last;
  expect(flashOf(quiet, { last: '1' }, { last: '2' })).toBeNull();
});
