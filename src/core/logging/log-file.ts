import {
  appendFile,
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  type Stats,
  statSync,
} from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

export const logFileName = 'orderglass.log';

export interface LogFileOptions {
  /** Created if missing. */
  readonly folder: string;
  /** Size at which a file is rotated; its last line may exceed it. Default: 1 MiB. */
  readonly fileBytes?: number;
  /** Largest number of files, including the one that is being written. Default: 5. */
  readonly files?: number;
}

interface OpenFile {
  readonly descriptor: number;
  readonly inode: number;
  /** Bytes after the last write of this process. */
  size: number;
  /** Text of an asynchronous write that has not returned. */
  pending: Buffer | null;
}

const appendTo = promisify(appendFile);

/** Longest time (ms) that `flush` waits for an asynchronous write. */
const maxPendingMs = 1000;

/**
 * The log file and its rotated predecessors. Lines are appended asynchronously and in order, through one descriptor. A file that was
 * removed, renamed, or changed by another process is opened again before the next write. A line that cannot be written is dropped.
 */
export class LogFile {
  readonly #folder: string;
  readonly #file: string;
  readonly #fileBytes: number;
  readonly #files: number;
  readonly #queue: string[] = [];
  #open: OpenFile | null = null;
  #isWriting = false;

  constructor({ folder, fileBytes = 1_048_576, files = 5 }: LogFileOptions) {
    this.#folder = folder;
    this.#file = path.join(folder, logFileName);
    this.#fileBytes = fileBytes;
    this.#files = files;
  }

  /** Never throws. `line` ends with a line feed. The line is on disk a moment later, or when `flush` returns. */
  write(line: string): void {
    this.#queue.push(line);
    if (!this.#isWriting) void this.#writeQueue();
  }

  /** Writes all lines synchronously. Never throws. */
  flush(): void {
    this.#finishPending();
    while (this.#queue.length > 0) {
      const open = this.#prepare(statOf(this.#file));
      const text = this.#takeText(open);
      if (!open) continue;
      try {
        appendFileSync(open.descriptor, text);
        open.size += text.length;
      } catch {
        this.#release();
      }
    }
  }

  /** Flushes and closes the file. The next line opens it again. */
  close(): void {
    this.flush();
    this.#release();
  }

  /** Lines of the same turn of the event loop become one write. */
  async #writeQueue(): Promise<void> {
    this.#isWriting = true;
    while (this.#queue.length > 0) {
      const found = await stat(this.#file).catch(() => null);
      // `flush` may have written the lines meanwhile.
      if (this.#queue.length === 0) break;
      const open = this.#prepare(found);
      const text = this.#takeText(open);
      if (open) await this.#append(open, text);
    }
    this.#isWriting = false;
  }

  async #append(open: OpenFile, text: Buffer): Promise<void> {
    open.pending = text;
    const isWritten = await appendTo(open.descriptor, text).then(
      () => true,
      () => false,
    );
    open.pending = null;
    // `flush` leaves a file with a pending write to this method, because its descriptor must not be closed before the write returns.
    if (this.#open !== open) close(open);
    else if (isWritten) open.size += text.length;
    else this.#release();
  }

  /**
   * Waits until an asynchronous write is in the file. If the file does not grow in time, the text is written again: a crash must not
   * lose a line, and the log may contain a line twice.
   */
  #finishPending(): void {
    const open = this.#open;
    if (!open?.pending) return;
    const size = open.size + open.pending.length;
    const deadline = performance.now() + maxPendingMs;
    while ((statOf(open.descriptor)?.size ?? 0) < size) {
      if (performance.now() < deadline) continue;
      this.#queue.unshift(open.pending.toString());
      break;
    }
    this.#open = null;
  }

  /** Returns the file, ready for the next line; `null` if it cannot be opened. `found`: the current file at the path. */
  #prepare(found: Stats | null): OpenFile | null {
    const open = this.#open;
    const isUnchanged = open !== null && found?.ino === open.inode && found.size === open.size;
    if (isUnchanged && open.size < this.#fileBytes) return open;
    try {
      this.#release();
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      if ((statOf(this.#file)?.size ?? 0) >= this.#fileBytes) this.#rotate();
      // A power cut or a full disk may have left a partial line, which must not spoil the next one.
      const isComplete = ['', '\n'].includes(readTail(this.#file, 1));
      const descriptor = openSync(this.#file, 'a', 0o600);
      const { ino: inode, size } = fstatSync(descriptor);
      const opened: OpenFile = { descriptor, inode, size, pending: null };
      this.#open = opened;
      if (!isComplete) {
        appendFileSync(descriptor, '\n');
        opened.size++;
      }
      return opened;
    } catch {
      this.#release();
      return null;
    }
  }

  /** Removes lines from the queue: those that have room in the file, at least one. Without a file only that one, which is dropped. */
  #takeText(open: OpenFile | null): Buffer {
    const room = open ? this.#fileBytes - open.size : 0;
    let count = 0;
    for (let length = 0; count === 0 || (length < room && count < this.#queue.length); count++) {
      length += Buffer.byteLength(this.#queue[count] ?? '');
    }
    return Buffer.from(this.#queue.splice(0, count).join(''));
  }

  #release(): void {
    if (this.#open) close(this.#open);
    this.#open = null;
  }

  #rotate(): void {
    for (let number = this.#files - 1; number > 0; number--) {
      const previous = number === 1 ? this.#file : `${this.#file}.${number - 1}`;
      if (existsSync(previous)) renameSync(previous, `${this.#file}.${number}`);
    }
  }
}

/** Accepts a path or a descriptor. Returns `null` if there is no such file, or if it cannot be reached. */
function statOf(file: string | number): Stats | null {
  try {
    return typeof file === 'number' ? fstatSync(file) : (statSync(file, { throwIfNoEntry: false }) ?? null);
  } catch {
    return null;
  }
}

/** Never throws. Some network disks report only here that an earlier write has failed. */
function close({ descriptor }: OpenFile): void {
  try {
    closeSync(descriptor);
  } catch {
    return;
  }
}

/** Returns the last bytes of a file as text; "" if the file cannot be read. */
export function readTail(file: string, maxBytes: number): string {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const { size } = fstatSync(descriptor);
      const buffer = Buffer.alloc(Math.min(size, maxBytes));
      const length = readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
      return buffer.toString('utf8', 0, length);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '';
  }
}
