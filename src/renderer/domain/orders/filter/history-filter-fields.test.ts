import { expect, test } from 'vitest';
import type { HistoryFilter } from '../../../../shared/contract/history.ts';
import { en } from '../../../text/en.ts';
import { historyFilterChips, historyFilterFields } from './history-filter-fields.ts';

const labels = (filter: HistoryFilter): string[] => historyFilterChips(filter, 'UTC', en).map(({ label }) => label);

test('every part of a filter has a chip', () => {
  const whole: Required<Omit<HistoryFilter, 'accounts'>> = {
    symbols: ['BTC-USDT', '币安人生-USDT'],
    withoutSymbols: ['DOGE-USDT'],
    sides: ['buy', 'other'],
    kinds: ['limit', 'iceberg'],
    withoutKinds: ['market'],
    actions: ['close'],
    statuses: ['filled', 'unknown:7'],
    withoutStatuses: ['canceled'],
    marginModes: ['cross'],
    leverage: { from: '5', to: '20' },
    created: { preset: 'last-7-days' },
    tags: ['fomo', '突破'],
    withoutTags: ['late'],
    noted: 'only',
    weekdays: [1, 7],
    hours: [9],
    pnlSigns: ['profit', 'none'],
    pnl: { from: '-1234.5' },
    ids: ['7', '8'],
    text: ' abc ',
  };
  expect(labels(whole)).toEqual([
    'Search: abc',
    '2 selected rows',
    'Created: Last 7 days',
    'Symbols: BTC-USDT, 币安人生-USDT',
    'Symbols not: DOGE-USDT',
    'Side: Buy, Other',
    'Order type: Limit, Iceberg',
    'Order type not: Market',
    'Action: Close',
    'Status: Filled, Unknown (7)',
    'Status not: Canceled',
    'Margin mode: Cross',
    'Leverage: 5× to 20×',
    'PnL: Profit, No PnL',
    'PnL: −1,234.5 or more',
    'Tags: #fomo, #突破',
    'Tags not: #late',
    'With note',
    'Weekday: Mon, Sun',
    'Hour: 09:00',
  ]);
  expect(
    historyFilterChips(whole, 'UTC', en)
      .map(({ part }) => part)
      .toSorted(),
  ).toEqual(Object.keys(whole).toSorted());
});

test('chips count many values and name open ends and single days', () => {
  expect(labels({ symbols: ['A', 'B', 'C', 'D', 'E'] })).toEqual(['Symbols: A, B, C +2']);
  expect(labels({ created: { from: '2025-03-02' } })).toEqual(['Created: since 2025-03-02']);
  expect(labels({ created: { to: '2025-03-02' } })).toEqual(['Created: until 2025-03-02']);
  expect(labels({ created: { from: '2025-03-02', to: '2025-03-02' } })).toEqual(['Created: 2025-03-02']);
  const span = { since: Date.UTC(2025, 2, 2, 9), before: Date.UTC(2025, 2, 2, 10, 30) };
  expect(labels({ created: span })).toEqual(['Created: 2025-03-02 09:00:00 to 2025-03-02 10:30:00']);
  expect(labels({ leverage: { to: '20' } })).toEqual(['Leverage: 20× or less']);
  expect(labels({ pnl: { from: '0', to: '0' } })).toEqual(['PnL: 0']);
});

test('a filter that narrows nothing has no chip', () => {
  expect(labels({ symbols: [], created: {}, text: '' })).toEqual([]);
});

test('the form of both lists has every weekday and hour, which a click adds to the filter', () => {
  for (const list of ['order-history', 'plan-history'] as const) {
    let filter: HistoryFilter = { weekdays: [1] };
    const field = (label: string) =>
      historyFilterFields({ list, filter, choices: undefined, tags: [], onChange: (next) => (filter = next) }, en)
        .flat()
        .find((each) => each.label === label)?.choices;
    expect(field('Weekday')?.options.map(({ label }) => label)).toEqual([
      'Mon',
      'Tue',
      'Wed',
      'Thu',
      'Fri',
      'Sat',
      'Sun',
    ]);
    expect(field('Hour')?.options).toHaveLength(24);
    expect(field('Hour')?.options[9]).toEqual({ value: '9', label: '09:00' });
    field('Hour')?.onToggle('9');
    field('Weekday')?.onToggle('7');
    expect(filter).toEqual({ weekdays: [1, 7], hours: [9] });
    expect(field('Weekday')?.chosen).toEqual(['1', '7']);
    field('Weekday')?.onToggle('1');
    field('Hour')?.onToggle('9');
    expect(filter).toEqual({ weekdays: [7] });
  }
});
