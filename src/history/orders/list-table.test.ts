import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { HistoryFilter, HistorySort } from '../../shared/contract/history.ts';
import { blankRow } from '../../shared/testing/blank-row.ts';
import { resultOf } from '../table/steps.ts';
import { TextBytes } from '../table/text-bytes.ts';
import { ListTable } from './list-table.ts';
import { type NumberedRow, putRows } from './testing/numbered-rows.ts';

type Order = NumberedRow<'order-history'>;

function order(number: number, values: Partial<Order> = {}): Order {
  const id = values.id ?? String(number);
  const marginMode = values.marginMode ?? 'isolated';
  return {
    ...blankRow('order-history'),
    number,
    tie: 0,
    key: `${marginMode}:${id}`,
    id,
    marginMode,
    createdAt: Date.UTC(2025, 2, 2, 12),
    symbol: 'BTC-USDT',
    type: 'buy-limit',
    side: 'buy',
    kind: 'limit',
    price: '1',
    leverage: '10',
    quantity: '1',
    status: 'filled',
    action: 'open',
    filledQuantity: '1',
    averagePrice: '1',
    pnl: null,
    ...values,
  };
}

/** Creates an index with these rows, numbered from 1. */
function indexOf(...rows: Partial<Order>[]): ListTable {
  const index = new ListTable('order-history');
  putRows(
    index,
    rows.map((values, i) => order(i + 1, values)),
  );
  return index;
}

const zone = 'UTC';
const now = Date.UTC(2025, 2, 3);

function numbers(index: ListTable, filter: HistoryFilter = {}, sort: HistorySort[] = []): number[] {
  return [...index.select({ filter, sort, zone, now })];
}

describe('put', () => {
  test('every call with rows increases the version', () => {
    const index = new ListTable('order-history');
    expect([index.version, index.size]).toEqual([0, 0]);
    putRows(index, []);
    expect(index.version).toBe(0);
    putRows(index, [order(1), order(2)]);
    putRows(index, [order(2)]);
    expect([index.version, index.size]).toEqual([2, 2]);
  });

  test('new rows may come in any order, and of a repeated row the last one counts', () => {
    const index = new ListTable('order-history');
    putRows(index, [order(3), order(1), order(2, { pnl: '1' }), order(2, { pnl: '2' })]);
    expect(index.size).toBe(3);
    expect(index.summarize({}, zone, now).pnl[0]?.sum).toBe('2');
  });

  test.each([
    ['a gap', order(4)],
    ['number 0', order(0)],
    ['a number that is not whole', order(1.5)],
    ['another ID', order(2, { id: 'other' })],
  ])('%s is rejected, and no row of the call is stored', (_, row) => {
    const index = indexOf({}, { pnl: '1' });
    expect(() => putRows(index, [order(1, { pnl: '5' }), row])).toThrow(RangeError);
    expect([index.version, index.size]).toEqual([1, 2]);
    expect(index.summarize({}, zone, now).pnl[0]?.sum).toBe('1');
  });
});

test('a row that moves to the other margin mode is filtered and sorted by it', () => {
  const index = indexOf({ createdAt: 5 }, { createdAt: 5 }, { createdAt: 5, marginMode: 'cross' });
  putRows(index, [order(1, { createdAt: 5, marginMode: 'cross', tie: 3 })]);
  expect([...index.select({ filter: {}, sort: [], zone, now })]).toEqual([2, 1, 3]);
  expect([...index.select({ filter: { marginModes: ['cross'] }, sort: [], zone, now })]).toEqual([1, 3]);
});

describe('select', () => {
  test('the default order is newest first, then isolated before cross, then the higher tie', () => {
    const index = indexOf(
      { createdAt: 5, tie: 1 },
      { createdAt: 7 },
      { createdAt: 5, tie: 2 },
      { createdAt: 5, tie: 9, marginMode: 'cross' },
      { createdAt: 6 },
    );
    expect(numbers(index)).toEqual([2, 5, 3, 1, 4]);
  });

  test('rows without a value come last in both directions, and equal rows are in the default order', () => {
    const index = indexOf({ pnl: null }, { pnl: '1', createdAt: 1 }, { pnl: '1.0', createdAt: 2 }, { pnl: '-1' });
    expect(numbers(index, {}, [{ field: 'pnl', direction: 'ascending' }])).toEqual([4, 3, 2, 1]);
    expect(numbers(index, {}, [{ field: 'pnl', direction: 'descending' }])).toEqual([3, 2, 4, 1]);
  });

  test('statuses are in the order of docs/service.md, and unknown statuses follow', () => {
    const index = indexOf({ status: 'unknown:7' }, { status: 'canceled' }, { status: 'pending' }, { status: 'filled' });
    expect(numbers(index, {}, [{ field: 'status', direction: 'ascending' }])).toEqual([3, 4, 2, 1]);
    expect(numbers(index, {}, [{ field: 'status', direction: 'descending' }])).toEqual([1, 2, 4, 3]);
  });

  test('a sort by a field that the list does not have changes nothing', () => {
    const index = indexOf({ createdAt: 1 }, { createdAt: 2 });
    expect(numbers(index, {}, [{ field: 'takeProfit', direction: 'ascending' }])).toEqual([2, 1]);
  });

  test('plan orders with a take profit of zero have none and are sorted last', () => {
    const index = new ListTable('plan-history');
    const { action: _, averagePrice: __, pnl: ___, ...common } = order(1);
    const plan = {
      ...common,
      triggerDirection: 'rises-to',
      triggerPrice: '1',
      stopLoss: null,
      status: 'failed',
    } as const;
    putRows(
      index,
      ['0', '7', null, '0.00', '5'].map((takeProfit, row) => ({ ...plan, number: row + 1, takeProfit })),
    );
    const sorted = (direction: 'ascending' | 'descending'): number[] =>
      Array.from(index.select({ filter: {}, sort: [{ field: 'takeProfit', direction }], zone, now }));
    expect([sorted('ascending').slice(0, 2), sorted('descending').slice(0, 2)]).toEqual([
      [5, 2],
      [2, 5],
    ]);
  });

  test('a filter with an empty list keeps no row, and one that leaves nothing out keeps all', () => {
    expect(numbers(indexOf({}), { symbols: [] })).toEqual([]);
    expect(numbers(indexOf({}), { withoutSymbols: [] })).toEqual([1]);
  });

  test('rows with a value that is left out are removed, also if another part keeps them', () => {
    const index = indexOf({ symbol: 'BTC-USDT' }, { symbol: 'ETH-USDT' }, { symbol: 'SOL-USDT' });
    expect(numbers(index, { withoutSymbols: ['ETH-USDT', 'NONE-USDT'] })).toEqual([1, 3]);
    expect(numbers(index, { symbols: ['BTC-USDT', 'ETH-USDT'], withoutSymbols: ['ETH-USDT'] })).toEqual([1]);
  });

  test.each<[HistoryFilter['pnl'], number[]]>([
    [{ from: '9007199254740993' }, [2, 3, 6]],
    [{ to: '9007199254740992' }, [1, 4, 5]],
    [{ from: '9007199254740992.00', to: '9007199254740992' }, [1]],
    [{ from: '0.1000000000000000000', to: '0.1' }, [4]],
    [{ from: '0.1000000000000000001', to: '1' }, [5]],
    [{ from: '0.10000000000000000001', to: '1' }, [5]],
    [{}, [1, 2, 3, 4, 5, 6, 7]],
  ])('a range compares exactly: %j', (pnl, expected) => {
    const values = [
      '9007199254740992',
      '9007199254740993',
      '9007199254740994.0',
      '0.1',
      '0.1000000000000000001',
      '9007199254740993.0000',
      null,
    ];
    const index = indexOf(...values.map((value) => ({ pnl: value })));
    expect(numbers(index, { pnl }).toSorted()).toEqual(expected);
  });

  test('a range with more digits than the rows compares exactly', () => {
    const index = indexOf({ pnl: '0.1' }, { pnl: '0.2' });
    expect(numbers(index, { pnl: { from: '0.1000000000000000001' } })).toEqual([2]);
    expect(numbers(index, { pnl: { to: '0.0999999999999999999999' } })).toEqual([]);
  });

  test('a date preset depends on the current time of the query', () => {
    const index = indexOf({ createdAt: Date.UTC(2025, 2, 2) }, { createdAt: Date.UTC(2025, 2, 3) });
    const today = (at: number) => [
      ...index.select({ filter: { created: { preset: 'today' } }, sort: [], zone, now: at }),
    ];
    expect(today(Date.UTC(2025, 2, 2, 23))).toEqual([1]);
    expect(today(Date.UTC(2025, 2, 3, 1))).toEqual([2]);
  });

  test('a span of time begins with its first millisecond and ends before its last', () => {
    const index = indexOf({ createdAt: 5 }, { createdAt: 6 }, { createdAt: 7 });
    expect(numbers(index, { created: { since: 5, before: 7 } })).toEqual([2, 1]);
  });

  test('IDs are compared whole, with their case', () => {
    const index = indexOf({ id: 'a1' }, { id: 'A1' }, { id: 'a12' }, { id: 'a1', marginMode: 'cross' });
    expect(numbers(index, { ids: ['a1', 'x'] }).toSorted()).toEqual([1, 4]);
  });

  test('hours are those of the zone of the query', () => {
    const index = indexOf({ createdAt: Date.UTC(2025, 2, 2, 12) });
    const filter = { hours: [13] };
    expect(index.select({ filter, sort: [], zone: 'UTC', now })).toHaveLength(0);
    expect(index.select({ filter, sort: [], zone: 'Europe/Berlin', now })).toHaveLength(1);
  });

  test('a selection does not change when rows are put', () => {
    const index = indexOf({ createdAt: 1 }, { createdAt: 3 });
    const before = index.select({ filter: {}, sort: [], zone, now });
    putRows(index, [order(3, { createdAt: 2 }), order(1, { createdAt: 9 })]);
    expect(before).toEqual(Uint32Array.of(2, 1));
    expect(numbers(index)).toEqual([1, 2, 3]);
  });

  test('a repeated query returns the same selection until rows are put', () => {
    const index = indexOf({}, {});
    const query = { filter: { sides: ['buy' as const] }, sort: [], zone, now };
    const first = index.select(query);
    expect(index.select({ ...query, now: now + 1 })).toBe(first);
    putRows(index, [order(3)]);
    expect(index.select(query)).not.toBe(first);
  });

  test('rows are filtered by a text in steps, once for all calls with the filter, and again after a change', () => {
    const index = indexOf({ id: 'A7' }, { id: 'B7' }, { id: 'C' });
    const search = vi.spyOn(TextBytes.prototype, 'findWord');
    onTestFinished(() => search.mockRestore());
    const query = { filter: { text: '7' }, sort: [], zone, now };
    const [selection, summary] = [index.prepareSelection(query), index.summarySteps(query.filter, zone, now)];
    while (search.mock.calls.length === 0) selection.next();
    expect(resultOf(summary).rows).toBe(2);
    expect(selection.next().done).toBe(true);
    expect(index.select(query)).toHaveLength(2);
    expect(search).toHaveBeenCalledOnce();

    putRows(index, [order(4, { id: 'D7' })]);
    const steps = index.maskSteps(query.filter, zone, now);
    while (search.mock.calls.length === 1) steps.next();
    putRows(index, [order(5, { id: 'E7' })]);
    expect(resultOf(steps).total).toBe(4);
    expect(numbers(index, query.filter)).toHaveLength(4);
    expect(search).toHaveBeenCalledTimes(3);
  });

  test('any number of texts can be searched at the same time', () => {
    const index = indexOf(...Array.from({ length: 10 }, (_, at) => ({ id: `A${at}` })));
    const searches = Array.from({ length: 10 }, (_, at) => index.maskSteps({ text: `a${at}` }, zone, now));
    const totals = new Set<number>();
    for (let turn = 0; turn < 20; turn++) {
      for (const search of searches) {
        const { done, value } = search.next();
        if (done && value !== undefined) totals.add(value.total);
      }
    }
    expect(searches.every((search) => search.next().done)).toBe(true);
    expect([...totals]).toEqual([1]);
  });

  test('an unknown time zone is refused each time', () => {
    const index = indexOf({});
    for (const _ of [1, 2]) expect(() => index.mask({ weekdays: [1] }, 'Nowhere/Else', now)).toThrow(RangeError);
  });

  test('an empty list gives empty results', () => {
    const index = new ListTable('plan-history');
    for (const _ of index.warm());
    const sort: HistorySort[] = [{ field: 'id', direction: 'ascending' }];
    expect(index.select({ filter: { text: 'a' }, sort, zone, now })).toHaveLength(0);
    expect(index.results({}, zone, now)).toMatchObject({
      quotes: [],
      quote: '',
      days: [],
      symbols: [],
      drawdown: null,
    });
    expect(index.choices()).toEqual({ version: 0, symbols: [], kinds: [], statuses: [] });
  });
});

describe('summarize', () => {
  test('counts rows by status', () => {
    const index = indexOf(
      { status: 'filled' },
      { status: 'canceled' },
      { status: 'partially-canceled' },
      { status: 'pending' },
      { status: 'unknown:9' },
    );
    expect(index.summarize({}, zone, now)).toMatchObject({ rows: 5, filled: 1, canceled: 2, failed: 0 });
  });

  test('quote currencies are summed separately, the one with the most rows first', () => {
    const index = indexOf(
      { symbol: 'BTC-USDC', pnl: '1' },
      { symbol: 'BTC-USDT', pnl: '2' },
      { symbol: 'ETH-USDT', pnl: '-0.5' },
      { symbol: 'WHAT', pnl: null },
    );
    expect(index.summarize({}, zone, now).pnl).toEqual([
      {
        quote: 'USDT',
        sum: '1.5',
        wins: 1,
        losses: 1,
        zeros: 0,
        winRate: '50',
        average: '0.75',
        best: '2',
        worst: '-0.5',
      },
      { quote: 'USDC', sum: '1', wins: 1, losses: 0, zeros: 0, winRate: '100', average: '1', best: '1', worst: '1' },
      { quote: 'WHAT?', sum: '0', wins: 0, losses: 0, zeros: 0, winRate: null, average: null, best: null, worst: null },
    ]);
  });

  test('averages and rates are rounded half away from zero, and sums are exact', () => {
    const losses = indexOf(...Array.from({ length: 8 }, (_, i) => ({ pnl: i < 7 ? '0' : '-0.00000001' })));
    expect(losses.summarize({}, zone, now).pnl[0]).toMatchObject({
      sum: '-0.00000001',
      zeros: 7,
      average: '-0.00000001',
    });
    const half = indexOf(
      { pnl: '-0.00000001' },
      { pnl: '-0.00000002' },
      { pnl: '-0.000000015' },
      { pnl: '-0.000000015' },
    );
    expect(half.summarize({}, zone, now).pnl[0]).toMatchObject({ sum: '-0.00000006', average: '-0.00000002' });
    const rate = indexOf({ pnl: '1' }, { pnl: '-1' }, { pnl: '-1' }, { pnl: '0.0' }, { pnl: '-0' });
    expect(rate.summarize({}, zone, now).pnl[0]).toMatchObject({ winRate: '33.33', zeros: 2 });
  });

  test('plan orders have no PnL', () => {
    const index = new ListTable('plan-history');
    const { action: _, averagePrice: __, pnl: ___, ...common } = order(1);
    const plan = { triggerDirection: 'rises-to', triggerPrice: '1', takeProfit: null, stopLoss: null } as const;
    putRows(index, [{ ...common, ...plan, status: 'failed' }]);
    expect(index.summarize({ pnlSigns: [], actions: [] }, zone, now)).toMatchObject({ rows: 1, failed: 1, pnl: [] });
  });
});

describe('results', () => {
  const index = indexOf(
    { createdAt: Date.UTC(2025, 2, 1, 23, 30), pnl: '0.1', symbol: 'BTC-USDT' },
    { createdAt: Date.UTC(2025, 2, 2, 0, 30), pnl: '0.2', symbol: 'ETH-USDT' },
    { createdAt: Date.UTC(2025, 2, 5, 9), pnl: '-1', symbol: 'ETH-USDT' },
    { createdAt: Date.UTC(2025, 2, 5, 9), pnl: null, symbol: 'ETH-USDT' },
    { createdAt: Date.UTC(2025, 2, 5, 9), pnl: '7', symbol: 'BTC-USDC' },
  );

  test('each day has the total up to its end', () => {
    expect(index.results({}, 'UTC', now).days).toEqual([
      { day: '2025-03-01', pnl: '0.1', count: 1, wins: 1, losses: 0, total: '0.1' },
      { day: '2025-03-02', pnl: '0.2', count: 1, wins: 1, losses: 0, total: '0.3' },
      { day: '2025-03-05', pnl: '-1', count: 2, wins: 0, losses: 1, total: '-0.7' },
    ]);
  });

  test('days, weekdays and hours are those of the zone of the query', () => {
    const berlin = index.results({}, 'Europe/Berlin', now);
    expect(berlin.days.map(({ day }) => day)).toEqual(['2025-03-02', '2025-03-05']);
    expect(berlin.weekdays.map(({ count }) => count)).toEqual([0, 0, 2, 0, 0, 0, 2]);
    expect(berlin.hours.flatMap(({ count }, hour) => (count > 0 ? [[hour, count]] : []))).toEqual([
      [0, 1],
      [1, 1],
      [10, 2],
    ]);
  });

  test('the drawdown is the largest fall of the filtered orders by creation, with the time of its peak and of its end', () => {
    const at = (day: number) => Date.UTC(2025, 2, day);
    const falling = indexOf(
      { createdAt: at(4), pnl: '-2' },
      { createdAt: at(1), pnl: '5' },
      { createdAt: at(2), pnl: '0' },
      { createdAt: at(3), pnl: '-1.5' },
      { createdAt: at(5), pnl: '3.5' },
      { createdAt: at(6), pnl: '-3.4', symbol: 'ETH-USDT' },
      { createdAt: at(7), pnl: '-100', symbol: 'BTC-USDC' },
    );
    const drawdown = { amount: '3.5', from: at(1), to: at(4), recoveredAt: at(5) };
    expect(falling.results({}, zone, now).drawdown).toEqual(drawdown);
    expect(falling.results({ symbols: ['ETH-USDT'] }, zone, now).drawdown).toEqual({
      amount: '3.4',
      from: null,
      to: at(6),
      recoveredAt: null,
    });
  });

  test('symbols are sorted by PnL, the highest first', () => {
    expect(index.results({}, zone, now).symbols.map(({ symbol, pnl }) => [symbol, pnl])).toEqual([
      ['BTC-USDT', '0.1'],
      ['ETH-USDT', '-0.8'],
    ]);
  });

  test('cover one quote currency: the requested one, or the one with the most rows', () => {
    expect(index.results({}, zone, now)).toMatchObject({ quotes: ['USDT', 'USDC'], quote: 'USDT' });
    expect(index.results({}, zone, now, 'USDC')).toMatchObject({ quote: 'USDC', symbols: [{ pnl: '7' }] });
    expect(index.results({}, zone, now, 'EUR')).toMatchObject({ quote: 'USDT' });
    expect(index.results({ symbols: ['BTC-USDC'] }, zone, now)).toMatchObject({ quotes: ['USDC'], quote: 'USDC' });
  });
});

test('choices are the current values of the rows with their row counts', () => {
  const index = indexOf({ status: 'pending', symbol: 'ETH-USDT' }, { kind: 'ioc' }, { status: 'unknown:7' });
  putRows(index, [order(1, { symbol: 'ETH-USDT' })]);
  expect(index.choices()).toEqual({
    version: 2,
    symbols: [
      { value: 'BTC-USDT', rows: 2 },
      { value: 'ETH-USDT', rows: 1 },
    ],
    kinds: [
      { value: 'ioc', rows: 1 },
      { value: 'limit', rows: 2 },
    ],
    statuses: [
      { value: 'filled', rows: 2 },
      { value: 'unknown:7', rows: 1 },
    ],
  });
});
