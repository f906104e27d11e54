import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { createProxies, type Fetch, type FindProxy } from '../exchange/index.ts';
import { type HistoryWorker, historyWorkerSource } from '../history/index.ts';
import type { AccountSummary, ConnectionStatus } from '../shared/contract/accounts.ts';
import type { Activity } from '../shared/contract/alerts.ts';
import type { HostEvent, OutputOf } from '../shared/contract/index.ts';
import type { About, FileNotice } from '../shared/contract/program.ts';
import type { Settings } from '../shared/contract/settings.ts';
import type { LanguageChoice, ProgramWindow } from '../shared/settings/choices.ts';
import { type HostText, hostTextEn } from '../shared/text/host-en.ts';
import type { DataFile } from '../shared/values/domain.ts';
import { OrderglassError } from '../shared/values/errors.ts';
import type { Result } from '../shared/values/result.ts';
import { Accounts } from './accounts/accounts.ts';
import { demoArchiveName } from './accounts/archive-name.ts';
import type { DemoExchangeHandle } from './accounts/demo-account.ts';
import type { Alerts } from './alerts/alerts.ts';
import { composeNotification } from './alerts/compose-notification.ts';
import { Backups } from './backup/backups.ts';
import { WeeklyBackups } from './backup/weekly-backups.ts';
import { systemClock } from './clock.ts';
import type { CredentialStore } from './credentials/credential-store.ts';
import { createKeychain } from './credentials/keychain.ts';
import { Dispatcher, type Handlers } from './dispatcher.ts';
import { EventHub } from './event-hub.ts';
import type { ExportTargets } from './export/exporter.ts';
import { createExports } from './export/exports.ts';
import { removeTemporaryFiles } from './files/data-files.ts';
import {
  fileList,
  findStoredData,
  markRemoval,
  removeKeychainEntries,
  type StoredData,
  takeRemovalMark,
} from './files/remove-data.ts';
import { SettingsStore } from './files/settings-store.ts';
import type { FileErrorHandler } from './files/state-file.ts';
import { createHandlers } from './handlers.ts';
import { historyLog } from './history/history-log.ts';
import { HistoryService } from './history/history-service.ts';
import { ConnectionLog, logAccountChanges, protectedKeychain } from './logging/core-log.ts';
import { readHostFacts, versionNumber, writeDiagnostics } from './logging/diagnostics.ts';
import { type ProgramLog, silentLog } from './logging/program-log.ts';
import type { MarketPoller } from './market/market-poller.ts';
import { createMarketServices } from './market/market-services.ts';
import { Signal } from './signal.ts';
import { noUpdates, RunningExports, type UpdateHooks, type Updates } from './updates.ts';
import { AccountWatch, silentIn } from './watch/account-watch.ts';

export { type HistoryWorker, historyWorkerSource, WorkerThreads } from '../history/index.ts';
export type { DemoExchangeHandle } from './accounts/demo-account.ts';
export type { Log, LogEvent } from './logging/log-events.ts';
export { openProgramLog, type ProgramLog } from './logging/program-log.ts';

export interface CoreOptions {
  /** Folder of the program's files. Created with the first file. */
  dataDirectory: string;
  about: About;
  /** Folder in which the weekly backups have theirs, as the host chooses; no page can name it. Default: the data folder. */
  backupDirectory?: string | null;
  /** Called with the first call for the demo account, and again only after a failure. */
  startDemoExchange: () => Promise<DemoExchangeHandle>;
  /** Base URL of a demo exchange that outlasts the program, so that its history is kept. Default: each start has a new demo exchange. */
  lastingDemoExchange?: string | null;
  /**
   * Returns the texts of notifications, and of the notes with which a demo account without a lasting exchange begins. Default: English, and no
   * notes.
   */
  text?: (language: LanguageChoice) => HostText;
  /** Default: the source. */
  historyWorker?: HistoryWorker;
  /** True to watch all accounts as long as the core runs: see `AccountWatch`. Default: only what pages and alerts need is requested. */
  watchesAccounts?: boolean;
  /** Default: exports are not possible. */
  exportTargets?: ExportTargets;
  /** Creates the updates of the program. Default: the host cannot update it. */
  createUpdates?: (hooks: UpdateHooks) => Updates;
  /** Of files that the host itself reads. Default: none. */
  fileNotices?: readonly FileNotice[];
  /** Opens a window of the program, or brings it to the front. Default: the host has no windows. */
  showWindow?: (window: ProgramWindow) => void;
  /** Ends the program, then removes its files. `notShown`: see `RemovedData`. Default: the host cannot. */
  removeFiles?: (notShown: readonly string[]) => void;
  /** For requests without a proxy. Default: the one of src/exchange. */
  fetch?: Fetch;
  /** Default: no proxies. */
  findProxy?: FindProxy | undefined;
  /** Epoch milliseconds. Default: the system clock. */
  now?: () => number;
  /** From 0 to below 1. Default: `Math.random`. */
  random?: () => number;
  /** Default: the keychain of the system. It is not accessed before an account with credentials in it is used. */
  openKeychain?: (onLateSave: () => void) => CredentialStore;
  /** Default: nothing is logged. */
  log?: ProgramLog;
}

export interface Core {
  /** Handles a call of the contract. Never rejects. Fails with `canceled` once the signal is aborted or the core is closed. */
  call(channel: string, input: unknown, options?: { signal?: AbortSignal }): Promise<Result<unknown>>;
  /** Returns a function that ends the subscription. */
  subscribe(listener: (event: HostEvent) => void): () => void;
  /**
   * Cancels running calls, saves all state and stops the demo exchange. `discards`: true if all data is removed next. Busy threads are ended
   * at once then, because nothing needs to be saved.
   */
  close(options?: { discards?: boolean }): Promise<void>;
  /** True while a call to the system's keychain is pending. A normal exit of the process would wait for its end, if need be forever. */
  readonly isKeychainPending: boolean;
}

/** Set by the tests, of which many start the program as another process. */
const checksOutputs = process.env.ORDERGLASS_CHECK_OUTPUTS === '1';

/**
 * Opens the program's files, creates its services and connects them. The program must have locked the data folder. Does not reject because of
 * damaged files and forbidden folders.
 */
export async function createCore(options: CoreOptions): Promise<Core> {
  const core = new RunningCore(options, await openFiles(options));
  await core.opened();
  return core;
}

/** Opens what the services need from the start. The signals report changes from then on. */
async function openFiles(options: CoreOptions) {
  const { dataDirectory, about, startDemoExchange, lastingDemoExchange = null, log = silentLog() } = options;
  const { now = Date.now, random = Math.random } = options;
  const openKeychain = options.openKeychain ?? ((onLateSave) => createKeychain({ now, onLateSave }));
  const startedAt = performance.now();
  log.write({ event: 'started', version: versionNumber(about.version), host: about.host, ...readHostFacts() });
  await removeTemporaryFiles(dataDirectory);
  const fileNotices: FileNotice[] = [...(options.fileNotices ?? [])];
  if (await takeRemovalMark(dataDirectory)) fileNotices.push({ what: 'folder', problem: 'not-removed' });
  const fileErrors = (file: DataFile) => fileErrorHandler(file, fileNotices, log);
  const hub = new EventHub(log.write);
  const settingsChanged = new Signal<Settings>();
  const accountsChanged = new Signal<AccountSummary[]>();
  const connectionChanged = new Signal<ConnectionStatus>();

  const settings = await SettingsStore.open({
    directory: dataDirectory,
    now,
    fileErrors: fileErrors('settings'),
    onInvalid: (paths) => fileNotices.push({ what: 'setting-values', paths }),
    onChange: settingsChanged.emit,
  });
  const proxies = createProxies(options.findProxy ?? (async () => null), options.fetch);
  const accounts = await Accounts.open({
    directory: dataDirectory,
    demoArchive: demoArchiveName(lastingDemoExchange ?? ''),
    demoRun: lastingDemoExchange === null ? randomUUID() : '',
    startDemoExchange,
    openKeychain: (onLateSave) => protectedKeychain(openKeychain(onLateSave), log.protect),
    fetch: proxies.fetch,
    proxyNameFor: proxies.nameFor,
    now,
    random,
    log: log.write,
    fileErrors: fileErrors('accounts'),
    onAccounts: accountsChanged.emit,
    onLeftEntries: (entries) => hub.emit('leftEntriesChanged', entries),
    onConnection: connectionChanged.emit,
  });
  const signals = { settingsChanged, accountsChanged, connectionChanged };
  return { startedAt, now, random, openKeychain, log, fileNotices, fileErrors, hub, settings, accounts, signals };
}

type OpenedFiles = Awaited<ReturnType<typeof openFiles>>;

/** The services, in the order in which they are created. They call those below them only after `opened` is called. */
class RunningCore implements Core {
  readonly #options: CoreOptions;
  readonly #files: OpenedFiles;
  readonly #connectionLog: ConnectionLog;
  /** Accounts whose exchange cannot be reached. */
  readonly #offline = new Set<string>();
  readonly #exports = new RunningExports();
  readonly #updates: Updates;
  readonly #history: HistoryService;
  readonly #market: MarketPoller;
  readonly #alerts: Alerts;
  readonly #watch: AccountWatch;
  readonly #backups: Backups;
  readonly #weeklyBackups: WeeklyBackups;
  readonly #dispatcher: Dispatcher;
  #closing: Promise<void> | null = null;

  constructor(options: CoreOptions, files: OpenedFiles) {
    const { now, log, hub, settings, accounts, signals } = files;
    const clock = systemClock(now);
    this.#options = options;
    this.#files = files;
    this.#connectionLog = new ConnectionLog(log.write, now);
    this.#updates =
      options.createUpdates?.({
        onChange: (status) => hub.emit('updatesChanged', status),
        isIdle: () => this.#exports.isIdle(),
        whenIdle: () => this.#exports.whenIdle(),
      }) ?? noUpdates;
    this.#history = this.#createHistory();
    const { market, alerts } = createMarketServices({
      ...clock,
      directory: options.dataDirectory,
      random: files.random,
      find: (id) => accounts.find(id),
      settings: () => settings.current,
      log: log.write,
      fileErrors: files.fileErrors('alerts'),
      followPlans: (account, archive, followed) => this.#history.followPlans(account, archive, followed),
      readPositions: (account, plans, zone) => this.#history.ask('readPositionRisk', { account, plans, zone }),
      readRules: async (account) => {
        const { rows } = await accounts
          .find(account)
          .askMarket((client, asked) => client.readSymbolRules({}, asked), new AbortController().signal);
        return rows;
      },
      events: {
        liveChanged: (change) => hub.emit('liveChanged', change),
        recovered: (account) => this.#recovered(account),
        plansPolled: (account, failure) => this.#watch.polled(account, failure),
        activityAdded: (activity) => hub.emit('activityAdded', activity),
        activitiesChanged: (account) => hub.emit('activitiesChanged', { account }),
        alertsChanged: (account, changed) => hub.emit('alertsChanged', { account, alerts: changed }),
        notificationDue: (activities) => this.#notify(activities),
      },
    });
    this.#market = market;
    this.#alerts = alerts;
    this.#watch = new AccountWatch({
      ...clock,
      accounts: () => (options.watchesAccounts === true ? accounts.list() : []),
      watchPlans: (ids) => this.#market.watchAccounts(ids),
      followOrders: (account) => this.#history.followOrders(account),
      onChange: (unwatched) => hub.emit('unwatchedChanged', unwatched),
    });
    this.#backups = new Backups({
      version: options.about.version,
      accounts,
      alerts,
      history: this.#history,
      settings,
      targets: options.exportTargets,
      now,
    });
    this.#weeklyBackups = new WeeklyBackups({
      dataDirectory: options.dataDirectory,
      chosenDirectory: options.backupDirectory ?? null,
      backups: this.#backups,
      isOn: () => settings.current.weeklyBackup,
      now,
      onFailure: (error, folder) => {
        log.write({ event: 'file-not-saved', file: 'backups', error });
        this.#noteBackups([{ what: 'backups', folder }]);
      },
      onWritten: () => this.#noteBackups([]),
    });
    const handlers = this.#createHandlers();
    this.#dispatcher = new Dispatcher({
      handlers: { ...handlers, ...logAccountChanges(handlers, log) },
      log: log.write,
      checksOutputs,
    });
    hub.subscribe((event) => this.#connectionLog.accept(event));
    signals.settingsChanged.on((changed) => this.#settingsChanged(changed));
    signals.accountsChanged.on((changed) => {
      this.#followAccounts(changed);
      hub.emit('accountsChanged', changed);
    });
    signals.connectionChanged.on((changed) => this.#connectionChanged(changed));
  }

  /** Follows the accounts and settings. Resolves when the alerts of all accounts are read. */
  async opened(): Promise<void> {
    const { accounts, settings } = this.#files;
    this.#followAccounts(accounts.list());
    this.#updates.turn(settings.current.updates);
    await this.#alerts.opened();
  }

  call(channel: string, input: unknown, { signal }: { signal?: AbortSignal } = {}): Promise<Result<unknown>> {
    return this.#dispatcher.call(channel, input, signal);
  }

  subscribe(listener: (event: HostEvent) => void): () => void {
    return this.#files.hub.subscribe(listener);
  }

  close({ discards = false } = {}): Promise<void> {
    this.#closing ??= this.#close(discards);
    return this.#closing;
  }

  get isKeychainPending(): boolean {
    return this.#files.accounts.isKeychainPending;
  }

  #createHistory(): HistoryService {
    const { dataDirectory, lastingDemoExchange = null, historyWorker = historyWorkerSource, text } = this.#options;
    const { now, log, fileNotices, hub, settings, accounts } = this.#files;
    return new HistoryService({
      directory: dataDirectory,
      worker: historyWorker,
      accounts,
      keepsDemoHistory: lastingDemoExchange !== null,
      words: (account) => ({
        settled: settings.current.settledOrders[account] ?? {},
        renamed: settings.current.renamedSymbols[account] ?? {},
        contractSizes: settings.current.contractSizes[accounts.exchangeKeyOf(account)] ?? {},
      }),
      demoNotes: () => text?.(settings.current.language).demoNotes ?? null,
      readOpenPlans: (account, priority) => this.#market.openPlans(account, priority),
      now,
      log: log.write,
      onChange: (changed) => hub.emit('historyChanged', changed),
      onNotes: (account) => hub.emit('notesChanged', { account }),
      onNotesQuarantined(backupName) {
        log.write({ event: 'notes-quarantined' });
        fileNotices.push({ what: 'notes', backupName });
        hub.emit('fileNoticesChanged', fileNotices);
      },
      onPlans: (account, update) => this.#alerts.plansFollowed(account, update),
      onFailure: historyLog(log.write),
      onRecovered: (account) => this.#recovered(account),
    });
  }

  #createHandlers(): Handlers {
    const { about, exportTargets, showWindow } = this.#options;
    const { now, log, fileNotices, hub, settings, accounts } = this.#files;
    return createHandlers({
      about,
      fileNotices,
      accounts,
      history: this.#history,
      ...createExports({
        history: this.#history,
        running: this.#exports,
        targets: exportTargets,
        onProgress: (progress) => hub.emit('exportProgress', progress),
      }),
      backups: this.#backups,
      weeklyBackups: this.#weeklyBackups,
      updates: this.#updates,
      market: this.#market,
      alerts: this.#alerts,
      watch: this.#watch,
      showWindow,
      settings,
      log: log.write,
      readStoredData: async () => {
        const { folder, files, keychainEntries } = await this.#storedData();
        return { folder, files: fileList(files), keychainEntries: keychainEntries.length };
      },
      removeData: () => this.#removeData(),
      writeDiagnostics: () =>
        writeDiagnostics({
          about,
          accounts: accounts.list(),
          settings: settings.current,
          connections: this.#connectionLog.latest,
          log,
          now: now(),
        }),
    });
  }

  #settingsChanged(changed: Settings): void {
    this.#market.intervalsChanged();
    this.#history.wordsChanged();
    this.#updates.turn(changed.updates);
    if (changed.weeklyBackup) void this.#weeklyBackups.check();
    this.#files.hub.emit('settingsChanged', changed);
  }

  #followAccounts(summaries: AccountSummary[]): void {
    this.#files.log.accounts.learn(summaries);
    this.#history.accountsChanged();
    this.#alerts.accountsChanged(
      summaries.map(({ id }) => id),
      silentIn(summaries),
    );
    this.#market.accountsChanged(summaries);
    this.#watch.accountsChanged();
  }

  #connectionChanged(changed: ConnectionStatus): void {
    this.#files.hub.emit('connectionChanged', changed);
    if (changed.offline) this.#offline.add(changed.account);
    else if (this.#offline.delete(changed.account)) this.#recovered(changed.account);
  }

  /** The exchange answers an account again. What waits for an exchange waits in all accounts of that exchange. */
  #recovered(id: string): void {
    for (const account of this.#files.accounts.atExchangeOf(id)) {
      this.#market.retryPassing(account);
      this.#history.retryPassing(account);
    }
  }

  /** Replaces the notice of the weekly backups. */
  #noteBackups(next: readonly FileNotice[]): void {
    const { fileNotices, hub } = this.#files;
    const others = fileNotices.filter(({ what }) => what !== 'backups');
    if (others.length + next.length === fileNotices.length) return;
    fileNotices.splice(0, fileNotices.length, ...others, ...next);
    hub.emit('fileNoticesChanged', fileNotices);
  }

  #notify(activities: [Activity, ...Activity[]]): void {
    const { hub, settings, accounts } = this.#files;
    const text = this.#options.text?.(settings.current.language) ?? hostTextEn;
    const context = { text, settings: settings.current, accounts: accounts.list() };
    hub.emit('notificationDue', composeNotification(activities, context));
  }

  async #storedData(): Promise<StoredData> {
    const folder = this.#options.dataDirectory;
    return (await findStoredData(folder)) ?? { folder, files: [], keychainEntries: [] };
  }

  async #removeData(): Promise<OutputOf<'removeData'>> {
    const { dataDirectory, removeFiles } = this.#options;
    if (!removeFiles) throw new OrderglassError('invalid-input', 'This host cannot remove its files.');
    const keychain = this.#files.openKeychain(() => {});
    const notShown = await removeKeychainEntries(await this.#storedData(), keychain);
    await markRemoval(dataDirectory);
    // The response is sent first.
    setImmediate(removeFiles, notShown);
    return { notShown };
  }

  async #close(discards: boolean): Promise<void> {
    const { log, startedAt, settings, accounts } = this.#files;
    const callsEnded = this.#dispatcher.end();
    const backupsClosed = this.#weeklyBackups.close();
    this.#watch.close();
    this.#market.close();
    this.#updates.close();
    const alertsClosed = this.#alerts.close();
    // Calls that wait for the keychain end only with their account.
    const accountsClosed = accounts.close();
    // The histories follow the open plan orders, and the alerts wait for what they report.
    const historyClosed = discards ? this.#history.close({ discards }) : alertsClosed.then(() => this.#history.close());
    await callsEnded;
    await historyClosed;
    await backupsClosed;
    await settings.close();
    await accountsClosed;
    log.write({ event: 'stopped', seconds: Math.round((performance.now() - startedAt) / 1000) });
  }
}

/** Logs the errors of a file, and tells the user about one that is unusable. Files of several accounts that were left as they are have one notice. */
function fileErrorHandler(file: DataFile, notices: FileNotice[], log: ProgramLog): FileErrorHandler {
  return {
    unusable({ problem, backupName, error }) {
      log.write({ event: 'file-unusable', file, problem, error, moved: backupName !== null });
      const notice: FileNotice = { what: file, problem, backupName };
      if (!notices.some((known) => isDeepStrictEqual(known, notice))) notices.push(notice);
    },
    notSaved: (error) => log.write({ event: 'file-not-saved', file, error }),
  };
}
