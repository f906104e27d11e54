import type { HistoryField, HistorySort, orderFields, planFields } from '../../../shared/history.ts';
import type { ColumnSort } from '../../../shared/settings.ts';

type OrderField = (typeof orderFields)[number];
type PlanField = (typeof planFields)[number];

/** Fields that each column shows. A sort by the column sorts by its fields, in this order. */
export type ColumnFields = Readonly<Record<string, readonly HistoryField[]>>;

const commonFields = {
  created: ['createdAt'],
  symbol: ['symbol'],
  side: ['side', 'kind'],
  price: ['price'],
  quantity: ['quantity'],
  filled: ['filledQuantity'],
  status: ['status'],
  leverage: ['leverage'],
  marginMode: ['marginMode'],
  id: ['id'],
} as const satisfies Record<string, readonly (OrderField & PlanField)[]>;

export const orderColumnFields = {
  ...commonFields,
  action: ['action'],
  averagePrice: ['averagePrice'],
  pnl: ['pnl'],
} as const satisfies Record<string, readonly OrderField[]>;

export const planColumnFields = {
  ...commonFields,
  trigger: ['triggerDirection'],
  triggerPrice: ['triggerPrice'],
  takeProfit: ['takeProfit'],
  stopLoss: ['stopLoss'],
} as const satisfies Record<string, readonly PlanField[]>;

/** Maximum number of sort fields in a request. */
const maxSortFields = 8;

/** Returns the sort of a request for a sort by columns. Columns without a field are left out. */
export function historySort(sort: readonly ColumnSort[], fields: ColumnFields): HistorySort[] {
  const sorts = sort.flatMap(({ column, direction }) =>
    (fields[column] ?? []).map((field): HistorySort => ({ field, direction })),
  );
  return sorts.slice(0, maxSortFields);
}
