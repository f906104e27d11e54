import type { HistoryField, HistorySort, orderFields, planFields } from '../../../shared/history.ts';
import type { ColumnSort } from '../../../shared/settings.ts';

type OrderField = (typeof orderFields)[number];
type PlanField = (typeof planFields)[number];

/** By column, the fields that it shows: the first decides where rows are sorted by the column. */
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

/** As many as a question may name. */
const mostSortFields = 8;

/** What the archive is asked for where the reader sorts by columns; a column that it has no field for is passed over. */
export function historySort(sort: readonly ColumnSort[], fields: ColumnFields): HistorySort[] {
  const sorts = sort.flatMap(({ column, direction }) =>
    (fields[column] ?? []).map((field): HistorySort => ({ field, direction })),
  );
  return sorts.slice(0, mostSortFields);
}
