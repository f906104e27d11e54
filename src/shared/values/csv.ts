import type { CsvSeparator } from '../orders/history.ts';
import { escapeFormula } from './formula.ts';

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
