import { expect, it } from 'vitest';
import { textRank } from './text-rank.ts';

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
