import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';

type Value = SQLInputValue | SQLOutputValue;

/**
 * Returns the checksum of a row, which changes with every change of one value: the sum of its number, tie, span and creation time, plus the
 * CRC-32 of the received text, the last of the `values`. The CRC-32 begins with a hash of the other values, because a second call of `crc32`
 * would take twice as long.
 */
export function rowChecksum(sumOfNumbers: number, id: string, marginMode: string, values: readonly Value[]): number {
  let hash = hashText(hashText(0, id), marginMode);
  const last = values.length - 1;
  for (let i = 0; i < last; i++) hash = hashText(hash, values[i]);
  return sumOfNumbers + crc32(String(values[last]), hash >>> 0);
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
