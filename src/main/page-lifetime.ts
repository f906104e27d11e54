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
    contents.off('did-navigate', end);
    lifetimes.delete(contents);
    lifetime.abort();
  };
  contents.on('destroyed', end);
  contents.on('render-process-gone', end);
  // Not when one starts: a navigation that is refused leaves the page, and what it waits for, as they are.
  contents.on('did-navigate', end);
  lifetimes.set(contents, lifetime);
  return lifetime.signal;
}
