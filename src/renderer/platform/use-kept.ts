import { useRef } from 'react';

/**
 * Returns the data of several queries, each with the last data under its name while it has none. `useQueries` gives a query whose key has
 * changed no data of the one before, whatever its placeholder.
 */
export function useKept<Data>(
  names: readonly string[],
  data: readonly (Data | undefined)[],
): readonly (Data | undefined)[] {
  const kept = useRef(new Map<string, Data>());
  return names.map((name, place) => {
    const found = data[place];
    if (found !== undefined) kept.current.set(name, found);
    return found ?? kept.current.get(name);
  });
}
