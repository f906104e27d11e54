import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';
import { release } from '../../history/index.ts';

/** A file in an archive. Its parts are requested one after the other, after those of the files before it, and freed when they are compressed. */
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
const deflated = 8;
/** Bytes of the largest file, and of the largest archive: fflate writes none of the records for larger ones. */
const maxBytes = 0xffff_ffff;

/**
 * Yields a ZIP archive. zlib compresses its parts on other threads while the next ones are made, and fflate writes the records around them.
 * Throws if a file or the archive is larger than `limit`.
 */
export async function* zipFile(entries: readonly ZipEntry[], limit = maxBytes): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = [];
  let bytes = 0;
  const zip = new Zip((error, part) => {
    if (error) throw error;
    written.push(part);
    bytes += part.length;
  });
  for (const { name, parts } of entries) {
    const file: ZipInputFile = { filename: name, size: 0, crc: 0, compression: deflated };
    zip.add(file);
    for await (const part of compressedParts(parts, file)) {
      file.ondata?.(null, part, false);
      if (Math.max(file.size, bytes) > limit) throw new Error(`${name} is too large for a ZIP archive.`);
      yield* written.splice(0);
    }
    file.ondata?.(null, endOfContent, true);
  }
  zip.end();
  yield* written;
}

/** Yields the compressed content but for its end. Adds the checksum and the size of the parts to `sums`. */
async function* compressedParts(parts: ZipEntry['parts'], sums: { crc: number; size: number }) {
  const pending: Promise<Buffer<ArrayBuffer>>[] = [];
  for await (const part of parts) {
    sums.crc = crc32(part, sums.crc);
    sums.size += part.length;
    pending.push(deflate(part, options).finally(() => release(part)));
    if (pending.length === maxPending) yield (await pending.shift()) as Buffer<ArrayBuffer>;
  }
  for (const part of pending) yield await part;
}
