import { expect, test } from 'vitest';
import type { AccountSummary } from '../../../../shared/domain.ts';
import { exportQuerySchema } from '../../../../shared/history-schemas.ts';
import { en } from '../../../text/en.ts';
import { defaultOptions, type ExportSource, exportQuery, exportSource, rowsToExport } from './export-query.ts';

const account: AccountSummary = {
  id: 'demo',
  name: 'Demo',
  kind: 'demo',
  baseUrl: '',
  signingVariant: 'bytewise',
  requestsPerWindow: 100,
  credentials: null,
};
const source: ExportSource = {
  account,
  list: 'order-history',
  filter: { symbols: ['BTC-USDT'] },
  sort: [{ field: 'pnl', direction: 'ascending' }],
  zone: 'Pacific/Auckland',
  columnCount: 2,
  columns: [
    { field: 'pnl', heading: 'PnL' },
    { field: 'id', heading: 'Order id' },
  ],
  total: 12,
  archived: 345,
  missing: null,
};
const now = Date.UTC(2025, 2, 2, 12);

test('the default query has the rows, columns and order of the screen', () => {
  const query = exportQuery(source, defaultOptions, 'Order history', now);
  expect(query).toEqual({
    account: 'demo',
    list: 'order-history',
    filter: { symbols: ['BTC-USDT'] },
    sort: [{ field: 'pnl', direction: 'ascending' }],
    zone: 'Pacific/Auckland',
    columns: [
      { field: 'pnl', heading: 'PnL' },
      { field: 'id', heading: 'Order id' },
    ],
    format: 'csv',
    separator: 'comma',
    byteOrderMark: false,
    // The day in the time zone.
    name: 'Demo Order history 2025-03-03',
  });
  expect(rowsToExport(source, defaultOptions)).toBe(12);
});

test('the query of all rows and columns has no filter and every field', () => {
  const everything = { ...defaultOptions, rows: 'all', columns: 'all' } as const;
  expect(exportQuery(source, everything, 'Order history', now)).toMatchObject({ filter: {}, columns: null });
  expect(rowsToExport(source, everything)).toBe(345);
});

test('the core accepts a query with long names', () => {
  const named = { ...source, account: { ...account, name: '账'.repeat(60) } };
  const query = exportQuery(named, defaultOptions, 'x'.repeat(60), now);
  expect(exportQuerySchema.safeParse({ ...query, id: crypto.randomUUID() })).toMatchObject({ success: true });
});

test('a source counts the visible columns, and its fields include the action that the side shows', () => {
  const columns = [
    { id: 'symbol', header: 'Symbol' },
    { id: 'side', header: 'Side' },
  ];
  const query = { account: account.id, filter: {}, sort: [], zone: 'UTC' };
  const shown = exportSource(undefined, { account, query, columns, total: 1 }, 'order-history', en);
  expect(shown.columnCount).toBe(2);
  expect(shown.columns.map(({ heading }) => heading)).toEqual(['Symbol', 'Side', 'Order type', 'Action']);
  const plans = exportSource(undefined, { account, query, columns, total: 1 }, 'plan-history', en);
  expect(plans.columns.map(({ heading }) => heading)).toEqual(['Symbol', 'Side', 'Order type']);
});
