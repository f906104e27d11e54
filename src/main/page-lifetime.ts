import type { WebContents } from 'electron';

const lifetimes = new WeakMap<WebContents, AbortController>();

/** A signal that is given when the page that stands in `contents` now is reloaded, crashes or is closed. */
export function pageLifetime(contents: WebContents): AbortSignal {
  const known = lifetimes.get(contents);
  if (known) return known.signal;

  const lifetime = new AbortController();
  const end = (): void => {
    contents.off('destroyed', end);
    contents.off('render-process-gone', end);
    contents.off('did-start-navigation', endOnNavigation);
    lifetimes.delete(contents);
    lifetime.abort();
  };
  const endOnNavigation = (details: { isMainFrame: boolean; isSameDocument: boolean }): void => {
    if (details.isMainFrame && !details.isSameDocument) end();
  };
  contents.on('destroyed', end);
  contents.on('render-process-gone', end);
  contents.on('did-start-navigation', endOnNavigation);
  lifetimes.set(contents, lifetime);
  return lifetime.signal;
}
