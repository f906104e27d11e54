import { Menu } from '@base-ui/react/menu';
import { useCallback, useMemo, useState } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { SymbolRules } from '../../../shared/contract/market.ts';
import { tickOf } from '../../../shared/plans/plan-distance.ts';
import { sortRows } from '../../../shared/rows/sort-rows.ts';
import { formatTimestamp } from '../../../shared/time/time.ts';
import { FailureNotice } from '../../domain/accounts/FailureNotice.tsx';
import { useReportFreshness } from '../../domain/market/freshness.ts';
import { PriceAlertItem } from '../../domain/market/PriceAlertItem.tsx';
import { SymbolItems } from '../../domain/market/SymbolItems.tsx';
import { useSymbolRules, useSymbols } from '../../domain/market/symbol-rules.ts';
import { useSymbolSize, withSymbolSize } from '../../domain/market/symbol-size.ts';
import { quoteOfRow } from '../../domain/orders/order-columns.ts';
import { failureOf } from '../../platform/client.ts';
import { useCommand } from '../../platform/commands.ts';
import { useTimeZone } from '../../platform/settings/settings.ts';
import { type Text, useText } from '../../text/use-text.ts';
import { SearchField } from '../../ui/controls/SearchField.tsx';
import { useValueFilter } from '../../ui/filter/use-value-filter.tsx';
import { Bar } from '../../ui/screen/Bar.tsx';
import { ColumnsMenu } from '../../ui/screen/ColumnsMenu.tsx';
import { DetailPanel } from '../../ui/screen/DetailPanel.tsx';
import { EmptyNotice, Skeleton } from '../../ui/screen/Notices.tsx';
import { RowCount, StatusLine, UnreadableRows } from '../../ui/screen/StatusLine.tsx';
import { columnHelper, type RowIndex, sortKeys, type TableColumn } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { decimalColumn } from '../../ui/table/decimal-column.ts';
import { useColumnTable } from '../../ui/table/use-column-table.ts';
import { decimalText, plainText } from '../../ui/text/figures.ts';
import { findTexts } from '../../ui/text/find-best.ts';

const noRows: readonly SymbolRules[] = [];
const screen = 'symbol-rules';

/** The trading rules of every symbol, read as one list and searched by symbol. */
export function SymbolRulesScreen({ account }: { account: AccountSummary }) {
  const text = useText();
  const zone = useTimeZone();
  const [search, setSearch] = useState('');
  const [openKey, setOpenKey] = useState<string | null>(null);
  const query = useSymbolRules(account.id);
  const symbolSize = useSymbolSize(useSymbols(account.id).join('\n'));
  const columns = useMemo(() => withSymbolSize(makeSymbolRuleColumns(text), symbolSize), [text, symbolSize]);
  const table = useColumnTable(screen, columns);
  const { sorting } = table.state;

  const all = query.data?.rows ?? noRows;
  const filter = useValueFilter(columns);
  const { keeps } = filter;
  const rows = useMemo(
    () => findTexts(all.filter(keeps), search, ({ symbol }) => ({ label: symbol })),
    [all, search, keeps],
  );
  const showAll = (): void => {
    setSearch('');
    filter.clear();
  };
  const index = useMemo((): RowIndex<SymbolRules> => {
    const order = sortRows(rows, sortKeys(columns, sorting));
    return { rowCount: order.length, rowAt: (position) => rows[order[position] ?? -1] };
  }, [rows, columns, sorting]);
  const openRow = openKey === null ? undefined : all.find((row) => row.symbol === openKey);

  const { refetch } = query;
  const refresh = useCallback((): void => void refetch(), [refetch]);
  useCommand('refresh', refresh);

  const { error } = query;
  const failure = useMemo(() => failureOf(error), [error]);
  useReportFreshness(query.data?.fetchedAt ?? null, null, failure);

  const placeholder =
    failure && all.length === 0 ? (
      <FailureNotice failure={failure} form="panel" onRetry={refresh} />
    ) : query.data === undefined ? (
      <Skeleton />
    ) : all.length === 0 ? (
      <EmptyNotice what={text.empty.tickers} next={text.empty.tickersNext} />
    ) : (
      <EmptyNotice
        what={text.empty.filtered}
        next={text.empty.filteredNext}
        action={{ label: text.toolbar.clearSearch, run: showAll }}
      />
    );

  return (
    <section className="screen" aria-label={text.screens[screen]}>
      <div className="toolbar" role="toolbar" aria-label={text.toolbar.label}>
        <SearchField value={search} onChange={setSearch} />
        <div className="toolbar-end">
          <ColumnsMenu table={table} />
        </div>
      </div>
      {failure && all.length > 0 && (
        <Bar rank="failure">
          <FailureNotice
            failure={failure}
            form="strip"
            showing={query.data ? text.failure.showing(formatTimestamp(query.data.fetchedAt, zone)) : ''}
            onRetry={refresh}
          />
        </Bar>
      )}
      {filter.chips}
      <div className="screen-body">
        <DataTable
          label={text.table.label(text.screens[screen], account.name)}
          table={table}
          index={index}
          rowKey={symbolOf}
          listKey={`${account.id}\n${search}\n${JSON.stringify(sorting)}`}
          complete
          openKey={openRow?.symbol ?? null}
          onOpen={(row) => setOpenKey(row?.symbol ?? null)}
          cellItems={(cell) => (
            <>
              {filter.cellItems(cell)}
              <Menu.Separator className="popup-separator" />
              <SymbolItems account={account.id} symbol={cell.row.symbol} />
              <Menu.Separator className="popup-separator" />
              <PriceAlertItem {...cell} account={account.id} market="futures" />
            </>
          )}
          placeholder={placeholder}
        />
        {openRow && (
          <DetailPanel
            row={openRow}
            columns={columns}
            isOutsideFilter={!rows.includes(openRow)}
            onClose={() => setOpenKey(null)}
          />
        )}
      </div>
      <StatusLine>
        <RowCount
          shown={rows.length}
          all={all.length}
          isLoaded={query.data !== undefined}
          hasFailed={failure !== null}
        />
        <UnreadableRows count={query.data?.unreadable.length ?? 0} rows={query.data?.unreadable} />
      </StatusLine>
    </section>
  );
}

function symbolOf(row: SymbolRules): string {
  return row.symbol;
}

function makeSymbolRuleColumns(text: Text): TableColumn<SymbolRules>[] {
  const places = (id: 'pricePrecision' | 'quantityPrecision'): TableColumn<SymbolRules> =>
    decimalColumn<SymbolRules>((row) => row[id]?.toString() ?? null, {
      id,
      header: text.columns[id],
      unit: text.units.decimals,
      show: (value) => plainText(value, text),
      text,
    });
  const bound = (id: 'minQuantity' | 'maxQuantity' | 'minPrice' | 'maxPrice'): TableColumn<SymbolRules> => {
    const isPrice = id === 'minPrice' || id === 'maxPrice';
    return decimalColumn<SymbolRules>(id, {
      header: text.columns[id],
      unit: isPrice ? text.units.quote : text.units.contracts,
      ...(isPrice ? { unitOf: quoteOfRow } : {}),
      size: 148,
      // A bound is never rounded, because an order beyond the rounded bound would be rejected.
      show: (value, row) => {
        const places = isPrice ? row.pricePrecision : row.quantityPrecision;
        return value === null ? text.none : decimalText(value, { minimumPlaces: places ?? 0 });
      },
      text,
    });
  };
  const tickSize = decimalColumn<SymbolRules>((row) => tickOf(row.pricePrecision), {
    id: 'tickSize',
    header: text.columns.tickSize,
    unit: text.units.quote,
    unitOf: quoteOfRow,
    show: (value) => plainText(value, text),
    text,
  });
  return [
    columnHelper<SymbolRules>().accessor('symbol', {
      header: text.columns.symbol,
      size: 168,
      meta: { sort: 'text', text: (row) => row.symbol },
    }),
    tickSize,
    places('pricePrecision'),
    bound('minPrice'),
    bound('maxPrice'),
    places('quantityPrecision'),
    bound('minQuantity'),
    bound('maxQuantity'),
  ];
}
