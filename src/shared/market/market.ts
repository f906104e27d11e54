/** Words and limits of live lists, alerts and activities. The schemas and types are in contract/market.ts and contract/alerts.ts. */
import type { Screen } from '../settings/choices.ts';

/** Lists that are polled while a page shows them, an alert needs them, or the lives of open plan orders are recorded. */
export const liveLists = ['futures-tickers', 'spot-tickers', 'open-plans'] as const;
export type LiveList = (typeof liveLists)[number];

/** Live lists that a screen shows first. */
export const firstLists: Readonly<Partial<Record<Screen, readonly LiveList[]>>> = {
  'open-plans': ['open-plans', 'futures-tickers'],
  'futures-tickers': ['futures-tickers'],
  'spot-tickers': ['spot-tickers'],
};

export const tickerMarkets = ['futures', 'spot'] as const;
export type TickerMarket = (typeof tickerMarkets)[number];

/** See `AlertCondition`. */
export const alertKinds = [
  'plan-near',
  'plan-left',
  'plan-orphaned',
  'price',
  'change',
  'price-move',
  'position-unstopped',
  'stop-near',
  'losing-streak',
  'trades-today',
  'pnl',
  'stale',
  'account-silent',
] as const;
export type AlertKind = (typeof alertKinds)[number];

/**
 * What a `pnl` alert watches: the open PnL of each position, the price from its entry, the open PnL of the account, the result if all stops hit,
 * or the PnL of the orders that were created today.
 */
/** Precision and bounds of a futures symbol (docs/service.md 2.7). */
export const ruleNames = [
  'quantityPrecision',
  'pricePrecision',
  'minQuantity',
  'maxQuantity',
  'minPrice',
  'maxPrice',
] as const;
export type RuleName = (typeof ruleNames)[number];

export const pnlSubjects = ['position', 'entry', 'account', 'stops', 'day'] as const;
export type PnlSubject = (typeof pnlSubjects)[number];

/** Most activities that are kept per account. */
export const maxActivities = 500;
/** Most alerts per account. */
export const maxAlerts = 500;
/** Lifetime of a page's subscriptions (ms) unless they are renewed. */
export const watchHoldsForMs = 20_000;
/** Time (ms) after which an account no longer counts as in front, unless its page reports it again. */
export const presenceTimeoutMs = 30_000;

/** Most trades that an alert on a number of trades waits for. */
export const maxCountedTrades = 1000;
/** Minutes for which an alert is quiet about a plan order, position or symbol after it has fired. */
export const defaultQuietMinutes = 5;
