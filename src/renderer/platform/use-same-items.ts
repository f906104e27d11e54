import { useRef } from 'react';

export function haveSameItems(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((item, position) => item === others[position]);
}

/** Returns the previous array while its items are the same. */
export function useSameItems<Item>(items: readonly Item[]): readonly Item[] {
  const previous = useRef(items);
  if (!haveSameItems(previous.current, items)) previous.current = items;
  return previous.current;
}
