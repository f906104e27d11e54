import { AsyncLocalStorage } from 'node:async_hooks';
import type { WebContents } from 'electron';
import type { HostEvent } from '../shared/contract/index.ts';
import { ipcNames } from '../shared/first-page/ipc.ts';

const calling = new AsyncLocalStorage<WebContents>();

/** Runs the work of a call. `callingPage` returns the page meanwhile, also in asynchronous parts of the work. */
export function runForPage<Result>(page: WebContents, work: () => Result): Result {
  return calling.run(page, work);
}

/** Returns the page whose call is being handled; `null` outside of calls. */
export function callingPage(): WebContents | null {
  return calling.getStore() ?? null;
}

const lifetimes = new WeakMap<WebContents, AbortController>();

/** Returns a signal that is aborted when the page that is loaded now is reloaded, crashes or is closed. */
export function pageLifetime(page: WebContents): AbortSignal {
  const known = lifetimes.get(page);
  if (known) return known.signal;

  const lifetime = new AbortController();
  const end = (): void => {
    page.off('destroyed', end);
    page.off('render-process-gone', end);
    page.off('did-navigate', end);
    lifetimes.delete(page);
    lifetime.abort();
  };
  page.on('destroyed', end);
  page.on('render-process-gone', end);
  // Not when a navigation starts: a navigation that is denied leaves the page and its calls unchanged.
  page.on('did-navigate', end);
  lifetimes.set(page, lifetime);
  return lifetime.signal;
}

/** Lifetimes of the pages that receive events. */
const ready = new WeakMap<WebContents, AbortSignal>();
const pending = new WeakMap<WebContents, HostEvent>();

/** True if the page that is loaded now receives events. A reloaded page does so only after it has subscribed again. */
export function isReady(page: WebContents): boolean {
  return ready.get(page)?.aborted === false;
}

/** Marks a page as receiving events, and sends the event that waits for the page. */
export function markReady(page: WebContents): void {
  ready.set(page, pageLifetime(page));
  const event = pending.get(page);
  pending.delete(page);
  if (event) page.send(ipcNames.event, event);
}

/** Sends an event to a page, as soon as the page receives events. Of several events that wait only the last one is sent. */
export function sendWhenReady(page: WebContents, event: HostEvent): void {
  if (isReady(page)) page.send(ipcNames.event, event);
  else pending.set(page, event);
}
