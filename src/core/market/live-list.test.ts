import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FuturesTicker, LiveChange, LiveSnapshot } from '../../shared/contract/market.ts';
import { applyLiveChange } from '../../shared/market/live-rows.ts';
import { LiveListState } from './live-list.ts';
import type { WholeList } from './live-readers.ts';

type Tickers = LiveSnapshot<'futures-tickers'>;

function ticker(symbol: string, last: string): FuturesTicker {
  const figures = { open: '1', high: '1', low: '1', volume: '1', turnover: '1', trades: '1' };
  return { symbol, last, ...figures, raw: JSON.stringify([symbol, last]) };
}

function response(rows: FuturesTicker[], fetchedAt = 1): WholeList<FuturesTicker> {
  return { rows, unreadable: [], fetchedAt };
}

function newList() {
  return new LiveListState('demo', 'futures-tickers');
}

function applied(held: Tickers, change: LiveChange<'futures-tickers'>): Tickers {
  return applyLiveChange(held, change) ?? expect.fail('the change does not apply');
}

const symbols = ['A-USDT', 'B-USDT', 'C-USDT', '币安人生-USDT', 'E-USDT'];
const row = fc.record({ symbol: fc.constantFrom(...symbols), last: fc.constantFrom('1', '2', '3') });
const wholeList = fc.record({
  rows: fc
    .uniqueArray(row, { selector: ({ symbol }) => symbol })
    .map((rows) => rows.map((one) => ticker(one.symbol, one.last))),
  unreadable: fc.array(fc.record({ raw: fc.constantFrom('{}', '[]'), reason: fc.constantFrom('x', 'y') }), {
    maxLength: 2,
  }),
});
const step = fc.oneof(
  { weight: 8, arbitrary: wholeList.map((list) => ({ list })) },
  { weight: 2, arbitrary: fc.constantFrom('offline' as const, 'timeout' as const).map((code) => ({ code })) },
  { weight: 1, arbitrary: fc.constant('reset' as const) },
);

describe('changes of a live list', () => {
  test('applied one after the other, result in the complete list', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const state = newList();
        let held = state.snapshot;
        let fetchedAt = 0;
        for (const one of steps) {
          let change: LiveChange<'futures-tickers'> | null;
          if (one === 'reset') change = state.reset();
          else if ('code' in one) change = state.fail({ code: one.code, message: 'test' });
          else change = state.take({ ...one.list, fetchedAt: ++fetchedAt });
          if (change !== null) held = applied(held, JSON.parse(JSON.stringify(change)));
          expect(held).toEqual(state.snapshot);
          if (one === 'reset') expect(held.rows).toEqual([]);
          else if ('list' in one) {
            const bySymbol = (list: readonly FuturesTicker[]) =>
              list.toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));
            expect(bySymbol(held.rows)).toEqual(bySymbol(one.list.rows));
          }
        }
      }),
    );
  });

  test('contain only rows that have changed', () => {
    const state = newList();
    state.take(response([ticker('A', '1'), ticker('B', '1'), ticker('C', '1')]));
    const change = state.take(response([ticker('C', '1'), ticker('B', '2'), ticker('D', '1')], 2));
    expect(change).toMatchObject({ base: 1, version: 2, fetchedAt: 2, failure: null, unreadable: null });
    expect(change.put.map(({ symbol }) => symbol)).toEqual(['B', 'D']);
    expect(change.removed).toEqual(['A']);
    expect([...state.rows.keys()]).toEqual(['B', 'C', 'D']);
  });

  test('of an equal response contain only its time', () => {
    const state = newList();
    const unreadable = [{ raw: '7', reason: 'not an object' }];
    state.take({ ...response([ticker('A', '1')]), unreadable });
    expect(state.take({ ...response([ticker('A', '1')], 9), unreadable: [...unreadable] })).toEqual({
      account: 'demo',
      list: 'futures-tickers',
      base: 1,
      version: 2,
      fetchedAt: 9,
      failure: null,
      put: [],
      removed: [],
      unreadable: null,
    });
  });

  test('replace also equal rows, so that no earlier response stays in memory', () => {
    const state = newList();
    state.take(response([ticker('A', '1')]));
    const again = ticker('A', '1');
    state.take(response([again]));
    expect(state.rows.get('A')).toBe(again);
  });

  test('leave the rows of earlier polls as they were sent', () => {
    const state = newList();
    state.take(response([ticker('A', '1'), ticker('B', '1')]));
    const { rows } = state;
    state.take(response([ticker('B', '2'), ticker('C', '1')]));
    expect([...rows.values()].map(({ symbol, last }) => [symbol, last])).toEqual([
      ['A', '1'],
      ['B', '1'],
    ]);
    expect([...state.rows.keys()]).toEqual(['B', 'C']);
  });

  test('apply to their base version only', () => {
    const state = newList();
    const first = state.snapshot;
    state.take(response([ticker('A', '1')]));
    const change = state.take(response([ticker('A', '2')]));
    expect(applyLiveChange(first, change)).toBeNull();
    expect(applyLiveChange({ ...state.snapshot, version: change.base, account: 'other' }, change)).toBeNull();
  });

  test('keep the objects of unchanged rows', () => {
    const state = newList();
    state.take(response([ticker('A', '1'), ticker('B', '1')]));
    const held = state.snapshot;
    const after = applied(held, state.take(response([ticker('A', '1'), ticker('B', '2')])));
    expect(after.rows[0]).toBe(held.rows[0]);
    expect(applied(after, state.take(response([ticker('A', '1'), ticker('B', '2')]))).rows).toBe(after.rows);
  });
});

test('a failure keeps the rows and their time, is published once, and ends with the next response', () => {
  const state = newList();
  state.take(response([ticker('A', '1')], 5));
  const failure = { code: 'offline', message: 'no way' } as const;
  expect(state.fail(failure)).toMatchObject({ base: 1, version: 1, fetchedAt: 5, failure, put: [], removed: [] });
  expect(state.fail({ ...failure })).toBeNull();
  expect(state.snapshot).toMatchObject({ failure, rows: [{ symbol: 'A' }] });
  expect(state.take(response([ticker('A', '1')], 6))).toMatchObject({ base: 1, version: 2, failure: null });
});
