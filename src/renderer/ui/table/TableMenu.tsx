import { Menu } from '@base-ui/react/menu';
import type { RowData } from '@tanstack/react-table';
import { ChevronRight } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { copyText } from '../../platform/copy-text.ts';
import { useText } from '../../text/use-text.ts';
import { CopyItem } from '../controls/CopyItem.tsx';
import { MenuItem } from '../controls/MenuItem.tsx';
import { ColumnItems } from './ColumnItems.tsx';
import { exactText, type TableColumn } from './column.ts';
import type { ColumnTable, PlacedColumn } from './column-table.ts';
import { toTsv } from './copy.ts';
import { type RowSelection, selectedRange } from './row-selection.ts';

/** The cell or header whose menu is open. */
export interface OpenTableMenu<Row> {
  columnId: string;
  /** `null` in the header. The menu keeps its row, however the order of the rows changes. */
  row: Row | null;
  /** The menu opens at this element or at the pointer. */
  anchor: { getBoundingClientRect: () => DOMRect };
}

/** The cell for which a screen adds items to the menu. */
export interface MenuCell<Row> {
  row: Row;
  columnId: string;
}

interface TableMenuProps<Row extends RowData> {
  table: ColumnTable<Row>;
  columns: readonly PlacedColumn<Row>[];
  open: OpenTableMenu<Row>;
  onClose: () => void;
  /** Receives the focus when the menu closes. */
  grid: RefObject<HTMLElement | null>;
  selection: RowSelection | null;
  onCopySelection: (selection: RowSelection) => void;
  /** Shows rows as a table that is drawn as a whole. */
  onShowPlain: (selection: RowSelection | null, row: Row) => void;
  /** Returns the items of the screen for a cell. */
  cellItems?: ((cell: MenuCell<Row>) => ReactNode) | undefined;
}

/** The menu of a cell or of a header. A right click, Shift+F10 or the menu key opens it. */
export function TableMenu<Row extends RowData>(props: TableMenuProps<Row>) {
  const { table, columns, open, onClose, grid } = props;
  const words = useText().table;
  const column = columns.find(({ id }) => id === open.columnId);
  if (!column) return null;
  const items = <ColumnItems table={table} columns={columns} columnId={column.id} grid={grid} />;
  const { row } = open;
  const label = row === null ? words.header.menu(column.header) : words.cellMenu(column.header);
  return (
    <Menu.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Menu.Portal>
        <Menu.Positioner
          className="popup-positioner"
          anchor={open.anchor}
          // Beside the pointer, a menu is moved up until it fits in the window.
          side={open.anchor instanceof Element ? 'bottom' : 'right'}
          align="start"
          collisionAvoidance={{ align: 'shift' }}
        >
          <Menu.Popup
            className="popup popup-list table-menu"
            aria-label={label}
            finalFocus={grid}
            onContextMenu={(event) => event.preventDefault()}
          >
            {row === null ? (
              items
            ) : (
              <>
                <CopyItems {...props} row={row} column={column} />
                {props.cellItems?.({ row, columnId: column.id })}
                <Menu.Separator className="popup-separator" />
                <Submenu label={words.header.menu(column.header)}>{items}</Submenu>
              </>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

interface CopyItemsProps<Row extends RowData> extends TableMenuProps<Row> {
  row: Row;
  column: PlacedColumn<Row>;
}

/** Copies the selected rows, else the active cell (`useTableCopy`). */
const copyKey = 'Mod+C';

function CopyItems<Row extends RowData>(props: CopyItemsProps<Row>) {
  const { table, columns, row, column, selection } = props;
  const text = useText();
  const words = text.table;
  const id = table.getColumn('id');
  const copyRows = (): void => {
    if (selection) props.onCopySelection(selection);
    else void copyText(toTsv(columns, [row]), text, words.copiedRows(1));
  };
  return (
    <>
      <CopyItem label={words.copyCell} value={exactText(column, row)} shortcut={selection ? undefined : copyKey} />
      <MenuItem
        label={words.copyRows(selection ? selectedRange(selection).count : 1)}
        shortcut={selection ? copyKey : undefined}
        onClick={copyRows}
      />
      <MenuItem
        label={words.plainRows(selection ? selectedRange(selection).count : 1)}
        onClick={() => props.onShowPlain(selection, row)}
      />
      {id && column.id !== 'id' && (
        <CopyItem label={words.copyId} value={exactText(id.columnDef as TableColumn<Row>, row)} />
      )}
    </>
  );
}

/** A menu within a menu. */
export function Submenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu.SubmenuRoot>
      <Menu.SubmenuTrigger className="popup-item">
        <span className="popup-item-text">{label}</span>
        <ChevronRight size={14} className="popup-item-note" aria-hidden="true" />
      </Menu.SubmenuTrigger>
      <Menu.Portal>
        <Menu.Positioner className="popup-positioner">
          <Menu.Popup className="popup popup-list table-menu" aria-label={label}>
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.SubmenuRoot>
  );
}
