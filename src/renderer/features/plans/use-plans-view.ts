import { useCallback, useMemo, useRef, useState } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import { hasNoStop } from '../../../shared/risk/risk-sums.ts';
import { compareDecimals } from '../../../shared/values/decimal.ts';
import { useRulesOfAccounts } from '../../domain/market/symbol-rules.ts';
import { useSymbolSize, withSymbolSize } from '../../domain/market/symbol-size.ts';
import { tagsByUse } from '../../domain/notes/note-filter.ts';
import { useNoteFilter } from '../../domain/notes/use-note-filter.ts';
import { withAccountColumn } from '../../domain/orders/account-column.ts';
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
import { makeCockpitColumns } from './cockpit-columns.ts';
import { type CockpitRow, CockpitRows, GroupedRows, nextOf } from './cockpit-rows.ts';
import { makeOpenPlanColumns } from './open-plan-columns.ts';
import { makePositionColumns } from './position-columns.ts';
import { useOpenPlan, usePlanSymbol, useShownPlans } from './use-open-plans.ts';

/** Width (CSS pixels) of the mark that folds, the step of plan orders, and the margin mode beside the symbol. */
const roomBesideSymbol = 45;

/** Distance (percent) within which an order is near. */
export const nearPercent = '1';

/** True if the next order of a row fires within `nearPercent`, or its price has been passed. */
function isNear(row: CockpitRow): boolean {
  const next = nextOf(row);
  return next !== null && compareDecimals(next.closeness, nearPercent) <= 0;
}

/** Everything that the screen of the open plans shows: plan orders, positions, notes, columns, and what narrows the list. */
export function usePlansView(account: AccountSummary) {
  const text = useText();
  const zone = useTimeZone();
  const marginMode = useSetting('marginMode');
  const isGrouped = useSetting('planGroups');
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
  const positions = useSameItems(usePositionsOf(ids, listsOnceRead), Object.values);
  const positionRows = usePositionRows(positions, parts, rulesOf, useEndedPlans(positions));
  const [openPositionId, setOpenPositionId] = useState<string | null>(null);
  // A plan order that is opened from elsewhere takes the place of a position.
  const openPosition = openRow ? null : positionRows.find((row) => positionRowId(row) === openPositionId);
  const books = useSameItems(positions.map(({ book }) => book));
  const bookOf = useCallback((id: string) => books[ids.indexOf(id)], [books, ids]);
  const notes = usePlanNotes(ids, useSameItems(parts.map((part) => part.plans.rows)));
  const noteOf = useCallback((row: PlanRow) => notes.get(planRowId(row)), [notes]);
  const symbolSize = useSymbolSize(symbols.join('\n'));
  const planColumns = useMemo(
    () => withAccountColumn(makeOpenPlanColumns(text, rulesOf, bookOf, zone, noteOf), { accounts }, text),
    [text, rulesOf, bookOf, noteOf, zone, accounts],
  );
  const positionColumns = useMemo(
    () => withAccountColumn(makePositionColumns(text, rulesOf, zone), { accounts }, text),
    [text, rulesOf, zone, accounts],
  );
  const columns = useMemo(() => {
    const own = makeCockpitColumns(text, rulesOf, bookOf, zone, { plans: planColumns, positions: positionColumns });
    return withAccountColumn(withSymbolSize(own, symbolSize + roomBesideSymbol), { accounts }, text);
  }, [text, rulesOf, bookOf, zone, planColumns, positionColumns, symbolSize, accounts]);
  const table = useColumnTable('positions', columns);

  const noteFilter = useNoteFilter(
    useCallback(({ plan }: CockpitRow) => (plan ? noteOf(plan) : undefined), [noteOf]),
    useMemo(() => tagsByUse(notes.values()), [notes]),
  );
  const filter = useValueFilter(columns, noteFilter);
  const { keeps, clear } = filter;
  const [areBareWanted, setBareWanted] = useState(false);
  const areBareShown = areBareWanted && positionRows.some(hasNoStop);
  const barePositions: BarePositions = { isShown: areBareShown, onShow: setBareWanted };
  const [isNearOnly, setNearOnly] = useState(false);
  const made = useRef(new CockpitRows());
  const rows = useMemo(
    () => made.current.of(all, positionRows, ({ account, symbol }) => bookOf(account)?.nameOf(symbol) ?? symbol),
    [all, positionRows, bookOf],
  );
  const fits = useCallback(
    (row: CockpitRow) =>
      ids.includes(row.account) &&
      (symbol === null || row.symbol === symbol) &&
      (marginMode === 'all' || row.marginMode === marginMode) &&
      (!areBareShown || (row.position !== null && hasNoStop(row.position))) &&
      (!isNearOnly || isNear(row)) &&
      keeps(row),
    [ids, symbol, marginMode, areBareShown, isNearOnly, keeps],
  );
  const shownRows = useMemo(() => {
    const fitting = new Set(rows.filter(fits));
    if (fitting.size === rows.length) return rows;
    // A plan order is shown below its position, whatever the filter says of the position.
    const parents = new Set(Array.from(fitting, ({ parent }) => parent));
    return rows.filter((row) => fitting.has(row) || parents.has(row.id));
  }, [rows, fits]);
  const grouped = useRef(new GroupedRows());
  const tableRows = useMemo(() => (isGrouped ? grouped.current.of(shownRows) : shownRows), [shownRows, isGrouped]);
  const shown = useMemo(
    () => (shownRows === rows ? all : shownRows.flatMap(({ plan }) => plan ?? [])),
    [shownRows, rows, all],
  );
  const isRead = parts.some((part) => part.plans.fetchedAt !== null);
  const showAll = useCallback((): void => {
    setSymbol(null);
    clear();
    setBareWanted(false);
    setNearOnly(false);
    changeSettings({ marginMode: 'all' });
  }, [setSymbol, clear, changeSettings]);
  const { form } = noteFilter;
  const found = isRead ? shown.length : null;
  const filterForm = useMemo(
    () => (found === null ? form : { ...form, done: text.filter.show['plan-history'](found) }),
    [form, found, text],
  );
  const foldable = useSameItems(tableRows.flatMap(({ id, plans: below }) => (below.length > 0 ? [id] : [])));
  return {
    ...plans,
    /** What the toolbar needs. A tick changes nothing of it. */
    tools: useMemo(
      () => ({
        ...{ symbol, setSymbol, symbols, filterForm, table, foldable, isOfAll },
        /** Shows what fires within `nearPercent` alone. */
        nearOnly: { isOn: isNearOnly, toggle: () => setNearOnly((before) => !before) },
      }),
      [symbol, setSymbol, symbols, filterForm, table, foldable, isOfAll, isNearOnly],
    ),
    symbol,
    rulesOf,
    positions,
    bookOf,
    noteOf,
    planColumns,
    positionColumns,
    columns,
    table,
    filter,
    /** True for a plan order or a position that the filter shows. */
    fits: (id: string) => shownRows.some((row) => row.id === id),
    allRows: rows,
    shownRows,
    /** The same, with those that group plan orders by symbol if the user wants them. */
    tableRows,
    /** The plan orders among them. */
    shown,
    isFiltered: symbol !== null || marginMode !== 'all' || areBareShown || isNearOnly || filter.isActive,
    showAll,
    openRow,
    setOpenRow,
    positionRows,
    barePositions,
    openPosition: openPosition ?? null,
    setOpenPosition: (row: PositionRow | null): void => {
      setOpenRow(null);
      setOpenPositionId(row && positionRowId(row));
    },
  };
}

export type PlansView = ReturnType<typeof usePlansView>;
