import { useRef } from 'react';

export function haveSameItems(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((item, position) => item === others[position]);
}

/** Returns the previous array while its items are the same. */
export function useSameItems<Item>(items: readonly Item[]): readonly Item[] {
  const held = useRef(items);
  if (!haveSameItems(held.current, items)) held.current = items;
  return held.current;
}
