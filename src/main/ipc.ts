import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import type { Core } from '../core/index.ts';
import { ipcNames } from '../shared/ipc.ts';
import { fail, type Result } from '../shared/result.ts';
import { runForPage } from './calling-page.ts';
import { isOwnPage } from './own-page.ts';
import { pageLifetime } from './page-lifetime.ts';
import { markReady } from './ready-pages.ts';

/**
 * Carries calls of the own windows' pages to the core and the core's events to them. A call from anything else (another
 * frame, another page, a window that is not ours) is refused with an exception there and a warning here.
 */
export function connectPages(core: Pick<Core, 'call' | 'subscribe'>, windows: ReadonlySet<BrowserWindow>): void {
  const underWay = new Map<string, AbortController>();

  ipcMain.handle(
    ipcNames.call,
    async (event, channel: unknown, input: unknown, callId: unknown): Promise<Result<unknown>> => {
      refuseStrangers(event, windows);
      if (typeof channel !== 'string' || typeof callId !== 'string') {
        return fail('invalid-input', 'The channel or the name of the call is not a text.');
      }
      const name = `${event.sender.id} ${callId}`;
      const ending = new AbortController();
      underWay.set(name, ending);
      try {
        const signal = AbortSignal.any([pageLifetime(event.sender), ending.signal]);
        return await runForPage(event.sender, () => core.call(channel, input, { signal }));
      } finally {
        if (underWay.get(name) === ending) underWay.delete(name);
      }
    },
  );

  ipcMain.handle(ipcNames.cancel, (event, callId: unknown): void => {
    refuseStrangers(event, windows);
    underWay.get(`${event.sender.id} ${String(callId)}`)?.abort();
  });

  ipcMain.handle(ipcNames.listening, (event): void => {
    refuseStrangers(event, windows);
    markReady(event.sender);
  });

  core.subscribe((event) => {
    for (const { webContents } of windows) webContents.send(ipcNames.event, event);
  });
}

function refuseStrangers(event: IpcMainInvokeEvent, windows: ReadonlySet<BrowserWindow>): void {
  if (isFromOwnPage(event, windows)) return;
  process.emitWarning(`Refused a call that does not come from Orderglass' page: ${event.senderFrame?.url}`);
  throw new Error('Only the page of Orderglass may call.');
}

function isFromOwnPage({ sender, senderFrame }: IpcMainInvokeEvent, windows: ReadonlySet<BrowserWindow>): boolean {
  return (
    senderFrame !== null && senderFrame === sender.mainFrame && isOwnPage(senderFrame.url) && hasPage(windows, sender)
  );
}

function hasPage(windows: ReadonlySet<BrowserWindow>, contents: WebContents): boolean {
  return [...windows].some((window) => window.webContents === contents);
}
