import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { createProxies, type Fetch, type FindProxy } from '../exchange/index.ts';
import { historyWorkerSource, type PlanUpdate } from '../history/index.ts';
import type { AccountSummary, ConnectionStatus } from '../shared/contract/accounts.ts';
import type { HostEvent } from '../shared/contract/index.ts';
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
import { composeNotification } from './alerts/compose-notification.ts';
import { systemClock } from './clock.ts';
import type { CredentialStore } from './credentials/credential-store.ts';
import { createKeychain } from './credentials/keychain.ts';
import { Dispatcher } from './dispatcher.ts';
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
import { createMarketServices } from './market/market-services.ts';
import { Signal } from './signal.ts';
import { noUpdates, RunningExports, type UpdateHooks, type Updates } from './updates.ts';
import { AccountWatch } from './watch/account-watch.ts';

export type { DemoExchangeHandle } from './accounts/demo-account.ts';
export type { Log, LogEvent } from './logging/log-events.ts';
export { openProgramLog, type ProgramLog } from './logging/program-log.ts';

export interface CoreOptions {
  /** Folder of the program's files. Created with the first file. */
  dataDirectory: string;
  about: About;
  /** Called with the first call for the demo account, and again only after a failure. */
  startDemoExchange: () => Promise<DemoExchangeHandle>;
  /** Base URL of a demo exchange that outlasts the program, so that its history is kept. Default: each start has a new demo exchange. */
  lastingDemoExchange?: string | null;
  /**
   * Returns the texts of notifications, and of the notes with which a demo account without a lasting exchange begins. Default: English, and no
   * notes.
   */
  text?: (language: LanguageChoice) => HostText;
  /** Entry file of the history's worker. Default: the source. */
  historyWorker?: URL;
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

/** Creates the services and connects them. The program must have locked the data folder. Damaged files and forbidden folders do not make it reject. */
export async function createCore(options: CoreOptions): Promise<Core> {
  const { dataDirectory, about, startDemoExchange, lastingDemoExchange = null, log = silentLog() } = options;
  const { now = Date.now, random = Math.random } = options;
  const proxies = createProxies(options.findProxy ?? (async () => null), options.fetch);
  const { openKeychain = (onLateSave) => createKeychain({ now, onLateSave }) } = options;
  const startedAt = performance.now();
  log.write({ event: 'started', version: versionNumber(about.version), host: about.host, ...readHostFacts() });
  await removeTemporaryFiles(dataDirectory);
  const connectionLog = new ConnectionLog(log.write, now);
  const fileNotices: FileNotice[] = [...(options.fileNotices ?? [])];
  if (await takeRemovalMark(dataDirectory)) fileNotices.push({ what: 'folder', problem: 'not-removed' });
  const fileErrors = (file: DataFile) => fileErrorHandler(file, fileNotices, log);
  const hub = new EventHub(log.write);
  hub.subscribe((event) => connectionLog.accept(event));
  const settingsChanged = new Signal<Settings>();
  const accountsChanged = new Signal<AccountSummary[]>();
  const connectionChanged = new Signal<ConnectionStatus>();
  /** The exchange answers an account again. */
  const recovered = new Signal<string>();
  const plansFollowed = new Signal<{ account: string; update: PlanUpdate }>();

  const settings = await SettingsStore.open({
    directory: dataDirectory,
    now,
    fileErrors: fileErrors('settings'),
    onInvalid: (paths) => fileNotices.push({ what: 'setting-values', paths }),
    onChange: settingsChanged.emit,
  });
  let keychain = null as CredentialStore | null;
  const accounts = await Accounts.open({
    directory: dataDirectory,
    demoArchive: demoArchiveName(lastingDemoExchange ?? ''),
    demoRun: lastingDemoExchange === null ? randomUUID() : '',
    startDemoExchange,
    openKeychain(onLateSave) {
      keychain = openKeychain(onLateSave);
      return protectedKeychain(keychain, log.protect);
    },
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
  const history = new HistoryService({
    directory: dataDirectory,
    worker: options.historyWorker ?? historyWorkerSource,
    accounts,
    keepsDemoHistory: lastingDemoExchange !== null,
    words: (account) => ({
      settled: settings.current.settledOrders[account] ?? {},
      renamed: settings.current.renamedSymbols[account] ?? {},
      contractSizes: settings.current.contractSizes[accounts.exchangeKeyOf(account)] ?? {},
    }),
    demoNotes: () => options.text?.(settings.current.language).demoNotes ?? null,
    now,
    log: log.write,
    onChange: (changed) => hub.emit('historyChanged', changed),
    onNotes: (account) => hub.emit('notesChanged', { account }),
    onNotesQuarantined(backupName) {
      log.write({ event: 'notes-quarantined' });
      fileNotices.push({ what: 'notes', backupName });
      hub.emit('fileNoticesChanged', fileNotices);
    },
    onPlans: (account, update) => plansFollowed.emit({ account, update }),
    onFailure: historyLog(log.write),
    onRecovered: recovered.emit,
  });
  const { market, alerts } = createMarketServices({
    ...systemClock(now),
    directory: dataDirectory,
    random,
    find: (id) => accounts.find(id),
    settings: () => settings.current,
    log: log.write,
    fileErrors: fileErrors('alerts'),
    followPlans: (account, archive, followed) => history.followPlans(account, archive, followed),
    readPositions: (account, plans, zone) => history.ask('readPositionRisk', { account, plans, zone }),
    events: {
      liveChanged: (change) => hub.emit('liveChanged', change),
      recovered: recovered.emit,
      plansPolled: (account, failure) => watch.polled(account, failure),
      activityAdded: (activity) => hub.emit('activityAdded', activity),
      activitiesChanged: (account) => hub.emit('activitiesChanged', { account }),
      alertsChanged: (account, changed) => hub.emit('alertsChanged', { account, alerts: changed }),
      notificationDue(activities) {
        const text = options.text?.(settings.current.language) ?? hostTextEn;
        const composed = composeNotification(activities, {
          text,
          settings: settings.current,
          accounts: accounts.list(),
        });
        hub.emit('notificationDue', composed);
      },
    },
  });
  const watch: AccountWatch = new AccountWatch({
    ...systemClock(now),
    accounts: () => (options.watchesAccounts === true ? accounts.list() : []),
    watchPlans: (ids) => market.watchAccounts(ids),
    followOrders: (account) => history.followOrders(account),
    onChange: (unwatched) => hub.emit('unwatchedChanged', unwatched),
  });
  const exports = new RunningExports();
  const storedData = async (): Promise<StoredData> =>
    (await findStoredData(dataDirectory)) ?? { folder: dataDirectory, files: [], keychainEntries: [] };
  const updates =
    options.createUpdates?.({
      onChange: (status) => hub.emit('updatesChanged', status),
      isIdle: () => exports.isIdle(),
      whenIdle: () => exports.whenIdle(),
    }) ?? noUpdates;

  settingsChanged.on((changed) => {
    market.intervalsChanged();
    history.wordsChanged();
    updates.turn(changed.updates);
    hub.emit('settingsChanged', changed);
  });
  const followAccounts = (summaries: AccountSummary[]) => {
    log.accounts.learn(summaries);
    history.accountsChanged();
    alerts.accountsChanged(summaries.map(({ id }) => id));
    market.accountsChanged(summaries);
    watch.accountsChanged();
  };
  accountsChanged.on((changed) => {
    followAccounts(changed);
    hub.emit('accountsChanged', changed);
  });
  /** Accounts whose exchange cannot be reached. */
  const offline = new Set<string>();
  connectionChanged.on((changed) => {
    hub.emit('connectionChanged', changed);
    if (changed.offline) offline.add(changed.account);
    else if (offline.delete(changed.account)) recovered.emit(changed.account);
  });
  // What waits for an exchange waits in all accounts of that exchange.
  recovered.on((id) => {
    for (const account of accounts.atExchangeOf(id)) {
      market.retryPassing(account);
      history.retryPassing(account);
    }
  });
  history.readOpenPlansWith((account, priority) => market.openPlans(account, priority));
  plansFollowed.on(({ account, update }) => alerts.plansFollowed(account, update));
  followAccounts(accounts.list());
  updates.turn(settings.current.updates);
  await alerts.opened();

  const handlers = createHandlers({
    about,
    fileNotices,
    accounts,
    history,
    ...createExports({
      history,
      running: exports,
      targets: options.exportTargets,
      onProgress: (progress) => hub.emit('exportProgress', progress),
    }),
    updates,
    market,
    alerts,
    watch,
    showWindow: options.showWindow,
    settings,
    log: log.write,
    async readStoredData() {
      const { files, keychainEntries } = await storedData();
      return { folder: dataDirectory, files: fileList(files), keychainEntries: keychainEntries.length };
    },
    async removeData() {
      if (!options.removeFiles) throw new OrderglassError('invalid-input', 'This host cannot remove its files.');
      const notShown = await removeKeychainEntries(
        await storedData(),
        openKeychain(() => {}),
      );
      await markRemoval(dataDirectory);
      // The response is sent first.
      setImmediate(options.removeFiles, notShown);
      return { notShown };
    },
    writeDiagnostics: () =>
      writeDiagnostics({
        about,
        accounts: accounts.list(),
        settings: settings.current,
        connections: connectionLog.latest,
        log,
        now: now(),
      }),
  });
  const dispatcher = new Dispatcher({
    handlers: { ...handlers, ...logAccountChanges(handlers, log) },
    log: log.write,
    checksOutputs,
  });
  let closing: Promise<void> | null = null;

  async function end(discards: boolean): Promise<void> {
    const callsEnded = dispatcher.end();
    watch.close();
    market.close();
    updates.close();
    const alertsClosed = alerts.close();
    // Calls that wait for the keychain end only with their account.
    const accountsClosed = accounts.close();
    // The histories follow the open plan orders, and the alerts wait for what they report.
    const historyClosed = discards ? history.close({ discards }) : alertsClosed.then(() => history.close());
    await callsEnded;
    await historyClosed;
    await settings.close();
    await accountsClosed;
    log.write({ event: 'stopped', seconds: Math.round((performance.now() - startedAt) / 1000) });
  }

  return {
    call: (channel, input, { signal } = {}) => dispatcher.call(channel, input, signal),
    subscribe: (listener) => hub.subscribe(listener),
    close({ discards = false } = {}) {
      closing ??= end(discards);
      return closing;
    },
    get isKeychainPending() {
      return keychain?.isPending?.() ?? false;
    },
  };
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
