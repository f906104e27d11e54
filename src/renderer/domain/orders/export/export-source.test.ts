import { expect, test } from 'vitest';
import type { AccountSummary } from '../../../../shared/contract/accounts.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { en } from '../../../text/en.ts';
import { defaultOptions, exportName, exportSource, rowsToExport } from './export-source.ts';

const account: AccountSummary = {
  id: 'demo',
  name: 'Demo',
  kind: 'demo',
  baseUrl: '',
  signingVariant: 'bytewise',
  requestsPerWindow: 100,
  credentials: null,
};
const filter = { symbols: ['BTC-USDT'] };
const fields = [
  { field: 'pnl', heading: 'PnL' },
  { field: 'id', heading: 'Order id' },
] as const;
const now = Date.UTC(2025, 2, 2, 12);
const { rows, columns, ...format } = defaultOptions('en');
const file = { ...format, id: 'a', name: 'x' };

function sourceOf(name: string, period: string | null = null) {
  const queries: object[] = [];
  const source = exportSource(
    [{ account, state: undefined }],
    {
      archive: { id: account.id, name, accounts: [account] },
      list: 'order-history',
      query: { account: 'demo', filter, sort: [{ field: 'pnl', direction: 'ascending' }], zone: 'Pacific/Auckland' },
      columnCount: 2,
      period,
      fields: [...fields],
      total: 12,
      archived: 345,
      exportRows: async (query) => {
        queries.push(query);
        return { ok: true, data: null };
      },
    },
    en,
  );
  return { source, queries };
}

test('an export has the rows, columns and order of the screen, or all rows and fields', async () => {
  const { source, queries } = sourceOf('Demo');
  await source.write(file, { rows, columns }, new AbortController().signal);
  await source.write(file, { rows: 'all', columns: 'all' }, new AbortController().signal);
  const shown = {
    account: 'demo',
    sort: [{ field: 'pnl', direction: 'ascending' }],
    zone: 'Pacific/Auckland',
    format: 'csv',
    separator: 'comma',
    decimalSign: 'point',
    byteOrderMark: false,
    id: 'a',
    name: 'x',
  };
  expect(queries).toEqual([
    { ...shown, filter, columns: fields },
    { ...shown, filter: {}, columns: null },
  ]);
  expect([rowsToExport(source, { rows, columns }), rowsToExport(source, { rows: 'all', columns })]).toEqual([12, 345]);
});

test('a file is named after the account, the screen, the period of its rows, and the day in the time zone', () => {
  const nameOf = (period: string | null, rows: 'shown' | 'all'): string =>
    exportName(sourceOf('Demo', period).source, { rows, columns }, 'Order history', now);
  expect(nameOf(null, 'shown')).toBe('Demo Order history 2025-03-03');
  expect(nameOf('February 2025', 'shown')).toBe('Demo Order history February 2025 (2025-03-03)');
  expect(nameOf('February 2025', 'all')).toBe('Demo Order history 2025-03-03');
});

test('figures have the decimal sign of the locale, with the separator that its spreadsheets expect', () => {
  expect(defaultOptions('de')).toMatchObject({ decimalSign: 'comma', separator: 'semicolon' });
  expect(defaultOptions('zh')).toMatchObject({ decimalSign: 'point', separator: 'comma' });
  // The language of WebKitGTK on a system without one.
  expect(defaultOptions('C')).toMatchObject({ decimalSign: 'point', separator: 'comma' });
});

test('the name of an account is cut before its period and its day', () => {
  const { source } = sourceOf('x'.repeat(90), 'February 2025');
  const name = exportName(source, { rows, columns }, 'Order history', now);
  expect(name).toHaveLength(100);
  expect(name).toMatch(/^x+ Order history February 2025 \(2025-03-03\)$/);
});

test('the core accepts a query with long names', async () => {
  const { source, queries } = sourceOf('账'.repeat(60));
  const name = exportName(source, { rows, columns }, 'x'.repeat(60), now);
  await source.write({ ...file, name }, { rows, columns }, new AbortController().signal);
  expect(contract.exportHistory.input.safeParse({ ...queries[0], list: 'order-history' })).toMatchObject({
    success: true,
  });
});
