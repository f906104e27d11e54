import { useEffect } from 'react';
import { screenFocus } from '../state/dialogs.ts';

/** The keyboard of a reader whose screen went away from under it goes on in the one that comes, which calls this. */
export function useKeptFocus(): void {
  useEffect(() => {
    const focused = document.activeElement;
    if (focused === document.body || focused?.id === 'main') screenFocus()?.focus();
  }, []);
}
