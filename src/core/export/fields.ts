import type { HistoryRows } from '../../history/index.ts';
import type { HistoryList } from '../../shared/history.ts';
import { type FieldOf, fieldsOf } from '../../shared/order-fields.ts';
import { type Trade, tradeFields } from '../../shared/trades.ts';

export type HistoryRow = HistoryRows[HistoryList];
export type ExportField = FieldOf<HistoryList>;

/** All fields of a list's rows in the order in which they are exported, with the raw row last. */
export const allFields: { readonly [List in HistoryList]: readonly FieldOf<List>[] } = {
  'order-history': fieldsOf('order-history').map(({ name }) => name),
  'plan-history': fieldsOf('plan-history').map(({ name }) => name),
};

/** Returns the value of a field: decimals, IDs and words unchanged, times formatted by `isoTime`. `null` if the row has none. */
export function fieldText(row: HistoryRow, field: ExportField, isoTime: (time: number) => string): string | null {
  const values: Partial<Record<ExportField, string | number | null>> = row;
  const value = values[field] ?? null;
  return typeof value === 'number' ? isoTime(value) : value;
}

/** All fields of a trade in the order in which they are exported. */
export const tradeExportFields = ['key', ...tradeFields, 'incomplete'] as const satisfies readonly (keyof Trade)[];
type TradeExportField = (typeof tradeExportFields)[number];

/** The same as `fieldText` for a trade. The duration is in milliseconds, and reasons are separated by spaces. */
export function tradeFieldText(
  trade: Trade,
  field: TradeExportField,
  isoTime: (time: number) => string,
): string | null {
  const value = trade[field];
  if (value === null) return null;
  if (Array.isArray(value)) return value.join(' ');
  if (typeof value === 'string') return value;
  return field === 'openedAt' || field === 'closedAt' ? isoTime(value) : String(value);
}
