import { type RefObject, useMemo, useRef } from 'react';
import type { AccountSummary } from '../../../shared/domain.ts';
import { type SortKey, sortRows } from '../../../shared/rows/row-order.ts';
import type { ColumnSort } from '../../../shared/settings.ts';
import { type RowIndex, sortKeys, type TableColumn } from '../../model/column.ts';
import { type PlanRow, planFigures, planRowId } from '../../model/plan-row.ts';
import { inOrder } from '../../model/stable-sort.ts';
import { useAccounts } from '../../state/accounts.ts';
import { useSettings } from '../../state/settings.ts';
import { usePlansOf } from '../../state/use-plan-rows.ts';
import { useSameItems } from '../../state/use-same-items.ts';
import { type StableSort, useStableSort } from '../../state/use-stable-sort.ts';

/** Whose plans are on the screen, and what is known of them. */
export function useShownPlans(account: AccountSummary) {
  const { planAccounts } = useSettings();
  const all = useAccounts().data;
  const hasSeveral = all !== undefined && all.length > 1;
  const isOfAll = hasSeveral && planAccounts === 'all';
  const accounts = useMemo(() => (isOfAll ? besideEachOther(all, account) : [account]), [isOfAll, all, account]);
  const ids = useSameItems(accounts.map(({ id }) => id));
  const parts = usePlansOf(ids);
  const lists = useSameItems(parts.map(({ rows }) => rows));
  const rows = useMemo(() => lists.flat(), [lists]);
  return { accounts, ids, parts, rows, hasSeveral, isOfAll, isLive: parts.some((part) => part.isLive) };
}

/** The made-up plans of the demo account stand among real ones only where it was chosen, or there is no other account. */
function besideEachOther(all: readonly AccountSummary[], chosen: AccountSummary): readonly AccountSummary[] {
  const without = all.filter(({ kind, id }) => kind !== 'demo' || id === chosen.id);
  return without.length > 1 ? without : all;
}

interface PlanOrder {
  /** Where the pointer or the keys keep the order as it is. */
  area: RefObject<HTMLDivElement | null>;
  index: RowIndex<PlanRow>;
  order: StableSort<string[]>;
}

/** The nearest to its trigger first; plans of which that cannot be said come last, and beside live ones those that are not. */
function byCloseness(isLive: boolean): SortKey<PlanRow> {
  const of = (row: PlanRow) => (isLive && !row.isLive ? null : planFigures(row).closeness);
  return { value: { kind: 'decimal', of }, direction: 'ascending' };
}

/** The plans in the order that the reader chose, or by how close they are; it stays while prices move. Old prices make no new order. */
export function usePlanOrder(
  rows: readonly PlanRow[],
  columns: readonly TableColumn<PlanRow>[],
  sort: readonly ColumnSort[],
  listKey: string,
  /** Some of them are. */
  isLive: boolean,
): PlanOrder {
  const area = useRef<HTMLDivElement>(null);
  const live = useRef(rows);
  if (isLive) live.current = rows;
  // The first prices make the order that the first plans could not have.
  const isPriced = rows.some(({ last }) => last !== null);
  const order = useStableSort(
    () =>
      Array.from(sortRows(rows, [...sortKeys(columns, sort), byCloseness(isLive)]), (position) => idAt(rows, position)),
    `${listKey}\n${JSON.stringify(sort)}\n${rows.length === 0} ${isPriced}`,
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
