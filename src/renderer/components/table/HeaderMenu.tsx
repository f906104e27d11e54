import { Menu } from '@base-ui/react/menu';
import type { RowData } from '@tanstack/react-table';
import { Check } from 'lucide-react';
import type { RefObject } from 'react';
import { type ColumnTable, moveColumn, neighborOf, type PlacedColumn } from '../../model/column-table.ts';
import { useText } from '../../text/use-text.ts';

/** The column whose menu is open, and the header at which the menu opens. */
export interface OpenHeaderMenu {
  columnId: string;
  header: HTMLElement;
}

interface HeaderMenuProps<Row extends RowData> {
  table: ColumnTable<Row>;
  columns: readonly PlacedColumn<Row>[];
  open: OpenHeaderMenu | null;
  onClose: () => void;
  /** Receives the focus when the menu closes. */
  grid: RefObject<HTMLElement | null>;
}

/** The menu of one column: pinning, order, width and visibility. A right click or the menu key on the header opens it. */
export function HeaderMenu<Row extends RowData>(props: HeaderMenuProps<Row>) {
  const { table, columns, open, onClose, grid } = props;
  const text = useText();
  const words = text.table.header;
  const column = open && table.getColumn(open.columnId);
  if (!open || !column) return null;
  const name = String(column.columnDef.header);
  const pinned = column.getIsPinned() || 'none';
  const mover = (step: -1 | 1) => {
    const neighbor = neighborOf(columns, column.id, step);
    return { disabled: neighbor === undefined, onClick: () => neighbor && moveColumn(table, column.id, neighbor) };
  };
  return (
    <Menu.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Menu.Portal>
        <Menu.Positioner className="popup-positioner" anchor={open.header} align="start">
          <Menu.Popup className="popup popup-list" aria-label={words.menu(name)} finalFocus={grid}>
            <Menu.RadioGroup
              value={pinned}
              onValueChange={(next: 'start' | 'end' | 'none') => column.pin(next === 'none' ? false : next)}
            >
              {(['start', 'end', 'none'] as const).map((pin) => (
                <Menu.RadioItem key={pin} value={pin} className="popup-item" closeOnClick>
                  <span className="popup-item-text">{words.pins[pin]}</span>
                  <Menu.RadioItemIndicator className="popup-item-mark">
                    <Check size={14} aria-hidden="true" />
                  </Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className="popup-separator" />
            <Menu.Item className="popup-item" {...mover(-1)}>
              {words.moveToStart}
            </Menu.Item>
            <Menu.Item className="popup-item" {...mover(1)}>
              {words.moveToEnd}
            </Menu.Item>
            <Menu.Separator className="popup-separator" />
            <Menu.Item className="popup-item" onClick={() => column.resetSize()}>
              {words.defaultWidth}
            </Menu.Item>
            <Menu.Item
              className="popup-item"
              disabled={columns.length === 1}
              onClick={() => column.toggleVisibility(false)}
            >
              {words.hide}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
