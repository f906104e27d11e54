import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../testing/any-character.ts';
import { compareTexts, rankTexts } from './compare-texts.ts';

const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 4 }),
  fc.string({ unit: fc.constantFrom('a', 'A', 'ａ', '币', '\uffee', '😀', '\ue000'), maxLength: 4 }),
);

function compareByCodePoints(a: string, b: string): number {
  const left = Array.from(a, (letter) => letter.codePointAt(0) ?? 0);
  const right = Array.from(b, (letter) => letter.codePointAt(0) ?? 0);
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return Math.sign(left.length - right.length);
}

test('texts that fold to themselves are sorted by code point', () => {
  const caseless = fc.string({ unit: fc.constantFrom('A', 'Z', '0', '-', '币', '人', '\ue000', '😀', '𠀀') });
  fc.assert(fc.property(caseless, caseless, (a, b) => Math.sign(compareTexts(a, b)) === compareByCodePoints(a, b)));
});

test('only identical texts compare as equal', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareTexts(a, b)) + Math.sign(compareTexts(b, a))).toBe(0);
      expect(compareTexts(a, b) === 0).toBe(a === b);
    }),
  );
});

test('ranks compare like their texts', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), (texts) => {
      const ranks = rankTexts(texts);
      texts.forEach((a, i) => {
        texts.forEach((b, j) => {
          expect(Math.sign((ranks[i] ?? 0) - (ranks[j] ?? 0))).toBe(Math.sign(compareTexts(a, b)));
        });
      });
    }),
  );
});

test('null has no rank', () => {
  expect([...rankTexts(['b', null, 'a'])]).toEqual([1, Number.NaN, 0]);
});
