import { availableParallelism } from 'node:os';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { HostMessage, JointWorkerOptions, WorkerOptions } from './protocol.ts';

/** Further threads would only add their own memory: of about 20 MB each before the first row. */
const maxThreads = 4;
/**
 * Memory (MB) of a thread's young objects. By default it grows to 192 MB in each thread and stays so; rows that cross the threads die young,
 * and take the same time with less.
 */
const youngMb = 24;

/** An archive in a thread. */
interface Hosted {
  /** Called with an error that ends the thread. */
  failed(error: unknown): void;
  /** Called when the archive has left the thread, or the thread has ended. */
  stopped(): void;
}

interface RunningThread {
  readonly worker: Worker;
  readonly archives: Set<Hosted>;
}

/** Entry file of worker threads, or threads that run it for several services. */
export type HistoryWorker = URL | WorkerThreads;

/** The worker threads of all archives: as many as there are processors, but at most four. A thread runs while an archive is in it. */
export class WorkerThreads {
  readonly #worker: URL;
  readonly #count: number;
  readonly #running: RunningThread[] = [];

  /** `worker`: entry file of the threads: `historyWorkerSource`, or its bundle. */
  constructor(worker: URL, count = Math.min(maxThreads, availableParallelism())) {
    this.#worker = worker;
    this.#count = count;
  }

  /** Starts an archive in the thread with the fewest ones. Returns the port to it. */
  add(archive: Hosted, options: WorkerOptions | JointWorkerOptions): MessagePort {
    const { worker, archives } = this.#emptiest();
    const { port1, port2 } = new MessageChannel();
    archives.add(archive);
    worker.postMessage({ options, port: port2 } satisfies HostMessage, [port2]);
    return port1;
  }

  /** Removes an archive from its thread. Resolves when the thread has ended, if that was its last one. */
  async remove(archive: Hosted): Promise<void> {
    const thread = this.#threadOf(archive);
    thread?.archives.delete(archive);
    archive.stopped();
    if (thread?.archives.size === 0) await this.#end(thread);
  }

  /** Ends the thread of an archive at once, also while it is busy. */
  async terminate(archive: Hosted): Promise<void> {
    const thread = this.#threadOf(archive);
    if (thread !== undefined) await this.#end(thread);
  }

  async #end(thread: RunningThread): Promise<void> {
    this.#forget(thread);
    await thread.worker.terminate();
    for (const archive of thread.archives) archive.stopped();
    thread.archives.clear();
  }

  #threadOf(archive: Hosted): RunningThread | undefined {
    return this.#running.find(({ archives }) => archives.has(archive));
  }

  #emptiest(): RunningThread {
    if (this.#running.length < this.#count) return this.#start();
    return this.#running.reduce((least, thread) => (thread.archives.size < least.archives.size ? thread : least));
  }

  #start(): RunningThread {
    const worker = new Worker(this.#worker, { resourceLimits: { maxYoungGenerationSizeMb: youngMb } });
    const thread: RunningThread = { worker, archives: new Set() };
    this.#running.push(thread);
    worker.on('error', (error) => {
      // An exit follows. One report is enough for all archives.
      const [archive] = thread.archives;
      archive?.failed(error);
    });
    worker.on('exit', () => {
      this.#forget(thread);
      for (const archive of thread.archives) archive.stopped();
      thread.archives.clear();
    });
    return thread;
  }

  #forget(thread: RunningThread): void {
    const at = this.#running.indexOf(thread);
    if (at >= 0) this.#running.splice(at, 1);
  }
}
