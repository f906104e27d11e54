export { demoCredentials } from './credentials.ts';
export { type DemoExchange, startDemoExchange } from './demo-exchange.ts';
export type { FaultPlan, FaultRule } from './faults/fault-plan.ts';
export { type FaultName, faultNames } from './faults/fault-table.ts';
export type { DemoExchangeOptions } from './options.ts';
