import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import { type SortKey, sortRows } from '../../../shared/rows/sort-rows.ts';
import { isTold } from '../../../shared/values/told.ts';
import { useShownAccounts } from '../../domain/accounts/use-shown-archive.ts';
import { type PlanRow, planRowId, pricedAccounts } from '../../domain/plans/plan-row.ts';
import { usePlansOf } from '../../domain/plans/use-plan-rows.ts';
import { drillDown, useDrillDown } from '../../platform/navigation/drill-down.ts';
import { useSameItems } from '../../platform/same-items.ts';
import { type RowIndex, sortKeys, type TableColumn } from '../../ui/table/column.ts';
import { type ColumnTable, isExpanded, setExpanded } from '../../ui/table/column-table.ts';
import { movesBetween, type OrderMoves, type RowHold } from '../../ui/table/stable-sort.ts';
import { useRowHold } from '../../ui/table/use-row-hold.ts';
import { useStableSort } from '../../ui/table/use-stable-sort.ts';
import { type CockpitRow, roughNext, treeInOrder } from './cockpit-rows.ts';

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

interface SortedRows {
  /** The element with the table. The order does not change while the user holds rows in it; see `useRowHold`. */
  area: RefObject<HTMLDivElement | null>;
  index: RowIndex<CockpitRow>;
  /** The pause of the order; `null` if every row is at its place. */
  pause: SortPause | null;
  sortAgain: () => void;
}

const idOf = ({ id }: CockpitRow): string => id;

/**
 * Sorts by what fires next. Rows without a known distance come last, also outdated ones beside live ones.
 */
function byNextEvent(isLive: boolean): SortKey<CockpitRow> {
  const of = (row: CockpitRow) => (isLive && !row.isLive ? null : roughNext(row));
  return { value: { kind: 'number', of }, direction: 'ascending' };
}

/**
 * The rows in the user's order, otherwise by their next events: each position with its plan orders below it. The order follows live prices
 * slowly, and positions that come at once. Outdated prices do not change it. `listKey`: with another one the rows are sorted again at once.
 */
export function useSortedRows(
  rows: readonly CockpitRow[],
  table: ColumnTable<CockpitRow>,
  listKey: string,
  { isLive, isOpen }: SortingState,
): SortedRows {
  const area = useRef<HTMLDivElement>(null);
  // A position that comes later, as during a download, takes its place without waiting, also among outdated rows.
  const held = rows.filter(({ plan, position }) => plan === null && position !== null).length;
  const live = useRef({ rows, held });
  if (isLive || live.current.held !== held) live.current = { rows, held };
  const { sorting } = table.state;
  const columns = table.options.columns as readonly TableColumn<CockpitRow>[];
  // The first prices sort the rows again at once.
  const isPriced = rows.some(({ last }) => isTold(last));
  const makeOrder = (of: readonly CockpitRow[]): string[] =>
    Array.from(
      sortRows(of, [...sortKeys(columns, sorting), byNextEvent(isLive)]),
      (position) => of[position]?.id ?? '',
    );
  const order = useStableSort(
    () => makeOrder(rows),
    `${listKey}\n${JSON.stringify(sorting)}\n${rows.length === 0} ${isPriced}`,
    live.current.rows,
    useRowHold(area, isOpen),
    `${pricedAccounts(rows)} ${held}`,
  );
  const { expanded } = table.state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table is another object after each change of its state
  const shown = useMemo(
    () => treeInOrder(rows, order.value, (id) => isExpanded(table, id)),
    [rows, order.value, expanded],
  );
  const index = useMemo(
    (): RowIndex<CockpitRow> => ({
      rowCount: shown.length,
      rowAt: (position) => shown[position],
      tree: {
        levelOf: ({ parent }) => (parent === null ? 1 : 2),
        isExpanded: ({ id, plans }) => (plans.length === 0 ? null : isExpanded(table, id)),
        toggle: ({ id }) => setExpanded(table, [id], !isExpanded(table, id)),
      },
    }),
    [shown, table],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the sort ends the pause
  const pause = useMemo(() => {
    if (order.pausedBy === null || !isLive) return null;
    const sorted = treeInOrder(rows, makeOrder(rows), (id) => isExpanded(table, id));
    const moves = movesBetween(shown.map(idOf), sorted.map(idOf));
    return moves.up + moves.down === 0 ? null : { heldBy: order.pausedBy, moves };
  }, [order.pausedBy, isLive, shown, rows]);
  return { area, index, pause, sortAgain: order.makeAgain };
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
