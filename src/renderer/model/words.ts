import type { OrderCommon, OrderStatus, PlanCommon, PlanStatus, Unknown } from '../../shared/domain.ts';
import type { Failure } from '../../shared/errors.ts';
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

/** Returns what happened and what the user can do next. */
export function failureText(failure: Failure, text: Text): { what: string; next: string } {
  if (failure.keychain) return text.keychain[failure.keychain];
  return failure.proxy ? text.proxy[failure.proxy] : text.errors[failure.code];
}

/** Returns what happened and what to do next as one text. */
export function failureSentences(failure: Failure, text: Text): string {
  const { what, next } = failureText(failure, text);
  return text.sentences(what, next);
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns an age (ms) in words, such as "2 min ago"; `null` from 24 hours on, where the time itself is shown. */
export function agoText(age: number, text: Text): string | null {
  const { ago } = text.activity;
  if (age >= day) return null;
  if (age < 5 * second) return ago.now;
  if (age < minute) return ago.seconds(Math.floor(age / second));
  if (age < hour) return ago.minutes(Math.floor(age / minute));
  return ago.hours(Math.floor(age / hour));
}
