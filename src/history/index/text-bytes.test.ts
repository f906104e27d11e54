import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextBytes } from './text-bytes.ts';

const letters = fc.constantFrom('A', 'B', '1', '币', '😀');
const anyText = fc.string({ unit: letters, maxLength: 8 });
const anyWord = fc.string({ unit: letters, minLength: 1, maxLength: 4 });

test('finds a word in the given texts, and never across the border of two texts', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyText, fc.nat(1)), { maxLength: 12 }), anyWord, (entries, word) => {
      const texts = new TextBytes();
      for (const [text] of entries) texts.append(text);
      const found = new Uint8Array(entries.length + 1);
      texts.findWord(word, Uint8Array.from([0, ...entries.map(([, isAmong]) => isAmong)]), found);
      expect([...found.subarray(1)]).toEqual(
        entries.map(([text, isAmong]) => Number(isAmong === 1 && text.includes(word))),
      );
    }),
    { numRuns: 1000 },
  );
});
