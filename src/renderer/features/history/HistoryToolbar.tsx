import type { RowData } from '@tanstack/react-table';
import type { HistoryFilter, HistoryList } from '../../../shared/history.ts';
import { FilterMenu } from '../../components/filter/FilterMenu.tsx';
import { QuickSearch } from '../../components/filter/QuickSearch.tsx';
import { ColumnsMenu } from '../../components/screen/ColumnsMenu.tsx';
import { RefreshButton } from '../../components/screen/RefreshButton.tsx';
import type { ColumnTable } from '../../model/column-table.ts';
import { withPart } from '../../model/history-filter.ts';
import { useHistoryFilterForm } from '../../state/history-filter.ts';
import { useText } from '../../text/use-text.ts';
import { ExportDialog } from './export/ExportDialog.tsx';
import type { ExportSource } from './export/export-query.ts';
import { SavedViews } from './SavedViews.tsx';

interface HistoryToolbarProps<Row extends RowData> {
  account: string;
  list: HistoryList;
  filter: HistoryFilter;
  onFilterChange: (filter: HistoryFilter) => void;
  table: ColumnTable<Row>;
  busy: boolean;
  onRefresh: () => void;
  source: ExportSource;
}

export function HistoryToolbar<Row extends RowData>(props: HistoryToolbarProps<Row>) {
  const { account, list, filter, onFilterChange, table } = props;
  const text = useText();
  const form = useHistoryFilterForm(account, list, filter, onFilterChange);
  return (
    <div className="toolbar" role="toolbar" aria-label={text.toolbar.label}>
      <QuickSearch value={filter.text ?? ''} onChange={(words) => onFilterChange(withPart(filter, 'text', words))} />
      <FilterMenu {...form} />
      <SavedViews
        account={account}
        list={list}
        filter={filter}
        sort={table.state.sorting}
        onChoose={(view) => {
          onFilterChange(view.filter);
          table.setSorting(view.sort);
        }}
      />
      <span className="toolbar-space" />
      <ExportDialog source={props.source} />
      <RefreshButton onRefresh={props.onRefresh} busy={props.busy} />
      <ColumnsMenu table={table} />
    </div>
  );
}
