/**
 * The domain types: orders, plan orders, tickers, symbol rules and accounts. Names are those of the field; the names of the wire stay in
 * `exchange`. A missing value is `null`, never "" or 0. The sections are those of docs/service.md.
 */

import type { Failure } from './errors.ts';
import type {
  DecimalKind,
  FieldOf,
  OrderField,
  OrderListName,
  orderFields,
  VocabularyName,
  VocabularyOf,
} from './order-fields.ts';

/** A decimal number in plain notation with all digits of the exchange: "-0.00000490". Never a binary float. See `decimal.ts`. */
export type Decimal = string;

/** Epoch milliseconds, UTC. */
export type Timestamp = number;

/** An enumeration value that docs/service.md does not list, as received: "unknown:7". */
export type Unknown = `unknown:${string}`;

export const marginModes = ['isolated', 'cross'] as const;
/** Margin mode of the query that returned the row, because rows do not contain it (docs/service.md 10.3). */
export type MarginMode = (typeof marginModes)[number];

export const sides = ['buy', 'sell'] as const;
export type Side = (typeof sides)[number];

/** Section 3.1. */
export const orderStatuses = [
  'pending',
  'partially-filled',
  'filled',
  'canceling',
  'partially-canceled',
  'canceled',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Section 3.2. */
export const planStatuses = [
  'pending',
  'placing-order',
  'partially-executed',
  'fully-executed',
  'failed',
  'canceled',
] as const;
export type PlanStatus = (typeof planStatuses)[number];

/** Section 3.3. */
const triggerStatuses = ['not-triggered', 'triggered'] as const;
export type TriggerStatus = (typeof triggerStatuses)[number];

/** `rises-to`: triggers at a price >= the trigger price. `falls-to`: at a price <= the trigger price. Section 2.3. */
const triggerDirections = ['rises-to', 'falls-to'] as const;

const positionActions = ['open', 'close'] as const;

/** Enumerations of the words in `orderFields`. `firstCode`: number of the first word on the wire; `null` if the wire has the words. */
export const vocabularies = {
  action: { words: positionActions, firstCode: null },
  orderStatus: { words: orderStatuses, firstCode: 1 },
  planStatus: { words: planStatuses, firstCode: 0 },
  triggerDirection: { words: triggerDirections, firstCode: 1 },
  triggerStatus: { words: triggerStatuses, firstCode: 0 },
} as const satisfies Record<VocabularyName, { words: readonly string[]; firstCode: number | null }>;

/** Returns the words of an enumeration by their values on the wire. */
export function wordsByCode(vocabulary: VocabularyName): ReadonlyMap<string, string> {
  const { words, firstCode } = vocabularies[vocabulary];
  return new Map(words.map((word, index) => [firstCode === null ? word : String(firstCode + index), word]));
}

type WordOf<Field extends OrderField, List extends OrderListName> =
  | (typeof vocabularies)[VocabularyOf<Field, List> & VocabularyName]['words'][number]
  | Unknown;

type FieldValue<Field extends OrderField, List extends OrderListName> = {
  text: string;
  time: Timestamp;
  'margin-mode': MarginMode;
  side: Side | null;
  word: WordOf<Field, List>;
  'optional-word': WordOf<Field, List> | null;
} & Record<DecimalKind, Decimal | null>;

/** A row with the fields that `orderFields` describes for its list. */
type RowOf<List extends OrderListName> = {
  -readonly [Field in OrderField as List extends keyof (typeof orderFields)[Field]['wire'] ? Field : never]: FieldValue<
    Field,
    List
  >[(typeof orderFields)[Field]['kind']];
};

/** A historical order. Section 2.2. */
export interface Order extends RowOf<'order-history'> {}
/** A historical plan order. Section 2.3. */
export interface PlanOrder extends RowOf<'plan-history'> {}
/** An open plan order. Section 2.4. */
export interface OpenPlan extends RowOf<'open-plans'> {}
/** Row type of each list. */
export interface OrderRows {
  'order-history': Order;
  'plan-history': PlanOrder;
  'open-plans': OpenPlan;
}
/** Fields of both kinds of plan orders. */
export interface PlanCommon extends Pick<OpenPlan, FieldOf<'plan-history'> & FieldOf<'open-plans'>> {}
/** Fields of every row of the three order lists. */
export interface OrderCommon extends Pick<PlanCommon, FieldOf<'order-history'> & keyof PlanCommon> {}

/** 24-hour statistics of a symbol. Sections 2.5 and 2.6. The row has no time of its own, so its age is the time since its fetch. */
export interface FuturesTicker {
  symbol: string;
  last: Decimal | null;
  open: Decimal | null;
  high: Decimal | null;
  low: Decimal | null;
  /** Futures: in contracts. Spot: in the base currency. */
  volume: Decimal | null;
  /** In the quote currency. */
  turnover: Decimal | null;
  /** Number of trades. */
  trades: Decimal | null;
  /** The row's JSON text as received. */
  raw: string;
}

export interface SpotTicker extends FuturesTicker {
  bid: Decimal | null;
  ask: Decimal | null;
}

/** Precision and limits of orders for a symbol. Section 2.7. */
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
  /** The record's JSON text as received. */
  raw: string;
}

/** A row with an invalid field. It is kept as received, counted, and can be shown. */
export interface UnreadableRow {
  raw: string;
  /** The field and its problem, in English. */
  reason: string;
}

/** A whole list, fetched with one request. */
export interface Snapshot<Row> {
  rows: Row[];
  unreadable: UnreadableRow[];
  fetchedAt: Timestamp;
}

/** Sort order of the parts of a signature. The service's public samples differ (docs/service.md 10.1). */
export const signingVariants = ['bytewise', 'case-insensitive'] as const;
export type SigningVariant = (typeof signingVariants)[number];

/** Where an account's token and secret key are stored. Never contains the secrets themselves. */
export interface StoredCredentials {
  /** `session`: in memory only, until the program ends. */
  place: 'keychain' | 'session';
  savedAt: Timestamp;
  /** Last characters of the token: at most four, '' for a short token. */
  endsIn: string;
}

export interface AccountSummary {
  id: string;
  name: string;
  /** `demo`: made-up data, marked DEMO wherever it is shown. */
  kind: 'demo' | 'live';
  /** '' for the demo account until its exchange runs. */
  baseUrl: string;
  signingVariant: SigningVariant;
  /** Limit of the key, per 10 s. */
  requestsPerWindow: number;
  /** `null` for the demo account, and for a live account whose credentials were for an earlier session. */
  credentials: StoredCredentials | null;
}

/** Status of the connection between an account and its exchange. */
export interface ConnectionStatus {
  account: string;
  /** End of the pause that the exchange asked for; `null` if there is none. */
  pausedUntil: Timestamp | null;
  /** The exchange's clock minus this computer's (ms); 0 while unknown. */
  clockOffset: number;
  /** True if the offset exceeds 30 s, so that the user should set the clock. */
  clockSkewed: boolean;
  offline: boolean;
  /** Requests that wait for their turn or their next attempt. */
  queued: number;
}

/** `took`: milliseconds. */
export type ConnectionCheck = { ok: true; took: number } | { ok: false; error: Failure };

/** Results of one request without credentials and one with them. */
export interface ConnectionReport {
  public: ConnectionCheck;
  signed: ConnectionCheck;
  /** The exchange's clock minus this computer's (ms); `null` while unknown. */
  clockOffset: number | null;
  /** Host and port of the proxy for the address, without its user name and password; `null` if there is none. */
  proxy: string | null;
}

/** ID of the built-in account. */
export const demoAccountId = 'demo';

/** Files of the data folder. `alerts`: alerts and activities of an account. `window`: bounds of a window. */
export const dataFiles = ['settings', 'accounts', 'alerts', 'window'] as const;
export type DataFile = (typeof dataFiles)[number];
/** `other-version`: written by another version of the program, usually a later one. */
export const fileProblems = ['damaged', 'other-version'] as const;

/** A local file that could not be used, or not completely, when the program started. */
export interface FileNotice {
  what: DataFile;
  problem: (typeof fileProblems)[number];
  /** Name under which a damaged file is kept in the data folder; `null` if the file was left unchanged. */
  backupName: string | null;
}

export interface About {
  version: string;
  host: 'electron' | 'browser';
  /** Node's name of the operating system: "linux", "darwin", "win32". */
  platform: string;
  /** True on Wayland, which does not let a program place its windows or keep them above others. Default: false. */
  wayland?: boolean;
}
