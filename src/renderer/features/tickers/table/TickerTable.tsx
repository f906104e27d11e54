import { type ReactNode, useMemo, useRef } from 'react';
import type { Screen } from '../../../../shared/choices.ts';
import { type SortKey, sortRows } from '../../../../shared/rows/row-order.ts';
import type { TableLayout } from '../../../../shared/settings.ts';
import { DataTable } from '../../../components/table/DataTable.tsx';
import { type RowIndex, sortKeys, type TableColumn } from '../../../model/column.ts';
import { inOrder } from '../../../model/stable-sort.ts';
import type { TickerRow } from '../../../model/ticker-row.ts';
import { noticeCopied } from '../../../state/copy-text.ts';
import { useStableSort } from '../../../state/use-stable-sort.ts';
import { useText } from '../../../text/use-text.ts';

export interface OrderFact {
  madeAt: number;
  isOld: boolean;
  makeAgain: () => void;
}

interface TickerTableProps {
  screen: Screen;
  accountName: string;
  rows: readonly TickerRow[];
  columns: readonly TableColumn<TickerRow>[];
  layout: TableLayout;
  onLayoutChange: (layout: TableLayout) => void;
  /** Names what is shown: another list, another search. */
  listKey: string;
  /** Names what is ordered: with another one the order is made at once. */
  orderKey: string;
  isLive: boolean;
  openKey: string | null;
  onOpen: (symbol: string | null) => void;
  /** Instead of rows where there are none. */
  placeholder: ReactNode;
  /** Around the table: its menu. `fact` is about the order, `null` where it follows no figures. */
  children: (table: ReactNode, fact: OrderFact | null) => ReactNode;
}

/** The tickers in an order that stays while their figures move. */
export function TickerTable(props: TickerTableProps) {
  const { screen, rows, columns, layout, listKey, orderKey, openKey, onOpen } = props;
  const text = useText();
  const area = useRef<HTMLDivElement>(null);
  const sortKey = JSON.stringify(layout.sort);
  const calm = useStableSort(
    () => orderOf(rows, sortKeys(columns, layout.sort)),
    `${orderKey}\n${sortKey}\n${rows.length === 0}`,
    rows,
    area,
  );
  const { value: order } = calm;
  const index = useMemo((): RowIndex<TickerRow> => {
    const shown = order === null ? rows : inOrder(rows, symbolOf, order);
    return { rowCount: shown.length, rowAt: (position) => shown[position] };
  }, [rows, order]);
  const followsFigures = layout.sort.some(({ column }) => column !== 'symbol' && column !== 'favourite');

  const table = (
    <div className="tickers-table" ref={area}>
      <DataTable
        label={text.table.label(text.screens[screen], props.accountName)}
        columns={columns}
        index={index}
        rowKey={symbolOf}
        layout={layout}
        onLayoutChange={props.onLayoutChange}
        listKey={`${listKey}\n${sortKey}`}
        complete
        stale={!props.isLive && rows.length > 0}
        openKey={openKey}
        onOpen={(row) => onOpen(row?.symbol ?? null)}
        onCopied={(copied) => noticeCopied(copied, text)}
        placeholder={props.placeholder}
      />
    </div>
  );
  return props.children(table, followsFigures && rows.length > 0 ? calm : null);
}

/** `null`: as they come. */
function orderOf(rows: readonly TickerRow[], keys: SortKey<TickerRow>[]): string[] | null {
  if (keys.length === 0) return null;
  return Array.from(sortRows(rows, keys), (position) => rows[position]?.symbol ?? '');
}

function symbolOf({ symbol }: TickerRow): string {
  return symbol;
}
