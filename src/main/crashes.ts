import type { App, BrowserWindow, Dialog } from 'electron';
import type { Log } from '../core/index.ts';
import type { HostText } from '../shared/text/host-en.ts';

/** Logs uncaught errors, and renderer processes that are gone. Does not change how the program reacts to them. */
export function logCrashes(app: App, log: Log): void {
  process.on('uncaughtExceptionMonitor', (error, origin) => {
    log({ event: 'crashed', origin, error });
  });
  process.on('unhandledRejection', (reason) => {
    log({ event: 'crashed', origin: 'unhandledRejection', error: reason });
  });
  app.on('web-contents-created', (_event, contents) => {
    contents.on('render-process-gone', (_gone, { reason, exitCode }) => {
      if (reason !== 'clean-exit') log({ event: 'page-gone', reason, exitCode });
    });
  });
}

/** Milliseconds. If the page crashes again within this time after a reload, reloading does not help. */
const minUptimeMs = 60_000;

/** Decides what to do about a crashed page: reload it, or ask the user if it was reloaded a moment ago. */
export class CrashPolicy {
  #lastReload = Number.NEGATIVE_INFINITY;

  /** `now` in monotonic milliseconds. */
  decide(now: number): 'reload' | 'ask' {
    if (now - this.#lastReload < minUptimeMs) return 'ask';
    this.#lastReload = now;
    return 'reload';
  }
}

/** Reloads the page of a window after a crash. If that does not help, asks the user whether to reload or to quit. */
export function recoverFromCrashes(
  window: BrowserWindow,
  text: () => HostText,
  { app, dialog }: { app: Pick<App, 'quit'>; dialog: Pick<Dialog, 'showMessageBox'> },
): void {
  const policy = new CrashPolicy();
  window.webContents.on('render-process-gone', async (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    const reload = policy.decide(performance.now()) === 'reload' || (await userReloads(window, text(), dialog));
    // The window may have been closed while the dialog was open.
    if (window.isDestroyed()) return;
    if (reload) window.webContents.reload();
    else app.quit();
  });
}

async function userReloads(
  window: BrowserWindow,
  { pageFailed }: HostText,
  dialog: Pick<Dialog, 'showMessageBox'>,
): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: pageFailed.title,
    detail: pageFailed.detail,
    buttons: [pageFailed.reload, pageFailed.quit],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}
