import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { ColumnSort } from '../../../shared/contract/settings.ts';
import { type SortKey, sortRows } from '../../../shared/rows/sort-rows.ts';
import { isTold } from '../../../shared/values/told.ts';
import { useShownAccounts } from '../../domain/accounts/use-shown-archive.ts';
import { type PlanRow, planFigures, planRowId, pricedAccounts } from '../../domain/plans/plan-row.ts';
import { usePlansOf } from '../../domain/plans/use-plan-rows.ts';
import { drillDown, useDrillDown } from '../../platform/navigation/drill-down.ts';
import { useSameItems } from '../../platform/same-items.ts';
import { type RowIndex, sortKeys, type TableColumn } from '../../ui/table/column.ts';
import { inOrder, movesBetween, type OrderMoves, type RowHold } from '../../ui/table/stable-sort.ts';
import { useRowHold } from '../../ui/table/use-row-hold.ts';
import { useStableSort } from '../../ui/table/use-stable-sort.ts';

/** The accounts on the screen and their open plan orders. */
export function useShownPlans(account: AccountSummary) {
  const { accounts, hasSeveral, isOfAll } = useShownAccounts(account);
  const ids = useSameItems(accounts.map(({ id }) => id));
  const parts = usePlansOf(ids);
  const lists = useSameItems(parts.map(({ rows }) => rows));
  const rows = useMemo(() => lists.flat(), [lists]);
  return { accounts, ids, parts, rows, hasSeveral, isOfAll, isLive: parts.some((part) => part.isLive) };
}

/** The plan order whose details are open. One that leaves the list stays open in its last state, which is not live. */
export function useOpenPlan(rows: readonly PlanRow[]): [PlanRow | null, (row: PlanRow | null) => void] {
  const [opened, setOpened] = useState<PlanRow | null>(null);
  const current = opened && (rows.find((row) => planRowId(row) === planRowId(opened)) ?? notLive(opened));
  if (current !== opened) setOpened(current);
  return [current, setOpened];
}

function notLive(row: PlanRow): PlanRow {
  return row.isLive ? { ...row, isLive: false } : row;
}

interface SortingState {
  /** True if the figures of any account are live. */
  isLive: boolean;
  /** True if the details of a row are open. */
  isOpen: boolean;
}

export interface SortPause {
  heldBy: RowHold;
  /** The rows that have left their places. */
  moves: OrderMoves;
}

interface SortedPlans {
  /** The element with the table. The order does not change while the user holds rows in it; see `useRowHold`. */
  area: RefObject<HTMLDivElement | null>;
  index: RowIndex<PlanRow>;
  /** The pause of the order; `null` if every row is at its place. */
  pause: SortPause | null;
  sortAgain: () => void;
}

/**
 * Sorts by the distance to the trigger. Plan orders without a known distance come last, also outdated ones beside live
 * ones.
 */
function byCloseness(isLive: boolean): SortKey<PlanRow> {
  const of = (row: PlanRow) => (isLive && !row.isLive ? null : planFigures(row).closeness);
  return { value: { kind: 'decimal', of }, direction: 'ascending' };
}

/**
 * The plan orders in the user's order, otherwise by distance. It follows live prices slowly. Outdated prices do not
 * change it.
 */
export function useSortedPlans(
  rows: readonly PlanRow[],
  columns: readonly TableColumn<PlanRow>[],
  sorting: readonly ColumnSort[],
  listKey: string,
  { isLive, isOpen }: SortingState,
): SortedPlans {
  const area = useRef<HTMLDivElement>(null);
  const live = useRef(rows);
  if (isLive) live.current = rows;
  // The first prices sort the rows again at once.
  const isPriced = rows.some(({ last }) => isTold(last));
  const makeOrder = (of: readonly PlanRow[]): string[] =>
    Array.from(sortRows(of, [...sortKeys(columns, sorting), byCloseness(isLive)]), (position) => idAt(of, position));
  const order = useStableSort(
    () => makeOrder(rows),
    `${listKey}\n${JSON.stringify(sorting)}\n${rows.length === 0} ${isPriced}`,
    live.current,
    useRowHold(area, isOpen),
    pricedAccounts(rows),
  );
  const shown = useMemo(() => inOrder(rows, planRowId, order.value), [rows, order.value]);
  const index = useMemo(
    (): RowIndex<PlanRow> => ({ rowCount: shown.length, rowAt: (position) => shown[position] }),
    [shown],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the sort ends the pause
  const pause = useMemo(() => {
    if (order.pausedBy === null || !isLive) return null;
    const moves = movesBetween(shown.map(planRowId), makeOrder(rows));
    return moves.up + moves.down === 0 ? null : { heldBy: order.pausedBy, moves };
  }, [order.pausedBy, isLive, shown, rows]);
  return { area, index, pause, sortAgain: order.makeAgain };
}

function idAt(rows: readonly PlanRow[], position: number): string {
  const row = rows[position];
  return row ? planRowId(row) : '';
}

/** The symbol of the open plans that are shown, until the user leaves the screen; `null` for all symbols. */
export function usePlanSymbol(account: string) {
  const symbol = useDrillDown(account, 'open-plans')?.symbol ?? null;
  const setSymbol = useCallback(
    (next: string | null): void =>
      drillDown.set(next === null ? null : { screen: 'open-plans', account, symbol: next }),
    [account],
  );
  return [symbol, setSymbol] as const;
}
