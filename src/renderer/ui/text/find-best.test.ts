import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { findBest, findTexts, nearText, pinyinInitials, textRank } from './find-best.ts';

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

const names = ['1MBABYDOGE-USDT', 'DOGE-USDC', 'DOGE-USDT', 'Asia/Shanghai', '币安人生-USDT'];

function ranked(query: string): string[] {
  const rank = textRank(query);
  return names.toSorted((a, b) => rank(a) - rank(b));
}

it('ranks an equal name before a prefix match, and both before a substring match', () => {
  expect(ranked(' doge-usdt ').slice(0, 2)).toEqual(['DOGE-USDT', '1MBABYDOGE-USDT']);
  expect(ranked('ｄｏｇｅ').slice(0, 3)).toEqual(['DOGE-USDC', 'DOGE-USDT', '1MBABYDOGE-USDT']);
});

it('ranks the start of a word before its middle', () => {
  expect(ranked('usdt 币')[0]).toBe('币安人生-USDT');
  expect(textRank('shang')('Asia/Shanghai')).toBeLessThan(textRank('hang')('Asia/Shanghai'));
});

test.each([
  ['setings', 'Settings'],
  ['settnigs', 'Settings'],
  ['histroy', 'Order history'],
  ['orderr hist', 'Order history'],
  ['bct', 'BTC-USDT'],
  ['dodge', 'DOGE-USDT'],
  ['ｓｏｌnaa', 'SOLANA-USDT'],
])('"%s" is near "%s"', (query, text) => expect(nearText(query)(text)).toBe(true));

test.each([
  ['bxc', 'BTC-USDT'],
  ['sotnigs', 'Settings'],
  ['history loss', 'Order history'],
  ['ab', 'BA-USDT'],
  ['1001', '1000PEPE-USDT'],
])('"%s" is not near "%s"', (query, text) => expect(nearText(query)(text)).toBe(false));

test('one error anywhere in a word of at least five letters is forgiven', () => {
  const word = fc.string({ unit: fc.constantFrom(...'ABCDEFG'), minLength: 5, maxLength: 9 });
  const error = fc.constantFrom('wrong', 'missing', 'surplus', 'exchanged');
  fc.assert(
    fc.property(word, fc.nat(7), error, (text, place, kind) => {
      const at = place % (text.length - 1);
      const rest = text.slice(at);
      const typed = { wrong: `Z${rest.slice(1)}`, missing: rest.slice(1), surplus: `Z${rest}` };
      const end = kind === 'exchanged' ? `${rest[1]}${rest[0]}${rest.slice(2)}` : typed[kind as keyof typeof typed];
      expect(nearText(text.slice(0, at) + end)(text)).toBe(true);
    }),
  );
});

test.each([
  ['币安人生-USDT', 'BARS-USDT'],
  ['龙虾-USDT', 'LX-USDT'],
  ['我踏马来了-USDT', 'WTMLL-USDT'],
  ['当前计划委托', 'DQJHWT'],
  ['合约行情', 'HYXQ'],
  ['盈亏分析', 'YKFX'],
  ['主题：深色', 'ZT：SS'],
  ['额度', 'ED'],
  ['阿座', 'AZ'],
])('%s has the initials %s', (text, initials) => expect(pinyinInitials(text)).toBe(initials));

test('a text without Chinese has none', () => {
  expect(pinyinInitials('BTC-USDT')).toBe('');
});

it('ranks for a query of any number of words', () => {
  expect(textRank('ab '.repeat(200_000))('BTC-USDT')).toBe(textRank('zz')('BTC-USDT'));
});
