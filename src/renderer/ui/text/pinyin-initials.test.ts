import { expect, test } from 'vitest';
import { pinyinInitials } from './pinyin-initials.ts';

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
