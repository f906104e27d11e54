export { demoCredentials } from './credentials.ts';
export { type DemoExchange, startDemoExchange } from './demo-exchange.ts';
export type { DemoExchangeOptions } from './options.ts';
