import { readDecimal } from '../../../shared/decimal.ts';
import { exactText, type TableColumn } from '../../model/column.ts';

/** Rows as tab-separated values under their headings, every figure to the last digit: what a spreadsheet takes from the clipboard. */
export function toTsv<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string {
  const headings = columns.map(({ header, unit }) => cell(unit ? `${header} (${unit})` : header));
  const lines = rows.map((row) => columns.map((column) => cell(exactText(column, row))).join('\t'));
  return [headings.join('\t'), ...lines].join('\n');
}

/** A text that a spreadsheet would run as a formula is marked as text; negative numbers stay numbers. */
function cell(text: string): string {
  const line = text.replace(/[\t\r\n]+/g, ' ');
  return /^[=+\-@]/.test(line) && readDecimal(line) === null ? `'${line}` : line;
}
