import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearText } from './near-words.ts';

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
