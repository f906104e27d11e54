/** Words and limits of the queries to the local history of an account. The schemas and types are in contract/history.ts. */
import type { Timestamp } from '../values/domain.ts';
import { type FieldOf, type ShownField, shownFieldsOf } from './order-fields.ts';

/** The lists, named like their screens. */
export const historyLists = ['order-history', 'plan-history'] as const;
export type HistoryList = (typeof historyLists)[number];

/** When the newest rows of a list were read by the computer's clock, and the milliseconds by which it was ahead of the exchange's, 0 if left out. */
interface ReadAt {
  readonly checkedAt: Timestamp | null;
  readonly clockAhead?: number | undefined;
}

/** Returns when the newest rows of a list were read, by the exchange's clock, as far as that is known; `null` if they never were. */
export function readUntilOf({ checkedAt, clockAhead = 0 }: ReadAt): Timestamp | null {
  return checkedAt && checkedAt - clockAhead;
}

/** Returns by how many milliseconds the computer's clock is ahead of the exchange's, as the list of several that was read last says. */
export function clockAheadOf(lists: readonly ReadAt[]): number {
  const [latest] = lists.toSorted((a, b) => (b.checkedAt ?? 0) - (a.checkedAt ?? 0));
  return latest?.clockAhead ?? 0;
}

/** Fields by which the rows of a list can be sorted: those that a column shows. */
export const sortFields = {
  'order-history': shownFieldsOf('order-history'),
  'plan-history': shownFieldsOf('plan-history'),
} as const;
export type HistoryField = FieldOf<HistoryList> & ShownField;
export const historyFields: readonly HistoryField[] = [...new Set(historyLists.flatMap((list) => sortFields[list]))];

/** Fields by which a history can be sorted: also when a plan order was seen to end, and the account in a joint archive. */
export const historySortFields = [...historyFields, 'endedAt', 'account'] as const;
export type HistorySortField = (typeof historySortFields)[number];

/** What an export of the plan history says about the end of a plan order, which no field of the service does. */
export const endFields = ['lastSeenAt', 'endedAt'] as const;
export type EndField = (typeof endFields)[number];

/**
 * What an export says beside the PnL of an order or a trade: from which entries the exchange calculates it (docs/trades.md 2.2), and an
 * estimate after fees (13). Only an export with rates has the estimate.
 */
export const pnlFields = ['costMethod', 'estimatedPnlAfterFeesLowest', 'estimatedPnlAfterFeesHighest'] as const;
export type PnlField = (typeof pnlFields)[number];

/** When an order counts in a statement: at its creation, or when it was executed, as far as that was seen (docs/statement.md 1). */
export const statementBases = ['creation', 'execution'] as const;
export type StatementBasis = (typeof statementBases)[number];

/** Files of a statement: its records, or a flat sheet with a row for each symbol (docs/statement.md 6). */
export const statementFiles = ['records', 'symbols'] as const;
export const statementSheetFields = [
  'account',
  'symbol',
  'quote',
  'gains',
  'losses',
  'net',
  'netLowest',
  'netHighest',
  'trades',
  'incompleteTrades',
  'orders',
  'unknownPnl',
  'from',
  'to',
  'zone',
  'basis',
  'costMethod',
  'isComplete',
  'sha256',
] as const;
export type StatementSheetField = (typeof statementSheetFields)[number];

export const datePresets = [
  'today',
  'yesterday',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'this-quarter',
  'last-quarter',
  'this-year',
  'last-year',
  'last-7-days',
  'last-30-days',
] as const;
export type DatePreset = (typeof datePresets)[number];

export const pnlSigns = ['profit', 'loss', 'zero', 'none'] as const;
/** `none`: the service sent no PnL. */
export type PnlSign = (typeof pnlSigns)[number];

/** Most IDs of a filter. */
export const maxFilterIds = 500;

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

/**
 * Kinds of records beside the rows of the lists: earlier versions of rows, rows that could not be read, what was seen of open plan orders,
 * and what the sync has to know.
 */
export const lostKinds = ['changes', 'unreadable', 'plan-lives', 'sync'] as const;

/**
 * `pause`: stops the sync until `resume`, also across restarts; `refresh` still loads new rows. `cancel`: stops the running sync; no
 * backfill until the next `refresh`. `prioritize`: loads the next older rows with priority. `verify`: reads the whole list again and
 * compares it with the stored rows. `dismiss`: the user has seen the found rows.
 */
export const syncActions = ['refresh', 'pause', 'resume', 'cancel', 'prioritize', 'verify', 'dismiss'] as const;
export type SyncAction = (typeof syncActions)[number];

export const exportFormats = ['csv', 'xlsx', 'parquet', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];
export const csvSeparators = ['comma', 'semicolon', 'tab'] as const;
export type CsvSeparator = (typeof csvSeparators)[number];
/** The decimal sign of a CSV file. */
export const decimalSigns = ['point', 'comma'] as const;
export type DecimalSign = (typeof decimalSigns)[number];

/** Most lives of plan orders per account, of which the oldest are dropped. */
export const maxPlanLives = 20_000;
/** Most orders that a plan order may have placed, and most that surround a failed one, of which the earliest are named. */
export const maxChainOrders = 5;
/** Most plan orders of a question for the risk of an account. */
export const maxRiskPlans = 10_000;
/** Most orders of a question for their plan orders. */
export const maxOrdersOfPlans = 100;
/** Longest time (ms) between two polls of an uninterrupted watch of the open plan orders. */
export const maxWatchGapMs = 120_000;
