import { useEffect } from 'react';

/** A shared lock that every main page holds. The browser releases it when the page ends, also after a crash. */
const lockName = 'orderglass-main-page';

/** Holds the lock of main pages while the component is mounted. */
export function useMainPage(): void {
  useEffect(() => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    void navigator.locks.request(lockName, { mode: 'shared' }, () => ended);
    return end;
  }, []);
}

/** True if a main page is open in any window or tab. */
export async function isMainPageOpen(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lockName);
}
