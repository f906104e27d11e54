import type { RowData } from '@tanstack/react-table';
import { useEffect, useRef, useState } from 'react';
import type { HistoryFilter, HistoryList } from '../../../shared/history.ts';
import { SearchField } from '../../components/controls/SearchField.tsx';
import { FilterMenu } from '../../components/filter/FilterMenu.tsx';
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
      <QuickSearch filter={filter} onChange={onFilterChange} />
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

/** Maximum length of the free text in a request. */
const maxTextLength = 200;

interface QuickSearchProps {
  filter: HistoryFilter;
  onChange: (filter: HistoryFilter) => void;
}

/** The filter's free text, which is searched in IDs and symbols. */
function QuickSearch({ filter, onChange }: QuickSearchProps) {
  const text = useText();
  const [typed, setTyped] = useDelayedText(filter.text ?? '', (words) => onChange(withPart(filter, 'text', words)));
  return (
    <SearchField
      value={typed}
      onChange={(words) => setTyped(words.slice(0, maxTextLength))}
      label={text.filter.quick}
      clearLabel={text.filter.clearQuick}
    />
  );
}

/** Milliseconds after the last key press until the typed text applies. */
const typingDelayMs = 200;

/** Returns the text to show and the function to change it. Calls `apply` after the typing delay, for '' immediately. */
function useDelayedText(value: string, apply: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState<string | null>(null);
  const pending = useRef<{ timer: number; run: () => void } | null>(null);
  const latest = useRef(apply);
  useEffect(() => {
    latest.current = apply;
  }, [apply]);
  useEffect(() => () => pending.current?.run(), []);
  // The applied text returns as `value` in a later render. Until then the typed text is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs for a new value
  useEffect(() => {
    if (!pending.current) setTyped(null);
  }, [value]);

  const change = (text: string): void => {
    setTyped(text);
    if (pending.current) window.clearTimeout(pending.current.timer);
    const run = (): void => {
      if (pending.current) window.clearTimeout(pending.current.timer);
      pending.current = null;
      latest.current(text);
    };
    pending.current = { run, timer: window.setTimeout(run, text === '' ? 0 : typingDelayMs) };
  };
  return [typed ?? value, change];
}
