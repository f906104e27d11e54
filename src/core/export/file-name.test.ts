import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../../shared/testing/any-character.ts';
import { fileNameOf } from './file-name.ts';

it.each([
  ['Main Order history 2025-03-02', 'csv', 'Main Order history 2025-03-02.csv'],
  ['币安人生', 'jsonl', '币安人生.jsonl'],
  ['../../etc/passwd', 'csv', '-..-etc-passwd.csv'],
  ['C:\\a|b*"<>?', 'csv', 'C--a-b-----.csv'],
  ['.hidden.', 'csv', 'hidden.csv'],
  ['a\u0000b\nc\u202Ed', 'csv', 'a-b-c-d.csv'],
  ['con', 'csv', '_con.csv'],
  ['NUL.txt', 'csv', '_NUL.txt.csv'],
  ['console', 'csv', 'console.csv'],
  ['  two   words  ', 'csv', 'two words.csv'],
  ['...', 'csv', 'export.csv'],
] as const)('%j', (name, format, expected) => {
  expect(fileNameOf(name, format)).toBe(expected);
});

it('any text becomes a short name of a file in the folder', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 100 }), (name) => {
      const file = fileNameOf(name, 'csv');
      expect(file).toMatch(/^[^./\\\p{Cc}][^/\\:*?"<>|\p{Cc}]*\.csv$/u);
      expect(file).not.toMatch(/[. ]\.csv$/);
      expect(Buffer.byteLength(file)).toBeLessThanOrEqual(200);
    }),
    { numRuns: 300 },
  );
});
