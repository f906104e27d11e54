export { createExchangeClient } from './client.ts';
export type {
  ExchangeClient,
  OrderListQuery,
  RequestOptions,
  RulesQuery,
  TickerQuery,
} from './operations.ts';
export type { ListEntry, OrderList } from './order-list.ts';
export type { Priority } from './pacing/priority.ts';
export {
  type ClientStatus,
  createRateLimitedClient,
  createRateLimiter,
  type RateLimitedClient,
  type RateLimitedClientOptions,
} from './pacing/rate-limited-client.ts';
export type { RateLimiter } from './pacing/rate-limiter.ts';
export type { ExchangeClientOptions } from './send-once.ts';
export { type Credentials, type SigningVariant, signingVariants } from './signing.ts';
export { readWholeList, type WholeList } from './whole-list.ts';
