export { demoCredentials } from './credentials.ts';
export { type DemoExchange, type NewOrder, type NewPlan, startDemoExchange } from './demo-exchange.ts';
export type { DemoExchangeOptions, SigningVariant } from './options.ts';
export type { ObservedRequest, Traffic } from './service/traffic.ts';
