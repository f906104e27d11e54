import type { ExportQuery, StatementExportQuery, TradeExportQuery } from '../shared/contract/exports.ts';
import type { OutputOf } from '../shared/contract/index.ts';
import type { About, FileNotice } from '../shared/contract/program.ts';
import { type AnswerOf, type QuestionName, type QuestionOf, questions } from '../shared/contract/questions.ts';
import type { ProgramWindow } from '../shared/settings/choices.ts';
import type { Accounts } from './accounts/accounts.ts';
import type { Alerts } from './alerts/alerts.ts';
import type { Backups } from './backup/backups.ts';
import type { WeeklyBackups } from './backup/weekly-backups.ts';
import { systemClock } from './clock.ts';
import type { CallContext, Handlers } from './dispatcher.ts';
import type { Export } from './export/exporter.ts';
import type { SettingsStore } from './files/settings-store.ts';
import type { HistoryService } from './history/history-service.ts';
import type { Log } from './logging/log-events.ts';
import { answerInTime } from './market/answer-in-time.ts';
import type { MarketPoller } from './market/market-poller.ts';
import type { Updates } from './updates.ts';
import type { AccountWatch } from './watch/account-watch.ts';

export interface Services {
  readonly about: About;
  readonly fileNotices: FileNotice[];
  readonly accounts: Accounts;
  readonly history: HistoryService;
  readonly exportRows: Export<ExportQuery>;
  readonly exportTrades: Export<TradeExportQuery>;
  readonly exportStatement: Export<StatementExportQuery>;
  readonly market: MarketPoller;
  readonly alerts: Alerts;
  readonly watch: Pick<AccountWatch, 'unwatched'>;
  readonly settings: SettingsStore;
  readonly updates: Updates;
  readonly backups: Backups;
  readonly weeklyBackups: Pick<WeeklyBackups, 'days' | 'chosenFolder'>;
  readonly log: Log;
  readonly writeDiagnostics: () => string;
  readonly readStoredData: () => Promise<OutputOf<'readStoredData'>>;
  readonly removeData: () => Promise<OutputOf<'removeData'>>;
  /** Missing if the host has no windows. */
  readonly showWindow?: ((window: ProgramWindow) => void) | undefined;
}

/** Returns the handlers of all channels, which call the services. */
export function createHandlers(services: Services): Handlers {
  const { about, fileNotices, accounts, history, market, alerts, watch, settings, updates } = services;
  const { schedule } = systemClock(Date.now);
  const { exportRows, exportTrades, exportStatement, backups, log, writeDiagnostics, showWindow } = services;

  return {
    readAbout: () => about,
    readFileNotices: () => fileNotices,
    readDiagnostics: () => ({ text: writeDiagnostics() }),
    reportPageProblem(problem) {
      log({ event: 'page-failed', ...problem });
      return {};
    },
    readStoredData: () => services.readStoredData(),
    removeData: () => services.removeData(),
    listAccounts: () => accounts.list(),
    saveAccount: (change) => accounts.save(change),
    async removeAccount({ id, withArchive }) {
      const remaining = await history.remove(id, withArchive, () => accounts.remove(id));
      // The account is removed, even if the settings cannot be saved. `fileErrors` reports that.
      await settings.forgetAccount(id).catch(() => {});
      return remaining;
    },
    readLeftEntries: () => accounts.leftEntries,
    forgetLeftEntries: ({ entries }) => accounts.forgetLeftEntries(entries),
    testConnection: (test, { signal }) => accounts.testConnection(test, signal),
    readConnection: ({ account }) => accounts.connection(account),
    readSettings: () => settings.current,
    changeSettings: (change) => settings.change(change),
    ...forwardQuestions(history),
    listNotes: (question) => history.listNotes(question),
    exportHistory: (query, { signal }) => exportRows(query, signal),
    exportTrades: (query, { signal }) => exportTrades(query, signal),
    exportStatement: (query, { signal }) => exportStatement(query, signal),
    writeBackup: (_, { signal }) => backups.write(signal),
    handOverBackup(part) {
      backups.handOver(part);
      return {};
    },
    previewRestore: (file) => backups.preview(file),
    restoreBackup: (file) => backups.restore(file),
    readWeeklyBackups: async () => ({
      folder: services.weeklyBackups.chosenFolder,
      days: await services.weeklyBackups.days(),
    }),
    undoRestore: () => backups.undo(),
    readSymbolRules: ({ account }, { signal }) =>
      answerInTime(
        schedule,
        accounts.find(account).askMarket((client, options) => client.readSymbolRules({}, options), signal),
      ),
    watchMarket: (watched) => market.watch(watched),
    readLive: (query) => market.read(query),
    refreshLive: (query) => market.refresh(query),
    readActivity: (query) => alerts.readActivity(query),
    markActivityRead: (marked) => alerts.markActivityRead(marked),
    reportPresence: (report) => alerts.reportPresence(report),
    showWindow({ window }) {
      showWindow?.(window);
      return { shown: showWindow !== undefined };
    },
    readUpdates: () => updates.status,
    checkForUpdates: () => updates.check(),
    installUpdate: () => updates.install(),
    listAlerts: (query) => alerts.listAlerts(query),
    saveAlert: (change) => alerts.saveAlert(change),
    readUnwatched: () => watch.unwatched,
    removeAlert: (query) => alerts.removeAlert(query),
  };
}

type Forwarded = {
  readonly [Name in QuestionName]: (question: QuestionOf<Name>, context: CallContext) => Promise<AnswerOf<Name>>;
};

/** Returns a handler for each question, which forwards it by its name. */
function forwardQuestions(history: HistoryService): Forwarded {
  const names = Object.keys(questions) as QuestionName[];
  const handlers = names.map((name) => [
    name,
    (question: QuestionOf<typeof name>, { signal }: CallContext) => history.ask(name, question, signal),
  ]);
  // Each handler has the name of its question.
  return Object.fromEntries(handlers) as Forwarded;
}
