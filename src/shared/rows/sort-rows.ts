import { compareDecimals } from '../values/decimal.ts';
import type { Decimal } from '../values/domain.ts';
import { float64At, noElement, uint32At } from '../values/elements.ts';
import { rankTexts } from './compare-texts.ts';

export const sortDirections = ['ascending', 'descending'] as const;
export type SortDirection = (typeof sortDirections)[number];

/** Value by which rows are sorted. `null` and NaN mean no value. */
export type SortValue<Row> =
  | { kind: 'decimal'; of: (row: Row) => Decimal | null }
  | { kind: 'number'; of: (row: Row) => number | null }
  | { kind: 'text'; of: (row: Row) => string | null };

/** Decimals of at most 15 digits that differ have floats that differ; a text this short cannot have more digits. */
const longestExactText = 15;

/** One column of a sort. */
export interface SortKey<Row> {
  value: SortValue<Row>;
  direction: SortDirection;
}

/**
 * Sorts rows. Returns the positions in `rows` in sorted order. The first key is the most significant. Exact for decimals of any length.
 * In both directions, rows without a value come last, and equal rows keep their order in `rows`.
 */
export function sortRows<Row>(rows: readonly Row[], keys: readonly SortKey<Row>[]): Uint32Array {
  let order = new Uint32Array(rows.length);
  for (let position = 0; position < order.length; position++) order[position] = position;
  // Sorts are stable, so the least significant key goes first.
  for (const key of keys.toReversed()) order = sortByKey(rows, key, order);
  return order;
}

/** Sorts `before` by one key. Equal rows keep their order. */
function sortByKey<Row>(
  rows: readonly Row[],
  { value, direction }: SortKey<Row>,
  before: Uint32Array<ArrayBuffer>,
): Uint32Array<ArrayBuffer> {
  const { keys, rounded } = sortKeys(rows, value);
  const sign = direction === 'ascending' ? 1 : -1;
  const sorted = sortByFloat(keys, before, sign);
  if (value.kind === 'decimal' && rounded) settleTies(sorted, keys, rounded, rows, value.of, sign);
  const order = new Uint32Array(before.length);
  order.set(sorted);
  let end = sorted.length;
  for (const position of sorted.length < before.length ? before : []) {
    if (Number.isNaN(keys[position])) order[end++] = position;
  }
  return order;
}

interface SortKeys {
  /** By position in `rows`; NaN for no value. */
  keys: Float64Array;
  /** By position: 1 if the key may be rounded, so that different decimals share it. `null` if no key is rounded. */
  rounded: Uint8Array | null;
}

function sortKeys<Row>(rows: readonly Row[], value: SortValue<Row>): SortKeys {
  switch (value.kind) {
    case 'decimal':
      return decimalKeys(rows, value.of);
    case 'number':
      return { keys: Float64Array.from(rows, (row) => value.of(row) ?? Number.NaN), rounded: null };
    case 'text':
      return { keys: rankTexts(rows.map((row) => value.of(row))), rounded: null };
  }
}

/** Rounding to a float keeps the order, but can make neighbors equal: `settleTies` compares those exactly. */
function decimalKeys<Row>(rows: readonly Row[], of: (row: Row) => Decimal | null): SortKeys {
  const keys = new Float64Array(rows.length);
  const rounded = new Uint8Array(rows.length);
  let anyRounded = false;
  for (let position = 0; position < rows.length; position++) {
    const text = of(rows[position] as Row);
    keys[position] = text === null ? Number.NaN : Number(text);
    if (text === null || text.length <= longestExactText) continue;
    rounded[position] = 1;
    anyRounded = true;
  }
  return { keys, rounded: anyRounded ? rounded : null };
}

/** Sorts each run of positions with equal keys by their decimals, in place. */
function settleTies<Row>(
  order: Uint32Array,
  keys: Float64Array,
  rounded: Uint8Array,
  rows: readonly Row[],
  of: (row: Row) => Decimal | null,
  sign: 1 | -1,
): void {
  let start = 0;
  while (start < order.length) {
    const key = keys[order[start] ?? noElement(start)];
    let anyRounded = false;
    let end = start;
    while (end < order.length && keys[order[end] ?? noElement(end)] === key) {
      if (rounded[order[end] ?? noElement(end)] === 1) anyRounded = true;
      end++;
    }
    if (anyRounded && end - start > 1) {
      const run = Array.from(order.subarray(start, end), (position) => ({
        position,
        text: of(rows[position] as Row) ?? '',
      }));
      run.sort((a, b) => sign * compareDecimals(a.text, b.text));
      run.forEach((entry, index) => {
        order[start + index] = entry.position;
      });
    }
    start = end;
  }
}

const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
const highHalf = littleEndian ? 1 : 0;
const lowHalf = 1 - highHalf;
const signBit = 0x80000000;

/**
 * Sorts positions by their keys (`keys[position]`), ascending for the sign 1, descending for -1. Omits positions whose key is NaN. Positions
 * with equal keys keep their order in `before`.
 *
 * Packs the upper half of each key and the index in `before` into a 64-bit integer, because the runtime sorts integers without calling a
 * comparison. Keys with equal upper halves are then compared.
 */
function sortByFloat(keys: Float64Array, before: Uint32Array, sign: 1 | -1): Uint32Array {
  const entries = new BigUint64Array(before.length);
  const floats = new Float64Array(entries.buffer);
  const words = new Uint32Array(entries.buffer);
  let count = 0;
  for (let index = 0; index < before.length; index++) {
    const position = before[index] ?? noElement(index);
    const key = keys[position] ?? noElement(position);
    if (Number.isNaN(key)) continue;
    // Adding 0 turns -0 into 0, whose bits differ although the numbers are equal.
    floats[count] = sign === 1 ? key + 0 : 0 - key;
    const high = words[2 * count + highHalf] ?? noElement(count);
    // Makes the order of the bits as an integer equal to the order of the floats.
    words[2 * count + highHalf] = high >= signBit ? ~high : high | signBit;
    words[2 * count + lowHalf] = index;
    count++;
  }
  entries.subarray(0, count).sort();

  const order = new Uint32Array(count);
  let start = 0;
  for (let index = 0; index < count; index++) {
    const place = words[2 * index + lowHalf] ?? noElement(index);
    order[index] = before[place] ?? noElement(place);
    if (words[2 * index + highHalf] === words[2 * start + highHalf]) continue;
    if (index - start > 1) sortRun(order, start, index, keys, sign);
    start = index;
  }
  sortRun(order, start, count, keys, sign);
  return order;
}

/** Sorts a run of positions whose keys have equal upper halves. */
function sortRun(order: Uint32Array, start: number, end: number, keys: Float64Array, sign: 1 | -1): void {
  const compare = (one: number, other: number) => sign * (float64At(keys, one) - float64At(keys, other));
  for (let index = start + 1; index < end; index++) {
    if (compare(uint32At(order, index - 1), uint32At(order, index)) <= 0) continue;
    order.set(Array.from(order.subarray(start, end)).sort(compare), start);
    return;
  }
}
