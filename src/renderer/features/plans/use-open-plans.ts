import { type RefObject, useMemo, useRef } from 'react';
import type { AccountSummary } from '../../../shared/domain.ts';
import { type SortKey, sortRows } from '../../../shared/rows/row-order.ts';
import type { ColumnSort } from '../../../shared/settings.ts';
import { type RowIndex, sortKeys, type TableColumn } from '../../model/column.ts';
import { type PlanRow, planFigures, planRowId } from '../../model/plan-row.ts';
import { inOrder } from '../../model/stable-sort.ts';
import { useAccounts } from '../../state/accounts.ts';
import { usePlansOf } from '../../state/live/live-rows.ts';
import { useSettings } from '../../state/settings.ts';
import { useSameItems } from '../../state/use-same-items.ts';
import { type StableSort, useStableSort } from '../../state/use-stable-sort.ts';

/** The accounts on the screen and their open plan orders. */
export function useShownPlans(account: AccountSummary) {
  const { planAccounts } = useSettings();
  const all = useAccounts().data;
  const hasSeveral = all !== undefined && all.length > 1;
  const isOfAll = hasSeveral && planAccounts === 'all';
  const accounts = useMemo(() => (isOfAll ? accountsToCombine(all, account) : [account]), [isOfAll, all, account]);
  const ids = useSameItems(accounts.map(({ id }) => id));
  const parts = usePlansOf(ids);
  const lists = useSameItems(parts.map(({ rows }) => rows));
  const rows = useMemo(() => lists.flat(), [lists]);
  return { accounts, ids, parts, rows, hasSeveral, isOfAll, isLive: parts.some((part) => part.isLive) };
}

/**
 * Returns the accounts to show together. The demo account is left out unless it is selected or only one other exists.
 */
function accountsToCombine(all: readonly AccountSummary[], chosen: AccountSummary): readonly AccountSummary[] {
  const without = all.filter(({ kind, id }) => kind !== 'demo' || id === chosen.id);
  return without.length > 1 ? without : all;
}

interface PlanOrder {
  /** The order does not change while the pointer or the focus is in this element. */
  area: RefObject<HTMLDivElement | null>;
  index: RowIndex<PlanRow>;
  order: StableSort<string[]>;
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
export function usePlanOrder(
  rows: readonly PlanRow[],
  columns: readonly TableColumn<PlanRow>[],
  sorting: readonly ColumnSort[],
  listKey: string,
  /** True if the figures of any account are live. */
  isLive: boolean,
): PlanOrder {
  const area = useRef<HTMLDivElement>(null);
  const live = useRef(rows);
  if (isLive) live.current = rows;
  // The first prices sort the rows again at once.
  const isPriced = rows.some(({ last }) => last !== null);
  const order = useStableSort(
    () =>
      Array.from(sortRows(rows, [...sortKeys(columns, sorting), byCloseness(isLive)]), (position) =>
        idAt(rows, position),
      ),
    `${listKey}\n${JSON.stringify(sorting)}\n${rows.length === 0} ${isPriced}`,
    live.current,
    area,
  );
  const index = useMemo((): RowIndex<PlanRow> => {
    const shown = inOrder(rows, planRowId, order.value);
    return { rowCount: shown.length, rowAt: (position) => shown[position] };
  }, [rows, order.value]);
  return { area, index, order };
}

function idAt(rows: readonly PlanRow[], position: number): string {
  const row = rows[position];
  return row ? planRowId(row) : '';
}
