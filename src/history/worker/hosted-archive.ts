import type { MessagePort } from 'node:worker_threads';
import type { OrderglassError } from '../../shared/values/errors.ts';
import { errorOf } from './outcome.ts';
import type {
  JointMessage,
  JointWorkerOptions,
  MessageFromWorker,
  MessageToWorker,
  WorkerOptions,
} from './protocol.ts';
import type { WorkerThreads } from './worker-threads.ts';

type Message = MessageToWorker | JointMessage;
type WithoutId<Sent> = Sent extends unknown ? Omit<Sent, 'id'> : never;
type Answer = MessageFromWorker & { readonly kind: 'answer' };

export interface HostedArchiveOptions {
  readonly threads: WorkerThreads;
  /** Returns what the archive is started with. Called at each start. */
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

/** An archive in a worker thread, which answers calls. It starts with the first call, and again with the next call after the thread ended. */
export class HostedArchive {
  readonly #options: HostedArchiveOptions;
  readonly #calls = new Map<number, PromiseWithResolvers<unknown>>();
  #port: MessagePort | null = null;
  #lastCall = 0;

  constructor(options: HostedArchiveOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#port !== null;
  }

  /** True while a call is being answered. */
  get isBusy(): boolean {
    return this.#calls.size > 0;
  }

  /** Sends a call and resolves with its answer. */
  call(message: WithoutId<Message>, transfer: ArrayBuffer[] = []): Promise<unknown> {
    this.#port ??= this.#start();
    const id = ++this.#lastCall;
    const call = Promise.withResolvers<unknown>();
    this.#calls.set(id, call);
    this.#port.postMessage({ ...message, id }, transfer);
    return call.promise;
  }

  /** Sends what needs no answer, if the archive runs. */
  post(message: Message): void {
    this.#port?.postMessage(message);
  }

  /** Leaves the thread, which ends without archives. Calls under way are rejected. The archive must have closed its files. */
  async leave(): Promise<void> {
    const { threads } = this.#options;
    if (this.#port !== null) await threads.remove(this);
  }

  /** Ends the thread at once, also while it is busy, and with it every other archive there. */
  async terminate(): Promise<void> {
    await this.#options.threads.terminate(this);
  }

  /** Called when the archive has left the thread, or the thread has ended. */
  stopped(): void {
    this.#port?.close();
    this.#port = null;
    const { onExit, ended } = this.#options;
    onExit?.();
    for (const call of this.#calls.values()) call.reject(ended());
    this.#calls.clear();
  }

  /** Called with an error that ends the thread. */
  failed(error: unknown): void {
    this.#options.onUnexpected(error);
  }

  #start(): MessagePort {
    const { threads, workerData, onMessage } = this.#options;
    const port = threads.add(this, workerData());
    port.on('message', (message: MessageFromWorker) => {
      if (message.kind === 'answer') this.#settle(message);
      else onMessage?.(message);
    });
    return port;
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
