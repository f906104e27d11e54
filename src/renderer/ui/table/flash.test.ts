import { expect, test } from 'vitest';
import { columnHelper } from './column.ts';
import { flashOf } from './flash.ts';

interface Row {
  last: string | null;
}

const meta = { text: (row: Row) => row.last ?? '–', flashes: true, sort: 'decimal' } as const;
const last = columnHelper<Row>().accessor('last', { header: 'Last', meta });

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

test('a column without flashes never flashes', () => {
  const { flashes: _flashes, ...quiet } = meta;
  expect(flashOf({ ...last, meta: quiet }, { last: '1' }, { last: '2' })).toBeNull();
});
