import { expect, test } from 'vitest';
import { columnHelper } from '../table/column.ts';
import {
  hasSharedValues,
  rowCondition,
  type ValueFilter,
  withExcluded,
  withOnly,
  withoutColumn,
} from './use-value-filter.tsx';

interface Plan {
  symbol: string;
  side: string;
}

const helper = columnHelper<Plan>();
const symbol = helper.accessor('symbol', { header: 'Symbol', meta: { sort: 'text', text: (row) => row.symbol } });
const side = helper.accessor('side', { header: 'Side', meta: { sort: 'text', text: (row) => row.side } });
const price = helper.accessor('symbol', { header: 'Price', meta: { sort: 'decimal', text: (row) => row.symbol } });
const columns = [symbol, side];

const btcBuy = { symbol: 'BTC', side: 'buy' };
const btcSell = { symbol: 'BTC', side: 'sell' };
const ethBuy = { symbol: 'ETH', side: 'buy' };
const solSell = { symbol: 'SOL', side: 'sell' };
const none: ValueFilter<Plan> = {};
const shown = (filter: ValueFilter<Plan>) => [btcBuy, btcSell, ethBuy, solSell].filter(rowCondition(filter, columns));

test('only rows with the value of a row are kept, and a new value replaces the one before', () => {
  const btc = withOnly(none, symbol, btcBuy);
  expect(shown(btc)).toEqual([btcBuy, btcSell]);
  expect(shown(withOnly(btc, symbol, ethBuy))).toEqual([ethBuy]);
  expect(shown(withOnly(btc, side, ethBuy))).toEqual([btcBuy]);
});

test('excluded values add up', () => {
  const others = withExcluded(withExcluded(none, symbol, btcBuy), symbol, ethBuy);
  expect(shown(others)).toEqual([solSell]);
});

test('excluding the only kept value shows all others', () => {
  expect(shown(withExcluded(withOnly(none, symbol, btcBuy), symbol, btcSell))).toEqual([ethBuy, solSell]);
});

test('a condition is removed by its column', () => {
  const filter = withExcluded(withOnly(none, side, btcBuy), symbol, btcBuy);
  expect(shown(withoutColumn(filter, 'symbol'))).toEqual([btcBuy, ethBuy]);
});

test('columns of live figures cannot be filtered by a value', () => {
  expect(hasSharedValues(symbol)).toBe(true);
  expect(hasSharedValues(price)).toBe(false);
});
