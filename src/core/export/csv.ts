import type { CsvSeparator } from '../../shared/history.ts';

const separators: Readonly<Record<CsvSeparator, string>> = { comma: ',', semicolon: ';', tab: '\t' };

/**
 * RFC 4180 requires quotes for the first characters. Fields with one of the other separators are quoted for programs that guess the
 * separator, and fields with white space at an end for programs that trim it.
 */
const needsQuotes = /[",;\t\r\n]|^\s|\s$/;
/** Form of most fields, which are written unchanged. */
const isPlain = /^[0-9A-HJ-Za-z][\w.:+-]*$/;
/** Some spreadsheets take a file that begins with these letters for another format (SYLK). */
const looksLikeSylk = /^ID/;

/** Returns one record of a CSV file with its line end (RFC 4180). `null` is an empty field. Formulas are escaped. */
export function csvRecord(fields: readonly (string | null)[], separator: CsvSeparator): string {
  const [only] = fields;
  // An empty line would be no record.
  if (fields.length === 1 && (only === null || only === '')) return '""\r\n';
  return `${fields.map(csvField).join(separators[separator])}\r\n`;
}

function csvField(value: string | null): string {
  if (value === null) return '';
  if (isPlain.test(value)) return value;
  const text = escapeFormula(value);
  return needsQuotes.test(text) || looksLikeSylk.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text that spreadsheets read as a number and never compute. */
const plainDecimal = /^-?\d+(?:\.\d+)?$/;
/**
 * Characters that programs skip before they check for a formula: white space, control characters, quotes and invisible characters.
 * They include the tab, the carriage return and the line feed of OWASP's list.
 */
const skipped = /^[\s\p{Cc}\p{Cf}\p{Z}"'`´‘’‚‛“”„‟«»＂＇]*/u;
/** First characters of a formula, after compatibility forms such as U+FF1D are folded. U+2212 is the minus sign, which has no folding. */
const formulaStart = /^[=+\-@\u2212]/;
const formulaControl = /[\t\r\n]/;

/**
 * True if a spreadsheet may run the text as a formula when it opens a file with it (OWASP, "CSV injection": = + - @ tab CR LF and their
 * full-width forms), also behind quotes and white space. A plain decimal such as "-1.5" is none.
 */
export function isFormula(text: string): boolean {
  if (plainDecimal.test(text)) return false;
  const [before] = skipped.exec(text) ?? [''];
  return formulaControl.test(before) || formulaStart.test(firstCharacter(text.slice(before.length)).normalize('NFKC'));
}

/** Puts an apostrophe before a formula and returns any other text unchanged. To undo: remove an apostrophe that is followed by a formula. */
export function escapeFormula(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}

function firstCharacter(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0x20);
}
