import { uintAt } from '../../shared/values/elements.ts';
import type { NumberArray, WholeArray } from './growing-arrays.ts';

/** The rows of a column: arrays by name, by row number, and words by code. They share the memory of the column. */
export interface ColumnImage {
  readonly arrays: Readonly<Record<string, NumberArray>>;
  readonly words?: readonly (string | null)[];
}

/** The rows of a table, from which an equal table is made. */
export interface TableImage {
  /** Highest row number. */
  readonly size: number;
  readonly columns: Readonly<Record<string, ColumnImage>>;
}

/** Consecutive rows of a table. The arrays begin with the first one. */
export interface TablePart {
  /** Number of the first row. */
  readonly first: number;
  readonly count: number;
  readonly columns: TableImage['columns'];
  /** The limbs of all decimals of the table; only in the part that begins with the first row. */
  readonly limbs: Float64Array | null;
}

/** Returns the text of an index in a column of codes. */
export function textIn({ arrays, words = [] }: ColumnImage, index: number): string | null {
  return words[uintAt(arrays.codes as WholeArray, index)] ?? null;
}

/** Sets the value of a row to that of an index in a part of another column. `isNew`: false if the row already has a value. */
export type CopyValue = (number: number, index: number, isNew: boolean) => void;

/** True if an image has the arrays of another one, as an image of the same columns has. Their elements may be wider or narrower. */
export function isAlike({ columns }: TableImage, other: TableImage): boolean {
  return formOf(columns) === formOf(other.columns);
}

function formOf(columns: TableImage['columns']): string {
  return JSON.stringify(
    Object.entries(columns).map(([name, { arrays, words }]) => [name, words !== undefined, Object.keys(arrays)]),
  );
}
