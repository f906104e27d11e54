import { searchWords } from './text-filter.ts';

/** Rank of a text without the words of the query. */
export const missingRank = 5;
const ranks = { equal: 0, firstWords: 1, prefix: 2, wordPrefixes: 3, substrings: 4, missing: missingRank };

/**
 * Returns a function that ranks texts for a query; lower is better. The ranks: equal to the query, beginning with it as whole words, beginning
 * with it, every word begins a word, every word occurs, anything else. So a name that the user typed completely comes before longer ones, and
 * "btc" ranks BTC-USDT before BTCDOM-USDT.
 */
export function textRank(query: string): (text: string) => number {
  const words = searchWords(query);
  const whole = words.join(' ');
  return (text) => {
    const folded = searchWords(text).join(' ');
    if (folded === whole) return ranks.equal;
    if (folded.startsWith(whole)) return isBoundary(folded.charAt(whole.length)) ? ranks.firstWords : ranks.prefix;
    return Math.max(...words.map((word) => rankOfWord(folded, word)));
  };
}

function rankOfWord(text: string, word: string): number {
  if (!text.includes(word)) return ranks.missing;
  return beginsWord(text, word) ? ranks.wordPrefixes : ranks.substrings;
}

/** True if the word occurs at the start of a word: "U" begins a word of "BTC-USDT", "S" does not. */
function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || isBoundary(text.charAt(at - 1))) return true;
  }
  return false;
}

/** True for a character that belongs to no word. */
function isBoundary(character: string): boolean {
  return /[^\p{L}\p{N}]/u.test(character);
}
