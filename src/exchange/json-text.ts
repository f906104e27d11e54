import { JsonScanner, type TextRange } from './json-scanner.ts';

/** An element of an array or a member of an object, with its text as received. */
export interface Part {
  /** The member's name; `null` in an array. */
  readonly key: string | null;
  readonly value: unknown;
  readonly text: string;
}

/** The values of a JSON object's members, and the parts of its member `result`. */
export interface ParsedObject {
  readonly members: Readonly<Record<string, unknown>>;
  /** `null` if the object has no such member. */
  readonly result: ParsedResult | null;
}

export interface ParsedResult {
  readonly value: unknown;
  readonly text: string;
  /** Empty if `value` is neither an array nor an object. */
  readonly parts: readonly Part[];
}

/**
 * Parses a JSON object. Numbers that are inexact as binary floats become strings with all their digits. Returns `null` if the text is no
 * JSON object, or has more than 10,000 parts.
 */
export function parseObject(text: string): ParsedObject | null {
  const inexact = parseOrUndefined(text);
  if (!isObject(inexact)) return null;
  const scanner = new JsonScanner(text);
  const ranges = rangesOrNull(scanner, 'result');
  if (ranges === null) return null;
  const isExact = scanner.inexactNumbers.length === 0;
  const members = isExact ? inexact : parseOrUndefined(quoteNumbers(text, scanner.inexactNumbers));
  if (!isObject(members)) return null;
  const result = ranges.findLast((range) => range.key === 'result');
  if (result === undefined) return { members, result: null };
  const value = members.result;
  return {
    members,
    result: { value, text: text.slice(result.start, result.end), parts: partsAt(text, value, result.inner ?? []) },
  };
}

/** Returns the elements of an array, or the members of an object; `null` if there are more than 10,000. `text`: JSON text of `value`. */
export function partsOf(value: unknown, text: string): readonly Part[] | null {
  if (!isObject(value) && !Array.isArray(value)) return [];
  const ranges = rangesOrNull(new JsonScanner(text));
  return ranges && partsAt(text, value, ranges);
}

function rangesOrNull(scanner: JsonScanner, descendInto?: string): readonly TextRange[] | null {
  try {
    return scanner.rangesOf(scanner.skipSpace(0), descendInto).ranges;
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function partsAt(text: string, value: unknown, ranges: readonly TextRange[]): readonly Part[] {
  if (Array.isArray(value)) {
    const elements: readonly unknown[] = value;
    return ranges.map(({ start, end }, index) => ({ key: null, value: elements[index], text: text.slice(start, end) }));
  }
  if (!isObject(value)) return [];
  const lastIndexes = new Map(ranges.map(({ key }, index) => [key, index]));
  return ranges.flatMap(({ key, start, end }, index) => {
    if (key === null) return [];
    const partText = text.slice(start, end);
    // JSON.parse keeps only the last of several members with one name. The others are rows, too.
    return [{ key, value: lastIndexes.get(key) === index ? value[key] : parseExactly(partText), text: partText }];
  });
}

/** Parses valid JSON. Numbers that are inexact as binary floats become strings. */
function parseExactly(text: string): unknown {
  const list = `[${text}]`;
  const scanner = new JsonScanner(list);
  scanner.rangesOf(0);
  const values: unknown = JSON.parse(quoteNumbers(list, scanner.inexactNumbers));
  return Array.isArray(values) ? values[0] : undefined;
}

/** Quotes numbers, so that parsing keeps all their digits. `positions`: alternating starts and ends of the numbers. */
function quoteNumbers(text: string, positions: readonly number[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const position of positions) {
    pieces.push(text.slice(done, position));
    done = position;
  }
  pieces.push(text.slice(done));
  return pieces.join('"');
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
