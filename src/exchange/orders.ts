import { type MarginMode, type Order, type OrderCommon, orderStatuses, type PositionAction } from '../shared/domain.ts';
import type { Part } from './json-text.ts';
import { type ListEntry, numberedWords, readListEntry } from './order-list.ts';
import type { FieldReader } from './read-fields.ts';

const statuses = numberedWords(orderStatuses, 1);
const actions: ReadonlyMap<string, PositionAction> = new Map([
  ['open', 'open'],
  ['close', 'close'],
]);

/** A historical order (service-api.md 2.2). */
export function readOrder(part: Part, marginMode: MarginMode): ListEntry<Order> {
  return readListEntry(part, marginMode, readOwnFields);
}

function readOwnFields(common: OrderCommon, fields: Readonly<Record<string, unknown>>, reader: FieldReader): Order {
  const action = reader.word('contract_type', fields.contract_type, actions);
  return {
    ...common,
    status: reader.word('status', fields.status, statuses),
    action: action === 'unknown:' ? null : action,
    filledQuantity: reader.decimal('deal_amount', fields.deal_amount),
    averagePrice: reader.decimal('price_avg', fields.price_avg),
    pnl: reader.decimal('profit', fields.profit),
  };
}
