import type { UnreadableRow } from '../shared/contract/orders.ts';
import { isObject, type ParsedResult, type Part, partsOf } from '../shared/json/json-text.ts';
import { greatest } from '../shared/values/extremes.ts';

/** Distinguishes a row from a list of rows and from an object around a list. */
export interface RowShape {
  /** Field with the row's ID. */
  readonly identity: string;
  /** A row has at least one of these fields. */
  readonly marks: readonly string[];
}

/** Texts for an empty list: none, or one as JSON. */
const emptyText = /^\s*(?:\[\s*\]|\{\s*\}|null|false|0)?\s*$/;

/**
 * Returns the rows of `result`: an array, or for the precision operation an object keyed by pair (docs/service.md 4.6). Also accepts an
 * object whose values are rows, a single row, a list inside an object, and for an empty list a value that says "none" (docs/service.md 4.3):
 * `null`, `false`, 0, an empty text, an empty list as a text, and an object of such values. Returns `null` for anything else.
 */
export function rowsOf(result: ParsedResult, shape: RowShape): readonly Part[] | null {
  const { value, parts } = result;
  if (isNone(value)) return [];
  if (Array.isArray(value)) return parts;
  if (!isObject(value)) return null;
  if (isNamed(value[shape.identity])) {
    return [{ ...result, key: null, depth: 1 + greatest(parts.map(({ depth }) => depth)) }];
  }
  const [list, ...otherLists] = parts.filter((part) => Array.isArray(part.value));
  if (list !== undefined && otherLists.length === 0 && !parts.some((part) => looksLikeRow(part.value, shape))) {
    return partsOf(list);
  }
  if (parts.some((part) => isObject(part.value))) return parts;
  // `{"success":false}` says something else.
  const saysNone = Object.values(value).every((member) => isNone(member) && member !== false);
  return saysNone && !looksLikeRow(value, shape) ? [] : null;
}

function isNone(value: unknown): boolean {
  if (typeof value === 'string') return emptyText.test(value);
  if (Array.isArray(value)) return value.length === 0;
  return value === null || value === false || value === 0 || (isObject(value) && Object.keys(value).length === 0);
}

function isNamed(identity: unknown): boolean {
  return typeof identity === 'string' || typeof identity === 'number';
}

function looksLikeRow(value: unknown, shape: RowShape): boolean {
  return isObject(value) && shape.marks.some((mark) => Object.hasOwn(value, mark));
}

/** A row that was read, or could not be read; both if some of its fields could not be read. */
export type ReadRow<Row> =
  | { readonly row: Row; readonly unreadable?: UnreadableRow }
  | { readonly row?: undefined; readonly unreadable: UnreadableRow };

/** Reads every row. Of several rows for one symbol the first counts; the others are unreadable. */
export function readSymbolRows<Row extends { readonly symbol: string }>(
  parts: readonly Part[],
  readRow: (part: Part) => ReadRow<Row>,
): { rows: Row[]; unreadable: UnreadableRow[] } {
  const rows = new Map<string, Row>();
  const unreadable: UnreadableRow[] = [];
  for (const part of parts) {
    const { row, unreadable: problem } = readRow(part);
    const isRepeated = row !== undefined && rows.has(row.symbol);
    if (isRepeated) unreadable.push({ raw: part.text, reason: 'symbol: occurs more than once' });
    else if (problem !== undefined) unreadable.push(problem);
    if (row !== undefined && !isRepeated) rows.set(row.symbol, row);
  }
  return { rows: [...rows.values()], unreadable };
}
