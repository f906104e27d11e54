import { isJsonObject, type JsonObject, type JsonValue } from '../numbers/exact-json.ts';

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
