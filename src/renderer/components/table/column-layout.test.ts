import { describe, expect, it } from 'vitest';
import type { TableColumn } from '../../model/column.ts';
import { emptyLayout } from '../../model/column.ts';
import { columnWidth, completeOrder, moveColumn, resizedColumn, shownColumns, toggledSort } from './column-layout.ts';

const column = (id: string, sort?: 'text' | 'decimal'): TableColumn<string> => ({
  id,
  header: id,
  width: 100,
  text: (row) => row,
  ...(sort && { sort: { kind: sort, of: (row: string) => row } }),
});
const [symbol, price, amount, star] = [
  column('symbol', 'text'),
  column('price', 'decimal'),
  column('amount', 'decimal'),
  column('star'),
];

describe('the columns that are shown', () => {
  const all = [symbol, price, amount];
  const ids = (order: string[], hidden: string[]): string[] =>
    shownColumns(all, { order, hidden }).map((shown) => shown.id);

  it('come in their own order before the reader has chosen one', () => {
    expect(ids([], [])).toEqual(['symbol', 'price', 'amount']);
  });
  it('follow the reader, with columns that are new since at their end and without those that are gone', () => {
    expect(ids(['amount', 'gone', 'symbol'], [])).toEqual(['amount', 'symbol', 'price']);
    expect(ids(['amount', 'symbol'], ['symbol', 'gone'])).toEqual(['amount', 'price']);
  });
});

describe('the order of columns', () => {
  it('has a column before the one it is moved to the front onto, and behind the one it is moved to the back onto', () => {
    expect(moveColumn(['a', 'b', 'c', 'd'], 'd', 'b')).toEqual(['a', 'd', 'b', 'c']);
    expect(moveColumn(['a', 'b', 'c', 'd'], 'a', 'c')).toEqual(['b', 'c', 'a', 'd']);
  });
  it('stays when one of the two is not there', () => {
    expect(moveColumn(['a', 'b'], 'a', 'x')).toEqual(['a', 'b']);
    expect(completeOrder(['x'], ['a', 'b'])).toEqual(['a', 'b']);
  });
});

describe('the width of a column', () => {
  it('is its own until the reader drags its border, and again when that is taken back', () => {
    const dragged = resizedColumn(emptyLayout, 'price', 133.4);
    expect(columnWidth(price, emptyLayout.widths)).toBe(100);
    expect(columnWidth(price, dragged.widths)).toBe(133);
    expect(resizedColumn(dragged, 'price', null)).toEqual(emptyLayout);
  });
  it('is neither so narrow nor so wide that its border can no longer be held', () => {
    expect(resizedColumn(emptyLayout, 'price', -20).widths).toEqual({ price: 44 });
    expect(resizedColumn(emptyLayout, 'price', 9000).widths).toEqual({ price: 800 });
    expect(columnWidth(price, { price: 2000 })).toBe(800);
  });
});

describe('choosing a column to sort by', () => {
  const ascending = { column: 'symbol', direction: 'ascending' } as const;
  const descending = { column: 'price', direction: 'descending' } as const;

  it('begins with the largest figure and with the first text, turns round, and ends', () => {
    expect(toggledSort([], price, false)).toEqual([descending]);
    expect(toggledSort([descending], price, false)).toEqual([{ column: 'price', direction: 'ascending' }]);
    expect(toggledSort([{ column: 'price', direction: 'ascending' }], price, false)).toEqual([]);
    expect(toggledSort([], symbol, false)).toEqual([ascending]);
  });
  it('leaves the other columns of the sort out, or keeps them when it is a further one', () => {
    expect(toggledSort([ascending], price, false)).toEqual([descending]);
    expect(toggledSort([ascending], price, true)).toEqual([ascending, descending]);
    expect(toggledSort([descending, ascending], price, true)).toEqual([
      { column: 'price', direction: 'ascending' },
      ascending,
    ]);
    expect(toggledSort([{ column: 'price', direction: 'ascending' }, ascending], price, true)).toEqual([ascending]);
  });
  it('lets the oldest go where there are more than the settings keep', () => {
    const eight = Array.from({ length: 8 }, (_, place) => ({ column: `c${place}`, direction: 'ascending' as const }));
    expect(toggledSort(eight, price, true)).toEqual([...eight.slice(1), descending]);
  });
  it('does nothing for a column that cannot be sorted by', () => {
    expect(toggledSort([ascending], star, false)).toEqual([ascending]);
  });
});
