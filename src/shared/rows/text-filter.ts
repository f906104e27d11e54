import { foldText } from './fold-text.ts';

/**
 * Returns a test for texts that contain every word of the query, in any order, ignoring the case and width of letters. A query without words
 * matches every text.
 */
export function matchesText(query: string): (text: string) => boolean {
  const words = searchWords(query);
  if (words.length === 0) return () => true;
  return (text) => {
    const folded = foldText(text);
    return words.every((word) => hasWord(folded, word));
  };
}

const separators = /[-/_]/g;

/**
 * True if a text contains a word, both folded, or if a part of it between spaces starts with the word apart from
 * separators: traders write "BTC-USDT" also as "BTCUSDT" and "BTC/USDT".
 */
export function hasWord(text: string, word: string): boolean {
  if (text.includes(word)) return true;
  // A word that begins with a separator means it.
  if (/^[-/_]/.test(word)) return false;
  const bare = word.replace(separators, '');
  return text.split(/\s+/).some((part) => part.replace(separators, '').startsWith(bare));
}

/** Returns the words of a query, folded. */
export function searchWords(query: string): string[] {
  return foldText(query)
    .split(/\s+/)
    .filter((word) => word !== '');
}
