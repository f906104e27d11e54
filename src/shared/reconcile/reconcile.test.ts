import { describe, expect, test } from 'vitest';
import type { Order } from '../contract/orders.ts';
import { blankRow } from '../testing/blank-row.ts';
import { type AskHistory, readOrders } from './read-orders.ts';
import { guessColumns, readFileRows, readStatementFile } from './read-statement-file.ts';
import { areUsable, reconcile } from './reconcile.ts';

const at = Date.UTC(2026, 2, 29, 1, 30, 5);

function orderOf(change: Partial<Order>): Order {
  return {
    ...blankRow('order-history'),
    key: `isolated:${change.id}`,
    symbol: 'BTC-USDT',
    side: 'sell',
    createdAt: at,
    filledQuantity: '2',
    averagePrice: '100.50',
    pnl: '1.25',
    ...change,
  } as Order;
}

function compare(text: string, orders: readonly Order[], zone = 'UTC') {
  const file = readStatementFile(text);
  const columns = guessColumns(file.header);
  return reconcile(readFileRows(file, columns, zone), columns, orders);
}

describe('the columns of a file', () => {
  test.each([
    [
      'Order ID,Create Time,Symbol,Side,Avg Price,Filled Qty,Order Qty,Realized PnL,Fee',
      'Order ID',
      'Filled Qty',
      'Realized PnL',
    ],
    ['订单号;委托时间;交易对;方向;成交均价;成交数量;盈亏', '订单号', '成交数量', '盈亏'],
    ['Order No.,Symbol,Qty,Closed P&L', 'Order No.', 'Qty', 'Closed P&L'],
    ['合约,委托类型,盈亏,成本计算方式,创建时间,成交额,成交均价,委托量,已成交,委托号', '委托号', '已成交', '盈亏'],
    ['id\tdate\tmarket\tamount\tprofit', 'id', 'amount', 'profit'],
    [
      'Order ID,Symbol,Order Amount,Avg. Filled Price,Filled Amount,Executed value,Filled Time,Profit',
      'Order ID',
      'Filled Amount',
      'Profit',
    ],
  ])('%s are guessed by their names', (header, id, quantity, pnl) => {
    const file = readStatementFile(`${header}\n${header.replace(/[^,;\t]+/g, 'x')}`);
    expect(guessColumns(file.header)).toMatchObject({ id, quantity, pnl });
    expect(areUsable(guessColumns(file.header))).toBe(true);
  });

  test('without an ID, a row is found by symbol, time and quantity, and by nothing less', () => {
    expect(areUsable({ time: 'a', symbol: 'b', quantity: 'c' })).toBe(true);
    expect(areUsable({ time: 'a', symbol: 'b', pnl: 'c' })).toBe(false);
  });

  test.each(['', 'a,b,c', 'one column\n1'])('%j is no file of rows', (text) => {
    expect(() => readStatementFile(text)).toThrow(RangeError);
  });
});

describe('cells', () => {
  const rowOf = (header: string, cells: string, zone = 'UTC') => {
    const file = readStatementFile(`${header}\n${cells}`);
    return readFileRows(file, guessColumns(file.header), zone)[0];
  };

  test.each([
    ['id;pnl', '1;1.234,5', '1234.5'],
    ['id;pnl', '1;"1,5"\r\n', '1.5'],
    ['id,pnl', '1,"1,234.5"', '1234.5'],
    ['id,pnl', '1,"0,5"', '0.5'],
    ['id,pnl', '1,"1,234"', '1234'],
    ['id;pnl', '1;1,234', '1.234'],
    ['id\tpnl', '1\t0,125', '0.125'],
    ['id,pnl', '1,−2.10 USDT', '-2.10'],
    ['id,pnl', '1,0.123456789012345678901234567890', '0.123456789012345678901234567890'],
  ])('%s / %s has the PnL %s', (header, cells, pnl) => {
    expect(rowOf(header, cells)).toMatchObject({ pnl, unread: [] });
  });

  test.each([
    ['2026-03-29 01:30:05', 'UTC', at],
    ['2026/3/29 03:30:05', 'Europe/Berlin', at],
    ['2026-03-29T03:30:05+02:00', 'UTC', at],
    [String(at / 1000), 'Europe/Berlin', at],
    [String(at), 'UTC', at],
  ])('%s in %s is a time', (cell, zone, time) => {
    expect(rowOf('id,time', `1,${cell}`, zone)).toMatchObject({ time, unread: [] });
  });

  test.each([
    ['Buy', 'buy'],
    ['Open Long', 'buy'],
    ['close_short', 'buy'],
    ['开空', 'sell'],
    ['平多', 'sell'],
    ['Sell (close long)', 'sell'],
  ])('%s is the side %s', (cell, side) => {
    expect(rowOf('id,direction', `1,${cell}`)).toMatchObject({ side, unread: [] });
  });

  test.each([
    ['Time(UTC)', '2026-03-29 01:30:05'],
    ['Date (UTC+8)', '2026-03-29 09:30:05'],
    ['Create Time(UTC+05:30)', '2026-03-29 07:00:05'],
    ['Time (GMT-3)', '2026-03-28 22:30:05'],
    ['Time (UTC+8)', '2026-03-29 03:30:05+02:00'],
  ])('of a column %s, %s is in its zone', (name, cell) => {
    expect(rowOf(`id,${name}`, `1,${cell}`, 'America/New_York')).toMatchObject({ time: at, unread: [] });
  });

  test.each([
    ['id,time', '1,2026-02-30 10:00:00', 'time'],
    ['id,pnl', '1,about 5', 'pnl'],
    ['id,pnl', '1,=A1', 'pnl'],
    ['id,pnl', '1,1.5k', 'pnl'],
    ['id,pnl', '5.00018E+15,1', 'id'],
    ['id,side', '1,both', 'side'],
    ['id,side', '1,Long', 'side'],
    ['id,side', '1,buy and sell to open long', 'side'],
  ])('%s / %s cannot be read', (header, cells, role) => {
    expect(rowOf(header, cells)).toMatchObject({ [role]: null, unread: [role] });
  });
});

test('says what is equal, what differs and where, and what one of both lacks, in sums that add up to the file', () => {
  const text = [
    'Order ID,Time,Symbol,Side,Filled,Avg price,PnL',
    '1,2026-03-29 01:30:05,BTC/USDT,Sell,2.0,100.5,1.25',
    '2,2026-03-29 01:30:05,BTCUSDT,SELL,2,100.5,1.2',
    ',2026-03-29 02:00:00,BTCUSDT,,,,-0.4',
    '4,2026-03-29 03:00:00,BTCUSDT,Sell,2,100.5,nonsense',
  ].join('\n');
  const orders = [
    orderOf({ id: '1' }),
    orderOf({ id: '2' }),
    orderOf({ id: '3', createdAt: at + 1000, pnl: '7' }),
    // Its row cannot be read, so the file does not lack it.
    orderOf({ id: '4', createdAt: at + 5000, pnl: '0.5' }),
    orderOf({ id: 'before', createdAt: at - 5000 }),
    orderOf({
      id: 'nothing',
      createdAt: at + 2000,
      filledQuantity: '0',
      averagePrice: null,
      pnl: '0',
      status: 'canceled',
    }),
    // Not told that these executed nothing.
    orderOf({ id: 'filled', createdAt: at + 2000, filledQuantity: '0', pnl: '0', status: 'filled' }),
    orderOf({ id: 'liquidated', createdAt: at + 2000, filledQuantity: null, pnl: '-2', status: 'canceled' }),
    orderOf({
      id: 'unknown',
      createdAt: at + 2000,
      filledQuantity: null,
      averagePrice: null,
      pnl: null,
      status: 'unknown:7',
    }),
  ];
  const found = compare(text, orders);
  expect(found).toMatchObject({
    equal: 1,
    different: [{ row: { line: 3 }, order: { id: '2' }, fields: [{ role: 'pnl', file: '1.2', archive: '1.25' }] }],
    onlyInFile: [{ line: 4 }],
    onlyInArchive: [{ id: '3' }, { id: 'filled' }, { id: 'liquidated' }, { id: 'unknown' }],
    unreadable: [{ line: 5, unread: ['pnl'] }],
  });
  expect(found.sums).toEqual([
    {
      quote: 'USDT',
      file: '2.05',
      equal: '1.25',
      different: '1.2',
      unexplained: '-0.4',
      archive: '8',
      onlyInArchive: '5',
    },
  ]);
});

test('adds up amounts of rows that only the file has by the currency that their symbol names, and of no two unknown ones', () => {
  const symbols = ['ADA/EUR', 'SOL_EUR', 'ADA-FDUSD-PERP', 'XRPUSDT', 'XRPTRY', 'SOLTRY', 'BTC-USDT-260626', 'ODD'];
  const text = ['id,symbol,pnl', ...symbols.map((symbol, place) => `x${place},${symbol},${10 ** place}`)].join('\n');
  const odd = orderOf({ id: 'odd', symbol: 'ODD', pnl: '0.5' });
  const fileOf = compare(`${text}\nodd,ODD,0.5`, [odd]).sums.map(({ quote, file }) => `${file} ${quote}`);
  expect(fileOf).toEqual([
    ...['1000000 BTCUSDT260626?', '11 EUR', '100 FDUSD', '10000000.5 ODD?'],
    ...['100000 SOLTRY?', '1000 USDT', '10000 XRPTRY?'],
  ]);
});

test('takes rows as multisets: a true twin is found, and one row that the file has twice is not', () => {
  const header = 'time,pair,side,qty,pnl';
  const line = '2026-03-29 01:30:05,BTC-USDT,sell,2,1.25';
  const twins = [orderOf({ id: 'a' }), orderOf({ id: 'b' })];
  expect(compare([header, line, line].join('\n'), twins)).toMatchObject({
    equal: 2,
    onlyInFile: [],
    onlyInArchive: [],
  });
  expect(compare([header, line, line].join('\n'), twins.slice(1))).toMatchObject({
    equal: 1,
    onlyInFile: [{ line: 3 }],
  });
  expect(compare([header, line].join('\n'), twins)).toMatchObject({ equal: 1, onlyInArchive: [{ id: 'b' }] });
});

test('names the lines of the file, of which some may be empty', () => {
  const text = '\n  \nOrder ID,PnL\n\n1,x\n,\n2,1';
  expect(compare(text, []).unreadable).toMatchObject([{ line: 5 }]);
  expect(compare(text, []).onlyInFile).toMatchObject([{ line: 7, id: '2' }]);
});

test('a zero of the file is not a PnL that the archive does not know, and no sum is said to have it', () => {
  const orders = [
    orderOf({ id: 'closed', action: 'close', status: 'filled', pnl: null }),
    orderOf({ id: 'opened', action: 'open', status: 'filled', pnl: null }),
    orderOf({ id: 'idle', status: 'canceled', filledQuantity: null, averagePrice: null, pnl: null }),
    orderOf({ id: 'known', action: 'close', status: 'filled', pnl: '4' }),
  ];
  const text = 'id,filled,avg price,pnl\nclosed,2,100.5,0\nopened,2,100.5,0\nidle,0,0,0\nknown,2,100.5,4';
  expect(compare(text, orders)).toMatchObject({
    equal: 3,
    different: [{ order: { id: 'closed' }, fields: [{ role: 'pnl', file: '0', archive: null }] }],
    sums: [{ quote: 'USDT', file: '4', archive: '4' }],
    unknownPnl: 1,
  });
});

test.each([
  ['has all of it', {}, true],
  ['was read before its end', { checkedAt: at }, false],
  ['was read by a clock that is ahead', { checkedAt: at + 5000, clockAhead: 5000 }, false],
  ['has rows that cannot be read', { unreadable: 1 }, false],
])('an archive that %s says whether orders of the file may be missing', async (_what, change, isComplete) => {
  const modes = [{ complete: true }];
  const state = { modes, unreadable: 0, checkedAt: at + 1000, ...change };
  const ask = async (name: string) => (name === 'readHistoryState' ? state : { rows: [], total: 0 });
  const file = readStatementFile(`id,time\n1,${at + 1000}`);
  const rows = readFileRows(file, guessColumns(file.header), 'UTC');
  expect(await readOrders(ask as unknown as AskHistory, 'main', rows)).toMatchObject({ isComplete });
});

test('of several orders of one second takes the one that differs least', () => {
  const orders = [orderOf({ id: 'a', pnl: '3' }), orderOf({ id: 'b', pnl: '4' })];
  const text = 'time,pair,side,qty,pnl\n2026-03-29 01:30:05,BTC-USDT,sell,2,4\n2026-03-29 01:30:05,BTC-USDT,sell,2,3';
  expect(compare(text, orders)).toMatchObject({ equal: 2, different: [] });
});

test('adds up the executions of one order, and takes a row that stands there twice as two', () => {
  const header = 'Order ID,Time,Symbol,Side,Qty,Price,PnL';
  const parts = '1,2026-03-29 01:31:00,BTCUSDT,sell,0.5,100,0.25\n1,2026-03-29 01:32:00,BTCUSDT,sell,1.5,101,1';
  expect(compare(`${header}\n${parts}`, [orderOf({ id: '1' })])).toMatchObject({
    equal: 1,
    different: [],
    onlyInFile: [],
  });
  const twice = '1,2026-03-29 01:30:05,BTCUSDT,sell,2,100.5,1.25';
  expect(compare(`${header}\n${twice}\n${twice}`, [orderOf({ id: '1' })])).toMatchObject({
    equal: 1,
    onlyInFile: [{ line: 3 }],
  });
});
