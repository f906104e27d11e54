export {
  createExchangeClient,
  type ExchangeClient,
  type OrderListQuery,
  type RequestOptions,
} from './client.ts';
export type { Fetch } from './http-transport.ts';
export type { ListEntry, OrderList, ReadTime } from './order-rows.ts';
export {
  type ClientStatus,
  createRateLimitedClient,
  createRateLimiter,
  type RateLimitedClient,
} from './pacing/rate-limited-client.ts';
export type { Priority, RateLimiter } from './pacing/rate-limiter.ts';
export { createProxies, type FindProxy, readProxyAddress } from './proxy.ts';
export { environmentProxy } from './proxy-environment.ts';
export type { Credentials } from './signing.ts';
export type { ProxyAddress } from './tunnel.ts';
export { readWholeList } from './whole-list.ts';
