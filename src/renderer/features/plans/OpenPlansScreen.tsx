import { Menu } from '@base-ui/react/menu';
import { CalendarDays, ChartNoAxesGantt } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { marginModeChoices, planAccountChoices } from '../../../shared/choices.ts';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { WaitingPlan } from '../../../shared/contract/plans.ts';
import type { ColumnSort } from '../../../shared/contract/settings.ts';
import { formatTimestamp } from '../../../shared/time.ts';
import { FailureNotice } from '../../domain/accounts/FailureNotice.tsx';
import { useLiveFor, useReportFreshness } from '../../domain/market/freshness.ts';
import { refreshLive } from '../../domain/market/live/live.ts';
import { SymbolItems } from '../../domain/market/SymbolItems.tsx';
import { useRulesOfAccounts } from '../../domain/market/symbol-rules.ts';
import { useSymbolSize, withSymbolSize } from '../../domain/market/symbol-size.ts';
import { useByLiquidity } from '../../domain/market/use-by-liquidity.ts';
import { NoteField } from '../../domain/notes/NoteField.tsx';
import { NoteItem } from '../../domain/notes/NoteItem.tsx';
import { tagsByUse } from '../../domain/notes/note-filter.ts';
import { useValueFilter } from '../../domain/notes/use-value-filter.tsx';
import { PlanLifeSection } from '../../domain/plans/lives/PlanLifeSection.tsx';
import { usePlanNotes } from '../../domain/plans/plan-notes.ts';
import { type PlanRow, planRowId } from '../../domain/plans/plan-row.ts';
import { remarkText } from '../../domain/plans/positions/position-words.ts';
import { refreshPositions, usePositionsOf } from '../../domain/plans/positions/positions.ts';
import { useCommand } from '../../platform/commands.ts';
import { useGoTo } from '../../platform/navigation/go-to.ts';
import { usePendingRow } from '../../platform/navigation/pending.ts';
import { showNotice } from '../../platform/notice.ts';
import { useChangeSettings, useSettings, useTimeZone } from '../../platform/settings/settings.ts';
import { useSameItems } from '../../platform/use-same-items.ts';
import { useText } from '../../text/use-text.ts';
import { SearchSelect } from '../../ui/controls/SearchSelect.tsx';
import { Segmented } from '../../ui/controls/Segmented.tsx';
import { FilterMenu } from '../../ui/filter/FilterMenu.tsx';
import { idsFilter } from '../../ui/filter/list-filter.ts';
import { ColumnsMenu } from '../../ui/screen/ColumnsMenu.tsx';
import { DetailPanel } from '../../ui/screen/DetailPanel.tsx';
import { EmptyNotice, Skeleton } from '../../ui/screen/Notices.tsx';
import { RefreshButton } from '../../ui/screen/RefreshButton.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useColumnTable } from '../../ui/table/use-column-table.ts';
import { makeOpenPlanColumns } from './open-plan-columns.ts';
import { PlanAlertItems, PlanSummary } from './PlanActions.tsx';
import { PlanLadder } from './PlanLadder.tsx';
import { PlansByDay } from './PlansByDay.tsx';
import { AccountStatusBar, fetchedAtOf, PlansStatus } from './PlansStatus.tsx';
import { PositionsSection } from './PositionsSection.tsx';
import { SortLine } from './SortLine.tsx';
import { useLadderToggle } from './use-ladder-toggle.ts';
import { useOpenPlan, usePlanSymbol, useShownPlans, useSortedPlans } from './use-open-plans.ts';
import { usePointerHold } from './use-pointer-hold.ts';
import './plans.css';

/** Sort of the open plans that the user has not sorted. */
const nearestFirst: ColumnSort = { id: 'distance', desc: false };

/** The open plan orders with the distance to their trigger, the nearest first. */
export function OpenPlansScreen({ account }: { account: AccountSummary }) {
  const text = useText();
  const zone = useTimeZone();
  const { marginMode, planAccounts } = useSettings();
  const changeSettings = useChangeSettings();
  const goTo = useGoTo();
  const [symbol, setSymbol] = usePlanSymbol();
  const [isByDay, setByDay] = useState(false);
  const { accounts, ids, parts, rows: all, hasSeveral, isOfAll, isLive } = useShownPlans(account);
  const [openRow, setOpenRow] = useOpenPlan(all);
  const { rulesOf, symbols } = useRulesOfAccounts(ids);
  const lists = useSameItems(parts.map(({ plans }) => plans.rows));
  // The plan orders come first, because positions need the history, which takes longer to open than plan orders to read.
  const listsOnceRead = useSameItems(
    parts.map(({ plans }) => (plans.fetchedAt === null && !plans.failure ? null : plans.rows)),
  );
  const positions = usePositionsOf(ids, listsOnceRead);
  const notes = usePlanNotes(ids, lists);
  const tags = useMemo(() => tagsByUse(notes.values()), [notes]);
  const noteOf = useCallback((row: PlanRow) => notes.get(planRowId(row)), [notes]);
  const books = useSameItems(positions.map(({ book }) => book));
  const symbolSize = useSymbolSize(symbols.join('\n'));
  const columns = useMemo(() => {
    const nameOf = (id: string) => accounts.find((each) => each.id === id)?.name ?? '';
    const bookOf = (id: string) => books[ids.indexOf(id)];
    return withSymbolSize(
      makeOpenPlanColumns(text, rulesOf, bookOf, zone, isOfAll ? nameOf : null, noteOf),
      symbolSize,
    );
  }, [text, rulesOf, books, noteOf, ids, zone, accounts, isOfAll, symbolSize]);
  const table = useColumnTable('open-plans', columns);

  const filter = useValueFilter(columns, noteOf, tags);
  const { keeps, clear: clearFilter } = filter;
  const fits = useCallback(
    (row: PlanRow) =>
      ids.includes(row.account) &&
      (symbol === null || row.symbol === symbol) &&
      (marginMode === 'all' || row.marginMode === marginMode) &&
      keeps(row),
    [ids, symbol, marginMode, keeps],
  );
  const rows = useMemo(() => all.filter(fits), [all, fits]);
  const listKey = `${ids.join('\n')}\n${marginMode}\n${symbol ?? ''}`;
  const { sorting } = table.state;
  const { area, setArea, index, pause, sortAgain } = useSortedPlans(rows, columns, sorting, listKey, {
    isLive,
    isOpen: openRow !== null,
  });
  const isPointedAt = usePointerHold(area);
  // The list of an account that is not shown says nothing about its plan orders.
  const hasLeft = openRow !== null && ids.includes(openRow.account) && !all.includes(openRow);
  const ladder = useLadderToggle(openRow !== null, () => setOpenRow(null));

  const ownPlan = useCallback(
    (key: string) => all.find((each) => each.account === account.id && each.key === key),
    [all, account.id],
  );
  const openPending = useCallback(
    (key: string): void => {
      const row = ownPlan(key);
      if (!row) {
        showNotice(text.plans.notHere);
        return;
      }
      setSymbol(null);
      clearFilter();
      changeSettings({ marginMode: 'all' });
      setOpenRow(row);
    },
    [ownPlan, changeSettings, setSymbol, setOpenRow, clearFilter, text],
  );
  const isListed = useCallback((key: string) => ownPlan(key) !== undefined, [ownPlan]);
  const ownPlans = parts.find((part) => part.account === account.id)?.plans;
  usePendingRow({ account: account.id, screen: 'open-plans' }, { list: ownPlans, isListed, reveal: openPending });

  const showSeen = ({ plan, end }: WaitingPlan): void => {
    if (end !== null) {
      goTo({ kind: 'list', account: account.id, list: 'plan-history', filter: idsFilter([plan.id], plan) });
      return;
    }
    setByDay(false);
    openPending(plan.key);
  };

  const refresh = useCallback((): void => {
    for (const id of ids) {
      void refreshLive('open-plans', id);
      void refreshLive('futures-tickers', id);
    }
    refreshPositions(ids);
  }, [ids]);
  useCommand('refresh', refresh);

  // With several accounts the status bar shows the state of each.
  const only = isOfAll ? undefined : parts[0];
  const failure = only?.plans.failure ?? only?.tickers.failure ?? null;
  // Prices alone say nothing about the plan orders.
  const fetchedAt = only && only.plans.fetchedAt !== null ? fetchedAtOf(only) : null;
  useReportFreshness(fetchedAt, useLiveFor(), failure);

  const isFiltered = symbol !== null || marginMode !== 'all' || filter.isActive;
  const showAll = (): void => {
    setSymbol(null);
    clearFilter();
    changeSettings({ marginMode: 'all' });
  };
  const failed = parts.flatMap(({ plans }) => plans.failure ?? []);
  const placeholder =
    all.length === 0 && failed.length === parts.length && failed[0] ? (
      <FailureNotice failure={failed[0]} form="panel" onRetry={refresh} />
    ) : parts.some(({ plans }) => plans.fetchedAt === null && plans.failure === null) ? (
      <Skeleton />
    ) : (
      <EmptyNotice
        what={all.length === 0 ? text.empty.openPlans : text.empty.openPlansFiltered}
        next={all.length === 0 ? text.empty.openPlansNext : text.empty.openPlansFilteredNext}
        action={isFiltered ? { label: text.empty.showAll, run: showAll } : undefined}
      />
    );

  const toolbar = (
    <div className="toolbar" role="toolbar" aria-label={text.toolbar.label}>
      <SymbolPicker account={account.id} symbols={symbols} value={symbol} onChange={setSymbol} />
      <Segmented
        label={text.toolbar.marginMode}
        options={marginModeChoices.map((value) => ({ value, label: text.marginModes[value] }))}
        value={marginMode}
        onChange={(value) => changeSettings({ marginMode: value })}
      />
      {!isByDay && <FilterMenu {...filter.form} />}
      {hasSeveral && !isByDay && (
        <Segmented
          label={text.plans.whose}
          options={planAccountChoices.map((value) => ({ value, label: text.plans.whoseNames[value] }))}
          value={planAccounts}
          onChange={(value) => changeSettings({ planAccounts: value })}
        />
      )}
      <div className="toolbar-end">
        <button type="button" className="button" aria-pressed={isByDay} onClick={() => setByDay(!isByDay)}>
          <CalendarDays size={14} aria-hidden="true" />
          {text.planLife.days.show}
        </button>
        {!isByDay && (
          <button type="button" className="button" aria-pressed={ladder.isShown} onClick={ladder.toggle}>
            <ChartNoAxesGantt size={14} aria-hidden="true" />
            {text.ladder.show}
          </button>
        )}
        <RefreshButton onRefresh={refresh} />
        {!isByDay && <ColumnsMenu table={table} />}
      </div>
    </div>
  );
  if (isByDay) {
    return (
      <section className="screen" aria-label={text.screens['open-plans']}>
        {toolbar}
        <PlansByDay account={account.id} symbol={symbol} marginMode={marginMode} rulesOf={rulesOf} onShow={showSeen} />
      </section>
    );
  }
  return (
    <section className="screen" aria-label={text.screens['open-plans']}>
      {toolbar}
      {isOfAll && <AccountStatusBar accounts={accounts} parts={parts} />}
      {failure && all.length > 0 && (
        <FailureNotice
          failure={failure}
          form="strip"
          showing={fetchedAt === null ? '' : text.failure.showing(formatTimestamp(fetchedAt, zone))}
          onRetry={refresh}
        />
      )}
      <PositionsSection
        key={ids.join()}
        accounts={accounts}
        parts={parts}
        positions={positions}
        rulesOf={rulesOf}
        onSymbol={setSymbol}
        isHeld={isPointedAt}
      />
      {filter.chips}
      {rows.length > 0 && (
        <SortLine
          sortedBy={sorting.flatMap(({ id }) => columns.find((column) => column.id === id)?.header ?? [])}
          pause={pause}
          onSortAgain={sortAgain}
        />
      )}
      <div className="screen-body">
        <div className="screen-area" ref={setArea}>
          <DataTable
            label={text.table.label(text.screens['open-plans'], isOfAll ? text.plans.whoseNames.all : account.name)}
            table={table}
            index={index}
            rowKey={planRowId}
            listKey={`${listKey}\n${JSON.stringify(sorting)}`}
            complete
            stale={!isLive && all.length > 0}
            openKey={openRow ? planRowId(openRow) : null}
            onOpen={setOpenRow}
            cellItems={(cell) => (
              <>
                <NoteItem
                  target={{ account: cell.row.account, kind: 'plan', key: cell.row.key }}
                  onOpen={() => setOpenRow(cell.row)}
                />
                {filter.cellItems(cell)}
                <Menu.Separator className="popup-separator" />
                <SymbolItems account={cell.row.account} symbol={cell.row.symbol} />
                <Menu.Separator className="popup-separator" />
                <PlanAlertItems plan={cell.row} />
              </>
            )}
            restingSort={nearestFirst}
            placeholder={placeholder}
          />
        </div>
        {ladder.isShown && all.length > 0 && (
          <PlanLadder
            accounts={accounts}
            parts={parts}
            rulesOf={rulesOf}
            openRow={openRow}
            symbol={symbol}
            firstRow={index.rowAt(0)}
            onOpen={setOpenRow}
          />
        )}
        {openRow && (
          <DetailPanel
            row={openRow}
            title={openRow.symbol}
            columns={columns}
            onClose={() => setOpenRow(null)}
            isOutsideFilter={!fits(openRow)}
            lead={
              <PlanSummary
                row={openRow}
                hasLeft={hasLeft}
                remark={remarkText(openRow, books[ids.indexOf(openRow.account)], rulesOf(openRow), text)}
              />
            }
            note={
              <NoteField
                key={planRowId(openRow)}
                account={openRow.account}
                kind="plan"
                rowKey={openRow.key}
                note={noteOf(openRow) ?? ''}
              />
            }
          >
            <PlanLifeSection account={openRow.account} row={openRow} rules={rulesOf(openRow)} />
          </DetailPanel>
        )}
      </div>
      <PlansStatus shown={rows.length} total={all.length} parts={parts} isLive={isLive} />
    </section>
  );
}

interface SymbolPickerProps {
  account: string;
  symbols: readonly string[];
  value: string | null;
  onChange: (symbol: string | null) => void;
}

/** A choice of one symbol or all symbols. */
function SymbolPicker({ account, symbols, value, onChange }: SymbolPickerProps) {
  const { toolbar } = useText();
  const input = useRef<HTMLInputElement>(null);
  useCommand('find', () => input.current?.select());
  return (
    <SearchSelect
      items={useByLiquidity(account, symbols)}
      value={value}
      onChange={onChange}
      words={{
        placeholder: toolbar.allSymbols,
        none: toolbar.noSymbolFound,
        open: toolbar.openSymbols,
        clear: toolbar.clearSymbol,
      }}
      input={{ ref: input, 'aria-label': toolbar.symbol }}
      className="symbol-picker"
    />
  );
}
