import { soon } from './test.ts';

/** A market that stands still, without open plans, and settings that show its changes quickly. */
export const stillMarket = {
  settings: soon,
  exchangeOptions: {
    orders: 60,
    plans: 40,
    openPlans: 0,
    ordersPerMinute: 0,
    timeScale: 0,
    requestsPerWindow: 100_000,
  },
};
