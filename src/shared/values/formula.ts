/** A text that spreadsheets read as a number and never compute. */
const plainDecimal = /^-?\d+(?:\.\d+)?$/;
/**
 * Characters that programs skip before they check for a formula: white space, control characters, quotes and invisible characters.
 * They include the tab, the carriage return and the line feed of OWASP's list.
 */
const skipped = /^[\s\p{Cc}\p{Cf}\p{Z}"'`´‘’‚‛“”„‟«»＂＇]*/u;
/** First characters of most texts: neither skipped nor those of a formula. */
const harmlessStart = /^[\w{]/;
/** First characters of a formula, after compatibility forms such as U+FF1D are folded. U+2212 is the minus sign, which has no folding. */
const formulaStart = /^[=+\-@\u2212]/;
const formulaControl = /[\t\r\n]/;

/**
 * True if a spreadsheet may run the text as a formula when the text is a cell of a file or is pasted (OWASP, "CSV injection":
 * = + - @ tab CR LF and their full-width forms), also behind quotes and white space. A plain decimal such as "-1.5" is none.
 */
export function isFormula(text: string): boolean {
  if (harmlessStart.test(text) || plainDecimal.test(text)) return false;
  const [before] = skipped.exec(text) ?? [''];
  return formulaControl.test(before) || formulaStart.test(firstCharacter(text.slice(before.length)).normalize('NFKC'));
}

/** Puts an apostrophe before a formula and returns any other text unchanged. To undo: remove an apostrophe that is followed by a formula. */
export function escapeFormula(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}

/**
 * Texts that compute nothing but numbers and cells of the spreadsheet, if they are run: without letters, or of IDs, signed figures and
 * plain words. A function call, a link to another file, and a command need letters and other characters.
 */
const harmless = /^(?:\P{L}*|[\p{L}\p{M}\p{N} .,:;+\-\u2212=@/_%]*)$/u;
/** Characters at which a pasted text is divided into cells, or may be. */
const cellText = /[^\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * Puts an apostrophe before each formula of a text that is copied alone, and only before those that could do harm: an ID such as
 * "-a+b/c=" and a figure such as "+0.000012 (+0.08%)" stay exact. Each line and each part between tabs is a cell of its own.
 */
export function escapeHarmfulFormulas(text: string): string {
  return text.replace(cellText, (cell) => (harmless.test(cell.normalize('NFKC')) ? cell : escapeFormula(cell)));
}

function firstCharacter(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0x20);
}
