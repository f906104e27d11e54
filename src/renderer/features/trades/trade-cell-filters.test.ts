import { expect, test } from 'vitest';
import type { Trade, TradeFilter } from '../../../shared/contract/trades.ts';
import { en } from '../../text/en.ts';
import { tradeCellFilters } from './trade-cell-filters.ts';

test('a cell filters by its value: only these trades, or all others', () => {
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
  const of = (column: string, filter: TradeFilter = {}) =>
    tradeCellFilters(column, trade, filter, 'Asia/Shanghai', en).map(({ only, without }) => [only, without]);
  expect(of('symbol', { symbols: ['BTC-USDT', 'A'] })).toEqual([
    [{ symbols: ['BTC-USDT'] }, { symbols: ['A'], withoutSymbols: ['BTC-USDT'] }],
  ]);
  expect(of('side')).toEqual([[{ sides: ['long'] }, { sides: ['short'] }]]);
  expect(of('pnl')).toEqual([[{ pnlSigns: ['loss'] }, { pnlSigns: ['profit', 'zero'] }]]);
  expect(of('state')).toEqual([
    [{ states: ['closed'] }, { states: ['open'] }],
    [{ incomplete: 'only' }, { incomplete: 'none' }],
  ]);
  expect(of('openedAt')).toEqual([[{ opened: { from: '2025-03-03', to: '2025-03-03' } }, null]]);
  expect(of('closedAt')).toEqual([]);
  expect(of('entryPrice')).toEqual([]);
});
