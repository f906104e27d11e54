/** What is live of an account, and what is told of it. Apart from the schemas, so that the page need not carry the library that checks them. */
import type {
  Decimal,
  FuturesTicker,
  OpenPlan,
  PlanStatus,
  SpotTicker,
  Timestamp,
  Unknown,
  UnreadableRow,
} from './domain.ts';
import type { ErrorCode, Failure } from './errors.ts';

/** Lists that are polled as long as somebody looks at them or an alert needs them. */
export const liveLists = ['futures-tickers', 'spot-tickers', 'open-plans'] as const;
export type LiveList = (typeof liveLists)[number];

export interface LiveRows {
  'futures-tickers': FuturesTicker;
  'spot-tickers': SpotTicker;
  'open-plans': OpenPlan;
}

/** How a live list stands, apart from its rows. */
export interface LiveStatus {
  /**
   * Grows with every answer of the service, and when the list begins anew because the account has other keys or another address; 0
   * before the first answer since the program started.
   */
  version: number;
  /** When the service answered what is here, of several answers the first; `null` while there is none. */
  fetchedAt: Timestamp | null;
  /** Of the latest attempt, `null` where it succeeded. The rows are then those of the last that did. */
  failure: Failure | null;
}

/** The whole of a live list. Rows are in the order of their keys' first appearance; an open plan's key is `key`, a ticker's is `symbol`. */
export interface LiveSnapshot<List extends LiveList = LiveList> extends LiveStatus {
  account: string;
  list: List;
  rows: LiveRows[List][];
  unreadable: UnreadableRow[];
}

/** What has changed of a live list. It belongs on `base` only: whoever holds another version reads the whole anew. */
export interface LiveChange<List extends LiveList = LiveList> extends LiveStatus {
  account: string;
  list: List;
  /** The same as `version` where only `failure` has changed. */
  base: number;
  /** Rows that are new or differ, whole. */
  put: LiveRows[List][];
  /** Keys of rows that are there no more. */
  removed: string[];
  /** `null`: as before. */
  unreadable: UnreadableRow[] | null;
}

/** Told apart by `list`. */
export type AnyLiveSnapshot = { [List in LiveList]: LiveSnapshot<List> }[LiveList];
export type AnyLiveChange = { [List in LiveList]: LiveChange<List> }[LiveList];

export const tickerMarkets = ['futures', 'spot'] as const;
export type TickerMarket = (typeof tickerMarkets)[number];

/**
 * What an alert waits for. Percentages and prices are decimals in plain notation, and all comparisons are exact. An alert tells of a
 * crossing once, and again only after its figure was away from the bound by a margin. What is the case already when the alert is
 * made, changed or resumed is no crossing; what was crossed while nothing was fetched, or the program did not run, is told when that
 * is first seen. Nothing is told from figures that are older than the bound for live ones.
 */
export type AlertCondition =
  /**
   * An open plan comes within so many percent of its trigger price (of the last price of its future), reaches it or passes it; of one
   * plan, of one symbol, or of all. A plan that is placed within them later on counts. Margin: a tenth of the percentage.
   */
  | { kind: 'plan-near'; percent: Decimal; plan?: string | undefined; symbol?: string | undefined }
  /** A plan leaves the list of open plans: it triggered, failed, was canceled, or nothing is known of it. */
  | { kind: 'plan-left'; plan?: string | undefined; symbol?: string | undefined }
  /** The last price reaches a level: from below, from above, or either way. Margin: a thousandth of the level. */
  | {
      kind: 'price';
      market: TickerMarket;
      symbol: string;
      level: Decimal;
      direction: 'rises-to' | 'falls-to' | 'crosses';
    }
  /** The change over 24 hours is so many percent or more, in either direction. Margin: a twentieth of the percentage. */
  | { kind: 'change'; market: TickerMarket; symbol: string; percent: Decimal }
  /** A list that somebody looks at, or that another alert needs, has not been fetched for so many minutes, 1 to 1440. */
  | { kind: 'stale'; minutes: number }
  /** The account's requests have failed for a minute, or fail with what only the user can mend: keys, permission, address. */
  | { kind: 'account-silent' };
export type AlertKind = AlertCondition['kind'];
export const alertKinds = [
  'plan-near',
  'plan-left',
  'price',
  'change',
  'stale',
  'account-silent',
] as const satisfies AlertKind[];

export interface Alert {
  id: string;
  account: string;
  condition: AlertCondition;
  paused: boolean;
  createdAt: Timestamp;
  /** `null`: never yet. */
  lastFiredAt: Timestamp | null;
}

/** What became of a plan that is open no more, as the plan history says it. */
export interface PlanOutcome {
  status: PlanStatus | Unknown;
  filledQuantity: Decimal | null;
}

/** A plan is in the list of open plans no more. */
export interface PlanLeft {
  kind: 'plan-left';
  /** The plan's key in both lists. */
  plan: string;
  symbol: string;
  /** When the list had it last: it left between then and the activity's own time, which are far apart where nobody looked. */
  lastSeenAt: Timestamp;
  /** `null` where the history does not have it (yet). */
  outcome: PlanOutcome | null;
  /** When the list had it again: the service has changed its mind. */
  backAt: Timestamp | null;
}

/** What an alert waited for has happened. Of `plan-left` there is none: its activity is that of the plan. */
export interface AlertFired {
  kind: 'alert';
  alert: string;
  /** As it was then. */
  condition: AlertCondition;
  symbol: string | null;
  /** A plan's key, with `plan-near`. */
  plan: string | null;
  /** With `stale`. */
  list: LiveList | null;
  /** With `price` the last price; with `change` the change, and with `plan-near` the distance, in percent to two places. */
  value: Decimal | null;
  /** With `account-silent`: what its requests fail with. */
  failure: ErrorCode | null;
}

/** Something that happened while the program watched. */
export interface Activity {
  id: string;
  account: string;
  at: Timestamp;
  event: PlanLeft | AlertFired;
  /** The user has seen it. */
  read: boolean;
  /** To be told outside of the page too: an alert wants it, its kind is to be told, and it was not a quiet hour. */
  notify: boolean;
}

/** An account's latest so many are kept. */
export const maxActivities = 500;
/** An account has so many at most. */
export const mostAlerts = 500;
/** For so long holds what a page says that it looks at. */
export const watchHoldsForMs = 20_000;
