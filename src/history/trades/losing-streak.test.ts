import { expect, test } from 'vitest';
import { losingStreak } from './losing-streak.ts';
import type { TradeTable } from './trade-table.ts';

interface Closed {
  readonly pnl: number;
  readonly at: number;
  readonly by?: number | null;
  readonly isIncomplete?: true;
  readonly isUncertain?: true;
}

/** The columns of a table with these trades, by closing. */
function streakOf(
  trades: readonly Closed[],
  since = Number.NEGATIVE_INFINITY,
  unseenBy = Number.POSITIVE_INFINITY,
): readonly [least: number, most: number] {
  const keys = (of: (trade: Closed) => number) => ({ keys: [Number.NaN, ...trades.map(of)] });
  const table = {
    size: trades.length,
    reasons: [0, ...trades.map(({ isIncomplete }) => Number(isIncomplete ?? 0))],
    has: () => true,
    isUncertain: (number: number) => trades[number - 1]?.isUncertain === true,
    columns: {
      pnl: keys(({ pnl }) => pnl),
      closedAt: keys(({ at }) => at),
      closedBy: keys(({ at, by = at }) => by ?? Number.NaN),
    },
  };
  const { least, most } = losingStreak(table as unknown as TradeTable, since, unseenBy);
  return [least, most];
}

test.each<[string, Closed[], readonly [least: number, most: number]]>([
  ['no trades', [], [0, 0]],
  [
    'losses after a win',
    [
      { pnl: 5, at: 1 },
      { pnl: -1, at: 2 },
      { pnl: -2, at: 3 },
    ],
    [2, 2],
  ],
  [
    'a win at the end',
    [
      { pnl: -1, at: 2 },
      { pnl: 5, at: 3 },
    ],
    [0, 0],
  ],
  [
    'a zero between',
    [
      { pnl: -1, at: 1 },
      { pnl: 0, at: 2 },
      { pnl: -1, at: 3 },
    ],
    [1, 1],
  ],
  [
    'an incomplete trade between',
    [
      { pnl: -1, at: 1 },
      { pnl: -9, at: 2, isIncomplete: true },
      { pnl: -1, at: 3 },
    ],
    [1, 3],
  ],
  [
    'an uncertain loss at the end',
    [
      { pnl: -1, at: 1 },
      { pnl: -1, at: 2, isUncertain: true },
    ],
    [0, 2],
  ],
  [
    'a win that may have been closed between',
    [
      { pnl: 5, at: 1, by: 3 },
      { pnl: -1, at: 2 },
      { pnl: -1, at: 4 },
    ],
    [1, 2],
  ],
  [
    'a win whose latest closing is not known',
    [
      { pnl: 5, at: 1, by: null },
      { pnl: -1, at: 2 },
    ],
    [0, 1],
  ],
  [
    'such a win before one that has certainly ended them',
    [
      { pnl: 5, at: 1, by: null },
      { pnl: -1, at: 2 },
      { pnl: 5, at: 3 },
    ],
    [0, 0],
  ],
  [
    'a loss whose latest closing is not known',
    [
      { pnl: 5, at: 1 },
      { pnl: -1, at: 2, by: null },
    ],
    [1, 1],
  ],
  [
    'an open trade',
    [
      { pnl: -1, at: 1 },
      { pnl: 0, at: Number.NaN },
    ],
    [1, 1],
  ],
])('the losses in a row with %s', (_name, trades, losses) => {
  expect(streakOf(trades)).toEqual(losses);
});

test('losses before a time at which orders may be missing do not count', () => {
  const trades = [1, 2, 3].map((at) => ({ pnl: -1, at }));
  expect(streakOf(trades, 2)).toEqual([1, 3]);
});

test('a trade of which no execution was seen was closed before its orders were read', () => {
  const trades = [
    { pnl: 5, at: 1, by: null },
    { pnl: -1, at: 2 },
    { pnl: -1, at: 4 },
  ];
  const untold = { pnl: -1, at: 1, by: null, isUncertain: true as const };
  expect(streakOf(trades, undefined, 3)).toEqual([1, 2]);
  expect(streakOf([...trades, untold], undefined, 3)).toEqual([1, 3]);
  expect(streakOf([...trades, { pnl: 5, at: 3.5 }], undefined, 3)).toEqual([1, 1]);
});
