import { Worker } from 'node:worker_threads';
import { OrderglassError } from '../../../shared/errors.ts';
import type { Notice, OperationTable, Reply, Request } from './messages.ts';

export interface WorkerClientOptions {
  /** The worker's own file: source or built. */
  readonly worker: URL;
  /** What it is started with, asked each time. */
  readonly data: () => unknown;
  /** Called with what nobody foresaw, for the log. Where it has ended the worker, the next call starts it anew. */
  readonly onUnforeseen: (error: unknown) => void;
  /** Called when what was answered before holds no longer. */
  readonly onNotice: () => void;
}

interface Waiting {
  resolve(output: unknown): void;
  reject(error: OrderglassError): void;
}

interface RunningWorker {
  readonly thread: Worker;
  readonly waiting: Map<number, Waiting>;
}

/** Asks a worker that is started at the first call, and anew at the next one where it has ended. */
export class WorkerClient<Table extends OperationTable> {
  readonly #options: WorkerClientOptions;
  #running: RunningWorker | null = null;
  #calls = 0;

  constructor(options: WorkerClientOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Rejects with what the operation fails with, and with `storage-failed` where the worker ends before it has answered. */
  call<Name extends keyof Table & string>(name: Name, input: Table[Name]['input']): Promise<Table[Name]['output']> {
    this.#running ??= this.#start();
    const { thread, waiting } = this.#running;
    const id = ++this.#calls;
    const { promise, resolve, reject } = Promise.withResolvers<Table[Name]['output']>();
    // The compiler does not see that the answer to a request is that operation's.
    waiting.set(id, { resolve: (output) => resolve(output as Table[Name]['output']), reject });
    thread.postMessage({ id, name, input } satisfies Request);
    return promise;
  }

  /** Ends the worker where it runs; what it was still asked fails. */
  async end(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    await running?.thread.terminate();
  }

  #start(): RunningWorker {
    const { worker, data, onUnforeseen, onNotice } = this.#options;
    const thread = new Worker(worker, { workerData: data() });
    const running: RunningWorker = { thread, waiting: new Map() };
    thread.on('message', (reply: Reply | Notice) => {
      if (reply.id === null) {
        onNotice();
        return;
      }
      const waiting = running.waiting.get(reply.id);
      running.waiting.delete(reply.id);
      if (reply.ok) waiting?.resolve(reply.output);
      else {
        if (reply.unforeseen !== undefined) onUnforeseen(reply.unforeseen);
        waiting?.reject(new OrderglassError(reply.failure.code, reply.failure.message));
      }
    });
    // It is followed by the end.
    thread.on('error', onUnforeseen);
    thread.on('exit', () => {
      if (this.#running === running) this.#running = null;
      for (const { reject } of running.waiting.values()) reject(ended());
      running.waiting.clear();
    });
    return running;
  }
}

function ended(): OrderglassError {
  return new OrderglassError('storage-failed', 'the archive has ended before it answered');
}
