import { useEffect, useState } from 'react';

/** Runs a function once after a time (ms). Returns the function that stops the timer. */
export type StartTimer = (run: () => void, milliseconds: number) => () => void;

export const startTimer: StartTimer = (run, milliseconds) => {
  const timer = window.setTimeout(run, milliseconds);
  return () => window.clearTimeout(timer);
};

/** Runs a function at once, or if the page is hidden, when the page is seen again. Returns the function that cancels it. */
export function whenVisible(run: () => void): () => void {
  const ending = new AbortController();
  const check = (): void => {
    if (document.visibilityState === 'hidden') return;
    ending.abort();
    run();
  };
  document.addEventListener('visibilitychange', check, { signal: ending.signal });
  check();
  return () => ending.abort();
}

/** Milliseconds that a browser without idle callbacks leaves to more urgent work. */
const idleDelayMs = 200;

/**
 * Runs a function once in idle time, at the latest after `timeoutMs`. Returns the function that cancels it. Safari and the other browsers on
 * WebKit have no idle callbacks and use a timer.
 */
export function whenIdle(run: () => void, timeoutMs?: number): () => void {
  if (!('requestIdleCallback' in globalThis)) return startTimer(run, idleDelayMs);
  const handle = window.requestIdleCallback(run, timeoutMs === undefined ? {} : { timeout: timeoutMs });
  return () => window.cancelIdleCallback(handle);
}

const firstRows = Promise.withResolvers<void>();

/** Must be called when a table shows rows. */
export const reportRows = firstRows.resolve;

/**
 * Runs a function once in idle time after the first rows, because the page is also idle while it waits for the rows, but the host is not. At
 * the latest after `timeoutMs`.
 */
export function afterFirstRows(run: () => void, timeoutMs: number): void {
  let isDone = false;
  const runOnce = (): void => {
    if (!isDone) run();
    isDone = true;
  };
  void firstRows.promise.then(() => whenIdle(runOnce, timeoutMs));
  startTimer(runOnce, timeoutMs);
}

/** The current time (epoch ms), updated when the page becomes visible, and every `interval` ms while it is. */
export function useNow(interval = 1000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const update = (): void => {
      if (document.visibilityState !== 'hidden') setNow(Date.now());
    };
    const timer = window.setInterval(update, interval);
    document.addEventListener('visibilitychange', update);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [interval]);
  return now;
}
