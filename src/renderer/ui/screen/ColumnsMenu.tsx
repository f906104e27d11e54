import { Popover } from '@base-ui/react/popover';
import type { RowData } from '@tanstack/react-table';
import { ArrowLeftToLine, ArrowRightToLine, ChevronDown, ChevronUp, Columns3, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useCommand } from '../../platform/commands.ts';
import { useText } from '../../text/use-text.ts';
import { CheckField } from '../controls/CheckField.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import { type ColumnTable, moveColumn, neighborOf, placedColumns } from '../table/column-table.ts';

interface ColumnsMenuProps<Row extends RowData> {
  table: ColumnTable<Row>;
}

/** The menu of all columns of the screen's table: which are shown, which are pinned, and their order. */
export function ColumnsMenu<Row extends RowData>({ table }: ColumnsMenuProps<Row>) {
  const text = useText();
  const [open, setOpen] = useState(false);
  useCommand('columns', () => setOpen(true));
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className="button" aria-label={text.toolbar.columns} title={text.toolbar.columns}>
        <Columns3 size={14} aria-hidden="true" />
        <span className="button-word">{text.toolbar.columns}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="popup-positioner" sideOffset={4} align="end">
          <Popover.Popup className="popup columns-popup">
            <Popover.Title className="popup-title">{text.toolbar.columnsExplained}</Popover.Title>
            <ColumnList table={table} />
            <button type="button" className="button" onClick={table.reset}>
              {text.toolbar.resetColumns}
            </button>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function ColumnList<Row extends RowData>({ table }: ColumnsMenuProps<Row>) {
  const words = useText().toolbar;
  const columns = placedColumns(table);
  const shownCount = table.getVisibleLeafColumns().length;
  return (
    <ul className="columns-list">
      {columns.map((placed) => {
        const { id, region } = placed;
        const column = table.getColumn(id);
        if (!column) return null;
        const name = nameOf(placed, columns);
        const isShown = column.getIsVisible();
        const [before, after] = [neighborOf(columns, id, -1), neighborOf(columns, id, 1)];
        return (
          <li key={id} className="columns-item" data-region={region}>
            <CheckField
              checked={isShown}
              disabled={isShown && shownCount === 1}
              onChange={(checked) => column.toggleVisibility(checked)}
            >
              {name}
            </CheckField>
            <ColumnButton
              label={words.pinStart(name)}
              isPressed={region === 'start'}
              icon={ArrowLeftToLine}
              onClick={() => column.pin(region === 'start' ? false : 'start')}
            />
            <ColumnButton
              label={words.pinEnd(name)}
              isPressed={region === 'end'}
              icon={ArrowRightToLine}
              onClick={() => column.pin(region === 'end' ? false : 'end')}
            />
            <ColumnButton
              label={words.moveColumnUp(name)}
              icon={ChevronUp}
              onClick={before === undefined ? undefined : () => moveColumn(table, id, before)}
            />
            <ColumnButton
              label={words.moveColumnDown(name)}
              icon={ChevronDown}
              onClick={after === undefined ? undefined : () => moveColumn(table, id, after)}
            />
          </li>
        );
      })}
    </ul>
  );
}

interface ColumnButtonProps {
  label: string;
  icon: LucideIcon;
  isPressed?: boolean;
  /** Without it the button does nothing, but keeps the focus. */
  onClick: (() => void) | undefined;
}

function ColumnButton({ label, icon: Icon, isPressed, onClick }: ColumnButtonProps) {
  return (
    <IconButton
      label={label}
      icon={Icon}
      aria-pressed={isPressed}
      aria-disabled={onClick === undefined}
      onClick={({ currentTarget }) => {
        if (onClick) flushSync(onClick);
        // The change may have moved the button in the list, which takes the focus from it.
        currentTarget.focus();
      }}
    />
  );
}

interface NamedColumn {
  id: string;
  header: string;
  meta: { unit?: string };
}

/** Returns the name of a column. Columns of the same name are told apart by their units. */
function nameOf({ id, header, meta }: NamedColumn, columns: readonly NamedColumn[]): string {
  const isUnique = columns.every((other) => other.id === id || other.header !== header);
  return isUnique || meta.unit === undefined ? header : `${header} (${meta.unit})`;
}
