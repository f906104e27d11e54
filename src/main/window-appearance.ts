/** Maximum milliseconds for which a new window stays hidden. */
const maxHiddenMs = 1000;
/** Milliseconds within which a window is expected to be painted, even on a slow computer. */
const maxUnpaintedMs = 10_000;

/** The part of a window that tells when it can appear. */
export interface AppearingWindow {
  once(event: 'ready-to-show' | 'closed', listener: () => void): unknown;
  readonly webContents: { once(event: 'did-finish-load', listener: () => void): unknown };
}

/**
 * Calls `show` once: when the page is painted, when it is loaded, or after a second, whichever comes first. On Wayland a hidden window may
 * never be painted (electron#48859). Calls `onNotPainted` if the page is not painted within 10 s.
 */
export function showWhenReady(window: AppearingWindow, show: () => void, onNotPainted: () => void): void {
  const hidden = setTimeout(reveal, maxHiddenMs);
  const unpainted = setTimeout(onNotPainted, maxUnpaintedMs);
  let isShown = false;

  function reveal(): void {
    clearTimeout(hidden);
    if (!isShown) show();
    isShown = true;
  }

  window.once('ready-to-show', () => {
    clearTimeout(unpainted);
    reveal();
  });
  window.webContents.once('did-finish-load', reveal);
  window.once('closed', () => {
    clearTimeout(hidden);
    clearTimeout(unpainted);
    isShown = true;
  });
}
