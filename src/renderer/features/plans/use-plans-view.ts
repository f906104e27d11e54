import { useCallback, useMemo, useState } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import { hasNoStop } from '../../../shared/risk/risk-sums.ts';
import { useRulesOfAccounts } from '../../domain/market/symbol-rules.ts';
import { useSymbolSize, withSymbolSize } from '../../domain/market/symbol-size.ts';
import { tagsByUse } from '../../domain/notes/note-filter.ts';
import { useNoteFilter } from '../../domain/notes/use-note-filter.ts';
import { usePlanNotes } from '../../domain/plans/plan-notes.ts';
import { type PlanRow, planRowId } from '../../domain/plans/plan-row.ts';
import type { BarePositions } from '../../domain/plans/positions/AccountRisk.tsx';
import { useEndedPlans } from '../../domain/plans/positions/ended-plans.ts';
import { type PositionRow, positionRowId } from '../../domain/plans/positions/position-row.ts';
import { usePositionsOf } from '../../domain/plans/positions/positions.ts';
import { usePositionRows } from '../../domain/plans/positions/use-position-rows.ts';
import { useSameItems } from '../../platform/same-items.ts';
import { useChangeSettings, useSetting, useTimeZone } from '../../platform/settings/settings.ts';
import { useText } from '../../text/use-text.ts';
import { useValueFilter } from '../../ui/filter/use-value-filter.tsx';
import { useColumnTable } from '../../ui/table/use-column-table.ts';
import { makeOpenPlanColumns } from './open-plan-columns.ts';
import { makePositionColumns } from './position-columns.ts';
import { useOpenPlan, usePlanSymbol, useShownPlans } from './use-open-plans.ts';

/** Everything that the screen of the open plans shows: plan orders, positions, notes, columns, and what narrows the list. */
export function usePlansView(account: AccountSummary) {
  const text = useText();
  const zone = useTimeZone();
  const marginMode = useSetting('marginMode');
  const changeSettings = useChangeSettings();
  const [symbol, setSymbol] = usePlanSymbol(account.id);
  const plans = useShownPlans(account);
  const { accounts, ids, parts, rows: all, isOfAll } = plans;
  const [openRow, setOpenRow] = useOpenPlan(all);
  const { rulesOf, symbols } = useRulesOfAccounts(ids);
  // The plan orders come first, because positions need the history, which takes longer to open than plan orders to read.
  const listsOnceRead = useSameItems(
    parts.map((part) => (part.plans.fetchedAt === null && !part.plans.failure ? null : part.plans.rows)),
  );
  const positions = usePositionsOf(ids, listsOnceRead);
  const positionRows = usePositionRows(positions, parts, rulesOf, useEndedPlans(positions));
  const [openPositionId, setOpenPositionId] = useState<string | null>(null);
  // A plan order that is opened from elsewhere takes the place of a position.
  const openPosition = openRow ? null : positionRows.find((row) => positionRowId(row) === openPositionId);
  const books = useSameItems(positions.map(({ book }) => book));
  const bookOf = useCallback((id: string) => books[ids.indexOf(id)], [books, ids]);
  const notes = usePlanNotes(ids, useSameItems(parts.map((part) => part.plans.rows)));
  const noteOf = useCallback((row: PlanRow) => notes.get(planRowId(row)), [notes]);
  const symbolSize = useSymbolSize(symbols.join('\n'));
  const columns = useMemo(() => {
    const nameOf = (id: string) => accounts.find((each) => each.id === id)?.name ?? '';
    return withSymbolSize(
      makeOpenPlanColumns(text, rulesOf, bookOf, zone, isOfAll ? nameOf : null, noteOf),
      symbolSize,
    );
  }, [text, rulesOf, bookOf, noteOf, zone, accounts, isOfAll, symbolSize]);
  const table = useColumnTable('open-plans', columns);
  const positionColumns = useMemo(() => {
    const nameOf = (id: string) => accounts.find((each) => each.id === id)?.name ?? '';
    return withSymbolSize(makePositionColumns(text, rulesOf, zone, isOfAll ? nameOf : null), symbolSize);
  }, [text, rulesOf, zone, accounts, isOfAll, symbolSize]);
  const positionTable = useColumnTable('positions', positionColumns);

  const noteFilter = useNoteFilter(
    noteOf,
    useMemo(() => tagsByUse(notes.values()), [notes]),
  );
  const filter = useValueFilter(columns, noteFilter);
  const { keeps, clear } = filter;
  const fits = useCallback(
    (row: PlanRow) =>
      ids.includes(row.account) &&
      (symbol === null || row.symbol === symbol) &&
      (marginMode === 'all' || row.marginMode === marginMode) &&
      keeps(row),
    [ids, symbol, marginMode, keeps],
  );
  const [areBareWanted, setBareWanted] = useState(false);
  const areBareShown = areBareWanted && positionRows.some(hasNoStop);
  const shownPositions = useMemo(
    () =>
      positionRows.filter(
        (row) =>
          (symbol === null || row.symbol === symbol) &&
          (marginMode === 'all' || row.marginMode === marginMode) &&
          (!areBareShown || hasNoStop(row)),
      ),
    [positionRows, symbol, marginMode, areBareShown],
  );
  const barePositions: BarePositions = { isShown: areBareShown, onShow: setBareWanted };
  const shown = useMemo(() => all.filter(fits), [all, fits]);
  const isRead = parts.some((part) => part.plans.fetchedAt !== null);
  const showAll = useCallback((): void => {
    setSymbol(null);
    clear();
    changeSettings({ marginMode: 'all' });
  }, [setSymbol, clear, changeSettings]);
  return {
    ...plans,
    symbol,
    setSymbol,
    symbols,
    rulesOf,
    positions,
    bookOf,
    noteOf,
    columns,
    table,
    filter,
    filterForm: { ...noteFilter.form, ...(isRead && { done: text.filter.show['plan-history'](shown.length) }) },
    fits,
    shown,
    isFiltered: symbol !== null || marginMode !== 'all' || filter.isActive,
    showAll,
    openRow,
    setOpenRow,
    positionRows,
    /** Those of the symbol and margin mode that the user has chosen, or those of them without a stop. */
    shownPositions,
    barePositions,
    positionColumns,
    positionTable,
    openPosition: openPosition ?? null,
    setOpenPosition: (row: PositionRow | null): void => {
      setOpenRow(null);
      setOpenPositionId(row && positionRowId(row));
    },
  };
}

export type PlansView = ReturnType<typeof usePlansView>;
