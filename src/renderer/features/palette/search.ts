import { matchesText } from '../../../shared/rows/text-filter.ts';
import { textRank } from '../../../shared/rows/text-rank.ts';

export interface Findable {
  id: string;
  label: string;
  /** Further words by which it is found, after those that have them in their label. */
  also: string;
}

/**
 * Those in which every word of the query occurs, what is called so first; among equals what was chosen most recently, then in the order
 * given. `recent` has ids, the latest first.
 */
export function findEntries<Entry extends Findable>(
  entries: readonly Entry[],
  query: string,
  recent: readonly string[],
): Entry[] {
  if (query.trim() === '') return [...entries];
  const matches = matchesText(query);
  const rank = textRank(query);
  const age = new Map(recent.map((id, position) => [id, position]));
  return entries
    .filter(({ label, also }) => matches(`${label} ${also}`))
    .map((entry) => ({ entry, rank: rank(entry.label), age: age.get(entry.id) ?? recent.length }))
    .sort((a, b) => a.rank - b.rank || a.age - b.age)
    .map(({ entry }) => entry);
}
