export { demoCredentials } from './credentials.ts';
export { type DemoExchange, startDemoExchange } from './demo-exchange.ts';

import type { DemoExchangeOptions } from './options.ts';

export type { DemoExchangeOptions };

/** Options of the demo account of every data folder. */
export const demoOptions = { tellsStory: true, openPlans: 32 } as const satisfies DemoExchangeOptions;
