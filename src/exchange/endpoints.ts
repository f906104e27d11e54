/** One of the six operations of service-api.md section 4. There is no other, and none with another method. */
export interface Endpoint {
  readonly method: 'GET';
  /** Below the base URL. */
  readonly path: `/v1/${string}`;
  /** Whether the three headers of section 5 are sent. */
  readonly signed: boolean;
  /** The query parameters that the operation knows; nothing else is ever sent. */
  readonly parameters: readonly ParameterName[];
}

export type ParameterName = 'symbol' | 'from' | 'direct' | 'limit' | 'is_full';

const listParameters = ['symbol', 'from', 'direct', 'limit', 'is_full'] as const;

/** All that this program can ask of the exchange, by the name of the client's function. Section numbers of service-api.md. */
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
