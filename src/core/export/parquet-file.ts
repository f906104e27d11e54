import { constants, zstdCompressSync } from 'node:zlib';
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { SelectedRows } from '../history/history-service.ts';
import type { CellKind } from './fields.ts';
import { type FileColumn, textsByColumn } from './row-texts.ts';

/** Texts by which it is told whether a column has few different ones. */
const sampled = 500;
/** Rows that are in memory at a time. The raw texts of orders make up most of them. */
const rowsPerGroup = 10_000;

/** A column of the file, made of the texts of a column of the rows. */
interface ParquetColumn {
  readonly name: string;
  readonly type: 'STRING' | 'DOUBLE' | 'INT64' | 'TIMESTAMP';
  readonly convert: (texts: Texts, isVaried: boolean) => readonly unknown[];
  readonly of: number;
}
type Texts = readonly (string | null)[];

/** Native code, which all readers have: the library's own Snappy took a fifth of the time. */
const compressors = {
  ZSTD: (input: Uint8Array) => zstdCompressSync(input, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
};

/**
 * Yields a Parquet file. Decimals are exact texts, each with the nearest double in a column of its own beside it, because readers round a
 * DECIMAL, or misread it. Times are timestamps in UTC with milliseconds. `facts` is called after the last row, and is metadata of the file.
 */
export async function* parquetFile<Row>(
  columns: readonly FileColumn<Row>[],
  chunks: SelectedRows<Row>['chunks'],
  facts: () => Readonly<Record<string, string>>,
): AsyncGenerator<Uint8Array> {
  const fileColumns = columns.flatMap(({ name, kind }, place) => parquetColumns(name, kind, place));
  const bytes = new ByteWriter();
  const schema = schemaFromColumnData({
    columnData: fileColumns.map(({ name, type }) => ({ name, type, data: [], nullable: true })),
  });
  const writer = new ParquetWriter({ writer: bytes, schema, codec: 'ZSTD', compressors, createdBy: 'Orderglass' });
  const takeBytes = (): Uint8Array => {
    const taken = bytes.getBytes().slice();
    bytes.index = 0;
    return taken;
  };
  const writeGroup = async (parts: readonly (readonly Texts[])[]): Promise<Uint8Array> => {
    const texts = columns.map((_, place) => parts.flatMap((part) => part[place] ?? []));
    const areVaried = texts.map(isVaried);
    const columnData = fileColumns.map(({ name, type, convert, of }) => ({
      name,
      data: convert(texts[of] as Texts, areVaried[of] as boolean) as unknown[],
      // Otherwise the library tries whether a dictionary is shorter.
      ...(areVaried[of] && { encoding: 'PLAIN' as const }),
      // Those of texts would take a tenth of the time, and help few readers.
      statistics: type === 'TIMESTAMP',
    }));
    await writer.write({ columnData, rowGroupSize: rowsPerGroup });
    return takeBytes();
  };

  let [group, count]: [Texts[][], number] = [[], 0];
  for await (const chunk of chunks) {
    // The text of a time is that of its milliseconds.
    group.push(textsByColumn(columns, chunk, String).map((column) => column.texts()));
    count += chunk.length;
    if (count < rowsPerGroup) continue;
    yield await writeGroup(group);
    [group, count] = [[], 0];
  }
  if (count > 0) yield await writeGroup(group);
  writer.kvMetadata = Object.entries(facts()).map(([key, value]) => ({ key: `orderglass.${key}`, value }));
  await writer.finish();
  yield takeBytes();
}

function parquetColumns(name: string, kind: CellKind, of: number): ParquetColumn[] {
  const as =
    <Value>(convert: (text: string) => Value) =>
    (texts: Texts) =>
      texts.map((text) => (text === null ? null : convert(text)));
  const forms: Record<CellKind, Omit<ParquetColumn, 'of'>[]> = {
    text: [{ name, type: 'STRING', convert: asBytes }],
    decimal: [
      { name, type: 'STRING', convert: asBytes },
      { name: `${name}_double`, type: 'DOUBLE', convert: as(Number) },
    ],
    integer: [{ name, type: 'INT64', convert: as(BigInt) }],
    time: [{ name, type: 'TIMESTAMP', convert: as(BigInt) }],
  };
  return forms[kind].map((form) => ({ ...form, of }));
}

function isVaried(texts: Texts): boolean {
  const sample = texts.slice(0, sampled);
  return new Set(sample).size > sample.length / 2;
}

/** Returns varied texts as UTF-8, encoded at once, and others as they are, because the library compares them. */
function asBytes(texts: Texts, areVaried: boolean): readonly unknown[] {
  const joined = areVaried ? texts.join('') : '';
  const bytes = Buffer.from(joined);
  if (!areVaried || bytes.length !== joined.length) return texts;
  let end = 0;
  return texts.map((text) => {
    if (text === null) return null;
    const start = end;
    end += text.length;
    return bytes.subarray(start, end);
  });
}
