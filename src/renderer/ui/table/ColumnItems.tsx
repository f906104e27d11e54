import { Menu } from '@base-ui/react/menu';
import type { RowData } from '@tanstack/react-table';
import { Check } from 'lucide-react';
import type { RefObject } from 'react';
import { useText } from '../../text/use-text.ts';
import { type ColumnTable, moveColumn, neighborOf, type PlacedColumn, resetColumns } from './column-table.ts';
import { fittingWidth } from './fitting-width.ts';

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
      <Menu.Item className="popup-item" onClick={() => resetColumns(table)}>
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
