/**
 * The fields of orders and plan orders, each described once. Derived from this table: the row types (contract/orders.ts), how rows are read
 * (`exchange`), the database's columns (`history/store`), what can be sorted (`history/orders`), exports (`core/export`) and the columns of
 * the page's tables. The sections are those of docs/service.md.
 */

/** The lists of orders, named like their screens. Sections 2.2, 2.3 and 2.4. */
export const orderLists = ['order-history', 'plan-history', 'open-plans'] as const;
export type OrderListName = (typeof orderLists)[number];

const decimalKinds = ['price', 'quantity', 'leverage', 'profit'] as const;
/** Kinds of decimals: in the quote currency, in contracts, a multiplier, and a gain or loss in the quote currency. `null` if unknown. */
export type DecimalKind = (typeof decimalKinds)[number];
/** A word of an enumeration, or "unknown:" and the value of the wire. `optional-word`: `null` if the row has none. */
export type WordKind = 'word' | 'optional-word';
/** Kinds of fields that are read by code of their own, because they identify a row or are derived. */
export type HeadKind = 'text' | 'time' | 'margin-mode' | 'side';

type PerList<Value> = { readonly [List in OrderListName]?: Value };

interface FieldDescription {
  readonly kind: DecimalKind | WordKind | HeadKind;
  /** The lists that have the field, each with the member of the received row that the field is read from; `null` if there is none. */
  readonly wire: PerList<string | null>;
  /** Names of the enumerations of a word; see `vocabularies`. */
  readonly words?: PerList<string>;
  /** Column that shows the field; `null` if no column does. Default: the column with the name of the field. */
  readonly column?: string | null;
  /** True if the wire sends 0 for no value: such a row is sorted like one without a value. */
  readonly zeroIsNone?: true;
}

/** The name of a field is also its name in an export and the ID of its column. The order is that of an export; `raw` is the last. */
export const orderFields = {
  /** Unique within a list: margin mode and ID. The ID alone is unique only within its margin mode. */
  key: { kind: 'text', wire: inEveryList(null), column: null },
  /** Opaque text, never a number. */
  id: { kind: 'text', wire: inEveryList('order_id') },
  marginMode: { kind: 'margin-mode', wire: inEveryList(null) },
  createdAt: { kind: 'time', wire: inEveryList('ctime') },
  /** `<BASE>-<QUOTE>`. */
  symbol: { kind: 'text', wire: inEveryList('symbol') },
  /** The wire's form, such as "buy-limit". */
  type: { kind: 'text', wire: inEveryList('type'), column: null },
  /** `null` if `type` has another form. */
  side: { kind: 'side', wire: inEveryList('type') },
  /** Order type: "limit" of "buy-limit"; the whole `type` if it has another form. */
  kind: { kind: 'text', wire: inEveryList('type'), column: 'side' },
  action: {
    kind: 'optional-word',
    wire: { 'order-history': 'contract_type' },
    words: { 'order-history': 'action' },
  },
  status: {
    kind: 'word',
    wire: { 'order-history': 'status', 'plan-history': 'implement_status' },
    words: { 'order-history': 'orderStatus', 'plan-history': 'planStatus' },
  },
  triggerDirection: {
    kind: 'word',
    wire: inPlanLists('trigger_sign'),
    words: inPlanLists('triggerDirection'),
  },
  triggerPrice: { kind: 'price', wire: inPlanLists('trigger_price'), zeroIsNone: true },
  price: { kind: 'price', wire: inEveryList('price') },
  /** The wire sends 0 for an order without a fill. */
  averagePrice: { kind: 'price', wire: { 'order-history': 'price_avg' }, zeroIsNone: true },
  /** In contracts. */
  quantity: { kind: 'quantity', wire: inEveryList('amount') },
  /** In contracts. */
  filledQuantity: { kind: 'quantity', wire: { 'order-history': 'deal_amount', 'plan-history': 'tactics_deal' } },
  takeProfit: { kind: 'price', wire: inPlanLists('stop_profit_price'), zeroIsNone: true },
  stopLoss: { kind: 'price', wire: inPlanLists('stop_loss_price'), zeroIsNone: true },
  triggerStatus: {
    kind: 'word',
    wire: { 'open-plans': 'trigger_status' },
    words: { 'open-plans': 'triggerStatus' },
  },
  /** Gross, in the quote currency. The service sends neither fees nor fill times, so it is dated by the order's creation. */
  pnl: { kind: 'profit', wire: { 'order-history': 'profit' } },
  /** Leverage multiplier. */
  leverage: { kind: 'leverage', wire: inEveryList('lever_rate') },
  /** The row's JSON text as received. */
  raw: { kind: 'text', wire: inEveryList(null), column: null },
} as const satisfies Record<string, FieldDescription>;

type Fields = typeof orderFields;
export type OrderField = keyof Fields;
/** The fields of a list, or only those of some kinds. */
export type FieldOf<List extends OrderListName, Kind = unknown> = {
  [Field in OrderField]: List extends keyof Fields[Field]['wire']
    ? Fields[Field]['kind'] extends Kind
      ? Field
      : never
    : never;
}[OrderField];
/** The fields that a column shows. */
export type ShownField = {
  [Field in OrderField]: Fields[Field] extends { column: null } ? never : Field;
}[OrderField];
/** Name of the enumeration of a word in a list. */
export type VocabularyOf<Field extends OrderField, List extends OrderListName> = Fields[Field] extends {
  words: infer Words;
}
  ? Words[List & keyof Words]
  : never;
export type VocabularyName = { [Field in OrderField]: VocabularyOf<Field, OrderListName> }[OrderField];

/** A field of a list, as the table describes it. */
export interface ListField<Name extends OrderField = OrderField> {
  readonly name: Name;
  readonly kind: FieldDescription['kind'];
  /** Name on the wire; `null` if there is none. */
  readonly wire: string | null;
  /** Enumeration of a word; `null` for other kinds. */
  readonly vocabulary: VocabularyName | null;
  /** ID of the column that shows the field: the name of a field. `null` if no column does. */
  readonly column: ShownField | null;
  readonly zeroIsNone: boolean;
}

/** Returns the fields of a list in the order of the table. */
export function fieldsOf<List extends OrderListName>(list: List): ListField<FieldOf<List>>[] {
  return Object.entries<FieldDescription>(orderFields).flatMap(([name, description]) => {
    const { kind, wire, words, column = name, zeroIsNone = false } = description;
    const wireName = wire[list];
    if (wireName === undefined) return [];
    const vocabulary = (words?.[list] ?? null) as VocabularyName | null;
    const shownIn = column as ShownField | null;
    return [{ name: name as FieldOf<List>, kind, wire: wireName, vocabulary, column: shownIn, zeroIsNone }];
  });
}

/** Returns the fields of a list that a column shows. */
export function shownFieldsOf<List extends OrderListName>(list: List): (FieldOf<List> & ShownField)[] {
  return fieldsOf(list).flatMap(({ name, column }) => (column === null ? [] : [name as FieldOf<List> & ShownField]));
}

export function isDecimal(kind: FieldDescription['kind']): kind is DecimalKind {
  return decimalKinds.some((decimal) => decimal === kind);
}

function inEveryList<Name extends string | null>(name: Name): { readonly [List in OrderListName]: Name } {
  return { 'order-history': name, 'plan-history': name, 'open-plans': name };
}

function inPlanLists<const Name extends string>(name: Name) {
  return { 'plan-history': name, 'open-plans': name } as const;
}
