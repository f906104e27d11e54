import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextBytes } from './text-bytes.ts';
import { findWord } from './text-search.ts';

const letters = fc.constantFrom('A', 'B', '1', '币', '😀');
const text = fc.string({ unit: letters, maxLength: 8 });
const word = fc.string({ unit: letters, minLength: 1, maxLength: 4 });

test('finds a word where it occurs among the given texts, and never across the border of two texts', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(text, fc.nat(1)), { maxLength: 12 }), word, (texts, wanted) => {
      const bytes = new TextBytes();
      for (const [one] of texts) bytes.append(one);
      const found = new Uint8Array(texts.length + 1);
      findWord(bytes, wanted, Uint8Array.from([0, ...texts.map(([, isAmong]) => isAmong)]), found);
      expect([...found.subarray(1)]).toEqual(
        texts.map(([one, isAmong]) => Number(isAmong === 1 && one.includes(wanted))),
      );
    }),
    { numRuns: 1000 },
  );
});
