import type { OrderCommon, OrderStatus, PlanCommon, PlanStatus, Unknown } from '../../shared/domain.ts';
import type { Text } from '../text/use-text.ts';
import type { Tone } from './column.ts';

/** Returns the word for an enumerated value. A value that is not specified is named unknown, with its code. */
export function wordFor<Known extends string>(
  value: Known | Unknown,
  words: Record<Known, string>,
  text: Text,
): string {
  if (Object.hasOwn(words, value)) return words[value as Known];
  return text.unknown(value.replace(/^unknown:/, ''));
}

/** Returns side and kind, such as "Buy · Limit". A type of another form is shown as received. */
export function sideAndKind(row: OrderCommon, text: Text): string {
  if (!row.side) return row.type;
  return `${text.side[row.side]} · ${kindWord(row.kind, text)}`;
}

/** Returns the word for a kind, such as "Limit". A kind without a word is shown as received. */
export function kindWord(kind: string, text: Text): string {
  return (Object.hasOwn(text.kinds, kind) ? text.kinds[kind] : undefined) ?? kind;
}

/** Returns the word for the status of an order or a plan order. */
export function statusWord(status: string, text: Text): string {
  return wordFor(status as OrderStatus | PlanStatus | Unknown, { ...text.planStatus, ...text.orderStatus }, text);
}

export function sideTone(row: OrderCommon): Tone | undefined {
  if (row.side === 'buy') return 'up';
  return row.side === 'sell' ? 'down' : undefined;
}

/** Returns "Rises to" or "Falls to"; for another direction the received value. */
export function directionWord(row: PlanCommon, text: Text): string {
  return wordFor(row.triggerDirection, text.direction, text);
}
