import { matchesText } from '../../../shared/rows/text-filter.ts';
import { textRank } from '../../../shared/rows/text-rank.ts';

export interface Findable {
  id: string;
  label: string;
  /** More searched words, which rank below the label. */
  also: string;
}

/**
 * Returns the entries that contain every word of the query, the best match of the label first. Equal matches are
 * sorted by their last choice, then by their order. `recent` holds IDs, the latest first.
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
