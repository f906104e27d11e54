import { createHash } from 'node:crypto';

/** Whether two JSON texts say the same: the order of members and white space say nothing, every digit of a number does. */
export function sameContent(one: string, other: string): boolean {
  return one === other || canonicalText(one) === canonicalText(other);
}

/** The same for texts of the same content. */
export function contentHash(json: string): string {
  return createHash('sha256').update(canonicalText(json)).digest('hex');
}

function canonicalText(json: string): string {
  try {
    return String(JSON.parse(json, asCanonicalText));
  } catch {
    // Not JSON, or nested beyond all measure.
    return json;
  }
}

/** `JSON.parse` calls it for the inner values first, so that the members of a value are texts already. */
function asCanonicalText(_key: string, value: unknown, context?: { readonly source?: string }): string {
  if (Array.isArray(value)) return `[${value.join()}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`;
  }
  // The text as received, for a binary float may not hold every digit.
  if (typeof value === 'number') return context?.source ?? String(value);
  return JSON.stringify(value);
}
