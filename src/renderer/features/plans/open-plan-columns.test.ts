import { expect, test } from 'vitest';
import { en } from '../../text/en.ts';
import { columnHelper } from '../../ui/table/column.ts';
import { stateColumn } from './open-plan-columns.ts';

test('a file says of a row what its color and its marks say: that it is not live, and what is uncertain', () => {
  const helper = columnHelper<{ isLive: boolean; doubt: string | null }>();
  const marked = helper.accessor('doubt', { header: 'Symbol', meta: { text: () => '', remark: ({ doubt }) => doubt } });
  const { meta } = stateColumn([marked], en);
  const said = (isLive: boolean, doubt: string | null) => meta.text({ isLive, doubt });
  expect([said(true, null), said(false, null), said(true, 'PnL uncertain.')]).toEqual([
    '–',
    'Not live',
    'PnL uncertain.',
  ]);
  expect(said(false, 'PnL uncertain.')).toBe('Not live · PnL uncertain.');
});
