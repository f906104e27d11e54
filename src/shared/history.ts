/**
 * What is asked of the archive of an account's past orders, and what it answers. The archive holds two lists: historical orders
 * (service-api.md 2.2) and historical plan orders (2.3). Apart from the schemas, so that the page need not carry the library
 * that checks them.
 */
import type { Decimal, MarginMode, Timestamp } from './domain.ts';
import type { Failure } from './errors.ts';
import type { SortDirection } from './rows/row-order.ts';

/** Named as their screens are. */
export const historyLists = ['order-history', 'plan-history'] as const;
export type HistoryList = (typeof historyLists)[number];

/** The fields of an order by which its list can be sorted. */
export const orderFields = [
  'createdAt',
  'symbol',
  'side',
  'kind',
  'action',
  'price',
  'averagePrice',
  'quantity',
  'filledQuantity',
  'pnl',
  'status',
  'leverage',
  'marginMode',
  'id',
] as const;
/** The same of a plan order. */
export const planFields = [
  'createdAt',
  'symbol',
  'side',
  'kind',
  'price',
  'quantity',
  'filledQuantity',
  'triggerDirection',
  'triggerPrice',
  'takeProfit',
  'stopLoss',
  'status',
  'leverage',
  'marginMode',
  'id',
] as const;
export const historyFields = [...new Set([...orderFields, ...planFields])] as const;
export type HistoryField = (typeof orderFields)[number] | (typeof planFields)[number];

/** Rows without a value come last in both directions; what is equal is in the order of time, the newest first. */
export interface HistorySort {
  field: HistoryField;
  direction: SortDirection;
}

/** "2025-03-02", a day of the calendar in the zone that the question names. */
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

/** Both ends belong to it; a missing end is open. */
export interface DecimalRange {
  from?: Decimal | undefined;
  to?: Decimal | undefined;
}

/**
 * Which rows: those for which every part that is there holds. A list holds for any one of its values; `other` is every value
 * that has no name of its own there. What a list has no field for (`actions` and `pnl` of plan orders) is left out of the question.
 */
export interface HistoryFilter {
  symbols?: string[] | undefined;
  sides?: ('buy' | 'sell' | 'other')[] | undefined;
  /** "limit" of "buy-limit": the service's own words. */
  kinds?: string[] | undefined;
  actions?: ('open' | 'close' | 'other')[] | undefined;
  /** Of `orderStatuses` or `planStatuses`, or "unknown:7" as a row has it. */
  statuses?: string[] | undefined;
  marginModes?: MarginMode[] | undefined;
  leverage?: DecimalRange | undefined;
  /** Days of creation: a preset means what it means at the time of the question. */
  created?: { preset: DatePreset } | { from?: Day | undefined; to?: Day | undefined } | undefined;
  /** Of the day of creation in the question's zone: 1 is Monday, 7 is Sunday. */
  weekdays?: number[] | undefined;
  /** Of the time of creation in the question's zone: 0 to 23. */
  hours?: number[] | undefined;
  pnlSigns?: PnlSign[] | undefined;
  pnl?: DecimalRange | undefined;
  /** Every word of it occurs in the id or in the symbol, compatibility forms and case folded. */
  text?: string | undefined;
}

/** A part of a filtered, sorted list. Positions count from 0. */
export interface HistoryWindow<Row> {
  rows: Row[];
  /** Rows of the whole filtered list. */
  total: number;
  /** Grows with every change of the archive's rows of this list: parts of different versions do not belong together. */
  version: number;
  /** Where the row that the question named as its anchor is now; `null` where it is not in the list, or none was named. */
  anchor: number | null;
}

/** What is known of one margin mode of a list. */
export interface ModeCoverage {
  marginMode: MarginMode;
  rows: number;
  /** Creation of the oldest and the newest row; `null` while there is none. */
  oldest: Timestamp | null;
  newest: Timestamp | null;
  /**
   * The service has answered an empty page at the old end of an unbroken run from the newest row, and has told what waits outside the list
   * and comes into it late.
   */
  complete: boolean;
  /**
   * Behind a run there are only rows without an id, or the service has dropped all of it, so that it cannot be asked for what is older.
   */
  blocked: boolean;
  /** Parts of the past between known rows which are not known, the newest first: nothing is known after `from` and before `to`. */
  gaps: { from: Timestamp; to: Timestamp }[];
}

/**
 * `idle`: up to date, or nothing asked yet. `newest`: looks for what is new. `past`: reads what is older, gaps included. `again`: asks
 * again for rows that were not final. `paused`: by the user, until the user resumes. `failed`: see `failure`; it is tried again by itself.
 */
export type SyncPhase = 'idle' | 'newest' | 'past' | 'again' | 'paused' | 'failed';

/** `set-aside`: the file was damaged. It was set aside under the name told, and the archive begins anew. */
export const archiveProblems = ['set-aside', 'disk-full', 'read-only', 'locked', 'newer-version', 'other'] as const;

/** Why the archive cannot be written, or what became of its file. */
export interface ArchiveProblem {
  kind: (typeof archiveProblems)[number];
  file: string;
}

/** How an account's list stands in the archive. */
export interface HistoryState {
  account: string;
  list: HistoryList;
  version: number;
  rows: number;
  /** Rows that could not be read, kept as they came. */
  unreadable: number;
  modes: ModeCoverage[];
  phase: SyncPhase;
  /** Rows that the reading under way, or the last one, has brought. */
  fetched: number;
  /** Rows a second of the reading under way. */
  rate: number | null;
  /** Seconds until the past is read; `null` while nothing tells where it ends. */
  secondsLeft: number | null;
  failure: Failure | null;
  /** When the newest rows were asked for last and answered, over both margin modes; `null` before. */
  checkedAt: Timestamp | null;
  problem: ArchiveProblem | null;
}

/** Figures of one quote currency: amounts of different currencies are never added up. */
export interface PnlSummary {
  /** "USDT" of "BTC-USDT". */
  quote: string;
  /** Exact sum of `pnl`, gross. */
  sum: Decimal;
  /** Orders with a PnL above, below and of zero. */
  wins: number;
  losses: number;
  zeros: number;
  /** Wins in a hundred wins and losses, rounded half away from zero to two places; `null` where there are neither. */
  winRate: Decimal | null;
  /** Sum over wins and losses, rounded half away from zero to eight places; `null` where there are neither. */
  average: Decimal | null;
  best: Decimal | null;
  worst: Decimal | null;
}

/** What a filtered list adds up to. */
export interface HistorySummary {
  version: number;
  rows: number;
  /** Orders: filled. Plan orders: fully executed. */
  filled: number;
  /** Canceled and partially canceled. */
  canceled: number;
  /** Plan orders that failed; 0 for orders. */
  failed: number;
  /** By the number of rows, the most first. Empty for plan orders. */
  pnl: PnlSummary[];
}

export interface ResultsPart {
  pnl: Decimal;
  orders: number;
  wins: number;
  losses: number;
}

/** PnL of a filtered list in one quote currency: gross, dated by the order's creation in the question's zone. */
export interface Results {
  version: number;
  /** Every quote currency of the filtered list, that with the most rows first. */
  quotes: string[];
  /** Which of them the rest is about; '' where there is none. */
  quote: string;
  /** Days with orders, ascending, with the exact sum up to the end of each. */
  days: (ResultsPart & { day: Day; total: Decimal })[];
  /** By PnL, the highest first. */
  symbols: (ResultsPart & { symbol: string })[];
  /** Seven, Monday first. */
  weekdays: ResultsPart[];
  /** Twenty-four, from the hour after midnight. */
  hours: ResultsPart[];
}

/** What there is to choose from in a list's filters, with the number of rows of each. */
export interface HistoryChoices {
  version: number;
  symbols: { value: string; rows: number }[];
  kinds: { value: string; rows: number }[];
  statuses: { value: string; rows: number }[];
}

/** What a row was before it changed. */
export interface RowChange {
  /** When the change was seen. */
  at: Timestamp;
  /** The row's JSON text as it was received before. */
  raw: string;
}

/**
 * `pause` lasts until `resume`, over restarts: meanwhile `refresh` brings what is new, and nothing comes by itself. `cancel` ends the reading
 * under way: the past is left alone until the next `refresh`. `hurry`: somebody waits for the next rows of the past.
 */
export const syncActions = ['refresh', 'pause', 'resume', 'cancel', 'hurry'] as const;
export type SyncAction = (typeof syncActions)[number];

export const exportFormats = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];
export const csvSeparators = ['comma', 'semicolon', 'tab'] as const;
export type CsvSeparator = (typeof csvSeparators)[number];

/** A file that was written: where, in Electron; what to fetch, in the browser host, which hands it out once. */
export type ExportPlace = { kind: 'file'; path: string } | { kind: 'download'; address: string; name: string };

/** `null`: the user chose no place. */
export type ExportOutcome = { rows: number; bytes: number; place: ExportPlace } | null;

export interface ExportProgress {
  /** The page's own name for the export. */
  id: string;
  rows: number;
  total: number;
}
