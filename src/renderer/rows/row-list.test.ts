import { describe, expect, test } from 'vitest';
import { RowList } from './row-list.ts';

interface Sample {
  key: string;
  createdAt: number;
  raw: string;
}

/** Later letters are newer. */
const row = (key: string, content = ''): Sample => ({ key, createdAt: key.charCodeAt(0), raw: key + content });
const rowsOf = (keys: string) => Array.from(keys, (key) => row(key));
const text = (list: RowList<Sample>) => list.rows.map((entry) => entry.raw).join(' ');

function listOf(keys: string): RowList<Sample> {
  const list = new RowList<Sample>();
  list.append(rowsOf(keys));
  return list;
}

describe('RowList', () => {
  test('keeps each key once, where it was first, in its latest form', () => {
    const list = listOf('cba');
    expect(list.append([row('a', '!'), row('z'), row('c', '?'), row('z', '!')])).toBe(1);
    expect(text(list)).toBe('c? b a! z!');
  });

  test('the array stays the same while rows are only appended, and not otherwise', () => {
    const list = listOf('cb');
    const before = list.rows;
    list.append(rowsOf('ba'));
    expect(list.rows).toBe(before);
    list.append([row('b', '!')]);
    expect(list.rows).not.toBe(before);
    expect(before.map((entry) => entry.raw)).toEqual(['c', 'b', 'a']);
  });

  test('a row that did not change stays the same object', () => {
    const list = listOf('ba');
    const [first] = list.rows;
    list.append(rowsOf('b'));
    list.replaceBy(listOf('cb'));
    expect(list.rows[1]).toBe(first);
  });
});

describe('replaceBy', () => {
  test('says how many rows stand above the first that was there before', () => {
    const list = listOf('dcba');
    expect(list.replaceBy(listOf('fecb'))).toBe(2);
    expect(text(list)).toBe('f e c b');
    expect(list.replaceBy(listOf('zy'))).toBe(0);
    list.append([row('a'), row('z', '!')]);
    expect(text(list)).toBe('z! y a');
  });

  test('the same rows again change nothing', () => {
    const list = listOf('ba');
    const before = list.rows;
    list.replaceBy(listOf('ba'));
    expect(list.rows).toBe(before);
  });
});
