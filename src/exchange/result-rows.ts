import type { UnreadableRow } from '../shared/domain.ts';
import { isObject, type OpenedResult, type Part, partsOf } from './json-text.ts';

/** By which an object is known to be one row, and not a list of rows or what is wrapped around it. */
export interface RowShape {
  /** The field that names the row. */
  readonly identity: string;
  /** Fields of which a row has at least one. */
  readonly marks: readonly string[];
}

/**
 * The rows of `result`. It should be an array, for the precision operation an object keyed by pair; seen or to be expected are
 * also an object whose values are rows, an object that is itself the only row, a list wrapped in an object, and `null` for
 * an empty list (service-api.md 4.3). `null` where it is none of these.
 */
export function rowsOf({ value, text, parts }: OpenedResult, shape: RowShape): readonly Part[] | null {
  if (value === null) return [];
  if (Array.isArray(value)) return parts;
  if (!isObject(value)) return null;
  if (parts.length === 0) return [];
  if (isNamed(value[shape.identity])) return [{ key: null, value, text }];
  const [list, ...otherLists] = parts.filter((part) => Array.isArray(part.value));
  if (list !== undefined && otherLists.length === 0 && !parts.some((part) => looksLikeRow(part.value, shape))) {
    return partsOf(list.value, list.text);
  }
  return parts.some((part) => isObject(part.value)) ? parts : null;
}

function isNamed(identity: unknown): boolean {
  return typeof identity === 'string' || typeof identity === 'number';
}

function looksLikeRow(value: unknown, shape: RowShape): boolean {
  return isObject(value) && shape.marks.some((mark) => Object.hasOwn(value, mark));
}

/** A row of a whole list, read. */
export type ReadRow<Row> = { readonly row: Row } | { readonly unreadable: UnreadableRow };

/** Reads every row; of rows for the same symbol the first counts and the others are unreadable. */
export function readSymbolRows<Row extends { readonly symbol: string }>(
  parts: readonly Part[],
  readRow: (part: Part) => ReadRow<Row>,
): { rows: Row[]; unreadable: UnreadableRow[] } {
  const rows = new Map<string, Row>();
  const unreadable: UnreadableRow[] = [];
  for (const part of parts) {
    const read = readRow(part);
    if ('unreadable' in read) unreadable.push(read.unreadable);
    else if (rows.has(read.row.symbol)) unreadable.push({ raw: part.text, reason: 'symbol: occurs more than once' });
    else rows.set(read.row.symbol, read.row);
  }
  return { rows: [...rows.values()], unreadable };
}
