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
    return words.every((word) => folded.includes(word));
  };
}

/** Returns the words of a query, folded. */
export function searchWords(query: string): string[] {
  return foldText(query)
    .split(/\s+/)
    .filter((word) => word !== '');
}
