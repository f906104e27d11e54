import { type DemoExchange, type DemoExchangeOptions, startDemoExchange } from '../index.ts';
import { type FaultControl, FaultInjector, type FaultPlan } from './fault-injector.ts';

export type { FaultPlan, FaultRule } from './fault-injector.ts';
export { type FaultName, faultNames, faults, isFaultName } from './fault-table.ts';

export interface FaultyExchangeOptions extends Omit<DemoExchangeOptions, 'interceptor'> {
  /** Faults that are active from the start. Default: none. */
  readonly faults?: FaultPlan;
}

/** A running demo exchange that can misbehave. */
export interface FaultyExchange extends DemoExchange {
  readonly faults: FaultControl;
}

/** Starts a demo exchange with fault injection. Rejects as `startDemoExchange` does, and with a RangeError for an invalid plan. */
export async function startFaultyExchange(options: FaultyExchangeOptions = {}): Promise<FaultyExchange> {
  const { faults: plan, ...rest } = options;
  const faults = new FaultInjector();
  if (plan !== undefined) faults.set(plan);
  const exchange = await startDemoExchange({ ...rest, interceptor: faults.intercept });
  return { ...exchange, faults };
}
