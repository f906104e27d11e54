import type { CsvSeparator } from '../../shared/history.ts';
import { escapeFormula } from './formula.ts';

const separators: Readonly<Record<CsvSeparator, string>> = { comma: ',', semicolon: ';', tab: '\t' };

/**
 * Quoted is what RFC 4180 asks for; besides, what has one of the other separators, which a program that guesses the separator would
 * take for it, and what has white space at an end, which some programs would cut.
 */
const toBeQuoted = /[",;\t\r\n]|^\s|\s$/;
/** Most fields are of this form, to which nothing is to be done. */
const harmless = /^[0-9A-HJ-Za-z][\w.:+-]*$/;
/** A file that begins with these letters is taken for another format (SYLK) by some spreadsheets. */
const looksLikeSylk = /^ID/;

/** One record of a CSV file with its line end (RFC 4180); texts that a spreadsheet would run are defused. `null` is an empty field. */
export function csvRecord(fields: readonly (string | null)[], separator: CsvSeparator): string {
  const [only] = fields;
  // As a line without anything it would be no record.
  if (fields.length === 1 && (only === null || only === '')) return '""\r\n';
  return `${fields.map(csvField).join(separators[separator])}\r\n`;
}

function csvField(value: string | null): string {
  if (value === null) return '';
  if (harmless.test(value)) return value;
  const text = escapeFormula(value);
  return toBeQuoted.test(text) || looksLikeSylk.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
