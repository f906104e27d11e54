import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import type { ColumnChunk, Statistics } from 'hyparquet';
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js';
import { ColumnTexts, grow, release, WordTexts } from '../../history/index.ts';
import { int32At, uintAt } from '../../shared/values/elements.ts';
import type { SelectedRows } from '../history/history-service.ts';
import type { CellKind } from './fields.ts';
import { type FileColumn, milliseconds, textsByColumn } from './row-texts.ts';
import { Utf8Text } from './utf8-text.ts';

/** Rows of a row group. Two groups are in memory at a time: the raw texts of orders make up most of them. */
const rowsPerGroup = 50_000;

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
  // The library would take three times as long: it has a value, an array and a view for each cell.
  const groups = async function* () {
    let count = 0;
    for await (const chunk of chunks) {
      const texts = textsByColumn(columns, chunk, milliseconds);
      for (const column of fileColumns) column.add(texts[column.of] as ColumnTexts | WordTexts);
      count += chunk.length;
      if (count < rowsPerGroup) continue;
      yield { count, columns: fileColumns.map((column) => column.take()) };
      count = 0;
    }
    if (count > 0) yield { count, columns: fileColumns.map((column) => column.take()) };
  };
  const writeGroup = async (group: RowGroup): Promise<Uint8Array> => {
    const from = bytes.offset;
    const written: ColumnChunk[] = [];
    for (const column of group.columns) written.push(await writeColumn(bytes, column));
    const size = written.reduce((sum, { meta_data }) => sum + (meta_data?.total_uncompressed_size ?? 0n), 0n);
    const rows = BigInt(group.count);
    const total_compressed_size = BigInt(bytes.offset - from);
    writer.row_groups.push({ columns: written, total_byte_size: size, num_rows: rows, total_compressed_size });
    writer.num_rows += rows;
    return takeBytes();
  };

  // A group is compressed while the next one is made.
  let last: RowGroup | null = null;
  for await (const group of groups()) {
    if (last !== null) yield await writeGroup(last);
    last = group;
  }
  if (last !== null) yield await writeGroup(last);
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

interface RowGroup {
  readonly count: number;
  readonly columns: readonly TakenColumn[];
}

/** The values of a column in a row group. */
interface TakenColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly count: number;
  readonly nulls: number;
  readonly levels: Uint8Array;
  /** The lowest and the highest time. */
  readonly range: Range | null;
  /** `null` for values that stand in the page themselves. */
  readonly dictionary: { readonly count: number; readonly page: Page } | null;
  readonly page: Page;
}
type Range = readonly [lowest: number, highest: number];

interface Page {
  readonly length: number;
  readonly compressed: Promise<Uint8Array>;
}

/** A column of the file, made of the texts of a column of the rows. */
class ParquetColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** The place of the column of the rows. */
  readonly of: number;
  readonly #page = new Utf8Text();
  #count = 0;
  #nulls = 0;
  /** 1 for each row without a value; 0 behind the last row. */
  #isNull = new Uint8Array(0);
  #range: Range | null = null;
  /** `null` unless the first texts of the row group are those of words. */
  #words: GroupWords | null = null;

  constructor(name: string, type: ColumnType, of: number) {
    this.name = name;
    this.type = type;
    this.of = of;
  }

  add(texts: ColumnTexts | WordTexts): void {
    const isWords = texts instanceof WordTexts;
    if (this.#count === 0 && this.type === 'STRING' && isWords) this.#words = new GroupWords();
    this.#isNull = grow(this.#isNull, this.#count + texts.length);
    const own = isWords ? texts.known : texts;
    const codes = isWords ? texts.codes : null;
    if (own.hasNull) this.#addNulls(own, codes, texts.length);
    this.#count += texts.length;
    if (this.#words === null) this.#addValues(own, codes, texts.length);
    else this.#words.add(texts);
  }

  /** Returns what was added since the last call, and begins to compress it. */
  take(): TakenColumn {
    const levels = new ByteWriter();
    const isValue = this.#isNull.subarray(0, this.#count).map((isNull) => 1 - isNull);
    writeRleBitPackedHybrid(levels, isValue, 1);
    const taken = {
      name: this.name,
      type: this.type,
      count: this.#count,
      nulls: this.#nulls,
      levels: levels.getBytes().slice(),
      range: this.#range,
      ...(this.#words?.pages() ?? { dictionary: null, page: pageOf(this.#page.taken()) }),
    };
    this.#isNull.fill(0);
    [this.#count, this.#nulls, this.#range] = [0, 0, null];
    this.#words = null;
    return taken;
  }

  /** `codes`: the place of each row's text; `null` if it is that of the row. */
  #addNulls(texts: ColumnTexts, codes: WordTexts['codes'] | null, count: number): void {
    for (let row = 0; row < count; row++) {
      if (!texts.isNull(codes === null ? row : uintAt(codes, row))) continue;
      this.#isNull[this.#count + row] = 1;
      this.#nulls++;
    }
  }

  #addValues(texts: ColumnTexts, codes: WordTexts['codes'] | null, count: number): void {
    const { type } = this;
    for (let row = 0; row < count; row++) {
      const place = codes === null ? row : uintAt(codes, row);
      if (texts.isNull(place)) continue;
      if (type === 'STRING') this.#page.putSized(texts, place);
      else if (type === 'DOUBLE') this.#page.putDouble(texts.double(place));
      else this.#putInteger(texts.double(place));
    }
  }

  #putInteger(value: number): void {
    const [lowest, highest] = this.#range ?? [value, value];
    this.#range = [Math.min(lowest, value), Math.max(highest, value)];
    this.#page.putInteger(value);
  }
}

/** The texts of a column in a row group, each once, and the place of each value among them. */
class GroupWords {
  readonly #placeOf = new Map<string, number>();
  #places = new Uint32Array(rowsPerGroup);
  #count = 0;

  add(texts: ColumnTexts | WordTexts): void {
    this.#places = grow(this.#places, this.#count + texts.length);
    if (texts instanceof ColumnTexts) {
      for (const text of texts.texts()) if (text !== null) this.#add(this.#place(text));
      return;
    }
    const { words, codes } = texts;
    const places = new Int32Array(words.length).fill(unknown);
    for (let row = 0; row < codes.length; row++) {
      const code = uintAt(codes, row);
      let place = int32At(places, code);
      if (place === unknown) {
        const word = words[code] ?? null;
        place = word === null ? none : this.#place(word);
        places[code] = place;
      }
      if (place !== none) this.#add(place);
    }
  }

  pages(): Pick<TakenColumn, 'dictionary' | 'page'> {
    if (this.#count === 0) return { dictionary: null, page: pageOf(new Uint8Array(0)) };
    const words = new Utf8Text();
    const texts = ColumnTexts.of([...this.#placeOf.keys()]);
    for (let place = 0; place < texts.length; place++) words.putSized(texts, place);
    const places = new ByteWriter();
    const width = Math.max(1, 32 - Math.clz32(texts.length - 1));
    places.appendUint8(width);
    writeRleBitPackedHybrid(places, this.#places.subarray(0, this.#count), width);
    return { dictionary: { count: texts.length, page: pageOf(words.taken()) }, page: pageOf(places.getBytes()) };
  }

  #add(place: number): void {
    this.#places[this.#count++] = place;
  }

  #place(text: string): number {
    const place = this.#placeOf.get(text) ?? this.#placeOf.size;
    this.#placeOf.set(text, place);
    return place;
  }
}

/** Instead of the place of a word: not looked up yet, and the word is `null`. */
const [unknown, none] = [-1, -2];

async function writeColumn(writer: ByteWriter, column: TakenColumn): Promise<ColumnChunk> {
  const { name, type, count, nulls, levels, range, dictionary, page } = column;
  const offset = writer.offset;
  let size = 0;
  if (dictionary !== null) {
    const compressed = await dictionary.page.compressed;
    writePageHeader(writer, {
      type: 'DICTIONARY_PAGE',
      uncompressed_page_size: dictionary.page.length,
      compressed_page_size: compressed.length,
      dictionary_page_header: { num_values: dictionary.count, encoding: 'PLAIN' },
    });
    size += writer.offset - offset + dictionary.page.length;
    writer.appendBytes(compressed);
  }
  const encoding = dictionary === null ? 'PLAIN' : 'RLE_DICTIONARY';
  const pageOffset = writer.offset;
  const compressed = await page.compressed;
  writePageHeader(writer, {
    type: 'DATA_PAGE_V2',
    uncompressed_page_size: levels.length + page.length,
    compressed_page_size: levels.length + compressed.length,
    data_page_header_v2: {
      num_values: count,
      num_nulls: nulls,
      num_rows: count,
      encoding,
      definition_levels_byte_length: levels.length,
      repetition_levels_byte_length: 0,
      is_compressed: true,
    },
  });
  size += writer.offset - pageOffset + levels.length + page.length;
  writer.appendBytes(levels);
  writer.appendBytes(compressed);
  return {
    file_offset: BigInt(offset),
    meta_data: {
      type: type === 'STRING' ? 'BYTE_ARRAY' : type === 'DOUBLE' ? 'DOUBLE' : 'INT64',
      encodings: dictionary === null ? ['PLAIN'] : ['PLAIN', 'RLE_DICTIONARY'],
      path_in_schema: [name],
      codec: 'ZSTD',
      num_values: BigInt(count),
      total_uncompressed_size: BigInt(size),
      total_compressed_size: BigInt(writer.offset - offset),
      data_page_offset: BigInt(pageOffset),
      ...(dictionary !== null && { dictionary_page_offset: BigInt(offset) }),
      // Those of texts help few readers.
      ...(type === 'TIMESTAMP' && { statistics: statisticsOf(nulls, range) }),
    },
  };
}

function statisticsOf(nulls: number, range: Range | null): Statistics {
  return {
    null_count: BigInt(nulls),
    ...(range !== null && { min_value: BigInt(range[0]), max_value: BigInt(range[1]) }),
  };
}

/** Compresses a copy of the bytes by native code, which all readers have, on another thread. */
function pageOf(bytes: Uint8Array): Page {
  const page = new Uint8Array(bytes);
  const params = { [constants.ZSTD_c_compressionLevel]: 1 };
  // Most pages become less than half as long: then their output comes in one piece.
  const chunkSize = Math.max(64, page.length >> 1);
  const compressed = compress(page, { params, pledgedSrcSize: page.length, chunkSize }).finally(() => release(page));
  // A failure is thrown when the page is written.
  compressed.catch(() => {});
  return { length: bytes.length, compressed };
}

const compress = promisify(zstdCompress);
