import type { OrderCommon, OrderStatus, PlanCommon, PlanStatus, Unknown } from '../../shared/domain.ts';
import type { Text } from '../text/use-text.ts';
import type { Tone } from './column.ts';

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
  return `${text.side[row.side]} · ${kindWord(row.kind, text)}`;
}

/** "Limit"; a kind that has no word here is shown as it came. */
export function kindWord(kind: string, text: Text): string {
  return (Object.hasOwn(text.kinds, kind) ? text.kinds[kind] : undefined) ?? kind;
}

/** Of an order or a plan order: the two share their words where they share a status. */
export function statusWord(status: string, text: Text): string {
  return wordFor(status as OrderStatus | PlanStatus | Unknown, { ...text.planStatus, ...text.orderStatus }, text);
}

export function sideTone(row: OrderCommon): Tone | undefined {
  if (row.side === 'buy') return 'up';
  return row.side === 'sell' ? 'down' : undefined;
}

/** "Rises to", "Falls to", or what came. */
export function directionWord(row: PlanCommon, text: Text): string {
  return wordFor(row.triggerDirection, text.direction, text);
}
