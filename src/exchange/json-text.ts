import { JsonScanner, type TextRange } from './json-scanner.ts';

/** An element of an array, or a member of an object, with its text as received. */
export interface Part {
  /** The member's name; `null` in an array. */
  readonly key: string | null;
  readonly value: unknown;
  readonly text: string;
}

/** A JSON object taken apart: its members' values, and the one called `result` down to its own parts. */
export interface OpenedObject {
  readonly members: Readonly<Record<string, unknown>>;
  /** `null` where there is no such member. */
  readonly result: OpenedResult | null;
}

export interface OpenedResult {
  readonly value: unknown;
  readonly text: string;
  /** Empty where it is neither an array nor an object. */
  readonly parts: readonly Part[];
}

/**
 * Takes the text of a JSON object apart. A bare number that a binary float may not hold to the digit becomes the text that it
 * was, so that a number may be a string here. `null` where the text is not JSON, not an object, or an endless list.
 */
export function openObject(text: string): OpenedObject | null {
  const quick = parseOrUndefined(text);
  if (!isObject(quick)) return null;
  const scanner = new JsonScanner(text);
  const spans = spansOrNull(scanner, 'result');
  if (spans === null) return null;
  const isExact = scanner.inexactNumbers.length === 0;
  const members = isExact ? quick : parseOrUndefined(quoteNumbers(text, scanner.inexactNumbers));
  if (!isObject(members)) return null;
  const result = spans.findLast((span) => span.key === 'result');
  if (result === undefined) return { members, result: null };
  const value = members.result;
  return {
    members,
    result: { value, text: text.slice(result.start, result.end), parts: partsAt(text, value, result.inner ?? []) },
  };
}

/**
 * The elements of an array, or the members of an object, with the text of each; `null` where they are too many. `text` is
 * the JSON text of `value`.
 */
export function partsOf(value: unknown, text: string): readonly Part[] | null {
  if (!isObject(value) && !Array.isArray(value)) return [];
  const spans = spansOrNull(new JsonScanner(text));
  return spans && partsAt(text, value, spans);
}

function spansOrNull(scanner: JsonScanner, descendInto?: string): readonly TextRange[] | null {
  try {
    return scanner.spansOf(scanner.skipSpace(0), descendInto).spans;
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function partsAt(text: string, value: unknown, spans: readonly TextRange[]): readonly Part[] {
  if (Array.isArray(value)) {
    const elements: readonly unknown[] = value;
    return spans.map(({ start, end }, place) => ({ key: null, value: elements[place], text: text.slice(start, end) }));
  }
  if (!isObject(value)) return [];
  const lastPlaces = new Map(spans.map(({ key }, place) => [key, place]));
  return spans.flatMap(({ key, start, end }, place) => {
    if (key === null) return [];
    const partText = text.slice(start, end);
    // JSON.parse keeps only the last of members with the same name; a row that it dropped is still one that was sent.
    return [{ key, value: lastPlaces.get(key) === place ? value[key] : parseExactly(partText), text: partText }];
  });
}

/** The value of a JSON text that has been accepted, its bare numbers kept to the digit. */
function parseExactly(text: string): unknown {
  const list = `[${text}]`;
  const scanner = new JsonScanner(list);
  scanner.spansOf(0);
  const values: unknown = JSON.parse(quoteNumbers(list, scanner.inexactNumbers));
  return Array.isArray(values) ? values[0] : undefined;
}

/** Makes text of numbers, so that parsing keeps them to the digit. `places` holds start and end of each in turn. */
function quoteNumbers(text: string, places: readonly number[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const place of places) {
    pieces.push(text.slice(done, place));
    done = place;
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
