import { expect, test } from 'vitest';
import { findBest, findTexts } from './find-best.ts';

const symbols = ['1MBABYDOGE-USDT', 'BTC-USDC', 'BTC-USDT', 'BTCDOM-USDT', 'DOGE-USDT', 'WBTC-USDT', '币安人生-USDT'];
const label = (text: string) => ({ label: text });
const best = (query: string): string[] => findBest(symbols, query, label);

test('a whole word comes before a prefix, and equal matches keep their order', () => {
  expect(best('btc')).toEqual(['BTC-USDC', 'BTC-USDT', 'BTCDOM-USDT', 'WBTC-USDT']);
  expect(best('doge')).toEqual(['DOGE-USDT', '1MBABYDOGE-USDT']);
});

test('Chinese is found by itself and by the initials of its pinyin', () => {
  expect(best('人生')).toEqual(['币安人生-USDT']);
  expect(best('bars')).toEqual(['币安人生-USDT']);
  expect(findBest(['币安人生-USDT', 'BARS-USDT'], 'bars', label)).toEqual(['BARS-USDT', '币安人生-USDT']);
});

test('typing errors are forgiven only if nothing matches exactly', () => {
  expect(best('bct')).toEqual(['BTC-USDC', 'BTC-USDT', 'BTCDOM-USDT']);
  expect(findBest(['BTC-USDT', 'BCT-USDT'], 'bct', label)).toEqual(['BCT-USDT']);
  expect(best('nothing')).toEqual([]);
});

test('more words rank below the label', () => {
  const entries = [
    { label: 'Order history', also: 'csv' },
    { label: 'CSV export', also: '' },
  ];
  expect(findBest(entries, 'csv', (entry) => entry).map((entry) => entry.label)).toEqual([
    'CSV export',
    'Order history',
  ]);
});

test('of the other words the first one ranks highest', () => {
  const entries = [
    { label: 'Open plans', also: 'stop loss' },
    { label: 'PnL analysis', also: 'loss profit' },
  ];
  expect(findBest(entries, 'loss', (entry) => entry).map((entry) => entry.label)).toEqual([
    'PnL analysis',
    'Open plans',
  ]);
});

test('found items keep their order on request', () => {
  expect(findTexts(['WBTC-USDT', 'BTC-USDT', 'ETH-USDT'], 'btc', label)).toEqual(['WBTC-USDT', 'BTC-USDT']);
});
