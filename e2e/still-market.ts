import { soon } from './test.ts';

/** A market in which nothing moves, and no plan is open, unless a test lets it; what it does is noticed soon. */
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
