import { useEffect } from 'react';
import type { Screen } from '../../shared/choices.ts';
import { screenFocus } from '../state/dialogs.ts';

/** The keyboard of a reader whose screen went away from under it goes on in the one that came. */
export function useKeptFocus(screen: Screen): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is another screen that takes the keyboard away
  useEffect(() => {
    const focused = document.activeElement;
    if (focused === document.body || focused?.id === 'main') screenFocus()?.focus();
  }, [screen]);
}
