import { historyLists } from '../../../shared/orders/history.ts';
import { fieldsOf, type ListField } from '../../../shared/orders/order-fields.ts';
import { wordsByCode } from '../../../shared/values/domain.ts';
import { vocabularyWords } from '../../domain/orders/words.ts';
import type { Text } from '../../text/use-text.ts';

/** A field of a row as received, before and after a change; `null` if the field was missing. */
export interface FieldChange {
  name: string;
  before: string | null;
  after: string | null;
}

/**
 * Returns the fields in which two JSON objects differ, with every digit as received. `null` if one is not an object.
 */
export function changedFields(before: string, after: string): FieldChange[] | null {
  const [old, now] = [receivedFields(before), receivedFields(after)];
  if (!old || !now) return null;
  const names = [...new Set([...now.keys(), ...old.keys()])];
  return names
    .map((name) => ({ name, before: old.get(name) ?? null, after: now.get(name) ?? null }))
    .filter((change) => change.before !== change.after);
}

/** A number with its source text, because parsing does not keep all digits. */
class SourceNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toJSON(): number {
    return Number(this.source);
  }
}

function receivedFields(raw: string): Map<string, string> | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(raw, (_name, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? new SourceNumber(context?.source ?? String(value)) : value,
    );
  } catch {
    return null;
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null;
  return new Map(Object.entries(parsed).map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: unknown): string {
  if (value instanceof SourceNumber) return value.source;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Fields of the histories that are read from a member of the received row, by the member's name. */
const fieldOfMember: ReadonlyMap<string, ListField> = new Map(
  historyLists.flatMap((list) =>
    fieldsOf(list).flatMap((field) =>
      field.wire !== null && field.column === field.name ? [[field.wire, field] as const] : [],
    ),
  ),
);

/** Returns the heading of a received field (docs/service.md 2.2 and 2.3). Another field keeps its name. */
export function receivedHeading(name: string, text: Text): string {
  const column = fieldOfMember.get(name)?.column ?? null;
  return column === null ? name : text.columns[column];
}

/** Returns the word for a code of an enumeration (docs/service.md 3), every other value as received. */
export function receivedValue(name: string, value: string | null, text: Text): string {
  if (value === null) return text.none;
  const vocabulary = fieldOfMember.get(name)?.vocabulary ?? null;
  if (vocabulary === null) return value;
  const word = wordsByCode(vocabulary).get(value);
  return word === undefined ? value : (vocabularyWords(text)[vocabulary][word] ?? value);
}
