import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchesText } from '../../../shared/rows/text-filter.ts';
import { type Findable, findEntries } from './search.ts';

function entries(...labels: string[]): Findable[] {
  return labels.map((label) => ({ id: label, label, also: '' }));
}

function found(query: string, all: Findable[], recent: string[] = []): string[] {
  return findEntries(all, query, recent).map(({ label }) => label);
}

it('finds entries with every word, in any order, case and width', () => {
  const all = entries('Plan history', 'Order history', 'Open plans', '币安人生-USDT', 'BTC-USDT');
  expect(found('history', all)).toEqual(['Plan history', 'Order history']);
  expect(found('HIST pl', all)).toEqual(['Plan history']);
  expect(found('ｂｔｃ', all)).toEqual(['BTC-USDT']);
  expect(found('人生', all)).toEqual(['币安人生-USDT']);
  expect(found('usdt 币安', all)).toEqual(['币安人生-USDT']);
  expect(found('histories', all)).toEqual([]);
  expect(found('  ', all)).toEqual(all.map(({ label }) => label));
});

it('ranks whole labels first, then label starts, word starts, and other matches', () => {
  const all = entries('WBTC-USDT', 'ETH-BTC', 'BTC-USDT', 'BTC');
  expect(found('btc', all)).toEqual(['BTC', 'BTC-USDT', 'ETH-BTC', 'WBTC-USDT']);
  expect(found('btc usdt', all)).toEqual(['BTC-USDT', 'WBTC-USDT']);
});

it('ranks by the worst match of several words', () => {
  expect(found('pla his', entries('Replay his', 'Plan history'))).toEqual(['Plan history', 'Replay his']);
});

it('finds entries by more words, ranked below labels', () => {
  const light: Findable = { id: 'light', label: 'Light', also: 'Setting Theme' };
  const theme: Findable = { id: 'switch', label: 'Switch the theme', also: 'Command' };
  expect(found('theme', [light, theme])).toEqual(['Switch the theme', 'Light']);
  expect(found('theme light', [light, theme])).toEqual(['Light']);
});

it('ranks recent choices above equal matches only', () => {
  const all = entries('BTC-USDT', 'BTCDOM-USDT', 'WBTC-USDT');
  expect(found('btcd', all, ['WBTC-USDT'])).toEqual(['BTCDOM-USDT']);
  const pairs = entries('BTC-USDC', 'BTC-USDT', 'WBTC-USDT');
  expect(found('btc', pairs, ['WBTC-USDT', 'BTC-USDT'])).toEqual(['BTC-USDT', 'BTC-USDC', 'WBTC-USDT']);
});

it('ranks the entry that was chosen more often above the one that was chosen last', () => {
  const all = entries('Order history', 'Open plans', 'Orders of today');
  expect(found('o', all, ['Order history', 'Open plans', 'Open plans'])).toEqual([
    'Open plans',
    'Order history',
    'Orders of today',
  ]);
});

it('takes special characters of a query literally', () => {
  expect(found('.*', entries('BTC-USDT'))).toEqual([]);
  expect(found('-usdt', entries('BTC-USDT', 'USDT'))).toEqual(['BTC-USDT']);
  expect(found('btc-', entries('WBTC-USDT', 'BTC-USDT'))).toEqual(['BTC-USDT', 'WBTC-USDT']);
});

it('returns every match once, in a stable order', () => {
  const label = fc.string({ unit: fc.constantFrom('a', 'B', '币', '-', ' ', '１', 'ß'), maxLength: 8 });
  fc.assert(
    fc.property(fc.uniqueArray(label), label, fc.array(label), (labels, query, recent) => {
      const all = entries(...labels);
      const answer = found(query, all, recent);
      const exact = labels.filter((each) => matchesText(query)(`${each} `));
      expect(new Set(answer).size).toBe(answer.length);
      expect(answer).toEqual(expect.arrayContaining(exact));
      expect(found(query, findEntries(all, query, recent), recent)).toEqual(answer);
    }),
  );
});
