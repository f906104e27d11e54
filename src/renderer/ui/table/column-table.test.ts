import { describe, expect, it } from 'vitest';
import { columnHelper } from './column.ts';
import {
  createColumnTable,
  defaultLayout,
  layoutOf,
  moveColumn,
  neighborOf,
  placedColumns,
  resetColumns,
  shownColumns,
} from './column-table.ts';

interface Row {
  created: number;
  symbol: string;
  price: string;
  amount: string;
  star: string;
}

const helper = columnHelper<Row>();
const text = (): string => '';
const columns = [
  helper.accessor('created', { header: 'Created', size: 100, meta: { text, sort: 'number' } }),
  helper.accessor('symbol', { header: 'Symbol', size: 100, meta: { text, sort: 'text' } }),
  helper.accessor('price', { header: 'Price', size: 100, meta: { text, sort: 'decimal' } }),
  helper.accessor('amount', { header: 'Amount', size: 100, meta: { text, sort: 'decimal' } }),
  helper.accessor('star', { header: 'Star', size: 100, meta: { text } }),
];

const tableWith = (layout: Partial<typeof defaultLayout> = {}) =>
  createColumnTable(columns, { ...defaultLayout, ...layout });
const idsOf = (placed: readonly { id: string }[]): string => placed.map(({ id }) => id).join(' ');

describe('the columns shown', () => {
  it('are in their own order behind the pinned symbol', () => {
    expect(idsOf(shownColumns(tableWith()))).toBe('symbol created price amount star');
  });
  it('follow the order of the user, with columns that it does not name at the end', () => {
    const table = tableWith({ columnOrder: ['amount', 'gone', 'created'] });
    expect(idsOf(shownColumns(table))).toBe('symbol amount created price star');
  });
  it('leave out the hidden ones, of which the table knows the place', () => {
    const table = tableWith({ columnVisibility: { price: false, gone: false } });
    expect(idsOf(shownColumns(table))).toBe('symbol created amount star');
    expect(idsOf(placedColumns(table))).toBe('symbol created price amount star');
  });
  it('leave out columns that are hidden at first, until the user shows them', () => {
    const star = helper.accessor('star', { header: 'Star', meta: { text, isHiddenAtFirst: true } });
    const withHidden = [...columns.slice(0, 2), star];
    const table = createColumnTable(withHidden, defaultLayout);
    expect(idsOf(shownColumns(table))).toBe('symbol created');
    table.getColumn('star')?.toggleVisibility(true);
    expect(idsOf(shownColumns(table))).toBe('symbol created star');
    expect(idsOf(shownColumns(createColumnTable(withHidden, layoutOf(table.store.state))))).toBe('symbol created star');
    resetColumns(table);
    expect(idsOf(shownColumns(table))).toBe('symbol created');
  });
  it('have the columns pinned at the end behind all others', () => {
    const table = tableWith({ columnPinning: { start: ['gone', 'symbol'], end: ['created'] } });
    expect(shownColumns(table).map(({ id, region }) => `${id} ${region}`)).toEqual([
      'symbol start',
      'price center',
      'amount center',
      'star center',
      'created end',
    ]);
  });
  it('return to their place when they are unpinned', () => {
    const table = tableWith();
    table.getColumn('symbol')?.pin(false);
    expect(idsOf(shownColumns(table))).toBe('created symbol price amount star');
  });
});

describe('moving a column', () => {
  const moved = (id: string, onto: string): string => {
    const table = tableWith();
    moveColumn(table, id, onto);
    return shownColumns(table)
      .map(({ id: each, region }) => (region === 'center' ? each : `${each}:${region}`))
      .join(' ');
  };

  it('puts it before the other one toward the start, and behind it toward the end', () => {
    expect(moved('star', 'price')).toBe('symbol:start created star price amount');
    expect(moved('created', 'amount')).toBe('symbol:start price amount created star');
  });
  it('pins it in front of a pinned column, and unpins it in front of one that scrolls', () => {
    expect(moved('price', 'symbol')).toBe('price:start symbol:start created amount star');
    expect(moved('symbol', 'amount')).toBe('created price symbol amount star');
  });
  it('changes nothing if one of the two does not exist', () => {
    expect(moved('price', 'gone')).toBe('symbol:start created price amount star');
    expect(moved('gone', 'price')).toBe('symbol:start created price amount star');
  });
  it('by one step stays in the region of the column', () => {
    const shown = shownColumns(tableWith());
    expect(neighborOf(shown, 'price', -1)).toBe('created');
    expect(neighborOf(shown, 'created', -1)).toBeUndefined();
    expect(neighborOf(shown, 'star', 1)).toBeUndefined();
    expect(neighborOf(shown, 'symbol', 1)).toBeUndefined();
  });
});

describe('the width of a column', () => {
  it('is limited, so that its border can always be grabbed', () => {
    const table = tableWith({ columnSizing: { price: 0, amount: 9000 } });
    expect(table.getColumn('price')?.getSize()).toBe(44);
    expect(table.getColumn('amount')?.getSize()).toBe(800);
    expect(table.getColumn('star')?.getSize()).toBe(100);
  });
});

describe('choosing a column to sort by', () => {
  const sorting = (clicks: readonly (readonly [string, boolean])[]): string => {
    const table = tableWith();
    for (const [id, isFurther] of clicks) table.getColumn(id)?.toggleSorting(undefined, isFurther);
    return table.store.state.sorting.map(({ id, desc }) => `${id} ${desc ? 'desc' : 'asc'}`).join(', ');
  };

  it('begins with the largest figure and the first text, then reverses, then ends', () => {
    expect(sorting([['price', false]])).toBe('price desc');
    expect(
      sorting([
        ['price', false],
        ['price', false],
      ]),
    ).toBe('price asc');
    expect(
      sorting([
        ['price', false],
        ['price', false],
        ['price', false],
      ]),
    ).toBe('');
    expect(sorting([['symbol', false]])).toBe('symbol asc');
  });
  it('replaces the sort, or adds a further column to it', () => {
    expect(
      sorting([
        ['symbol', false],
        ['price', false],
      ]),
    ).toBe('price desc');
    expect(
      sorting([
        ['symbol', false],
        ['price', true],
      ]),
    ).toBe('symbol asc, price desc');
    expect(
      sorting([
        ['symbol', false],
        ['price', true],
        ['symbol', true],
      ]),
    ).toBe('symbol desc, price desc');
  });
  it('is possible only for a column with a kind of sort', () => {
    expect(columns.map(({ id }) => tableWith().getColumn(id)?.getCanSort())).toEqual([true, true, true, true, false]);
  });
});

describe('the saved layout', () => {
  const changed = {
    columnOrder: ['price', 'created'],
    columnVisibility: { star: false },
    columnSizing: { price: 200 },
    columnPinning: { start: ['amount'], end: ['symbol'] },
    sorting: [{ id: 'price', desc: true }],
  };

  it('is the state of the table, and restores it', () => {
    expect(layoutOf(tableWith().store.state)).toEqual(defaultLayout);
    expect(layoutOf(tableWith(changed).store.state)).toEqual(changed);
  });
  it('is reset except for the sort', () => {
    const table = tableWith(changed);
    resetColumns(table);
    expect(layoutOf(table.store.state)).toEqual({ ...defaultLayout, sorting: changed.sorting });
  });
});
