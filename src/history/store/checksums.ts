import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { int32At } from '../../shared/values/elements.ts';

type Value = SQLInputValue | SQLOutputValue;

/**
 * Returns the checksum of a row from the sum of its number, tie, span and creation time, its ID, its margin mode, and the values of its
 * columns, `raw` last. Every change of one value changes it.
 */
export type RowChecksum = (sumOfNumbers: number, id: string, marginMode: string, values: readonly Value[]) => number;

/**
 * Returns the function for a table. `firstColumns`: the columns of the first version of the table. Each is part of the checksum by its
 * place, also without a value. A later column adds its `checksumOf`, or nothing without a value, so the rows that are stored when a column
 * is added keep their checksums.
 */
export function rowChecksum(columns: readonly string[], firstColumns: readonly string[]): RowChecksum {
  const first = Int32Array.from(firstColumns, (column) => columns.indexOf(column));
  if (first.includes(-1)) throw new Error(`a column is missing: ${firstColumns}`);
  const raw = columns.length - 1;
  const later = columns.flatMap((name, index) =>
    index === raw || firstColumns.includes(name) ? [] : [{ name, index }],
  );
  return (sumOfNumbers, id, marginMode, values) => {
    let hash = hashText(hashText(0, id), marginMode);
    // Without an iterator, because this runs for every value of an import.
    for (let i = 0; i < first.length; i++) hash = hashText(hash, values[int32At(first, i)]);
    // The CRC-32 begins with the hash of the other values, because a second call of `crc32` would take twice as long.
    let sum = sumOfNumbers + crc32(String(values[raw]), hash >>> 0);
    for (const { name, index } of later) sum += checksumOf([name], [values[index]]);
    return sum;
  };
}

/** Returns the checksum of named values. A value that is NULL does not count. 0 if all are NULL. */
export function checksumOf(names: readonly string[], values: readonly (Value | bigint | undefined)[]): number {
  let hash = 0;
  for (const [index, name] of names.entries()) {
    const value = values[index] ?? null;
    if (value !== null) hash = hashText(hashText(hash, name), String(value));
  }
  return hash >>> 0;
}

/** Defines `checksumOf`, with names and values in turn, as the SQL function `checksum_of` for the steps of the schema. */
export function defineChecksums(database: DatabaseSync): void {
  const options = { deterministic: true, varargs: true, useBigIntArguments: true };
  database.function('checksum_of', options, (...pairs) =>
    checksumOf(
      pairs.filter((_, index) => index % 2 === 0).map(String),
      pairs.filter((_, index) => index % 2 === 1),
    ),
  );
}

/** Adds a text to an FNV-1a hash. A step keeps different hashes different, so one changed character always changes the result. */
function hashText(hash: number, value: Value | undefined): number {
  let next = Math.imul(hash ^ separator, fnvPrime);
  if (typeof value !== 'string') return next;
  next = Math.imul(next ^ separator, fnvPrime);
  for (let i = 0; i < value.length; i++) next = Math.imul(next ^ value.charCodeAt(i), fnvPrime);
  return next;
}

const fnvPrime = 0x01000193;
const separator = 0xff;
