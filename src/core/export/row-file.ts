import type { SelectedRows } from '../history/history-service.ts';
import { parquetFile } from './parquet-file.ts';
import { type FileColumn, type Form, hashOfRows, textsOf } from './row-texts.ts';
import { xlsxFile } from './xlsx-file.ts';

/** The content of a file of rows: its parts, of which the next one is made when the one before is written. */
export type RowFile<Row> = (rows: SelectedRows<Row>) => AsyncIterable<string | Uint8Array>;

/** What a file says of its rows: the account, the filter, what is missing. */
export type RowFacts = Readonly<Record<string, string>>;

/**
 * Returns the content of a file with some columns in the format of the form. `readFacts` is called before the rows, and only for the formats
 * that have a place for the facts.
 */
export function rowFile<Row>(
  form: Omit<Form, 'columns'>,
  columns: readonly FileColumn<Row>[],
  readFacts: () => Promise<RowFacts>,
): RowFile<Row> {
  const { format, zone } = form;
  if (format === 'csv' || format === 'jsonl') {
    const texts = textsOf(form, columns);
    return async function* ({ chunks }) {
      yield texts.head;
      for await (const chunk of chunks) yield texts.of(chunk);
    };
  }
  return async function* ({ total, chunks }) {
    const facts = await readFacts();
    const hash = hashOfRows(columns, zone);
    async function* hashed() {
      for await (const chunk of chunks) {
        hash.add(chunk);
        yield chunk;
      }
    }
    const rows = { total, chunks: hashed() };
    const allFacts = () => ({ ...facts, rows: String(total), sha256OfJsonLines: hash.end() });
    yield* format === 'xlsx' ? xlsxFile(columns, rows, allFacts, zone) : parquetFile(columns, rows.chunks, allFacts);
  };
}
