import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextBytes } from './text-bytes.ts';

const letters = fc.constantFrom('A', 'B', '1', '币', '😀');
const anyText = fc.string({ unit: letters, maxLength: 8 });
const anyWord = fc.string({ unit: letters, minLength: 1, maxLength: 4 });

// Behind many texts without the word, it is searched for in another way.
test.each([
  [0, 1000],
  [2000, 300],
])('finds a word in the given texts behind %i others, and never across the border of two texts', (others, numRuns) => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyText, fc.nat(1)), { maxLength: 12 }), anyWord, (entries, word) => {
      const texts = new TextBytes();
      for (let other = 0; other < others; other++) texts.append('X');
      for (const [text] of entries) texts.append(text);
      const found = new Uint8Array(others + entries.length + 1);
      const among = new Uint8Array(found.length).fill(1);
      among.set(
        entries.map(([, isAmong]) => isAmong),
        others + 1,
      );
      texts.findWord(word, among, found);
      expect([...found.subarray(others + 1)]).toEqual(
        entries.map(([text, isAmong]) => Number(isAmong === 1 && text.includes(word))),
      );
      expect(found.subarray(0, others + 1).includes(1)).toBe(false);
    }),
    { numRuns },
  );
});
