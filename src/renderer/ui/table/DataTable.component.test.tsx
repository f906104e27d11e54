import { createAtom, useSelector } from '@tanstack/react-store';
import { useMemo, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { sortRows } from '../../../shared/rows/sort-rows.ts';
import { render } from '../../testing/render.tsx';
import { MenuItem } from '../controls/MenuItem.tsx';
import { ColumnsMenu } from '../screen/ColumnsMenu.tsx';
import { DetailPanel } from '../screen/DetailPanel.tsx';
import { columnHelper, type RowIndex, sortKeys } from './column.ts';
import { DataTable } from './DataTable.tsx';
import { useColumnTable } from './use-column-table.ts';

interface Row {
  symbol: string;
  side: string;
  quantity: string;
  price: string;
  fee: string;
  status: string;
}

const headers = { symbol: 'Symbol', side: 'Side', quantity: 'Quantity', price: 'Price', fee: 'Fee', status: 'Status' };
const fields = Object.keys(headers) as (keyof Row)[];
const columns = fields.map((field) =>
  columnHelper<Row>().accessor(field, {
    header: headers[field],
    size: 160,
    meta: { sort: field === 'symbol' ? 'text' : 'decimal', text: (row) => row[field] },
  }),
);
const rowCount = 300;
const rows = Array.from({ length: rowCount }, (_, place): Row => {
  const figures = Object.fromEntries(fields.map((field, column) => [field, String((place * 7 + column) % 50)]));
  return { ...(figures as unknown as Row), symbol: `S${String(place).padStart(3, '0')}-USDT` };
});

/** The rows with their current figures. */
const live = createAtom(rows);
beforeEach(() => live.set(rows));

const cellItems = Array.from({ length: 16 }, (_, place) => `Item ${place}`);

/** A screen with nothing but a table, its columns menu, and the details of a row. */
function TableScreen() {
  const table = useColumnTable('symbol-rules', columns);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const { sorting } = table.state;
  const shown = useSelector(live);
  const index = useMemo((): RowIndex<Row> => {
    const order = sortRows(shown, sortKeys(columns, sorting));
    return { rowCount, rowAt: (position) => shown[order[position] ?? -1] };
  }, [shown, sorting]);
  const open = rows.find(({ symbol }) => symbol === openKey);
  return (
    <section className="screen">
      <ColumnsMenu table={table} />
      <div className="screen-body">
        <DataTable
          label="Rows"
          table={table}
          index={index}
          rowKey={({ symbol }) => symbol}
          listKey={JSON.stringify(sorting)}
          complete
          openKey={openKey}
          onOpen={(row) => setOpenKey(row?.symbol ?? null)}
          cellItems={() => cellItems.map((label) => <MenuItem key={label} label={label} onClick={() => {}} />)}
        />
        {open && <DetailPanel row={open} columns={columns} onClose={() => setOpenKey(null)} />}
      </div>
    </section>
  );
}

const grid = page.getByRole('grid', { name: 'Rows' });
const details = page.getByRole('complementary', { name: 'Details' });
const press = (keys: string): Promise<void> => userEvent.keyboard(keys);

/** The element of the grid that a selector finds; the test fails without one. */
function find(selector: string): HTMLElement {
  const found = grid.element().querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`The grid has no ${selector}.`);
  return found;
}
const head = (name: string): Locator => grid.getByRole('columnheader', { name });
const headings = (): string[] =>
  [...grid.element().querySelectorAll('.table-head-text')].map(({ textContent }) => textContent ?? '');
const activeColumn = (): string | undefined =>
  grid.element().querySelector<HTMLElement>('[data-row-id] [data-active]')?.dataset.col;
const leftOf = (column: string): number =>
  find(`[data-position="1"] [data-col="${column}"]`).getBoundingClientRect().left -
  grid.element().getBoundingClientRect().left;
const widthOf = (column: string): number =>
  find(`[role="columnheader"][data-col="${column}"]`).getBoundingClientRect().width;

/** True if an element lies within the grid. */
const isInSight = (selector: string): boolean => {
  const [frame, box] = [grid.element().getBoundingClientRect(), find(selector).getBoundingClientRect()];
  return box.top >= frame.top && box.bottom <= frame.bottom && box.left >= frame.left && box.right <= frame.right;
};

beforeEach(() => page.viewport(1440, 900));

it('tells screen readers the names of its columns, the sort, and that details are open', async () => {
  render(<TableScreen />);
  for (const field of fields) {
    await expect.element(page.getByRole('columnheader', { name: headers[field], exact: true })).toBeVisible();
  }
  await head('Price').click();
  await expect.element(page.getByText('Sorted by Price, descending')).toBeInTheDocument();
  await grid.getByRole('gridcell').first().click();
  await expect.element(page.getByText('Details opened')).toBeInTheDocument();
});

it('shows the selected rows as a table that is drawn as a whole', async () => {
  render(<TableScreen />);
  await grid.getByText('S000-USDT').click();
  await press('{Escape}{Control>}a{/Control}{Shift>}{F10}{/Shift}');
  await page.getByRole('menuitem', { name: 'Show 300 rows as a plain table' }).click();
  const plain = page.getByRole('dialog').getByRole('table');
  await expect.element(plain.getByRole('columnheader', { name: 'Quantity' })).toBeVisible();
  expect(plain.getByRole('row').elements()).toHaveLength(rowCount + 1);
  const last = plain.getByRole('row').elements().at(-1);
  expect(last?.textContent).toContain('S299-USDT');
  await press('{Escape}');
  await expect.element(plain).not.toBeInTheDocument();
  expect(document.activeElement).toBe(grid.element());
});

it('takes the keyboard to no cell below a pinned column, and scrolls pinned columns that would fill it', async () => {
  await page.viewport(620, 500);
  render(<TableScreen />);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Pin Price right' }).click();
  await press('{Escape}');
  await expect.element(grid.getByRole('columnheader').last()).toMatchTextContent('Price');
  (grid.element() as HTMLElement).focus();
  await press('{ArrowDown}');
  const isUncovered = (): boolean => {
    const column = find(`[role="columnheader"][data-col="${activeColumn()}"]`).getBoundingClientRect();
    const start = find('[role="columnheader"][data-col="symbol"]').getBoundingClientRect().right;
    const end = find('[role="columnheader"][data-pinned="end"]').getBoundingClientRect().left;
    return column.left >= start - 1 && column.right <= end + 1;
  };
  for (const [key, steps] of [
    ['{ArrowRight}', fields.length - 2],
    ['{ArrowLeft}', fields.length - 3],
  ] as const) {
    for (let step = 0; step < steps; step++) {
      await press(key);
      expect(isUncovered(), `${activeColumn()} after ${key}`).toBe(true);
    }
  }
  await press('{End}');
  expect(activeColumn()).toBe('price');
  expect(find('[data-row-id] [data-active]').getAttribute('aria-colindex')).toBe(String(fields.length));

  await page.getByRole('button', { name: 'Columns' }).click();
  for (const column of ['Side', 'Fee', 'Status']) {
    await page.getByRole('button', { name: `Pin ${column} left` }).click();
  }
  await press('{Escape}');
  await expect.element(grid).toHaveAttribute('data-unpinned');
  (grid.element() as HTMLElement).focus();
  await press('{End}');
  await expect.element(grid.getByRole('columnheader').last()).toBeInViewport({ ratio: 1 });
  expect(leftOf('symbol')).toBeLessThan(0);
  await press('{Home}');
  expect(leftOf('symbol')).toBe(0);
});

it('lets the keyboard reach every cell, the headers, and the details', async () => {
  render(<TableScreen />);
  await expect.element(grid.getByRole('gridcell').first()).toBeVisible();
  (grid.element() as HTMLElement).focus();
  await press('{ArrowDown}{ArrowDown}{ArrowRight}{ArrowRight}');
  expect(find('[data-position="1"] [data-active]').dataset.col).toBe('quantity');
  await press('{Control>}{End}{/Control}');
  await expect.poll(() => find('[data-active]').parentElement?.dataset.position).toBe(String(rowCount - 1));
  await expect.poll(() => isInSight('[data-active]')).toBe(true);
  await press('{PageUp}{Home}');
  expect(Number(find('[data-active]').parentElement?.dataset.position)).toBeLessThan(rowCount - 10);
  expect(activeColumn()).toBe('symbol');
  await press('{Control>}{Home}{/Control}');
  await expect.poll(() => isInSight('[data-position="0"] [data-active]')).toBe(true);

  await press('{Enter}');
  await expect.element(details.getByRole('heading', { name: 'S000-USDT' })).toBeVisible();
  await press('{ArrowDown}');
  await expect.element(details.getByRole('heading', { name: 'S001-USDT' })).toBeVisible();
  await press('{Escape}');
  await expect.element(details).not.toBeInTheDocument();

  await press('{ArrowUp}{ArrowUp}{Enter}');
  await expect.element(head('Symbol')).toHaveAttribute('aria-sort', 'ascending');
});

it('changes widths, order, pins and visibility of columns by pointer, keyboard and menu, saves them, and resets them', async () => {
  const { host, restart } = render(<TableScreen />);
  await expect.element(head('Symbol')).toBeVisible();
  const before = widthOf('symbol');
  const border = page.elementLocator(find('[data-col="symbol"] .table-head-border'));
  await userEvent.dragAndDrop(border, head('Symbol'), {
    sourcePosition: { x: 4, y: 8 },
    targetPosition: { x: before + 80, y: 8 },
    force: true,
  });
  await expect.poll(() => widthOf('symbol')).toBeCloseTo(before + 80, -1);
  await expect.element(head('Symbol')).toHaveAttribute('aria-sort', 'none');
  (grid.element() as HTMLElement).focus();
  await press('{Shift>}{ArrowRight}{ArrowRight}{ArrowLeft}{/Shift}');
  await expect.poll(() => widthOf('symbol')).toBeCloseTo(before + 96, -1);

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Fee' }).click();
  await page.getByRole('button', { name: 'Move Price up' }).click();
  await press('{Escape}');
  await expect.poll(headings).toEqual(['Symbol', 'Side', 'Price', 'Quantity', 'Status']);

  // The menu of a header pins, moves and hides its column.
  (grid.element() as HTMLElement).focus();
  await press('{End}{Shift>}{F10}{/Shift}');
  const menu = page.getByRole('menu', { name: 'Column Status' });
  await expect.element(menu).toHaveFocus();
  await expect.element(menu.getByRole('menuitemradio', { name: 'Not pinned' })).toHaveAttribute('aria-checked', 'true');
  await press('{ArrowDown}');
  await expect.element(menu.getByRole('menuitemradio', { name: 'Sort ascending' })).toHaveFocus();
  await press('{ArrowDown}{ArrowDown}{ArrowDown}');
  await expect.element(menu.getByRole('menuitemradio', { name: 'Pin left' })).toHaveFocus();
  await press('{Enter}');
  await expect.poll(() => headings()[1]).toBe('Status');
  await expect.element(grid).toHaveFocus();
  await press('{Home}{Control>}{Shift>}{ArrowRight}{/Shift}{/Control}');
  await expect.poll(headings).toEqual(['Status', 'Symbol', 'Side', 'Price', 'Quantity']);
  expect(find('[role="columnheader"][data-active]').dataset.col).toBe('symbol');
  await head('Side').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Hide column' }).click();
  await head('Price').click({ button: 'right' });
  await page.getByRole('menuitemradio', { name: 'Pin right' }).click();
  const order = ['Status', 'Symbol', 'Quantity', 'Price'];
  await expect.poll(headings).toEqual(order);

  // The next page has the same columns.
  await expect.poll(() => host.settings.tables['symbol-rules']?.columnPinning.end).toEqual(['price']);
  restart();
  await expect.poll(headings).toEqual(order);
  expect(widthOf('symbol')).toBeCloseTo(before + 96, -1);
  await expect.element(head('Status')).toHaveAttribute('data-pinned', 'start');
  await expect.element(head('Price')).toHaveAttribute('data-pinned', 'end');

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Reset columns' }).click();
  await press('{Escape}');
  await expect.poll(headings).toEqual(Object.values(headers));

  // A header that is dragged onto a pinned column is pinned.
  await userEvent.dragAndDrop(page.elementLocator(find('[data-col="price"] .table-head-label')), head('Symbol'));
  await expect.poll(() => headings()[0]).toBe('Price');
  await expect.element(head('Price')).toHaveAttribute('data-pinned', 'start');
});

it('changes a column by the menu of its cells', async () => {
  render(<TableScreen />);
  await expect.element(head('Price')).toBeVisible();
  const command = async (role: 'menuitem' | 'menuitemradio', name: string): Promise<void> => {
    await page.elementLocator(find('[data-position="0"] [data-col="price"]')).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Column Price' }).click();
    await page.getByRole('menu', { name: 'Column Price' }).getByRole(role, { name }).click();
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  };
  await command('menuitemradio', 'Sort ascending');
  await expect.element(head('Price')).toHaveAttribute('aria-sort', 'ascending');
  const before = widthOf('price');
  await command('menuitem', 'Fit width to content');
  await expect.poll(() => widthOf('price')).toBeLessThan(before);
  await command('menuitem', 'Hide column');
  await expect.element(head('Price')).not.toBeInTheDocument();

  await head('Symbol').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Reset all columns' }).click();
  await expect.element(head('Price')).toBeVisible();
  await expect.poll(() => widthOf('price')).toBe(before);
});

it('shows beside the item of the menu that copies what Ctrl+C copies its shortcut', async () => {
  render(<TableScreen />);
  const item = (name: string): Locator => page.getByRole('menuitem', { name, exact: true });
  await grid.getByRole('gridcell').first().click({ button: 'right' });
  await expect.element(item('Copy cell')).toHaveAttribute('aria-keyshortcuts', 'Control+C');
  await expect.element(item('Copy cell')).toMatchTextContent('Copy cellCtrlC');
  await expect.element(item('Copy row')).not.toHaveAttribute('aria-keyshortcuts');
  await press('{Escape}');
  (grid.element() as HTMLElement).focus();
  await press('{Shift>}{ArrowDown}{/Shift}{Shift>}{F10}{/Shift}');
  await expect.element(item('Copy 2 rows')).toHaveAttribute('aria-keyshortcuts', 'Control+C');
  await expect.element(item('Copy cell')).not.toHaveAttribute('aria-keyshortcuts');
});

it('shows the whole menu of a cell at the bottom of the window, beside the pointer', async () => {
  await page.viewport(1024, 800);
  render(<TableScreen />);
  await expect.element(grid).toBeVisible();
  const cell = find('[data-position="15"] [data-col="side"]');
  await page.elementLocator(cell).click({ button: 'right' });
  const menu = page.getByRole('menu').element();
  await expect.element(page.getByRole('menuitem', { name: 'Column Side' })).toBeVisible();
  await expect.poll(() => menu.scrollHeight - menu.clientHeight).toBeLessThanOrEqual(0);
  const pointer = cell.getBoundingClientRect();
  const { left, bottom } = menu.getBoundingClientRect();
  expect(bottom).toBeLessThanOrEqual(window.innerHeight);
  expect(left).toBeGreaterThanOrEqual(pointer.left + pointer.width / 2 - 1);
});

it('keeps the texts of places that often show another row, and replaces the cells of rows that had rested, and figures of another length', async () => {
  render(<TableScreen />);
  await expect.element(grid).toBeVisible();
  const cells = () => [...grid.element().querySelectorAll('[data-row-id] [data-col="quantity"]')];
  const drawn = () => cells().map((cell) => ({ cell, text: cell.firstChild, length: cell.textContent.length }));
  /** Of each cell that was there before: whether its text is as long as before, and whether it has the same node. */
  const compared = (before: ReturnType<typeof drawn>) =>
    before
      .filter(({ cell }) => cell.isConnected)
      .map(({ cell, text, length }) => ({
        isAsLong: cell.textContent.length === length,
        isKept: cell.firstChild === text,
      }));
  const scrollTo = async (position: number) => {
    grid.element().scrollTop = position * 28;
    await expect.poll(() => grid.element().querySelector(`[data-position="${position + 4}"]`)).not.toBeNull();
  };
  await scrollTo(60);
  const first = drawn();
  await scrollTo(151);
  expect(compared(first)).toContainEqual({ isAsLong: false, isKept: true });
  expect(compared(first).every(({ isKept }) => isKept)).toBe(true);
  await scrollTo(0);
  const before = drawn();
  live.set(rows.map((row, place) => ({ ...row, quantity: place % 2 === 0 ? `${row.quantity}0` : row.quantity })));
  await expect.poll(() => compared(before)).toContainEqual({ isAsLong: false, isKept: false });
  expect(compared(before).every(({ isAsLong, isKept }) => isAsLong === isKept)).toBe(true);
  // The user expects another order after a click, and a new node each would cost a twentieth of its time.
  const unsorted = drawn();
  await head('Quantity').click();
  await expect.poll(() => compared(unsorted)).toContainEqual({ isAsLong: false, isKept: true });
  expect(compared(unsorted).every(({ isKept }) => isKept)).toBe(true);

  // Rows that have rested leave with their cells when others take their places, but those that change with each tick keep them.
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 2000);
  const exchange = () => live.set(live.get().map((row) => ({ ...row, quantity: String(60 - Number(row.quantity)) })));
  const rested = drawn();
  exchange();
  await expect.poll(() => rested.some(({ cell }) => cell.isConnected)).toBe(false);
  const ticking = drawn();
  exchange();
  await expect.poll(() => compared(ticking)).toContainEqual({ isAsLong: false, isKept: true });
  clock.mockRestore();
});

it('gives every pixel of a row to a cell, and keeps a pinned column above the others', async () => {
  await page.viewport(620, 500);
  render(<TableScreen />);
  await expect.element(grid.getByRole('gridcell').first()).toBeVisible();
  /** The columns of the cells that are topmost at some places of an element, as shares of its height. */
  const topmost = (selector: string, lefts: number[], shares: number[]): (string | null | undefined)[] => {
    const { left, top, height } = find(selector).getBoundingClientRect();
    const points = shares.flatMap((share) => lefts.map((x) => [left + x, top + share * (height - 0.5)] as const));
    return points.map(([x, y]) =>
      document.elementFromPoint(x, y)?.closest('[role="gridcell"]')?.getAttribute('data-col'),
    );
  };
  expect(topmost('[data-position="2"]', [20, 300], [0, 0.5, 1])).toEqual([0, 0.5, 1].flatMap(() => ['symbol', 'side']));
  await expect.element(grid).not.toHaveAttribute('data-under-start');
  grid.element().scrollLeft = 300;
  await expect.element(grid).toHaveAttribute('data-under-start');
  expect(leftOf('symbol')).toBe(0);
  expect(topmost('[data-position="1"] [data-col="symbol"]', [40], [0.5])).toEqual(['symbol']);
  // The other cells do not show through.
  expect(getComputedStyle(find('[data-position="1"] [data-col="symbol"]')).backgroundColor).toMatch(/^rgb\(/);
});

it('keeps the elements of the rows in the order shown, wherever the user scrolls', async () => {
  render(<TableScreen />);
  await expect.element(grid.getByRole('gridcell').first()).toBeVisible();
  const positions = (): number[] =>
    [...grid.element().querySelectorAll<HTMLElement>('[data-row-id]')].map(({ dataset }) => Number(dataset.position));
  for (const pixels of [910, -333]) {
    const before = positions()[0];
    grid.element().scrollTop += pixels;
    await expect.poll(() => positions()[0]).not.toBe(before);
    await expect
      .poll(() => positions().every((position, place, all) => place === 0 || position === (all[place - 1] ?? 0) + 1))
      .toBe(true);
  }
});

it('selects the rows over which the pointer is dragged, and moves by letters, too', async () => {
  render(<TableScreen />);
  await expect.element(grid.getByRole('gridcell').first()).toBeVisible();
  const cellAt = (position: number): Locator =>
    page.elementLocator(find(`[data-position="${position}"] [data-col="price"]`));
  const chosen = (): string[] =>
    [...grid.element().querySelectorAll<HTMLElement>('[data-chosen]')].map(({ dataset }) => dataset.position ?? '');
  await userEvent.dragAndDrop(cellAt(2), cellAt(5), { steps: 6 });
  await expect.poll(() => chosen().sort()).toEqual(['2', '3', '4', '5']);
  expect(getSelection()?.toString()).toBe('');
  await expect.element(details).not.toBeInTheDocument();
  await press('{Escape}j');
  await expect.poll(() => find('[data-active]').parentElement?.dataset.position).toBe('6');
  await press('k');
  await expect.poll(() => find('[data-active]').parentElement?.dataset.position).toBe('5');
});

it('keeps the keys of the table when Escape closes the details from within', async () => {
  render(<TableScreen />);
  await expect.element(grid).toBeVisible();
  (grid.element() as HTMLElement).focus();
  await press('{ArrowDown}{Enter}');
  (details.getByRole('button', { name: 'Close details' }).element() as HTMLElement).focus();
  await press('{Escape}');
  await expect.element(details).not.toBeInTheDocument();
  await expect.element(grid).toHaveFocus();
  await press('{ArrowDown}');
  expect(find('[data-row-id] [data-active]').parentElement?.dataset.position).toBe('1');
});
