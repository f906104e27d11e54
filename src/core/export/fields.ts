import type { HistoryRows, PnlFacts } from '../../history/index.ts';
import type { Noted } from '../../shared/contract/notes.ts';
import type { Trade } from '../../shared/contract/trades.ts';
import { pnlAfter } from '../../shared/orders/fees.ts';
import { type EndField, endFields, type HistoryList, type PnlField, pnlFields } from '../../shared/orders/history.ts';
import { type NoteField, noteFields, tagsOf } from '../../shared/orders/notes.ts';
import { type FieldOf, fieldsOf, isDecimal, orderFields } from '../../shared/orders/order-fields.ts';
import {
  lacksPnl,
  type TradeField,
  type TradeFieldKind,
  tradeFieldKinds,
  tradeFields,
} from '../../shared/orders/trades.ts';
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

/** Returns the text of a row's field: decimals, IDs and words unchanged, times formatted by `isoTime`. `null` if the row has none. */
export type TextOf<Row> = (row: Row, isoTime: (time: number) => string) => string | null;

/** Returns the function that reads a field of orders and plan orders. */
export function fieldText(field: ExportField): TextOf<HistoryRow> {
  if (isNoteField(field)) return (row) => noteText(row, field);
  if (isPnlField(field)) return (row) => pnlText('pnl' in row ? row.pnl : null, row, field);
  if (isEndField(field)) {
    const name = field === 'endedAt' ? 'missedAt' : field;
    return (row, isoTime) => {
      const time = ('ended' in row && row.ended?.[name]) ?? null;
      return typeof time === 'number' ? isoTime(time) : null;
    };
  }
  return (row, isoTime) => {
    const value = (row as Partial<Record<RowField, string | number | null>>)[field] ?? null;
    return typeof value === 'number' ? isoTime(value) : value;
  };
}

/** Returns the kind of a field of orders and plan orders. */
export function fieldKind(field: ExportField | 'account'): CellKind {
  if (isPnlField(field)) return pnlFieldKind(field);
  if (isEndField(field)) return 'time';
  if (!(field in orderFields)) return 'text';
  const { kind } = orderFields[field as RowField];
  return kind === 'time' ? kind : isDecimal(kind) ? 'decimal' : 'text';
}

/** All fields of a trade in the order in which they are exported. */
export const tradeExportFields = ['key', ...tradeFields, 'r', 'incomplete', ...pnlFields, ...noteFields] as const;
type TradeExportField = (typeof tradeExportFields)[number];

/** The same as `fieldText` for trades. The duration is in milliseconds, and reasons are separated by spaces. */
export function tradeFieldText(field: TradeExportField): TextOf<TradeRow> {
  if (isNoteField(field)) return (trade) => noteText(trade, field);
  if (isPnlField(field)) return (trade) => pnlText(lacksPnl(trade) ? null : trade.pnl, trade, field);
  const kind = tradeFieldKinds[field as TradeField];
  const isTime = kind === 'opening' || kind === 'time';
  return (trade, isoTime) => {
    const value = trade[field];
    if (value === null || typeof value === 'string') return value;
    if (typeof value === 'number') return isTime ? isoTime(value) : String(value);
    return value.join(' ') || null;
  };
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

function isEndField(field: string): field is EndField {
  return endFields.some((each) => each === field);
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
