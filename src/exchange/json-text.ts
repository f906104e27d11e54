import { JsonScanner, type Span } from './json-scanner.ts';

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
 * Takes the text of a JSON object apart. A bare number that a binary float cannot hold to the digit becomes the text that it
 * was, so that a number may be a string here. `null` where the text is not JSON, or not an object.
 */
export function openObject(text: string): OpenedObject | null {
  const quick = parseOrUndefined(text);
  if (!isObject(quick)) return null;
  const scanner = new JsonScanner(text);
  const { spans } = scanner.spansOf(scanner.skipSpace(0), 'result');
  const members = scanner.sawInexactNumber ? parseOrUndefined(text, keepInexactNumbers) : quick;
  if (!isObject(members)) return null;
  const result = spans.findLast((span) => span.key === 'result');
  if (result === undefined) return { members, result: null };
  const value = members.result;
  return {
    members,
    result: { value, text: text.slice(result.start, result.end), parts: partsAt(text, value, result.inner ?? []) },
  };
}

/** The elements of an array, or the members of an object, with the text of each. `text` is the JSON text of `value`. */
export function partsOf(value: unknown, text: string): readonly Part[] {
  return isObject(value) || Array.isArray(value) ? partsAt(text, value, new JsonScanner(text).spansOf(0).spans) : [];
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function partsAt(text: string, value: unknown, spans: readonly Span[]): readonly Part[] {
  if (Array.isArray(value)) {
    const elements: readonly unknown[] = value;
    return spans.map(({ start, end }, place) => ({ key: null, value: elements[place], text: text.slice(start, end) }));
  }
  if (!isObject(value)) return [];
  const byKey = new Map<string, Part>();
  // Of members with the same name the last one counts, as it does for JSON.parse.
  for (const { key, start, end } of spans) {
    if (key !== null) byKey.set(key, { key, value: value[key], text: text.slice(start, end) });
  }
  return [...byKey.values()];
}

/** The compiler's library does not know the third parameter yet; every runtime of ours passes it. */
type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

/** A text nested too deeply for the reviver is as unreadable as one that is no JSON. */
function parseOrUndefined(text: string, reviver?: Reviver): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch {
    return undefined;
  }
}

const keepInexactNumbers: Reviver = (_key, value, context) =>
  typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
    ? context.source
    : value;
