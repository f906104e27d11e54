import { expect, test } from 'vitest';
import { en } from '../../../text/en.ts';
import { fillTimeText, slippageText } from './execution-words.ts';

test.each([
  ['buy', '100', '100.05', '0.05% worse'],
  ['buy', '100', '99.9', '0.1% better'],
  ['sell', '100', '99.9', '0.1% worse'],
  ['sell', '100', '100', 'Same price'],
  ['sell', '100', '100.00', 'Same price'],
  ['buy', '87314.2', '87317', '< 0.01% worse'],
  ['sell', '87314.2', '87317', '< 0.01% better'],
  ['sell', '100', '0', null],
  ['sell', null, '100', null],
  [null, '100', '100', null],
] as const)('a %s at a price of %s that was executed at %s: %s', (side, price, averagePrice, expected) => {
  expect(slippageText({ side, averagePrice }, price, en)).toBe(expected);
});

test('the time to fill is that of the last part, as far as it was seen', () => {
  const at = Date.UTC(2025, 2, 3);
  const slice = (from: number, to: number) => ({
    from: at + from,
    to: at + to,
    quantity: '1',
    averagePrice: null,
    pnl: null,
  });
  const text = (kind: string, slices: ReturnType<typeof slice>[]): string =>
    fillTimeText({ createdAt: at, kind }, { slices, waitingAt: null }, en);
  expect(text('market', [])).toBe('Immediately (market)');
  expect(text('limit', [])).toBe('Not seen');
  expect(text('limit', [slice(0, 45_000)])).toBe(en.trades.durationUpTo('45 sec'));
  expect(text('limit', [slice(0, 60_000), slice(3_600_000, 7_200_000)])).toBe(en.trades.durationRange('1 hr', '2 hr'));
});
