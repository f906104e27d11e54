import { createHash } from 'node:crypto';
import { ColumnTexts, characterKinds, type RowChunk, RowsByColumns, WordTexts } from '../../history/index.ts';
import type { ExportQuery } from '../../shared/contract/exports.ts';
import { type HistoryList, pnlFields } from '../../shared/orders/history.ts';
import { ownKey } from '../../shared/orders/joint.ts';
import { zoneOffsets } from '../../shared/time/zone-offsets.ts';
import { type CsvCell, csvRecord, csvText, plainStart, separators } from '../../shared/values/csv.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import { float64At, uint8At, uint32At, uintAt } from '../../shared/values/elements.ts';
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
import { EncodedText, EncodedWords, Utf8Text } from './utf8-text.ts';

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
  const times = new IsoTimes(zone);
  if (format === 'jsonl') {
    const lines = jsonLines(columns, times);
    return { head: '', of: (rows) => Buffer.from(lines(rows)) };
  }
  const isComma = columns.map(({ kind }) => decimalSign === 'comma' && kind === 'decimal');
  // An empty line would be no record.
  const empty = columns.length === 1 ? '""' : '';
  const lines = linesOf({
    before: columns.map((_, place) => (place === 0 ? '' : separators[separator])),
    end: '\r\n',
    cellOf: (value) => csvCell(value) || empty,
    putCell: (text, cells, row, place) => {
      if (cells.isNull(row) || cells.lengthOf(row) === 0) text.put(empty);
      else if (isComma[place]) text.putText(cells, row);
      else putCsvCell(text, cells, row);
    },
  });
  const headings = columns.map(({ heading }) => heading);
  return {
    head: `${withMark ? byteOrderMark : ''}${csvRecord(headings, separator)}`,
    of: (rows) => {
      const cells = textsByColumn(columns, rows, times);
      const withComma = cells.map((column, place) => (isComma[place] ? figuresOf(column) : column));
      return Buffer.from(lines(withComma, rows.length));
    },
  };
}

/** Returns decimals with a comma, as cells of CSV. */
function figuresOf(decimals: ColumnTexts | WordTexts): ColumnTexts {
  const figures = decimals.texts().map((text) => text && csvCell({ figure: text.replace('.', ',') }));
  return ColumnTexts.of(figures);
}

function csvCell(value: CsvCell): string {
  const { text, isQuoted } = csvText(value);
  return isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
}

function putCsvCell(text: Utf8Text, cells: ColumnTexts, row: number): void {
  const { bytes, begins, kinds } = cells;
  const [begin, kind] = [uint32At(begins, row), uint8At(kinds, row)];
  if (cells.isPlain) {
    const isUsual = bytes[begin] === brace && bytes[begin + 1] === mark;
    if (isUsual && text.putIfCommon(cells, row, { start: quote, before: mark })) text.putBytes(quote);
    else text.put(csvCell(cells.text(row)));
  } else if (kind === 0 && (canStart[uint8At(bytes, begin + 1)] || isNegative(cells, row))) text.putPlain(cells, row);
  // Most received texts: no formula, but with quotes.
  else if ((kind & characterKinds.rare) === 0 && bytes[begin + 1] === brace && bytes[begin + 2] === backslash) {
    text.putBytes(quote);
    text.putQuotes(cells, row, 2);
    text.putBytes(quote);
  } else text.put(csvCell(cells.text(row)));
}

const quote = new EncodedText('"');
const [brace, backslash, mark = 0, minus, point = 0, zero = 0, colon = 0] = [...Buffer.from('{\\"-.0:')];
const canStart = Array.from({ length: 256 }, (_, byte) => byte < 128 && plainStart.test(String.fromCharCode(byte)));

/** True for a negative decimal without an exponent, which `csvText` leaves as it is. */
function isNegative(texts: ColumnTexts, row: number): boolean {
  const { bytes, begins } = texts;
  const [first, last] = [uint32At(begins, row) + 2, texts.endOf(row) - 2];
  let hasPoint = false;
  for (let at = first; at <= last; at++) {
    const byte = uint8At(bytes, at);
    if (byte >= zero && byte < zero + 10) continue;
    if (byte !== point || hasPoint || at === first || at === last) return false;
    hasPoint = true;
  }
  return bytes[first - 1] === minus && last >= first;
}

/** How times are written. */
interface TimeForm {
  readonly text: IsoTime;
  /** Writes a time at an index of the bytes, and returns the index behind it. */
  readonly put: (bytes: Buffer, start: number, time: Timestamp) => number;
}

/** Times as their milliseconds. */
export const milliseconds: TimeForm = {
  text: String,
  put: (bytes, start, time) => putText(bytes, start, String(time)),
};

/** Returns the texts of rows by columns. */
export function textsByColumn<Row>(
  columns: readonly FileColumn<Row>[],
  chunk: RowChunk<Row>,
  { text, put }: TimeForm,
): (ColumnTexts | WordTexts)[] {
  const { texts, times, facts }: Partial<RowsByColumns<Row>> = chunk instanceof RowsByColumns ? chunk : {};
  const stored: Readonly<Record<string, ColumnTexts | WordTexts | undefined>> = texts ?? {};
  // What is in no column is told by the facts.
  const rows = (facts ?? chunk) as readonly Row[];
  const [first] = facts ?? [];
  const isSame = first !== undefined && rows.every((row) => row === first);
  return columns.map(({ field = '', textOf }) => {
    if (field === 'createdAt' && times !== undefined) {
      const putTime = (bytes: Buffer, at: number, place: number) => put(bytes, at, float64At(times, place));
      return ColumnTexts.written(new Uint8Array(times.length), longestTime, putTime);
    }
    const ofStored = stored[field];
    if (ofStored !== undefined) return ofStored;
    if (isSame) {
      const words = JSON.stringify([textOf(rows[0] as Row, text)]);
      return new WordTexts({ words, codes: new Uint8Array(rows.length) });
    }
    return ColumnTexts.of(rows.map((row) => textOf(row, text)));
  });
}

/** How cells are written in lines of text. */
interface LineForm {
  /** What stands before the cell of each column. */
  readonly before: readonly string[];
  readonly end: string;
  readonly cellOf: (text: string | null) => string;
  /** Puts the cell of a row. `place`: that of the column. */
  readonly putCell: (text: Utf8Text, cells: ColumnTexts, row: number, place: number) => void;
}

/** The cells of a column, and what stands before them. */
interface CellColumn {
  readonly place: number;
  readonly texts: ColumnTexts | WordTexts;
  readonly start: EncodedText;
  /** The cells of the words, behind `start`. */
  readonly words: readonly EncodedText[];
}

/** Returns the function that writes rows as lines. Its bytes are valid until the next call. */
function linesOf({ before, end, cellOf, putCell }: LineForm) {
  const text = new Utf8Text();
  const encoded = before.map(() => new EncodedWords(cellOf));
  return (columns: readonly (ColumnTexts | WordTexts)[], count: number): Buffer => {
    const cells: CellColumn[] = [];
    // What is the same in all rows is put together with what follows it.
    let start = '';
    for (const [place, texts] of columns.entries()) {
      start += before[place];
      const known = texts instanceof WordTexts ? texts.words : [];
      if (known.length === 1) start += cellOf(known[0] ?? null);
      else {
        const words = encoded[place]?.of(known, start) ?? [];
        cells.push({ place, texts, start: new EncodedText(start), words });
        start = '';
      }
    }
    const rest = new EncodedText(start + end);
    for (let row = 0; row < count; row++) {
      for (let at = 0; at < cells.length; at++) {
        const { texts, words, start, place } = cells[at] as CellColumn;
        if (texts instanceof WordTexts) text.putBytes(words[uintAt(texts.codes, row)] as EncodedText);
        else {
          text.putBytes(start);
          putCell(text, texts, row, place);
        }
      }
      text.putBytes(rest);
    }
    return text.taken();
  };
}

function jsonLines<Row>(columns: readonly FileColumn<Row>[], times: IsoTimes): (rows: RowChunk<Row>) => Buffer {
  const lines = linesOf({
    before: columns.map(({ name }, place) => `${place === 0 ? '{' : ','}${JSON.stringify(name)}:`),
    end: '}\n',
    cellOf: (value) => JSON.stringify(value),
    putCell: (text, cells, row) => text.putJson(cells, row),
  });
  return (rows) => lines(textsByColumn(columns, rows, times), rows.length);
}

/** Returns a function that adds rows to the SHA-256 of their JSON Lines, and one that returns it (hex). */
export function hashOfRows<Row>(columns: readonly FileColumn<Row>[], zone: string) {
  const lines = jsonLines(columns, new IsoTimes(zone));
  const hash = createHash('sha256');
  return {
    add: (rows: RowChunk<Row>) => void hash.update(lines(rows)),
    end: () => hash.digest('hex'),
  };
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Bytes of the longest text of a time. */
const longestTime = '+275760-09-13T00:00:00.000+00:00'.length;

/**
 * Writes times as ISO 8601 with the zone's offset at that time: "2025-03-02T14:05:09.000+02:00". UTC is "+00:00" and not "Z", so that all
 * zones have one form. Throws a `RangeError` for a zone that this machine does not know.
 */
class IsoTimes implements TimeForm {
  readonly #offsets: ReturnType<typeof zoneOffsets>;
  readonly #one = Buffer.alloc(longestTime);
  // Those of the last time: successive times are usually close to each other.
  #day = Number.NaN;
  #date = '';
  #offset = Number.NaN;
  #suffix = '';

  constructor(zone: string) {
    this.#offsets = zoneOffsets(zone);
  }

  readonly text = (time: Timestamp): string => {
    return this.#one.toString('latin1', 0, this.put(this.#one, 0, time));
  };

  readonly put = (bytes: Buffer, start: number, time: Timestamp): number => {
    // The format has whole minutes. The local time is computed with the offset as written, so the moment is always exact.
    const offset = Math.round(this.#offsets.at(time) / minuteMs);
    if (offset !== this.#offset) {
      const distance = Math.abs(offset);
      const hours = String(Math.floor(distance / 60)).padStart(2, '0');
      this.#suffix = `${offset < 0 ? '-' : '+'}${hours}:${String(distance % 60).padStart(2, '0')}`;
      this.#offset = offset;
    }
    const local = time + offset * minuteMs;
    const day = Math.floor(local / dayMs);
    if (day !== this.#day) {
      this.#date = new Date(day * dayMs).toISOString().slice(0, -'00:00:00.000Z'.length);
      this.#day = day;
    }
    const sinceMidnight = local - day * dayMs;
    const seconds = Math.floor(sinceMidnight / 1000);
    const minutes = Math.floor(seconds / 60);
    let at = putText(bytes, start, this.#date);
    at = putDigits(bytes, at, Math.floor(minutes / 60));
    bytes[at++] = colon;
    at = putDigits(bytes, at, minutes % 60);
    bytes[at++] = colon;
    at = putDigits(bytes, at, seconds % 60);
    bytes[at++] = point;
    const thousandths = sinceMidnight - seconds * 1000;
    bytes[at++] = zero + Math.floor(thousandths / 100);
    at = putDigits(bytes, at, thousandths % 100);
    return putText(bytes, at, this.#suffix);
  };
}

/** Returns the function that returns the text of a time in `IsoTimes`. */
export function isoTimes(zone: string): IsoTime {
  return new IsoTimes(zone).text;
}

/** Writes ASCII. */
function putText(bytes: Buffer, at: number, text: string): number {
  for (let index = 0; index < text.length; index++) bytes[at + index] = text.charCodeAt(index);
  return at + text.length;
}

/** Writes two digits. */
function putDigits(bytes: Buffer, at: number, number: number): number {
  bytes[at] = zero + Math.floor(number / 10);
  bytes[at + 1] = zero + (number % 10);
  return at + 2;
}
