import type { HistoryRows, PnlFacts } from '../../history/index.ts';
import type { Noted } from '../../shared/contract/notes.ts';
import type { Trade } from '../../shared/contract/trades.ts';
import { pnlAfter } from '../../shared/orders/fees.ts';
import { type EndField, endFields, type HistoryList, type PnlField, pnlFields } from '../../shared/orders/history.ts';
import { type NoteField, noteFields, tagsOf } from '../../shared/orders/notes.ts';
import { type FieldOf, fieldsOf, isDecimal, orderFields } from '../../shared/orders/order-fields.ts';
import { type TradeField, type TradeFieldKind, tradeFieldKinds, tradeFields } from '../../shared/orders/trades.ts';
import type { Decimal } from '../../shared/values/domain.ts';

export type HistoryRow = HistoryRows[HistoryList] & Noted & PnlFacts & { account?: string };
export type TradeRow = Trade & PnlFacts;
type RowField = FieldOf<HistoryList>;
/** What the cells of a field are in files with types. Integers are counts and milliseconds. */
export type CellKind = 'text' | 'decimal' | 'integer' | 'time';
export type ExportField = RowField | EndField | PnlField | NoteField;

/** All fields of a list's rows in the order in which they are exported, with facts of this computer and then the raw row last. */
export const allFields: { readonly [List in HistoryList]: readonly ExportField[] } = {
  'order-history': withOwnFields(
    fieldsOf('order-history').map(({ name }) => name),
    [...pnlFields, ...noteFields],
  ),
  'plan-history': withOwnFields(
    fieldsOf('plan-history').map(({ name }) => name),
    [...endFields, ...noteFields],
  ),
};

function withOwnFields(fields: readonly RowField[], own: readonly (EndField | PnlField | NoteField)[]): ExportField[] {
  return [...fields.filter((field) => field !== 'raw'), ...own, 'raw'];
}

/** Returns the value of a field: decimals, IDs and words unchanged, times formatted by `isoTime`. `null` if the row has none. */
export function fieldText(row: HistoryRow, field: ExportField, isoTime: (time: number) => string): string | null {
  if (isNoteField(field)) return noteText(row, field);
  if (isPnlField(field)) return pnlText('pnl' in row ? row.pnl : null, row, field);
  const ended = 'ended' in row ? row.ended : undefined;
  const values: Partial<Record<RowField | EndField, string | number | null>> = {
    ...row,
    lastSeenAt: ended?.lastSeenAt ?? null,
    endedAt: ended?.missedAt ?? null,
  };
  const value = values[field] ?? null;
  return typeof value === 'number' ? isoTime(value) : value;
}

/** Returns the kind of a field of orders and plan orders. */
export function fieldKind(field: ExportField | 'account'): CellKind {
  if (isPnlField(field)) return pnlFieldKind(field);
  if (endFields.some((each) => each === field)) return 'time';
  if (!(field in orderFields)) return 'text';
  const { kind } = orderFields[field as RowField];
  return kind === 'time' ? kind : isDecimal(kind) ? 'decimal' : 'text';
}

/** All fields of a trade in the order in which they are exported. */
export const tradeExportFields = ['key', ...tradeFields, 'r', 'incomplete', ...pnlFields, ...noteFields] as const;
type TradeExportField = (typeof tradeExportFields)[number];

/** The same as `fieldText` for a trade. The duration is in milliseconds, and reasons are separated by spaces. */
export function tradeFieldText(
  trade: TradeRow,
  field: TradeExportField,
  isoTime: (time: number) => string,
): string | null {
  if (isNoteField(field)) return noteText(trade, field);
  if (isPnlField(field)) return pnlText(trade.pnl, trade, field);
  const value = trade[field];
  if (value === null) return null;
  if (Array.isArray(value)) return value.join(' ') || null;
  if (typeof value === 'string') return value;
  const kind = tradeFieldKinds[field as TradeField];
  return kind === 'opening' || kind === 'time' ? isoTime(value) : String(value);
}

const tradeKinds: Readonly<Partial<Record<TradeFieldKind, CellKind>>> = {
  opening: 'time',
  time: 'time',
  duration: 'integer',
  count: 'integer',
  quantity: 'decimal',
  price: 'decimal',
  sum: 'decimal',
  profit: 'decimal',
  percent: 'decimal',
  leverage: 'decimal',
};

/** Returns the kind of a field of trades. */
export function tradeFieldKind(field: TradeExportField | 'account'): CellKind {
  if (isPnlField(field)) return pnlFieldKind(field);
  if (field === 'r') return 'decimal';
  return tradeKinds[tradeFieldKinds[field as TradeField]] ?? 'text';
}

function pnlFieldKind(field: PnlField): CellKind {
  return field === 'costMethod' ? 'text' : 'decimal';
}

function isPnlField(field: string): field is PnlField {
  return pnlFields.some((each) => each === field);
}

/** An estimate that lacks the fees of some orders is left out. */
function pnlText(pnl: Decimal | null, { costMethod, fees }: PnlFacts, field: PnlField): string | null {
  if (field === 'costMethod') return costMethod ?? 'unknown';
  if (pnl === null || !fees || fees.unpriced > 0) return null;
  const ends = pnlAfter(pnl, fees);
  return (field === 'estimatedPnlAfterFeesLowest' ? ends[0] : ends.at(-1)) ?? null;
}

function isNoteField(field: string): field is NoteField {
  return noteFields.some((each) => each === field);
}

function noteText({ note }: Noted, field: NoteField): string | null {
  if (note === undefined) return null;
  return field === 'note' ? note : tagsOf(note).join(' ') || null;
}
