import { useSyncExternalStore } from 'react';

/** Whether a media query matches. `query`: constant. */
export function useMatch(query: MediaQueryList): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => query.matches,
  );
}
