import { expect, test } from 'vitest';
import type { Trade } from '../../../shared/contract/trades.ts';
import { tradeFields } from '../../../shared/orders/trades.ts';
import { blankTrade } from '../../../shared/testing/blank-row.ts';
import { en } from '../../text/en.ts';
import { fullText } from '../../ui/table/column.ts';
import { makeTradeColumns, tradeExportFields, tradeSort } from './trade-columns.ts';

const columns = makeTradeColumns(en, () => undefined, 'UTC', false);

const unplaced: Trade = {
  ...blankTrade(),
  key: 'a',
  symbol: 'BTC-USDT',
  marginMode: 'cross',
  openedAt: Date.parse('2025-03-02T10:00:00Z'),
  pnl: '-1.5',
  incomplete: ['missing-start', 'unplaced'],
};

const cell = (id: string, trade: Trade): string =>
  columns.filter((column) => column.id === id).map((column) => fullText(column, trade))[0] ?? expect.fail(id);

test('every column shows a field by which trades are sorted, and every field has a column', () => {
  expect(columns.map(({ id }) => id).toSorted()).toEqual([...tradeFields, 'r'].toSorted());
});

test('a sort names the fields of the columns and skips what is no column of trades', () => {
  expect(
    tradeSort([
      { id: 'pnl', desc: true },
      { id: 'triggerPrice', desc: true },
      { id: 'openedAt', desc: false },
    ]),
  ).toEqual([
    { field: 'pnl', direction: 'descending' },
    { field: 'openedAt', direction: 'ascending' },
  ]);
});

test('what is not known of a trade is a dash, and an incomplete trade says why', () => {
  for (const id of ['side', 'closedAt', 'duration', 'entryPrice', 'largestSize']) expect(cell(id, unplaced)).toBe('–');
  expect(cell('pnl', unplaced)).toBe('−1.50');
  expect(cell('state', unplaced)).toBe('Incomplete');
  expect(cell('state', { ...unplaced, state: 'closed' })).toBe('Closed · Incomplete');
  const warning = columns.find(({ id }) => id === 'state')?.meta.warning;
  expect(warning?.(unplaced)).toBe(
    'The archive doesn’t reach back further, so earlier orders may be missing. An order that fits no position.',
  );
  expect(warning?.({ ...unplaced, incomplete: [] })).toBeNull();
});

test('a PnL of which the exchange did not send all is marked, and a dash if it sent none', () => {
  const partly: Trade = { ...unplaced, incomplete: ['no-pnl'], pnl: '12.345', pnlPerContract: '2' };
  const shown = (trade: Trade) => {
    const meta = columns.find(({ id }) => id === 'pnl')?.meta ?? expect.fail();
    return [meta.text(trade), meta.full?.(trade), meta.exact?.(trade), meta.tone?.(trade)];
  };
  expect(shown(partly)).toEqual(['+12.35 ?', '+12.345 ?', '12.345', 'muted']);
  expect(shown({ ...partly, pnl: null })).toEqual(['–', null, '–', 'muted']);
  expect(shown({ ...partly, pnl: '0', incomplete: [] })[0]).toBe('0.00');
});

test('R is a multiple, and a closed trade without one says that no stop was seen', () => {
  const closed: Trade = { ...unplaced, incomplete: [], state: 'closed' };
  expect(cell('r', { ...closed, r: '-1.05' })).toBe('−1.05 R');
  expect(cell('r', { ...closed, r: '0.41' })).toBe('+0.41 R');
  expect(cell('r', closed)).toBe('R unknown: no stop seen');
  for (const trade of [unplaced, { ...closed, state: 'open' as const }]) expect(cell('r', trade)).toBe('–');
});

test('the duration is a range where the times of executions are not known, and an uncertain trade says so', () => {
  const [hour, opened] = [3_600_000, unplaced.openedAt];
  const times = { openedBy: opened, closedAt: opened + 2 * hour, duration: 2 * hour };
  const closed: Trade = { ...unplaced, incomplete: [], state: 'closed', ...times };
  const durationUntil = (closedBy: number | null, changes: Partial<Trade> = {}) =>
    cell('duration', { ...closed, closedBy, ...changes });
  expect(durationUntil(opened + 2 * hour)).toBe('2 hr');
  expect(durationUntil(opened + 9 * 24 * hour)).toBe('2 hr to 9 days');
  expect(durationUntil(null)).toBe('At least 2 hr');
  expect(durationUntil(opened + 3 * hour, { openedBy: opened + 2 * hour })).toBe('Up to 3 hr');
  expect(durationUntil(null, { openedBy: null })).toBe('Unknown');
  // No order of it opens.
  expect(durationUntil(opened + 2 * hour, { duration: null })).toBe('Unknown');
  expect(cell('state', { ...closed, executions: 'uncertain' })).toBe('Closed · Fills uncertain');
  expect(columns.find(({ id }) => id === 'state')?.meta.warning?.({ ...closed, executions: 'uncertain' })).toBe(
    'Fill sequence uncertain: pending orders may have filled in a different sequence, which would give different trades. In simulations, about one in six marked trades was wrong, and hardly any other.',
  );
});

test('an export has the fields of the visible columns, and says with the state whether a trade is incomplete', () => {
  const shown = columns.filter(({ id }) => id === 'symbol' || id === 'state');
  expect(tradeExportFields(shown, en, false)).toEqual([
    { field: 'symbol', heading: 'Symbol' },
    { field: 'state', heading: 'State' },
    { field: 'incomplete', heading: 'Incomplete' },
    { field: 'executions', heading: 'Fill sequence' },
  ]);
  const marked = columns.filter(({ id }) => id === 'state' || id === 'executions');
  expect(tradeExportFields(marked, en, false).map(({ field }) => field)).toEqual(['state', 'incomplete', 'executions']);
});

test('with fee rates, a hidden column and an export have an estimate after fees beside the PnL', () => {
  const withRates = makeTradeColumns(en, () => undefined, 'UTC', true);
  const after = withRates.find(({ id }) => id === 'pnlAfter') ?? expect.fail();
  expect(after.header).toBe('PnL after about');
  expect(after.meta.isHiddenAtFirst).toBe(true);
  const fees = { lowest: '35.2', highest: '50.5', unpriced: 0 };
  const trade: Trade = { ...unplaced, pnl: '1000', fees };
  expect(fullText(after, trade)).toBe('+949.5 to +964.8');
  expect(fullText(after, { ...trade, fees: { ...fees, unpriced: 1 } })).toBe('–');
  expect(fullText(after, unplaced)).toBe('–');
  const shown = withRates.filter(({ id }) => id === 'pnl');
  expect(tradeExportFields(shown, en, true)).toEqual([
    { field: 'pnl', heading: 'PnL' },
    { field: 'costMethod', heading: 'Cost method' },
    { field: 'estimatedPnlAfterFeesLowest', heading: 'Estimated PnL after fees, lowest' },
    { field: 'estimatedPnlAfterFeesHighest', heading: 'Estimated PnL after fees, highest' },
    { field: 'incomplete', heading: 'Incomplete' },
  ]);
  expect(tradeExportFields(shown, en, false).map(({ field }) => field)).toEqual(['pnl', 'costMethod', 'incomplete']);
  const withState = withRates.filter(({ id }) => id === 'pnl' || id === 'state');
  expect(tradeExportFields(withState, en, false).map(({ field }) => field)).toEqual([
    ...['pnl', 'costMethod', 'state', 'incomplete', 'executions'],
  ]);
});
