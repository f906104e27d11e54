import type { App, CommandLine } from 'electron';

/** Windows shows notifications of programs whose shortcut has the same ID. The installer creates it: packaging/electron-builder.ts. */
const appUserModelId = 'io.github.orderglass';

/** Gives the program its name in the task bar and in notifications of Windows. */
export function identifyProgram(app: Pick<App, 'setAppUserModelId'>, platform: NodeJS.Platform): void {
  if (platform === 'win32') app.setAppUserModelId(appUserModelId);
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
