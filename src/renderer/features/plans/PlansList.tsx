import { Menu } from '@base-ui/react/menu';
import { type ReactNode, useState } from 'react';
import type { Failure } from '../../../shared/contract/failure.ts';
import { formatTimestamp } from '../../../shared/time/time.ts';
import type { Timestamp } from '../../../shared/values/domain.ts';
import { FailureNotice } from '../../domain/accounts/FailureNotice.tsx';
import { PriceAlertItem } from '../../domain/market/PriceAlertItem.tsx';
import { SymbolItems } from '../../domain/market/SymbolItems.tsx';
import { NoteField } from '../../domain/notes/NoteField.tsx';
import { NoteItem } from '../../domain/notes/NoteItem.tsx';
import { PlanLifeSection } from '../../domain/plans/lives/PlanLifeSection.tsx';
import { type PlanRow, planRowId } from '../../domain/plans/plan-row.ts';
import { orphanText } from '../../domain/plans/positions/position-words.ts';
import { useSetting, useTimeZone } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { Bar } from '../../ui/screen/Bar.tsx';
import { DetailPanel } from '../../ui/screen/DetailPanel.tsx';
import { EmptyNotice, Skeleton } from '../../ui/screen/Notices.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { MenuCell } from '../../ui/table/TableMenu.tsx';
import { filteredBy, isGroup } from './cockpit-columns.ts';
import { type CockpitRow, cockpitIdOf } from './cockpit-rows.ts';
import { nearestFirst } from './open-plan-columns.ts';
import { PlanAlertItems, PlanSummary } from './PlanActions.tsx';
import { PlanLadder } from './PlanLadder.tsx';
import { PlanRadar } from './PlanRadar.tsx';
import { AccountStatusBar, PlansStatus } from './PlansStatus.tsx';
import { PositionDetails } from './PositionDetails.tsx';
import { DoubtsToggle, PositionDoubts } from './PositionDoubts.tsx';
import { PositionFacts } from './PositionFacts.tsx';
import { SortLine } from './SortLine.tsx';
import type { BesidePlans } from './use-beside-plans.ts';
import { useSortedRows } from './use-open-plans.ts';
import type { PlansView } from './use-plans-view.ts';
import './positions.css';

interface PlansListProps {
  accountName: string;
  view: PlansView;
  beside: BesidePlans;
  /** Of the only account on the screen, like `fetchedAt`. */
  failure: Failure | null;
  fetchedAt: Timestamp | null;
  onRefresh: () => void;
}

/** The positions with their plan orders, and those without a position, with the ladder and the details beside them. */
export function PlansList({ accountName, view, beside, failure, fetchedAt, onRefresh }: PlansListProps) {
  const text = useText();
  const zone = useTimeZone();
  const marginMode = useSetting('marginMode');
  const { accounts, ids, parts, rows: all, allRows, shownRows, isOfAll, isLive, symbol, columns, table, filter } = view;
  const isGrouped = useSetting('planGroups');
  const { openRow, setOpenRow, openPosition, setOpenPosition, rulesOf, positions } = view;
  const { sorting } = table.state;
  const areRead = positions.every(({ book }) => book.isRead);
  const listKey = `${ids.join('\n')}\n${marginMode}\n${symbol ?? ''}`;
  const isOpen = openRow !== null || openPosition !== null;
  const { area, index, pause, sortAgain } = useSortedRows(
    view.tableRows,
    table,
    `${listKey}\n${areRead} ${isGrouped}`,
    {
      isLive,
      isOpen,
    },
  );
  const hasRadar = beside.hasRadar && view.shown.length > 0;
  const hasLadder = beside.ladder === 'beside' && allRows.length > 0;
  const [areDoubtsShown, setDoubtsShown] = useState(false);
  const open = (row: CockpitRow | null): void => {
    if (row && isGroup(row)) index.tree?.toggle(row);
    else if (row && row.plan === null) setOpenPosition(row.position);
    else {
      setOpenPosition(null);
      setOpenRow(row?.plan ?? null);
    }
  };

  const cellItems = ({ row, columnId }: MenuCell<CockpitRow>) => (
    <>
      {row.plan && (
        <NoteItem
          target={{ account: row.account, kind: 'plan', key: row.plan.key }}
          onOpen={() => setOpenRow(row.plan)}
        />
      )}
      {!isGroup(row) && filter.cellItems({ row, columnId: filteredBy[columnId] ?? columnId })}
      <Menu.Separator className="popup-separator" />
      <SymbolItems account={row.account} symbol={row.symbol} />
      <Menu.Separator className="popup-separator" />
      {row.plan ? (
        <PlanAlertItems plan={row.plan} />
      ) : (
        row.position && (
          <PriceAlertItem
            row={row.position}
            columnId={columnId === 'level' ? 'entryPrice' : columnId}
            account={row.account}
            market="futures"
          />
        )
      )}
    </>
  );
  const drawLadder = (isInDetails: boolean) => (
    <PlanLadder accounts={accounts} view={view} firstRow={index.rowAt(0)} isInDetails={isInDetails} />
  );
  return (
    <>
      {isOfAll && <AccountStatusBar accounts={accounts} parts={parts} />}
      {failure && allRows.length > 0 && (
        <Bar rank="failure">
          <FailureNotice
            failure={failure}
            form="strip"
            showing={fetchedAt === null ? '' : text.failure.showing(formatTimestamp(fetchedAt, zone))}
            onRetry={onRefresh}
          />
        </Bar>
      )}
      {areDoubtsShown && <PositionDoubts accounts={accounts} positions={positions} />}
      {filter.chips}
      <div className="screen-body">
        <div className="screen-area" ref={area}>
          {!(beside.isInstead && (hasRadar || hasLadder)) && (
            <DataTable
              label={text.table.label(text.screens['open-plans'], isOfAll ? text.account.whoseNames.all : accountName)}
              table={table}
              index={index}
              rowKey={({ id }) => id}
              listKey={`${listKey}\n${JSON.stringify(sorting)}`}
              complete
              stale={!isLive && allRows.length > 0}
              openKey={
                openRow ? cockpitIdOf({ plan: openRow }) : openPosition ? cockpitIdOf({ position: openPosition }) : null
              }
              onOpen={open}
              cellItems={cellItems}
              restingSort={nearestFirst}
              placeholder={<NoPlans view={view} onRefresh={onRefresh} />}
            />
          )}
        </div>
        {hasRadar && <PlanRadar view={view} />}
        {hasLadder && drawLadder(false)}
        {openRow && <PlanDetails view={view} row={openRow} ladder={beside.ladder === 'details' && drawLadder(true)} />}
        {openPosition && (
          <PositionDetails
            row={openPosition}
            ladder={beside.ladder === 'details' && drawLadder(true)}
            columns={view.positionColumns}
            rules={rulesOf(openPosition)}
            onPlan={(key) => {
              const plan = all.find((row) => row.account === openPosition.account && row.key === key);
              if (plan) setOpenRow(plan);
            }}
            onClose={() => setOpenPosition(null)}
          />
        )}
      </div>
      <PlansStatus shown={shownRows.length} total={allRows.length} parts={parts} isLive={isLive}>
        {shownRows.length > 0 && (
          <SortLine
            sortedBy={sorting.flatMap(({ id }) => columns.find((column) => column.id === id)?.header ?? [])}
            pause={pause}
            onSortAgain={sortAgain}
          />
        )}
        <PositionFacts accounts={accounts} positions={positions} />
        <DoubtsToggle positions={positions} isShown={areDoubtsShown} onToggle={() => setDoubtsShown(!areDoubtsShown)} />
      </PlansStatus>
    </>
  );
}

/** True until the plan orders of each account have been read. */
function isUnread({ parts }: PlansView): boolean {
  return parts.some(({ plans }) => plans.fetchedAt === null && plans.failure === null);
}

/** Shown in place of the rows: why there are none. */
function NoPlans({ view, onRefresh }: { view: PlansView; onRefresh: () => void }) {
  const text = useText();
  const { empty } = text;
  const { parts } = view;
  const isEmpty = view.allRows.length === 0;
  const [failure, ...others] = parts.flatMap(({ plans }) => plans.failure ?? []);
  if (isEmpty && failure && others.length + 1 === parts.length) {
    return <FailureNotice failure={failure} form="panel" onRetry={onRefresh} />;
  }
  if (isUnread(view)) return <Skeleton />;
  return (
    <EmptyNotice
      what={isEmpty ? empty.openPlans : empty.openPlansFiltered}
      next={isEmpty ? empty.openPlansNext : empty.openPlansFilteredNext}
      action={view.isFiltered ? { label: empty.showAll, run: view.showAll } : undefined}
    />
  );
}

/** The details of a plan order. */
function PlanDetails({ view, row, ladder }: { view: PlansView; row: PlanRow; ladder: ReactNode }) {
  const text = useText();
  const rules = view.rulesOf(row);
  // The list of an account that is not shown says nothing about its plan orders.
  const hasLeft = view.ids.includes(row.account) && !view.rows.includes(row);
  return (
    <DetailPanel
      row={row}
      columns={view.planColumns}
      onClose={() => view.setOpenRow(null)}
      isOutsideFilter={!hasLeft && !view.fits(cockpitIdOf({ plan: row }))}
      lead={
        <>
          <PlanSummary row={row} hasLeft={hasLeft} orphan={orphanText(row, view.bookOf(row.account), rules, text)} />
          {ladder}
        </>
      }
      note={
        <NoteField
          key={planRowId(row)}
          account={row.account}
          kind="plan"
          rowKey={row.key}
          note={view.noteOf(row) ?? ''}
        />
      }
    >
      <PlanLifeSection account={row.account} row={row} rules={rules} />
    </DetailPanel>
  );
}
