/** Folds case and compatibility forms (full-width letters, ligatures) of a text, for comparisons only. */
export function foldText(text: string): string {
  // Unlike lower case, upper case does not depend on neighboring letters (Greek final sigma), so a part of a text folds as the whole does.
  // Upper case can decompose letters, hence the second normalization.
  return text.normalize('NFKC').toUpperCase().normalize('NFKC');
}
