import { useEffect } from 'react';

/** Held, together with all others, by each page that shows the screens; it goes with the page, however that ends. */
const lockName = 'orderglass-main-page';

/** Lets the other pages of the program know that this one is there, for as long as the component is. */
export function useMainPage(): void {
  useEffect(() => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    void navigator.locks.request(lockName, { mode: 'shared' }, () => ended);
    return end;
  }, []);
}

/** Whether a page that shows the screens is there, in whichever window or tab. */
export async function isMainPageThere(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lockName);
}
