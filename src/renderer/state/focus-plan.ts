import { useEffect } from 'react';
import { Store, useStore } from './store.ts';

/** The key of the open plan that somebody wants to see, from anywhere; the screen of the open plans takes it from here. */
export const focusPlan = new Store<string | null>(null);

/** Hands the wanted plan over once, as soon as the screen knows its list. */
export function useWantedPlan(isKnown: boolean, onWanted: (key: string) => void): void {
  const wanted = useStore(focusPlan);
  useEffect(() => {
    if (wanted === null || !isKnown) return;
    focusPlan.set(null);
    onWanted(wanted);
  }, [wanted, isKnown, onWanted]);
}
