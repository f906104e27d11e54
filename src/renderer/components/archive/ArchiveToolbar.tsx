import type { RowData } from '@tanstack/react-table';
import type { ArchiveList, ListFilters } from '../../../shared/trades.ts';
import type { ColumnTable } from '../../model/column-table.ts';
import { withPart } from '../../model/list-filter.ts';
import { useFilterForm } from '../../state/list-filter.ts';
import { useText } from '../../text/use-text.ts';
import { FilterMenu } from '../filter/FilterMenu.tsx';
import { QuickSearch } from '../filter/QuickSearch.tsx';
import { ColumnsMenu } from '../screen/ColumnsMenu.tsx';
import { RefreshButton } from '../screen/RefreshButton.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import type { ExportSource } from './export-source.ts';
import { SavedViews } from './SavedViews.tsx';

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
