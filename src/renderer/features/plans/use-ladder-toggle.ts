import { useSyncExternalStore } from 'react';
import { useChangeSettings, useSetting } from '../../platform/settings/settings.ts';

/** Windows (CSS pixels) with room for the ladder beside the table, and beside open details as well. */
const wide = window.matchMedia('(min-width: 1400px)');
const withDetails = window.matchMedia('(min-width: 1100px)');

export interface LadderToggle {
  isShown: boolean;
  toggle: () => void;
}

/** Whether the price ladder is shown, and its switch. In a narrow window open details take its place. */
export function useLadderToggle(hasDetails: boolean, closeDetails: () => void): LadderToggle {
  const planLadder = useSetting('planLadder');
  const change = useChangeSettings();
  const isWide = useMatch(wide);
  const fitsDetails = useMatch(withDetails);
  const isWanted = planLadder ?? isWide;
  const isShown = isWanted && (fitsDetails || !hasDetails);
  const toggle = (): void => {
    if (isWanted && !isShown) closeDetails();
    else change({ planLadder: !isWanted });
  };
  return { isShown, toggle };
}

function useMatch(query: MediaQueryList): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => query.matches,
  );
}
