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
    expect(list.prepend([row('e'), row('d'), row('c', '!'), row('e', '!')])).toBe(2);
    expect(list.append([row('a', '!'), row('z'), row('d', '?')])).toBe(1);
    expect(text(list)).toBe('e! d? c! b a! z');
  });

  test('the array stays the same while rows are only appended, and not otherwise', () => {
    const list = listOf('cb');
    const before = list.rows;
    list.append(rowsOf('ba'));
    expect(list.rows).toBe(before);
    list.append([row('b', '!')]);
    expect(list.rows).not.toBe(before);
    expect(before.map((entry) => entry.raw)).toEqual(['c', 'b', 'a']);
    const updated = list.rows;
    list.prepend(rowsOf('d'));
    expect(list.rows).not.toBe(updated);
  });

  test('a row that did not change stays the same object', () => {
    const list = listOf('ba');
    const [first] = list.rows;
    list.prepend(rowsOf('b'));
    list.weave(rowsOf('ba'));
    list.replaceBy(listOf('cb'));
    expect(list.rows[1]).toBe(first);
  });

  test('finds rows again after much was put on top of them', () => {
    const list = listOf('a');
    for (let count = 0; count < 100; count++) list.prepend([row(`n${count}`)]);
    list.append(rowsOf('z'));
    list.append([row('a', '!'), row('z', '!'), row('n0', '!'), row('n99', '!')]);
    expect(list.rows.filter((entry) => entry.raw.endsWith('!')).map((entry) => entry.key)).toEqual([
      'n99',
      'n0',
      'a',
      'z',
    ]);
    expect(list.length).toBe(102);
  });
});

describe('weave', () => {
  test('puts new rows where the page has them', () => {
    const list = listOf('hfdb');
    expect(list.weave([row('j'), row('i'), row('h', '!'), row('g'), row('f'), row('e', '?'), row('d')])).toBe(2);
    expect(text(list)).toBe('j i h! g f e? d b');
    list.append([row('g', '!'), row('b', '!')]);
    expect(text(list)).toBe('j i h! g! f e? d b!');
  });

  test('a page that goes on beyond the end lengthens the list', () => {
    const list = listOf('dc');
    expect(list.weave(rowsOf('dcba'))).toBe(0);
    expect(text(list)).toBe('d c b a');
  });

  test('a row that moved up in the page because others left is not taken for one in between', () => {
    const list = listOf('dcb');
    expect(list.weave(rowsOf('dca'))).toBe(0);
    expect(text(list)).toBe('d c b');
    expect(list.weave(rowsOf('eda'))).toBe(1);
    expect(text(list)).toBe('e d c b');
  });

  test('a page that holds no known row is left alone', () => {
    const list = listOf('ba');
    const before = list.rows;
    expect(list.weave(rowsOf('zy'))).toBeNull();
    expect(list.weave([])).toBeNull();
    expect(list.rows).toBe(before);
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
