import { isUtf8 } from 'node:buffer';
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { HistoryList } from '../../shared/orders/history.ts';
import { fieldsOf, type ListField } from '../../shared/orders/order-fields.ts';
import { vocabularies } from '../../shared/values/domain.ts';
import { uintAt } from '../../shared/values/elements.ts';
import { type HistoryRows, type IndexedRow, isShared, type SharedColumns, valueFields } from '../rows.ts';
import { type RowChecksum, rowChecksum } from './checksums.ts';
import { ColumnTexts, WordTexts } from './column-texts.ts';
import { integer, text } from './query.ts';
import { RowsByColumns } from './rows-by-columns.ts';
import { firstColumns, rowsToReread, unfinishedOrders, unfinishedPlans } from './schema.ts';

/** Rows by columns. */
export interface SentRows {
  /**
   * What each row has of its own, one column behind the other, and `slack`: JSON arrays of texts, those of `RowShape.sent`, and the raw texts
   * as they are, each ended by a 0.
   */
  readonly bytes: Uint8Array;
  readonly shared: SharedColumns;
}

/** Returns the first columns of `bytes`; fewer ones if one of them has not as many texts, or `null`, as there are rows. */
function readColumns(stored: Uint8Array, count: number, wanted: number): ColumnTexts[] {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.length);
  const columns: ColumnTexts[] = [];
  while (columns.length < wanted) {
    const column = ColumnTexts.read(bytes, columns.at(-1)?.end ?? 0, count);
    if (column === null) break;
    columns.push(column);
  }
  return columns;
}

/** Returns what names each row, and for estimates the PnL of orders. */
export function factRowsOf({ bytes, shared: { texts } }: SentRows, count: number, withPnl: boolean) {
  const columns = readColumns(bytes, count, withPnl ? placeOfPnl + 1 : 1);
  const [ids = [], pnls = []] = [0, placeOfPnl].map((place) => columns[place]?.texts() ?? []);
  const modes = new WordTexts(texts.marginMode).texts();
  return ids.map((id, place) => ({
    id: id ?? '',
    key: `${modes[place]}:${id}`,
    ...(withPnl && { pnl: pnls[place] ?? null }),
  }));
}

/** Returns the keys of rows. */
function keysOf({ known, codes }: WordTexts, ids: ColumnTexts): ColumnTexts {
  const longest = known.longest() + 1 + ids.longest();
  return ColumnTexts.written(ids.kinds, longest, (bytes, start, place) => {
    const at = known.copy(uintAt(codes, place), bytes, start);
    bytes[at] = colon;
    return ids.copy(place, bytes, at + 1);
  });
}

const colon = 58;

/** Conversion between the rows of a list and the rows of its table. */
export interface RowShape<List extends HistoryList> {
  readonly table: string;
  /** SQL condition for rows to request again. */
  readonly toReread: string;
  /** Columns in the order of `values`; `raw` is the last. */
  readonly columns: readonly string[];
  /** What `SentRows.bytes` has of each row before the raw text, as SQL. */
  readonly sent: readonly string[];
  /** Takes `values`. */
  readonly checksum: RowChecksum;
  values(row: HistoryRows[List]): SQLInputValue[];
  /** Reads number, tie, id, margin_mode, created_at and `columns`, which may lack `raw`. */
  indexed(stored: readonly SQLOutputValue[]): IndexedRow;
  /** Reads the same values with `raw`. */
  row(stored: readonly SQLOutputValue[]): HistoryRows[List];
  /**
   * Returns the same rows, each with its facts. `null` if there are not as many as facts, or if one has a value that `row` would refuse, or
   * a raw text with the character 0.
   */
  rowsOf<Facts extends object>(
    sent: SentRows,
    facts: readonly Facts[],
  ): RowsByColumns<HistoryRows[List] & Facts> | null;
  /** Returns a fetched row as `indexed` will read it. */
  indexedOf(row: HistoryRows[List], number: number, tie: number): IndexedRow;
}

/** Values before those of the columns: number, tie, id, margin_mode, created_at. */
const headLength = 5;

export const orderShape: RowShape<'order-history'> = {
  table: 'orders',
  toReread: rowsToReread(unfinishedOrders),
  ...conversionOf('order-history', firstColumns.orders),
};

export const planShape: RowShape<'plan-history'> = {
  table: 'plans',
  toReread: rowsToReread(unfinishedPlans),
  ...conversionOf('plan-history', firstColumns.plans),
};

const placeOfPnl = orderShape.sent.indexOf('pnl');

/** Prepares the conversion of a list's rows once, because it runs for every row of an import. */
function conversionOf<List extends HistoryList>(
  list: List,
  checkedFirst: readonly string[],
): Omit<RowShape<List>, 'table' | 'toReread'> {
  type Row = HistoryRows[List];
  const fields = valueFields(list);
  const names = fields.map(({ name }) => name as keyof Row);
  const wordReaders = fields.flatMap((field, index) => wordReaderOf(field, index) ?? []);
  const isRequired = fields.map(({ kind }) => kind === 'text');
  const blank = Object.fromEntries(fieldsOf(list).map(({ name }) => [name, null]));

  const valuesOf = (row: Row) => names.map((name) => row[name] as string | null);
  const indexed = (stored: readonly SQLOutputValue[]): IndexedRow => {
    const values = stored.slice(headLength, headLength + names.length) as (string | null)[];
    for (let index = 0; index < values.length; index++) {
      const value = values[index];
      if (typeof value !== 'string' && (value !== null || isRequired[index])) text(value);
    }
    for (const { index, read } of wordReaders) values[index] = read(values[index] ?? null);
    return {
      number: integer(stored[0]),
      tie: integer(stored[1]),
      id: text(stored[2]),
      marginMode: stored[3] === 'cross' ? 'cross' : 'isolated',
      createdAt: integer(stored[4]),
      values,
    };
  };
  const columns = [...fields.map(({ name }) => columnNameOf(name)), 'raw'];
  const own = fields
    .filter((field) => !isShared(field))
    .map(({ name, kind }) => ({ name, canBeNull: kind !== 'text' }));
  /** The fields of `SentRows.bytes`. */
  const sent: readonly { name: string; canBeNull?: boolean }[] = [{ name: 'id' }, ...own, { name: 'raw' }];
  return {
    columns,
    sent: ['id', ...own.map(({ name }) => columnNameOf(name))],
    checksum: rowChecksum(columns, checkedFirst),
    values: (row) => {
      const values = valuesOf(row);
      values.push(row.raw);
      return values;
    },
    indexed,
    row: (stored) => {
      const { id, marginMode, createdAt, values } = indexed(stored);
      const raw = text(stored[headLength + names.length]);
      const row: Record<string, unknown> = { ...blank, key: `${marginMode}:${id}`, id, marginMode, createdAt, raw };
      fields.forEach(({ name }, index) => {
        row[name] = values[index];
      });
      return row as unknown as Row;
    },
    rowsOf: <Facts extends object>({ bytes, shared: { times, texts: coded } }: SentRows, facts: readonly Facts[]) => {
      // A text of a damaged file may be none.
      if (!isUtf8(bytes)) return null;
      const texts: Partial<Record<string, ColumnTexts | WordTexts>> = {};
      const columns = readColumns(bytes, facts.length, sent.length - 1);
      const last = columns.at(-1);
      const raws = last && ColumnTexts.readPlain(last.bytes, last.end, facts.length);
      if (raws) columns.push(raws);
      for (const [place, { name, canBeNull = false }] of sent.entries()) {
        const column = columns[place];
        if (column === undefined || (column.hasNull && !canBeNull)) return null;
        texts[name] = column;
      }
      for (const [name, each] of Object.entries(coded)) texts[name] = new WordTexts(each);
      const [ids] = columns;
      if (ids !== undefined) texts.key = keysOf(new WordTexts(coded.marginMode), ids);
      const rows = { texts, times, facts: facts as readonly Partial<Row & Facts>[] };
      return new RowsByColumns<Row & Facts>(rows, blank);
    },
    indexedOf: (row, number, tie) => {
      const { id, marginMode, createdAt } = row;
      return { number, tie, id, marginMode, createdAt, values: valuesOf(row) };
    },
  };
}

/** Checks the word at one index of the values. */
interface WordReader {
  readonly index: number;
  read(value: string | null): string | null;
}

/** `null` if the field has no words. */
function wordReaderOf({ kind, vocabulary }: ListField, index: number): WordReader | null {
  if (kind === 'side') return oneOf(['buy', 'sell'], index);
  if (vocabulary === null) return null;
  const words: ReadonlySet<string | null> = new Set(vocabularies[vocabulary].words);
  const isOptional = kind === 'optional-word';
  return {
    index,
    read: (value) => (words.has(value) || (isOptional && value === null) ? value : unknownWord(text(value))),
  };
}

function oneOf(words: readonly string[], index: number): WordReader {
  return { index, read: (value) => words.find((word) => word === value) ?? null };
}

/** Returns a word outside the list, which another program must have written, as unknown. */
function unknownWord(received: string): string {
  return received.startsWith('unknown:') ? received : `unknown:${received}`;
}

/** "filled_quantity" of "filledQuantity". */
export function columnNameOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
