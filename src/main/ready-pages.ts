import type { WebContents } from 'electron';
import type { HostEvent } from '../shared/contract.ts';
import { ipcNames } from '../shared/ipc.ts';
import { pageLifetime } from './page-lifetime.ts';

/** Until its end, a page that has said that it listens. */
const listening = new WeakMap<WebContents, AbortSignal>();
const waiting = new WeakMap<WebContents, HostEvent>();

/** Whether the page that stands there now has said so; one that is loaded anew has not. */
export function isReady(page: WebContents): boolean {
  return listening.get(page)?.aborted === false;
}

export function markReady(page: WebContents): void {
  listening.set(page, pageLifetime(page));
  const event = waiting.get(page);
  waiting.delete(page);
  if (event) page.send(ipcNames.event, event);
}

/** Tells a page that may still be loading: it hears of it as soon as it listens. Of several that wait, the last counts. */
export function tellPage(page: WebContents, event: HostEvent): void {
  if (isReady(page)) page.send(ipcNames.event, event);
  else waiting.set(page, event);
}
