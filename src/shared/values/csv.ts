import type { CsvSeparator } from '../orders/history.ts';
import { escapeFormula } from './formula.ts';

export const separators: Readonly<Record<CsvSeparator, string>> = { comma: ',', semicolon: ';', tab: '\t' };

/**
 * RFC 4180 requires quotes for the first characters. Fields with one of the other separators are quoted for programs that guess the
 * separator, and fields with white space at an end for programs that trim it.
 */
const needsQuotes = /[",;\t\r\n]|^\s|\s$/;
/** Most fields are written unchanged: of these characters, beginning with one of the first ones, or a negative decimal. */
export const plainStart = /[0-9A-HJ-Za-z]/;
export const plainCharacter = /[\w.:+-]/;
const isPlain = new RegExp(`^(?:${plainStart.source}${plainCharacter.source}*|-\\d+(?:\\.\\d+)?)$`);
const quotes = /"/g;
/** Some spreadsheets take a file that begins with these letters for another format (SYLK). */
const looksLikeSylk = /^ID/;

/** The value of a cell. A `figure` is written as it is: "-1,5" is no formula where the comma is the decimal sign. */
export type CsvCell = string | null | { readonly figure: string };

/** Returns one record of a CSV file with its line end (RFC 4180). `null` is an empty field. Formulas are escaped. */
export function csvRecord(fields: readonly CsvCell[], separator: CsvSeparator): string {
  const [only] = fields;
  // An empty line would be no record.
  if (fields.length === 1 && (only === null || only === '')) return '""\r\n';
  const between = separators[separator];
  let record = '';
  for (let place = 0; place < fields.length; place++) {
    if (place > 0) record += between;
    record += csvField(fields[place] as CsvCell);
  }
  return `${record}\r\n`;
}

function csvField(value: CsvCell): string {
  const { text, isQuoted } = csvText(value);
  return isQuoted ? `"${text.replace(quotes, '""')}"` : text;
}

/** Returns the text of a field, whose quotes are doubled if it is quoted. */
export function csvText(value: CsvCell): { text: string; isQuoted: boolean } {
  if (value === null) return { text: '', isQuoted: false };
  if (typeof value === 'string' && isPlain.test(value)) return { text: value, isQuoted: false };
  const text = typeof value === 'string' ? escapeFormula(value) : value.figure;
  return { text, isQuoted: needsQuotes.test(text) || looksLikeSylk.test(text) };
}
