/** One of the six operations of docs/service.md 4. There are no others, and no other method. */
export interface Endpoint {
  readonly method: 'GET';
  /** Appended to the base URL. */
  readonly path: `/v1/${string}`;
  /** True if the three headers of docs/service.md 5 are sent. */
  readonly signed: boolean;
  /** Query parameters of the operation. No other parameter is ever sent. */
  readonly parameters: readonly ParameterName[];
}

export type ParameterName = 'symbol' | 'from' | 'direct' | 'limit' | 'is_full';

const listParameters = ['symbol', 'from', 'direct', 'limit', 'is_full'] as const;

/** Every request that Orderglass can send, by the name of the client's function. The numbers are sections of docs/service.md. */
export const endpoints = {
  /** 4.1 */
  readOrderHistory: { method: 'GET', path: '/v1/futures/orders/history', signed: true, parameters: listParameters },
  /** 4.2 */
  readPlanHistory: { method: 'GET', path: '/v1/futures/plan/history', signed: true, parameters: listParameters },
  /** 4.3 */
  readOpenPlans: { method: 'GET', path: '/v1/futures/plan/current', signed: true, parameters: listParameters },
  /** 4.4 */
  readSpotTickers: { method: 'GET', path: '/v1/spot/24kline_list', signed: false, parameters: ['symbol'] },
  /** 4.5 */
  readFuturesTickers: { method: 'GET', path: '/v1/futures/24kline_list', signed: false, parameters: ['symbol'] },
  /** 4.6 */
  readSymbolRules: { method: 'GET', path: '/v1/futures/symbol_precision', signed: false, parameters: ['symbol'] },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
