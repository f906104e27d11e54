/** Live lists, alerts and activities of an account, without the schemas, so that the page does not load zod for them. */
import type {
  Decimal,
  FuturesTicker,
  OpenPlan,
  PlanStatus,
  Side,
  SpotTicker,
  Timestamp,
  Unknown,
  UnreadableRow,
} from './domain.ts';
import type { ErrorCode, Failure } from './errors.ts';
import type { PlanRemark } from './position-book.ts';

/** Lists that are polled while a page shows them, an alert needs them, or the lives of open plan orders are recorded. */
export const liveLists = ['futures-tickers', 'spot-tickers', 'open-plans'] as const;
export type LiveList = (typeof liveLists)[number];

export interface LiveRows {
  'futures-tickers': FuturesTicker;
  'spot-tickers': SpotTicker;
  'open-plans': OpenPlan;
}

/** Status of a live list. */
export interface LiveStatus {
  /**
   * Increases with every successful poll, and when the list is reset because the account has another key or address. 0 before the first
   * poll since the program's start.
   */
  version: number;
  /** Time of the response with the rows, the oldest of several; `null` before the first. */
  fetchedAt: Timestamp | null;
  /** Failure of the last poll; `null` if it succeeded. After a failure the rows are those of the last success. */
  failure: Failure | null;
}

/** All rows of a live list, in the order of their first appearance. */
export interface LiveSnapshot<List extends LiveList = LiveList> extends LiveStatus {
  account: string;
  list: List;
  rows: LiveRows[List][];
  unreadable: UnreadableRow[];
}

/** Change of a live list. Applies to version `base` only; a page with another version must read the whole list. */
export interface LiveChange<List extends LiveList = LiveList> extends LiveStatus {
  account: string;
  list: List;
  /** Equal to `version` if only `failure` changed. */
  base: number;
  /** New and changed rows. */
  put: LiveRows[List][];
  /** Keys of removed rows: see `liveKey`. */
  removed: string[];
  /** `null` if unchanged. */
  unreadable: UnreadableRow[] | null;
}

/** Discriminated by `list`. */
export type AnyLiveSnapshot = { [List in LiveList]: LiveSnapshot<List> }[LiveList];
export type AnyLiveChange = { [List in LiveList]: LiveChange<List> }[LiveList];

export const tickerMarkets = ['futures', 'spot'] as const;
export type TickerMarket = (typeof tickerMarkets)[number];

/**
 * Condition of an alert. Percentages and prices are decimals in plain notation; comparisons are exact.
 *
 * An alert fires once per crossing and re-arms only after the value was away from the threshold by a margin. A condition that holds when the
 * alert is created, changed or resumed is no crossing. A crossing while nothing was fetched fires with the first value after it. Values that
 * are too old to count as live never fire.
 */
export type AlertCondition =
  /**
   * An open plan comes within `percent` percent of the last price of its trigger, reaches it or passes it: one plan, all plans of a symbol,
   * or all plans. A plan that is placed within that distance counts. Margin: 10% of `percent`.
   */
  | { kind: 'plan-near'; percent: Decimal; plan?: string | undefined; symbol?: string | undefined }
  /** A plan leaves the open plans: triggered, failed, canceled or unknown. */
  | { kind: 'plan-left'; plan?: string | undefined; symbol?: string | undefined }
  /**
   * An open plan looks orphaned: see `planRemark`. Fires once for each plan, and again only after it has not looked so. Nothing fires while
   * the history does not tell.
   */
  | { kind: 'plan-orphaned'; plan?: string | undefined; symbol?: string | undefined }
  /** The last price reaches a level from below, from above, or either way. Margin: 0.1% of the level. */
  | {
      kind: 'price';
      market: TickerMarket;
      symbol: string;
      level: Decimal;
      direction: 'rises-to' | 'falls-to' | 'crosses';
    }
  /** The 24-hour change is at least `percent` percent in either direction. Margin: 5% of `percent`. */
  | { kind: 'change'; market: TickerMarket; symbol: string; percent: Decimal }
  /** A list that a page shows, or another alert needs, was not fetched for `minutes` minutes (1 to 1,440). */
  | { kind: 'stale'; minutes: number }
  /** The account's requests have failed for a minute, or fail until the user corrects the key or the address. */
  | { kind: 'account-silent' };
export type AlertKind = AlertCondition['kind'];
export const alertKinds = [
  'plan-near',
  'plan-left',
  'plan-orphaned',
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
  /** `null` if the alert has never fired. */
  lastFiredAt: Timestamp | null;
}

/** Outcome of a closed plan, from the plan history. */
export interface PlanOutcome {
  status: PlanStatus | Unknown;
  filledQuantity: Decimal | null;
}

/** A plan left the open plans. */
export interface PlanLeft {
  kind: 'plan-left';
  /** The plan's key, the same in the open plans and the plan history. */
  plan: string;
  symbol: string;
  /** `null` if the plan's type has no side that is known. */
  side: Side | null;
  triggerPrice: Decimal | null;
  /** Last time at which the plan was in the list. It left between then and the activity's `at`; far apart if the list was not polled. */
  lastSeenAt: Timestamp;
  /** `null` while the plan history does not contain the plan. */
  outcome: PlanOutcome | null;
  /** When the list contained the plan again; `null` if it did not. */
  backAt: Timestamp | null;
}

/** An alert fired. A `plan-left` alert has no event of its own: `PlanLeft` is its event. */
export interface AlertFired {
  kind: 'alert';
  alert: string;
  /** Condition at that time. */
  condition: AlertCondition;
  symbol: string | null;
  /** With `plan-near` and `plan-orphaned`: the plan's key. */
  plan: string | null;
  /** With `stale`: the list. */
  list: LiveList | null;
  /** With `price` the last price; with `change` and `plan-near` the change or distance in percent, with two decimal places. */
  value: Decimal | null;
  /** With `account-silent`: error code of the requests. */
  failure: ErrorCode | null;
  /** With `plan-orphaned`: why the plan is pointed out. */
  remark?: PlanRemark['reason'] | undefined;
}

/** An event in the activity log of an account. */
export interface Activity {
  id: string;
  account: string;
  at: Timestamp;
  event: PlanLeft | AlertFired;
  /** True if the user has seen the activity. */
  read: boolean;
  /** True if a system notification is due: an alert fired, notifications of its kind are on, and it was no quiet hour. */
  notify: boolean;
}

/** Most activities that are kept per account. */
export const maxActivities = 500;
/** Most alerts per account. */
export const maxAlerts = 500;
/** Lifetime of a page's subscriptions (ms) unless they are renewed. */
export const watchHoldsForMs = 20_000;

/** A report that an account is in the window in front. */
export interface Look {
  /** Last time at which the account was in front before the report; `null` if it never was. */
  before: Timestamp | null;
  /** Time of the report. */
  at: Timestamp;
}
/** Time (ms) after which an account no longer counts as in front, unless its page reports it again. */
export const lookHoldsForMs = 30_000;
