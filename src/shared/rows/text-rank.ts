import { searchWords } from './text-filter.ts';

const ranks = { same: 0, begins: 1, beginsWords: 2, within: 3, missing: 4 };

/**
 * How well a text answers a query: the lower, the better. First what is the query, then what begins with it, then where every word of it
 * begins a word, then where every word occurs, then the rest. Whoever types a name to its end means it, and not a longer one.
 */
export function textRank(query: string): (text: string) => number {
  const words = searchWords(query);
  const whole = words.join(' ');
  return (text) => {
    const folded = searchWords(text).join(' ');
    if (folded === whole) return ranks.same;
    if (folded.startsWith(whole)) return ranks.begins;
    return Math.max(...words.map((word) => rankOfWord(folded, word)));
  };
}

function rankOfWord(text: string, word: string): number {
  if (!text.includes(word)) return ranks.missing;
  return beginsWord(text, word) ? ranks.beginsWords : ranks.within;
}

/** Whether the word stands where no letter or digit is before it: at the U of "BTC-USDT", not at its T. */
function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || /[^\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true;
  }
  return false;
}
