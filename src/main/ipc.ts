import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import type { Core } from '../core/index.ts';
import { ipcNames } from '../shared/ipc.ts';
import { fail, type Result } from '../shared/result.ts';
import { isOwnPage } from './own-page.ts';
import { pageLifetime } from './page-lifetime.ts';

/**
 * Carries calls of the own windows' pages to the core and the core's events to them. A call from anything else (another
 * frame, another page, a window that is not ours) is refused with an exception there and a warning here.
 */
export function connectPages(core: Pick<Core, 'call' | 'subscribe'>, windows: ReadonlySet<BrowserWindow>): void {
  ipcMain.handle(ipcNames.call, async (event, channel: unknown, input: unknown): Promise<Result<unknown>> => {
    if (!isFromOwnPage(event, windows)) {
      process.emitWarning(`Refused a call that does not come from Orderglass' page: ${event.senderFrame?.url}`);
      throw new Error('Only the page of Orderglass may call.');
    }
    if (typeof channel !== 'string') return fail('invalid-input', 'The channel is not a text.');
    return core.call(channel, input, { signal: pageLifetime(event.sender) });
  });

  core.subscribe((event) => {
    for (const window of windows) window.webContents.send(ipcNames.event, event);
  });
}

function isFromOwnPage({ sender, senderFrame }: IpcMainInvokeEvent, windows: ReadonlySet<BrowserWindow>): boolean {
  return (
    senderFrame !== null && senderFrame === sender.mainFrame && isOwnPage(senderFrame.url) && hasPage(windows, sender)
  );
}

function hasPage(windows: ReadonlySet<BrowserWindow>, contents: WebContents): boolean {
  return [...windows].some((window) => window.webContents === contents);
}
