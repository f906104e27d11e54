import { OrderglassError } from '../../shared/errors.ts';
import type { HistoryList } from '../../shared/history.ts';
import type { ExportQuery } from '../../shared/history-schemas.ts';
import { csvRecord } from './csv.ts';
import { allFields, type ExportField, fieldText, type HistoryRow } from './fields.ts';
import { isoTimes } from './iso-time.ts';

export type ExportForm = Pick<ExportQuery, 'list' | 'zone' | 'format' | 'columns' | 'separator' | 'byteOrderMark'>;

/** The parts of a file, as text that is to be encoded as UTF-8. */
export interface RowTexts {
  /** What the file begins with. */
  readonly head: string;
  /** A row with its line end. */
  of(row: HistoryRow): string;
}

const byteOrderMark = '\uFEFF';

/**
 * How rows are written. In both formats decimals have the very digits that the exchange sent, and times are ISO 8601 with an offset.
 *
 * CSV (RFC 4180): a heading row, then one record a row; what is missing is empty. Texts that a spreadsheet would run are defused.
 *
 * JSON Lines: one object a row by the names of the fields, whatever the columns are headed; what is missing is null. Decimals and
 * the row as received are strings: readers that take every number for a binary one would change their digits. There is no byte
 * order mark (RFC 8259, 8.1) and nothing is defused.
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
