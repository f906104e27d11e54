import { matchesText, searchWords } from '../../../shared/rows/text-filter.ts';

export interface Findable {
  id: string;
  label: string;
  /** Further words by which it is found, after those that have them in their label. */
  also: string;
}

/** How well a label answers a query: the lower, the better. */
const ranks = { same: 0, begins: 1, beginsWords: 2, within: 3, alsoOnly: 4 };

/**
 * Those in which every word of the query occurs. First what is called so, then what begins so, then where every word begins a word, then
 * the rest; among equals what was chosen most recently, then in the order given. `recent` has ids, the latest first.
 */
export function findEntries<Entry extends Findable>(
  entries: readonly Entry[],
  query: string,
  recent: readonly string[],
): Entry[] {
  const words = searchWords(query);
  if (words.length === 0) return [...entries];
  const matches = matchesText(query);
  const age = new Map(recent.map((id, position) => [id, position]));
  return entries
    .filter(({ label, also }) => matches(`${label} ${also}`))
    .map((entry) => ({ entry, rank: rankOf(entry.label, words), age: age.get(entry.id) ?? recent.length }))
    .sort((a, b) => a.rank - b.rank || a.age - b.age)
    .map(({ entry }) => entry);
}

function rankOf(label: string, words: readonly string[]): number {
  const folded = searchWords(label).join(' ');
  const whole = words.join(' ');
  if (folded === whole) return ranks.same;
  if (folded.startsWith(whole)) return ranks.begins;
  return Math.max(...words.map((word) => rankOfWord(folded, word)));
}

function rankOfWord(label: string, word: string): number {
  if (!label.includes(word)) return ranks.alsoOnly;
  return beginsWord(label, word) ? ranks.beginsWords : ranks.within;
}

/** Whether the word stands where no letter or digit is before it: at the U of "BTC-USDT", not at its T. */
function beginsWord(label: string, word: string): boolean {
  for (let at = label.indexOf(word); at >= 0; at = label.indexOf(word, at + 1)) {
    if (at === 0 || /[^\p{L}\p{N}]/u.test(label.charAt(at - 1))) return true;
  }
  return false;
}
