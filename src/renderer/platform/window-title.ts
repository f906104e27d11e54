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

/** Keeps the title of the window: the number of unread activities, the fact of the screen or its name, and the product. */
export function useWindowTitle(unread: number, screen: string, product: string): void {
  const fact = useSelector(shown) ?? screen;
  useEffect(() => {
    document.title = windowTitle(unread, fact, product);
  }, [unread, fact, product]);
}

export function windowTitle(unread: number, fact: string, product: string): string {
  return `${unread > 0 ? `(${unread}) ` : ''}${fact} – ${product}`;
}
