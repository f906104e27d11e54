import { expect, test } from 'vitest';
import type { HistoryFilter } from '../../../../shared/contract/history.ts';
import type { Order } from '../../../../shared/contract/orders.ts';
import { type Trade, type TradeFilter, tradeFilterSchema } from '../../../../shared/contract/trades.ts';
import { en } from '../../../text/en.ts';
import { filterForms } from './filter-forms.ts';

const labels = (filter: HistoryFilter): string[] =>
  filterForms['order-history'].chips(filter, 'UTC', en).map(({ label }) => label);

test('every part of a filter has a chip', () => {
  const whole: Required<Omit<HistoryFilter, 'accounts'>> = {
    symbols: ['BTC-USDT', '币安人生-USDT'],
    withoutSymbols: ['DOGE-USDT'],
    sides: ['buy', 'other'],
    kinds: ['limit', 'iceberg'],
    withoutKinds: ['market'],
    actions: ['close'],
    positionSides: ['short'],
    statuses: ['filled', 'unknown:7'],
    withoutStatuses: ['canceled'],
    marginModes: ['cross'],
    leverage: { from: '5', to: '20' },
    price: { from: '0.28', to: '0.29' },
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
    'Symbols: BTC-USDT, 币安人生-USDT',
    'Symbols not: DOGE-USDT',
    '2 selected rows',
    'Created: Last 7 days',
    'Side: Buy, Other',
    'Action: Close',
    'Position: Short',
    'Status: Filled, Unknown (7)',
    'Status not: Canceled',
    'PnL: Profit, No PnL',
    'PnL: −1,234.5 or more',
    'Order type: Limit, Iceberg',
    'Order type not: Market',
    'With note',
    'Tags: #fomo, #突破',
    'Tags not: #late',
    'Any price: 0.28 to 0.29',
    'Margin mode: Cross',
    'Weekday: Mon, Sun',
    'Hour: 09:00',
    'Leverage: 5× to 20×',
  ]);
  expect(
    filterForms['order-history']
      .chips(whole, 'UTC', en)
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
      filterForms[list]
        .fields({ filter, choices: undefined, tags: [], onChange: (next) => (filter = next) }, en)
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

const wholeOfTrades: Required<Omit<TradeFilter, 'accounts'>> = {
  symbols: ['BTC-USDT'],
  withoutSymbols: ['DOGE-USDT'],
  quotes: ['USDT'],
  sides: ['long'],
  states: ['closed'],
  marginModes: ['cross'],
  pnlSigns: ['profit'],
  pnl: { from: '-10' },
  r: { from: '-1' },
  leverage: { to: '20' },
  price: { to: '7' },
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

test('every part of a filter of trades has a chip', () => {
  const chips = filterForms.trades.chips(wholeOfTrades, 'UTC', en);
  expect(chips.map(({ label }) => label)).toEqual([
    'Search: btc',
    'Symbols: BTC-USDT',
    'Symbols not: DOGE-USDT',
    'Quote currency: USDT',
    'Closed: since 2025-03-02',
    'PnL: Profit',
    'PnL: −10 or more',
    'Side: Long',
    'State: Closed',
    'Duration: 1 min 30 sec to 1 day',
    'Without note',
    'Tags: #fomo',
    'Tags not: #late',
    'Opened: Last month',
    'R: −1 R or more',
    'Any price: 7 or less',
    'Max size: 5 to 10',
    'Complete',
    'Fill sequence: Uncertain',
    'Margin mode: Cross',
    'Weekday: Mon',
    'Hour: 09:00',
    'Leverage: 20× or less',
  ]);
  expect(chips.map(({ part }) => part).toSorted()).toEqual(Object.keys(wholeOfTrades).toSorted());
  expect(filterForms.trades.chips({ symbols: [], duration: {}, opened: {} }, 'UTC', en)).toEqual([]);
});

test('the form reads a duration in minutes and chooses either complete or incomplete trades', () => {
  let filter: TradeFilter = {};
  const field = (label: string) =>
    filterForms.trades
      .fields({ filter, choices: undefined, tags: [], onChange: (next) => (filter = next) }, en)
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

const order: Order = {
  key: 'a',
  id: 'a',
  symbol: 'BTC-USDT',
  type: 'buy-limit',
  side: 'buy',
  kind: 'limit',
  marginMode: 'isolated',
  price: '1',
  quantity: '1',
  leverage: '20',
  createdAt: Date.UTC(2026, 2, 2, 23),
  raw: '{}',
  action: 'open',
  averagePrice: null,
  filledQuantity: null,
  pnl: '-1.5',
  status: 'filled',
} as Order;

const of = (field: string, filter: HistoryFilter = {}) =>
  filterForms['order-history'].cellFilters([field], order, filter, 'UTC', en)[0];

test('a symbol is kept or left out, and the other parts of the filter stay', () => {
  expect(of('symbol', { withoutSymbols: ['BTC-USDT', 'ETH-USDT'], sides: ['buy'] })?.only).toEqual({
    symbols: ['BTC-USDT'],
    sides: ['buy'],
  });
  expect(of('symbol', { sides: ['buy'] })?.without).toEqual({ withoutSymbols: ['BTC-USDT'], sides: ['buy'] });
});

test('a value that is left out is no longer among the kept ones', () => {
  expect(of('status', { statuses: ['filled', 'canceled'] })?.without).toEqual({
    statuses: ['canceled'],
    withoutStatuses: ['filled'],
  });
  expect(of('status', { statuses: ['filled'], withoutStatuses: ['failed'] })?.without).toEqual({
    withoutStatuses: ['failed', 'filled'],
  });
});

test('a value of few is left out by keeping the others that are kept now', () => {
  expect(of('side')?.without).toEqual({ sides: ['sell', 'other'] });
  expect(of('side', { sides: ['buy', 'sell'] })?.without).toEqual({ sides: ['sell'] });
  expect(of('side', { sides: ['buy'] })?.without).toEqual({ sides: ['sell', 'other'] });
  expect(of('marginMode')?.without).toEqual({ marginModes: ['cross'] });
});

test('a profit or loss is filtered by its sign', () => {
  expect(of('pnl')).toMatchObject({ value: 'Loss', only: { pnlSigns: ['loss'] } });
  expect(of('pnl')?.without).toEqual({ pnlSigns: ['profit', 'zero', 'none'] });
});

test('a leverage is kept exactly, and a time by its day in the time zone', () => {
  expect(of('leverage')).toEqual({ value: '20×', only: { leverage: { from: '20', to: '20' } }, without: null });
  expect(filterForms['order-history'].cellFilters(['createdAt'], order, {}, 'Asia/Shanghai', en)[0]?.only).toEqual({
    created: { from: '2026-03-03', to: '2026-03-03' },
  });
});

test('a price, a quantity and an ID have no filter', () => {
  expect(filterForms['order-history'].cellFilters(['price', 'quantity', 'id'], order, {}, 'UTC', en)).toEqual([]);
});

test('a cell of a trade filters by its value: only these trades, or all others', () => {
  const trade = {
    symbol: 'BTC-USDT',
    side: 'long',
    state: 'closed',
    marginMode: 'cross',
    pnl: '-3',
    openedAt: Date.parse('2025-03-02T20:00:00Z'),
    closedAt: null,
    incomplete: ['gap'],
  } as unknown as Trade;
  const of = (field: string, filter: TradeFilter = {}) =>
    filterForms.trades
      .cellFilters([field], trade, filter, 'Asia/Shanghai', en)
      .map(({ only, without }) => [only, without]);
  expect(of('symbol', { symbols: ['BTC-USDT', 'A'] })).toEqual([
    [{ symbols: ['BTC-USDT'] }, { symbols: ['A'], withoutSymbols: ['BTC-USDT'] }],
  ]);
  expect(of('side')).toEqual([[{ sides: ['long'] }, { sides: ['short'] }]]);
  expect(of('pnl')).toEqual([[{ pnlSigns: ['loss'] }, { pnlSigns: ['profit', 'zero'] }]]);
  expect(of('state')).toEqual([[{ states: ['closed'] }, { states: ['open'] }]]);
  expect(of('incomplete')).toEqual([[{ incomplete: 'only' }, { incomplete: 'none' }]]);
  expect(of('openedAt')).toEqual([[{ opened: { from: '2025-03-03', to: '2025-03-03' } }, null]]);
  expect(of('closedAt')).toEqual([]);
  expect(of('entryPrice')).toEqual([]);
});
