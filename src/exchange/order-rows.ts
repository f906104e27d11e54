import type { OpenPlan, Order, OrderCommon, OrderRows, PlanOrder, UnreadableRow } from '../shared/contract/orders.ts';
import { isObject, type Part, problemOf, readableMembers } from '../shared/json/json-text.ts';
import { type FieldOf, fieldsOf, type HeadKind, isDecimal, type OrderListName } from '../shared/orders/order-fields.ts';
import { type MarginMode, type Side, type Timestamp, wordsByCode } from '../shared/values/domain.ts';
import { FieldReader } from './read-fields.ts';
import type { RowShape } from './result-rows.ts';

/** A page of one of the three order lists: every row in the service's order, readable or not, so that a reader can continue from it. */
export interface OrderList<Row> {
  readonly entries: readonly ListEntry<Row>[];
  readonly fetchedAt: Timestamp;
  /** Absent for a list that several requests have fetched, and if the time is unknown. */
  readonly readAt?: ReadTime;
}

/** The moment at which the service read rows lies between both, by the service's clock. */
export interface ReadTime {
  readonly earliest: Timestamp;
  readonly latest: Timestamp;
}

export type ListEntry<Row> =
  | { readonly id: string; readonly row: Row }
  /** The row is unreadable, but its ID can be used as `from`. */
  | { readonly id: string; readonly unreadable: UnreadableRow }
  | { readonly id: null; readonly unreadable: UnreadableRow };

export const orderShape: RowShape = { identity: 'order_id', marks: ['order_id'] };

/** Reads a historical order (docs/service.md 2.2). */
export const readOrder: (part: Part, marginMode: MarginMode) => ListEntry<Order> = entryReader('order-history');
/** Reads a historical plan order (docs/service.md 2.3). */
export const readPlanOrder: (part: Part, marginMode: MarginMode) => ListEntry<PlanOrder> = entryReader('plan-history');
/** Reads an open plan order (docs/service.md 2.4). */
export const readOpenPlan: (part: Part, marginMode: MarginMode) => ListEntry<OpenPlan> = entryReader('open-plans');

/** Returns the function that reads an entry of a list. The list's decimals and words are prepared once, because it reads every row. */
function entryReader<List extends OrderListName>(list: List) {
  const decimals = fieldsOf(list).flatMap(({ name, kind, wire }) =>
    isDecimal(kind) && wire !== null ? [{ name, wire, read: readerOf(list, name) }] : [],
  );
  const words = fieldsOf(list).flatMap(({ name, kind, wire, vocabulary }) =>
    wire === null || vocabulary === null
      ? []
      : [{ name, wire, words: wordsByCode(vocabulary), isOptional: kind === 'optional-word' }],
  );
  // All rows of a list are copies of one object with all fields, which is faster than adding the fields to each row.
  const blank: Readonly<Record<string, null>> = Object.fromEntries(fieldsOf(list).map(({ name }) => [name, null]));

  return (part: Part, marginMode: MarginMode): ListEntry<OrderRows[List]> => {
    const { value, text } = part;
    if (!isObject(value)) return { id: null, unreadable: { raw: text, reason: 'not an object' } };
    const damage = problemOf(part);
    if (damage !== null) return unreadableEntry(readableMembers(text).order_id, { raw: text, reason: damage });
    const reader = new FieldReader();
    const id = reader.identifier('order_id', value.order_id);
    const usableId = reader.problem === null ? id : null;
    const type = reader.optionalText('type', value.type);
    const { side, kind } = partsOfType(type);
    const head = {
      ...blank,
      key: `${marginMode}:${id}`,
      id,
      marginMode,
      createdAt: reader.time('ctime', value.ctime),
      symbol: reader.identifier('symbol', value.symbol),
      type,
      side,
      kind,
      raw: text,
    } satisfies Pick<OrderCommon, FieldOf<'order-history', HeadKind> & keyof OrderCommon>;
    const row: Record<string, string | number | null> = head;
    for (const { name, wire, read } of decimals) row[name] = reader[read](wire, value[wire]);
    for (const { name, wire, words: known, isOptional } of words) {
      const word = reader.word(wire, value[wire], known);
      row[name] = isOptional && word === 'unknown:' ? null : word;
    }
    if (reader.problem === null) return { id, row: row as unknown as OrderRows[List] };
    const unreadable = { raw: text, reason: reader.problem };
    return usableId === null ? { id: null, unreadable } : { id: usableId, unreadable };
  };
}

/** `id`: the row's ID as received, which may be unusable. */
export function unreadableEntry(id: unknown, unreadable: UnreadableRow): ListEntry<never> {
  const reader = new FieldReader();
  const text = reader.identifier('order_id', id);
  return reader.problem === null ? { id: text, unreadable } : { id: null, unreadable };
}

/** Stored rows keep a trigger price of zero, because their checksums cover it. A market order sends a price of zero. */
function readerOf(list: OrderListName, name: string): 'price' | 'decimal' {
  return list === 'open-plans' && name === 'triggerPrice' ? 'price' : 'decimal';
}

const otherForm = /^(?:(buy|sell)[-_](.+)|(.+)[-_](buy|sell))$/i;

/** Returns the side and the kind of a type such as "buy-limit", "SELL-MARKET" or "liquidation-sell"; the side is `null` in any other form. */
function partsOfType(type: string): { side: Side | null; kind: string } {
  // Nearly every type has the documented form, and each row is read.
  if (type.startsWith('buy-') && type.length > 4 && !type.endsWith('-sell'))
    return { side: 'buy', kind: type.slice(4) };
  if (type.startsWith('sell-') && type.length > 5 && !type.endsWith('-buy'))
    return { side: 'sell', kind: type.slice(5) };
  const [, first, after = '', before = '', last] = otherForm.exec(type) ?? [];
  const word = (first ?? last)?.toLowerCase();
  // "buy-sell" names both.
  if (word === undefined || /(?:^|[-_])(?:buy|sell)(?:$|[-_])/i.test(after)) return { side: null, kind: type };
  return { side: word === 'buy' ? 'buy' : 'sell', kind: (after || before).toLowerCase() };
}
