import { createHash } from 'node:crypto';
import { characterKinds, JsonTexts, type RowChunk, RowsByColumns } from '../../history/index.ts';
import type { ExportQuery } from '../../shared/contract/exports.ts';
import { type HistoryList, pnlFields } from '../../shared/orders/history.ts';
import { ownKey } from '../../shared/orders/joint.ts';
import { zoneOffsets } from '../../shared/time/zone-offsets.ts';
import { type CsvCell, csvRecord, csvText, plainStart, separators } from '../../shared/values/csv.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import { uint8At, uint32At } from '../../shared/values/elements.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import {
  allFields,
  type CellKind,
  fieldKind,
  fieldText,
  type HistoryRow,
  type TextOf,
  type TradeRow,
  tradeExportFields,
  tradeFieldKind,
  tradeFieldText,
} from './fields.ts';
import { type StatementRecord, statementFieldKind, statementFields, statementFieldText } from './statement-records.ts';
import { AsciiBytes, Utf8Text } from './utf8-text.ts';

export type Form = Pick<ExportQuery, 'zone' | 'format' | 'separator' | 'decimalSign' | 'byteOrderMark' | 'rates'> & {
  /** `null`: every field. */
  readonly columns: readonly { readonly field: string; readonly heading: string }[] | null;
  /** Names by account, of a joint archive. */
  readonly accountNames?: Readonly<Record<string, string>> | undefined;
};
type IsoTime = (time: Timestamp) => string;

/** A column of a file. */
export interface FileColumn<Row> {
  /** The field of a list whose stored value is the text; a list without such columns has the text in its rows alone. */
  readonly field?: string;
  /** Name in files for programs, whatever the heading. That of a duration names its unit. */
  readonly name: string;
  readonly heading: string;
  readonly kind: CellKind;
  /** `null` if the row has no value. */
  readonly textOf: TextOf<Row>;
}

/** The fields of a list's rows and their texts. */
interface ListFields<Row, Field extends string> {
  readonly name: string;
  readonly fields: readonly Field[];
  readonly kindOf: (field: Field) => CellKind;
  readonly textOf: (field: Field) => TextOf<Row>;
}

/** The parts of an exported text file. */
export interface RowTexts<Row> {
  /** Start of the file. */
  readonly head: string;
  /** Returns rows with their line ends, as UTF-8. */
  of(rows: RowChunk<Row>): Buffer;
}

const byteOrderMark = '\uFEFF';

/** The columns of the file of a list. Throws `invalid-input` for a column that the list does not have. */
export function rowColumns(form: Form & { readonly list: HistoryList }): FileColumn<HistoryRow>[] {
  const fields = withoutEstimate(allFields[form.list], form);
  return columnsOf(form, withAccount(form, { name: form.list, fields, kindOf: fieldKind, textOf: fieldText }));
}

/** The same for trades. */
export function tradeColumns(form: Form): FileColumn<TradeRow>[] {
  const fields = withoutEstimate(tradeExportFields, form);
  return columnsOf(form, withAccount(form, { name: 'trades', fields, kindOf: tradeFieldKind, textOf: tradeFieldText }));
}

/** The same for the records of a statement. */
export function statementColumns(): FileColumn<StatementRecord>[] {
  const list = { name: 'statement', fields: statementFields, kindOf: statementFieldKind, textOf: statementFieldText };
  return columnsOf({ columns: null }, list);
}

/** Returns the fields with the account of a row first, and the keys that the rows have in their accounts. Of a single account's rows: the fields. */
function withAccount<Row extends { key: string; account?: string }, Field extends string>(
  { accountNames }: Form,
  list: ListFields<Row, Field>,
): ListFields<Row, Field | 'account'> {
  const { name, fields, kindOf, textOf } = list;
  const typed = { name, kindOf: (field: Field | 'account') => (field === 'account' ? 'text' : kindOf(field)) } as const;
  if (accountNames === undefined) return { ...typed, fields, textOf: (field) => textOf(field as Field) };
  return {
    ...typed,
    fields: ['account', ...fields],
    textOf: (field) => {
      if (field === 'account') return (row) => accountNames[row.account ?? ''] ?? row.account ?? null;
      if (field === 'key') return ({ key }) => ownKey(key)?.key ?? key;
      return textOf(field);
    },
  };
}

/** Without rates, nothing is estimated. */
function withoutEstimate<Field extends string>(fields: readonly Field[], { rates }: Form): readonly Field[] {
  const [, ...estimate] = pnlFields;
  return rates ? fields : fields.filter((field) => !estimate.some((each) => each === field));
}

function columnsOf<Row, Field extends string>(
  { columns }: Pick<Form, 'columns'>,
  { name, fields, kindOf, textOf }: ListFields<Row, Field>,
): FileColumn<Row>[] {
  const chosen = columns ?? fields.map((field) => ({ field, heading: null }));
  return chosen.map(({ field: wanted, heading }) => {
    const field = fields.find((known) => known === wanted);
    if (field === undefined) throw new OrderglassError('invalid-input', `columns: ${name} has no ${wanted}`);
    const isDuration = field === 'duration';
    const fieldName = isDuration ? 'durationMs' : field;
    return {
      name: fieldName,
      field,
      heading: heading === null ? fieldName : isDuration ? `${heading} (ms)` : heading,
      kind: kindOf(field),
      textOf: textOf(field),
    };
  });
}

/**
 * Returns the text of an export in its format. In both formats decimals have the digits that the exchange sent, and times are ISO 8601
 * with an offset.
 *
 * CSV (RFC 4180): a heading row, then one record per row. Missing values are empty, and formulas are escaped.
 *
 * JSON Lines: one object per row with the names of the fields, whatever the headings. Missing values are `null`. Decimals and the raw
 * row are strings, because readers with binary numbers would change their digits. Without a byte order mark (RFC 8259, 8.1).
 */
export function textsOf<Row>(
  { format, zone, separator, decimalSign, byteOrderMark: withMark }: Omit<Form, 'columns'>,
  columns: readonly FileColumn<Row>[],
): RowTexts<Row> {
  const isoTime = isoTimes(zone);
  if (format === 'jsonl') {
    const lines = jsonLines(columns, isoTime);
    return { head: '', of: (rows) => Buffer.from(lines(rows)) };
  }
  const headings = columns.map(({ heading }) => heading);
  const text = new Utf8Text();
  const isComma = columns.map(({ kind }) => decimalSign === 'comma' && kind === 'decimal');
  const between = new AsciiBytes(separators[separator]);
  const putText = (value: CsvCell) => {
    const field = csvText(value);
    text.put(field.isQuoted ? `"${field.text.replaceAll('"', '""')}"` : field.text);
  };
  const putCell = (cells: JsonTexts, row: number) => {
    const { bytes, begins, kinds } = cells;
    const [begin, kind] = [uint32At(begins, row), uint8At(kinds, row)];
    if (cells.isPlain) {
      const isUsual = bytes[begin] === brace && bytes[begin + 1] === mark;
      if (isUsual && text.putIfCommon(cells, row, { start: quote, before: mark })) text.putBytes(quote);
      else putText(cells.text(row));
    } else if (kind === 0 && (canStart[uint8At(bytes, begin + 1)] || isNegative(cells, row))) text.putPlain(cells, row);
    // Most received texts: no formula, but with quotes.
    else if ((kind & characterKinds.rare) === 0 && bytes[begin + 1] === brace && bytes[begin + 2] === backslash) {
      text.putBytes(quote);
      text.putQuotes(cells, row, 2);
      text.putBytes(quote);
    } else putText(cells.text(row));
  };
  return {
    head: `${withMark ? byteOrderMark : ''}${csvRecord(headings, separator)}`,
    of: (rows) => {
      const cells = textsByColumn(columns, rows, isoTime);
      const figures = cells.map((column, place) => (isComma[place] ? column.texts() : null));
      for (let row = 0; row < rows.length; row++) {
        for (let place = 0; place < cells.length; place++) {
          if (place > 0) text.putBytes(between);
          const column = cells[place] as JsonTexts;
          const figure = figures[place]?.[row] ?? null;
          if (cells.length === 1 && (column.text(row) ?? '') === '') text.put('""');
          else if (figure !== null) putText({ figure: figure.replace('.', ',') });
          else if (!column.isNull(row)) putCell(column, row);
        }
        text.putBytes(lineEnd);
      }
      return text.take();
    },
  };
}

const [quote, lineEnd] = [new AsciiBytes('"'), new AsciiBytes('\r\n')];
const [brace, backslash, mark = 0, minus, point, zero = 0] = [...Buffer.from('{\\"-.0')];
const canStart = Array.from({ length: 256 }, (_, byte) => byte < 128 && plainStart.test(String.fromCharCode(byte)));

/** True for a negative decimal without an exponent, which `csvText` leaves as it is. */
function isNegative({ bytes, begins, ends }: JsonTexts, row: number): boolean {
  const [first, last] = [uint32At(begins, row) + 2, uint32At(ends, row) - 2];
  let hasPoint = false;
  for (let at = first; at <= last; at++) {
    const byte = uint8At(bytes, at);
    if (byte >= zero && byte < zero + 10) continue;
    if (byte !== point || hasPoint || at === first || at === last) return false;
    hasPoint = true;
  }
  return bytes[first - 1] === minus && last >= first;
}

/** Returns the texts of rows by columns. */
export function textsByColumn<Row>(
  columns: readonly FileColumn<Row>[],
  chunk: RowChunk<Row>,
  isoTime: IsoTime,
): JsonTexts[] {
  const { texts, createdAt, facts }: Partial<RowsByColumns<Row>> = chunk instanceof RowsByColumns ? chunk : {};
  const stored: Readonly<Record<string, JsonTexts | undefined>> = texts ?? {};
  // What is in no column is told by the facts.
  const rows = (facts ?? chunk) as readonly Row[];
  const [first] = facts ?? [];
  const isSame = first !== undefined && rows.every((row) => row === first);
  return columns.map(({ field = '', textOf }) => {
    const ofStored = stored[field];
    if (field === 'createdAt' && createdAt !== undefined && isoTime !== String)
      return JsonTexts.of(createdAt.map(isoTime));
    if (ofStored !== undefined) return ofStored;
    if (isSame) return JsonTexts.repeated(textOf(rows[0] as Row, isoTime), rows.length);
    return JsonTexts.of(rows.map((row) => textOf(row, isoTime)));
  });
}

/** Returns the function that writes rows as in JSON Lines. Its bytes are valid until the next call. */
function jsonLines<Row>(columns: readonly FileColumn<Row>[], isoTime: IsoTime): RowTexts<Row>['of'] {
  const names = columns.map(({ name }, place) => new AsciiBytes(`${place === 0 ? '{' : ','}${JSON.stringify(name)}:`));
  const text = new Utf8Text();
  return (rows) => {
    const cells = textsByColumn(columns, rows, isoTime);
    for (let row = 0; row < rows.length; row++) {
      for (let place = 0; place < cells.length; place++) {
        text.putBytes(names[place] as AsciiBytes);
        text.putJson(cells[place] as JsonTexts, row);
      }
      text.putBytes(objectEnd);
    }
    return text.taken();
  };
}

const objectEnd = new AsciiBytes('}\n');

/** Returns a function that adds rows to the SHA-256 of their JSON Lines, and one that returns it (hex). */
export function hashOfRows<Row>(columns: readonly FileColumn<Row>[], zone: string) {
  const lines = jsonLines(columns, isoTimes(zone));
  const hash = createHash('sha256');
  return {
    add: (rows: RowChunk<Row>) => void hash.update(lines(rows)),
    end: () => hash.digest('hex'),
  };
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/**
 * Returns a formatter of times as ISO 8601 with the zone's offset at that time: "2025-03-02T14:05:09.000+02:00". UTC is "+00:00" and
 * not "Z", so that all zones have one form. Throws a `RangeError` for a zone that this machine does not know.
 */
export function isoTimes(zone: string): (time: Timestamp) => string {
  const offsets = zoneOffsets(zone);
  // Those of the last time: successive times are usually close to each other.
  let [day, date] = [Number.NaN, ''];
  let [offset, suffix] = [Number.NaN, ''];
  return (time) => {
    // The format has whole minutes. The local time is computed with the offset as written, so the moment is always exact.
    const minutes = Math.round(offsets.at(time) / minuteMs);
    if (minutes !== offset) {
      const distance = Math.abs(minutes);
      suffix = `${minutes < 0 ? '-' : '+'}${twoDigits[Math.floor(distance / 60)]}:${twoDigits[distance % 60]}`;
      offset = minutes;
    }
    const local = time + offset * minuteMs;
    const localDay = Math.floor(local / dayMs);
    if (localDay !== day) {
      date = new Date(localDay * dayMs).toISOString().slice(0, -'00:00:00.000Z'.length);
      day = localDay;
    }
    const seconds = Math.floor((local - day * dayMs) / 1000);
    const minute = Math.floor(seconds / 60);
    const clock = `${twoDigits[Math.floor(minute / 60)]}:${twoDigits[minute % 60]}:${twoDigits[seconds % 60]}`;
    return `${date}${clock}.${threeDigits[local - day * dayMs - seconds * 1000]}${suffix}`;
  };
}

/** Numbers below 1000 with three digits. Making such a text takes ten times as long as finding it. */
const threeDigits = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'));
const twoDigits = threeDigits.slice(0, 100).map((text) => text.slice(1));
