import { AsyncLocalStorage } from 'node:async_hooks';
import type { WebContents } from 'electron';

const asking = new AsyncLocalStorage<WebContents>();

/** Carries out what a page asks for: whoever is called in the course of it finds that page by `askingPage`. */
export function runForPage<Answer>(page: WebContents, work: () => Answer): Answer {
  return asking.run(page, work);
}

/** `null` outside of calls. */
export function callingPage(): WebContents | null {
  return asking.getStore() ?? null;
}
