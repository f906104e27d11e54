/**
 * All calls from the page to the program, and all events from the program to the page. The page's client and the core's handlers are derived
 * from these tables: a missing handler, a surplus one or a wrong type does not compile. No call changes anything on the exchange.
 */
import { z } from 'zod';
import {
  accountChangeSchema,
  accountIdSchema,
  accountSummarySchema,
  connectionSchema,
  connectionTestSchema,
} from './account-schemas.ts';
import { programWindows } from './choices.ts';
import { commandNames } from './commands.ts';
import type {
  About,
  AccountSummary,
  ConnectionReport,
  ConnectionStatus,
  FileNotice,
  Order,
  PlanOrder,
  Snapshot,
  SymbolRules,
  UnreadableRow,
} from './domain.ts';
import type {
  ExportOutcome,
  HistoryChoices,
  HistoryState,
  HistorySummary,
  HistoryWindow,
  Results,
  RowChange,
} from './history.ts';
import {
  changesQuerySchema,
  exportProgressSchema,
  exportQuerySchema,
  historyStateSchema,
  listQuerySchema,
  planLifeQuerySchema,
  plansOfDayQuerySchema,
  resultsQuerySchema,
  summaryQuerySchema,
  syncQuerySchema,
  windowQuerySchema,
} from './history-schemas.ts';
import type { Activity, Alert, AnyLiveSnapshot, LiveStatus, Look } from './market.ts';
import {
  accountAlertsSchema,
  accountFilterSchema,
  activitySchema,
  alertChangeSchema,
  alertQuerySchema,
  liveChangeSchema,
  liveQuerySchema,
  lookSchema,
  readMarkSchema,
  watchSchema,
} from './market-schemas.ts';
import {
  noteChangeSchema,
  noteImportSchema,
  noteListQuerySchema,
  planNotesQuerySchema,
  tagQuerySchema,
} from './note-schemas.ts';
import type { ImportedNotes, Noted, NoteOutcome, NotePart, TagCount } from './notes.ts';
import type { PlanLife, PlansOfDay } from './plan-lives.ts';
import type { Result } from './result.ts';
import { type Settings, settingsChangeSchema, settingsSchema } from './settings.ts';
import type { Statement } from './statement.ts';
import type { TradeResults } from './trade-results.ts';
import {
  contractSizeQuerySchema,
  positionsQuerySchema,
  statementExportQuerySchema,
  statementQuerySchema,
  tradeExportQuerySchema,
  tradeOrdersQuerySchema,
  tradeResultsQuerySchema,
  tradeSummaryQuerySchema,
  tradeWindowQuerySchema,
} from './trade-schemas.ts';
import type { ContractSize, Positions, Trade, TradeOrders, TradeSummary } from './trades.ts';
import { type UpdateStatus, updateStatusSchema } from './updates.ts';

interface Channel<Input extends z.ZodType, Output> {
  input: Input;
  /** For the compiler only. */
  output?: Output;
}

function channel<Input extends z.ZodType>(input: Input) {
  return { returns: <Output>(): Channel<Input, Output> => ({ input }) };
}

const nothing = z.strictObject({});
/** Every call that reads the exchange names its account. */
const account = accountIdSchema;
const accountQuery = z.strictObject({ account });
export const contract = {
  readAbout: channel(nothing).returns<About>(),
  /** Local files that could not be used when the program started. */
  readFileNotices: channel(nothing).returns<FileNotice[]>(),
  /** A text for a bug report. Contains no secrets and no account names. */
  readDiagnostics: channel(nothing).returns<{ text: string }>(),
  /** The demo account first, then the live accounts by name. */
  listAccounts: channel(nothing).returns<AccountSummary[]>(),
  /** Adds or changes an account. Uses the keychain only if credentials are given. */
  saveAccount: channel(accountChangeSchema).returns<AccountSummary>(),
  /** Also deletes the keychain entry, later if the keychain fails now. Deletes the local history only if requested. Returns the other accounts. */
  removeAccount: channel(z.strictObject({ id: account, withArchive: z.boolean().default(false) })).returns<
    AccountSummary[]
  >(),
  /** Sends one request without credentials and one with them. Saves nothing. */
  testConnection: channel(connectionTestSchema).returns<ConnectionReport>(),
  readConnection: channel(accountQuery).returns<ConnectionStatus>(),

  readSettings: channel(nothing).returns<Settings>(),
  changeSettings: channel(settingsChangeSchema).returns<Settings>(),

  /** Both histories are read from the local database, immediately and offline. `syncHistory` keeps the database up to date. */
  readOrderHistory: channel(windowQuerySchema).returns<HistoryWindow<Order & Noted>>(),
  readPlanHistory: channel(windowQuerySchema).returns<HistoryWindow<PlanOrder & Noted>>(),
  readHistoryState: channel(listQuerySchema).returns<HistoryState>(),
  /** Returns the state of the list without waiting for the sync. */
  syncHistory: channel(syncQuerySchema).returns<HistoryState>(),
  summarizeHistory: channel(summaryQuerySchema).returns<HistorySummary>(),
  /** PnL of the historical orders. Plan orders have none. */
  readResults: channel(resultsQuerySchema).returns<Results>(),
  /** Trades that are derived from the historical orders (docs/trades.md). */
  readTrades: channel(tradeWindowQuerySchema).returns<HistoryWindow<Trade>>(),
  summarizeTrades: channel(tradeSummaryQuerySchema).returns<TradeSummary>(),
  /** Like `readResults`, for trades. */
  readTradeResults: channel(tradeResultsQuerySchema).returns<TradeResults>(),
  /** The orders of the trade that contains an order. */
  readTradeOrders: channel(tradeOrdersQuerySchema).returns<TradeOrders>(),
  /** Like `exportHistory`, for trades. */
  exportTrades: channel(tradeExportQuerySchema).returns<ExportOutcome>(),
  /** The size of a symbol's contract, as observed. */
  readContractSize: channel(contractSizeQuerySchema).returns<ContractSize>(),
  /** Open positions, derived like the trades. */
  readPositions: channel(positionsQuerySchema).returns<Positions>(),
  /** Gains, losses and positions of a span of days (docs/statement.md). */
  readStatement: channel(statementQuerySchema).returns<Statement>(),
  /** Like `exportHistory`, for a statement. */
  exportStatement: channel(statementExportQuerySchema).returns<ExportOutcome>(),
  readHistoryChoices: channel(listQuerySchema).returns<HistoryChoices>(),
  /** Earlier versions of a row, latest change first. */
  readRowChanges: channel(changesQuerySchema).returns<RowChange[]>(),
  /** An open plan order's life as this computer has seen it; `null` if it never was. */
  readPlanLife: channel(planLifeQuerySchema).returns<PlanLife | null>(),
  readPlansOfDay: channel(plansOfDayQuerySchema).returns<PlansOfDay>(),
  /** The latest 1,000 unreadable rows, latest first. */
  readUnreadableRows: channel(listQuerySchema).returns<UnreadableRow[]>(),
  /** The user's notes on the plan orders that have one. Order histories and trades bring theirs with the rows. */
  readPlanNotes: channel(planNotesQuerySchema).returns<{ key: string; text: string }[]>(),
  /** Stores a note in the account's local database. Resolves when the note is on the disk. */
  saveNote: channel(noteChangeSchema).returns<NoteOutcome>(),
  /** Those of the most notes first. */
  readTags: channel(tagQuerySchema).returns<TagCount[]>(),
  /** All notes of an account, also those in the archives of its earlier keys, in parts. */
  listNotes: channel(noteListQuerySchema).returns<NotePart>(),
  countNotes: channel(accountQuery).returns<{ notes: number }>(),
  /** Adds notes of a file. A row that has another note keeps it. */
  importNotes: channel(noteImportSchema).returns<ImportedNotes>(),
  /** Writes the filtered, sorted list to a file. A canceled call leaves no file behind. */
  exportHistory: channel(exportQuerySchema).returns<ExportOutcome>(),
  readSymbolRules: channel(accountQuery).returns<Snapshot<SymbolRules>>(),

  /** Replaces the page's subscriptions. Subscribed lists are polled. A subscription expires after `holdsForMs` unless it is renewed. */
  watchMarket: channel(watchSchema).returns<{ holdsForMs: number }>(),
  /** Returns the current rows of a live list immediately, none before the first poll. `liveChanged` sends the changes. */
  readLive: channel(liveQuerySchema).returns<AnyLiveSnapshot>(),
  /** Polls now, even after failures. Returns a failure in the status. `liveChanged` sends the rows. */
  refreshLive: channel(liveQuerySchema).returns<LiveStatus>(),
  /** Latest first. */
  readActivity: channel(accountFilterSchema).returns<Activity[]>(),
  markActivityRead: channel(readMarkSchema).returns<{ unread: number }>(),
  /** The account is in the window in front, or is no longer. See `Look`. */
  noteLook: channel(lookSchema).returns<Look>(),
  /** Opens a window or brings it to the front. `shown`: false if the host has no windows of its own. */
  showWindow: channel(z.strictObject({ window: z.enum(programWindows) })).returns<{ shown: boolean }>(),
  readUpdates: channel(nothing).returns<UpdateStatus>(),
  /** Checks now, unless updates are turned off. */
  checkForUpdates: channel(nothing).returns<UpdateStatus>(),
  /** Restarts the program with the downloaded version, after exports have ended. */
  installUpdate: channel(nothing).returns<UpdateStatus>(),
  /** By creation time. */
  listAlerts: channel(accountFilterSchema).returns<Alert[]>(),
  saveAlert: channel(alertChangeSchema).returns<Alert>(),
  /** Returns the account's other alerts. */
  removeAlert: channel(alertQuerySchema).returns<Alert[]>(),
};

export type Contract = typeof contract;
export type ChannelName = keyof Contract;
/** Input as passed by the caller. */
export type InputOf<Name extends ChannelName> = z.input<Contract[Name]['input']>;
/** Input as received by the handler, after validation. */
export type ParsedInputOf<Name extends ChannelName> = z.output<Contract[Name]['input']>;
export type OutputOf<Name extends ChannelName> = Exclude<Contract[Name]['output'], undefined>;

/** Events from the program to the page, with their data. */
export const events = {
  settingsChanged: settingsSchema,
  /** The result of `listAccounts`. */
  accountsChanged: z.array(accountSummarySchema),
  connectionChanged: connectionSchema,
  /** The result of `readHistoryState`, at most a few times a second per list. */
  historyChanged: historyStateSchema,
  /** Notes of an account have changed. Rows with other notes are also a change of their list. */
  notesChanged: z.strictObject({ account: z.string() }),
  exportProgress: exportProgressSchema,
  /** Changes of subscribed lists. */
  liveChanged: liveChangeSchema,
  activityAdded: activitySchema,
  /** Activities to announce outside the page as one notification, latest first. */
  notificationDue: z.array(activitySchema).min(1),
  /** The system could not show the notification of these activities. The page shows them until the user closes them. */
  notificationFailed: z.strictObject({ ids: z.array(z.string()).min(1) }),
  /** Existing activities have changed: call `readActivity` again. */
  activitiesChanged: z.strictObject({ account: z.string() }),
  /** The result of `listAlerts` for the account. */
  alertsChanged: accountAlertsSchema,
  updatesChanged: updateStatusSchema,
  /** The user clicked the system notification of an activity. */
  activityChosen: z.strictObject({ id: z.string() }),
  /** The connection to the host was interrupted, and events may be lost. Sent by the page's own client. */
  eventsMissed: nothing,
  /** The user chose a command of the native menu. */
  command: z.strictObject({ name: z.enum(commandNames) }),
};

export type EventName = keyof typeof events;
export type EventOf<Name extends EventName> = z.output<(typeof events)[Name]>;
export type HostEvent = { [Name in EventName]: { name: Name; data: EventOf<Name> } }[EventName];

/** Interface between page and host. Implemented by Electron's preload script and by the browser host's client. */
export interface Bridge {
  /** `callId`: chosen by the page, for `cancel`. */
  call(channel: string, input: unknown, callId: string): Promise<Result<unknown>>;
  /** Cancels a call. Ignores unknown calls and calls that have ended. */
  cancel(callId: string): void;
  /** Returns a function that unsubscribes. */
  subscribe(listener: (event: HostEvent) => void): () => void;
}
