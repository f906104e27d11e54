import { Worker } from 'node:worker_threads';
import type { OrderglassError } from '../../shared/values/errors.ts';
import { errorOf } from './outcome.ts';
import type {
  JointMessage,
  JointWorkerOptions,
  MessageFromWorker,
  MessageToWorker,
  WorkerOptions,
} from './protocol.ts';

/**
 * Memory (MB) of a thread's young objects. By default it grows to 192 MB in each thread and stays so; rows that cross the threads die young,
 * and take the same time with less.
 */
const youngMb = 24;

type Message = MessageToWorker | JointMessage;
type WithoutId<Sent> = Sent extends unknown ? Omit<Sent, 'id'> : never;
type Answer = MessageFromWorker & { readonly kind: 'answer' };

export interface ThreadOptions {
  /** Entry file of the worker. See `OpenHistoryOptions`. */
  readonly worker: URL;
  /** Returns what the thread is started with. Called at each start. */
  readonly workerData: () => WorkerOptions | JointWorkerOptions;
  /** Called with each message that answers no call. */
  readonly onMessage?: (message: Exclude<MessageFromWorker, Answer>) => void;
  /** Called when the thread has ended, before its calls are rejected. */
  readonly onExit?: () => void;
  /** Called with errors that the program did not expect, for the log. */
  readonly onUnexpected: (error: unknown) => void;
  /** The error of calls whose thread ended before it answered. */
  readonly ended: () => OrderglassError;
}

/** A thread that answers calls. It starts with the first call, and again with the next call after it ended. */
export class Thread {
  readonly #options: ThreadOptions;
  readonly #calls = new Map<number, PromiseWithResolvers<unknown>>();
  #worker: Worker | null = null;
  #lastCall = 0;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#worker !== null;
  }

  /** True while a call is being answered. */
  get isBusy(): boolean {
    return this.#calls.size > 0;
  }

  /** Sends a call and resolves with its answer. */
  call(message: WithoutId<Message>, transfer: ArrayBuffer[] = []): Promise<unknown> {
    this.#worker ??= this.#start();
    const id = ++this.#lastCall;
    const call = Promise.withResolvers<unknown>();
    this.#calls.set(id, call);
    this.#worker.postMessage({ ...message, id }, transfer);
    return call.promise;
  }

  /** Sends what needs no answer, if the thread runs. */
  post(message: Message): void {
    this.#worker?.postMessage(message);
  }

  /** Ends the thread at once. */
  async terminate(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const { worker, workerData, onMessage, onExit, onUnexpected, ended } = this.#options;
    const thread = new Worker(worker, {
      workerData: workerData(),
      resourceLimits: { maxYoungGenerationSizeMb: youngMb },
    });
    thread.on('message', (message: MessageFromWorker) => {
      if (message.kind === 'answer') this.#settle(message);
      else onMessage?.(message);
    });
    // An exit follows.
    thread.on('error', onUnexpected);
    thread.on('exit', () => {
      this.#worker = null;
      onExit?.();
      for (const call of this.#calls.values()) call.reject(ended());
      this.#calls.clear();
    });
    return thread;
  }

  #settle({ id, outcome }: Answer): void {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    if (outcome.ok) call?.resolve(outcome.value);
    else {
      if (outcome.unexpected !== undefined) this.#options.onUnexpected(outcome.unexpected);
      call?.reject(errorOf(outcome));
    }
  }
}
