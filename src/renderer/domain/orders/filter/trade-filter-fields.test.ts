import { expect, test } from 'vitest';
import type { TradeFilter } from '../../../../shared/contract/trades.ts';
import { tradeFilterSchema } from '../../../../shared/contract/trades.ts';
import { en } from '../../../text/en.ts';
import { tradeFilterChips, tradeFilterFields } from './trade-filter-fields.ts';

const whole: Required<Omit<TradeFilter, 'accounts'>> = {
  symbols: ['BTC-USDT'],
  withoutSymbols: ['DOGE-USDT'],
  quotes: ['USDT'],
  sides: ['long'],
  states: ['closed'],
  marginModes: ['cross'],
  pnlSigns: ['profit'],
  pnl: { from: '-10' },
  leverage: { to: '20' },
  largestSize: { from: '5', to: '10' },
  duration: { from: 90_000, to: 86_400_000 },
  opened: { preset: 'last-month' },
  closed: { from: '2025-03-02' },
  tags: ['fomo'],
  withoutTags: ['late'],
  noted: 'none',
  weekdays: [1],
  hours: [9],
  incomplete: 'none',
  executions: ['uncertain'],
  text: 'btc',
};

test('every part of a filter has a chip', () => {
  const chips = tradeFilterChips(whole, 'UTC', en);
  expect(chips.map(({ label }) => label)).toEqual([
    'Search: btc',
    'Opened: Last month',
    'Closed: since 2025-03-02',
    'Symbols: BTC-USDT',
    'Symbols not: DOGE-USDT',
    'Quote currency: USDT',
    'Side: Long',
    'State: Closed',
    'Margin mode: Cross',
    'Complete',
    'Fill sequence: Uncertain',
    'PnL: Profit',
    'PnL: −10 or more',
    'Max size: 5 to 10',
    'Duration: 1 min 30 sec to 1 day',
    'Leverage: 20× or less',
    'Tags: #fomo',
    'Tags not: #late',
    'Without note',
    'Weekday: Mon',
    'Hour: 09:00',
  ]);
  expect(chips.map(({ part }) => part).toSorted()).toEqual(Object.keys(whole).toSorted());
  expect(tradeFilterChips({ symbols: [], duration: {}, opened: {} }, 'UTC', en)).toEqual([]);
});

test('the form reads a duration in minutes and chooses either complete or incomplete trades', () => {
  let filter: TradeFilter = {};
  const field = (label: string) =>
    tradeFilterFields({ filter, tags: [], onChange: (next) => (filter = next) }, en)
      .flat()
      .find((each) => each.label === label) ?? expect.fail(label);
  field('Duration (min)').range?.onChange('1.5', undefined);
  expect(filter).toEqual({ duration: { from: 90_000 } });
  expect(field('Duration (min)').range).toMatchObject({ from: '1.5', to: '' });
  field('Completeness').choices?.onToggle('only');
  expect(filter.incomplete).toBe('only');
  field('Completeness').choices?.onToggle('none');
  expect(filter.incomplete).toBe('none');
  expect(tradeFilterSchema.safeParse(filter).success).toBe(true);
  field('Completeness').choices?.onToggle('none');
  field('Duration (min)').range?.onChange(undefined, undefined);
  expect(filter).toEqual({});
});
