export {
  createExchangeClient,
  type ExchangeClient,
  type ExchangeClientOptions,
  type OrderListQuery,
  type RequestOptions,
  type RulesQuery,
  type TickerQuery,
} from './client.ts';
export type { ListEntry, OrderList } from './order-list.ts';
export { type Credentials, type SigningVariant, signingVariants } from './signing.ts';
