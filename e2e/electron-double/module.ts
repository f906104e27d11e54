/** The module `electron` of the double. Node rejects imports of names that it does not export. */
import type {
  App,
  Dialog,
  BrowserWindow as ElectronBrowserWindow,
  Menu as ElectronMenu,
  Notification as ElectronNotification,
  IpcMain,
  NativeTheme,
  Protocol,
  Screen,
  Session,
} from 'electron';
import { executeTestCommands } from './control.ts';
import { AppDouble } from './electron/app.ts';
import { BrowserWindowDouble, placeWindowsIn } from './electron/browser-window.ts';
import { DialogDouble } from './electron/dialog.ts';
import { ipcMainDouble } from './electron/ipc-main.ts';
import { MenuDouble } from './electron/menu.ts';
import { NativeThemeDouble } from './electron/native-theme.ts';
import { NotificationDouble } from './electron/notification.ts';
import { ProtocolDouble } from './electron/protocol.ts';
import { ScreenDouble } from './electron/screen.ts';
import { SessionDouble } from './electron/session.ts';
import { Double, standIn } from './not-modeled.ts';
import { reportFault } from './runtime.ts';

const appDouble = new AppDouble();
const protocolDouble = new ProtocolDouble(() => appDouble.isReady());
const sessionDouble = new SessionDouble(protocolDouble);
placeWindowsIn({ app: appDouble, session: sessionDouble, protocol: protocolDouble });

class SessionModuleDouble extends Double {
  get defaultSession(): Session {
    if (!appDouble.isReady()) throw new Error('Session can only be received when app is ready');
    return standIn<Session>(sessionDouble);
  }
}

export const app = standIn<App>(appDouble);
export const BrowserWindow = BrowserWindowDouble satisfies Pick<
  typeof ElectronBrowserWindow,
  'getAllWindows' | 'fromWebContents'
>;
export const Menu = MenuDouble satisfies Pick<
  typeof ElectronMenu,
  'buildFromTemplate' | 'setApplicationMenu' | 'getApplicationMenu'
>;
export const Notification = NotificationDouble satisfies Pick<typeof ElectronNotification, 'isSupported'>;
export const dialog = standIn<Dialog>(new DialogDouble());
export const ipcMain = standIn<IpcMain>(ipcMainDouble);
export const nativeTheme = standIn<NativeTheme>(new NativeThemeDouble());
export const protocol = standIn<Protocol>(protocolDouble);
export const screen = standIn<Screen>(new ScreenDouble());
export const session = new SessionModuleDouble() satisfies Pick<typeof Electron.Session, 'defaultSession'>;

const electron = {
  app,
  BrowserWindow,
  Menu,
  Notification,
  dialog,
  ipcMain,
  nativeTheme,
  protocol,
  screen,
  session,
};
export default electron;

executeTestCommands({
  electron,
  forge: (frameUrl, channel, args) => BrowserWindowDouble.forge(frameUrl, channel, args),
});
process.on('unhandledRejection', reportFault);
setImmediate(() => appDouble.launch().catch(reportFault));
