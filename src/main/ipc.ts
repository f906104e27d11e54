import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import type { Core } from '../core/index.ts';
import { ipcNames } from '../shared/first-page/ipc.ts';
import { fail, type Result } from '../shared/values/result.ts';
import { isOwnPage } from './page-scheme.ts';
import { markReady, pageLifetime, runForPage } from './pages.ts';

/**
 * Connects the pages of `windows` with the core: carries their calls to it and its events to them. A call from another frame, page or
 * window is rejected with an exception and a process warning.
 */
export function connectPages(core: Pick<Core, 'call' | 'subscribe'>, windows: ReadonlySet<BrowserWindow>): void {
  const running = new Map<string, AbortController>();

  ipcMain.handle(
    ipcNames.call,
    async (event, channel: unknown, input: unknown, callId: unknown): Promise<Result<unknown>> => {
      rejectForeign(event, windows);
      if (typeof channel !== 'string' || typeof callId !== 'string') {
        return fail('invalid-input', 'The channel or the name of the call is not a text.');
      }
      const name = `${event.sender.id} ${callId}`;
      const controller = new AbortController();
      running.set(name, controller);
      try {
        const signal = AbortSignal.any([pageLifetime(event.sender), controller.signal]);
        return await runForPage(event.sender, () => core.call(channel, input, { signal }));
      } finally {
        if (running.get(name) === controller) running.delete(name);
      }
    },
  );

  ipcMain.handle(ipcNames.cancel, (event, callId: unknown): void => {
    rejectForeign(event, windows);
    running.get(`${event.sender.id} ${String(callId)}`)?.abort();
  });

  ipcMain.handle(ipcNames.listening, (event): void => {
    rejectForeign(event, windows);
    markReady(event.sender);
  });

  core.subscribe((event) => {
    for (const { webContents } of windows) webContents.send(ipcNames.event, event);
  });
}

function rejectForeign(event: IpcMainInvokeEvent, windows: ReadonlySet<BrowserWindow>): void {
  if (isFromOwnPage(event, windows)) return;
  process.emitWarning(`Refused a call that does not come from Orderglass' page: ${event.senderFrame?.url}`);
  throw new Error('Only the page of Orderglass may call.');
}

function isFromOwnPage({ sender, senderFrame }: IpcMainInvokeEvent, windows: ReadonlySet<BrowserWindow>): boolean {
  return (
    senderFrame !== null && senderFrame === sender.mainFrame && isOwnPage(senderFrame.url) && hasPage(windows, sender)
  );
}

function hasPage(windows: ReadonlySet<BrowserWindow>, page: WebContents): boolean {
  return [...windows].some((window) => window.webContents === page);
}
