import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The end of a file, '' where it cannot be read. */
export function readTail(file: string, mostBytes: number): string {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const { size } = fstatSync(descriptor);
      const buffer = Buffer.alloc(Math.min(size, mostBytes));
      const length = readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
      return buffer.toString('utf8', 0, length);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '';
  }
}
