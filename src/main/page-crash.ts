import { app, type BrowserWindow, dialog } from 'electron';
import type { HostText } from '../shared/text/host-en.ts';
import { CrashPolicy } from './crash-policy.ts';

/** Brings back a page whose process is gone; asks the user when that does not help. */
export function recoverFromCrashes(window: BrowserWindow, text: () => HostText): void {
  const policy = new CrashPolicy();
  window.webContents.on('render-process-gone', async (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    const reload = policy.decide(performance.now()) === 'reload' || (await userReloads(window, text()));
    // It may have been closed while the question was open.
    if (window.isDestroyed()) return;
    if (reload) window.webContents.reload();
    else app.quit();
  });
}

async function userReloads(window: BrowserWindow, { pageFailed }: HostText): Promise<boolean> {
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
