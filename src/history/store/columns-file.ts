import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { NumberArray } from '../table/growing-arrays.ts';
import type { TableImage } from '../table/table-image.ts';

/** What a file beside an archive has; also the extension of its name. */
const fileKinds = ['columns', 'trades'] as const;
type FileKind = (typeof fileKinds)[number];

/** Changes with the meaning of what is stored. A file that ends with other bytes is made again. */
const magic = Buffer.from('OGcols04');
/** Length and checksum of the index, and the magic. */
const tailBytes = 8 + magic.length;
/** Bytes that are read or written at a time: about 2 ms for their checksum. */
const bytesPerStep = 2 ** 22;
/** Rows that may have changed since the file was written. With more, it is made again. */
const maxChanged = 20_000;
const arrayTypes = { Float64Array, Int32Array, Uint32Array, Uint16Array, Uint8Array, Int16Array, Int8Array } as const;

interface Section {
  readonly column: string;
  readonly name: string;
  readonly type: keyof typeof arrayTypes;
  readonly bytes: number;
  readonly checksum: number;
}

/** Stands behind the arrays, and describes them in their order. */
interface Index {
  readonly id: string;
  readonly size: number;
  readonly sections: readonly Section[];
  /** Words by column. */
  readonly words: Readonly<Record<string, readonly (string | null)[]>>;
}

/** The file with an ID has the orders of the archive, or their trades, except those that have changed since, and those behind its last one. */
interface Reach {
  readonly id: string;
  readonly size: number;
  readonly changed: Set<number>;
  /** False while the file is written. */
  isWritten: boolean;
}

interface StoredReach extends Pick<Reach, 'id' | 'size'> {
  readonly changed: readonly number[];
  /** See `stateOf`. */
  readonly archive: string;
}

/**
 * The columns of an archive's orders, or of their trades, in a file beside it, so that a start need not read all rows. A cache: the archive alone says what is
 * true. A second, small file says for which state of the archive the columns are, and exists only while no program has the archive open. So a
 * program that is killed, one that does not know these files, and another archive in the place of this one leave columns that are not used.
 * Nothing here throws: columns that cannot be read or written are missing.
 */
export class ColumnsFile {
  readonly #archive: string;
  readonly #file: string;
  #reach: Reach | null;

  /** Must be called before the archive is opened. `isReader`: true if another program may have it open, whose files these are. */
  constructor(archive: string, kind: FileKind, isReader = false) {
    this.#archive = archive;
    this.#file = fileOf(archive, kind);
    this.#reach = isReader ? null : takeReach(this.#file, archive);
    if (!isReader) removeQuietly(draftOf(this.#file));
  }

  /** Orders that the file lacks, or has otherwise; all if there is no file. `size`: number of orders of the archive. */
  missing(size: number): number {
    return this.#reach === null ? size : this.#reach.changed.size + size - this.#reach.size;
  }

  /** Must be called with the number of each order that is updated, in the same turn. */
  noteUpdated(number: number): void {
    const reach = this.#reach;
    if (reach === null || number > reach.size) return;
    reach.changed.add(number);
    if (reach.changed.size > maxChanged) this.#reach = null;
  }

  /** Must be called if the archive has other orders than before. */
  forget(): void {
    this.#reach = null;
  }

  /**
   * Reads the columns, and resolves with the numbers of the orders that the archive has otherwise once `take` was called, which returns false
   * if it cannot use them. Resolves with `null` if there are none to use. Orders may be stored meanwhile. `prepare`: takes nothing, and may take time.
   */
  async read<Prepared>(
    prepare: (image: TableImage) => Promise<Prepared>,
    take: (image: TableImage, prepared: Prepared) => boolean,
  ): Promise<readonly number[] | null> {
    const reach = this.#reach;
    if (reach === null || !reach.isWritten) return null;
    const image = await readImage(this.#file, reach.id).catch(() => null);
    const read = image?.size === reach.size ? { image, prepared: await prepare(image) } : null;
    // So many orders may have changed meanwhile that they are not known.
    if (this.#reach !== reach) return null;
    if (read !== null && take(read.image, read.prepared)) return [...reach.changed];
    this.#reach = null;
    return null;
  }

  /**
   * Writes the orders as they are now. Orders may be stored meanwhile: if one of the image is, or `isCurrent` returns false, nothing is
   * written.
   */
  async write(image: TableImage, isCurrent = () => true): Promise<void> {
    const reach: Reach = { id: randomUUID(), size: image.size, changed: new Set(), isWritten: false };
    // Of the earlier file nothing is known from now on.
    this.#reach = reach;
    const draft = draftOf(this.#file);
    try {
      await writeImage(draft, reach.id, image, () => isCurrent() && this.#reach === reach && reach.changed.size === 0);
      renameSync(draft, this.#file);
      reach.isWritten = true;
    } catch {
      if (this.#reach === reach) this.#reach = null;
      removeQuietly(draft);
    }
  }

  /** Must be called after the archive was closed. */
  leave(): void {
    const reach = this.#reach;
    this.#reach = null;
    if (reach === null || !reach.isWritten) return;
    const archive = stateOf(this.#archive);
    if (archive === null) return;
    const { id, size, changed } = reach;
    const stored: StoredReach = { id, size, changed: [...changed], archive };
    const text = JSON.stringify(stored);
    try {
      writeFileSync(reachOf(this.#file), `${crc32(text)} ${text}`, { mode: 0o600 });
    } catch {
      removeQuietly(reachOf(this.#file));
    }
  }
}

/** Removes the files beside an archive. */
export function removeColumns(archive: string): void {
  for (const kind of fileKinds) {
    const file = fileOf(archive, kind);
    for (const each of [reachOf(file), file, draftOf(file)]) rmSync(each, { force: true });
  }
}

function fileOf(archive: string, kind: FileKind): string {
  return archive.replace(/(\.sqlite)?$/, `.${kind}`);
}

function draftOf(file: string): string {
  return `${file}.new`;
}

function reachOf(file: string): string {
  return `${file}-state`;
}

/** The state of an archive that no program has open; `null` if it has a log, which a killed program leaves. Changes with every write. */
function stateOf(archive: string): string | null {
  try {
    const log = statSync(`${archive}-wal`, { throwIfNoEntry: false });
    if (log !== undefined && log.size > 0) return null;
    const { size, mtimeNs, ctimeNs, ino } = statSync(archive, { bigint: true });
    return [size, mtimeNs, ctimeNs, ino].join(' ');
  } catch {
    return null;
  }
}

/** Reads and removes the small file. Returns `null` if the archive has changed since. */
function takeReach(columns: string, archive: string): Reach | null {
  const file = reachOf(columns);
  try {
    const [, checksum, text = ''] = /^(\d+) (.*)$/s.exec(readFileSync(file, 'utf8')) ?? [];
    // Without leave to remove it, it could be taken for that of a later state.
    rmSync(file);
    if (Number(checksum) !== crc32(text)) return null;
    const { archive: state, id, size, changed } = JSON.parse(text) as StoredReach;
    return state === stateOf(archive) ? { id, size, changed: new Set(changed), isWritten: true } : null;
  } catch {
    return null;
  }
}

/** Rejects if `isCurrent` returns false before the end. */
async function writeImage(file: string, id: string, image: TableImage, isCurrent: () => boolean): Promise<void> {
  const sections: Section[] = [];
  const words: Record<string, readonly (string | null)[]> = {};
  const handle = await open(file, 'w', 0o600);
  try {
    for (const [column, part] of Object.entries(image.columns)) {
      if (part.words !== undefined) words[column] = [...part.words];
      for (const [name, array] of Object.entries(part.arrays)) {
        const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
        let checksum = 0;
        for (let at = 0; at < bytes.length; at += bytesPerStep) {
          const step = bytes.subarray(at, at + bytesPerStep);
          checksum = crc32(step, checksum);
          await writeAll(handle, step);
          if (!isCurrent()) throw new Error('an order has changed meanwhile');
        }
        sections.push({ column, name, type: typeOf(array), bytes: bytes.length, checksum });
      }
    }
    const index = Buffer.from(JSON.stringify({ id, size: image.size, sections, words } satisfies Index));
    const numbers = Buffer.alloc(8);
    numbers.writeUInt32LE(index.length, 0);
    numbers.writeUInt32LE(crc32(index), 4);
    await writeAll(handle, Buffer.concat([index, numbers, magic]));
    if (!isCurrent()) throw new Error('an order has changed meanwhile');
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten;
}

/** Rejects, or resolves with `null`, if the file is not the one with the ID, or is damaged. */
async function readImage(file: string, id: string): Promise<TableImage | null> {
  const handle = await open(file, 'r');
  try {
    const { size: length } = await handle.stat();
    const tail = await readAll(handle, length - tailBytes, tailBytes);
    const indexBytes = tail.readUInt32LE(0);
    if (!magic.equals(tail.subarray(8)) || indexBytes > length) return null;
    const text = await readAll(handle, length - tailBytes - indexBytes, indexBytes);
    if (crc32(text) !== tail.readUInt32LE(4)) return null;
    const { sections, words, ...index } = JSON.parse(text.toString()) as Index;
    if (index.id !== id) return null;
    const columns: Record<string, { arrays: Record<string, NumberArray>; words?: readonly (string | null)[] }> = {};
    let position = 0;
    for (const { column, name, type, bytes, checksum } of sections) {
      const buffer = new ArrayBuffer(bytes);
      if ((await readInto(handle, position, new Uint8Array(buffer))) !== checksum) return null;
      position += bytes;
      columns[column] ??= { arrays: {}, ...(words[column] && { words: words[column] }) };
      columns[column].arrays[name] = new arrayTypes[type](buffer);
    }
    return { size: index.size, columns };
  } finally {
    await handle.close();
  }
}

/** Fills the bytes, and resolves with their checksum. */
async function readInto(handle: FileHandle, position: number, bytes: Uint8Array): Promise<number> {
  let checksum = 0;
  for (let at = 0; at < bytes.length; ) {
    const step = bytes.subarray(at, at + bytesPerStep);
    const { bytesRead } = await handle.read(step, 0, step.length, position + at);
    if (bytesRead === 0) throw new Error('the file has been cut off');
    checksum = crc32(step.subarray(0, bytesRead), checksum);
    at += bytesRead;
  }
  return checksum;
}

async function readAll(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  await readInto(handle, position, bytes);
  return bytes;
}

function typeOf(array: NumberArray): keyof typeof arrayTypes {
  return array.constructor.name as keyof typeof arrayTypes;
}

function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    return;
  }
}
