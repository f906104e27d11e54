import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextBytes } from './text-bytes.ts';
import { TextSearch } from './text-search.ts';

const letters = fc.constantFrom('A', 'B', '1', '币', '😀');
const text = fc.string({ unit: letters, maxLength: 8 });
const word = fc.string({ unit: letters, minLength: 1, maxLength: 4 });

function bytesOf(texts: readonly string[]): TextBytes {
  const bytes = new TextBytes();
  for (const one of texts) bytes.append(one);
  return bytes;
}

/** By Node's own search, and by the loops. */
const ways = [Number.POSITIVE_INFINITY, -1];

test.each(ways)('a word is found where it occurs, and not over the border of two texts (natively up to %d)', (most) => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 12 }), word, (texts, wanted) => {
      const search = new TextSearch(bytesOf(texts), wanted, most);
      const expected = texts.map((one) => Number(one.includes(wanted)));
      const found = new Uint8Array(texts.length + 1);
      search.findAll(found);
      expect([...found.subarray(1)]).toEqual(expected);
      const among = found.map((_, number) => number % 2);
      const foundAmong = new Uint8Array(texts.length + 1);
      search.findAmong(foundAmong, among);
      expect([...foundAmong.subarray(1)]).toEqual(expected.map((isIn, place) => (place % 2 === 0 ? isIn : 0)));
    }),
    { numRuns: 500 },
  );
});

test('how many texts have the word is told from the first ones', () => {
  const texts = Array.from({ length: 50_000 }, (_, place) => (place % 4 === 0 ? 'A1' : 'B2'));
  expect(new TextSearch(bytesOf(texts), 'A').expected).toBe(12_500);
  expect(new TextSearch(bytesOf([]), 'A').expected).toBe(0);
});
