import { type ReactNode, useMemo, useRef } from 'react';
import { type SortKey, sortRows } from '../../../../shared/rows/sort-rows.ts';
import type { Screen } from '../../../../shared/settings/choices.ts';
import type { TickerRow } from '../../../domain/market/ticker-row.ts';
import { useText } from '../../../text/use-text.ts';
import { type RowIndex, sortKeys, type TableColumn } from '../../../ui/table/column.ts';
import type { ColumnTable } from '../../../ui/table/column-table.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { inOrder } from '../../../ui/table/stable-sort.ts';
import type { MenuCell } from '../../../ui/table/TableMenu.tsx';
import { useRowHold } from '../../../ui/table/use-row-hold.ts';
import { useStableSort } from '../../../ui/table/use-stable-sort.ts';

/** The order of a table that depends on live figures; see `StableSort`. */
export interface TableOrder {
  madeAt: number;
  isOld: boolean;
  makeAgain: () => void;
}

interface TickerTableProps {
  screen: Screen;
  accountName: string;
  rows: readonly TickerRow[];
  columns: readonly TableColumn<TickerRow>[];
  table: ColumnTable<TickerRow>;
  /** Names the list. The table starts at its top for another key. */
  listKey: string;
  /** Names the rows. They are sorted again at once for another key. */
  orderKey: string;
  isLive: boolean;
  openKey: string | null;
  onOpen: (symbol: string | null) => void;
  cellItems: (cell: MenuCell<TickerRow>) => ReactNode;
  /** Shown instead of rows if there are none. */
  placeholder: ReactNode;
  /** Draws the table with its surroundings. `order` is `null` if it does not depend on live figures. */
  children: (table: ReactNode, order: TableOrder | null) => ReactNode;
}

/** The table of tickers, in an order that follows live figures slowly. */
export function TickerTable(props: TickerTableProps) {
  const { screen, rows, columns, table, listKey, orderKey, openKey, onOpen } = props;
  const { sorting } = table.state;
  const text = useText();
  const area = useRef<HTMLDivElement>(null);
  const sortKey = JSON.stringify(sorting);
  const sorted = useStableSort(
    () => orderOf(rows, sortKeys(columns, sorting)),
    `${orderKey}\n${sortKey}\n${rows.length === 0}`,
    rows,
    // The panel of a symbol may stay open for hours, so an open row does not hold the order.
    useRowHold(area, false),
  );
  const { value: order } = sorted;
  const index = useMemo((): RowIndex<TickerRow> => {
    const shown = order === null ? rows : inOrder(rows, symbolOf, order);
    return { rowCount: shown.length, rowAt: (position) => shown[position] };
  }, [rows, order]);
  const followsFigures = sorting.some(({ id }) => id !== 'symbol' && id !== 'favorite');

  const grid = (
    <div className="tickers-table" ref={area}>
      <DataTable
        label={text.table.label(text.screens[screen], props.accountName)}
        table={table}
        index={index}
        rowKey={symbolOf}
        listKey={`${listKey}\n${sortKey}`}
        complete
        stale={!props.isLive && rows.length > 0}
        openKey={openKey}
        onOpen={(row) => onOpen(row?.symbol ?? null)}
        cellItems={props.cellItems}
        placeholder={props.placeholder}
      />
    </div>
  );
  return props.children(grid, followsFigures && rows.length > 0 ? sorted : null);
}

/** Returns the symbols in their order; `null` for the order of `rows`. */
function orderOf(rows: readonly TickerRow[], keys: SortKey<TickerRow>[]): string[] | null {
  if (keys.length === 0) return null;
  return Array.from(sortRows(rows, keys), (position) => rows[position]?.symbol ?? '');
}

function symbolOf({ symbol }: TickerRow): string {
  return symbol;
}
