import { marginModes, type Timestamp } from '../../shared/domain.ts';
import { type Failure, OrderglassError } from '../../shared/errors.ts';
import type { SyncAction } from '../../shared/history.ts';
import { type ArchiveProblem, type HistoryList, type HistoryState, historyLists } from '../../shared/history.ts';
import { failureOf } from '../failure-of.ts';
import { describeError, type Log } from '../log.ts';
import type { FetchedPage } from './archived-rows.ts';
import { KeptList } from './kept-list.ts';
import type { Schedule } from './sync/lane.ts';
import { ListSync } from './sync/list-sync.ts';
import type { AskedBy, SyncExchange } from './sync/sync-exchange.ts';
import { Throttle } from './throttle.ts';
import type { ArchiveOperations, ArchivePlace, ListStanding } from './worker/archive-operations.ts';
import { WorkerClient } from './worker/worker-client.ts';

/** Four times a second: a reader sees no more. */
const shortestGapMs = 250;
/** A list that somebody asks about is looked up to date again when the last time is so long ago. */
const freshForMs = 15_000;
/** While somebody has asked about a list within the last two minutes, it is looked up to date so often. */
const refreshEveryMs = 30_000;
const watchedForMs = 120_000;
/** A file that could not be opened is tried again by itself so often. */
const reopenAfterMs = 5000;

export interface AccountArchiveOptions {
  readonly account: string;
  readonly place: Omit<ArchivePlace, 'version'>;
  /** The file of the worker: source or built. */
  readonly worker: URL;
  readonly exchangeOf: <List extends HistoryList>(list: List) => SyncExchange<List>;
  /** Epoch milliseconds. */
  readonly now: () => Timestamp;
  /** Milliseconds from some beginning, never set back. */
  readonly monotonicNow: () => number;
  /** See `ArchivePlace`: at each call a higher one. */
  readonly newVersion: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly schedule: Schedule;
  readonly log: Log;
  readonly onChange: (state: HistoryState) => void;
  /** Called with what the reading of a list fails with, where that is something else than before. */
  readonly onFailure: (list: HistoryList, error: unknown) => void;
}

interface OpenList {
  readonly list: HistoryList;
  readonly throttle: Throttle;
  /** `null` until the file is open. */
  kept: KeptList<HistoryList> | null;
  sync: ListSync<HistoryList> | null;
  /** Monotonic milliseconds. */
  askedAt: number;
  refreshedAt: number;
  cancelTick: (() => void) | null;
}

const nothing: ListStanding = {
  version: 0,
  rows: 0,
  unreadable: 0,
  modes: marginModes.map((marginMode) => ({
    marginMode,
    rows: 0,
    oldest: null,
    newest: null,
    complete: false,
    gaps: [],
  })),
  spans: { isolated: [], cross: [] },
  checkedAt: null,
};

/** The archive of one account: its worker, and for each list the reading that keeps it up to date. */
export class AccountArchive {
  readonly #options: AccountArchiveOptions;
  readonly #worker: WorkerClient<ArchiveOperations>;
  readonly #lists: ReadonlyMap<HistoryList, OpenList>;
  #opening: Promise<void> | null = null;
  #isOpen = false;
  #wasOpen = false;
  #beginnings = 0;
  #failure: Failure | null = null;
  #problem: ArchiveProblem | null = null;
  #triedAt = Number.NEGATIVE_INFINITY;
  #usedAt: number;
  #closing: Promise<void> | null = null;

  constructor(options: AccountArchiveOptions) {
    const { place, worker, monotonicNow, newVersion, log } = options;
    this.#options = options;
    this.#usedAt = monotonicNow();
    this.#worker = new WorkerClient({
      onNotice: () => void this.#standAnew(),
      worker,
      // What was opened is of this session: a worker that is started anew goes on with it.
      data: (): ArchivePlace => ({
        ...place,
        beginsAnew: place.beginsAnew && !this.#wasOpen,
        version: newVersion(),
      }),
      onUnforeseen: (error) => log({ event: 'archive-failed', error: describeError(error) }),
    });
    this.#lists = new Map(historyLists.map((list) => [list, this.#openList(list)]));
  }

  /** Whether nothing of it was asked for so long, and nothing is under way. */
  isIdleFor(ms: number): boolean {
    const isRunning = [...this.#lists.values()].some(({ sync }) => sync?.isRunning);
    return !isRunning && this.#options.monotonicNow() - this.#usedAt > ms;
  }

  /** What an operation of the worker answers. Rejects with `storage-failed` where the file cannot be used. */
  async ask<Name extends keyof ArchiveOperations>(
    name: Name,
    input: ArchiveOperations[Name]['input'],
  ): Promise<ArchiveOperations[Name]['output']> {
    if (this.#closing !== null) throw closed();
    this.#usedAt = this.#options.monotonicNow();
    try {
      const answer = await this.#worker.call(name, input);
      if (name === 'take' && this.#problem?.kind !== 'set-aside') this.#problem = null;
      return answer;
    } catch (error) {
      if (this.#closing !== null) throw closed();
      await this.#noteFailure(error);
      throw error;
    }
  }

  /** Somebody looks at this list: it is brought up to date where that is some time ago, and stays so for a while. */
  async touch(list: HistoryList): Promise<void> {
    const open = this.#listOf(list);
    open.askedAt = this.#options.monotonicNow();
    await this.#open('program');
    if (this.#options.monotonicNow() - open.refreshedAt > freshForMs) this.#refresh(open, 'program');
  }

  /** Where the file cannot be used, what is known of why. */
  async state(list: HistoryList): Promise<HistoryState> {
    await this.#open('program');
    return this.#stateOf(this.#listOf(list));
  }

  async act(list: HistoryList, action: SyncAction): Promise<HistoryState> {
    const open = this.#listOf(list);
    open.askedAt = this.#options.monotonicNow();
    await this.#open('user');
    const { sync } = open;
    if (sync === null) return this.#stateOf(open);
    if (action === 'refresh') this.#refresh(open, 'user');
    else if (action === 'hurry') sync.hurry();
    else if (action === 'cancel') sync.cancel();
    else {
      if (action === 'pause') sync.pause();
      else sync.resume();
      await this.#setPaused(list, sync.isPaused);
    }
    return this.#stateOf(open);
  }

  /** A page that was fetched for something else. Rejects with `storage-failed` where the file cannot be used. */
  async keep(page: FetchedPage): Promise<void> {
    await this.#open('program');
    if (this.#closing !== null) throw closed();
    const { kept, throttle } = this.#listOf(page.list);
    if (kept === null) throw new OrderglassError('storage-failed', 'the archive is not open');
    await kept.take(page, false);
    throttle.ask();
  }

  /** How often the file has begun anew: numbers of rows from before a change of it are those of other rows, or of none. */
  get beginnings(): number {
    return this.#beginnings;
  }

  /** Something has changed that failures may have come from. */
  retry(): void {
    for (const open of this.#lists.values()) if (open.sync?.state.failure) this.#refresh(open, 'user');
  }

  /** Ends everything, and the file is put away. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  #openList(list: HistoryList): OpenList {
    const open: OpenList = {
      list,
      throttle: new Throttle(() => this.#options.onChange(this.#stateOf(open)), shortestGapMs),
      kept: null,
      sync: null,
      askedAt: Number.NEGATIVE_INFINITY,
      refreshedAt: Number.NEGATIVE_INFINITY,
      cancelTick: null,
    };
    return open;
  }

  #listOf(list: HistoryList): OpenList {
    const open = this.#lists.get(list);
    if (open === undefined) throw new OrderglassError('invalid-input', 'list: there is none of this name');
    return open;
  }

  #stateOf({ list, kept, sync }: OpenList): HistoryState {
    const { version, rows, unreadable, modes } = kept?.standing ?? nothing;
    const reading = sync?.state ?? {
      phase: this.#failure === null ? ('idle' as const) : ('failed' as const),
      fetched: 0,
      rate: null,
      secondsLeft: null,
      failure: this.#failure,
      checkedAt: kept?.standing.checkedAt ?? null,
    };
    const { account } = this.#options;
    const coverage = modes.map((mode) => ({
      ...mode,
      complete: mode.complete && sync?.isUnsure(mode.marginMode) !== true,
      blocked: sync?.isBlocked(mode.marginMode) === true,
    }));
    return { account, list, version, rows, unreadable, modes: coverage, ...reading, problem: this.#problem };
  }

  /** Opens the file once, and again some time after it failed, or could only be read, and when the user asks. Never rejects. */
  async #open(by: AskedBy): Promise<void> {
    if (this.#isOpen || this.#closing !== null) return;
    const { monotonicNow } = this.#options;
    if (this.#opening === null) {
      if (by === 'program' && monotonicNow() - this.#triedAt < reopenAfterMs) return;
      this.#triedAt = monotonicNow();
      this.#opening = this.#openNow().finally(() => {
        this.#opening = null;
      });
    }
    await this.#opening;
  }

  async #openNow(): Promise<void> {
    try {
      const { standings, paused, readOnly } = await this.ask('open', null);
      this.#wasOpen = true;
      this.#setProblem(await this.ask('problem', null));
      this.#failure = readOnly === null ? null : { code: 'storage-failed', message: readOnly };
      this.#isOpen = readOnly === null;
      for (const open of this.#lists.values()) {
        const { list } = open;
        open.kept = new KeptList(list, (name, input) => this.ask(name, input), standings[list]);
        // What cannot be kept is not asked for.
        open.sync = readOnly === null ? this.#createSync(open, open.kept, paused[list]) : null;
      }
    } catch (error) {
      this.#failure = failureOf(error, 'the archive failed unexpectedly');
      if (!(error instanceof OrderglassError)) {
        this.#options.log({ event: 'archive-failed', error: describeError(error) });
      }
    }
    for (const { throttle } of this.#lists.values()) throttle.ask();
  }

  /** The file was damaged, and begins anew. */
  async #standAnew(): Promise<void> {
    this.#beginnings++;
    try {
      const { standings } = await this.ask('open', null);
      this.#setProblem(await this.ask('problem', null));
      for (const { list, kept } of this.#lists.values()) if (kept !== null) kept.standing = standings[list];
    } catch {
      // Why it cannot be opened is known by now.
    }
    for (const { throttle } of this.#lists.values()) throttle.ask();
  }

  #createSync<List extends HistoryList>(
    { throttle }: OpenList,
    archive: KeptList<List>,
    isPaused: boolean,
  ): ListSync<List> {
    const { exchangeOf, now, monotonicNow, schedule, random, onFailure } = this.#options;
    const { list } = archive;
    return new ListSync<List>({
      list,
      exchange: exchangeOf(list),
      archive,
      isPaused,
      beginning: () => this.#beginning(),
      now,
      monotonicNow,
      schedule,
      random,
      onChange: () => {
        this.#usedAt = monotonicNow();
        throttle.ask();
      },
      onFailure: (error) => onFailure(list, error),
    });
  }

  /** The creation of the oldest row of what is complete: nothing of the account is older, as far as can be told. */
  #beginning(): Timestamp | null {
    const modes = [...this.#lists.values()].flatMap(({ kept }) => kept?.standing.modes ?? []);
    const complete = modes.filter((mode) => mode.complete);
    const times = complete.flatMap(({ oldest }) => (oldest === null ? [] : [oldest]));
    return times.length === 0 ? null : Math.min(...times);
  }

  #refresh(open: OpenList, by: AskedBy): void {
    if (open.sync === null || this.#closing !== null) return;
    const { monotonicNow, schedule } = this.#options;
    open.refreshedAt = monotonicNow();
    open.sync.refresh(by);
    open.cancelTick?.();
    open.cancelTick = schedule(() => {
      open.cancelTick = null;
      if (monotonicNow() - open.askedAt < watchedForMs) this.#refresh(open, 'program');
    }, refreshEveryMs);
  }

  /** What cannot be kept holds for this session all the same. */
  async #setPaused(list: HistoryList, isPaused: boolean): Promise<void> {
    await this.ask('setPaused', { list, isPaused }).catch(() => {});
  }

  async #noteFailure(error: unknown): Promise<void> {
    if (!(error instanceof OrderglassError) || error.code !== 'storage-failed') return;
    const problem = await this.#worker.call('problem', null).catch(() => null);
    if (problem !== null) this.#setProblem(problem);
    for (const { throttle } of this.#lists.values()) throttle.ask();
  }

  #setProblem(problem: ArchiveProblem | null): void {
    if (problem !== null && problem.kind !== this.#problem?.kind) {
      this.#options.log({ event: 'archive-unusable', kind: problem.kind });
    }
    this.#problem = problem;
  }

  async #close(): Promise<void> {
    for (const { sync, throttle, cancelTick } of this.#lists.values()) {
      cancelTick?.();
      throttle.close();
      sync?.close();
    }
    if (!this.#worker.isRunning) return;
    await this.#worker.call('close', null).catch(() => {});
    await this.#worker.end();
  }
}

function closed(): OrderglassError {
  return new OrderglassError('cancelled', 'the archive of the account is closed');
}
