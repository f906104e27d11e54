import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs';
import path from 'node:path';

export const logFileName = 'orderglass.log';

export interface LogFileOptions {
  /** Created if missing. */
  readonly folder: string;
  /** Size at which a file is rotated; its last line may exceed it. Default: 1 MiB. */
  readonly fileBytes?: number;
  /** Largest number of files, including the one that is being written. Default: 5. */
  readonly files?: number;
}

/**
 * The log file and its rotated predecessors. Lines are written synchronously, so that the last one before a crash is on disk; the
 * deduplicator limits their number. A line that cannot be written is dropped.
 */
export class LogFile {
  readonly #folder: string;
  readonly #file: string;
  readonly #fileBytes: number;
  readonly #files: number;

  constructor({ folder, fileBytes = 1_048_576, files = 5 }: LogFileOptions) {
    this.#folder = folder;
    this.#file = path.join(folder, logFileName);
    this.#fileBytes = fileBytes;
    this.#files = files;
  }

  /** Never throws. `line` ends with a line feed. */
  write(line: string): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const size = statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
      if (size >= this.#fileBytes) this.#rotate();
      // A power cut or a full disk may have left a partial line, which must not spoil this one.
      const start = ['', '\n'].includes(readTail(this.#file, 1)) ? '' : '\n';
      appendFileSync(this.#file, `${start}${line}`, { mode: 0o600 });
    } catch {
      return;
    }
  }

  #rotate(): void {
    for (let number = this.#files - 1; number > 0; number--) {
      const previous = number === 1 ? this.#file : `${this.#file}.${number - 1}`;
      if (existsSync(previous)) renameSync(previous, `${this.#file}.${number}`);
    }
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
