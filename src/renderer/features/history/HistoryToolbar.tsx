import type { HistoryFilter, HistoryList } from '../../../shared/history.ts';
import type { TableLayout } from '../../../shared/settings.ts';
import { FilterMenu } from '../../components/filter/FilterMenu.tsx';
import { QuickSearch } from '../../components/filter/QuickSearch.tsx';
import { ColumnsMenu } from '../../components/screen/ColumnsMenu.tsx';
import { RefreshButton } from '../../components/screen/RefreshButton.tsx';
import { useText } from '../../text/use-text.ts';
import { ExportButton } from './export/ExportButton.tsx';
import type { ExportSource } from './export/export-query.ts';
import { SavedViews } from './SavedViews.tsx';

interface HistoryToolbarProps {
  account: string;
  list: HistoryList;
  filter: HistoryFilter;
  onFilterChange: (filter: HistoryFilter) => void;
  columns: readonly { id: string; header: string; unit?: string }[];
  layout: TableLayout;
  onLayoutChange: (layout: TableLayout) => void;
  busy: boolean;
  onRefresh: () => void;
  source: ExportSource;
}

export function HistoryToolbar(props: HistoryToolbarProps) {
  const { account, list, filter, onFilterChange, layout, onLayoutChange } = props;
  const text = useText();
  return (
    <div className="toolbar" role="toolbar" aria-label={text.toolbar.label}>
      <QuickSearch filter={filter} onChange={onFilterChange} />
      <FilterMenu account={account} list={list} filter={filter} onChange={onFilterChange} />
      <SavedViews
        list={list}
        filter={filter}
        sort={layout.sort}
        onChoose={(view) => {
          onFilterChange(view.filter);
          onLayoutChange({ ...layout, sort: view.sort });
        }}
      />
      <span className="toolbar-space" />
      <ExportButton source={props.source} />
      <RefreshButton onRefresh={props.onRefresh} busy={props.busy} />
      <ColumnsMenu columns={props.columns} layout={layout} onLayoutChange={onLayoutChange} />
    </div>
  );
}
