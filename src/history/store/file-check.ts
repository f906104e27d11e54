import { Worker } from 'node:worker_threads';

/**
 * Program of the thread. A text, because a bundle has one file for all that a worker runs. It says that it has closed its connection before
 * it sends the result.
 */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
const { DatabaseSync } = require('node:sqlite');
let isSound = false;
try {
  const database = new DatabaseSync(workerData.file, { readOnly: true });
  try {
    isSound = Object.values(database.prepare('PRAGMA integrity_check(1)').get())[0] === 'ok';
  } finally {
    database.close();
  }
} catch {}
Atomics.store(workerData.isClosed, 0, 1);
Atomics.notify(workerData.isClosed, 0);
parentPort.postMessage(isSound);
`;

/** Maximum time (ms) to wait for the thread, many times that of a check of 1,000,000 rows. */
const maxWaitMs = 30_000;

/**
 * SQLite's check of a whole file (sqlite.org/pragma.html) in a thread of its own, by a connection of its own, because the check is one piece of
 * seconds. Another connection may write the file meanwhile.
 */
export class FileCheck {
  /** False if SQLite finds an error, or the thread cannot open the file. */
  readonly isSound: Promise<boolean>;
  /** 1 once the thread has closed its connection. */
  readonly #isClosed = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

  constructor(file: string) {
    const worker = new Worker(program, { eval: true, workerData: { file, isClosed: this.#isClosed } });
    this.isSound = new Promise((resolve) => {
      worker.once('message', resolve);
      // Without memory for the thread, for example.
      worker.once('error', () => resolve(false));
      worker.once('exit', () => {
        Atomics.store(this.#isClosed, 0, 1);
        resolve(false);
      });
    });
    worker.unref();
  }

  /** Blocks until the thread has closed its connection. While it is open, closing the file leaves its log, and Windows does not rename the file. */
  waitUntilClosed(): void {
    Atomics.wait(this.#isClosed, 0, 0, maxWaitMs);
  }
}
