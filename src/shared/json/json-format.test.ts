import { expect, test } from 'vitest';
import { JsonFormat, OtherVersionError } from './json-format.ts';

/** The sixth version of a file, of which version 4 is the first: `rows` was called `lines`, and a row was its text. */
const format = new JsonFormat({
  first: 4,
  steps: [
    ({ lines, ...file }) => ({ ...file, rows: lines }),
    ({ rows, ...file }) => ({ ...file, rows: (rows as string[]).map((text) => ({ text })) }),
  ],
});
const sixth = { rows: [{ text: 'a' }], other: 1 };

test.each([
  ['no version', { lines: ['a'], other: 1 }],
  ['version 4', { version: 4, lines: ['a'], other: 1 }],
  ['version 5', { version: 5, rows: ['a'], other: 1 }],
  ['version 6', { version: 6, ...sixth }],
])('a file of %s is read in the current version', (_, file) => {
  expect(format.read(`\uFEFF${JSON.stringify(file)}`)).toEqual(sixth);
});

test('a written file says its version', () => {
  expect(JSON.parse(format.write(sixth))).toEqual({ version: 6, ...sixth });
  expect(format.read(format.write(sixth, 2))).toEqual(sixth);
  expect(JSON.parse(new JsonFormat().write({}))).toEqual({ version: 1 });
});

test.each([
  ...[7, 1e9, 0, -1, 4.5, '6', null].map((version) => [version, false] as const),
  ...[1, 2, 3].map((version) => [version, true] as const),
])('a file of version %j is of another program; a development version: %j', (version, isEarlier) => {
  const read = () => format.read(JSON.stringify({ version, ...sixth }));
  expect(read).toThrow(OtherVersionError);
  expect(read).toThrow(expect.objectContaining({ isEarlier }));
});

test.each(['', '{"version":4', '[]', 'null', '7'])('%j is damaged', (text) => {
  expect(() => format.read(text)).toThrow(/JSON|object/);
});
