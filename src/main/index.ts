import path from 'node:path';
import { app, BrowserWindow, dialog, Menu, nativeTheme, session, type WebContents } from 'electron';
import { lockDataFolder } from '../core/data-folder.ts';
import { type Core, createCore, openProgramLog, type ProgramLog } from '../core/index.ts';
import { demoCredentials, startDemoExchange } from '../demo-exchange/index.ts';
import type { ProgramWindow } from '../shared/choices.ts';
import type { EventOf, HostEvent } from '../shared/contract.ts';
import type { Activity } from '../shared/market.ts';
import { type Settings, settingsSchema } from '../shared/settings.ts';
import { type HostText, hostTextEn } from '../shared/text/host-en.ts';
import { hostText } from '../shared/text/host-text.ts';
import { callingPage } from './calling-page.ts';
import { connectPages } from './ipc.ts';
import { logCrashes } from './log-crashes.ts';
import { menuTemplate } from './menu-template.ts';
import { tellActivities } from './notifications.ts';
import { type ProgramOptions, readOptions } from './options.ts';
import { recoverFromCrashes } from './page-crash.ts';
import { isReady, tellPage } from './ready-pages.ts';
import { saveDialogs } from './save-dialog.ts';
import { registerPageScheme, servePage } from './scheme.ts';
import { blockNavigation, confineDownloads, denyPermissions } from './security.ts';
import { openProgramWindow } from './window.ts';

/** A core that cannot end by itself does not keep the program. */
const longestEndMs = 3000;

const out = path.join(import.meta.dirname, '..');
const windows = new Set<BrowserWindow>();
/** At most one of each kind. */
const windowsByKind = new Map<ProgramWindow, BrowserWindow>();
const placeFiles: Readonly<Record<ProgramWindow, string>> = { main: 'window.json', watch: 'watch-window.json' };
/** In the language in force, once the system has told its own. */
let text = hostTextEn;

try {
  const options = readOptions(process.argv.slice(1));
  app.setPath('userData', options.dataDirectory);
  registerPageScheme();
  blockNavigation(app);
  app.enableSandbox();
  // The window of the program that already runs comes to the front; see "second-instance".
  if (app.requestSingleInstanceLock())
    app
      .whenReady()
      .then(() => startLogged(options))
      .catch(giveUp);
  else app.quit();
} catch (error) {
  giveUp(error);
}

async function startLogged(options: ProgramOptions): Promise<void> {
  text = hostText('system', app.getLocale());
  // The system's lock above keeps out only other programs with a window, not the browser host.
  const unlock = lockDataFolder(app.getPath('userData'));
  const log = openProgramLog({
    dataDirectory: app.getPath('userData'),
    echo: (line) => process.stderr.write(`${line}\n`),
  });
  logCrashes(app, log.write);
  try {
    await start(options, log, unlock);
  } catch (error) {
    log.write({ event: 'start-failed', error });
    unlock();
    throw error;
  }
}

async function start(options: ProgramOptions, log: ProgramLog, unlock: () => void): Promise<void> {
  denyPermissions(session.defaultSession);
  confineDownloads(session.defaultSession);
  servePage(session.defaultSession.protocol, path.join(out, 'renderer'));
  app.setAboutPanelOptions({ applicationName: text.product, applicationVersion: app.getVersion() });

  const core = await createCore({
    dataDirectory: app.getPath('userData'),
    about: { version: app.getVersion(), host: 'electron', platform: process.platform },
    startDemoExchange: () =>
      options.demoExchange === null
        ? startDemoExchange()
        : Promise.resolve({ baseUrl: options.demoExchange, ...demoCredentials, close: async () => {} }),
    lastingDemoExchange: options.demoExchange,
    // Built beside this file.
    historyWorker: new URL('history-worker.js', import.meta.url),
    exportPlaces: saveDialogs(dialog, () => windowOf(callingPage())),
    showWindow: (kind) => void showWindow(kind),
    log,
  });
  endWithApp(async () => {
    await core.close();
    log.close();
    unlock();
  });
  connectPages(core, windows);
  tellActivities(core, {
    text: () => text,
    soundsItself: () => [...windows].some(({ webContents }) => isReady(webContents)),
    onChosen: showChosen,
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
    placeFile: path.join(app.getPath('userData'), placeFiles[kind]),
  });
  windows.add(window);
  windowsByKind.set(kind, window);
  window.once('closed', () => {
    windows.delete(window);
    windowsByKind.delete(kind);
  });
  recoverFromCrashes(window, () => text);
  return window;
}

function windowOf(page: WebContents | null): BrowserWindow | null {
  return page && BrowserWindow.fromWebContents(page);
}

/** What was told outside of the page and clicked there; of several the list. */
function showChosen(activity: Activity | null): void {
  if (activity === null) tellMain({ name: 'command', data: { name: 'show-activity' } });
  else tellMain({ name: 'activityChosen', data: { id: activity.id } });
}

/** A choice from the menu. All of it is of the main window, which may be hidden or closed, save what opens the other one. */
function runCommand(command: EventOf<'command'>): void {
  if (command.name === 'open-watch-window') showWindow('watch');
  else tellMain({ name: 'command', data: command });
}

function tellMain(event: HostEvent): void {
  tellPage(showWindow('main').webContents, event);
}

/** Opens it, or brings it to the front. */
function showWindow(kind: ProgramWindow): BrowserWindow {
  const window = windowsByKind.get(kind);
  if (!window) return openWindow(kind);
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
  return window;
}

/** The native parts (menu, dialogs, scroll bars) have the theme and the language that the user chose in the page. */
async function followSettings(core: Core): Promise<void> {
  const follow = ({ theme, language }: Settings): void => {
    nativeTheme.themeSource = theme;
    applyLanguage(hostText(language, app.getLocale()));
  };
  const answer = await core.call('readSettings', {});
  if (answer.ok) follow(settingsSchema.parse(answer.data));
  core.subscribe((event) => {
    if (event.name === 'settingsChanged') follow(event.data);
  });
}

function applyLanguage(words: HostText): void {
  // A menu that is set anew closes under whoever has it open.
  if (words === text) return;
  text = words;
  setMenu();
}

function setMenu(): void {
  const template = menuTemplate(process.platform, text, runCommand);
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

/** Holds the end of the app back until everything is put away. */
function endWithApp(shutDown: () => Promise<void>): void {
  let isEnding = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isEnding) return;
    isEnding = true;
    // Not `app.exit`, which waits for a keychain that never answers.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), longestEndMs);
    shutDown().then(
      () => app.exit(0),
      () => app.exit(1),
    );
  });
}

function giveUp(error: unknown): void {
  dialog.showErrorBox(text.cannotStart, error instanceof Error ? error.message : String(error));
  app.exit(1);
}
