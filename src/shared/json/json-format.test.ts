import { expect, test } from 'vitest';
import { JsonFormat, OtherVersionError } from './json-format.ts';

/** The third version of a file: `rows` was called `lines`, and a row was its text. */
const format = new JsonFormat([
  ({ lines, ...file }) => ({ ...file, rows: lines }),
  ({ rows, ...file }) => ({ ...file, rows: (rows as string[]).map((text) => ({ text })) }),
]);
const third = { rows: [{ text: 'a' }], other: 1 };

test.each([
  ['no version', { lines: ['a'], other: 1 }],
  ['version 1', { version: 1, lines: ['a'], other: 1 }],
  ['version 2', { version: 2, rows: ['a'], other: 1 }],
  ['version 3', { version: 3, ...third }],
])('a file of %s is read in the current version', (_, file) => {
  expect(format.read(`\uFEFF${JSON.stringify(file)}`)).toEqual(third);
});

test('a written file says its version', () => {
  expect(JSON.parse(format.write(third))).toEqual({ version: 3, ...third });
  expect(format.read(format.write(third, 2))).toEqual(third);
  expect(JSON.parse(new JsonFormat().write({}))).toEqual({ version: 1 });
});

test.each([4, 1e9, 0, -1, 1.5, '3', null])('a file of version %j is of another program', (version) => {
  expect(() => format.read(JSON.stringify({ version, ...third }))).toThrow(OtherVersionError);
});

test.each(['', '{"version":4', '[]', 'null', '7'])('%j is damaged', (text) => {
  expect(() => format.read(text)).toThrow(/JSON|object/);
});
