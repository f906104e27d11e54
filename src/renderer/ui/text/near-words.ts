import { searchWords } from '../../../shared/rows/text-filter.ts';

/**
 * Returns a test for texts that contain every word of the query, each with at most one typing error: a letter that is wrong, missing, surplus,
 * or exchanged with the next one. Words of three letters match with exchanged letters only, and shorter ones exactly, because more would match
 * everything.
 */
export function nearText(query: string): (text: string) => boolean {
  const words = searchWords(query);
  return (text) => {
    const parts = searchWords(text).flatMap((part) => [part, ...part.split(/[^\p{L}\p{N}]+/u)]);
    return words.every((word) => parts.some((part) => part.includes(word) || beginsNearly(part, word)));
  };
}

const shortLength = 3;

/** True if the text begins with the word, apart from one typing error. */
function beginsNearly(text: string, word: string): boolean {
  if (word.length < shortLength || /\d/.test(word)) return false;
  const lengths = word.length === shortLength ? [word.length] : [word.length - 1, word.length, word.length + 1];
  return lengths.some((length) => {
    const start = text.slice(0, length);
    return start.length === length && isOneErrorApart(start, word);
  });
}

function isOneErrorApart(a: string, b: string): boolean {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  const [restOfA, restOfB] = [a.slice(same), b.slice(same)];
  const areExchanged = restOfA[0] === restOfB[1] && restOfA[1] === restOfB[0] && restOfA.slice(2) === restOfB.slice(2);
  if (a.length <= shortLength) return areExchanged;
  return (
    areExchanged ||
    restOfA.slice(1) === restOfB.slice(1) ||
    restOfA === restOfB.slice(1) ||
    restOfA.slice(1) === restOfB
  );
}
