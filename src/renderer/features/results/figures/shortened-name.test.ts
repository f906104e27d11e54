import { expect, test } from 'vitest';
import { shortenedName } from './shortened-name.ts';

const within = (room: number) => (text: string) => Array.from(text).length <= room;

test.each([
  ['BTC-USDT', 8, 'BTC-USDT'],
  ['BTC-USDT', 7, 'BTC-US…'],
  ['BTC-USDT', 2, 'B…'],
  // The first character is always shown.
  ['BTC-USDT', 0, 'B…'],
  // A character beyond the 16-bit range is not split.
  ['𠮷𠮷𠮷-USDT', 3, '𠮷𠮷…'],
  ['币安人生-USDT', 4, '币安人…'],
])('%s in a room of %d', (name, room, expected) => {
  expect(shortenedName(name, within(room))).toBe(expected);
});
