import type {
  MarginMode,
  OrderCommon,
  PlanCommon,
  Side,
  Timestamp,
  TriggerDirection,
  UnreadableRow,
} from '../shared/domain.ts';
import { isObject, type Part } from './json-text.ts';
import { FieldReader } from './read-fields.ts';
import type { RowShape } from './result-rows.ts';

/**
 * An answer to one of the three order operations: every row in the service's order, readable or not, so that a reader of
 * the list knows where it stands even behind a row that it cannot read.
 */
export interface OrderList<Row> {
  readonly entries: readonly ListEntry<Row>[];
  readonly fetchedAt: Timestamp;
}

export type ListEntry<Row> =
  | { readonly id: string; readonly row: Row }
  /** The row cannot be read, but its `id` can be handed on as `from`. */
  | { readonly id: string; readonly unreadable: UnreadableRow }
  | { readonly id: null; readonly unreadable: UnreadableRow };

export const orderShape: RowShape = { identity: 'order_id', marks: ['order_id'] };

type Fields = Readonly<Record<string, unknown>>;

/** Reads one row of an order list: what all three have in common here, the rest by `readOwn`. */
export function readListEntry<Row extends OrderCommon>(
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

/** "buy-limit" is a buy; a form that has no kind behind the side has none. */
function sideOf(type: string): Side | null {
  if (type.startsWith('buy-') && type.length > 4) return 'buy';
  if (type.startsWith('sell-') && type.length > 5) return 'sell';
  return null;
}

const triggerDirections: ReadonlyMap<string, TriggerDirection> = new Map([
  ['1', 'rises-to'],
  ['2', 'falls-to'],
]);

/** What both kinds of plan orders add (service-api.md 2.3, 2.4). */
export function readPlanFields(common: OrderCommon, fields: Fields, reader: FieldReader): PlanCommon {
  return {
    ...common,
    triggerDirection: reader.word('trigger_sign', fields.trigger_sign, triggerDirections),
    triggerPrice: reader.decimal('trigger_price', fields.trigger_price),
    takeProfit: reader.decimal('stop_profit_price', fields.stop_profit_price),
    stopLoss: reader.decimal('stop_loss_price', fields.stop_loss_price),
  };
}

/** The words of an enumeration by the whole number that stands for each on the wire, counted from `first`. */
export function numberedWords<Word extends string>(words: readonly Word[], first: number): ReadonlyMap<string, Word> {
  return new Map(words.map((word, place) => [String(first + place), word]));
}
