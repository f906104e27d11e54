import { hash32, hashText } from '../numbers/random.ts';
import { parseQuery, type QueryParameters, singleValue } from '../service/query.ts';
import type { FaultContext } from './fault.ts';
import {
  nameOf,
  type ResultRow,
  type ResultRows,
  type RowLayout,
  readRows,
  rowLayouts,
  writeRows,
} from './result-rows.ts';

/**
 * Duplicates about one row in four, always the first one. The copies follow their rows and stand at the end of the page
 * in turn.
 */
export function repeatRows({ isKeyed, rows }: ResultRows, layout: RowLayout, { seed }: FaultContext): ResultRows {
  const copied = rows.filter((row, position) => position === 0 || hash32(seed, 82, hashOf(row, layout)) % 4 === 0);
  const atOnce = new Set(copied.filter((_, position) => position % 2 === 0));
  const atEnd = copied.filter((row) => !atOnce.has(row));
  return { isKeyed, rows: [...rows.flatMap((row) => (atOnce.has(row) ? [row, row] : [row])), ...atEnd] };
}

/** Sorts the rows by a hash. Reverses them if that is the order they had. */
export function shuffleRows({ isKeyed, rows }: ResultRows, layout: RowLayout, { seed }: FaultContext): ResultRows {
  const order = (row: ResultRow): number => hash32(seed, 83, hashOf(row, layout));
  const shuffled = rows.toSorted((left, right) => order(left) - order(right));
  const isSame = shuffled.every((row, position) => row === rows[position]);
  return { isKeyed, rows: isSame ? shuffled.reverse() : shuffled };
}

/**
 * Turns a list into an object keyed by the rows' identities, and an object into a list of rows that include their
 * identities.
 */
export function swapForm({ isKeyed, rows }: ResultRows, layout: RowLayout): ResultRows {
  return {
    isKeyed: !isKeyed,
    rows: rows.map(({ key, value }) =>
      isKeyed ? { key: null, value: named(layout, key, value) } : { key: nameOf(value, layout), value },
    ),
  };
}

function named({ identity }: RowLayout, key: string | null, value: ResultRow['value']): ResultRow['value'] {
  return { [identity]: key, ...(typeof value === 'object' ? value : {}) };
}

/** Returns the first row instead of the list. Returns an empty list unchanged. */
export function firstRowAlone(result: string): string {
  const [first] = readRows(result).rows;
  return first === undefined ? result : JSON.stringify(first.value);
}

/** Returns the page of the same request without `from`. */
export function firstPage(_result: string, { query, ask }: FaultContext): string {
  return ask(without(parseQuery(query), 'from'));
}

/**
 * Returns the page that begins with the row `from` instead of after it: the page after the row's neighbor on the other
 * side, or the first page if the row has no neighbor.
 */
export function pageFromCursor(result: string, { query, path, ask }: FaultContext): string {
  const parameters = parseQuery(query);
  if (singleValue(parameters, 'from') === undefined) return result;
  const opposite = singleValue(parameters, 'direct') === 'next' ? 'prev' : 'next';
  const neighbor = lastName(ask(changed(changed(parameters, 'direct', opposite), 'limit', '1')), path);
  return ask(neighbor === undefined ? without(parameters, 'from') : changed(parameters, 'from', neighbor));
}

/** Returns the requested page together with the next one. */
export function twoPages(result: string, { query, path, ask }: FaultContext): string {
  const last = lastName(result, path);
  if (last === undefined) return result;
  const next = readRows(ask(changed(parseQuery(query), 'from', last)));
  return writeRows({ isKeyed: false, rows: [...readRows(result).rows, ...next.rows] });
}

function lastName(result: string, path: string): string | undefined {
  const layout = rowLayouts.get(path);
  const last = readRows(result).rows.at(-1);
  return last === undefined || layout === undefined ? undefined : nameOf(last.value, layout);
}

function hashOf({ key, value }: ResultRow, layout: RowLayout): number {
  return hashText(key ?? nameOf(value, layout));
}

function without(parameters: QueryParameters, name: string): QueryParameters {
  return parameters.filter(([key]) => key !== name);
}

function changed(parameters: QueryParameters, name: string, value: string): QueryParameters {
  return [...without(parameters, name), [name, value]];
}
