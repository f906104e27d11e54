import type { App, CommandLine } from 'electron';

/** Identifies the program to Windows and macOS. Windows shows notifications under this ID, which the installer's shortcut has, too. */
export const appId = 'io.github.orderglass';

/** Gives the program its name in the task bar and in notifications of Windows. */
export function identifyProgram(app: Pick<App, 'setAppUserModelId'>, platform: NodeJS.Platform): void {
  if (platform === 'win32') app.setAppUserModelId(appId);
}

/**
 * True if an installed program was started without Chromium's sandbox. An AppImage adds the switch on systems without user namespaces. From
 * the sources only a developer can add it.
 */
export function lacksSandbox({ isPackaged, commandLine }: Pick<App, 'isPackaged' | 'commandLine'>): boolean {
  return isPackaged && commandLine.hasSwitch('no-sandbox');
}

/**
 * True if the windows are Wayland's. Wayland lets no program keep a window above others or choose its place (electron#50403, #40886).
 * Electron notes the platform that it selected on its own command line.
 */
export function isWayland(
  commandLine: Pick<CommandLine, 'getSwitchValue'>,
  platform: NodeJS.Platform,
  { XDG_SESSION_TYPE }: NodeJS.ProcessEnv,
): boolean {
  if (platform !== 'linux') return false;
  return (commandLine.getSwitchValue('ozone-platform') || XDG_SESSION_TYPE) === 'wayland';
}
