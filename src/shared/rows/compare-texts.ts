import { int32At } from '../values/elements.ts';
import { foldText } from './fold-text.ts';

/** The last code unit that `<` orders like its code point. Above it, `<` puts surrogates before U+E000 to U+FFFF. */
const lastPlainUnit = 0xd7ff;
const beyondPlainUnits = /[\ud800-\uffff]/;

function rankOfUnit(unit: number): number {
  if (unit <= lastPlainUnit) return unit;
  return unit >= 0xe000 ? unit - 0x2000 : unit + 0x2000;
}

/** Compares by code point. `<` would compare by UTF-16 code unit. */
function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return rankOfUnit(left) - rankOfUnit(right);
  }
  return a.length - b.length;
}

/**
 * Returns a negative number, zero or a positive number. Compares the folded texts by code point, then the texts themselves: symbols and IDs
 * have no language, and the order must be the same on every computer.
 */
export function compareTexts(a: string, b: string): number {
  return a === b ? 0 : compareCodePoints(foldText(a), foldText(b)) || compareCodePoints(a, b);
}

function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns the rank of each text in the order of `compareTexts`. Equal texts have equal ranks; `null` has NaN. */
export function rankTexts(texts: readonly (string | null)[]): Float64Array {
  const entryOf = new Map<string, number>();
  const distinct: string[] = [];
  const entries = new Int32Array(texts.length);
  for (let at = 0; at < texts.length; at++) {
    const text = texts[at] as string | null;
    let entry = text === null ? -1 : entryOf.get(text);
    if (entry === undefined) {
      entry = distinct.push(text as string) - 1;
      entryOf.set(text as string, entry);
    }
    entries[at] = entry;
  }
  const ranks = ranksOfDistinct(distinct);
  const result = new Float64Array(texts.length);
  for (let at = 0; at < texts.length; at++) result[at] = ranks[int32At(entries, at)] ?? Number.NaN;
  return result;
}

function ranksOfDistinct(texts: readonly string[]): Float64Array {
  const folded = texts.map(foldText);
  const plain =
    !texts.some((text) => beyondPlainUnits.test(text)) && !folded.some((text) => beyondPlainUnits.test(text));
  // `<` is several times faster than a loop over the code units, and correct for nearly every list.
  const compare = plain ? compareCodeUnits : compareCodePoints;
  const sorted = Array.from(texts.keys()).sort(
    (a, b) => compare(folded[a] as string, folded[b] as string) || compare(texts[a] as string, texts[b] as string),
  );
  const ranks = new Float64Array(texts.length);
  sorted.forEach((entry, rank) => {
    ranks[entry] = rank;
  });
  return ranks;
}
