import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { App, Dialog } from 'electron';
import type { AppUpdater } from 'electron-updater';
import type { UpdateHooks, Updates } from '../core/updates.ts';
import type { UpdateStatus } from '../shared/contract/program.ts';
import type { HostText } from '../shared/text/host-en.ts';

/** Milliseconds between two checks, and before the first one. */
const checkIntervalMs = 24 * 60 * 60 * 1000;
const firstCheckMs = 30_000;

/** electron-updater sends a random ID of the installation for gradual releases. Every installation sends the same one. */
const sharedId = '00000000-0000-0000-0000-000000000000';

export interface UpdaterOptions extends UpdateHooks {
  /** Loads the updater. Called by the first check. */
  readonly load: () => Promise<AppUpdater>;
  /** `install`: downloads in the background, and installs after a question. `tell`: only says that there is a newer version. */
  readonly mode: 'install' | 'tell';
  /** Asks the user whether to restart now. */
  readonly askToRestart: (version: string) => Promise<boolean>;
  /** Saves and closes everything before the new version starts. */
  readonly prepareRestart: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Looks for updates once a day while it is turned on, and contacts no server otherwise. */
export class Updater implements Updates {
  readonly #options: UpdaterOptions;
  #status: UpdateStatus = { kind: 'off' };
  #updater: Promise<AppUpdater> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<UpdateStatus> | null = null;

  constructor(options: UpdaterOptions) {
    this.#options = options;
  }

  get status(): UpdateStatus {
    return this.#status;
  }

  turn(on: boolean): void {
    if (on === (this.#status.kind !== 'off')) return;
    clearTimeout(this.#timer);
    this.#set({ kind: on ? 'unchecked' : 'off' });
    if (on) this.#checkAfter(firstCheckMs);
  }

  check(): Promise<UpdateStatus> {
    if (this.#status.kind === 'off' || this.#status.kind === 'ready') return Promise.resolve(this.#status);
    this.#checking ??= this.#checkNow().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  async install(): Promise<UpdateStatus> {
    const { version } = await this.#afterExports();
    if (version !== null && this.#options.isIdle()) {
      const updater = await this.#load();
      await this.#options.prepareRestart();
      updater.quitAndInstall(true, true);
    }
    return this.#status;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #checkAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.check(), milliseconds);
    this.#timer.unref();
  }

  /** A user who turns updates off meanwhile stops the next step. */
  async #checkNow(): Promise<UpdateStatus> {
    this.#set({ kind: 'checking' });
    this.#checkAfter(checkIntervalMs);
    try {
      const updater = await this.#load();
      const found = await updater.checkForUpdates();
      if (this.#isOff()) return this.#status;
      const version = found?.updateInfo.version ?? null;
      if (!found?.isUpdateAvailable || version === null) return this.#set({ kind: 'current' });
      if (this.#options.mode === 'tell') return this.#set({ kind: 'found', version });
      this.#set({ kind: 'downloading', version });
      await updater.downloadUpdate();
      if (this.#isOff()) return this.#status;
      this.#set({ kind: 'ready', version, waitsForExport: false });
      void this.#ask();
      return this.#status;
    } catch (error) {
      this.#options.onError(error);
      return this.#isOff() ? this.#status : this.#set({ kind: 'failed' });
    }
  }

  async #ask(): Promise<void> {
    const { version } = await this.#afterExports();
    if (version !== null && (await this.#options.askToRestart(version))) await this.install();
  }

  /** Waits for running exports. `version`: the downloaded one; `null` if there is none. */
  async #afterExports(): Promise<{ version: string | null }> {
    const ready = this.#status;
    if (ready.kind !== 'ready') return { version: null };
    if (!this.#options.isIdle()) {
      this.#set({ ...ready, waitsForExport: true });
      await this.#options.whenIdle();
      if (this.#isOff()) return { version: null };
      this.#set({ ...ready, waitsForExport: false });
    }
    return { version: ready.version };
  }

  #load(): Promise<AppUpdater> {
    this.#updater ??= this.#options.load().then((updater) => {
      updater.autoDownload = false;
      updater.autoInstallOnAppQuit = false;
      updater.disableWebInstaller = true;
      updater.logger = null;
      updater.requestHeaders = { 'x-user-staging-id': sharedId };
      // Its failures also reject the calls. Without a listener the event would be thrown.
      updater.on('error', () => {});
      return updater;
    });
    return this.#updater;
  }

  #isOff(): boolean {
    return this.#status.kind === 'off';
  }

  #set(status: UpdateStatus): UpdateStatus {
    this.#status = status;
    this.#options.onChange(status);
    return status;
  }
}

/** Asks in a dialog whether to restart now. */
export async function askToRestart(
  version: string,
  { updateReady: text }: HostText,
  dialog: Pick<Dialog, 'showMessageBox'>,
): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: text.title(version),
    detail: text.detail,
    buttons: [text.later, text.restart],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 1;
}

export interface Installation {
  readonly platform: NodeJS.Platform;
  readonly environment: NodeJS.ProcessEnv;
  /** Folder with the files beside the asar. */
  readonly resources: string;
}

/**
 * Returns what an installed program can do about updates; `null` if nothing, because it has no address for updates. Linux: an AppImage
 * replaces itself, a package of the system is installed by the user. Windows: a portable program cannot replace itself. On Windows and macOS
 * only the signature of the installed program shows who made the new one, so an unsigned program installs nothing.
 */
export function updateMode(
  app: Pick<App, 'isPackaged' | 'getAppPath'>,
  { platform, environment, resources }: Installation,
): 'install' | 'tell' | null {
  if (!app.isPackaged || !existsSync(path.join(resources, 'app-update.yml'))) return null;
  if (platform === 'linux') return environment.APPIMAGE ? 'install' : 'tell';
  if (platform === 'win32' && environment.PORTABLE_EXECUTABLE_FILE) return 'tell';
  return isSigned(app) ? 'install' : 'tell';
}

/** True if the build says so in the package.json of the program (packaging/electron-builder.ts). */
function isSigned(app: Pick<App, 'getAppPath'>): boolean {
  const { signed } = JSON.parse(readFileSync(path.join(app.getAppPath(), 'package.json'), 'utf8')) as {
    signed?: unknown;
  };
  return signed === true;
}
