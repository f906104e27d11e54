import type { HistoryRows } from '../../history/index.ts';
import type { HistoryField, HistoryList } from '../../shared/history.ts';

export type HistoryRow = HistoryRows[HistoryList];
/** What a row has besides what it can be sorted by. */
export type ExportField = HistoryField | 'key' | 'type' | 'raw';

const orderFields = [
  'key',
  'id',
  'marginMode',
  'createdAt',
  'symbol',
  'type',
  'side',
  'kind',
  'action',
  'status',
  'price',
  'averagePrice',
  'quantity',
  'filledQuantity',
  'pnl',
  'leverage',
  'raw',
] as const;
const planFields = [
  'key',
  'id',
  'marginMode',
  'createdAt',
  'symbol',
  'type',
  'side',
  'kind',
  'status',
  'triggerDirection',
  'triggerPrice',
  'price',
  'quantity',
  'filledQuantity',
  'takeProfit',
  'stopLoss',
  'leverage',
  'raw',
] as const;

/** Every field of a list's rows in the order in which they are written, what was received last. */
export const allFields = {
  'order-history': orderFields,
  'plan-history': planFields,
} as const satisfies { [List in HistoryList]: readonly (keyof HistoryRows[List] & ExportField)[] };

/** As text: decimals, ids and words as they are, times by `isoTime`. `null` where the row has no value. */
export function fieldText(row: HistoryRow, field: ExportField, isoTime: (time: number) => string): string | null {
  const values: Partial<Record<ExportField, string | number | null>> = row;
  const value = values[field] ?? null;
  return typeof value === 'number' ? isoTime(value) : value;
}
