import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { AccountSummary } from '../../../../shared/contract/accounts.ts';
import type { ColumnSort } from '../../../../shared/contract/settings.ts';
import type { ListFilters } from '../../../../shared/contract/trades.ts';
import type { ArchiveList } from '../../../../shared/orders/trades.ts';
import { useCommand } from '../../../platform/commands.ts';
import { useTimeZone } from '../../../platform/settings/settings.ts';
import { useThrottled } from '../../../platform/use-throttled.ts';
import { useText } from '../../../text/use-text.ts';
import { cleanFilter, isEmptyFilter } from '../../../ui/filter/list-filter.ts';
import { useToday } from '../../../ui/filter/PeriodChoice.tsx';
import { shownColumns } from '../../../ui/table/column-table.ts';
import { useColumnTable } from '../../../ui/table/use-column-table.ts';
import { datesText } from '../../../ui/text/period.ts';
import { useShownArchive } from '../../accounts/use-shown-archive.ts';
import { useReportFreshness } from '../../market/freshness.ts';
import { useArchiveRules } from '../../market/symbol-rules.ts';
import { useSymbolSize, withSymbolSize } from '../../market/symbol-size.ts';
import { ownNote, withNoteColumn } from '../../notes/note-column.ts';
import { withAccountColumn } from '../account-column.ts';
import { exportSource } from '../export/export-source.ts';
import { useRates } from '../fees/use-fees.ts';
import { filterIn } from '../filter/account-filter.ts';
import { filterForms, historyOf } from '../filter/filter-forms.ts';
import { useShownFilter } from '../filter/use-list-filter.ts';
import { useArchiveState, useSyncHistory } from '../history-state.ts';
import { oldestCheck } from '../joint-state.ts';
import {
  type RowsQuery,
  useBackfillOnScroll,
  useHistoryRows,
  useOpenRow,
  usePresetDay,
} from '../windows/use-history-rows.ts';
import type { ArchiveRow, ListDefinition, ShownList } from './list-definition.ts';
import { withSearchMatch } from './search-match.ts';

/** Minimum time (ms) between two counts of all rows while orders are coming in. */
const minIntervalMs = 500;

/** Everything that the screen of a list shows: its filter, columns and rows, and the history from which the rows come. */
export function useArchive<List extends ArchiveList, Row extends ArchiveRow, Sort, Field extends string>(
  definition: ListDefinition<List, Row, Sort, Field>,
  account: AccountSummary,
) {
  const { list, makeColumns, timeColumn } = definition;
  const text = useText();
  const zone = useTimeZone();
  const history = historyOf(list);
  const archive = useShownArchive(account);
  const listFilter = useShownFilter(account.id, list);
  const filter = filterIn(listFilter.filter, archive);
  const { rulesOf, symbols } = useArchiveRules(archive);
  const rates = useRates(archive.id);
  const hasRates = rates !== undefined;
  const symbolSize = useSymbolSize(symbols.join('\n'));
  const { parts, state } = useArchiveState(archive, history);
  const columns = useMemo(
    () =>
      withSearchMatch(
        withAccountColumn(
          withSymbolSize(withNoteColumn(makeColumns(text, rulesOf, zone, hasRates), ownNote, text), symbolSize),
          archive,
          text,
        ),
        filter.text,
        text,
      ),
    [makeColumns, text, rulesOf, zone, hasRates, symbolSize, archive, filter.text],
  );
  const table = useColumnTable(list, columns);

  const sync = useSyncHistory(archive.id, history);
  const refresh = useCallback((): void => sync('refresh'), [sync]);
  useEffect(refresh, [refresh]);
  useCommand('refresh', refresh);
  useReportFreshness(oldestCheck(parts.map((part) => part.state)), null, state?.failure ?? null);

  const presetDay = usePresetDay(filter, zone);
  const unsorted: Omit<RowsQuery<ListFilters[List], Sort>, 'sort'> = {
    account: archive.id,
    filter: cleanFilter(filter),
    zone,
    ...(rates && definition.hasFees && { rates }),
  };
  const { rows, state: shown } = useHistoryRows(
    unsorted,
    { table, sortOf: definition.sortOf },
    { presetDay, version: state?.version },
    definition.read,
  );
  const query = { ...unsorted, sort: definition.sortOf(table.state.sorting) };
  const [openRow, setOpenRow] = useOpenRow(rows, query.filter);
  useOnlyRow(
    'ids' in filter ? filter.ids : undefined,
    shown.version === null || shown.outdated ? undefined : shown.rowAt(0),
    setOpenRow,
  );
  const restingSort = useMemo<ColumnSort>(() => ({ id: timeColumn, desc: true }), [timeColumn]);
  const [first = restingSort] = table.state.sorting;
  const loadOlder = useBackfillOnScroll(state, first.id === timeColumn && first.desc, sync);

  const columnsShown = useMemo(() => shownColumns(table), [table]);
  const today = useToday();
  const dates = filterForms[list].period.of(filter);
  const counted = useRowTotal(definition, archive.id, state?.version, shown.version !== null && !isEmptyFilter(filter));
  const source = exportSource(
    parts,
    {
      archive,
      list,
      query: { ...query, ...(rates && { rates }) },
      columnCount: columnsShown.length,
      fields: definition.exportFields(columnsShown, text, hasRates),
      period: dates === undefined ? null : datesText(dates, today, zone, text),
      total: shown.rowCount,
      archived: definition.countAll === undefined ? (state?.rows ?? 0) : Math.max(shown.rowCount, counted ?? 0),
      exportRows: definition.exportRows,
    },
    text,
  );
  const shownList: ShownList<ListFilters[List]> = {
    account: archive.id,
    parts,
    state,
    filter: query.filter,
    zone,
    presetDay,
    version: shown.version === null ? undefined : state?.version,
  };
  return {
    ...listFilter,
    archive,
    filter,
    rulesOf,
    columns,
    table,
    parts,
    state,
    sync,
    refresh,
    shown,
    /** Repeats the read of rows that failed. */
    retry: rows.retry,
    /** True once the rows of the current filter and sort have been read. */
    isRead: shown.version !== null && !shown.outdated,
    openRow,
    setOpenRow,
    restingSort,
    loadOlder,
    source,
    shownList,
  };
}

/** Opens the details of the row that a click on another screen has led to. `ids`: of the rows that the list shows alone. */
function useOnlyRow<Row extends ArchiveRow>(
  ids: readonly string[] | undefined,
  row: Row | undefined,
  open: (row: Row) => void,
): void {
  const only = ids?.length === 1 ? ids[0] : undefined;
  const opened = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (only === opened.current || (only !== undefined && row === undefined)) return;
    opened.current = only;
    if (only !== undefined && row !== undefined) open(row);
  }, [only, row, open]);
}

/** The number of rows without a filter, if it is not that of the history. Read while `enabled`. */
function useRowTotal<List extends ArchiveList, Row extends ArchiveRow, Sort, Field extends string>(
  { list, countAll }: ListDefinition<List, Row, Sort, Field>,
  account: string,
  version: number | undefined,
  enabled: boolean,
) {
  return useQuery({
    queryKey: ['row-total', list, account, useThrottled(version, minIntervalMs)],
    queryFn: ({ signal }) => countAll?.(account, signal) ?? null,
    enabled: countAll !== undefined && enabled,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  }).data;
}
