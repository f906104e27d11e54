import type { OrderCommon, PlanCommon, Unknown } from '../../shared/domain.ts';
import type { Tone } from '../components/table/column.ts';
import type { Text } from '../text/use-text.ts';

/** The word for a value of an enumeration; one that is not in the specification says so and shows its code. */
export function wordFor<Known extends string>(
  value: Known | Unknown,
  words: Record<Known, string>,
  text: Text,
): string {
  if (Object.hasOwn(words, value)) return words[value as Known];
  return text.unknown(value.replace(/^unknown:/, ''));
}

/** "Buy · Limit"; a type of another form is shown as it came. */
export function sideAndKind(row: OrderCommon, text: Text): string {
  if (!row.side) return row.type;
  const kind = Object.hasOwn(text.kinds, row.kind) ? text.kinds[row.kind] : row.kind;
  return `${text.side[row.side]} · ${kind}`;
}

export function sideTone(row: OrderCommon): Tone | undefined {
  if (row.side === 'buy') return 'up';
  return row.side === 'sell' ? 'down' : undefined;
}

/** "Rises to", "Falls to", or what came. */
export function directionWord(row: PlanCommon, text: Text): string {
  return wordFor(row.triggerDirection, text.direction, text);
}
