import { expect, test } from 'vitest';
import type { TradeGroup } from '../../../../shared/contract/results.ts';
import { tradeFilterSchema } from '../../../../shared/contract/trades.ts';
import type { TradeGrouping } from '../../../../shared/orders/trades.ts';
import { en } from '../../../text/en.ts';
import { zh } from '../../../text/zh.ts';
import { intervalText, namedGroups } from './trade-groups.ts';

const group = (name: string, bin: TradeGroup['bin'] = null, range: TradeGroup['range'] = null): TradeGroup => ({
  name,
  pnl: '1',
  count: 2,
  wins: 1,
  losses: 0,
  uncertain: 0,
  average: { value: '0.5', sample: 2, interval: null },
  winRate: '100',
  averageWin: '1',
  averageLoss: null,
  bin,
  range,
});

test.each<[TradeGrouping, TradeGroup, string, string, object]>([
  ['symbol', group('A-USDT'), 'A-USDT', 'A-USDT', { symbols: ['A-USDT'] }],
  ['side', group('short'), 'Short', 'Short', { sides: ['short'] }],
  ['tag', group('fomo'), '#fomo', '#fomo', { tags: ['fomo'] }],
  ['tag', group('币'.repeat(17)), `#${'币'.repeat(17)}`, `#${'币'.repeat(15)}…`, { tags: ['币'.repeat(17)] }],
  ['weekday', group('7'), 'Sunday', 'Sun', { weekdays: [7] }],
  ['hour', group('9'), '09:00 to 09:59', '09', { hours: [9] }],
  [
    'leverage',
    group('1', { from: '2', to: '5' }, { from: '3', to: '5' }),
    '2× to 5×',
    '≤5×',
    { leverage: { from: '3', to: '5' } },
  ],
  [
    'leverage',
    group('6', { from: '100', to: null }, { from: '125', to: '125' }),
    'over 100×',
    '>100×',
    { leverage: { from: '125', to: '125' } },
  ],
  [
    'duration',
    group('4', { from: '3600000', to: '14400000' }, { from: '3600001', to: '7000000' }),
    '1 hr to 4 hr',
    '≤4h',
    { duration: { from: 3600001, to: 7000000 } },
  ],
  ['duration', group('0', { from: null, to: '60000' }), 'up to 1 min', '≤1m', {}],
  [
    'result',
    group('0', { from: null, to: '-300' }, { from: '-1234.5', to: '-300.01' }),
    'under −300',
    '<−300',
    { pnl: { from: '-1234.5', to: '-300.01' } },
  ],
  [
    'result',
    group('1', { from: '-100', to: '-50' }, { from: '-99', to: '-51' }),
    '−100 to −50',
    '−100',
    { pnl: { from: '-99', to: '-51' } },
  ],
  ['result', group('7', { from: '0', to: '0' }, { from: '0', to: '0' }), '0', '0', { pnl: { from: '0', to: '0' } }],
  [
    'result',
    group('8', { from: '0', to: '50' }, { from: '1', to: '50' }),
    '0 to 50',
    '50',
    { pnl: { from: '1', to: '50' } },
  ],
])('a group by %s has a name, a label and a filter that the core accepts', (grouping, of, name, short, filter) => {
  const [named] = namedGroups(grouping, [of], en);
  expect(named).toMatchObject({ name, short, count: 2 });
  expect(named?.filter).toEqual(filter);
  expect(tradeFilterSchema.safeParse(named?.filter).success).toBe(true);
  expect(namedGroups(grouping, [of], zh)[0]?.name).not.toBe('');
});

test('an interval may have no upper end', () => {
  const figure = { value: '2', sample: 4, interval: { from: '0.5', to: null } };
  const asIs = (value: string): string => value;
  expect(intervalText(figure, asIs, en)).toBe('95% ≈ 0.5 or more');
  expect(intervalText({ ...figure, interval: { from: '0.5', to: '9' } }, asIs, en)).toBe('95% ≈ 0.5 to 9');
  expect(intervalText({ ...figure, interval: null }, asIs, en)).toBeNull();
});
