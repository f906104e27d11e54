import type { FuturesTicker, Snapshot, SpotTicker, SymbolRules } from '../shared/contract/market.ts';
import type { OpenPlan, Order, PlanOrder } from '../shared/contract/orders.ts';
import { type ParsedResult, type Part, readableMembers } from '../shared/json/json-text.ts';
import type { MarginMode } from '../shared/values/domain.ts';
import { OrderglassError } from '../shared/values/errors.ts';
import { type EndpointName, endpoints } from './endpoints.ts';
import type { UnsplitResult } from './envelope.ts';
import { readFuturesTicker, readSpotTicker, readSymbolRules, rulesShape, tickerShape } from './market-rows.ts';
import {
  type ListEntry,
  type OrderList,
  orderShape,
  readOpenPlan,
  readOrder,
  readPlanOrder,
  unreadableEntry,
} from './order-rows.ts';
import { type ReadRow, type RowShape, readSymbolRows, rowsOf } from './result-rows.ts';
import {
  createSendOnce,
  type ExchangeClientOptions,
  type ExchangeRequest,
  type ExchangeResponse,
} from './send-once.ts';
import type { Parameter } from './signing.ts';

/** The query of the three order operations (docs/service.md 4.1 to 4.3). */
export interface OrderListQuery {
  /** One pair. Default: all pairs. */
  readonly symbol?: string;
  /** ID of the row to continue from. The page does not contain that row. */
  readonly from?: string;
  /** `prev` (the service's default) reads from newer to older rows, `next` from older to newer. */
  readonly direct?: 'prev' | 'next';
  /** 1 to 100 rows. The service's default is 20. */
  readonly limit?: number;
  /** Always sent, because the service's default is not specified. */
  readonly marginMode: MarginMode;
}

interface TickerQuery {
  /** At least one pair. Default: all pairs. */
  readonly symbols?: readonly string[];
}

interface RulesQuery {
  /** One pair. Default: all pairs. */
  readonly symbol?: string;
}

export interface RequestOptions {
  /** Cancels the request. */
  readonly signal?: AbortSignal;
}

/**
 * The six operations of docs/service.md 4 and nothing else. Decimals keep every digit, times are epoch milliseconds, unreadable rows are
 * kept as received.
 *
 * Every function rejects with an `OrderglassError` whose message contains nothing of the response or the credentials: `invalid-input`
 * before anything is sent; `offline`, `timeout`, `canceled`, `untrusted-certificate`, `no-tls`, `redirect-refused`, `throttled`,
 * `wrong-address`, `bad-answer`; and the codes of the service's errnos.
 */
export interface ExchangeClient {
  /** Historical orders (4.1). Quantities in contracts, PnL gross in the quote currency. Signed; `not-authenticated` without credentials. */
  readOrderHistory(query: OrderListQuery, options?: RequestOptions): Promise<OrderList<Order>>;
  /** Historical plan orders (4.2). Quantities in contracts. Signed; `not-authenticated` without credentials. */
  readPlanHistory(query: OrderListQuery, options?: RequestOptions): Promise<OrderList<PlanOrder>>;
  /** Open plan orders (4.3). Quantities in contracts. Signed; `not-authenticated` without credentials. */
  readOpenPlans(query: OrderListQuery, options?: RequestOptions): Promise<OrderList<OpenPlan>>;
  /** 24-hour tickers of the spot market (4.4). Volume in the base currency, turnover in the quote currency. Not signed. */
  readSpotTickers(query?: TickerQuery, options?: RequestOptions): Promise<Snapshot<SpotTicker>>;
  /** 24-hour tickers of the futures market (4.5). Volume in contracts. Not signed. */
  readFuturesTickers(query?: TickerQuery, options?: RequestOptions): Promise<Snapshot<FuturesTicker>>;
  /** Precision and limits of each symbol (4.6). Not signed. */
  readSymbolRules(query?: RulesQuery, options?: RequestOptions): Promise<Snapshot<SymbolRules>>;
}

/** Sends a request and resolves with its response: immediately, or rate limited and with retries. */
export type SendRequest = (request: ExchangeRequest, signal: AbortSignal | undefined) => Promise<ExchangeResponse>;

const maxParameterLength = 200;
/** Rows of a page if the request does not say how many (docs/service.md 8). */
const usualLimit = 20;
/** Characters that are kept of a row that cannot be read from its page. */
const maxKeptText = 10_000;
const controlCharacter = /\p{Cc}/u;

/** Creates a client that sends each request immediately and once. Throws `invalid-input` for an unusable base URL or credentials. */
export function createExchangeClient(options: ExchangeClientOptions): ExchangeClient {
  const sendOnce = createSendOnce(options);
  return createOperations((request, signal) => sendOnce(request, { signal }), options.credentials !== undefined);
}

/** Creates the six operations over a way to send requests. `canSign`: true if signed requests can be sent. */
export function createOperations(sendRequest: SendRequest, canSign: boolean): ExchangeClient {
  async function send(name: EndpointName, parameters: readonly Parameter[], { signal }: RequestOptions) {
    if (endpoints[name].signed && !canSign) {
      throw new OrderglassError('not-authenticated', 'this operation needs a token and a secret key');
    }
    return sendRequest({ name, parameters }, signal);
  }

  async function readList<Row>(
    name: EndpointName,
    query: OrderListQuery,
    options: RequestOptions,
    readEntry: (part: Part, marginMode: MarginMode) => ListEntry<Row>,
  ): Promise<OrderList<Row>> {
    let { limit } = query;
    for (;;) {
      const { result, fetchedAt, readAt } = await send(name, listParameters({ ...query, limit }), options);
      const page = (entries: readonly ListEntry<Row>[]) => ({ entries, fetchedAt, ...(readAt && { readAt }) });
      if (!('problem' in result)) {
        return page(partsOf(result, orderShape).map((part) => readEntry(part, query.marginMode)));
      }
      // One row makes the page unreadable. In smaller pages, it is alone at last.
      if (limit === 1) return page([onlyRowOf(result)]);
      limit = Math.floor((limit ?? usualLimit) / 2);
    }
  }

  /** Returns a function that reads a market list. Equal responses in a row have one result, whose rows are read once. */
  function snapshotReader<Row extends { readonly symbol: string }>(
    name: EndpointName,
    shape: RowShape,
    readRow: (part: Part) => ReadRow<Row>,
  ) {
    let last: { readonly result: ParsedResult; readonly list: Omit<Snapshot<Row>, 'fetchedAt'> } | null = null;
    return async (symbols: readonly string[] | undefined, options: RequestOptions): Promise<Snapshot<Row>> => {
      const { result, fetchedAt } = await send(name, symbolParameters(symbols), options);
      if ('problem' in result) throw new OrderglassError('bad-answer', result.problem);
      if (last?.result !== result) last = { result, list: readSymbolRows(partsOf(result, shape), readRow) };
      return { ...last.list, fetchedAt };
    };
  }

  const readSpotTickers = snapshotReader('readSpotTickers', tickerShape, readSpotTicker);
  const readFuturesTickers = snapshotReader('readFuturesTickers', tickerShape, readFuturesTicker);
  const readRules = snapshotReader('readSymbolRules', rulesShape, readSymbolRules);

  return {
    readOrderHistory: (query, options = {}) => readList('readOrderHistory', query, options, readOrder),
    readPlanHistory: (query, options = {}) => readList('readPlanHistory', query, options, readPlanOrder),
    readOpenPlans: (query, options = {}) => readList('readOpenPlans', query, options, readOpenPlan),
    readSpotTickers: ({ symbols } = {}, options = {}) => readSpotTickers(symbols, options),
    readFuturesTickers: ({ symbols } = {}, options = {}) => readFuturesTickers(symbols, options),
    readSymbolRules: ({ symbol } = {}, options = {}) => readRules(symbol === undefined ? undefined : [symbol], options),
  };
}

/**
 * Returns the row of a page of one row that cannot be read. Throws `bad-answer` if the text has no row, or several, or if a usual row was cut:
 * then the service cuts every response.
 */
function onlyRowOf({ problem, text, isWhole }: UnsplitResult): ListEntry<never> {
  const [, row] = /"result"\s*:\s*(?:\[\s*)?(\{.*)/s.exec(text) ?? [];
  const ids = [...(row ?? '').matchAll(/"order_id"\s*:\s*("(?:[^"\\]|\\.)*"|[^\s",}]+)/g)];
  const isLong = row !== undefined && row.trimEnd().length > maxKeptText;
  if (row === undefined || ids.length > 1 || !(isWhole || isLong)) throw new OrderglassError('bad-answer', problem);
  const id = ids[0] === undefined ? undefined : readableMembers(`{"order_id":${ids[0][1]}}`).order_id;
  return unreadableEntry(id, { raw: row.slice(0, maxKeptText), reason: problem });
}

function listParameters({
  symbol,
  from,
  direct,
  limit,
  marginMode,
}: Omit<OrderListQuery, 'limit'> & { readonly limit?: number | undefined }): Parameter[] {
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

/** Rejects a comma, which separates pairs. */
function checkSymbol(symbol: string): string {
  if (symbol.includes(',')) throw new OrderglassError('invalid-input', 'symbol: contains a comma');
  return checkParameter('symbol', symbol);
}

function checkParameter(name: string, value: string): string {
  if (value === '' || value.length > maxParameterLength || controlCharacter.test(value) || !value.isWellFormed()) {
    throw new OrderglassError('invalid-input', `${name}: not a text of 1 to ${maxParameterLength} characters`);
  }
  return value;
}

function partsOf(result: ParsedResult, shape: RowShape): readonly Part[] {
  const parts = rowsOf(result, shape);
  if (parts === null) throw new OrderglassError('bad-answer', 'the result is no list of rows');
  return parts;
}
