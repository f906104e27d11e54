import { Menu } from '@base-ui/react/menu';
import type { CSSProperties, ReactNode } from 'react';
import type { Failure } from '../../../shared/contract/failure.ts';
import { hasNoStop } from '../../../shared/risk/risk-sums.ts';
import { formatTimestamp } from '../../../shared/time/time.ts';
import type { Timestamp } from '../../../shared/values/domain.ts';
import { FailureNotice } from '../../domain/accounts/FailureNotice.tsx';
import { SymbolItems } from '../../domain/market/SymbolItems.tsx';
import { NoteField } from '../../domain/notes/NoteField.tsx';
import { NoteItem } from '../../domain/notes/NoteItem.tsx';
import { PlanLifeSection } from '../../domain/plans/lives/PlanLifeSection.tsx';
import { type PlanRow, planRowId } from '../../domain/plans/plan-row.ts';
import { positionRowId } from '../../domain/plans/positions/position-row.ts';
import { orphanText } from '../../domain/plans/positions/position-words.ts';
import { positionText } from '../../domain/plans/positions/risk-words.ts';
import { useSetting, useTimeZone } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { Bar } from '../../ui/screen/Bar.tsx';
import { DetailPanel } from '../../ui/screen/DetailPanel.tsx';
import { EmptyNotice, Skeleton } from '../../ui/screen/Notices.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { MenuCell } from '../../ui/table/TableMenu.tsx';
import { filteredBy, nearestFirst } from './open-plan-columns.ts';
import { PlanAlertItems, PlanSummary } from './PlanActions.tsx';
import { PlanLadder } from './PlanLadder.tsx';
import { AccountStatusBar, PlansStatus } from './PlansStatus.tsx';
import { PositionDetails } from './PositionDetails.tsx';
import { PositionsSection, useDeferredLineCount } from './PositionsSection.tsx';
import { SortLine } from './SortLine.tsx';
import type { LadderToggle } from './use-ladder-toggle.ts';
import { useSortedPlans } from './use-open-plans.ts';
import type { PlansView } from './use-plans-view.ts';
import { usePointerHold } from './use-pointer-hold.ts';

interface PlansListProps {
  accountName: string;
  view: PlansView;
  ladder: LadderToggle['place'];
  /** Of the only account on the screen, like `fetchedAt`. */
  failure: Failure | null;
  fetchedAt: Timestamp | null;
  onRefresh: () => void;
}

/** Rows of plan orders that stay in sight below the positions, unless there are fewer. */
const leastRows = 8;

/** The positions and the open plan orders, the nearest first, with the ladder and the details beside them. */
export function PlansList({ accountName, view, ladder, failure, fetchedAt, onRefresh }: PlansListProps) {
  const text = useText();
  const zone = useTimeZone();
  const marginMode = useSetting('marginMode');
  const { accounts, ids, parts, rows: all, shown, isOfAll, isLive, symbol, columns, table, filter } = view;
  const { openRow, setOpenRow, openPosition, rulesOf } = view;
  const { sorting } = table.state;
  const listKey = `${ids.join('\n')}\n${marginMode}\n${symbol ?? ''}`;
  const { area, index, pause, sortAgain } = useSortedPlans(shown, columns, sorting, listKey, {
    isLive,
    isOpen: openRow !== null,
  });
  const isPointedAt = usePointerHold(area);
  const areRead = parts.every(({ plans }) => plans.fetchedAt !== null);
  const lines = useDeferredLineCount(`${ids.join()} plans`, {
    expected: leastRows,
    wanted: areRead ? Math.min(all.length, leastRows) : null,
    isHeld: isPointedAt,
  });

  const cellItems = (cell: MenuCell<PlanRow>) => (
    <>
      <NoteItem
        target={{ account: cell.row.account, kind: 'plan', key: cell.row.key }}
        onOpen={() => setOpenRow(cell.row)}
      />
      {filter.cellItems({ ...cell, columnId: filteredBy[cell.columnId] ?? cell.columnId })}
      <Menu.Separator className="popup-separator" />
      <SymbolItems account={cell.row.account} symbol={cell.row.symbol} />
      <Menu.Separator className="popup-separator" />
      <PlanAlertItems plan={cell.row} />
    </>
  );
  const drawLadder = (isInDetails: boolean) => (
    <PlanLadder accounts={accounts} view={view} firstRow={index.rowAt(0)} isInDetails={isInDetails} />
  );
  return (
    <>
      {isOfAll && <AccountStatusBar accounts={accounts} parts={parts} />}
      {failure && all.length > 0 && (
        <Bar rank="failure">
          <FailureNotice
            failure={failure}
            form="strip"
            showing={fetchedAt === null ? '' : text.failure.showing(formatTimestamp(fetchedAt, zone))}
            onRetry={onRefresh}
          />
        </Bar>
      )}
      <PositionsSection
        key={ids.join()}
        accounts={accounts}
        parts={parts}
        positions={view.positions}
        rows={view.shownPositions}
        bare={view.barePositions}
        total={view.positionRows.length}
        columns={view.positionColumns}
        table={view.positionTable}
        openKey={openPosition && positionRowId(openPosition)}
        onOpen={view.setOpenPosition}
        isHeld={isPointedAt}
      />
      {filter.chips}
      <div className="screen-body plans-body" style={{ '--lines': lines } as CSSProperties}>
        <div className="screen-area" ref={area}>
          <DataTable
            label={text.table.label(text.screens['open-plans'], isOfAll ? text.account.whoseNames.all : accountName)}
            table={table}
            index={index}
            rowKey={planRowId}
            listKey={`${listKey}\n${JSON.stringify(sorting)}`}
            complete
            stale={!isLive && all.length > 0}
            openKey={openRow ? planRowId(openRow) : null}
            onOpen={setOpenRow}
            cellItems={cellItems}
            restingSort={nearestFirst}
            placeholder={<NoPlans view={view} onRefresh={onRefresh} />}
          />
        </div>
        {ladder === 'beside' && all.length + view.positionRows.length > 0 && drawLadder(false)}
        {openRow && <PlanDetails view={view} row={openRow} ladder={ladder === 'details' && drawLadder(true)} />}
        {openPosition && (
          <PositionDetails
            row={openPosition}
            ladder={ladder === 'details' && drawLadder(true)}
            columns={view.positionColumns}
            rules={rulesOf(openPosition)}
            onPlan={(key) => {
              const plan = all.find((row) => row.account === openPosition.account && row.key === key);
              if (plan) setOpenRow(plan);
            }}
            onClose={() => view.setOpenPosition(null)}
          />
        )}
      </div>
      <PlansStatus shown={shown.length} total={all.length} parts={parts} isLive={isLive}>
        {shown.length > 0 && (
          <SortLine
            sortedBy={sorting.flatMap(({ id }) => columns.find((column) => column.id === id)?.header ?? [])}
            pause={pause}
            onSortAgain={sortAgain}
          />
        )}
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
  const { parts, rows: all } = view;
  const [failure, ...others] = parts.flatMap(({ plans }) => plans.failure ?? []);
  if (all.length === 0 && failure && others.length + 1 === parts.length) {
    return <FailureNotice failure={failure} form="panel" onRetry={onRefresh} />;
  }
  if (isUnread(view)) return <Skeleton />;
  const { symbol } = view;
  if (symbol !== null && !all.some((row) => row.symbol === symbol)) {
    const positions = view.positionRows.filter((row) => row.symbol === symbol);
    const withoutStop = positions.filter(hasNoStop);
    return (
      <EmptyNotice
        what={text.risk.noPlansOf(symbol)}
        next={withoutStop
          .map((row) => text.risk.noStopOf(positionText(row, view.rulesOf(row), text)))
          .reduce(text.sentences, '')}
        action={{ label: empty.showAll, run: view.showAll }}
      />
    );
  }
  return (
    <EmptyNotice
      what={all.length === 0 ? empty.openPlans : empty.openPlansFiltered}
      next={all.length === 0 ? empty.openPlansNext : empty.openPlansFilteredNext}
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
      columns={view.columns}
      onClose={() => view.setOpenRow(null)}
      isOutsideFilter={!view.fits(row)}
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
