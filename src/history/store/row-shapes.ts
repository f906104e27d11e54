import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { HistoryList } from '../../shared/orders/history.ts';
import { fieldsOf, type ListField } from '../../shared/orders/order-fields.ts';
import { vocabularies } from '../../shared/values/domain.ts';
import { type HistoryRows, type IndexedRow, type RowsByColumns, valueFields } from '../rows.ts';
import { type RowChecksum, rowChecksum } from './checksums.ts';
import { integer, text } from './query.ts';
import { firstColumns, rowsToReread, unfinishedOrders, unfinishedPlans } from './schema.ts';

/** Rows by columns: JSON arrays of `sentFirst` and of the columns of the shape, of which `raw` is a text instead, parted by `rawSeparator`. */
export type StoredColumns = readonly SQLOutputValue[];
export const sentFirst: readonly string[] = ["margin_mode || ':' || id", 'id', 'margin_mode', 'created_at'];

/** Returns what names each row. */
export function keysOf([keys, ids]: StoredColumns): { id: string; key: string }[] {
  const key: string[] = JSON.parse(String(keys));
  return JSON.parse(String(ids)).map((id: string, place: number) => ({ id, key: key[place] }));
}

/** No JSON text has this character. */
export const rawSeparator = '\u001e';

/** Conversion between the rows of a list and the rows of its table. */
export interface RowShape<List extends HistoryList> {
  readonly table: string;
  /** SQL condition for rows to request again. */
  readonly toReread: string;
  /** Columns in the order of `values`; `raw` is the last. */
  readonly columns: readonly string[];
  /** Takes `values`. */
  readonly checksum: RowChecksum;
  values(row: HistoryRows[List]): SQLInputValue[];
  /** Reads number, tie, id, margin_mode, created_at and `columns`, which may lack `raw`. */
  indexed(stored: readonly SQLOutputValue[]): IndexedRow;
  /** Reads the same values with `raw`. */
  row(stored: readonly SQLOutputValue[]): HistoryRows[List];
  /** Returns the same rows, each with `facts`. `null` if there are not as many as `count`, or if one has a value that `row` would change or refuse. */
  rowsOf<Facts extends object>(
    stored: StoredColumns,
    count: number,
    facts: Facts,
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
  /** True for a value that `indexed` returns unchanged. */
  const isSame = fields.map((field, index) => {
    const read = wordReaderOf(field, index)?.read;
    return (value: unknown) =>
      (isText(value) || (value === null && !isRequired[index])) && (!read || read(value) === value);
  });
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
  return {
    columns,
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
    rowsOf: <Facts extends object>(stored: StoredColumns, count: number, facts: Facts) => {
      const raw = String(stored.at(-1)).split(rawSeparator);
      const parsed: unknown[][] = stored.slice(0, -1).map((column) => JSON.parse(String(column)));
      const [key = [], id = [], marginMode = [], createdAt = [], ...values] = parsed;
      const isSound =
        [raw, id].every((column) => column.length === count) &&
        id.every(isText) &&
        marginMode.every((mode) => mode === 'cross' || mode === 'isolated') &&
        createdAt.every(Number.isSafeInteger) &&
        names.every((_, index) => values[index]?.every(isSame[index] as (value: unknown) => boolean));
      if (!isSound) return null;
      const own = Object.fromEntries(names.map((name, index) => [name, values[index] as unknown[]]));
      const columns: Readonly<Record<string, unknown[]>> = { key, id, marginMode, ...own, raw };
      const fieldless = { ...blank, ...facts };
      const rows = createdAt.map((time, place) => {
        const row: Record<string, unknown> = { ...fieldless };
        row.key = key[place];
        row.id = id[place];
        row.marginMode = marginMode[place];
        row.createdAt = time;
        row.raw = raw[place];
        for (let index = 0; index < names.length; index++) row[names[index] as string] = values[index]?.[place];
        return row;
      });
      return Object.assign(rows, { columns }) as unknown as RowsByColumns<Row & Facts>;
    },
    indexedOf: (row, number, tie) => {
      const { id, marginMode, createdAt } = row;
      return { number, tie, id, marginMode, createdAt, values: valuesOf(row) };
    },
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Checks the word at one index of the values. */
interface WordReader {
  readonly index: number;
  read(value: string | null): string | null;
}

/** `null` if the field has no words. */
function wordReaderOf({ kind, vocabulary }: ListField, index: number): WordReader | null {
  if (kind === 'side') return { index, read: (value) => (value === 'buy' || value === 'sell' ? value : null) };
  if (vocabulary === null) return null;
  const words: ReadonlySet<string | null> = new Set(vocabularies[vocabulary].words);
  const isOptional = kind === 'optional-word';
  return {
    index,
    read: (value) => (words.has(value) || (isOptional && value === null) ? value : unknownWord(text(value))),
  };
}

/** Returns a word outside the list, which another program must have written, as unknown. */
function unknownWord(received: string): string {
  return received.startsWith('unknown:') ? received : `unknown:${received}`;
}

/** "filled_quantity" of "filledQuantity". */
export function columnNameOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
