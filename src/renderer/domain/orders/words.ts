import type { Order, OrderCommon, PlanCommon } from '../../../shared/contract/orders.ts';
import type { VocabularyName } from '../../../shared/orders/order-fields.ts';
import type { PositionSide } from '../../../shared/orders/trades.ts';
import type { OrderStatus, PlanStatus, Unknown } from '../../../shared/values/domain.ts';
import type { Text } from '../../text/use-text.ts';
import type { Tone } from '../../ui/table/column.ts';

/** Returns the word for an enumerated value. A value that is not specified is named unknown, with its code. */
export function wordFor<Known extends string>(
  value: Known | Unknown,
  words: Record<Known, string>,
  text: Text,
): string {
  if (Object.hasOwn(words, value)) return words[value as Known];
  return text.unknown(value.replace(/^unknown:/, ''));
}

/** Returns the words of every enumeration of the fields of orders. */
export function vocabularyWords(text: Text): Record<VocabularyName, Record<string, string>> {
  const { actions: action, orderStatus, planStatus, direction: triggerDirection, triggerStatus } = text;
  return { action, orderStatus, planStatus, triggerDirection, triggerStatus };
}

/** Returns the tone of a position: a long one is marked as a buy, a short one as a sale. */
export function positionTone(side: PositionSide): Tone {
  return side === 'long' ? 'buy' : 'sell';
}

/** An order whose row may say if it opens or closes a position. Rows of plan orders do not. */
type MaybeAction = Pick<OrderCommon, 'type' | 'kind' | 'side'> & { action?: Order['action'] };

/** Returns side and kind, such as "Buy, close short · Limit" or "Buy · Limit". A type of another form is shown as received, and one that was not sent as unknown. */
export function sideAndKind(row: MaybeAction, text: Text): string {
  if (!row.side) return row.type || text.unknown('');
  const { action, side } = row;
  const words = action === 'open' || action === 'close' ? text.positions[action][side] : text.side[side];
  return `${words} · ${kindWord(row.kind, text)}`;
}

/** Returns the word for a kind, such as "Limit". A kind without a word is set in the style of the words. */
export function kindWord(kind: string, text: Text): string {
  const name = kind.toLowerCase().replaceAll('-', '_');
  if (Object.hasOwn(text.kinds, name)) return text.kinds[name] ?? kind;
  const spaced = kind.replaceAll(/[_-]/g, ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** Returns the word for the status of an order or a plan order. */
export function statusWord(status: string, text: Text): string {
  return wordFor(status as OrderStatus | PlanStatus | Unknown, { ...text.planStatus, ...text.orderStatus }, text);
}

/** Returns the tone of a side, which has a mark of its own. */
export function sideTone(row: Pick<OrderCommon, 'side'>): Tone | undefined {
  return row.side === 'buy' || row.side === 'sell' ? row.side : undefined;
}

/** Returns the words before a trigger price: "Rises to", or "Trigger price" if the exchange did not send the direction. */
export function triggerWord(row: Pick<PlanCommon, 'triggerDirection'>, text: Text): string {
  return row.triggerDirection === 'unknown:0' ? text.columns.triggerPrice : directionWord(row, text);
}

/** Returns "Rises to" or "Falls to"; for another direction the received value. */
export function directionWord(row: Pick<PlanCommon, 'triggerDirection'>, text: Text): string {
  return wordFor(row.triggerDirection, text.direction, text);
}
