import { foldText } from '../../../shared/rows/fold-text.ts';

/** Whoever types a name to its end means it, and not a longer one that contains it: the name itself comes first, then those that begin with it. */
export function bestFirst(names: readonly string[], query: string): readonly string[] {
  const wanted = foldText(query.trim());
  if (wanted === '') return names;
  const ranks = [0, 1, 2].map((): string[] => []);
  for (const name of names) {
    const folded = foldText(name);
    ranks[folded === wanted ? 0 : folded.startsWith(wanted) ? 1 : 2]?.push(name);
  }
  return ranks.flat();
}
