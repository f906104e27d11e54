import type { RowData } from '@tanstack/react-table';
import type { ListFilters } from '../../../../shared/contract/trades.ts';
import type { ArchiveList } from '../../../../shared/trades.ts';
import { useText } from '../../../text/use-text.ts';
import { FilterMenu } from '../../../ui/filter/FilterMenu.tsx';
import { withPart } from '../../../ui/filter/list-filter.ts';
import { QuickSearch } from '../../../ui/filter/QuickSearch.tsx';
import { ColumnsMenu } from '../../../ui/screen/ColumnsMenu.tsx';
import { RefreshButton } from '../../../ui/screen/RefreshButton.tsx';
import type { ColumnTable } from '../../../ui/table/column-table.ts';
import { ExportDialog } from '../export/ExportDialog.tsx';
import type { ExportSource } from '../export/export-source.ts';
import { SavedViews } from '../filter/SavedViews.tsx';
import { useFilterForm } from '../filter/use-list-filter.ts';

interface ArchiveToolbarProps<List extends ArchiveList, Row extends RowData> {
  account: string;
  list: List;
  filter: ListFilters[List];
  onFilterChange: (filter: ListFilters[List]) => void;
  table: ColumnTable<Row>;
  busy: boolean;
  onRefresh: () => void;
  source: ExportSource;
}

export function ArchiveToolbar<List extends ArchiveList, Row extends RowData>(props: ArchiveToolbarProps<List, Row>) {
  const { account, list, filter, onFilterChange, table } = props;
  const text = useText();
  const form = useFilterForm(account, list, filter, onFilterChange);
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
      <div className="toolbar-end">
        <ExportDialog source={props.source} />
        <RefreshButton onRefresh={props.onRefresh} busy={props.busy} />
        <ColumnsMenu table={table} />
      </div>
    </div>
  );
}
