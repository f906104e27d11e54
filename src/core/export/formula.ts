/** What a spreadsheet takes for a number and computes nothing with. */
const plainDecimal = /^-?\d+(?:\.\d+)?$/;

/**
 * What programs pass over before they look whether a cell is a formula: white space and control characters, quotes, and characters that
 * are not seen. Among them are the tab, carriage return and line feed that OWASP's list of dangerous beginnings has.
 */
const passedOver = /^[\s\p{Cc}\p{Cf}\p{Z}"'`´‘’‚‛“”„‟«»＂＇]*/u;
/** After compatibility forms are folded, such as U+FF1D (full-width equals sign). U+2212 is the minus sign, which has none. */
const beginning = /^[=+\-@\u2212]/;
const control = /[\t\r\n]/;

/**
 * Whether a spreadsheet may run a text as a formula when it opens a file that has it in a cell: OWASP's list ("CSV injection": = + - @
 * tab CR LF and full-width forms), also behind quotes and white space. A plain decimal is none: "-1.5" is a number.
 */
export function isFormula(text: string): boolean {
  if (plainDecimal.test(text)) return false;
  const [before] = passedOver.exec(text) ?? [''];
  return control.test(before) || beginning.test(firstCharacter(text.slice(before.length)).normalize('NFKC'));
}

/**
 * The text as it can stand in a cell: behind an apostrophe where it would be run, otherwise as it is. Undone by taking away the
 * apostrophe of a text whose rest `isFormula`.
 */
export function escapeFormula(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}

function firstCharacter(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0x20);
}
