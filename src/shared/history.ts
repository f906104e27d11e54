/**
 * Queries to the local order history of an account, and their results. The history has two lists: historical orders
 * (docs/service.md 2.2) and historical plan orders (2.3). The schemas are in history-schemas.ts, so that the page does not load zod.
 */
import type { Decimal, MarginMode, Timestamp } from './domain.ts';
import type { Failure } from './errors.ts';
import type { NoteFilter } from './notes.ts';
import { type FieldOf, type ShownField, shownFieldsOf } from './order-fields.ts';
import type { SortDirection } from './rows/row-order.ts';

/** The lists, named like their screens. */
export const historyLists = ['order-history', 'plan-history'] as const;
export type HistoryList = (typeof historyLists)[number];

/** Fields by which the rows of a list can be sorted: those that a column shows. */
export const sortFields = {
  'order-history': shownFieldsOf('order-history'),
  'plan-history': shownFieldsOf('plan-history'),
} as const;
export type HistoryField = FieldOf<HistoryList> & ShownField;
export const historyFields: readonly HistoryField[] = [...new Set(historyLists.flatMap((list) => sortFields[list]))];

/** Rows without a value come last in both directions. Equal rows are ordered by creation, the newest first. */
export interface HistorySort {
  field: HistoryField;
  direction: SortDirection;
}

/** Calendar day in the time zone of the query: "2025-03-02". */
export type Day = string;

export const datePresets = [
  'today',
  'yesterday',
  'last-7-days',
  'last-30-days',
  'this-month',
  'last-month',
  'this-year',
  'last-year',
] as const;
export type DatePreset = (typeof datePresets)[number];

export const pnlSigns = ['profit', 'loss', 'zero', 'none'] as const;
/** `none`: the service sent no PnL. */
export type PnlSign = (typeof pnlSigns)[number];

/** Includes both ends; a missing end is open. */
export interface DecimalRange {
  from?: Decimal | undefined;
  to?: Decimal | undefined;
}

/**
 * Days in the time zone of the query, or a span from `since` up to but excluding `before`. A preset refers to the time of the query.
 */
export type DateCondition =
  | { preset: DatePreset }
  | { from?: Day | undefined; to?: Day | undefined }
  | { since: Timestamp; before: Timestamp };

/**
 * Conditions that a row must all meet. An array is met by any of its values; `other` is every value without a name in its array. A
 * condition on a field that the list does not have (`actions` and `pnl` of plan orders) is ignored.
 */
export interface HistoryFilter extends NoteFilter {
  symbols?: string[] | undefined;
  /** A row that has any of the values is left out, like in `withoutKinds` and `withoutStatuses`. */
  withoutSymbols?: string[] | undefined;
  sides?: ('buy' | 'sell' | 'other')[] | undefined;
  /** The service's words: "limit" of "buy-limit". */
  kinds?: string[] | undefined;
  withoutKinds?: string[] | undefined;
  actions?: ('open' | 'close' | 'other')[] | undefined;
  /** Values of `orderStatuses` or `planStatuses`, or "unknown:7" as in a row. */
  statuses?: string[] | undefined;
  withoutStatuses?: string[] | undefined;
  marginModes?: MarginMode[] | undefined;
  leverage?: DecimalRange | undefined;
  created?: DateCondition | undefined;
  /** Weekdays of creation in the query's time zone: 1 is Monday, 7 is Sunday. */
  weekdays?: number[] | undefined;
  /** Hours of creation in the query's time zone: 0 to 23. */
  hours?: number[] | undefined;
  pnlSigns?: PnlSign[] | undefined;
  pnl?: DecimalRange | undefined;
  /** Exact IDs. */
  ids?: string[] | undefined;
  /** Words that must all occur in the ID, the symbol or the note, ignoring case and compatibility forms. */
  text?: string | undefined;
}

/** Most IDs of a filter. */
export const maxFilterIds = 500;

/** A part of a filtered, sorted list. Positions count from 0. */
export interface HistoryWindow<Row> {
  rows: Row[];
  /** Number of rows of the whole filtered list. */
  total: number;
  /** Grows with every change of the list's rows: parts of different versions do not fit together. */
  version: number;
  /** Position of the row that the query named as its anchor; `null` if the row is not in the list, or none was named. */
  anchor: number | null;
}

/** Stored rows of one margin mode of a list. */
export interface ModeCoverage {
  marginMode: MarginMode;
  rows: number;
  /** Creation of the oldest and the newest row; `null` if there is no row. */
  oldest: Timestamp | null;
  newest: Timestamp | null;
  /**
   * True if all rows from the newest to the oldest one are stored: the service has confirmed that nothing is older, and the open plan
   * orders, which enter the plan history late, are known.
   */
  complete: boolean;
  /** True if older rows cannot be requested: the next rows have no ID, or the service dropped all rows to continue from. */
  blocked: boolean;
  /** Every row was compared with the service at this time or later; `null` while the list is not complete. */
  verifiedAt: Timestamp | null;
  /** Missing parts between stored rows, the newest first: rows after `from` and before `to` are unknown. */
  gaps: { from: Timestamp; to: Timestamp }[];
}

/**
 * `idle`: up to date, or never synced. `head`: reads the newest rows. `backfill`: reads older rows and gaps. `refresh`: reads rows again
 * that were not final. `verify`: verifies the whole list for the user. `paused`: by the user, until the user resumes. `failed`: see
 * `failure`; the program retries.
 */
export const syncPhases = ['idle', 'head', 'backfill', 'refresh', 'verify', 'paused', 'failed'] as const;
export type SyncPhase = (typeof syncPhases)[number];

/**
 * `quarantined`: the file was damaged. It was renamed to the name in `file`, and an empty one was created. `newer-version`, `older-version`
 * and `unknown-schema`: another version of the program wrote the file, or another program did. It stays unchanged.
 */
export const archiveProblems = [
  'quarantined',
  'disk-full',
  'read-only',
  'locked',
  'newer-version',
  'older-version',
  'unknown-schema',
  'other',
] as const;

/** Why the history cannot be stored, or that its file was replaced. */
export interface ArchiveProblem {
  kind: (typeof archiveProblems)[number];
  file: string;
}

/** Rows that were missing from a part of the list that had been read before, or damaged on the disk. */
export interface FoundRows {
  rows: number;
  /** Creation of the oldest and the newest of them. */
  oldest: Timestamp;
  newest: Timestamp;
  /** When the last of them was found. */
  foundAt: Timestamp;
}

/** Status of a list of an account. */
export interface HistoryState {
  account: string;
  list: HistoryList;
  version: number;
  rows: number;
  /** Number of rows that could not be read. They are kept as received. */
  unreadable: number;
  modes: ModeCoverage[];
  phase: SyncPhase;
  /** Rows that the current or the last sync has added. */
  fetched: number;
  /** Rows per second of the current sync; `null` if none is running, or it has just begun. */
  rate: number | null;
  /** Share of the account's past that is stored, 0 to 1, during a backfill; `null` if it is unknown where the account begins. */
  downloaded: number | null;
  /** Seconds until the backfill ends; `null` if unknown. */
  secondsLeft: number | null;
  failure: Failure | null;
  /** When the newest rows of both margin modes were last read; `null` if they never were. */
  checkedAt: Timestamp | null;
  /** Share of the rows that the user's verification has read, 0 to 1; `null` if none is running. */
  verification: number | null;
  /** Rows that a verification found missing, until the user dismisses them. */
  found: FoundRows | null;
  /** Rows that were damaged on the disk, until the user dismisses them. A sync replaces them. */
  damaged: FoundRows | null;
  /** Responses in this session that repeated rows or did not know a row any longer. The sync found its way after each of them. */
  oddities: number;
  /** True if the exchange sends the same rows for both margin modes: they are counted once. */
  hasOneMode: boolean;
  problem: ArchiveProblem | null;
}

/** Figures of one quote currency. Amounts of different currencies are never added. */
export interface PnlSummary {
  /** "USDT" of "BTC-USDT". */
  quote: string;
  /** Exact sum of `pnl`, gross. */
  sum: Decimal;
  /** Orders with a PnL above, below and of zero. */
  wins: number;
  losses: number;
  zeros: number;
  /** Wins per 100 wins and losses, rounded half away from zero to 2 decimal places; `null` if there are neither. */
  winRate: Decimal | null;
  /** `sum` divided by wins and losses, that of trades by all of them, rounded half away from zero to 8 decimal places; `null` if there is none. */
  average: Decimal | null;
  best: Decimal | null;
  worst: Decimal | null;
}

/** Totals of a filtered list. */
export interface HistorySummary {
  version: number;
  rows: number;
  /** Orders: filled. Plan orders: fully executed. */
  filled: number;
  /** Canceled and partially canceled. */
  canceled: number;
  /** Plan orders that failed; 0 for orders. */
  failed: number;
  /** Sorted by the number of rows, the most first. Empty for plan orders. */
  pnl: PnlSummary[];
}

export interface ResultsPart {
  pnl: Decimal;
  /** Number of orders, or of trades. */
  count: number;
  wins: number;
  losses: number;
}

/** PnL of a filtered list in one quote currency: gross, dated by the order's creation in the query's time zone. */
export interface Results {
  version: number;
  /** Quote currencies of the filtered list, the one with the most rows first. */
  quotes: string[];
  /** The quote currency of the other fields; '' if there is none. */
  quote: string;
  /** Days with orders, ascending. `total`: exact sum up to the end of the day. */
  days: (ResultsPart & { day: Day; total: Decimal })[];
  /** Sorted by PnL, the highest first. */
  symbols: (ResultsPart & { symbol: string })[];
  /** Orders by the tags of their notes, sorted like the symbols. An order with several tags is in several parts. */
  tags: (ResultsPart & { tag: string })[];
  /** Seven parts, Monday first. */
  weekdays: ResultsPart[];
  /** 24 parts, the hour after midnight first. */
  hours: ResultsPart[];
}

/** Values that occur in a list, with their numbers of rows, for the filter's choices. */
export interface HistoryChoices {
  version: number;
  symbols: { value: string; rows: number }[];
  kinds: { value: string; rows: number }[];
  statuses: { value: string; rows: number }[];
}

/** A change of a row that was seen. */
export interface RowChange {
  /** When the change was seen. */
  at: Timestamp;
  /** The row's JSON text as received before; `null` if the exchange had left the row out of a part of the list that was read before. */
  raw: string | null;
}

/**
 * `pause`: stops the sync until `resume`, also across restarts; `refresh` still loads new rows. `cancel`: stops the running sync; no
 * backfill until the next `refresh`. `prioritize`: loads the next older rows with priority. `verify`: reads the whole list again and
 * compares it with the stored rows. `dismiss`: the user has seen the found rows.
 */
export const syncActions = ['refresh', 'pause', 'resume', 'cancel', 'prioritize', 'verify', 'dismiss'] as const;
export type SyncAction = (typeof syncActions)[number];

export const exportFormats = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];
export const csvSeparators = ['comma', 'semicolon', 'tab'] as const;
export type CsvSeparator = (typeof csvSeparators)[number];

/** A file that was written: its path in Electron; in the browser host, an address from which it can be downloaded once. */
export type ExportPlace = { kind: 'file'; path: string } | { kind: 'download'; address: string; name: string };

/** `null` if the user chose no file. */
export type ExportOutcome = { rows: number; bytes: number; place: ExportPlace } | null;

export interface ExportProgress {
  /** The page's identifier of the export. */
  id: string;
  rows: number;
  total: number;
}
