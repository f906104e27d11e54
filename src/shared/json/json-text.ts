import { numberAt } from '../values/elements.ts';
import { repairJson, replacement } from './json-repair.ts';
import { JsonScanner, type TextRange } from './json-scanner.ts';

/** Several times the nesting of the service's rows, which is 2. */
const maxDepth = 32;

/** An element of an array or a member of an object, with its text as received. */
export interface Part {
  /** The member's name; `null` in an array. */
  readonly key: string | null;
  readonly value: unknown;
  readonly text: string;
  /** The text that `value` was parsed from, if the response is no valid JSON or no UTF-8 (`repairJson`); otherwise `null`. */
  readonly repaired: string | null;
  /** See `TextRange`. */
  readonly depth: number;
  readonly names: number;
}

/** The values of a JSON object's members, and the parts of its member `result`. */
export interface ParsedObject {
  readonly members: Readonly<Record<string, unknown>>;
  /** `null` if the object has no such member. */
  readonly result: ParsedResult | null;
}

export interface ParsedResult extends Part {
  /** Empty if `value` is neither an array nor an object. */
  readonly parts: readonly Part[];
}

/**
 * Parses a JSON object. Numbers that are inexact as binary floats become strings with all their digits. If the text is no valid JSON, or
 * its bytes were no UTF-8, the repaired text is parsed, and the damaged parts have a problem (`problemOf`). Returns `null` if the repaired
 * text is no JSON object either, or has more than 10,000 parts.
 */
export function parseObject(received: string, isUtf8 = true): ParsedObject | null {
  const valid = isUtf8 ? scanExactly(received) : null;
  // Valid JSON, but no object, or with too many parts.
  if (valid === null && isUtf8 && parseOrUndefined(received) !== undefined) return null;
  const repaired = valid === null ? repairJson(received) : null;
  const scanned = repaired === null ? valid : scanExactly(repaired);
  if (scanned === null) return null;
  const { members, ranges } = scanned;
  const result = ranges.findLast((range) => range.key === 'result');
  if (result === undefined) return { members, result: null };
  const value = members.result;
  const whole = { text: received, repaired };
  return {
    members,
    result: { ...partAt(whole, result, 'result', value), parts: partsAt(whole, value, result.inner ?? []) },
  };
}

/**
 * Parses a JSON object, in which numbers that are inexact as binary floats become strings, and finds its parts. `null` if the text is none,
 * or has more than 10,000 parts. The text is parsed once, with those numbers in quotes: it is valid JSON if and only if it is without quotes,
 * because a string may stand wherever a number may, and elsewhere only as a name, before a colon.
 */
function scanExactly(
  text: string,
): { readonly members: Readonly<Record<string, unknown>>; readonly ranges: readonly TextRange[] } | null {
  const scanner = new JsonScanner(text);
  const ranges = rangesOrNull(scanner, 'result');
  if (ranges === null || !areNumbers(text, scanner)) return null;
  const members = parseOrUndefined(quoteNumbers(text, scanner.inexactNumbers));
  return isObject(members) ? { members, ranges } : null;
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** True if what the scanner took for inexact numbers are numbers, and none stands for a name. */
function areNumbers(text: string, scanner: JsonScanner): boolean {
  const { inexactNumbers: positions } = scanner;
  for (let at = 0; at < positions.length; at += 2) {
    const end = numberAt(positions, at + 1);
    if (text[scanner.skipSpace(end)] === ':' || !jsonNumber.test(text.slice(positions[at], end))) return false;
  }
  return true;
}

/** Returns the elements of an array, or the members of an object; `null` if there are more than 10,000. */
export function partsOf(part: Pick<Part, 'value' | 'text' | 'repaired'>): readonly Part[] | null {
  const { value, text, repaired } = part;
  if (!isObject(value) && !Array.isArray(value)) return [];
  const ranges = rangesOrNull(new JsonScanner(repaired ?? text));
  return ranges && partsAt(part, value, ranges);
}

/** Returns why a part cannot be trusted as a whole; `null` if it can. */
export function problemOf(part: Part): string | null {
  if (part.depth > maxDepth) return `nested deeper than ${maxDepth}`;
  // `JSON.parse` keeps only the last of several members with one name.
  if (countNames(part.value) !== part.names && contradictsItself(part)) return 'a field occurs more than once';
  return repairOf(part);
}

/** Returns what was wrong with a part that was repaired; `null` if nothing was. The repaired values contain U+FFFD, or are empty. */
export function repairOf({ text, repaired }: Part): string | null {
  if (repaired === null) return null;
  if (repaired !== text) return 'not valid JSON';
  return text.includes(replacement) ? 'not UTF-8 text' : null;
}

/**
 * Returns the members of an object that can be read, although the object as a whole cannot: those that are not damaged, and do not
 * contradict another member of their name.
 */
export function readableMembers(text: string): Readonly<Record<string, unknown>> {
  const members = parseObject(`{"result":${text}}`, false)?.result;
  const parts = members?.text === text && isObject(members.value) ? members.parts : [];
  const isReadable = (part: Part) =>
    problemOf(part) === null && parts.every((other) => other.key !== part.key || other.text === part.text);
  return Object.fromEntries(parts.filter(isReadable).map(({ key, value }) => [key, value]));
}

function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const element of value) count += countNames(element);
    return count;
  }
  for (const name in value) {
    count++;
    const member: unknown = value[name as keyof typeof value];
    if (typeof member === 'object' && member !== null) count += countNames(member);
  }
  return count;
}

/** True if an object has two members with one name and different texts. */
function contradictsItself(whole: Pick<Part, 'value' | 'text' | 'repaired'>): boolean {
  const parts = partsOf(whole);
  if (parts === null) return true;
  const texts = new Map<string, string>();
  return parts.some((part) => {
    const { key, text } = part;
    const earlier = key === null ? text : (texts.get(key) ?? text);
    if (key !== null) texts.set(key, text);
    return earlier !== text || contradictsItself(part);
  });
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

type Texts = Pick<Part, 'text' | 'repaired'>;

function partsAt(whole: Texts, value: unknown, ranges: readonly TextRange[]): readonly Part[] {
  if (Array.isArray(value)) {
    const elements: readonly unknown[] = value;
    return ranges.map((range, index) => partAt(whole, range, null, elements[index]));
  }
  if (!isObject(value)) return [];
  const lastIndexes = new Map(ranges.map(({ key }, index) => [key, index]));
  return ranges.flatMap((range, index) => {
    const { key, start, end } = range;
    if (key === null) return [];
    // JSON.parse keeps only the last of several members with one name. The others are rows, too.
    const isLast = lastIndexes.get(key) === index;
    const own = isLast ? value[key] : parseExactly((whole.repaired ?? whole.text).slice(start, end));
    return [partAt(whole, range, key, own)];
  });
}

function partAt({ text, repaired }: Texts, range: TextRange, key: string | null, value: unknown): Part {
  const { start, end, depth, names } = range;
  return {
    key,
    value,
    text: text.slice(start, end),
    repaired: repaired === null ? null : repaired.slice(start, end),
    depth,
    names,
  };
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
  let quoted = '';
  let done = 0;
  for (const position of positions) {
    quoted += `${text.slice(done, position)}"`;
    done = position;
  }
  return quoted + text.slice(done);
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
