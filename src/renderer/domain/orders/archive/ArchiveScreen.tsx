import { Menu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import type { AccountSummary } from '../../../../shared/contract/accounts.ts';
import type { ListFilters } from '../../../../shared/contract/trades.ts';
import { ownRow } from '../../../../shared/orders/joint.ts';
import type { NoteKind } from '../../../../shared/orders/notes.ts';
import type { ArchiveList } from '../../../../shared/orders/trades.ts';
import { type Screen, screens } from '../../../../shared/settings/choices.ts';
import { useTimeZone } from '../../../platform/settings/settings.ts';
import { type Text, useText } from '../../../text/use-text.ts';
import type { CellFilter } from '../../../ui/filter/cell-filter.ts';
import { FilterChips } from '../../../ui/filter/FilterChips.tsx';
import { areDays, isEmptyFilter, onlyText, withPart } from '../../../ui/filter/list-filter.ts';
import { Bar } from '../../../ui/screen/Bar.tsx';
import { DetailPanel } from '../../../ui/screen/DetailPanel.tsx';
import { Skeleton } from '../../../ui/screen/Notices.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { FilterItems } from '../../../ui/table/FilterItems.tsx';
import type { RulesOf } from '../../../ui/text/figures.ts';
import { FailureNotice } from '../../accounts/FailureNotice.tsx';
import { PriceAlertItem } from '../../market/PriceAlertItem.tsx';
import { SymbolItems } from '../../market/SymbolItems.tsx';
import { NoteField } from '../../notes/NoteField.tsx';
import { NoteItem } from '../../notes/NoteItem.tsx';
import { tagFilters } from '../../notes/note-filter.ts';
import { accountColumnId } from '../account-column.ts';
import { AccountNotices } from '../coverage/AccountNotices.tsx';
import { coverageOf } from '../coverage/coverage.ts';
import { HistoryPlaceholder } from '../coverage/HistoryNotices.tsx';
import { HistoryStatus } from '../coverage/HistoryStatus.tsx';
import { accountCellFilters, withAccountChip } from '../filter/account-filter.ts';
import { filterForms, historyOf, noteKindOf } from '../filter/filter-forms.ts';
import { partsWithoutField, useFilterForm, useFilterRemoval } from '../filter/use-list-filter.ts';
import { conditionsOf, useTypedFilter, withTyped } from '../filter/use-typed-filter.ts';
import { ArchiveToolbar } from './ArchiveToolbar.tsx';
import type { ArchiveRow, ListDefinition, ShownList } from './list-definition.ts';
import { useArchive } from './use-archive.ts';

interface ArchiveScreenProps<List extends ArchiveList, Row extends ArchiveRow, Sort, Field extends string> {
  definition: ListDefinition<List, Row, Sort, Field>;
  account: AccountSummary;
  /** Shown above the table. */
  note?: (shown: ShownList<ListFilters[List]>) => ReactNode;
  /** Shown in the details of a row, between its fields and the raw row. Row and list are those of the row's account. */
  details: (row: Row, shown: ShownList<ListFilters[List]>, rulesOf: RulesOf) => ReactNode;
  /** Shown in the details of a row before its fields. */
  lead?: (row: Row, shown: ShownList<ListFilters[List]>, rulesOf: RulesOf) => ReactNode;
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
  const { id, name } = archive.archive;
  const open = openRow && ownRow(openRow, id);
  const { remove, clear } = useFilterRemoval<ListFilters[List]>(filter, setFilter);
  const { period } = filterForms[list];
  const typed = useTypedFilter(id, list, filter.text ?? '');
  const form = useFilterForm(archive.archive, list, filter, setFilter, shown.version === null ? null : shown.rowCount);
  const days = period.of(filter);
  // The toolbar shows the period, so that the table does not move with each step from one to the next.
  const isPeriodShown = areDays(days);
  const inChips = withPart(filter, 'text', undefined);
  const isComplete = state !== undefined && coverageOf(state.modes).complete;
  return (
    <section className="screen" aria-label={text.screens[list]}>
      <ArchiveToolbar
        account={account.id}
        archive={id}
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
        chips={withAccountChip(
          filterForms[list].chips(isPeriodShown ? period.put(inChips, undefined) : inChips, zone, text),
          filter,
          archive.archive,
          text,
        )}
        onRemove={remove}
        onEdit={(part, chip) => form.onOpenChange({ part, chip })}
        fixed={partsWithoutField}
        onClear={() => clear(isPeriodShown ? period.put(onlyText(filter), days) : onlyText(filter))}
      />
      <AccountNotices
        parts={archive.parts}
        list={historyOf(list)}
        zone={zone}
        showing={(checkedAt) => (checkedAt === null ? text.history.neverChecked : text.history.ofArchive(checkedAt))}
      />
      {shown.failure && !state?.failure && shown.rowCount > 0 && (
        <Bar rank="failure">
          <FailureNotice
            failure={shown.failure}
            form="strip"
            of={archive.parts.length > 1 ? null : undefined}
            onRetry={archive.retry}
          />
        </Bar>
      )}
      {props.note?.(shownList)}
      <div className="screen-body">
        <DataTable
          label={text.table.label(text.screens[list], name)}
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
              {...ownRow(cell.row, id)}
              noteKind={noteKindOf[list]}
              onOpen={() => setOpenRow(cell.row)}
              filters={[
                ...(cell.columnId === accountColumnId
                  ? accountCellFilters<ListFilters[List]>(cell.row.account ?? '', filter, archive.archive, text)
                  : filterForms[list].cellFilters(
                      definition.fieldsOfColumn(cell.columnId),
                      cell.row,
                      filter,
                      zone,
                      text,
                    )),
                ...tagFilters<ListFilters[List]>(cell.row.note, filter),
              ]}
              onFilterChange={setFilter}
            />
          )}
          restingSort={archive.restingSort}
          placeholder={
            <HistoryPlaceholder
              state={state}
              failure={shown.failure}
              isRead={archive.isRead}
              isFiltered={!isEmptyFilter(filter)}
              {...definition.notices(text)}
              searched={text.filter.searched(conditionsOf(list, filter, zone, text).join(' · '))}
              offer={
                typed && {
                  label: text.filter.tryInstead(typed.words),
                  run: () => setFilter(withTyped(filter, typed.filter)),
                }
              }
              skeleton={<Skeleton />}
              onRetry={archive.retry}
              onSync={archive.sync}
              onClearFilter={() => clear({})}
            />
          }
        />
        {openRow && open && (
          <DetailPanel
            row={openRow}
            columns={columns}
            onClose={() => setOpenRow(null)}
            lead={props.lead?.(open.row, ofAccount(shownList, open.account), archive.rulesOf)}
            note={
              <NoteField
                // Not the key alone, which the details beside the field have.
                key={`note ${openRow.key}`}
                account={open.account}
                kind={noteKindOf[list]}
                rowKey={open.row.key}
                note={openRow.note ?? ''}
              />
            }
          >
            {props.details(open.row, ofAccount(shownList, open.account), archive.rulesOf)}
          </DetailPanel>
        )}
      </div>
      {props.summary(shownList)}
      <HistoryStatus parts={archive.parts} list={historyOf(list)} zone={zone} />
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

/** Returns the list as that of one account of the archive. */
function ofAccount<Filter>(shown: ShownList<Filter>, account: string): ShownList<Filter> {
  const parts = shown.parts.filter((part) => part.account.id === account);
  return { ...shown, account, parts, state: parts[0]?.state };
}

function keyOf(row: ArchiveRow): string {
  return row.key;
}

interface ArchiveCellItemsProps<Filter> {
  row: { key: string; symbol: string };
  columnId: string;
  account: string;
  noteKind: NoteKind;
  filters: readonly CellFilter<Filter>[];
  onFilterChange: (filter: Filter) => void;
  /** Shows the details of the row. */
  onOpen: () => void;
}

/** The menu items of a cell: filters by its value, what belongs to its symbol, and an alert. */
function ArchiveCellItems<Filter>(props: ArchiveCellItemsProps<Filter>) {
  const { row, columnId, account, noteKind, filters, onFilterChange, onOpen } = props;
  const values = filters.map(({ value, only, without }) => ({
    value,
    onOnly: () => onFilterChange(only),
    onExclude: without && (() => onFilterChange(without)),
  }));
  return (
    <>
      <NoteItem target={{ account, kind: noteKind, key: row.key }} onOpen={onOpen} />
      <FilterItems values={values} />
      <Menu.Separator className="popup-separator" />
      <SymbolItems account={account} symbol={row.symbol} />
      <Menu.Separator className="popup-separator" />
      <PriceAlertItem row={row} columnId={columnId} account={account} market="futures" />
    </>
  );
}
