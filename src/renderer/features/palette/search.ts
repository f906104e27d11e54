import { findBest, type SearchedText } from '../../ui/text/find-best.ts';

export interface Findable extends SearchedText {
  id: string;
}

/**
 * Returns the entries that match the query, the best match first. Of equal matches, the one that was chosen most often comes first, then the one
 * that was chosen last, then that of the earlier position. `choices` holds the IDs of the last choices, the latest first.
 */
export function findEntries<Entry extends Findable>(
  entries: readonly Entry[],
  query: string,
  choices: readonly string[],
): Entry[] {
  const uses = new Map<string, { count: number; age: number }>();
  for (const [age, id] of choices.entries()) {
    const known = uses.get(id);
    uses.set(id, { count: (known?.count ?? 0) + 1, age: known?.age ?? age });
  }
  const never = { count: 0, age: choices.length };
  const byUse = entries
    .map((entry) => ({ entry, ...(uses.get(entry.id) ?? never) }))
    .sort((a, b) => b.count - a.count || a.age - b.age)
    .map(({ entry }) => entry);
  return query.trim() === '' ? [...entries] : findBest(byUse, query, (entry) => entry);
}
