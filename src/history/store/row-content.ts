import { createHash } from 'node:crypto';

/** True if two JSON texts mean the same: member order and white space do not count, every digit of a number does. */
export function sameContent(one: string, other: string): boolean {
  return one === other || canonicalText(one) === canonicalText(other);
}

/** SHA-256 (hex) of the canonical text: equal for texts of the same content. */
export function contentHash(json: string): string {
  return createHash('sha256').update(canonicalText(json)).digest('hex');
}

function canonicalText(json: string): string {
  try {
    return String(JSON.parse(json, asCanonicalText));
  } catch {
    // Not JSON, or nested too deeply to parse.
    return json;
  }
}

/** `JSON.parse` calls a reviver for inner values first, so the members of a value are already texts. */
function asCanonicalText(_key: string, value: unknown, context?: { readonly source?: string }): string {
  if (Array.isArray(value)) return `[${value.join()}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`;
  }
  // The received text, because a binary float may not hold every digit.
  if (typeof value === 'number') return context?.source ?? String(value);
  return JSON.stringify(value);
}
