import {
  type MarginMode,
  type OpenPlan,
  type Order,
  type OrderCommon,
  orderStatuses,
  type PlanCommon,
  type PlanOrder,
  type PositionAction,
  planStatuses,
  type Side,
  type Timestamp,
  type TriggerDirection,
  triggerStatuses,
  type UnreadableRow,
} from '../shared/domain.ts';
import { isObject, type Part } from './json-text.ts';
import { FieldReader } from './read-fields.ts';
import type { RowShape } from './result-rows.ts';

/** A page of one of the three order lists: every row in the service's order, readable or not, so that a reader can continue from it. */
export interface OrderList<Row> {
  readonly entries: readonly ListEntry<Row>[];
  readonly fetchedAt: Timestamp;
}

export type ListEntry<Row> =
  | { readonly id: string; readonly row: Row }
  /** The row is unreadable, but its ID can be used as `from`. */
  | { readonly id: string; readonly unreadable: UnreadableRow }
  | { readonly id: null; readonly unreadable: UnreadableRow };

export const orderShape: RowShape = { identity: 'order_id', marks: ['order_id'] };

type Fields = Readonly<Record<string, unknown>>;

const executionStatuses = wordsByNumber(orderStatuses, 1);
const planExecutionStatuses = wordsByNumber(planStatuses, 0);
const triggerStates = wordsByNumber(triggerStatuses, 0);
const positionActions: ReadonlyMap<string, PositionAction> = new Map([
  ['open', 'open'],
  ['close', 'close'],
]);
const triggerDirections: ReadonlyMap<string, TriggerDirection> = new Map([
  ['1', 'rises-to'],
  ['2', 'falls-to'],
]);

/** Reads a historical order (docs/service.md 2.2). */
export function readOrder(part: Part, marginMode: MarginMode): ListEntry<Order> {
  return readListEntry(part, marginMode, (common, fields, reader) => {
    const action = reader.word('contract_type', fields.contract_type, positionActions);
    return {
      ...common,
      status: reader.word('status', fields.status, executionStatuses),
      action: action === 'unknown:' ? null : action,
      filledQuantity: reader.decimal('deal_amount', fields.deal_amount),
      averagePrice: reader.decimal('price_avg', fields.price_avg),
      pnl: reader.decimal('profit', fields.profit),
    };
  });
}

/** Reads a historical plan order (docs/service.md 2.3). */
export function readPlanOrder(part: Part, marginMode: MarginMode): ListEntry<PlanOrder> {
  return readListEntry(part, marginMode, (common, fields, reader) => ({
    ...readPlanFields(common, fields, reader),
    status: reader.word('implement_status', fields.implement_status, planExecutionStatuses),
    filledQuantity: reader.decimal('tactics_deal', fields.tactics_deal),
  }));
}

/** Reads an open plan order (docs/service.md 2.4). */
export function readOpenPlan(part: Part, marginMode: MarginMode): ListEntry<OpenPlan> {
  return readListEntry(part, marginMode, (common, fields, reader) => ({
    ...readPlanFields(common, fields, reader),
    triggerStatus: reader.word('trigger_status', fields.trigger_status, triggerStates),
  }));
}

/** Reads the fields that all three lists have. `readOwn` adds the others. */
function readListEntry<Row extends OrderCommon>(
  { value, text }: Part,
  marginMode: MarginMode,
  readOwn: (common: OrderCommon, fields: Fields, reader: FieldReader) => Row,
): ListEntry<Row> {
  if (!isObject(value)) return { id: null, unreadable: { raw: text, reason: 'not an object' } };
  const reader = new FieldReader();
  const id = reader.identifier('order_id', value.order_id);
  const usableId = reader.problem === null ? id : null;
  const type = reader.optionalText('type', value.type);
  const side = sideOf(type);
  const row = readOwn(
    {
      key: `${marginMode}:${id}`,
      id,
      marginMode,
      createdAt: reader.time('ctime', value.ctime),
      symbol: reader.identifier('symbol', value.symbol),
      type,
      side,
      kind: side === null ? type : type.slice(side.length + 1),
      price: reader.decimal('price', value.price),
      leverage: reader.decimal('lever_rate', value.lever_rate),
      quantity: reader.decimal('amount', value.amount),
      raw: text,
    },
    value,
    reader,
  );
  if (reader.problem === null) return { id, row };
  const unreadable = { raw: text, reason: reader.problem };
  return usableId === null ? { id: null, unreadable } : { id: usableId, unreadable };
}

/** Returns the side of a type such as "buy-limit"; `null` for any other form. */
function sideOf(type: string): Side | null {
  if (type.startsWith('buy-') && type.length > 4) return 'buy';
  if (type.startsWith('sell-') && type.length > 5) return 'sell';
  return null;
}

/** Reads the fields that both lists of plan orders have (docs/service.md 2.3, 2.4). */
function readPlanFields(common: OrderCommon, fields: Fields, reader: FieldReader): PlanCommon {
  return {
    ...common,
    triggerDirection: reader.word('trigger_sign', fields.trigger_sign, triggerDirections),
    triggerPrice: reader.decimal('trigger_price', fields.trigger_price),
    takeProfit: reader.decimal('stop_profit_price', fields.stop_profit_price),
    stopLoss: reader.decimal('stop_loss_price', fields.stop_loss_price),
  };
}

/** Maps the whole numbers of the wire, counted from `first`, to the words of an enumeration. */
function wordsByNumber<Word extends string>(words: readonly Word[], first: number): ReadonlyMap<string, Word> {
  return new Map(words.map((word, index) => [String(first + index), word]));
}
