import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { CellKind } from './fields.ts';
import type { FileColumn } from './row-texts.ts';

/** Rows that are in memory at a time. The raw texts of orders make up most of them. */
const rowsPerGroup = 10_000;

interface ParquetColumn<Row> {
  readonly name: string;
  readonly type: 'STRING' | 'DOUBLE' | 'INT64' | 'TIMESTAMP';
  readonly cellOf: (row: Row) => string | number | bigint | Date | null;
}

/**
 * Yields a Parquet file. Decimals are exact texts, each with the nearest double in a column of its own beside it, because readers round a
 * DECIMAL, or misread it. Times are timestamps in UTC with milliseconds. `facts` is called after the last row, and is metadata of the file.
 */
export async function* parquetFile<Row>(
  columns: readonly FileColumn<Row>[],
  chunks: AsyncIterable<readonly Row[]>,
  facts: () => Readonly<Record<string, string>>,
): AsyncGenerator<Uint8Array> {
  const fileColumns = columns.flatMap((column) => parquetColumns(column));
  const bytes = new ByteWriter();
  const schema = schemaFromColumnData({
    columnData: fileColumns.map(({ name, type }) => ({ name, type, data: [], nullable: true })),
  });
  const writer = new ParquetWriter({ writer: bytes, schema, createdBy: 'Orderglass' });
  const takeBytes = (): Uint8Array => {
    const taken = bytes.getBytes().slice();
    bytes.index = 0;
    return taken;
  };
  const writeGroup = async (rows: readonly Row[]): Promise<Uint8Array> => {
    const columnData = fileColumns.map(({ name, cellOf }) => ({ name, data: rows.map(cellOf) }));
    await writer.write({ columnData, rowGroupSize: rowsPerGroup });
    return takeBytes();
  };

  let group: Row[] = [];
  for await (const chunk of chunks) {
    group.push(...chunk);
    if (group.length < rowsPerGroup) continue;
    yield await writeGroup(group);
    group = [];
  }
  if (group.length > 0) yield await writeGroup(group);
  writer.kvMetadata = Object.entries(facts()).map(([key, value]) => ({ key: `orderglass.${key}`, value }));
  await writer.finish();
  yield takeBytes();
}

function parquetColumns<Row>({ name, kind, textOf }: FileColumn<Row>): ParquetColumn<Row>[] {
  // The text of a time is that of its milliseconds.
  const text = (row: Row) => textOf(row, String);
  const as =
    <Value>(convert: (text: string) => Value) =>
    (row: Row) => {
      const value = text(row);
      return value === null ? null : convert(value);
    };
  const forms: Record<CellKind, ParquetColumn<Row>[]> = {
    text: [{ name, type: 'STRING', cellOf: text }],
    decimal: [
      { name, type: 'STRING', cellOf: text },
      { name: `${name}_double`, type: 'DOUBLE', cellOf: as(Number) },
    ],
    integer: [{ name, type: 'INT64', cellOf: as(BigInt) }],
    time: [{ name, type: 'TIMESTAMP', cellOf: as((time) => new Date(Number(time))) }],
  };
  return forms[kind];
}
