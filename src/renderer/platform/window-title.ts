import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';

/** What the screen says in the title of the window; `null` for nothing. */
const shown = createAtom<string | null>(null);

/** Shows a short fact in the title of the window while the component is mounted. */
export function useTitleFact(fact: string | null): void {
  useEffect(() => {
    shown.set(fact);
    return () => shown.set(null);
  }, [fact]);
}

/** Keeps the title of the window: the number of unread activities, the fact of the screen, and the product. */
export function useWindowTitle(unread: number, product: string): void {
  const fact = useSelector(shown);
  useEffect(() => {
    document.title = windowTitle(unread, fact, product);
  }, [unread, fact, product]);
}

export function windowTitle(unread: number, fact: string | null, product: string): string {
  return `${unread > 0 ? `(${unread}) ` : ''}${fact === null ? '' : `${fact} – `}${product}`;
}
