import { constants, zstdCompressSync } from 'node:zlib';
import type { ColumnChunk, PageHeader, Statistics } from 'hyparquet';
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js';
import type { JsonTexts } from '../../history/index.ts';
import type { SelectedRows } from '../history/history-service.ts';
import type { CellKind } from './fields.ts';
import { type FileColumn, textsByColumn } from './row-texts.ts';
import { Utf8Text } from './utf8-text.ts';

/** Rows that are in memory at a time. The raw texts of orders make up most of them. */
const rowsPerGroup = 10_000;

type ColumnType = 'STRING' | 'DOUBLE' | 'INT64' | 'TIMESTAMP';

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
  const writer = new ParquetWriter({ writer: bytes, schema, createdBy: 'Orderglass' });
  const takeBytes = (): Uint8Array => {
    const taken = bytes.getBytes().slice();
    bytes.index = 0;
    return taken;
  };
  let count = 0;
  // The library would take three times as long: it has a value, an array and a view for each cell.
  const writeGroup = (): Uint8Array => {
    const [rows, from] = [BigInt(count), bytes.offset];
    const chunksOfGroup = fileColumns.map((column) => column.write(bytes));
    const size = chunksOfGroup.reduce((sum, { meta_data }) => sum + (meta_data?.total_uncompressed_size ?? 0n), 0n);
    const total_compressed_size = BigInt(bytes.offset - from);
    writer.row_groups.push({ columns: chunksOfGroup, total_byte_size: size, num_rows: rows, total_compressed_size });
    writer.num_rows += rows;
    count = 0;
    return takeBytes();
  };

  for await (const chunk of chunks) {
    // The text of a time is that of its milliseconds.
    const texts = textsByColumn(columns, chunk, String);
    for (const column of fileColumns) column.add(texts[column.of] as JsonTexts);
    count += chunk.length;
    if (count >= rowsPerGroup) yield writeGroup();
  }
  if (count > 0) yield writeGroup();
  writer.kvMetadata = Object.entries(facts()).map(([key, value]) => ({ key: `orderglass.${key}`, value }));
  await writer.finish();
  yield takeBytes();
}

function parquetColumns(name: string, kind: CellKind, of: number): ParquetColumn[] {
  const types: Record<CellKind, readonly ColumnType[]> = {
    text: ['STRING'],
    decimal: ['STRING', 'DOUBLE'],
    integer: ['INT64'],
    time: ['TIMESTAMP'],
  };
  return types[kind].map((type) => new ParquetColumn(type === 'DOUBLE' ? `${name}_double` : name, type, of));
}

/** A column of the file, made of the texts of a column of the rows, with its values in the row group that is written next. */
class ParquetColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** The place of the column of the rows. */
  readonly of: number;
  readonly #page = new Utf8Text();
  /** 1 for each value and 0 for each row without one. */
  #levels: number[] = [];
  #nulls = 0;
  #range: [number, number] | null = null;

  constructor(name: string, type: ColumnType, of: number) {
    this.name = name;
    this.type = type;
    this.of = of;
  }

  add(texts: JsonTexts): void {
    const { type } = this;
    for (let place = 0; place < texts.length; place++) {
      const isNull = texts.isNull(place);
      this.#levels.push(isNull ? 0 : 1);
      if (isNull) this.#nulls++;
      else if (type === 'STRING') this.#page.putSized(texts, place);
      else if (type === 'DOUBLE') this.#page.putDouble(texts.double(place));
      else this.#putInteger(texts.double(place));
    }
  }

  /** Writes the values, and forgets them. */
  write(writer: ByteWriter): ColumnChunk {
    const { name, type } = this;
    const [offset, count] = [writer.offset, this.#levels.length];
    const levels = new ByteWriter();
    writeRleBitPackedHybrid(levels, this.#levels, 1);
    const page = this.#page.taken();
    const compressed = compress(page);
    const header: PageHeader = {
      type: 'DATA_PAGE_V2',
      uncompressed_page_size: levels.offset + page.length,
      compressed_page_size: levels.offset + compressed.length,
      data_page_header_v2: {
        num_values: count,
        num_nulls: this.#nulls,
        num_rows: count,
        encoding: 'PLAIN',
        definition_levels_byte_length: levels.offset,
        repetition_levels_byte_length: 0,
        is_compressed: true,
      },
    };
    writePageHeader(writer, header);
    const headerLength = writer.offset - offset;
    writer.appendBytes(levels.getBytes());
    writer.appendBytes(compressed);
    const chunk: ColumnChunk = {
      file_offset: BigInt(offset),
      meta_data: {
        type: type === 'STRING' ? 'BYTE_ARRAY' : type === 'DOUBLE' ? 'DOUBLE' : 'INT64',
        encodings: ['PLAIN'],
        path_in_schema: [name],
        codec: 'ZSTD',
        num_values: BigInt(count),
        total_uncompressed_size: BigInt(headerLength + header.uncompressed_page_size),
        total_compressed_size: BigInt(writer.offset - offset),
        data_page_offset: BigInt(offset),
        // Those of texts help few readers.
        ...(type === 'TIMESTAMP' && { statistics: this.#statistics() }),
      },
    };
    [this.#levels, this.#nulls, this.#range] = [[], 0, null];
    return chunk;
  }

  #statistics(): Statistics {
    const [lowest, highest] = this.#range ?? [];
    const range = lowest !== undefined && { min_value: BigInt(lowest), max_value: BigInt(highest ?? lowest) };
    return { null_count: BigInt(this.#nulls), ...range };
  }

  #putInteger(value: number): void {
    const [lowest, highest] = this.#range ?? [value, value];
    this.#range = [Math.min(lowest, value), Math.max(highest, value)];
    this.#page.putInteger(value);
  }
}

/** By native code, which all readers have. */
function compress(bytes: Uint8Array): Uint8Array {
  return zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 }, chunkSize: 1 << 18 });
}
