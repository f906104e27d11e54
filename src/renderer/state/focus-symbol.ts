import { useEffect } from 'react';
import { Store, useStore } from './store.ts';

/** The symbol that somebody wants to see, from anywhere; the screen that shows it takes it from here. */
export const focusSymbol = new Store<string | null>(null);

/**
 * Hands the wanted symbol over once, as soon as the screen has rows. `symbols` is what the screen has; `undefined` until it knows.
 */
export function useWantedSymbol(
  symbols: ReadonlySet<string> | undefined,
  onWanted: (symbol: string, isHere: boolean) => void,
): void {
  const wanted = useStore(focusSymbol);
  useEffect(() => {
    if (wanted === null || symbols === undefined) return;
    focusSymbol.set(null);
    onWanted(wanted, symbols.has(wanted));
  }, [wanted, symbols, onWanted]);
}
