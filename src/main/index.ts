import path from 'node:path';
import { app, BrowserWindow, dialog, Menu, nativeTheme, protocol, session, type WebContents } from 'electron';
import { lockDataFolder, openChromiumFolder } from '../core/files/data-folder.ts';
import { createPageStart } from '../core/first-page.ts';
import { type Core, createCore, openProgramLog, type ProgramLog } from '../core/index.ts';
import { noUpdates, type UpdateHooks, type Updates } from '../core/updates.ts';
import { demoCredentials, demoOptions, startDemoExchange } from '../demo-exchange/index.ts';
import { environmentProxy } from '../exchange/index.ts';
import type { Activity } from '../shared/contract/alerts.ts';
import type { EventOf, HostEvent } from '../shared/contract/index.ts';
import { type Settings, settingsSchema } from '../shared/contract/settings.ts';
import type { ProgramWindow } from '../shared/settings/choices.ts';
import { type HostText, hostTextEn } from '../shared/text/host-en.ts';
import { hostText } from '../shared/text/host-text.ts';
import { logCrashes, recoverFromCrashes } from './crashes.ts';
import { identifyProgram, isWayland, lacksSandbox } from './desktop.ts';
import { connectPages } from './ipc.ts';
import { menuTemplate } from './menu-template.ts';
import { showNotifications } from './notifications.ts';
import { type ProgramOptions, readOptions } from './options.ts';
import { registerPageScheme, servePage } from './page-scheme.ts';
import { callingPage, isReady, sendWhenReady } from './pages.ts';
import { askAndRemoveData, restartToRemove, sayNotShown, temporaryFolder } from './remove-data.ts';
import { saveDialogs } from './save-dialog.ts';
import { blockNavigation, confineDownloads, denyPermissions } from './security.ts';
import { systemProxy } from './system-proxy.ts';
import { askToRestart, Updater, updateMode } from './updates.ts';
import { openProgramWindow } from './window.ts';
import { windowBoundsFile, windowNotices } from './window-bounds.ts';

/** Milliseconds after which the process is killed if the core cannot be closed. */
const maxShutdownMs = 3000;

const out = path.join(import.meta.dirname, '..');
const windows = new Set<BrowserWindow>();
/** At most one window of each kind. */
const windowsByKind = new Map<ProgramWindow, BrowserWindow>();
/** From the command line. */
let dataDirectory = '';
/** True once the user has removed all data: nothing is saved any more. */
let removesData = false;
/** Texts of the current language. English until the app is ready and knows the language of the system. */
let text = hostTextEn;

// Replaces Node's own listener, which opens the debugger to every program of the computer. A packaged build has a fuse for it, too.
process.on('SIGUSR1', () => {});

try {
  const options = readOptions(process.argv.slice(1));
  if (options.version) printVersion();
  else if (lacksSandbox(app)) app.whenReady().then(refuseToStart);
  else startWhenReady(options);
} catch (error) {
  giveUp(error);
}

function printVersion(): void {
  process.stdout.write(`${app.getVersion()}\n`);
  app.exit(0);
}

/** Without its sandbox the page would have the rights of the user, and the program has keys. */
function refuseToStart(): void {
  text = hostText('system', app.getLocale());
  giveUp(new Error(text.withoutSandbox));
}

function startWhenReady(options: ProgramOptions): void {
  dataDirectory = options.dataDirectory;
  app.setPath('userData', options.removeData === null ? openChromiumFolder(dataDirectory) : temporaryFolder(app));
  identifyProgram(app, process.platform);
  registerPageScheme(protocol);
  blockNavigation(app);
  app.enableSandbox();
  // If the program already runs, its window comes to the front: see "second-instance".
  const isConfirmed = options.removeData === 'confirmed';
  if (options.removeData !== null)
    app
      .whenReady()
      .then(() => askAndRemoveData(dataDirectory, hostText('system', app.getLocale()), { app, dialog, isConfirmed }))
      .catch(giveUp);
  else if (app.requestSingleInstanceLock())
    app
      .whenReady()
      .then(() => startLogged(options))
      .catch(giveUp);
  else app.quit();
}

async function startLogged(options: ProgramOptions): Promise<void> {
  text = hostText('system', app.getLocale());
  // `requestSingleInstanceLock` keeps out other Electron processes only, not the browser host.
  const unlock = lockDataFolder(dataDirectory, folderLost);
  const log = openProgramLog({
    dataDirectory,
    echo: (line) => process.stderr.write(`${line}\n`),
  });
  logCrashes(app, log.write);
  try {
    await start(options, log, unlock);
  } catch (error) {
    log.write({ event: 'start-failed', error });
    log.close();
    unlock();
    throw error;
  }
}

async function start(options: ProgramOptions, log: ProgramLog, unlock: () => void): Promise<void> {
  denyPermissions(session.defaultSession);
  confineDownloads(session.defaultSession);
  app.setAboutPanelOptions({ applicationName: text.product, applicationVersion: app.getVersion() });

  const installation = { platform: process.platform, environment: process.env, resources: process.resourcesPath };
  const mode = updateMode(app, installation);
  const createUpdates = (hooks: UpdateHooks): Updates =>
    mode === null
      ? noUpdates
      : new Updater({
          ...hooks,
          mode,
          load: async () => (await import('electron-updater')).autoUpdater,
          askToRestart: (version) => askToRestart(version, text, dialog),
          prepareRestart: async () => {
            await end();
            // The new version must not take this one for a running program.
            app.releaseSingleInstanceLock();
          },
          onError: (error) => log.write({ event: 'update-failed', error }),
        });
  const core = await createCore({
    dataDirectory,
    backupDirectory: options.backupDirectory,
    about: {
      version: app.getVersion(),
      host: 'electron',
      platform: process.platform,
      wayland: isWayland(app.commandLine, process.platform, process.env),
    },
    watchesAccounts: true,
    startDemoExchange: () =>
      options.demoExchange === null
        ? startDemoExchange(demoOptions)
        : Promise.resolve({ baseUrl: options.demoExchange, ...demoCredentials, close: async () => {} }),
    lastingDemoExchange: options.demoExchange,
    text: (language) => hostText(language, app.getLocale()),
    // Built into the folder of this file.
    historyWorker: new URL('history-worker.cjs', import.meta.url),
    exportTargets: saveDialogs(dialog, () => windowOf(callingPage())),
    findProxy: environmentProxy(process.env) ?? systemProxy(session.defaultSession),
    showWindow: (kind) => void showWindow(kind),
    removeFiles(notShown) {
      void sayNotShown(notShown, text, dialog).finally(() => {
        removesData = true;
        restartToRemove(app);
      });
    },
    createUpdates,
    fileNotices: windowNotices(dataDirectory),
    log,
  });
  let ending: Promise<void> | null = null;
  const end = (): Promise<void> => {
    ending ??= core.close({ discards: removesData }).then(() => {
      log.close({ discards: removesData });
      unlock();
    });
    return ending;
  };
  endWithApp(async () => {
    await end();
    // `app.exit` ends JavaScript, with the timer of `endWithApp`, and then waits for the call.
    if (core.isKeychainPending) killProcess();
  });
  servePage(session.defaultSession.protocol, {
    folder: path.join(out, 'renderer'),
    start: createPageStart(core),
    reader: () => ({
      languages: [app.getLocale()],
      theme: nativeTheme.shouldUseDarkColors ? 'dark' : 'light',
    }),
  });
  connectPages(core, windows);
  showNotifications(core, {
    pagePlaysSound: () => [...windows].some(({ webContents }) => isReady(webContents)),
    onClick: showClicked,
    onFailed: showInPage,
  });
  setMenu();
  await followSettings(core);

  showWindow('main');
  app.on('second-instance', () => showWindow('main'));
  app.on('activate', () => showWindow('main'));
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
}

function openWindow(kind: ProgramWindow): BrowserWindow {
  const window = openProgramWindow({
    kind,
    out,
    icon: path.join(out, '../resources/icon-512.png'),
    boundsFile: windowBoundsFile(dataDirectory, kind),
    onNotPainted: () => process.stderr.write(`${text.notPainted}\n`),
  });
  windows.add(window);
  windowsByKind.set(kind, window);
  window.once('closed', () => {
    windows.delete(window);
    windowsByKind.delete(kind);
  });
  recoverFromCrashes(window, () => text, { app, dialog });
  return window;
}

function windowOf(page: WebContents | null): BrowserWindow | null {
  return page && BrowserWindow.fromWebContents(page);
}

/** Shows the activity of the notification that was clicked, or the activity list if the notification covers several. */
function showClicked(activity: Activity | null): void {
  if (activity === null) sendToMain({ name: 'command', data: { name: 'show-activity' } });
  else sendToMain({ name: 'activityChosen', data: { id: activity.id } });
}

/** Shows activities in the main window, which asks for attention without coming to the front. */
function showInPage(activities: readonly Activity[]): void {
  const window = windowsByKind.get('main');
  if (!window) return;
  sendWhenReady(window.webContents, { name: 'notificationFailed', data: { ids: activities.map(({ id }) => id) } });
  if (!window.isFocused()) window.flashFrame(true);
}

/** Runs a menu command. Every command goes to the main window, which may be hidden or closed, except the one that opens the watch window. */
function runCommand(command: EventOf<'command'>): void {
  if (command.name === 'open-watch-window') showWindow('watch');
  else sendToMain({ name: 'command', data: command });
}

function sendToMain(event: HostEvent): void {
  sendWhenReady(showWindow('main').webContents, event);
}

/** Opens a window, or brings it to the front. */
function showWindow(kind: ProgramWindow): BrowserWindow {
  const window = windowsByKind.get(kind);
  if (!window) return openWindow(kind);
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
  return window;
}

/** Applies the theme and the language of the settings to the native parts: menu, dialogs, scroll bars. */
async function followSettings(core: Core): Promise<void> {
  const apply = ({ theme, language }: Settings): void => {
    nativeTheme.themeSource = theme;
    applyLanguage(hostText(language, app.getLocale()));
  };
  const stored = await core.call('readSettings', {});
  if (stored.ok) apply(settingsSchema.parse(stored.data));
  core.subscribe((event) => {
    if (event.name === 'settingsChanged') apply(event.data);
  });
}

function applyLanguage(words: HostText): void {
  // Setting the menu closes it if the user has it open.
  if (words === text) return;
  text = words;
  setMenu();
}

function setMenu(): void {
  const template = menuTemplate({ platform: process.platform, isPackaged: app.isPackaged }, text, runCommand);
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

/** Delays the end of the app until `shutDown` is done. */
function endWithApp(shutDown: () => Promise<void>): void {
  let isEnding = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isEnding) return;
    isEnding = true;
    // A killed process does not start again to remove the data.
    if (!removesData) setTimeout(killProcess, maxShutdownMs);
    shutDown().then(
      () => app.exit(0),
      () => app.exit(1),
    );
  });
}

function killProcess(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** Ends the program without saving anything. */
function folderLost(): void {
  dialog.showErrorBox(text.folderLost.title, text.folderLost.detail(dataDirectory));
  killProcess();
}

function giveUp(error: unknown): void {
  dialog.showErrorBox(text.cannotStart, error instanceof Error ? error.message : String(error));
  app.exit(1);
}
