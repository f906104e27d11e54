import type { ReactNode } from 'react';
import { type Screen, screens } from '../../../../shared/choices.ts';
import type { AccountSummary } from '../../../../shared/contract/accounts.ts';
import type { Failure } from '../../../../shared/contract/failure.ts';
import type { HistoryState } from '../../../../shared/contract/history.ts';
import type { ListFilters } from '../../../../shared/contract/trades.ts';
import { formatTimestamp } from '../../../../shared/time.ts';
import type { ArchiveList } from '../../../../shared/trades.ts';
import { useTimeZone } from '../../../platform/settings/settings.ts';
import { type Text, useText } from '../../../text/use-text.ts';
import { FilterChips } from '../../../ui/filter/FilterChips.tsx';
import { areDays, isEmptyFilter, onlyText, withPart } from '../../../ui/filter/list-filter.ts';
import { Bar } from '../../../ui/screen/Bar.tsx';
import { DetailPanel } from '../../../ui/screen/DetailPanel.tsx';
import { Skeleton } from '../../../ui/screen/Notices.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import type { RulesOf } from '../../../ui/text/figures.ts';
import { FailureNotice } from '../../accounts/FailureNotice.tsx';
import { NoteField } from '../../notes/NoteField.tsx';
import { tagFilters } from '../../notes/note-filter.ts';
import { coverageOf } from '../coverage/coverage.ts';
import { FirstDownload } from '../coverage/FirstDownload.tsx';
import { ArchiveBanner, HistoryPlaceholder } from '../coverage/HistoryNotices.tsx';
import { HistoryStatus } from '../coverage/HistoryStatus.tsx';
import { filterForms, noteKindOf } from '../filter/filter-forms.ts';
import { partsWithoutField, useFilterForm, useFilterRemoval } from '../filter/use-list-filter.ts';
import { ArchiveCellItems } from './ArchiveCellItems.tsx';
import { ArchiveToolbar } from './ArchiveToolbar.tsx';
import type { ArchiveRow, ListDefinition, ShownList } from './list-definition.ts';
import { useArchive } from './use-archive.ts';

interface ArchiveScreenProps<List extends ArchiveList, Row extends ArchiveRow, Sort, Field extends string> {
  definition: ListDefinition<List, Row, Sort, Field>;
  account: AccountSummary;
  /** Shown above the table. */
  note?: (shown: ShownList<ListFilters[List]>) => ReactNode;
  /** Shown in the details of a row, between its fields and the raw row. */
  details: (row: Row, shown: ShownList<ListFilters[List]>, rulesOf: RulesOf) => ReactNode;
  /** Shown below the table. */
  summary: (shown: ShownList<ListFilters[List]>) => ReactNode;
}

/** A list of the local archive, which filters and sorts the rows: a history, or what is derived from it. */
export function ArchiveScreen<List extends ArchiveList, Row extends ArchiveRow, Sort, Field extends string>(
  props: ArchiveScreenProps<List, Row, Sort, Field>,
) {
  const { definition, account } = props;
  const { list } = definition;
  const text = useText();
  const zone = useTimeZone();
  const archive = useArchive(definition, account);
  const { filter, setFilter, columns, table, state, shown, openRow, setOpenRow, shownList } = archive;
  const { remove, clear } = useFilterRemoval<ListFilters[List]>(filter, setFilter);
  const { period } = filterForms[list];
  const form = useFilterForm(account.id, list, filter, setFilter, shown.version === null ? null : shown.rowCount);
  const days = period.of(filter);
  // The toolbar shows the period, so that the table does not move with each step from one to the next.
  const isPeriodShown = areDays(days);
  const inChips = withPart(filter, 'text', undefined);
  const isComplete = state !== undefined && coverageOf(state.modes).complete;
  return (
    <section className="screen" aria-label={text.screens[list]}>
      <ArchiveToolbar
        account={account.id}
        list={list}
        filter={filter}
        onFilterChange={setFilter}
        form={form}
        hasViews={archive.drillDown === null}
        onView={(view) => {
          archive.endDrillDown();
          archive.setOwn(view.filter);
          table.setSorting(view.sort);
        }}
        table={table}
        source={archive.source}
      />
      <FilterChips
        origin={archive.drillDown && { text: originText(archive.drillDown.from, text), onLeave: archive.endDrillDown }}
        chips={filterForms[list].chips(isPeriodShown ? period.put(inChips, undefined) : inChips, zone, text)}
        onRemove={remove}
        onEdit={(part, chip) => form.onOpenChange({ part, chip })}
        fixed={partsWithoutField}
        onClear={() => clear(isPeriodShown ? period.put(onlyText(filter), days) : onlyText(filter))}
      />
      <FirstDownload state={state} zone={zone} />
      <SyncFailure state={state} failure={archive.failure} isComplete={isComplete} onRetry={archive.refresh} />
      {shown.failure && !archive.failure && shown.rowCount > 0 && (
        <Bar rank="failure">
          <FailureNotice failure={shown.failure} form="strip" onRetry={archive.retry} />
        </Bar>
      )}
      {props.note?.(shownList)}
      <div className="screen-body">
        <DataTable
          label={text.table.label(text.screens[list], account.name)}
          table={table}
          index={shown}
          rowKey={keyOf}
          listKey={String(shown.list)}
          complete={isComplete}
          onNearEnd={archive.loadOlder}
          openKey={openRow?.key ?? null}
          onOpen={setOpenRow}
          cellItems={(cell) => (
            <ArchiveCellItems
              {...cell}
              account={account.id}
              noteKind={noteKindOf[list]}
              onOpen={() => setOpenRow(cell.row)}
              filters={[
                ...definition.cellFilters(cell.columnId, cell.row, filter, zone, text),
                ...tagFilters<ListFilters[List]>(cell.row.note, filter),
              ]}
              onFilterChange={setFilter}
            />
          )}
          restingSort={archive.restingSort}
          placeholder={
            <HistoryPlaceholder
              state={state && { ...state, failure: archive.failure }}
              failure={shown.failure}
              isRead={archive.isRead}
              isFiltered={!isEmptyFilter(filter)}
              {...definition.notices(text)}
              skeleton={<Skeleton />}
              onRetry={archive.retry}
              onSync={archive.sync}
              onClearFilter={() => clear({})}
            />
          }
        />
        {openRow && (
          <DetailPanel
            row={openRow}
            title={openRow.symbol}
            columns={columns}
            onClose={() => setOpenRow(null)}
            note={
              <NoteField
                // Not the key alone, which the details beside the field have.
                key={`note ${openRow.key}`}
                account={account.id}
                kind={noteKindOf[list]}
                rowKey={openRow.key}
                note={openRow.note ?? ''}
              />
            }
          >
            {props.details(openRow, shownList, archive.rulesOf)}
          </DetailPanel>
        )}
      </div>
      {props.summary(shownList)}
      <HistoryStatus state={state} zone={zone} onSync={archive.sync} />
    </section>
  );
}

/** Returns where the rows of a drill-down come from, in words. */
function originText(from: string | null, text: Text): string {
  if (from === null) return text.filter.temporary;
  return text.labeled(text.filter.cameFrom, isScreen(from) ? text.screens[from] : from);
}

function isScreen(name: string): name is Screen {
  return screens.some((screen) => screen === name);
}

interface SyncFailureProps {
  state: HistoryState | undefined;
  failure: Failure | null;
  isComplete: boolean;
  onRetry: () => void;
}

/** The problem of the archive, and the failure of the last sync while rows are shown. A failure that is the problem is not said twice. */
function SyncFailure({ state, failure, isComplete, onRetry }: SyncFailureProps) {
  const text = useText();
  const zone = useTimeZone();
  if (state === undefined) return null;
  const { problem, rows, checkedAt } = state;
  const isProblem = failure?.code === 'storage-failed' && problem !== null;
  const showing = checkedAt ? text.history.ofArchive(formatTimestamp(checkedAt, zone)) : text.history.neverChecked;
  return (
    <>
      {problem && <ArchiveBanner problem={problem} onRetry={onRetry} />}
      {failure && !isProblem && (rows > 0 || isComplete) && (
        <Bar rank="failure">
          <FailureNotice failure={failure} form="strip" showing={showing} onRetry={onRetry} />
        </Bar>
      )}
    </>
  );
}

function keyOf(row: ArchiveRow): string {
  return row.key;
}
