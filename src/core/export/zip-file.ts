import { pipeline } from 'node:stream/promises';
import { constants, crc32, createDeflateRaw } from 'node:zlib';

/** A file in a ZIP file, part by part. */
export interface ZipEntry {
  readonly name: string;
  readonly parts: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** The largest number of a field; larger ones are in a field of ZIP64. */
const most = 0xffffffff;
/** 1980-01-01, the first date that the format has. */
const date = 0x21;
/** Names are UTF-8, and the sizes follow the content. */
const flags = 0x0808;
const deflated = 8;
const version = 45;

/** Yields a ZIP file of any size. The parts of a file are read when the one before is written. */
export async function* zipFile(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, parts } of entries) {
    let [sum, size, packed] = [0, 0, 0];
    async function* summed() {
      for await (const part of parts()) {
        sum = crc32(part, sum);
        size += part.length;
        yield part;
      }
    }
    const path = Buffer.from(name);
    const head = numbers([4, 0x04034b50], [2, version], [2, flags], [2, deflated], [2, 0], [2, date], [4, 0], [8, 0]);
    const local = Buffer.concat([head, numbers([2, path.length], [2, 0]), path]);
    yield local;
    const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED, chunkSize: 1 << 18 });
    const done = pipeline(summed(), deflate);
    // A failure of the parts is thrown by the loop, too.
    done.catch(() => {});
    for await (const part of deflate as AsyncIterable<Buffer>) {
      packed += part.length;
      yield part;
    }
    await done;
    const width = size > most || packed > most ? 8 : 4;
    const descriptor = numbers([4, 0x08074b50], [4, sum], [width, packed], [width, size]);
    yield descriptor;
    const sizes = [size, packed, offset];
    const large = sizes.filter((each) => each >= most);
    const extra = large.length === 0 ? Buffer.alloc(0) : numbers([2, 1], [2, 8 * large.length], ...eight(large));
    directory.push(
      numbers([4, 0x02014b50], [2, version], [2, version], [2, flags], [2, deflated], [2, 0], [2, date], [4, sum]),
      numbers([4, Math.min(packed, most)], [4, Math.min(size, most)], [2, path.length], [2, extra.length], [2, 0]),
      numbers([2, 0], [2, 0], [4, 0], [4, Math.min(offset, most)]),
      Buffer.concat([path, extra]),
    );
    offset += local.length + packed + descriptor.length;
  }
  const central = Buffer.concat(directory);
  yield central;
  const count = directory.length / 4;
  if (offset >= most || offset + central.length >= most) {
    yield numbers([4, 0x06064b50], [8, 44], [2, version], [2, version], [4, 0], [4, 0], ...eight([count, count]));
    yield numbers(...eight([central.length, offset]), [4, 0x07064b50], [4, 0], [8, offset + central.length], [4, 1]);
  }
  const ends = numbers([4, Math.min(central.length, most)], [4, Math.min(offset, most)], [2, 0]);
  yield Buffer.concat([numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count]), ends]);
}

function eight(values: readonly number[]): [8, number][] {
  return values.map((value) => [8, value]);
}

/** Returns numbers in bytes, the lowest one first. */
function numbers(...fields: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [length]) => sum + length, 0));
  let at = 0;
  for (const [length, value] of fields) {
    if (length === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, length);
    at += length;
  }
  return bytes;
}
