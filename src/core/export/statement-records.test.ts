import { expect, test } from 'vitest';
import { rowsIn } from '../../history/index.ts';
import type { Statement } from '../../shared/contract/statement.ts';
import { statementColumns, textsOf } from './row-texts.ts';
import { statementRows } from './statement-records.ts';
import { sheetColumns, sheetRows } from './statement-sheet.ts';

const figures = {
  ...{ quote: 'USDT', gains: '30', losses: '-7', net: '23', trades: 2, orders: 3 },
  ...{ incompleteTrades: 0, unknownPnl: 0 },
};
const { quote: _quote, incompleteTrades: _incomplete, unknownPnl: _unknown, ...own } = figures;
const [lowest, highest] = [own, { ...own, gains: '42', net: '35', trades: 3 }];

const total = { ...figures, lowest, highest };
const statement: Statement = {
  version: 1,
  from: '2025-01-01',
  to: '2025-01-31',
  zone: 'UTC',
  start: Date.UTC(2025, 0, 1),
  end: Date.UTC(2025, 1, 1),
  basis: 'execution',
  costMethod: 'fifo',
  symbols: [{ symbol: 'BTC-USDT', ...figures, lowest, highest }],
  totals: [total],
  opening: [],
  closing: [],
  between: [{ edge: 'start', symbol: 'BTC-USDT', orders: 1, quantity: '4' }],
  unseen: 1,
  unfinished: [{ symbol: 'BTC-USDT', orders: 2, quantity: '7.5', odd: 1 }],
  coverage: [{ marginMode: 'cross', oldest: Date.UTC(2024, 11, 20), backTo: null, gaps: [] }],
  readUntil: Date.UTC(2025, 1, 1),
  unreadable: 3,
  orders: 3,
  earlierOrders: 1,
  hash: 'a1',
};

test('a file says on which basis a statement is, what fell between two days, and by which orders it can change', async () => {
  const form = {
    zone: 'UTC',
    format: 'jsonl',
    separator: 'comma',
    decimalSign: 'point',
    byteOrderMark: false,
  } as const;
  const { of } = textsOf(form, statementColumns());
  const records: Record<string, string>[] = [];
  for await (const chunk of statementRows(statement).chunks) {
    for (const row of rowsIn(chunk)) {
      const fields = Object.entries(JSON.parse(String(of([row]))) as Record<string, string | null>);
      records.push(Object.fromEntries(fields.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))));
    }
  }
  const written = { quote: 'USDT', gains: '30', losses: '-7', net: '23', trades: '2', orders: '3' };
  expect(records).toEqual([
    {
      record: 'statement',
      basis: 'execution',
      costMethod: 'fifo',
      from: '2025-01-01T00:00:00.000+00:00',
      to: '2025-02-01T00:00:00.000+00:00',
      zone: 'UTC',
      orders: '3',
      earlierOrders: '1',
      unseen: '1',
      unreadable: '3',
      sha256: 'a1',
    },
    { record: 'unfinished', symbol: 'BTC-USDT', orders: '2', quantity: '7.5', odd: '1' },
    { record: 'between', edge: 'start', symbol: 'BTC-USDT', orders: '1', quantity: '4' },
    {
      record: 'coverage',
      marginMode: 'cross',
      since: '2024-12-20T00:00:00.000+00:00',
      to: '2025-02-01T00:00:00.000+00:00',
    },
    { record: 'total', ...written, incompleteTrades: '0', unknownPnl: '0' },
    { record: 'total-lowest', ...written },
    { record: 'total-highest', ...written, gains: '42', net: '35', trades: '3' },
    { record: 'symbol', symbol: 'BTC-USDT', ...written, incompleteTrades: '0', unknownPnl: '0' },
    { record: 'symbol-lowest', symbol: 'BTC-USDT', ...written },
    { record: 'symbol-highest', symbol: 'BTC-USDT', ...written, gains: '42', net: '35', trades: '3' },
  ]);
});

test('a flat sheet has a row for each symbol of each account, under the headings of the page', async () => {
  const form = { zone: 'UTC', format: 'csv', separator: 'comma', decimalSign: 'point', byteOrderMark: false } as const;
  const columns = sheetColumns({ columns: [{ field: 'net', heading: 'PnL before fees' }] });
  const whole = { ...statement, symbols: [{ symbol: 'ETH-USDT', ...figures, lowest: null, highest: null }] };
  const lacking = { ...total, unknownPnl: 1, lowest: null, highest: null };
  const unknown = { symbols: [{ symbol: 'ETH-USDT', ...lacking }], totals: [lacking] };
  const rows = sheetRows([
    { name: 'Main, "A"', of: statement },
    { name: '=B', of: { ...whole, unreadable: 0, unfinished: [] } },
    { name: 'C', of: { ...whole, unreadable: 0, unfinished: [], ...unknown } },
  ]);
  const texts = textsOf(form, columns);
  const lines: string[] = [texts.head];
  for await (const chunk of rows.chunks) lines.push(...rowsIn(chunk).map((row) => String(texts.of([row]))));
  expect(rows.total).toBe(3);
  expect(lines.map((line) => line.trim())).toEqual([
    'account,symbol,quote,gains,losses,PnL before fees,netLowest,netHighest,trades,incompleteTrades,orders,unknownPnl,from,to,zone,basis,costMethod,isComplete,sha256',
    '"Main, ""A""",BTC-USDT,USDT,30,-7,23,23,35,2,0,3,0,2025-01-01,2025-01-31,UTC,execution,fifo,no,a1',
    `'=B,ETH-USDT,USDT,30,-7,23,23,23,2,0,3,0,2025-01-01,2025-01-31,UTC,execution,fifo,yes,a1`,
    'C,ETH-USDT,USDT,30,-7,23,,,2,0,3,1,2025-01-01,2025-01-31,UTC,execution,fifo,no,a1',
  ]);
});
