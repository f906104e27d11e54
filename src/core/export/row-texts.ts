import type { Timestamp } from '../../shared/domain.ts';
import { OrderglassError } from '../../shared/errors.ts';
import type { HistoryList } from '../../shared/history.ts';
import type { ExportQuery } from '../../shared/history-schemas.ts';
import { zoneOffsets } from '../../shared/zone-offsets.ts';
import { csvRecord } from './csv.ts';
import { allFields, type ExportField, fieldText, type HistoryRow } from './fields.ts';

export type ExportForm = Pick<ExportQuery, 'list' | 'zone' | 'format' | 'columns' | 'separator' | 'byteOrderMark'>;

/** The parts of an exported file, to be encoded as UTF-8. */
export interface RowTexts {
  /** Start of the file. */
  readonly head: string;
  /** Returns a row with its line end. */
  of(row: HistoryRow): string;
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
export function rowTexts(form: ExportForm): RowTexts {
  return form.format === 'csv' ? csvTexts(form) : jsonTexts(form);
}

function csvTexts({ list, zone, columns, separator, byteOrderMark: withMark }: ExportForm): RowTexts {
  const isoTime = isoTimes(zone);
  const fields = fieldsOf(list, columns);
  const headings = columns?.map(({ heading }) => heading) ?? fields;
  return {
    head: `${withMark ? byteOrderMark : ''}${csvRecord(headings, separator)}`,
    of: (row) =>
      csvRecord(
        fields.map((field) => fieldText(row, field, isoTime)),
        separator,
      ),
  };
}

function jsonTexts({ list, zone, columns }: ExportForm): RowTexts {
  const isoTime = isoTimes(zone);
  const fields = fieldsOf(list, columns);
  return {
    head: '',
    of: (row) =>
      `${JSON.stringify(Object.fromEntries(fields.map((field) => [field, fieldText(row, field, isoTime)])))}\n`,
  };
}

function fieldsOf(list: HistoryList, columns: ExportForm['columns']): readonly ExportField[] {
  const known: readonly ExportField[] = allFields[list];
  if (columns === null) return known;
  return columns.map(({ field }) => {
    if (!known.includes(field)) throw new OrderglassError('invalid-input', `columns: ${list} has no ${field}`);
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
