import { isDeepStrictEqual } from 'node:util';
import type { Worker } from 'node:worker_threads';
import type { OrderList, Priority } from '../exchange/index.ts';
import type { AnswerOf, QuestionName, QuestionOf } from '../shared/contract/questions.ts';
import type { HistoryList } from '../shared/orders/history.ts';
import type { MarginMode, Timestamp } from '../shared/values/domain.ts';
import { OrderglassError } from '../shared/values/errors.ts';
import { CallLanes } from './call-lanes.ts';
import type { PlanUpdate } from './plans/open-plans.ts';
import type { HistoryRows, UserWords } from './rows.ts';
import type { PageQuery, SeenPlans } from './sync/exchange.ts';
import { errorOf, outcomeOf } from './worker/outcome.ts';
import type {
  CallInput,
  CallName,
  CallOutput,
  FetchRequest,
  ListStatus,
  MessageFromWorker,
  MessageToWorker,
  WorkerOptions,
} from './worker/protocol.ts';
import { startThread } from './worker/start-thread.ts';

export { JointHistory, type JointSelection } from './joint/joint-history.ts';
export type { HistoryQuery } from './orders/list-table.ts';
export type { PlanEvent, PlanUpdate } from './plans/open-plans.ts';
export type { OrphanMark } from './plans/orphan-watch.ts';
export { type HistoryRows, noWords, type UserWords } from './rows.ts';
export type { PageQuery } from './sync/exchange.ts';
export type { FollowedPlans, ListStatus, PnlFacts } from './worker/protocol.ts';

export interface OpenHistoryOptions {
  /** Absolute path of the database; it is created with its folder if it is missing. */
  readonly file: string;
  /** True to delete what an earlier session stored. */
  readonly discardExisting: boolean;
  /** Entry file of the worker: `historyWorkerSource`, or its bundle. */
  readonly worker: URL;
  /** Returns a version higher than every version of a list that was reported before, in this session or an earlier one. */
  readonly newVersion: () => number;
  /** Returns what the user says of the account's orders. Default: nothing. */
  readonly words?: () => UserWords;
  /** Requests one page. Rejects as the exchange client does. */
  readonly fetchPage: <List extends HistoryList>(
    list: List,
    query: PageQuery,
    priority: Priority,
    signal: AbortSignal,
  ) => Promise<OrderList<HistoryRows[List]>>;
  /** Requests all open plan orders of a margin mode. */
  readonly fetchOpenPlans: (marginMode: MarginMode, priority: Priority, signal: AbortSignal) => Promise<SeenPlans>;
  /** True if requests are waiting for the rate limiter. */
  readonly isSaturated: () => boolean;
  /** Called after changes of a list, at most every 250 ms. */
  readonly onStatus: (status: ListStatus) => void;
  /** Called after notes have changed. */
  readonly onNotes: () => void;
  /** See `OpenPlansOptions.onUpdate`. Not called after `close`. */
  readonly onPlans: (update: PlanUpdate) => void;
  /** Called when a sync fails with another error than before. */
  readonly onSyncFailed: (list: HistoryList, error: unknown) => void;
  /** Called with errors that the program did not expect, for the log. */
  readonly onUnexpected: (error: unknown) => void;
}

/** Entry file of the worker when the program runs from its source. */
export const historyWorkerSource = new URL('./worker/history-worker.ts', import.meta.url);

interface RunningWorker {
  readonly thread: Worker;
  readonly calls: Map<number, PromiseWithResolvers<unknown>>;
  readonly fetches: Map<number, AbortController>;
}

/** A question or a call without its number. */
type Unsent = Omit<MessageToWorker & { kind: 'question' }, 'id'> | Omit<MessageToWorker & { kind: 'call' }, 'id'>;

/**
 * The local order history of one account: stores past orders and plan orders, keeps them in sync with the exchange while they are read, and
 * answers queries over all of them. Everything happens in a worker thread, which starts with the first call, and again with the next call
 * after it ended.
 */
export class History {
  readonly #options: OpenHistoryOptions;
  readonly #lanes = new CallLanes();
  #running: RunningWorker | null = null;
  /** Those that the worker has. */
  #words: UserWords | undefined;
  #lastCall = 0;
  /** A worker that is started again continues with the file of this session. */
  #wasStarted = false;
  #isSyncing: Record<HistoryList, boolean> = { 'order-history': false, 'plan-history': false };
  /** Outcomes of plan orders are being looked up. */
  #isFollowingPlans = false;
  #usedAt = performance.now();
  #closing: Promise<void> | null = null;

  constructor(options: OpenHistoryOptions) {
    this.#options = options;
  }

  /**
   * Answers a question of the contract. `now`: epoch milliseconds that date presets refer to. Rejects with `storage-failed` if the database
   * cannot be used, and with `canceled` after `close`.
   */
  async ask<Name extends QuestionName>(
    name: Name,
    question: QuestionOf<Name>,
    now: Timestamp,
  ): Promise<AnswerOf<Name>> {
    return (await this.#use({ kind: 'question', name, question, now })) as AnswerOf<Name>;
  }

  /** Calls the worker. Rejects as `ask` does. */
  async call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> {
    return (await this.#use({ kind: 'call', name, input })) as CallOutput<Name>;
  }

  /** Must be called after the result of `words` may have changed. Rejects as `ask` does. */
  async wordsChanged(): Promise<void> {
    const words = this.#options.words?.();
    if (this.#running === null || !words || isDeepStrictEqual(words, this.#words)) return;
    this.#words = words;
    await this.call('setWords', words);
  }

  /** True if there was no call for `ms` milliseconds, and neither a call nor a sync is running, nor are outcomes looked up. */
  isIdleFor(ms: number): boolean {
    const isSyncing = Object.values(this.#isSyncing).includes(true) || this.#isFollowingPlans;
    const isWorking = isSyncing || (this.#running?.calls.size ?? 0) > 0;
    return !isWorking && performance.now() - this.#usedAt > ms;
  }

  /** Ends the sync and closes the database. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Ends the worker at once, also while it is busy. Loses what it has not written, so call only before the database is removed. */
  async terminate(): Promise<void> {
    this.#closing ??= Promise.resolve();
    await this.#running?.thread.terminate();
  }

  async #close(): Promise<void> {
    if (this.#running === null) return;
    for (const fetching of this.#running.fetches.values()) fetching.abort();
    await this.#send({ kind: 'call', name: 'close', input: null }).catch(() => {});
    await this.#running?.thread.terminate();
  }

  #use(message: Unsent): Promise<unknown> {
    return this.#lanes.run(message.name, async () => {
      if (this.#closing !== null) throw closed();
      try {
        return await this.#send(message);
      } finally {
        this.#usedAt = performance.now();
      }
    });
  }

  #send(message: Unsent): Promise<unknown> {
    this.#running ??= this.#start();
    const id = ++this.#lastCall;
    const call = Promise.withResolvers<unknown>();
    this.#running.calls.set(id, call);
    post(this.#running, { ...message, id });
    return call.promise;
  }

  #start(): RunningWorker {
    const { worker, file, discardExisting, newVersion, words, onUnexpected } = this.#options;
    this.#words = words?.();
    const workerData: WorkerOptions = {
      file,
      discardExisting: discardExisting && !this.#wasStarted,
      firstVersion: newVersion(),
      ...(this.#words && { words: this.#words }),
    };
    this.#wasStarted = true;
    const thread = startThread(worker, workerData);
    const running: RunningWorker = { thread, calls: new Map(), fetches: new Map() };
    thread.on('message', (message: MessageFromWorker) => this.#receive(running, message));
    // An exit follows.
    thread.on('error', onUnexpected);
    thread.on('exit', () => {
      if (this.#running === running) {
        this.#running = null;
        this.#isFollowingPlans = false;
      }
      for (const fetching of running.fetches.values()) fetching.abort();
      for (const call of running.calls.values()) call.reject(this.#closing === null ? ended() : closed());
      running.calls.clear();
    });
    return running;
  }

  #receive(running: RunningWorker, message: MessageFromWorker): void {
    const { onStatus, onNotes, onPlans, onSyncFailed, onUnexpected } = this.#options;
    if (message.kind === 'fetch') void this.#fetch(running, message.id, message.request);
    else if (message.kind === 'cancel') running.fetches.get(message.id)?.abort();
    else if (message.kind === 'status') {
      const { list, phase } = message.status;
      this.#isSyncing[list] = phase !== 'idle' && phase !== 'paused' && phase !== 'failed';
      if (this.#closing === null) onStatus(message.status);
    } else if (message.kind === 'notes-changed') {
      onNotes();
    } else if (message.kind === 'plans') {
      this.#isFollowingPlans = message.update.isPending;
      if (this.#closing === null) onPlans(message.update);
    } else if (message.kind === 'sync-failed') {
      onSyncFailed(message.list, message.outcome.unexpected ?? errorOf(message.outcome));
    } else {
      const { outcome } = message;
      const call = running.calls.get(message.id);
      running.calls.delete(message.id);
      if (outcome.ok) call?.resolve(outcome.value);
      else {
        if (outcome.unexpected !== undefined) onUnexpected(outcome.unexpected);
        call?.reject(this.#closing === null ? errorOf(outcome) : closed());
      }
    }
  }

  async #fetch(running: RunningWorker, id: number, request: FetchRequest): Promise<void> {
    const { fetchPage, fetchOpenPlans, isSaturated } = this.#options;
    const fetching = new AbortController();
    running.fetches.set(id, fetching);
    const outcome = await outcomeOf(() =>
      request.list === 'open-plans'
        ? fetchOpenPlans(request.marginMode, request.priority, fetching.signal)
        : fetchPage(request.list, request.query, request.priority, fetching.signal),
    );
    running.fetches.delete(id);
    post(running, { kind: 'fetched', id, outcome, isSaturated: isSaturated() });
  }
}

function post({ thread }: RunningWorker, message: MessageToWorker): void {
  thread.postMessage(message);
}

function ended(): OrderglassError {
  return new OrderglassError('storage-failed', 'the history ended before it answered');
}

function closed(): OrderglassError {
  return new OrderglassError('canceled', 'the history of the account is closed');
}
