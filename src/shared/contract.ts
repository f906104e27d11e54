/**
 * The one list of what the page can ask of the program and of what the program tells the page.
 * The page's client and the core's handlers are both derived from it: a missing handler, a surplus one or a wrong type
 * does not compile. Nothing in it changes anything on the exchange.
 */
import { z } from 'zod';
import {
  accountChangeSchema,
  accountIdSchema,
  accountSummarySchema,
  connectionSchema,
  connectionTestSchema,
} from './account-schemas.ts';
import { marginModeChoices, programWindows } from './choices.ts';
import { commandNames } from './commands.ts';
import type {
  About,
  AccountSummary,
  Connection,
  ConnectionReport,
  FileNotice,
  OpenPlan,
  Order,
  Page,
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
  resultsQuerySchema,
  summaryQuerySchema,
  symbolSchema,
  syncQuerySchema,
  windowQuerySchema,
} from './history-schemas.ts';
import type { Activity, Alert, AnyLiveSnapshot, LiveStatus } from './market.ts';
import {
  accountAlertsSchema,
  activitySchema,
  alertChangeSchema,
  alertQuerySchema,
  deskQuerySchema,
  liveChangeSchema,
  liveQuerySchema,
  readMarkSchema,
  watchSchema,
} from './market-schemas.ts';
import type { Result } from './result.ts';
import { type Settings, settingsChangeSchema, settingsSchema } from './settings.ts';

interface Channel<Input extends z.ZodType, Output> {
  input: Input;
  /** Exists for the compiler only. */
  output?: Output;
}

function channel<Input extends z.ZodType>(input: Input) {
  return { answers: <Output>(): Channel<Input, Output> => ({ input }) };
}

const nothing = z.strictObject({});
/** Every call that reads the exchange names its account. */
const account = accountIdSchema;
const marketQuery = z.strictObject({ account });
const pageQuery = z.strictObject({
  account,
  symbol: symbolSchema.optional(),
  marginMode: z.enum(marginModeChoices),
  /** `older` reads towards the past, `newer` what has come since. */
  direction: z.enum(['older', 'newer']),
  /** From an earlier page of the same list; without it the list starts at its newest row. */
  cursor: z.string().min(1).max(4000).optional(),
});
export type PageQuery = z.output<typeof pageQuery>;

export const contract = {
  readAbout: channel(nothing).answers<About>(),
  /** What the user should know of the program's own files since it started. */
  readFileNotices: channel(nothing).answers<FileNotice[]>(),
  /** A text to give to whoever helps: nothing in it is secret, or says whose it is. */
  readDiagnostics: channel(nothing).answers<{ text: string }>(),
  /** The demo account first, then by name. */
  listAccounts: channel(nothing).answers<AccountSummary[]>(),
  /** Credentials only where they are new or replaced; nothing else of an account touches the keychain. */
  saveAccount: channel(accountChangeSchema).answers<AccountSummary>(),
  /** Its entry in the keychain goes too: where that cannot be reached, as soon as it can. Its archive goes only where that is asked. Answers the accounts left. */
  removeAccount: channel(z.strictObject({ id: account, withArchive: z.boolean().default(false) })).answers<
    AccountSummary[]
  >(),
  /** One request without credentials and one with them. Saves nothing. */
  testConnection: channel(connectionTestSchema).answers<ConnectionReport>(),
  readConnection: channel(marketQuery).answers<Connection>(),

  readSettings: channel(nothing).answers<Settings>(),
  changeSettings: channel(settingsChangeSchema).answers<Settings>(),

  readOpenPlans: channel(pageQuery).answers<Page<OpenPlan>>(),
  /** The two histories are read from the archive alone, which is kept up to date by `syncHistory`: they are there at once, and offline. */
  readOrderHistory: channel(windowQuerySchema).answers<HistoryWindow<Order>>(),
  readPlanHistory: channel(windowQuerySchema).answers<HistoryWindow<PlanOrder>>(),
  readHistoryState: channel(listQuerySchema).answers<HistoryState>(),
  /** Answers how the list stands, without waiting for what it has begun. */
  syncHistory: channel(syncQuerySchema).answers<HistoryState>(),
  summarizeHistory: channel(summaryQuerySchema).answers<HistorySummary>(),
  /** Of the historical orders: plan orders have no PnL. */
  readResults: channel(resultsQuerySchema).answers<Results>(),
  readHistoryChoices: channel(listQuerySchema).answers<HistoryChoices>(),
  /** What a row was before, the latest change first. */
  readRowChanges: channel(changesQuerySchema).answers<RowChange[]>(),
  /** The rows that could not be read, the latest first and at most 1,000 of them. */
  readUnreadableRows: channel(listQuerySchema).answers<UnreadableRow[]>(),
  /** Writes a file of the filtered, sorted list. Ended by ending the call, it leaves nothing behind. */
  exportHistory: channel(exportQuerySchema).answers<ExportOutcome>(),
  readSymbolRules: channel(marketQuery).answers<Snapshot<SymbolRules>>(),

  /** What a page looks at, in place of what it said before: that is polled. It holds for so long, and is to be said again in time. */
  watchMarket: channel(watchSchema).answers<{ holdsForMs: number }>(),
  /** What is known of a live list, at once, also where that is nothing yet. What changes from then on is told by `liveChanged`. */
  readLive: channel(liveQuerySchema).answers<AnyLiveSnapshot>(),
  /** Polls now, whatever failed before; what fails is in the answer. The rows come by `liveChanged`. */
  refreshLive: channel(liveQuerySchema).answers<LiveStatus>(),
  /** The latest first. */
  readActivity: channel(deskQuerySchema).answers<Activity[]>(),
  markActivityRead: channel(readMarkSchema).answers<{ unread: number }>(),
  /** Opens a window of the program, or brings it to the front; not `shown` where the host has no windows of its own. */
  showWindow: channel(z.strictObject({ window: z.enum(programWindows) })).answers<{ shown: boolean }>(),
  /** In the order in which they were made. */
  listAlerts: channel(deskQuerySchema).answers<Alert[]>(),
  saveAlert: channel(alertChangeSchema).answers<Alert>(),
  /** Answers those of the account that are left. */
  removeAlert: channel(alertQuerySchema).answers<Alert[]>(),
};

export type Contract = typeof contract;
export type ChannelName = keyof Contract;
/** What a caller passes. */
export type InputOf<Name extends ChannelName> = z.input<Contract[Name]['input']>;
/** What a handler receives, after validation. */
export type ParsedInputOf<Name extends ChannelName> = z.output<Contract[Name]['input']>;
export type OutputOf<Name extends ChannelName> = Exclude<Contract[Name]['output'], undefined>;

/** What the host sends without being asked: the shape of each event. */
export const events = {
  settingsChanged: settingsSchema,
  /** As `listAccounts` answers it. */
  accountsChanged: z.array(accountSummarySchema),
  connectionChanged: connectionSchema,
  /** As `readHistoryState` answers it; at most a few times a second for one list. */
  historyChanged: historyStateSchema,
  exportProgress: exportProgressSchema,
  /** Of lists that a page looks at. */
  liveChanged: liveChangeSchema,
  activityAdded: activitySchema,
  /** Activities that are known say something else: `readActivity` answers it. */
  activitiesChanged: z.strictObject({ account: z.string() }),
  /** As `listAlerts` answers them of the account. */
  alertsChanged: accountAlertsSchema,
  /** Somebody has clicked on what was told of an activity outside of the page. */
  activityChosen: z.strictObject({ id: z.string() }),
  /** The line to the host was cut: what it told meanwhile has not arrived. Told by the page's end of the line. */
  eventsMissed: nothing,
  /** A choice from the native menu. */
  command: z.strictObject({ name: z.enum(commandNames) }),
};

export type EventName = keyof typeof events;
export type EventOf<Name extends EventName> = z.output<(typeof events)[Name]>;
export type HostEvent = { [Name in EventName]: { name: Name; data: EventOf<Name> } }[EventName];

/** The only thing a host gives to the page. Electron's preload and the browser host's client both have this shape. */
export interface Bridge {
  /** `callId` is the page's own name for the call, so that it can be ended. */
  call(channel: string, input: unknown, callId: string): Promise<Result<unknown>>;
  /** Nobody waits for the answer any more. A call that is over, or that never was, is nothing to end. */
  cancel(callId: string): void;
  /** Answers a function that ends the subscription. */
  subscribe(listener: (event: HostEvent) => void): () => void;
}
