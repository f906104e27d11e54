import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

/** A file in an archive. Its parts are requested one after the other, once those of the files before it have been. */
export interface ZipEntry {
  readonly name: string;
  readonly parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

const deflate = promisify(deflateRaw);
/** Each part ends on a whole byte, so that the next one can follow it. Its output comes in one piece. */
const options = { level: 2, finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 1 << 19 };
/** A last block without content. */
const endOfContent = Buffer.from([3, 0]);
/** Parts that are compressed at a time. */
const maxPending = 2;
/** Sizes follow the content, and names are UTF-8. */
const flags = 0x0808;
const deflated = 8;
/** 1980-01-01, the earliest day that an archive can tell. */
const date = 0x21;
/** Versions of the format: with deflated files, and with sizes of 64 bits. */
const [usual, large] = [20, 45];

/**
 * Yields a ZIP archive (APPNOTE.TXT 6.3.10). Parts are compressed on other threads while the next ones are made. `limit`: the lowest number
 * that is written with 64 bits.
 */
export async function* zipFile(entries: readonly ZipEntry[], limit = 0xffff_ffff): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  // Some readers expect such sizes only in archives that have all records of 64 bits.
  let hasLarge = false;
  for (const { name, parts } of entries) {
    const bytes = Buffer.from(name);
    const sums = { crc: 0, size: 0 };
    const header = record([4, 0x04034b50], [2, usual], [2, flags], [2, deflated], [2, 0], [2, date], [4, 0], [8, 0]);
    const start = Buffer.concat([header, record([2, bytes.length], [2, 0]), bytes]);
    yield start;
    let compressed = 0;
    for await (const part of compressedParts(parts, sums)) {
      compressed += part.length;
      yield part;
    }
    const { crc, size } = sums;
    const width = Math.max(size, compressed) >= limit ? 8 : 4;
    const sizes = record([4, 0x08074b50], [4, crc], [width, compressed], [width, size]);
    yield sizes;
    const isLarge = Math.max(size, compressed, offset) >= limit;
    hasLarge ||= isLarge;
    const in32 = (value: number): Field => [4, isLarge ? 0xffff_ffff : value];
    const extra = isLarge ? record([2, 1], [2, 24], [8, size], [8, compressed], [8, offset]) : Buffer.alloc(0);
    directory.push(
      record([4, 0x02014b50], [2, large], [2, isLarge ? large : usual], [2, flags], [2, deflated], [2, 0], [2, date]),
      record([4, crc], in32(compressed), in32(size), [2, bytes.length], [2, extra.length], [2, 0], [2, 0], [2, 0]),
      record([4, 0], in32(offset)),
      bytes,
      extra,
    );
    offset += start.length + compressed + sizes.length;
  }
  const all = Buffer.concat(directory);
  yield all;
  const count = entries.length;
  hasLarge ||= offset >= limit;
  if (hasLarge) {
    yield record([4, 0x06064b50], [8, 44], [2, large], [2, large], [4, 0], [4, 0], [8, count], [8, count]);
    yield record([8, all.length], [8, offset], [4, 0x07064b50], [4, 0], [8, offset + all.length], [4, 1]);
  }
  yield record(
    [4, 0x06054b50],
    [4, 0],
    [2, count],
    [2, count],
    [4, all.length],
    [4, hasLarge ? 0xffff_ffff : offset],
    [2, 0],
  );
}

/** Yields the compressed content. Adds the checksum and the size of the parts to `sums`. */
async function* compressedParts(parts: ZipEntry['parts'], sums: { crc: number; size: number }) {
  const pending: Promise<Uint8Array>[] = [];
  for await (const part of parts) {
    sums.crc = crc32(part, sums.crc);
    sums.size += part.length;
    pending.push(deflate(part, options));
    if (pending.length === maxPending) yield (await pending.shift()) as Uint8Array;
  }
  for (const part of pending) yield await part;
  yield endOfContent;
}

/** A number, and the bytes that it has. */
type Field = readonly [bytes: 2 | 4 | 8, value: number];

function record(...fields: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [length]) => sum + length, 0));
  let at = 0;
  for (const [length, value] of fields) {
    if (length === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, length);
    at += length;
  }
  return bytes;
}
