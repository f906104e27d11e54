import { foldText } from './fold-text.ts';

/**
 * A test for texts in which every word of the query occurs, in any order, whatever the case and width of the letters.
 * Words are separated by white space; a query without words matches everything.
 */
export function matchesText(query: string): (text: string) => boolean {
  const words = searchWords(query);
  if (words.length === 0) return () => true;
  return (text) => {
    const folded = foldText(text);
    return words.every((word) => folded.includes(word));
  };
}

/** The words of a query, folded: each has to occur. */
export function searchWords(query: string): string[] {
  return foldText(query)
    .split(/\s+/)
    .filter((word) => word !== '');
}
