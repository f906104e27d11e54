import { hash32, hashText } from '../numbers/random.ts';
import { type Reply, successReply } from '../service/reply.ts';
import { isJsonObject, type JsonObject, type JsonValue, parseExactly } from './exact-json.ts';
import type { FaultContext } from './fault.ts';

/** Where things stand in a row (service-api.md section 2). */
export interface RowLayout {
  readonly isOrderList: boolean;
  /** The field that names the row, where it is not the member's name. */
  readonly identity: 'order_id' | 'symbol';
  /** The object within the row that has the figures; null where that is the row itself. */
  readonly holder: 'data' | null;
  /** Fields that are decimals in a string. */
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

/** The row with other figures: each of them, or only the one at a position, counted around. */
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

/** The row with another object in the place that has the figures. */
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
  /** The member's name where the rows are members of an object. */
  readonly key: string | null;
  readonly value: JsonValue;
}

export interface ResultRows {
  readonly isKeyed: boolean;
  readonly rows: readonly ResultRow[];
}

/** Throws a TypeError where the text is neither an array nor an object. */
export function readRows(result: string): ResultRows {
  const value = parseExactly(result);
  if (Array.isArray(value)) return { isKeyed: false, rows: value.map((row) => ({ key: null, value: row })) };
  if (!isJsonObject(value)) throw new TypeError('the result holds no rows');
  return { isKeyed: true, rows: Object.entries(value).map(([key, row]) => ({ key, value: row })) };
}

/** Member by member: an object of JavaScript would sort names that look like numbers, and have each name once. */
export function writeRows({ isKeyed, rows }: ResultRows): string {
  const texts = rows.map(({ key, value }) => {
    const text = JSON.stringify(value);
    return isKeyed ? `${JSON.stringify(key ?? '')}:${text}` : text;
  });
  return isKeyed ? `{${texts.join(',')}}` : `[${texts.join(',')}]`;
}

/** Changes the rows of a successful reply. */
export function onRows(
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

/** Undefined where the reply is none of `successReply`: a failure, or something that another fault has made of it. */
function resultOf({ errno, body }: Reply): string | undefined {
  // What is written around every result, taken from around one that is a line end.
  const [head = '', tail = ''] = successReply('\n').body.split('\n');
  const isIntact = errno === 0 && body.startsWith(head) && body.endsWith(tail);
  return isIntact ? body.slice(head.length, body.length - tail.length) : undefined;
}

/** One row damaged; `variety` counts the damaged rows of the page, so that a fault can take turns. */
export type RowDamage = (row: JsonObject, layout: RowLayout, variety: number, seed: number) => JsonValue;

/**
 * Damages about one row in four, by the seed and the row's own name, so that the same row is hit on every page that it
 * is on; where that would be none, one.
 */
export function someRows(damage: RowDamage): (reply: Reply, context: FaultContext) => Reply {
  return onRows((result, layout, { seed }) => {
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
