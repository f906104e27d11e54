import { expect, test } from 'vitest';
import type { Statement } from '../../../shared/contract/statement.ts';
import { en } from '../../text/en.ts';
import { basisDoubts, changeNote, completeText, hasAllOrders, missingNotes } from './StatementPage.tsx';

const start = Date.UTC(2025, 0);
const end = Date.UTC(2025, 3);

const notesOf = (changed: Partial<Statement>): string[] => missingNotes(statementOf(changed), en);

function statementOf(changed: Partial<Statement>): Statement {
  const whole = { backTo: null, oldest: Date.UTC(2024, 5), gaps: [] };
  return {
    version: 1,
    from: '2025-01-01',
    to: '2025-03-31',
    zone: 'UTC',
    start,
    end,
    symbols: [],
    totals: [],
    opening: [],
    closing: [],
    coverage: [
      { marginMode: 'isolated', ...whole },
      { marginMode: 'cross', ...whole },
    ],
    basis: 'creation',
    costMethod: null,
    between: [],
    unseen: 0,
    readUntil: end,
    unreadable: 0,
    orders: 0,
    earlierOrders: 0,
    hash: '',
    unfinished: [],
    ...changed,
  };
}

test('a statement with every order has no notes', () => {
  expect(notesOf({})).toEqual([]);
});

test('a statement has all orders of its period if only earlier and later ones may be missing', () => {
  const mode: Statement['coverage'][number] = { marginMode: 'cross', backTo: null, oldest: null, gaps: [] };
  const has = (changed: Partial<Statement>): boolean => hasAllOrders(statementOf(changed));
  expect(has({ readUntil: start + 1 })).toBe(true);
  expect(has({ coverage: [{ ...mode, backTo: start, gaps: [{ from: 0, to: start }] }] })).toBe(true);
  expect(has({ coverage: [{ ...mode, backTo: start + 1 }] })).toBe(false);
  expect(has({ coverage: [{ ...mode, gaps: [{ from: 0, to: start + 1 }] }] })).toBe(false);
  expect([has({ readUntil: null }), has({ unreadable: 1 })]).toEqual([false, false]);
});

test('the notes say from when on each margin mode is stored, and list its gaps', () => {
  expect(
    notesOf({
      coverage: [
        {
          marginMode: 'isolated',
          backTo: Date.UTC(2024, 11),
          oldest: null,
          gaps: [{ from: start, to: Date.UTC(2025, 1, 2) }],
        },
        { marginMode: 'cross', backTo: Date.UTC(2025, 1), oldest: null, gaps: [] },
      ],
    }),
  ).toEqual([
    'Isolated: orders before 2024-12-01 00:00:00 aren’t in the archive. Positions that were opened earlier are missing or incomplete.',
    'Isolated: orders between 2025-01-01 00:00:00 and 2025-02-02 00:00:00 may be missing.',
    'Cross: orders before 2025-02-01 00:00:00 aren’t in the archive, so the start of the period is missing.',
  ]);
  expect(notesOf({ coverage: [{ marginMode: 'cross', backTo: end, oldest: null, gaps: [] }] })).toEqual([
    'Cross: the archive has no orders from this period or earlier.',
  ]);
});

test('the notes say when the last sync was, and count what is incomplete or unreadable', () => {
  const total = {
    quote: 'USDT',
    gains: '0',
    losses: '0',
    net: '0',
    trades: 3,
    incompleteTrades: 2,
    unknownPnl: 1,
    orders: 9,
    lowest: null,
    highest: null,
  };
  expect(notesOf({ readUntil: start + 60_000, unreadable: 1, totals: [total, { ...total, quote: 'USDC' }] })).toEqual([
    'Orders created after 2025-01-01 00:01:00 aren’t included: that was the last sync.',
    '1 order of the archive couldn’t be read. The statement doesn’t include it.',
    '4 trades that were closed are incomplete: orders may be missing from them. The PnL of their known orders is included.',
    'The exchange sent no PnL for 2 orders that may have closed something. No amount includes it.',
  ]);
  expect(notesOf({ readUntil: null })).toEqual(['The newest orders haven’t been downloaded yet.']);
});

test('a complete statement says of what, and from when on', () => {
  expect(completeText(statementOf({}), en)).toBe(
    'Complete: the local archive has every order up to the end of the period that the exchange still lists. The oldest is from 2024-06-01 00:00:00.',
  );
  expect(completeText(statementOf({ coverage: [] }), en)).toBe(
    'Complete: the exchange lists no orders up to the end of the period.',
  );
});

test('a statement says whether it can change, and by how much', () => {
  expect(changeNote(statementOf({}), en)).toBeNull();
  const unfinished = [
    { symbol: 'BTC-USDT', orders: 1, quantity: '10' },
    { symbol: 'ETH-USDT', orders: 2, quantity: '1200.5' },
  ];
  const odd = [{ symbol: 'ABC-USDT', orders: 2, quantity: '1', odd: 1 }];
  expect(changeNote(statementOf({ unfinished: odd }), en)).toContain(
    'The executed quantity of 1 order of these doesn’t fit the quantity, so what is left of it can’t be told.',
  );
  expect(changeNote(statementOf({ unfinished }), en)).toBe(
    'This statement can change: at the last sync, 3 orders created before the end of the period were still pending. Not filled: BTC-USDT 10 contracts, ETH-USDT 1,200.5 contracts.',
  );
});

test('a statement by execution names what may belong to another period, and what counts by creation', () => {
  expect(basisDoubts(statementOf({}), en)).toEqual([]);
  const between = [
    { edge: 'start', symbol: 'BTC-USDT', orders: 2, quantity: '14' },
    { edge: 'start', symbol: 'ETH-USDT', orders: 1, quantity: '1' },
    { edge: 'end', symbol: 'BTC-USDT', orders: 1, quantity: '4' },
  ] as const;
  expect(basisDoubts(statementOf({ basis: 'execution', between: [...between], unseen: 1 }), en)).toEqual([
    '3 orders counted before the period may have been executed in it, so figures are ranges, and the positions at the start include them: BTC-USDT 14 contracts, ETH-USDT 1 contracts.',
    '1 order counted before the end of the period may have been executed after it, so figures are ranges, and the positions at the end include it: BTC-USDT 4 contracts.',
    '1 order of the period counts by creation, because Orderglass didn’t see its execution.',
  ]);
});
