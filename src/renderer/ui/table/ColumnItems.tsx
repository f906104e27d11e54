import { Menu } from '@base-ui/react/menu';
import type { RowData } from '@tanstack/react-table';
import { Check } from 'lucide-react';
import type { RefObject } from 'react';
import { useText } from '../../text/use-text.ts';
import { type ColumnTable, moveColumn, neighborOf, type PlacedColumn } from './column-table.ts';

interface ColumnItemsProps<Row extends RowData> {
  table: ColumnTable<Row>;
  columns: readonly PlacedColumn<Row>[];
  columnId: string;
  grid: RefObject<HTMLElement | null>;
}

/** The menu items of one column: sort, pinning, order, width and visibility. */
export function ColumnItems<Row extends RowData>({ table, columns, columnId, grid }: ColumnItemsProps<Row>) {
  const words = useText().table.header;
  const column = table.getColumn(columnId);
  if (!column) return null;
  const mover = (step: -1 | 1) => {
    const neighbor = neighborOf(columns, columnId, step);
    return { disabled: neighbor === undefined, onClick: () => neighbor && moveColumn(table, columnId, neighbor) };
  };
  const fit = (): void => {
    const width = grid.current ? fittingWidth(grid.current, columnId) : 0;
    if (width > 0) table.setColumnSizing((sizes) => ({ ...sizes, [columnId]: width }));
  };
  return (
    <>
      {column.getCanSort() && (
        <>
          <Choices
            names={words.sorts}
            value={column.getIsSorted() || 'none'}
            onChange={(next) => (next === 'none' ? column.clearSorting() : column.toggleSorting(next === 'desc'))}
          />
          <Menu.Separator className="popup-separator" />
        </>
      )}
      <Choices
        names={words.pins}
        value={column.getIsPinned() || 'none'}
        onChange={(next) => column.pin(next === 'none' ? false : next)}
      />
      <Menu.Separator className="popup-separator" />
      <Menu.Item className="popup-item" {...mover(-1)}>
        {words.moveToStart}
      </Menu.Item>
      <Menu.Item className="popup-item" {...mover(1)}>
        {words.moveToEnd}
      </Menu.Item>
      <Menu.Separator className="popup-separator" />
      <Menu.Item className="popup-item" onClick={fit}>
        {words.fitWidth}
      </Menu.Item>
      <Menu.Item className="popup-item" onClick={() => column.resetSize()}>
        {words.defaultWidth}
      </Menu.Item>
      <Menu.Item className="popup-item" disabled={columns.length === 1} onClick={() => column.toggleVisibility(false)}>
        {words.hide}
      </Menu.Item>
      <Menu.Item className="popup-item" onClick={table.reset}>
        {words.reset}
      </Menu.Item>
    </>
  );
}

interface ChoicesProps<Name extends string> {
  names: Readonly<Record<Name, string>>;
  value: Name;
  onChange: (name: Name) => void;
}

/** Menu items of which one is checked. */
function Choices<Name extends string>({ names, value, onChange }: ChoicesProps<Name>) {
  return (
    <Menu.RadioGroup value={value} onValueChange={onChange}>
      {(Object.keys(names) as Name[]).map((name) => (
        <Menu.RadioItem key={name} value={name} className="popup-item" closeOnClick>
          <span className="popup-item-text">{names[name]}</span>
          <Menu.RadioItemIndicator className="popup-item-mark">
            <Check size={14} aria-hidden="true" />
          </Menu.RadioItemIndicator>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

/** CSS pixels of both paddings of a cell and a header. */
const paddings = 16;
/** CSS pixels of the arrow of a sorted column. */
const sortArrow = 16;

/** Returns the width (CSS pixels) at which a column shows its name and all of its drawn cells whole. 0: the column is not drawn. */
function fittingWidth(grid: HTMLElement, columnId: string): number {
  const cells = grid.querySelectorAll<HTMLElement>(`[data-col="${CSS.escape(columnId)}"]`);
  return Math.max(0, ...Array.from(cells, (cell) => Math.ceil(contentWidth(cell)) + paddings));
}

/** Returns the width of the texts of a cell, also of those that are cut off. */
function contentWidth(cell: HTMLElement): number {
  if (cell.role !== 'columnheader') return rangeWidth(cell);
  const lines = cell.querySelectorAll('.table-head-text, .table-head-unit');
  return Math.max(0, ...Array.from(lines, rangeWidth)) + (cell.dataset.sorted ? sortArrow : 0);
}

function rangeWidth(element: Element): number {
  const contents = document.createRange();
  contents.selectNodeContents(element);
  return contents.getBoundingClientRect().width;
}
