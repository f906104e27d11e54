import type {
  FuturesTicker,
  MarginMode,
  OpenPlan,
  Order,
  PlanOrder,
  Snapshot,
  SpotTicker,
  SymbolRules,
} from '../shared/domain.ts';
import { OrderglassError } from '../shared/errors.ts';
import { type EndpointName, endpoints } from './endpoints.ts';
import type { OpenedResult, Part } from './json-text.ts';
import { type ListEntry, type OrderList, orderShape } from './order-list.ts';
import { readOrder } from './orders.ts';
import { readOpenPlan, readPlanOrder } from './plans.ts';
import { type ReadRow, type RowShape, readSymbolRows, rowsOf } from './result-rows.ts';
import { readSymbolRules, rulesShape } from './rules.ts';
import type { ExchangeRequest, ExchangeResponse } from './send-once.ts';
import type { Parameter } from './signing.ts';
import { readFuturesTicker, readSpotTicker, tickerShape } from './tickers.ts';

/** The query of the three order operations (service-api.md 4.1 to 4.3). */
export interface OrderListQuery {
  /** One pair; all where it is missing. */
  readonly symbol?: string;
  /** The id of the row to go on from, which is itself not in the answer. */
  readonly from?: string;
  /** `prev` (the service's default) answers from newer to older, `next` from older to newer. */
  readonly direct?: 'prev' | 'next';
  /** 1 to 100 rows; the service's default is 20. */
  readonly limit?: number;
  /** Always sent: what the service takes where it is missing is not specified. */
  readonly marginMode: MarginMode;
}

export interface TickerQuery {
  /** Pairs; all where it is missing. */
  readonly symbols?: readonly string[];
}

export interface RulesQuery {
  /** One pair; all where it is missing. */
  readonly symbol?: string;
}

export interface RequestOptions {
  /** Ends the request with `cancelled`. */
  readonly signal?: AbortSignal;
}

/**
 * The six operations of service-api.md and nothing else. Each call is one request. Decimals keep every digit, times are epoch milliseconds,
 * and rows that cannot be read are kept as they came. All reject with an `OrderglassError`, whose message holds nothing of the
 * answer or of the credentials: `invalid-input` before anything is sent; `offline`, `timeout`, `cancelled`, `untrusted-certificate`,
 * `redirect-refused`, `throttled`, `wrong-address`, `bad-answer`; and what the service says by its `errno`.
 */
export interface ExchangeClient {
  /** Historical orders (4.1). Quantities in contracts, PnL gross in the quote currency. Signed; without credentials `not-authenticated`. */
  readOrderHistory(query: OrderListQuery, options?: RequestOptions): Promise<OrderList<Order>>;
  /** Historical plan orders (4.2). Quantities in contracts. Signed; without credentials `not-authenticated`. */
  readPlanHistory(query: OrderListQuery, options?: RequestOptions): Promise<OrderList<PlanOrder>>;
  /** Plan orders that wait (4.3). Quantities in contracts. Signed; without credentials `not-authenticated`. */
  readOpenPlans(query: OrderListQuery, options?: RequestOptions): Promise<OrderList<OpenPlan>>;
  /** 24 hours of the spot market (4.4). Volume in base, turnover in quote currency. Not signed. */
  readSpotTickers(query?: TickerQuery, options?: RequestOptions): Promise<Snapshot<SpotTicker>>;
  /** 24 hours of the futures market (4.5). Volume in contracts. Not signed. */
  readFuturesTickers(query?: TickerQuery, options?: RequestOptions): Promise<Snapshot<FuturesTicker>>;
  /** What the exchange accepts for a future (4.6). Precisions are numbers of decimal places. Not signed. */
  readSymbolRules(query?: RulesQuery, options?: RequestOptions): Promise<Snapshot<SymbolRules>>;
}

/** Gets the answer to a question, by whatever way: at once, or in its turn and with retries. */
export type SendRequest = (question: ExchangeRequest, signal: AbortSignal | undefined) => Promise<ExchangeResponse>;

const longestParameter = 200;
const controlCharacter = /\p{Cc}/u;

/** The six operations on top of a way to get answers. `canSign`: whether there are credentials for the signed ones. */
export function createOperations(ask: SendRequest, canSign: boolean): ExchangeClient {
  async function request(name: EndpointName, parameters: readonly Parameter[], { signal }: RequestOptions) {
    if (endpoints[name].signed && !canSign) {
      throw new OrderglassError('not-authenticated', 'this operation needs a token and a secret key');
    }
    return ask({ name, parameters }, signal);
  }

  async function readList<Row>(
    name: EndpointName,
    query: OrderListQuery,
    options: RequestOptions,
    readEntry: (part: Part, marginMode: MarginMode) => ListEntry<Row>,
  ): Promise<OrderList<Row>> {
    const { result, fetchedAt } = await request(name, listParameters(query), options);
    const entries = partsOrThrow(result, orderShape).map((part) => readEntry(part, query.marginMode));
    return { entries, fetchedAt };
  }

  async function readSnapshot<Row extends { readonly symbol: string }>(
    name: EndpointName,
    symbols: readonly string[] | undefined,
    options: RequestOptions,
    shape: RowShape,
    readRow: (part: Part) => ReadRow<Row>,
  ): Promise<Snapshot<Row>> {
    const { result, fetchedAt } = await request(name, symbolParameters(symbols), options);
    return { ...readSymbolRows(partsOrThrow(result, shape), readRow), fetchedAt };
  }

  return {
    readOrderHistory: (query, options = {}) => readList('readOrderHistory', query, options, readOrder),
    readPlanHistory: (query, options = {}) => readList('readPlanHistory', query, options, readPlanOrder),
    readOpenPlans: (query, options = {}) => readList('readOpenPlans', query, options, readOpenPlan),
    readSpotTickers: ({ symbols } = {}, options = {}) =>
      readSnapshot('readSpotTickers', symbols, options, tickerShape, readSpotTicker),
    readFuturesTickers: ({ symbols } = {}, options = {}) =>
      readSnapshot('readFuturesTickers', symbols, options, tickerShape, readFuturesTicker),
    readSymbolRules: ({ symbol } = {}, options = {}) =>
      readSnapshot(
        'readSymbolRules',
        symbol === undefined ? undefined : [symbol],
        options,
        rulesShape,
        readSymbolRules,
      ),
  };
}

function listParameters({ symbol, from, direct, limit, marginMode }: OrderListQuery): Parameter[] {
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1 && limit <= 100)) {
    throw new OrderglassError('invalid-input', 'limit: not a whole number from 1 to 100');
  }
  const parameters: Parameter[] = [];
  if (symbol !== undefined) parameters.push(['symbol', checkSymbol(symbol)]);
  if (from !== undefined) parameters.push(['from', checkParameter('from', from)]);
  if (direct !== undefined) parameters.push(['direct', direct]);
  if (limit !== undefined) parameters.push(['limit', String(limit)]);
  parameters.push(['is_full', marginMode === 'isolated' ? '1' : '2']);
  return parameters;
}

function symbolParameters(symbols: readonly string[] | undefined): Parameter[] {
  if (symbols === undefined) return [];
  if (symbols.length === 0) throw new OrderglassError('invalid-input', 'symbols: none given');
  return [['symbol', symbols.map(checkSymbol).join(',')]];
}

/** A comma would make two pairs of one. */
function checkSymbol(symbol: string): string {
  if (symbol.includes(',')) throw new OrderglassError('invalid-input', 'symbol: contains a comma');
  return checkParameter('symbol', symbol);
}

function checkParameter(name: string, value: string): string {
  if (value === '' || value.length > longestParameter || controlCharacter.test(value) || !value.isWellFormed()) {
    throw new OrderglassError('invalid-input', `${name}: not a text of 1 to ${longestParameter} characters`);
  }
  return value;
}

function partsOrThrow(result: OpenedResult, shape: RowShape): readonly Part[] {
  const parts = rowsOf(result, shape);
  if (parts === null) throw new OrderglassError('bad-answer', 'the result is no list of rows');
  return parts;
}
