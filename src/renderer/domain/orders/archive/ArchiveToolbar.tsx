import type { RowData } from '@tanstack/react-table';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import type { ListFilters } from '../../../../shared/contract/trades.ts';
import type { ArchiveList } from '../../../../shared/orders/trades.ts';
import { rememberUndo } from '../../../platform/undo.ts';
import { useText } from '../../../text/use-text.ts';
import { SearchField } from '../../../ui/controls/SearchField.tsx';
import { FilterMenu } from '../../../ui/filter/FilterMenu.tsx';
import { withPart } from '../../../ui/filter/list-filter.ts';
import { PeriodField } from '../../../ui/filter/PeriodField.tsx';
import { ColumnsMenu } from '../../../ui/screen/ColumnsMenu.tsx';
import type { ColumnTable } from '../../../ui/table/column-table.ts';
import { CompareField } from '../CompareField.tsx';
import { ExportDialog } from '../export/ExportDialog.tsx';
import type { ExportSource } from '../export/export-source.ts';
import { filterForms } from '../filter/filter-forms.ts';
import { SavedViews } from '../filter/SavedViews.tsx';
import type { ViewOf } from '../filter/saved-views.ts';
import { useTypedFilter, withTyped } from '../filter/use-typed-filter.ts';

interface ArchiveToolbarProps<List extends ArchiveList, Row extends RowData> {
  account: string;
  /** ID of the archive that the list shows. */
  archive: string;
  list: List;
  filter: ListFilters[List];
  onFilterChange: (filter: ListFilters[List]) => void;
  form: ComponentProps<typeof FilterMenu>;
  /** False while the filter is that of a drill-down, which is no change of a saved view. */
  hasViews: boolean;
  onView: (view: ViewOf<List>) => void;
  table: ColumnTable<Row>;
  source: ExportSource;
}

export function ArchiveToolbar<List extends ArchiveList, Row extends RowData>(props: ArchiveToolbarProps<List, Row>) {
  const { account, list, filter, onFilterChange, form, table } = props;
  const text = useText();
  const { period } = filterForms[list];
  return (
    <div className="toolbar" role="toolbar" aria-label={text.toolbar.label}>
      <QuickSearch archive={props.archive} list={list} filter={filter} onFilterChange={onFilterChange} />
      <FilterMenu {...form} />
      <PeriodField
        label={period.label(text)}
        dates={period.of(filter)}
        onChange={(dates) => onFilterChange(period.put(filter, dates))}
      />
      {
        // Plan orders have no PnL.
        list !== 'plan-history' && <CompareField dates={period.of(filter)} />
      }
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

interface QuickSearchProps<List extends ArchiveList> {
  archive: string;
  list: List;
  filter: ListFilters[List];
  onFilterChange: (filter: ListFilters[List]) => void;
}

/**
 * The filter's free text, which is searched in IDs, symbols, and notes. Enter makes parts of the filter of what it names, such as a
 * period in "last month loss btc".
 */
function QuickSearch<List extends ArchiveList>({ archive, list, filter, onFilterChange }: QuickSearchProps<List>) {
  const text = useText();
  const [typed, setTyped, applyNow] = useDelayedText(filter.text ?? '', (words) =>
    onFilterChange(withPart(filter, 'text', words)),
  );
  const read = useTypedFilter(archive, list, typed);
  const accept = (): void => {
    if (read === null) return;
    setTyped(read.filter.text ?? '', false);
    onFilterChange(withTyped(filter, read.filter));
    rememberUndo(text.filter.typed, () => onFilterChange(withPart(filter, 'text', typed)));
  };
  return (
    <SearchField
      value={typed}
      onChange={(words) => setTyped(words.slice(0, maxTextLength))}
      // Otherwise a filter that is chosen within the delay, as in the menu of a row, would get the text too.
      onBlur={applyNow}
      label={text.filter.quick}
      clearLabel={text.filter.clearQuick}
      offer={read && { words: read.words, accept }}
    />
  );
}

/** Milliseconds after the last key press until the typed text applies. */
const typingDelayMs = 200;

/**
 * Returns the text to show, the function to change it, and one that ends the delay. Calls `apply` after the typing delay, for ''
 * immediately, and not for a text that the caller applies.
 */
function useDelayedText(
  value: string,
  apply: (text: string) => void,
): [string, (text: string, appliesLater?: boolean) => void, () => void] {
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

  const change = (text: string, appliesLater = true): void => {
    setTyped(text);
    if (pending.current) window.clearTimeout(pending.current.timer);
    pending.current = null;
    if (!appliesLater) return;
    const run = (): void => {
      if (pending.current) window.clearTimeout(pending.current.timer);
      pending.current = null;
      latest.current(text);
    };
    pending.current = { run, timer: window.setTimeout(run, text === '' ? 0 : typingDelayMs) };
  };
  return [typed ?? value, change, () => pending.current?.run()];
}
