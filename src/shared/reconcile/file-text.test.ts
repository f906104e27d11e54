import { expect, it } from 'vitest';
import { type FileEncoding, readFileText } from './file-text.ts';

const text = 'Auftrag,Erlös €\n1,2\n';
const utf16 = (content: string, mark: 'le' | 'be' | 'none') => {
  const bytes = Buffer.from(`${mark === 'none' ? '' : '\uFEFF'}${content}`, 'utf16le');
  return mark === 'be' ? bytes.swap16() : bytes;
};

it.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
  ['UTF-16 with a mark', utf16(text, 'le')],
  ['UTF-16 with a mark, the other way round', utf16(text, 'be')],
])('%s is read without a choice', (_name, bytes) => {
  expect(readFileText(bytes)).toBe(text);
});

it.each<[FileEncoding, Buffer, string]>([
  ['windows-1252', Buffer.from([0x45, 0x72, 0x6c, 0xf6, 0x73, 0x20, 0x80]), 'Erlös €'],
  ['gb18030', Buffer.from('ceafcdd0bac52cd3afbff7', 'hex'), '委托号,盈亏'],
  ['big5', Buffer.from('acd5c1ab', 'hex'), '盈虧'],
  ['windows-1251', Buffer.from('d1e4e5ebeae0', 'hex'), 'Сделка'],
  ['shift_jis', Buffer.from('928d95b6', 'hex'), '注文'],
  ['euc-kr', Buffer.from('c1d6b9ae', 'hex'), '주문'],
  ['utf-16le', utf16('Order,PnL', 'none'), 'Order,PnL'],
])('%s without a mark is read only once it is chosen', (encoding, bytes, expected) => {
  expect(readFileText(bytes)).toBeNull();
  expect(readFileText(bytes, encoding)).toBe(expected);
});

it('a file that is not in the chosen or the marked encoding is refused', () => {
  expect(() => readFileText(Buffer.from([0xff, 0x00, 0x42]), 'gb18030')).toThrow('not in gb18030');
  expect(() => readFileText(utf16('Order', 'none'), 'windows-1252')).toThrow('not in windows-1252');
  expect(() => readFileText(utf16(text, 'le').subarray(0, -1))).toThrow('not in utf-16le');
});
