/**
 * The form in which two texts are the same to a reader: compatibility forms (full-width letters, ligatures) and case are
 * folded. For comparing only, never for showing.
 */
export function foldText(text: string): string {
  // Upper case: unlike lower case it does not depend on the neighbours (Greek final sigma), so parts of a text fold as
  // the whole does. It can take letters apart again, hence the second normalisation.
  return text.normalize('NFKC').toUpperCase().normalize('NFKC');
}
