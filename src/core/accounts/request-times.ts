import { createHash } from 'node:crypto';
import { closeSync, constants, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Timestamp } from '../../shared/values/domain.ts';

/** Two keys at the highest limit, 1,000 requests per 10 s, send fewer in the 20 s for which the limiter counts them. */
const maxEntries = 4096;
/** A time as a 64-bit float, and the first 8 bytes of the key's hash. */
const entryBytes = 16;

/**
 * Stores when each key sent its latest requests, because the service goes on counting them after the program was killed. Each request
 * overwrites the oldest entry of the file; the file is not synced, because only a crash of the computer could lose it. Its name stands for
 * its format: another format gets another name, because the content matters for seconds only.
 */
export class RequestTimes {
  readonly #now: () => Timestamp;
  /** Entries of earlier sessions. */
  readonly #stored: Buffer;
  #file: number | null = null;
  #next = 0;

  /** If the file cannot be opened, no times are stored. */
  constructor(file: string, now: () => Timestamp) {
    this.#now = now;
    this.#stored = Buffer.alloc(maxEntries * entryBytes);
    try {
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      this.#file = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600);
      readSync(this.#file, this.#stored, 0, this.#stored.length, 0);
      this.#next = this.#afterLatest();
    } catch {
      this.close();
    }
  }

  /** Ages (ms) of the requests that a key sent in earlier sessions, at most `maxAgeMs`. */
  agesOf(key: string, maxAgeMs: number): number[] {
    const hash = hashOf(key);
    const ages: number[] = [];
    for (let entry = 0; entry < maxEntries; entry++) {
      const age = this.#now() - this.#timeOf(entry);
      const start = entry * entryBytes;
      const isOfKey = hash.equals(this.#stored.subarray(start + 8, start + entryBytes));
      if (isOfKey && age >= 0 && age <= maxAgeMs) ages.push(age);
    }
    return ages;
  }

  /** Stores that a key sends a request now. */
  add(key: string): void {
    if (this.#file === null) return;
    const entry = Buffer.alloc(entryBytes);
    entry.writeDoubleLE(this.#now());
    hashOf(key).copy(entry, 8);
    try {
      writeSync(this.#file, entry, 0, entryBytes, this.#next * entryBytes);
      this.#next = (this.#next + 1) % maxEntries;
    } catch {
      this.close();
    }
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #timeOf(entry: number): Timestamp {
    return this.#stored.readDoubleLE(entry * entryBytes);
  }

  #afterLatest(): number {
    let latest = 0;
    for (let entry = 0; entry < maxEntries; entry++) if (this.#timeOf(entry) >= this.#timeOf(latest)) latest = entry;
    return (latest + 1) % maxEntries;
  }
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest().subarray(0, 8);
}
