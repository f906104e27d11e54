import { expect, test } from 'vitest';
import { exactly } from '../../../shared/risk/estimate.ts';
import type { PositionRow } from '../../domain/plans/positions/position-row.ts';
import { en } from '../../text/en.ts';
import { columnHelper } from '../../ui/table/column.ts';
import { stateColumn } from './open-plan-columns.ts';
import { makePositionColumns } from './position-columns.ts';

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

test('a file of positions says the ranges of estimates, which stand on the screen', () => {
  const columns = makePositionColumns(en, () => undefined, 'UTC');
  const pnl = { value: '6', low: '5.9994', high: '1234.5' };
  const figures = { pnl, pnlPercent: { value: '2', low: '1', high: '3' }, notional: exactly('0.123456') };
  const row = { symbol: 'BTC-USDT', isLive: true, isListed: true, incomplete: '', figures, protection: null };
  expect(stateColumn(columns, en).meta.text(row as unknown as PositionRow)).toBe(
    'PnL: ≈ +6.00 (+5.9994 to +1,234.50) · PnL %: ≈ +2.00% (+1.00% to +3.00%)',
  );
});
