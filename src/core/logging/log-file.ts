import { appendFileSync, closeSync, existsSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';

export const logFileName = 'orderglass.log';

export interface LogFileOptions {
  /** Created if missing. */
  readonly folder: string;
  /** Largest size of a file; its last line may exceed it. Default: 1 MiB. */
  readonly fileBytes?: number;
  /** Largest number of files, including the one that is being written. Default: 5. */
  readonly files?: number;
  /** Monotonic milliseconds. Default: the system clock. */
  readonly monotonicNow?: () => number;
}

const mebibyte = 1_048_576;
/** Lines are dropped while more bytes than this wait to be written. */
const maxQueuedBytes = 256 * 1024;
const maxUrgentBytes = 64 * 1024;
/** Milliseconds between two attempts to open a file that could not be written. */
const checkIntervalMs = 60_000;

/**
 * The log file and its rotated predecessors. A line that cannot be written is dropped, and the file is opened again a minute later.
 * Never throws, never waits, and never queues more than `maxQueuedBytes`.
 */
export class LogFile {
  readonly #options: Required<LogFileOptions>;
  readonly #file: string;
  #stream: RotatingFileStream | null = null;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #urgentBytes = 0;
  #isClosed = false;

  constructor(options: LogFileOptions) {
    this.#options = { fileBytes: mebibyte, files: 5, monotonicNow: () => performance.now(), ...options };
    this.#file = path.join(options.folder, logFileName);
  }

  /** `line` ends with a line feed. */
  write(line: string): void {
    if (this.#isClosed) return;
    this.#check();
    if (this.#stream === null || this.#stream.writableLength > maxQueuedBytes) return;
    this.#stream.write(line);
  }

  /**
   * Writes a line synchronously, because the process may end the next moment. Queued lines follow later. Only the first 64 KiB, because
   * the rotation does not count these lines.
   */
  writeNow(line: string): void {
    this.#urgentBytes += Buffer.byteLength(line);
    if (this.#urgentBytes > maxUrgentBytes) {
      this.write(line);
      return;
    }
    try {
      mkdirSync(this.#options.folder, { recursive: true, mode: 0o700 });
      appendFileSync(this.#file, `${this.#hasPartialLine() ? '\n' : ''}${line}`, { mode: 0o600 });
    } catch {
      return;
    }
  }

  /** Resolves when everything that can be written is written. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const stream = this.#stream;
    this.#stream = null;
    if (stream === null || stream.closed) return;
    await new Promise<void>((resolve) => {
      stream.once('close', () => resolve());
      stream.end();
    });
  }

  /** Opens the file at the first line, and at most once a minute if it failed or was removed. */
  #check(): void {
    const now = this.#options.monotonicNow();
    if (now - this.#checkedAt < checkIntervalMs) return;
    this.#checkedAt = now;
    if (this.#stream !== null && existsSync(this.#file)) return;
    this.#stream?.end();
    this.#stream = this.#openStream();
  }

  #openStream(): RotatingFileStream | null {
    const { folder, fileBytes, files } = this.#options;
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const stream = createStream(logFileName, { path: folder, size: `${fileBytes}B`, rotate: files - 1, mode: 0o600 });
      stream.on('error', () => {
        if (this.#stream === stream) this.#stream = null;
      });
      // A power cut may have left a partial line. The next line must be readable anyway.
      if (this.#hasPartialLine()) stream.write('\n');
      return stream;
    } catch {
      return null;
    }
  }

  #hasPartialLine(): boolean {
    return !['', '\n'].includes(readTail(this.#file, 1));
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
