/**
 * The field's words for what the service sends. The wire's own names stay in `exchange`.
 * Field by field the source is service-api.md section 2; where a value may be absent it is `null`, never "" or 0.
 */

import type { Failure } from './errors.ts';

/** A decimal in plain notation, exactly as the exchange means it: "-0.00000490". Never a binary float. */
export type Decimal = string;

/** Epoch milliseconds, UTC. */
export type Timestamp = number;

/** A value of an enumeration that service-api.md does not list, kept as it came: "unknown:7". */
export type Unknown = `unknown:${string}`;

export const marginModes = ['isolated', 'cross'] as const;
/** A row does not say its mode: it is that of the query which returned it (venue-notes, "Data quirks"). */
export type MarginMode = (typeof marginModes)[number];

export type Side = 'buy' | 'sell';

/** service-api.md 3.1 */
export const orderStatuses = [
  'pending',
  'partially-filled',
  'filled',
  'canceling',
  'partially-canceled',
  'canceled',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** service-api.md 3.2 */
export const planStatuses = [
  'pending',
  'placing-order',
  'partially-executed',
  'fully-executed',
  'failed',
  'canceled',
] as const;
export type PlanStatus = (typeof planStatuses)[number];

/** service-api.md 3.3 */
export const triggerStatuses = ['not-triggered', 'triggered'] as const;
export type TriggerStatus = (typeof triggerStatuses)[number];

/** `rises-to`: fires at a price >= the trigger price; `falls-to`: at a price <= it (service-api.md 2.3). */
export type TriggerDirection = 'rises-to' | 'falls-to';

export type PositionAction = 'open' | 'close';

/** What every row of an order list has. */
export interface OrderCommon {
  /** Unique in its list: an id is unique only within its margin mode. */
  key: string;
  /** Opaque; never a number. */
  id: string;
  marginMode: MarginMode;
  createdAt: Timestamp;
  /** `<BASE>-<QUOTE>` */
  symbol: string;
  /** The wire's own form, such as "buy-limit". */
  type: string;
  /** `null` where `type` has another form. */
  side: Side | null;
  /** "limit" of "buy-limit"; the whole of `type` where it has another form. */
  kind: string;
  price: Decimal | null;
  /** Leverage multiplier. */
  leverage: Decimal | null;
  /** Quantity in contracts. */
  quantity: Decimal | null;
  /** The row's JSON text as it was received. */
  raw: string;
}

/** A historical order (service-api.md 2.2). */
export interface Order extends OrderCommon {
  status: OrderStatus | Unknown;
  action: PositionAction | Unknown | null;
  /** In contracts. */
  filledQuantity: Decimal | null;
  averagePrice: Decimal | null;
  /** Gross, in the quote currency, dated by the order's creation: the service sends neither fees nor fill times. */
  pnl: Decimal | null;
}

export interface PlanCommon extends OrderCommon {
  triggerDirection: TriggerDirection | Unknown;
  triggerPrice: Decimal | null;
  takeProfit: Decimal | null;
  stopLoss: Decimal | null;
}

/** A historical plan order (service-api.md 2.3). */
export interface PlanOrder extends PlanCommon {
  status: PlanStatus | Unknown;
  /** In contracts. */
  filledQuantity: Decimal | null;
}

/** A current plan order (service-api.md 2.4). */
export interface OpenPlan extends PlanCommon {
  triggerStatus: TriggerStatus | Unknown;
}

/** 24 hours of a market (service-api.md 2.5, 2.6). The row has no time of its own: freshness is when it was fetched. */
export interface FuturesTicker {
  symbol: string;
  last: Decimal | null;
  open: Decimal | null;
  high: Decimal | null;
  low: Decimal | null;
  /** Futures: contracts. Spot: base currency. */
  volume: Decimal | null;
  /** In the quote currency. */
  turnover: Decimal | null;
  trades: Decimal | null;
  raw: string;
}

export interface SpotTicker extends FuturesTicker {
  bid: Decimal | null;
  ask: Decimal | null;
}

/** What the exchange accepts for a symbol (service-api.md 2.7). */
export interface SymbolRules {
  symbol: string;
  /** Number of decimal places. */
  quantityPrecision: number | null;
  /** Number of decimal places. */
  pricePrecision: number | null;
  /** In contracts. */
  minQuantity: Decimal | null;
  /** In contracts. */
  maxQuantity: Decimal | null;
  minPrice: Decimal | null;
  maxPrice: Decimal | null;
  raw: string;
}

/** A row that could not be read. It is kept as it came, counted, and can be looked at. */
export interface UnreadableRow {
  raw: string;
  /** Which field, and what is wrong with it, in plain English. */
  reason: string;
}

/** Part of an order list, newest row first. */
export interface Page<Row> {
  rows: Row[];
  unreadable: UnreadableRow[];
  /** Opaque: hand it back to read on towards the past. `null` only after the service answered an empty page there. */
  older: string | null;
  /** Opaque: hand it back to read what has come since. */
  newer: string;
  fetchedAt: Timestamp;
}

/** A whole list, fetched at once. */
export interface Snapshot<Row> {
  rows: Row[];
  unreadable: UnreadableRow[];
  fetchedAt: Timestamp;
}

/** How the parts of a signature are sorted: the public samples differ (venue-notes, "Authentication"). */
export const signingVariants = ['bytewise', 'case-insensitive'] as const;
export type SigningVariant = (typeof signingVariants)[number];

/** Where an account's token and secret key are. Never the secrets themselves. */
export interface StoredCredentials {
  /** `session`: in the program's memory only, gone when it ends. */
  place: 'keychain' | 'session';
  savedAt: Timestamp;
  /** The last characters of the token, at most four; '' where that would tell too much of it. */
  endsIn: string;
}

export interface AccountSummary {
  id: string;
  name: string;
  /** Rows of the demo account are made up; it says DEMO wherever it is shown. */
  kind: 'demo' | 'live';
  /** Of the demo account '' until it runs. */
  baseUrl: string;
  signingVariant: SigningVariant;
  /** For the whole key, in each 10 seconds. */
  requestsPerWindow: number;
  /** `null`: the demo account, or a live one whose credentials were for an earlier session only. */
  credentials: StoredCredentials | null;
}

/** How it stands between an account and its exchange. */
export interface Connection {
  account: string;
  /** The exchange asked to slow down: nothing is sent before. */
  pausedUntil: Timestamp | null;
  /** The exchange's clock minus this machine's, in milliseconds; 0 also while it is unknown. */
  clockOffset: number;
  /** It is more than 30 s either way: the user should set the clock. */
  clockSkewed: boolean;
  offline: boolean;
  /** Requests that wait for their turn or their next try. */
  queued: number;
}

/** `took` is in milliseconds. */
export type ConnectionCheck = { ok: true; took: number } | { ok: false; error: Failure };

/** What became of one request without credentials and one with them. */
export interface ConnectionReport {
  public: ConnectionCheck;
  signed: ConnectionCheck;
  /** The exchange's clock minus this machine's, in milliseconds; `null` while unknown. */
  clockOffset: number | null;
}

/** The account that is always there. */
export const demoAccountId = 'demo';

/** A file of the program that could not be used, or only in part, when it started. */
export interface FileNotice {
  /** `desk`: an account's alerts and activities. */
  what: 'settings' | 'accounts' | 'desk';
  /** Under what name it was kept, in the data folder; `null` where it could not be renamed and stays as it is. */
  keptAs: string | null;
}

export interface About {
  version: string;
  host: 'electron' | 'browser';
  /** Node's name for the operating system: "linux", "darwin", "win32". */
  platform: string;
}
