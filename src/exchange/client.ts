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
import { checkCredentials, readBaseUrl } from './connection.ts';
import { type EndpointName, endpoints } from './endpoints.ts';
import { openEnvelope } from './envelope.ts';
import type { OpenedResult, Part } from './json-text.ts';
import { type ListEntry, type OrderList, orderShape } from './order-list.ts';
import { readOrder } from './orders.ts';
import { readOpenPlan, readPlanOrder } from './plans.ts';
import { createRedactor } from './redaction.ts';
import { createTransport } from './request.ts';
import { type ReadRow, type RowShape, readSymbolRows, rowsOf } from './result-rows.ts';
import { readSymbolRules, rulesShape } from './rules.ts';
import { type Credentials, createNonce, type Parameter, type SigningVariant, signatureOf } from './signing.ts';
import { readFuturesTicker, readSpotTicker, tickerShape } from './tickers.ts';

export interface ExchangeClientOptions {
  /** The {base_url} of service-api.md: https, or http on this machine; it may have a path. */
  readonly baseUrl: string;
  /** Without them only the three market operations can be called. */
  readonly credentials?: Credentials;
  readonly signingVariant: SigningVariant;
  readonly fetch: typeof fetch;
  /** Epoch milliseconds: for nonces, which the service compares with its own clock, and for `fetchedAt`. */
  readonly now: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** For a whole request, in milliseconds. Default 15,000. */
  readonly timeoutMs?: number;
  /** Default 16 MiB. */
  readonly maximumBodyBytes?: number;
}

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

const defaultTimeoutMs = 15_000;
const defaultMaximumBodyBytes = 16 * 1024 * 1024;
const longestParameter = 200;
const controlCharacter = /\p{Cc}/u;

/** Throws `invalid-input` where the base URL or the credentials cannot be used. Sends nothing yet. */
export function createExchangeClient(options: ExchangeClientOptions): ExchangeClient {
  const { credentials, signingVariant, fetch, now, random } = options;
  const baseUrl = readBaseUrl(options.baseUrl);
  if (credentials !== undefined) checkCredentials(credentials);
  const redact = createRedactor(credentials === undefined ? [] : [credentials.token, credentials.secretKey]);
  const send = createTransport({
    fetch,
    now,
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    maximumBodyBytes: options.maximumBodyBytes ?? defaultMaximumBodyBytes,
  });

  function headersFor(name: EndpointName, parameters: readonly Parameter[]): Record<string, string> {
    if (!endpoints[name].signed) return { Accept: 'application/json' };
    if (credentials === undefined) {
      throw new OrderglassError('not-authenticated', 'this operation needs a token and a secret key');
    }
    const nonce = createNonce(now(), random);
    const signature = signatureOf(credentials, nonce, parameters, signingVariant);
    return { Accept: 'application/json', Token: credentials.token, Nonce: nonce, Signature: signature };
  }

  async function request(name: EndpointName, parameters: readonly Parameter[], { signal }: RequestOptions) {
    const url = urlOf(baseUrl, endpoints[name].path, parameters);
    const answer = await send(url, headersFor(name, parameters), signal);
    return { result: openEnvelope(answer, redact), fetchedAt: answer.fetchedAt };
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

/** Only the origin and path of the base URL are taken over: whatever a parameter holds, it cannot lead elsewhere. */
function urlOf(baseUrl: URL, path: string, parameters: readonly Parameter[]): URL {
  const url = new URL(baseUrl);
  url.pathname = `${baseUrl.pathname === '/' ? '' : baseUrl.pathname}${path}`;
  url.search = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return url;
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
