export {
  createExchangeClient,
  type ExchangeClient,
  type OrderListQuery,
  type RequestOptions,
  type RulesQuery,
  type TickerQuery,
} from './client.ts';
export type { ListEntry, OrderList } from './order-rows.ts';
export {
  type ClientStatus,
  createRateLimitedClient,
  createRateLimiter,
  type RateLimitedClient,
  type RateLimitedClientOptions,
} from './pacing/rate-limited-client.ts';
export type { Priority, RateLimiter } from './pacing/rate-limiter.ts';
export type { ExchangeClientOptions } from './send-once.ts';
export { type Credentials, type SigningVariant, signingVariants } from './signing.ts';
export { readWholeList, type WholeList } from './whole-list.ts';
