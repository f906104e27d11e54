import { textRank } from '../../../shared/rows/text-rank.ts';

/** What answers a query best comes first; otherwise the order stays. */
export function bestFirst(names: readonly string[], query: string): readonly string[] {
  if (query.trim() === '') return names;
  const rank = textRank(query);
  return names
    .map((name) => ({ name, rank: rank(name) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ name }) => name);
}
