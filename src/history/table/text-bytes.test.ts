import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish } from './steps.ts';
import { TextBytes } from './text-bytes.ts';

const letters = fc.constantFrom('A', 'B', '1', '币', '😀');
const anyText = fc.string({ unit: letters, maxLength: 8 });
const anyWord = fc.string({ unit: letters, minLength: 1, maxLength: 4 });

// A word of a small share is searched for in all bytes at once, others text by text.
test.each([
  [0, 'in all bytes at once'],
  [1, 'text by text'],
])(
  'with an estimated share of %i, finds a word %s, in the given texts and never across the border of two texts',
  (share) => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyText, fc.nat(1)), { maxLength: 12 }), anyWord, (entries, word) => {
        const texts = textsOf(entries.map(([text]) => text));
        const found = new Uint8Array(entries.length + 1);
        const among = Uint8Array.of(0, ...entries.map(([, isAmong]) => isAmong));
        finish(texts.findWord(word, among, found, share));
        expect([...found.subarray(1)]).toEqual(
          entries.map(([text, isAmong]) => Number(isAmong === 1 && text.includes(word))),
        );
      }),
      { numRuns: 1000 },
    );
  },
);

test.each([0, 1])('with an estimated share of %i, finds a word in many texts in short steps', (share) => {
  const count = 70_000;
  const texts = textsOf(Array.from({ length: count }, (_, at) => String(at + 1)));
  const among = new Uint8Array(count + 1).fill(1, 1);
  among[65_536] = 0;
  const found = new Uint8Array(count + 1);
  const steps = texts.findWord('5', among, found, share);
  let most = 0;
  for (let before = 0; !steps.next().done; ) {
    const sum = found.reduce((all, one) => all + one, 0);
    most = Math.max(most, sum - before);
    before = sum;
  }
  const expected = Array.from(found.keys()).filter((number) => among[number] === 1 && String(number).includes('5'));
  expect(Array.from(found.keys()).filter((number) => found[number] === 1)).toEqual(expected);
  expect(most).toBeLessThan(expected.length * 0.6);
});

test('estimates the share of the texts that contain a word from texts of the whole list', () => {
  const texts = textsOf(Array.from({ length: 10_000 }, (_, i) => (i < 5000 ? 'AB' : 'B')));
  expect(texts.shareOf('A')).toBeCloseTo(0.5);
  expect(texts.shareOf('B')).toBe(1);
  expect(texts.shareOf('C')).toBe(0);
  expect(new TextBytes().shareOf('A')).toBe(0);
});

test('gives each text back as it was, also one that begins with U+FEFF', () => {
  const list = ['\ufeffA1', 'A1', '\ufeff', '', 'A\ufeff1', '币'];
  const texts = textsOf(list);
  expect(list.map((_text, index) => texts.textOf(index + 1))).toEqual(list);
});

function textsOf(list: readonly string[]): TextBytes {
  const texts = new TextBytes();
  for (const text of list) texts.append(text);
  return texts;
}
