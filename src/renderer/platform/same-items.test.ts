import { expect, test } from 'vitest';
import { SameItems } from './same-items.ts';

const made = new SameItems<{ name: string; value: number }>();
const of = (values: Readonly<Record<string, number>>) =>
  made.of(
    Object.entries(values),
    ([name]) => name,
    ([, value]) => [value] as const,
    ([name], [value]) => ({ name, value }),
  );

test('an item whose parts are the same stays the same object, in any order, and so does a list of the same items', () => {
  const first = of({ a: 1, b: 2 });
  expect(first).toEqual([
    { name: 'a', value: 1 },
    { name: 'b', value: 2 },
  ]);
  expect(of({ a: 1, b: 2 })).toBe(first);
  const changed = of({ a: 1, b: 3 });
  expect(changed).not.toBe(first);
  expect(changed[0]).toBe(first[0]);
  expect(changed[1]).toEqual({ name: 'b', value: 3 });
  const turned = of({ b: 3, a: 1 });
  expect(turned[0]).toBe(changed[1]);
  expect(turned[1]).toBe(changed[0]);
});

test('an item that was missing in between is another object', () => {
  const before = of({ c: 1 })[0];
  of({});
  expect(of({ c: 1 })[0]).not.toBe(before);
  expect(of({ c: 1 })[0]).toEqual(before);
});
