export type { ExchangeClientOptions } from './attempt.ts';
export { createExchangeClient } from './client.ts';
export type {
  ExchangeClient,
  OrderListQuery,
  RequestOptions,
  RulesQuery,
  TickerQuery,
} from './operations.ts';
export type { ListEntry, OrderList } from './order-list.ts';
export type { Gate } from './pacing/gate.ts';
export {
  createKeyGate,
  createPacedClient,
  type PacedClient,
  type PacedClientOptions,
  type PaceState,
} from './pacing/paced-client.ts';
export type { Priority } from './pacing/priority.ts';
export { type Credentials, type SigningVariant, signingVariants } from './signing.ts';
