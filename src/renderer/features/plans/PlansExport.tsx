import { Menu } from '@base-ui/react/menu';
import type { RowData } from '@tanstack/react-table';
import { Download } from 'lucide-react';
import { type RefObject, useState } from 'react';
import type { ColumnSort } from '../../../shared/contract/settings.ts';
import { dayOf } from '../../../shared/time/days.ts';
import { useCommand } from '../../platform/commands.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { offerFile } from '../../platform/start-download.ts';
import { useText } from '../../text/use-text.ts';
import type { TableColumn } from '../../ui/table/column.ts';
import { tableCsv } from '../../ui/table/table-csv.ts';
import { nearestFirst, stateColumn } from './open-plan-columns.ts';
import { nearestStopFirst } from './position-columns.ts';
import type { PlansView } from './use-plans-view.ts';

/** The button that writes the plan orders in the table, or the positions, to a CSV file with every field and digit. */
export function PlansExport({ accountName, latest }: { accountName: string; latest: RefObject<PlansView> }) {
  const text = useText();
  const zone = useTimeZone();
  const [isOpen, setOpen] = useState(false);
  useCommand('export', () => setOpen(true));
  const write = <Row extends RowData & { readonly isLive: boolean }>(
    list: string,
    columns: readonly TableColumn<Row>[],
    rows: readonly Row[],
    sort: ColumnSort,
  ): void => {
    const csv = tableCsv([...columns, stateColumn(columns, text)], rows, [sort], text);
    offerFile(`${[accountName, list, dayOf(Date.now(), zone)].join(' ')}.csv`, csv, 'text/csv');
  };
  // Opening the menu draws it with the rows of that moment.
  const { shown, positionRows, planColumns, positionColumns } = latest.current;
  return (
    <Menu.Root open={isOpen} onOpenChange={setOpen}>
      <Menu.Trigger className="button" aria-label={text.export.open} title={text.export.open}>
        <Download size={14} aria-hidden="true" />
        <span className="button-word">{text.export.open}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="popup-positioner" sideOffset={4} align="end">
          <Menu.Popup className="popup">
            <Menu.Item
              className="popup-item"
              disabled={shown.length === 0}
              onClick={() => write(text.screens['open-plans'], planColumns, shown, nearestFirst)}
            >
              {text.plans.asCsv(text.screens['open-plans'], shown.length)}
            </Menu.Item>
            <Menu.Item
              className="popup-item"
              disabled={positionRows.length === 0}
              onClick={() => write(text.openPositions.title, positionColumns, positionRows, nearestStopFirst)}
            >
              {text.plans.asCsv(text.openPositions.title, positionRows.length)}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
