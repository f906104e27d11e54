import type { ExportQuery } from '../../shared/contract/exports.ts';
import { type HistoryList, pnlFields } from '../../shared/orders/history.ts';
import { ownKey } from '../../shared/orders/joint.ts';
import { zoneOffsets } from '../../shared/time/zone-offsets.ts';
import { csvRecord } from '../../shared/values/csv.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { allFields, fieldText, type HistoryRow, type TradeRow, tradeExportFields, tradeFieldText } from './fields.ts';
import { type StatementRecord, statementFields, statementFieldText } from './statement-records.ts';

type Form = Pick<ExportQuery, 'zone' | 'format' | 'separator' | 'byteOrderMark' | 'rates'> & {
  /** `null`: every field. */
  readonly columns: readonly { readonly field: string; readonly heading: string }[] | null;
  /** Names by account, of a joint archive. */
  readonly accountNames?: Readonly<Record<string, string>> | undefined;
};
/** The fields of a list's rows and their texts. */
interface ListFields<Row, Field extends string> {
  readonly name: string;
  readonly fields: readonly Field[];
  readonly textOf: (row: Row, field: Field, isoTime: (time: Timestamp) => string) => string | null;
}

/** The parts of an exported file, to be encoded as UTF-8. */
export interface RowTexts<Row> {
  /** Start of the file. */
  readonly head: string;
  /** Returns a row with its line end. */
  of(row: Row): string;
}

const byteOrderMark = '\uFEFF';

/**
 * Returns the text of an export in its format. In both formats decimals have the digits that the exchange sent, and times are ISO 8601
 * with an offset.
 *
 * CSV (RFC 4180): a heading row, then one record per row. Missing values are empty, and formulas are escaped.
 *
 * JSON Lines: one object per row with the names of the fields, whatever the headings. Missing values are `null`. Decimals and the raw
 * row are strings, because readers with binary numbers would change their digits. Without a byte order mark (RFC 8259, 8.1).
 *
 * Throws `invalid-input` for a column that the list does not have.
 */
export function rowTexts(form: Form & { readonly list: HistoryList }): RowTexts<HistoryRow> {
  const fields = withoutEstimate(allFields[form.list], form);
  return textsOf(form, withAccount(form, { name: form.list, fields, textOf: fieldText }));
}

/** The same for trades. */
export function tradeTexts(form: Form): RowTexts<TradeRow> {
  const fields = withoutEstimate(tradeExportFields, form);
  return textsOf(form, withAccount(form, { name: 'trades', fields, textOf: tradeFieldText }));
}

/** Returns the fields with the account of a row first, and the keys that the rows have in their accounts. Of a single account's rows: the fields. */
function withAccount<Row extends { key: string; account?: string }, Field extends string>(
  { accountNames }: Form,
  { name, fields, textOf }: ListFields<Row, Field>,
): ListFields<Row, Field | 'account'> {
  if (accountNames === undefined)
    return { name, fields, textOf: (row, field, isoTime) => textOf(row, field as Field, isoTime) };
  return {
    name,
    fields: ['account', ...fields],
    textOf: (row, field, isoTime) => {
      if (field === 'account') return accountNames[row.account ?? ''] ?? row.account ?? null;
      return textOf({ ...row, key: ownKey(row.key)?.key ?? row.key }, field, isoTime);
    },
  };
}

/** The same for the records of a statement. */
export function statementTexts(form: Omit<Form, 'columns'>): RowTexts<StatementRecord> {
  const list = { name: 'statement', fields: statementFields, textOf: statementFieldText };
  return textsOf({ ...form, columns: null }, list);
}

/** Without rates, nothing is estimated. */
function withoutEstimate<Field extends string>(fields: readonly Field[], { rates }: Form): readonly Field[] {
  const [, ...estimate] = pnlFields;
  return rates ? fields : fields.filter((field) => !estimate.some((each) => each === field));
}

function textsOf<Row, Field extends string>(form: Form, list: ListFields<Row, Field>): RowTexts<Row> {
  return form.format === 'csv' ? csvTexts(form, list) : jsonTexts(form, list);
}

function csvTexts<Row, Field extends string>(
  { zone, columns, separator, byteOrderMark: withMark }: Form,
  list: ListFields<Row, Field>,
): RowTexts<Row> {
  const isoTime = isoTimes(zone);
  const fields = fieldsOf(list, columns);
  const headings = columns?.map(({ heading }) => heading) ?? fields;
  return {
    head: `${withMark ? byteOrderMark : ''}${csvRecord(headings, separator)}`,
    of: (row) =>
      csvRecord(
        fields.map((field) => list.textOf(row, field, isoTime)),
        separator,
      ),
  };
}

function jsonTexts<Row, Field extends string>({ zone, columns }: Form, list: ListFields<Row, Field>): RowTexts<Row> {
  const isoTime = isoTimes(zone);
  const fields = fieldsOf(list, columns);
  return {
    head: '',
    of: (row) =>
      `${JSON.stringify(Object.fromEntries(fields.map((field) => [field, list.textOf(row, field, isoTime)])))}\n`,
  };
}

function fieldsOf<Row, Field extends string>(
  { name, fields }: ListFields<Row, Field>,
  columns: Form['columns'],
): readonly Field[] {
  if (columns === null) return fields;
  return columns.map(({ field: wanted }) => {
    const field = fields.find((known) => known === wanted);
    if (field === undefined) throw new OrderglassError('invalid-input', `columns: ${name} has no ${wanted}`);
    return field;
  });
}

const minuteMs = 60_000;

/**
 * Returns a formatter of times as ISO 8601 with the zone's offset at that time: "2025-03-02T14:05:09.000+02:00". UTC is "+00:00" and
 * not "Z", so that all zones have one form. Throws a `RangeError` for a zone that this machine does not know.
 */
export function isoTimes(zone: string): (time: Timestamp) => string {
  const offsets = zoneOffsets(zone);
  return (time) => {
    // The format has whole minutes. The local time is computed with the offset as written, so the moment is always exact.
    const offset = Math.round(offsets.at(time) / minuteMs);
    const local = new Date(time + offset * minuteMs).toISOString().slice(0, -1);
    const distance = Math.abs(offset);
    return `${local}${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(distance / 60))}:${twoDigits(distance % 60)}`;
  };
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
