import { hash32, hashText } from '../numbers/random.ts';
import { type Reply, successReply } from '../service/reply.ts';
import type { FaultContext } from './fault.ts';

/** A number with all its digits, as text. `JSON.stringify` writes the text unchanged. */
export interface ExactNumber {
  readonly rawJSON: string;
}

export interface JsonObject {
  readonly [name: string]: JsonValue;
}

export type JsonValue = string | number | boolean | null | ExactNumber | readonly JsonValue[] | JsonObject;

/** Missing in TypeScript's library. Node 24 has these. */
interface ExactJson {
  parse(
    text: string,
    reviver: (key: string, value: JsonValue, context: { readonly source: string }) => JsonValue,
  ): JsonValue;
  rawJSON(text: string): ExactNumber;
  isRawJSON(value: unknown): boolean;
}

const exactJson = JSON as unknown as ExactJson;

/** Keeps digits that a JavaScript number cannot represent. Throws a SyntaxError if the text is no JSON number. */
export function exactNumber(digits: string): ExactNumber {
  return exactJson.rawJSON(digits);
}

/** Parses JSON so that writing it again gives the same digits. Throws a SyntaxError. */
function parseExactly(text: string): JsonValue {
  return exactJson.parse(text, (_key, value, { source }) => (typeof value === 'number' ? exactNumber(source) : value));
}

function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !exactJson.isRawJSON(value);
}

/** Names the parts of a row of one operation (docs/service.md 2). */
export interface RowLayout {
  readonly isOrderList: boolean;
  /** The field with the row's identity. In objects keyed by identity the key has it instead. */
  readonly identity: 'order_id' | 'symbol';
  /** The object in the row that contains the figures. `null` if the row itself contains them. */
  readonly holder: 'data' | null;
  /** Names of the fields with decimals as strings. */
  readonly figures: readonly [string, ...string[]];
}

const orderList = { isOrderList: true, identity: 'order_id', holder: null } as const;
const planFigures = ['price', 'amount', 'trigger_price', 'stop_profit_price', 'stop_loss_price'] as const;
const ticker = { isOrderList: false, identity: 'symbol', holder: 'data' } as const;
const tickerFigures = ['close', 'open', 'high', 'low', 'amount', 'vol'] as const;

export const rowLayouts: ReadonlyMap<string, RowLayout> = new Map<string, RowLayout>([
  ['/v1/futures/orders/history', { ...orderList, figures: ['price', 'price_avg', 'amount', 'deal_amount', 'profit'] }],
  ['/v1/futures/plan/history', { ...orderList, figures: [...planFigures, 'tactics_deal'] }],
  ['/v1/futures/plan/current', { ...orderList, figures: planFigures }],
  ['/v1/spot/24kline_list', { ...ticker, figures: [...tickerFigures, 'ask', 'bid'] }],
  ['/v1/futures/24kline_list', { ...ticker, figures: tickerFigures }],
  [
    '/v1/futures/symbol_precision',
    {
      isOrderList: false,
      identity: 'symbol',
      holder: null,
      figures: ['minQuantity', 'maxQuantity', 'minPrice', 'maxPrice'],
    },
  ],
]);

/** Replaces figures of a row: all of them, or only the one at index `which` modulo their number. */
export function withFigures(
  row: JsonObject,
  layout: RowLayout,
  which: 'all' | number,
  value: (field: string) => JsonValue,
): JsonObject {
  const { figures } = layout;
  const fields = which === 'all' ? figures : [figures[which % figures.length] ?? figures[0]];
  return withHolder(row, layout, (holder) => ({
    ...holder,
    ...Object.fromEntries(fields.map((field) => [field, value(field)])),
  }));
}

/** Replaces the object that contains the figures. */
export function withHolder(
  row: JsonObject,
  { holder }: RowLayout,
  change: (holder: JsonObject) => JsonObject,
): JsonObject {
  if (holder === null) return change(row);
  const inner = row[holder];
  return isJsonObject(inner) ? { ...row, [holder]: change(inner) } : row;
}

export interface ResultRow {
  /** The member's name if the result is an object, otherwise `null`. */
  readonly key: string | null;
  readonly value: JsonValue;
}

export interface ResultRows {
  readonly isKeyed: boolean;
  readonly rows: readonly ResultRow[];
}

/** Parses a result, an array or an object of rows. Throws a TypeError if the text is neither. */
export function readRows(result: string): ResultRows {
  const value = parseExactly(result);
  if (Array.isArray(value)) return { isKeyed: false, rows: value.map((row) => ({ key: null, value: row })) };
  if (!isJsonObject(value)) throw new TypeError('the result holds no rows');
  return { isKeyed: true, rows: Object.entries(value).map(([key, row]) => ({ key, value: row })) };
}

/**
 * Writes an object member by member, because a JavaScript object would reorder numeric names and drop repeated ones.
 */
export function writeRows({ isKeyed, rows }: ResultRows): string {
  const texts = rows.map(({ key, value }) => {
    const text = JSON.stringify(value);
    return isKeyed ? `${JSON.stringify(key ?? '')}:${text}` : text;
  });
  return isKeyed ? `{${texts.join(',')}}` : `[${texts.join(',')}]`;
}

/** Changes the rows of a successful reply. */
export function mapRows(
  change: (rows: ResultRows, layout: RowLayout, context: FaultContext) => ResultRows,
): (reply: Reply, context: FaultContext) => Reply {
  return onResult((result, context) => {
    const layout = rowLayouts.get(context.path);
    return layout === undefined ? result : writeRows(change(readRows(result), layout, context));
  });
}

/** Changes the `result`, as JSON text, of a successful reply. */
export function onResult(
  change: (result: string, context: FaultContext) => string,
): (reply: Reply, context: FaultContext) => Reply {
  return (reply, context) => {
    const result = resultOf(reply);
    return result === undefined ? reply : { ...reply, body: successReply(change(result, context)).body };
  };
}

/**
 * Returns the `result` of a reply as JSON text. `undefined` for failures and for replies that another fault has already
 * changed.
 */
function resultOf({ errno, body }: Reply): string | undefined {
  // Take the text around every result from a reply with a line end as its result.
  const [head = '', tail = ''] = successReply('\n').body.split('\n');
  const isIntact = errno === 0 && body.startsWith(head) && body.endsWith(tail);
  return isIntact ? body.slice(head.length, body.length - tail.length) : undefined;
}

/**
 * Returns a damaged row. `variety` is the index of the row among the damaged rows of the page, so that a fault can vary
 * the damage.
 */
export type RowDamage = (row: JsonObject, layout: RowLayout, variety: number, seed: number) => JsonValue;

/**
 * Damages about one row in four, at least one. The seed and the row's identity select the rows, so that a row is
 * damaged on every page that contains it.
 */
export function someRows(damage: RowDamage): (reply: Reply, context: FaultContext) => Reply {
  return mapRows((result, layout, { seed }) => {
    const hashes = result.rows.map(({ key, value }) => hash32(seed, hashText(key ?? nameOf(value, layout))));
    const lowest = Math.min(...hashes);
    let variety = 0;
    const rows = result.rows.map(({ key, value }, position) => {
      const hash = hashes[position] ?? 0;
      const isHit = hash % 4 === 0 || (hash === lowest && !hashes.some((other) => other % 4 === 0));
      return isHit && isJsonObject(value) ? { key, value: damage(value, layout, variety++, seed) } : { key, value };
    });
    return { ...result, rows };
  });
}

export function nameOf(row: JsonValue, { identity }: RowLayout): string {
  const name = isJsonObject(row) ? row[identity] : undefined;
  return typeof name === 'string' ? name : '';
}
