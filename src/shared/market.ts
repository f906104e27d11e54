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
import type { Failure } from './errors.ts';

/** Lists that are polled as long as somebody looks at them or an alert needs them. */
export const liveLists = ['futures-tickers', 'spot-tickers', 'open-plans'] as const;
export type LiveList = (typeof liveLists)[number];

export interface LiveRows {
  'futures-tickers': FuturesTicker;
  'spot-tickers': SpotTicker;
  'open-plans': OpenPlan;
}

/** The whole of a live list. Rows are in the order of their keys' first appearance; an open plan's key is `key`, a ticker's is `symbol`. */
export interface LiveSnapshot<List extends LiveList = LiveList> {
  rows: LiveRows[List][];
  unreadable: UnreadableRow[];
  /** Grows with every answer of the service; 0 before the first. */
  version: number;
  /** When the service was asked for what is here; `null` before the first answer. */
  fetchedAt: Timestamp | null;
  /** Of the latest attempt, `null` where it succeeded. The rows are then those of the last that did. */
  failure: Failure | null;
}

/** What has changed of a live list. It belongs on `base` only: whoever holds another version reads the whole anew. */
export interface LiveChange<List extends LiveList = LiveList> {
  account: string;
  list: List;
  base: number;
  version: number;
  fetchedAt: Timestamp | null;
  failure: Failure | null;
  /** Rows that are new or differ, whole. */
  put: LiveRows[List][];
  /** Keys of rows that are there no more. */
  removed: string[];
  /** `null`: as before. */
  unreadable: UnreadableRow[] | null;
}

export const tickerMarkets = ['futures', 'spot'] as const;
export type TickerMarket = (typeof tickerMarkets)[number];

/** What an alert waits for. Percentages and prices are decimals in plain notation. */
export type AlertCondition =
  /** An open plan comes within so many percent of its trigger price; of one plan, of one symbol, or of all. */
  | { kind: 'plan-near'; percent: Decimal; plan?: string | undefined; symbol?: string | undefined }
  /** A plan leaves the list of open plans: it triggered, failed, was canceled, or nothing is known of it. */
  | { kind: 'plan-left'; plan?: string | undefined; symbol?: string | undefined }
  /** The last price crosses a level, upwards, downwards or either way. */
  | {
      kind: 'price';
      market: TickerMarket;
      symbol: string;
      level: Decimal;
      direction: 'rises-to' | 'falls-to' | 'crosses';
    }
  /** The change over 24 hours is beyond so many percent, in either direction. */
  | { kind: 'change'; market: TickerMarket; symbol: string; percent: Decimal }
  /** What is looked at has not been fetched for so many minutes, 1 to 1440. */
  | { kind: 'stale'; minutes: number }
  /** The account's requests fail and cannot succeed without the user: keys, permission, address. */
  | { kind: 'account-silent' };

export interface Alert {
  id: string;
  account: string;
  condition: AlertCondition;
  paused: boolean;
  createdAt: Timestamp;
  /** `null`: never yet. */
  lastFiredAt: Timestamp | null;
}

/** What became of a plan that is open no more, as the plan history says it; `null` where the history does not have it (yet). */
export interface PlanOutcome {
  status: PlanStatus | Unknown;
  filledQuantity: Decimal | null;
}

/** Something that happened while the program watched. */
export interface Activity {
  id: string;
  account: string;
  at: Timestamp;
  event:
    | { kind: 'plan-left'; plan: string; symbol: string; outcome: PlanOutcome | null }
    | { kind: 'alert'; alert: string; condition: AlertCondition; symbol: string | null; value: Decimal | null };
  /** The user has seen it. */
  read: boolean;
  /** To be told outside of the page too: an alert wants it, and it is not a quiet hour. */
  notify: boolean;
}
