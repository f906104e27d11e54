import { stripVTControlCharacters } from 'node:util';
import { rowFile } from '../core/export/row-file.ts';
import { type FileColumn, type Form, isoTimes, textsOf } from '../core/export/row-texts.ts';
import { rowsIn, type SelectedRows } from '../core/history/history-service.ts';
import type { Answer } from '../core/reader/command.ts';
import type { ExportFormat } from '../shared/orders/history.ts';

/** Those of exported files, an array or a value of JSON, and a table for people. */
export const terminalFormats = ['table', 'csv', 'json', 'jsonl', 'xlsx', 'parquet'] as const;
export type TerminalFormat = (typeof terminalFormats)[number];

/** Yields an answer in a format. `facts`: see `rowFile`. */
export async function* printed<Row>(
  answer: Answer<Row>,
  format: TerminalFormat,
  form: Omit<Form, 'columns' | 'format'>,
  facts: () => Promise<Record<string, string>>,
): AsyncGenerator<string | Uint8Array> {
  const { columns, rows, whole } = answer;
  if (format === 'table') yield* table(answer, form.zone);
  else if (format !== 'json') yield* rowFile({ ...form, format: format satisfies ExportFormat }, columns, facts)(rows);
  else if (whole !== undefined) yield `${JSON.stringify(whole, null, 2)}\n`;
  else yield* jsonArray(columns, rows, form);
}

async function* jsonArray<Row>(
  columns: readonly FileColumn<Row>[],
  { chunks }: SelectedRows<Row>,
  form: Omit<Form, 'columns' | 'format'>,
) {
  const { of } = textsOf({ ...form, format: 'jsonl' }, columns);
  let before = '[';
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    yield `${before}\n${String(of(chunk)).trimEnd().replaceAll('\n', ',\n')}`;
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}

/** Most characters of a cell. */
const maxWidth = 40;
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Characters of one unit of UTF-16 that take two columns of a terminal. Nearly all of two units do, too. */
const wide = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6]/g;

/** Returns how many columns of a terminal a text takes. */
function columnsOf(text: string): number {
  return text.length + (text.match(wide)?.length ?? 0);
}

/** Columns of equal width, measured by the heading and the first rows. Texts of the exchange cannot control the terminal. */
async function* table<Row>({ columns, shown, rows }: Answer<Row>, zone: string) {
  const isoTime = isoTimes(zone);
  const seen =
    shown === undefined ? columns : shown.flatMap((name) => columns.filter((column) => column.name === name));
  const cell = (text: string | null): string => {
    const safe = stripVTControlCharacters(text ?? '').replace(unseen, '·');
    return safe.length > maxWidth ? `${safe.slice(0, maxWidth - 1)}…` : safe;
  };
  const heading = seen.map(({ heading: text }) => cell(text));
  let widths: number[] | null = null;
  const line = (cells: readonly string[]): string => {
    const padded = cells.map((text, place) => {
      const width = (widths?.[place] ?? 0) - columnsOf(text) + text.length;
      const isNumber = seen[place]?.kind === 'decimal' || seen[place]?.kind === 'integer';
      return isNumber ? text.padStart(width) : text.padEnd(width);
    });
    return `${padded.join('  ').trimEnd()}\n`;
  };
  for await (const chunk of rows.chunks) {
    const lines = rowsIn(chunk).map((row) => seen.map(({ textOf }) => cell(textOf(row, isoTime))));
    if (widths === null) {
      widths = heading.map((text, place) =>
        Math.max(columnsOf(text), ...lines.map((each) => columnsOf(each[place] ?? ''))),
      );
      yield line(heading);
    }
    yield lines.map(line).join('');
  }
  if (widths === null) yield line(heading);
}
