import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';
import { readTail } from './tail.ts';

export const logFileName = 'orderglass.log';

export interface LogFileOptions {
  /** Made where it is missing. */
  readonly folder: string;
  /** Of each file; the last line may exceed it. Default: 1 MiB. */
  readonly fileBytes?: number;
  /** How many files there are at most, the one that is written among them. Default: 5. */
  readonly files?: number;
  /** Milliseconds from some beginning, never set back. Default: the system's. */
  readonly monotonicNow?: () => number;
}

const mebibyte = 1_048_576;
const longestWaitingBytes = 256 * 1024;
const mostUrgentBytes = 64 * 1024;
const checkEveryMs = 60_000;

/**
 * The file that lines go to, and its older ones beside it. A line that cannot be written is dropped, and a minute later it is tried
 * again: nothing here throws, waits, or keeps more than a little in memory.
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

  /** `line` ends with a line end. */
  write(line: string): void {
    if (this.#isClosed) return;
    this.#check();
    if (this.#stream === null || this.#stream.writableLength > longestWaitingBytes) return;
    this.#stream.write(line);
  }

  /**
   * On disk when this returns, for a process that may be gone the next moment; before the lines that are still on their way. Not for
   * many lines, for the rotation does not see them.
   */
  writeNow(line: string): void {
    this.#urgentBytes += Buffer.byteLength(line);
    if (this.#urgentBytes > mostUrgentBytes) {
      this.write(line);
      return;
    }
    try {
      mkdirSync(this.#options.folder, { recursive: true, mode: 0o700 });
      const start = ['', '\n'].includes(readTail(this.#file, 1)) ? '' : '\n';
      appendFileSync(this.#file, `${start}${line}`, { mode: 0o600 });
    } catch {
      return;
    }
  }

  /** Resolves when everything is written that can be. */
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

  /** Opens the file where that is due: at first, a minute after it failed, and when somebody took the file away. */
  #check(): void {
    const now = this.#options.monotonicNow();
    if (now - this.#checkedAt < checkEveryMs) return;
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
      // A power cut may have left part of a line, and the next one is to be read all the same.
      if (!['', '\n'].includes(readTail(this.#file, 1))) stream.write('\n');
      return stream;
    } catch {
      return null;
    }
  }
}
