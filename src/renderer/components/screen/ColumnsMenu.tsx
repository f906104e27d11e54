import { Popover } from '@base-ui/react/popover';
import { ChevronDown, ChevronUp, Columns3 } from 'lucide-react';
import { useState } from 'react';
import type { TableLayout } from '../../../shared/settings.ts';
import { emptyLayout } from '../../model/column.ts';
import { useCommand } from '../../state/commands.ts';
import { useText } from '../../text/use-text.ts';
import { CheckField } from '../controls/CheckField.tsx';
import { completeOrder, moveColumn } from '../table/column-layout.ts';

interface NamedColumn {
  id: string;
  header: string;
  unit?: string;
}

interface ColumnsMenuProps {
  columns: readonly NamedColumn[];
  layout: TableLayout;
  onLayoutChange: (layout: TableLayout) => void;
}

/** Which columns are shown, and in which order: what dragging a header does, for the keyboard too. */
export function ColumnsMenu({ columns, layout, onLayoutChange }: ColumnsMenuProps) {
  const text = useText();
  const [open, setOpen] = useState(false);
  useCommand('columns', () => setOpen(true));
  const names = new Map(columns.map((column) => [column.id, nameOf(column, columns)]));
  const order = completeOrder(
    layout.order,
    columns.map((column) => column.id),
  );
  const shown = order.filter((id) => !layout.hidden.includes(id));

  const move = (id: string, step: -1 | 1): void => {
    const neighbour = order[order.indexOf(id) + step];
    if (neighbour) onLayoutChange({ ...layout, order: moveColumn(order, id, neighbour) });
  };
  const show = (id: string, visible: boolean): void => {
    const hidden = layout.hidden.filter((other) => other !== id);
    onLayoutChange({ ...layout, hidden: visible ? hidden : [...hidden, id] });
  };

  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className="button">
        <Columns3 size={14} aria-hidden="true" />
        {text.toolbar.columns}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="popup-positioner" sideOffset={4} align="end">
          <Popover.Popup className="popup columns-popup">
            <Popover.Title className="popup-title">{text.toolbar.columnsExplained}</Popover.Title>
            <ul className="columns-list">
              {order.map((id, place) => {
                const name = names.get(id) ?? id;
                return (
                  <li key={id} className="columns-item">
                    <CheckField
                      checked={!layout.hidden.includes(id)}
                      disabled={shown.length === 1 && shown[0] === id}
                      onChange={(checked) => show(id, checked)}
                    >
                      {name}
                    </CheckField>
                    <button
                      type="button"
                      className="icon-button"
                      aria-label={text.toolbar.moveColumnUp(name)}
                      disabled={place === 0}
                      onClick={() => move(id, -1)}
                    >
                      <ChevronUp size={14} aria-hidden="true" />
                    </button>
                    <button
                      type="button"
                      className="icon-button"
                      aria-label={text.toolbar.moveColumnDown(name)}
                      disabled={place === order.length - 1}
                      onClick={() => move(id, 1)}
                    >
                      <ChevronDown size={14} aria-hidden="true" />
                    </button>
                  </li>
                );
              })}
            </ul>
            <button
              type="button"
              className="button"
              onClick={() => onLayoutChange({ ...emptyLayout, sort: layout.sort })}
            >
              {text.toolbar.resetColumns}
            </button>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Columns of the same name differ by their units. */
function nameOf({ id, header, unit }: NamedColumn, columns: readonly NamedColumn[]): string {
  const isAlone = columns.every((other) => other.id === id || other.header !== header);
  return isAlone || unit === undefined ? header : `${header} (${unit})`;
}
