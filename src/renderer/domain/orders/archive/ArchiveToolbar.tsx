import type { RowData } from '@tanstack/react-table';
import { useEffect, useRef, useState } from 'react';
import type { ListFilters } from '../../../../shared/contract/trades.ts';
import type { ArchiveList } from '../../../../shared/trades.ts';
import { useText } from '../../../text/use-text.ts';
import { SearchField } from '../../../ui/controls/SearchField.tsx';
import { FilterMenu } from '../../../ui/filter/FilterMenu.tsx';
import { withPart } from '../../../ui/filter/list-filter.ts';
import { ColumnsMenu } from '../../../ui/screen/ColumnsMenu.tsx';
import type { ColumnTable } from '../../../ui/table/column-table.ts';
import { ExportDialog } from '../export/ExportDialog.tsx';
import type { ExportSource } from '../export/export-source.ts';
import { SavedViews } from '../filter/SavedViews.tsx';
import type { ViewOf } from '../filter/saved-views.ts';
import { useFilterForm } from '../filter/use-list-filter.ts';

interface ArchiveToolbarProps<List extends ArchiveList, Row extends RowData> {
  account: string;
  list: List;
  filter: ListFilters[List];
  onFilterChange: (filter: ListFilters[List]) => void;
  /** False while the filter is that of a drill-down, which is no change of a saved view. */
  hasViews: boolean;
  onView: (view: ViewOf<List>) => void;
  table: ColumnTable<Row>;
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
        canBeChosen={props.hasViews}
        onChoose={props.onView}
      />
      <div className="toolbar-end">
        <ExportDialog source={props.source} />
        <ColumnsMenu table={table} />
      </div>
    </div>
  );
}

/** Maximum length of the free text in a request. */
const maxTextLength = 200;

interface QuickSearchProps {
  value: string;
  onChange: (words: string) => void;
}

/** The filter's free text, which is searched in IDs and symbols. */
function QuickSearch({ value, onChange }: QuickSearchProps) {
  const text = useText();
  const [typed, setTyped] = useDelayedText(value, onChange);
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
