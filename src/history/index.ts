import { isDeepStrictEqual } from 'node:util';
import type { OrderList, Priority } from '../exchange/index.ts';
import type { AnswerOf, QuestionName, QuestionOf } from '../shared/contract/questions.ts';
import type { HistoryList } from '../shared/orders/history.ts';
import type { MarginMode, Timestamp } from '../shared/values/domain.ts';
import { OrderglassError } from '../shared/values/errors.ts';
import { CallLanes } from './call-lanes.ts';
import type { PlanUpdate } from './plans/open-plans.ts';
import type { HistoryRows, UserWords } from './rows.ts';
import type { PageQuery, SeenPlans } from './sync/exchange.ts';
import { HostedArchive } from './worker/hosted-archive.ts';
import { errorOf, outcomeOf } from './worker/outcome.ts';
import type {
  CallInput,
  CallName,
  CallOutput,
  FetchRequest,
  ListStatus,
  MessageFromWorker,
  WorkerOptions,
} from './worker/protocol.ts';
import type { WorkerThreads } from './worker/worker-threads.ts';

export { JointHistory } from './joint/joint-history.ts';
export type { HistoryQuery } from './orders/list-table.ts';
export type { PlanEvent, PlanUpdate } from './plans/open-plans.ts';
export type { OrphanMark } from './plans/orphan-watch.ts';
export { readRows } from './read-rows.ts';
export { type HistoryRows, noWords, type UserWords } from './rows.ts';
export { ColumnTexts, characterKinds, kindOfByte, WordTexts } from './store/column-texts.ts';
export { leaveNotes } from './store/note-table.ts';
export { type RowChunk, RowsByColumns, rowsIn } from './store/rows-by-columns.ts';
export type { PageQuery } from './sync/exchange.ts';
export { grow, release } from './table/growing-arrays.ts';
export type { AddedObserved, FollowedPlans, ListStatus, ObservedFrom, PnlFacts } from './worker/protocol.ts';
export { type HistoryWorker, WorkerThreads } from './worker/worker-threads.ts';

export interface OpenHistoryOptions {
  /** Absolute path of the database; it is created with its folder if it is missing. */
  readonly file: string;
  /** See `WorkerOptions`. */
  readonly notes: string | null;
  readonly earlierArchives?: readonly string[];
  /** True to delete what an earlier session stored. */
  readonly discardExisting: boolean;
  /** See `DatabaseOptions.isReader`. */
  readonly isReader?: boolean;
  /** The threads of which one runs the archive. */
  readonly threads: WorkerThreads;
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
  /** Called with the new name of the damaged file with the notes. */
  readonly onNotesQuarantined?: (backupName: string) => void;
  /** See `OpenPlansOptions.onUpdate`. Not called after `close`. */
  readonly onPlans: (update: PlanUpdate) => void;
  /** Called when a sync fails with another error than before. */
  readonly onSyncFailed: (list: HistoryList, error: unknown) => void;
  /** Called with errors that the program did not expect, for the log. */
  readonly onUnexpected: (error: unknown) => void;
}

/** Entry file of the worker threads when the program runs from its source. */
export const historyWorkerSource = new URL('./worker/history-worker.ts', import.meta.url);

type NotAnswer = Exclude<MessageFromWorker, { kind: 'answer' }>;

/**
 * The local order history of one account: stores past orders and plan orders, keeps them in sync with the exchange while they are read, and
 * answers queries over all of them. Everything happens in a worker thread, which other archives may share; the archive
 * starts there with the first call, and again with the next call after the thread ended.
 */
export class History {
  readonly #options: OpenHistoryOptions;
  readonly #lanes = new CallLanes();
  readonly #archive: HostedArchive;
  /** Requests of the worker to the exchange that are under way. */
  readonly #fetches = new Map<number, AbortController>();
  /** Those that the worker has. */
  #words: UserWords | undefined;
  /** A worker that is started again continues with the file of this session. */
  #wasStarted = false;
  #isSyncing: Record<HistoryList, boolean> = { 'order-history': false, 'plan-history': false };
  /** Outcomes of plan orders are being looked up. */
  #isFollowingPlans = false;
  #usedAt = performance.now();
  #closing: Promise<void> | null = null;

  constructor(options: OpenHistoryOptions) {
    this.#options = options;
    const { threads, onUnexpected } = options;
    this.#archive = new HostedArchive({
      threads,
      workerData: () => this.#workerData(),
      onMessage: (message) => this.#receive(message),
      onExit: () => this.#stopped(),
      onUnexpected,
      ended: () => (this.#closing === null ? ended() : closed()),
    });
  }

  /**
   * Answers a question of the contract. `now`: epoch milliseconds that date presets refer to. Rejects with `storage-failed` if the database
   * cannot be used, and with `canceled` after `close`, or if `signal` is aborted before the worker begins.
   */
  async ask<Name extends QuestionName>(
    name: Name,
    question: QuestionOf<Name>,
    now: Timestamp,
    signal?: AbortSignal,
  ): Promise<AnswerOf<Name>> {
    const answer = this.#use(name, () => this.#archive.call({ kind: 'question', name, question, now }), signal);
    return (await answer) as AnswerOf<Name>;
  }

  /** Calls the worker. Rejects as `ask` does. */
  async call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> {
    return (await this.#use(name, () => this.#archive.call({ kind: 'call', name, input }))) as CallOutput<Name>;
  }

  /** Must be called after the result of `words` may have changed. Rejects as `ask` does. */
  async wordsChanged(): Promise<void> {
    const words = this.#options.words?.();
    if (!this.#archive.isRunning || !words || isDeepStrictEqual(words, this.#words)) return;
    this.#words = words;
    await this.call('setWords', words);
  }

  /** True if there was no call for `ms` milliseconds, and neither a call nor a sync is running, nor are outcomes looked up. */
  isIdleFor(ms: number): boolean {
    const isSyncing = Object.values(this.#isSyncing).includes(true) || this.#isFollowingPlans;
    return !isSyncing && !this.#archive.isBusy && performance.now() - this.#usedAt > ms;
  }

  /** Ends the sync and closes the database. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Ends the thread at once, also while it is busy, with all its archives. Loses what they have not written, so call only before all are removed. */
  async terminate(): Promise<void> {
    this.#closing ??= Promise.resolve();
    await this.#archive.terminate();
  }

  async #close(): Promise<void> {
    if (!this.#archive.isRunning) return;
    for (const fetching of this.#fetches.values()) fetching.abort();
    try {
      await this.#archive.call({ kind: 'call', name: 'close', input: null });
    } catch {
      // The database may still be open, and only the end of the thread closes it.
      await this.#archive.terminate();
    }
    await this.#archive.leave();
  }

  #use(name: QuestionName | CallName, call: () => Promise<unknown>, signal?: AbortSignal): Promise<unknown> {
    const begin = async () => {
      if (this.#closing !== null) throw closed();
      try {
        return await call();
      } catch (error) {
        throw this.#closing === null ? error : closed();
      } finally {
        this.#usedAt = performance.now();
      }
    };
    return this.#lanes.run(name, begin, signal);
  }

  #workerData(): WorkerOptions {
    const { file, notes, earlierArchives = [], discardExisting, isReader = false, newVersion, words } = this.#options;
    this.#words = words?.();
    const isFirst = !this.#wasStarted;
    this.#wasStarted = true;
    return {
      file,
      notes,
      earlierArchives,
      discardExisting: discardExisting && isFirst,
      isReader,
      firstVersion: newVersion(),
      ...(this.#words && { words: this.#words }),
    };
  }

  #stopped(): void {
    this.#isFollowingPlans = false;
    for (const fetching of this.#fetches.values()) fetching.abort();
    this.#fetches.clear();
  }

  #receive(message: NotAnswer): void {
    const { onStatus, onNotes, onNotesQuarantined, onPlans, onSyncFailed } = this.#options;
    if (message.kind === 'fetch') void this.#fetch(message.id, message.request);
    else if (message.kind === 'cancel') this.#fetches.get(message.id)?.abort();
    else if (message.kind === 'status') {
      const { list, phase } = message.status;
      this.#isSyncing[list] = phase !== 'idle' && phase !== 'paused' && phase !== 'failed';
      if (this.#closing === null) onStatus(message.status);
    } else if (message.kind === 'notes-changed') {
      onNotes();
    } else if (message.kind === 'notes-quarantined') {
      onNotesQuarantined?.(message.backupName);
    } else if (message.kind === 'plans') {
      this.#isFollowingPlans = message.update.isPending;
      if (this.#closing === null) onPlans(message.update);
    } else {
      onSyncFailed(message.list, message.outcome.unexpected ?? errorOf(message.outcome));
    }
  }

  async #fetch(id: number, request: FetchRequest): Promise<void> {
    const { fetchPage, fetchOpenPlans, isSaturated } = this.#options;
    const fetching = new AbortController();
    this.#fetches.set(id, fetching);
    const outcome = await outcomeOf(() =>
      request.list === 'open-plans'
        ? fetchOpenPlans(request.marginMode, request.priority, fetching.signal)
        : fetchPage(request.list, request.query, request.priority, fetching.signal),
    );
    // A worker that has started since then uses the numbers again.
    if (this.#fetches.get(id) !== fetching) return;
    this.#fetches.delete(id);
    this.#archive.post({ kind: 'fetched', id, outcome, isSaturated: isSaturated() });
  }
}

function ended(): OrderglassError {
  return new OrderglassError('storage-failed', 'the history ended before it answered');
}

function closed(): OrderglassError {
  return new OrderglassError('canceled', 'the history of the account is closed');
}
