import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Failure } from '../../shared/contract/failure.ts';
import type { ArchiveProblem, FoundRows } from '../../shared/contract/history.ts';
import type { SeenPlan } from '../../shared/contract/plans.ts';
import type { PlanPositions } from '../../shared/contract/positions.ts';
import { type HistoryList, historyLists, type SyncAction } from '../../shared/orders/history.ts';
import { ageOf, type Schedule } from '../../shared/time/clock.ts';
import { marginModes, type Timestamp } from '../../shared/values/domain.ts';
import { failureKinds } from '../../shared/values/error-codes.ts';
import { failureOf, OrderglassError } from '../../shared/values/errors.ts';
import { greatest, smallest } from '../../shared/values/extremes.ts';
import { OpenPlans, type PlanUpdate } from '../plans/open-plans.ts';
import { lookUpPlans } from '../plans/plan-lookup.ts';
import { type FetchedPage, noWords, type UserWords } from '../rows.ts';
import { quarantineDatabase, removeDatabase } from '../store/database.ts';
import { HistoryStore } from '../store/history-store.ts';
import { facts } from '../store/meta-table.ts';
import type { SavedPage } from '../store/page-writer.ts';
import { recordTables } from '../store/records.ts';
import type { Cursor } from '../store/spans.ts';
import { StorageError } from '../store/storage-error.ts';
import type { HistoryExchange, SyncTrigger } from '../sync/exchange.ts';
import { ListSync } from '../sync/list-sync.ts';
import type { Archive } from './archive.ts';
import { exportCalls } from './export-calls.ts';
import { historyAnswers } from './history-answers.ts';
import { IndexedList } from './indexed-list.ts';
import { noteAnswers } from './note-answers.ts';
import { addObserved, observedPart, removeObserved } from './observed-calls.ts';
import { planAnswers } from './plan-answers.ts';
import type { Answers, CallHandlers, ListStatus, WorkerOptions } from './protocol.ts';
import { Throttle } from './throttle.ts';
import { tradeAnswers } from './trade-answers.ts';

/** Gap (ms) between two reports of a list's status: four a second. */
const statusGapMs = 250;
/** Reading a list also syncs it if its last sync is older than this (ms). */
const freshForMs = 15_000;
/** Interval (ms) between syncs of a list that was read within the last `watchedForMs`. */
const refreshEveryMs = 30_000;
const watchedForMs = 120_000;
/** Delay (ms) before the program tries again to open a database that could not be opened. */
const reopenAfterMs = 5000;
/** Delay (ms) after the latest use of a database after which its cached pages are given back, so that the next account can use their memory. */
const releaseAfterMs = 100;
/** Milliseconds between two checks of the whole file. */
const checkIntervalMs = 86_400_000;
/** Rows that are checked at a time, so that calls are answered in between. */
const rowsPerCheck = 2000;

export interface EngineOptions extends WorkerOptions {
  readonly exchange: HistoryExchange;
  /** Called after each change of a list, at most every 250 ms. */
  readonly onStatus: (status: ListStatus) => void;
  /** Called when a sync fails with another error than before. */
  readonly onSyncFailed: (list: HistoryList, error: unknown) => void;
  /** Called after notes have changed. */
  readonly onNotes: () => void;
  /** Called with the new name of the damaged file with the notes. Default: nothing. */
  readonly onNotesQuarantined?: (backupName: string) => void;
  /** See `OpenPlansOptions.onUpdate`. */
  readonly onPlans: (update: PlanUpdate) => void;
  /** Epoch milliseconds. Default: the system's clock. */
  readonly now?: () => Timestamp;
  /** Milliseconds from an arbitrary start, never set back. Default: the system's. */
  readonly monotonicNow?: () => number;
  /** Default: the system's timers. */
  readonly schedule?: Schedule;
  /** From 0 to below 1. Default: `Math.random`. */
  readonly random?: () => number;
  /** Milliseconds without a call after which the whole file is checked once. Default: 30,000. */
  readonly checkAfterMs?: number;
}

/** The parts of a list that exist while the database is open. */
interface OpenList<List extends HistoryList> {
  readonly rows: IndexedList<List>;
  /** `null` if the database is read-only: new rows could not be stored. */
  readonly sync: ListSync<List> | null;
}

interface OpenDatabase {
  readonly store: HistoryStore;
  readonly lists: { readonly [List in HistoryList]: OpenList<List> };
}

/** When a list was last read and synced, in monotonic milliseconds. */
interface ListActivity {
  readonly throttle: Throttle;
  readAt: number;
  refreshedAt: number;
  cancelRefresh: (() => void) | null;
}

const systemTimer: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

/**
 * The history of one account: opens the database on first use, keeps both lists in sync with the exchange while they are read, and answers
 * calls. Runs in a worker thread; tests run it in theirs.
 */
export class HistoryEngine {
  readonly answers: Answers;
  readonly calls: CallHandlers;
  readonly #options: Required<EngineOptions>;
  readonly #activity: Readonly<Record<HistoryList, ListActivity>>;
  readonly #plans: OpenPlans;
  #open: OpenDatabase | null = null;
  /** See `HistoryStore.clockAhead`. Kept while the database is closed. */
  #clockAhead = 0;
  #problem: ArchiveProblem | null = null;
  /** Why nothing can be stored; `null` if the database is open for writing. */
  #failure: Failure | null = null;
  #discardExisting: boolean;
  #version: number;
  #words: UserWords;
  /** Counts resets of the database: row numbers are valid only as long as it stays the same. */
  #generation = 0;
  #triedAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;
  #isChecked = false;
  #checkTimer: NodeJS.Timeout | undefined;
  #cancelRelease = () => {};

  constructor(options: EngineOptions) {
    this.#options = {
      now: Date.now,
      monotonicNow: () => performance.now(),
      schedule: systemTimer,
      random: Math.random,
      checkAfterMs: 30_000,
      words: noWords,
      earlierArchives: [],
      isReader: false,
      onNotesQuarantined: () => {},
      ...options,
    };
    this.#discardExisting = options.discardExisting;
    this.#version = options.firstVersion;
    this.#words = this.#options.words;
    const activityOf = (list: HistoryList): ListActivity => ({
      throttle: new Throttle(() => options.onStatus(this.#statusOf(list)), statusGapMs),
      readAt: Number.NEGATIVE_INFINITY,
      refreshedAt: Number.NEGATIVE_INFINITY,
      cancelRefresh: null,
    });
    this.#activity = { 'order-history': activityOf('order-history'), 'plan-history': activityOf('plan-history') };
    const archive: Archive = {
      use: (work) => this.#use((open) => work({ ...open, generation: this.#generation })),
      statusOf: (list) => this.#statusOf(list),
      keepFresh: (list) => this.#keepFresh(list),
      savePlanLives: () => this.#plans.save(),
      notesChanged: (lists) => {
        for (const list of lists) this.#activity[list].throttle.request();
        options.onNotes();
      },
    };
    this.answers = {
      readHistoryState: ({ account, list }) => {
        this.#keepFresh(list);
        this.#open?.lists[list].rows.touch();
        return { account, ...this.#statusOf(list) };
      },
      syncHistory: ({ account, list, action }) => ({ account, ...this.#sync(list, action) }),
      ...historyAnswers(archive),
      ...tradeAnswers(archive),
      ...planAnswers(archive),
      ...noteAnswers(archive),
    };
    this.calls = { ...this.#createCalls(), ...exportCalls(archive) };
    this.#plans = this.#followPlans();
  }

  #sync(list: HistoryList, action: SyncAction): ListStatus {
    this.#activity[list].readAt = this.#options.monotonicNow();
    this.#tryOpen('user');
    const sync = this.#open?.lists[list].sync ?? null;
    if (sync === null) return this.#statusOf(list);
    if (action === 'refresh') this.#refresh(list, 'user');
    else if (action === 'prioritize') sync.prioritize();
    else if (action === 'cancel') sync.cancel();
    else if (action === 'verify') sync.verify();
    else if (action === 'dismiss') this.#dismiss(list);
    else {
      if (action === 'pause') sync.pause();
      else sync.resume();
      this.#rememberPaused(list, sync.isPaused);
    }
    return this.#statusOf(list);
  }

  #createCalls() {
    return {
      retryFailed: ({ kind }) => {
        for (const list of historyLists) {
          const failure = this.#open?.lists[list].sync?.state.failure;
          if (failure && (kind === 'any' || failureKinds[failure.code] === kind)) this.#refresh(list, 'user');
        }
        return null;
      },
      savePage: ({ page }) =>
        this.#use((open) => {
          this.#savePage(open, page);
          return null;
        }),
      setWords: (words) => {
        this.#words = words;
        for (const list of historyLists) {
          this.#open?.lists[list].rows.setWords(words);
          this.#activity[list].throttle.request();
        }
        return null;
      },
      followOrders: () => {
        this.#tryOpen('program');
        const { refreshedAt } = this.#activity['order-history'];
        if (this.#options.monotonicNow() - refreshedAt > freshForMs) this.#refresh('order-history', 'program');
        return null;
      },
      followPlans: (followed) => {
        if (followed.kind === 'list') {
          return this.#plans.take(followed.list, followed.tracked, followed.marksOrphans);
        }
        this.#plans.price(followed.last, followed.at);
        return true;
      },
      readObserved: ({ from }) =>
        this.#use(({ store }) => {
          this.#plans.save();
          return observedPart(store, from);
        }),
      addObserved: (input) =>
        this.#use((open) => {
          const added = addObserved(open.store, input, (page) => this.#savePage(open, page));
          if (!input.isTrial) this.#reload();
          return added;
        }),
      removeObserved: (added) =>
        this.#use(({ store }) => {
          removeObserved(store, added);
          this.#reload();
          return null;
        }),
      close: () => {
        this.#plans.close();
        this.#isClosed = true;
        clearTimeout(this.#checkTimer);
        for (const { throttle, cancelRefresh } of Object.values(this.#activity)) {
          cancelRefresh?.();
          throttle.close();
        }
        this.#closeDatabase();
        return null;
      },
    } satisfies Partial<CallHandlers>;
  }

  #followPlans(): OpenPlans {
    const { exchange, onPlans } = this.#options;
    return new OpenPlans({
      ...this.#options,
      lives: {
        open: () => {
          this.#checkWhenIdle();
          return this.#useNow(({ store }) => {
            this.#clockAhead = store.clockAhead;
            return store.read(({ lives }) => lives.open());
          });
        },
        clockAhead: () => this.#clockAhead,
        save: (batch) =>
          this.#useNow(({ store, lists }) => {
            store.savePlanLives(batch);
            const ends = batch.events.flatMap((event): [string, Timestamp | null][] => {
              if (event.kind === 'left') return [[event.key, event.missedAt]];
              return event.kind === 'seen' ? [[event.plan.key, null]] : [];
            });
            if (ends.length === 0) return;
            lists['plan-history'].rows.setEnds(ends);
            this.#activity['plan-history'].throttle.request();
          }),
      },
      lookUp: (plans, signal) =>
        lookUpPlans(plans, async (query) => {
          const { entries, fetchedAt } = await exchange.fetchPage('plan-history', query, {
            priority: 'background',
            signal,
          });
          const { marginMode, symbol, from } = query;
          const page = { list: 'plan-history', marginMode, from, symbol, entries, fetchedAt } as const;
          // A page that cannot be saved now is fetched again when the history is read.
          this.#use((open) => this.#savePage(open, page)).catch(() => {});
          return entries;
        }),
      readPositions: (plans, since) => this.#readPositions(plans, since),
      onUpdate: onPlans,
    });
  }

  /** See `OrphanWatchOptions`. Asks as a page does, so that the orders are synced for a while. */
  async #readPositions(plans: readonly SeenPlan[], since: Timestamp): Promise<readonly PlanPositions[] | null> {
    const now = this.#options.now();
    // The answers do not depend on the account.
    const account = '';
    const { checkedAt } = await this.answers.readHistoryState({ account, list: 'order-history' }, now);
    if (checkedAt === null || checkedAt < since) return null;
    return (await this.answers.readPositionRisk({ account, plans: [...plans] }, now)).plans;
  }

  #savePage(open: OpenDatabase, page: FetchedPage): void {
    this.#noteSaved(page.list, savePage(open, page).damaged);
  }

  /** Runs a call on the open database. A damaged one is quarantined, unless this is a reader, and the next call starts with an empty one. */
  async #use<Result>(work: (open: OpenDatabase) => Result | Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw new OrderglassError('canceled', 'the history is closed');
    let open: OpenDatabase | null = null;
    try {
      open = this.#open ?? this.#openNow();
      return await work(open);
    } catch (error) {
      // Several calls can fail on one damaged database. The first failure has already replaced the database for the others.
      if (open === null || open === this.#open) this.#noteError(error);
      throw error;
    } finally {
      this.#releaseSoon();
      this.#checkWhenIdle();
    }
  }

  /** As `#use`, for work that is no call and ends immediately. */
  #useNow<Result>(work: (open: OpenDatabase) => Result): Result {
    if (this.#isClosed) throw new OrderglassError('canceled', 'the history is closed');
    let open: OpenDatabase | null = null;
    try {
      open = this.#open ?? this.#openNow();
      return work(open);
    } catch (error) {
      if (open === null || open === this.#open) this.#noteError(error);
      throw error;
    } finally {
      this.#releaseSoon();
    }
  }

  /** Notes that the list is read, which keeps it up to date for `watchedForMs`. Starts a sync if the last one is not fresh. */
  #keepFresh(list: HistoryList): void {
    const activity = this.#activity[list];
    activity.readAt = this.#options.monotonicNow();
    this.#tryOpen('program');
    if (activity.readAt - activity.refreshedAt > freshForMs) this.#refresh(list, 'program');
  }

  #refresh(list: HistoryList, trigger: SyncTrigger): void {
    const sync = this.#open?.lists[list].sync ?? null;
    if (sync === null || this.#isClosed) return;
    const { monotonicNow, schedule } = this.#options;
    const activity = this.#activity[list];
    activity.refreshedAt = monotonicNow();
    sync.refresh(trigger);
    activity.cancelRefresh?.();
    activity.cancelRefresh = schedule(() => {
      activity.cancelRefresh = null;
      if (monotonicNow() - activity.readAt < watchedForMs) this.#refresh(list, 'program');
    }, refreshEveryMs);
  }

  /** Opens the database if it is closed, or if a reason for reading only may be over. A failure is reported in the status. */
  #tryOpen(trigger: SyncTrigger): void {
    if (this.#isClosed || this.#open?.store.isWritable) return;
    const { monotonicNow } = this.#options;
    if (trigger === 'program' && monotonicNow() - this.#triedAt < reopenAfterMs) return;
    this.#triedAt = monotonicNow();
    if (this.#open?.store.isWorthReopening) this.#closeDatabase();
    try {
      if (this.#open === null) this.#openNow();
    } catch (error) {
      this.#noteError(error);
      this.#noteUnknown(error);
    }
    for (const list of historyLists) this.#activity[list].throttle.request();
  }

  #openNow(): OpenDatabase {
    const { file, now } = this.#options;
    this.#triedAt = this.#options.monotonicNow();
    const { notes, earlierArchives, isReader, onNotesQuarantined } = this.#options;
    if (this.#discardExisting) for (const each of [file, notes]) if (each !== null) removeDatabase(each);
    const { store, backupName, notesBackupName } = HistoryStore.open({
      path: file,
      now,
      notes,
      earlierArchives,
      isReader,
    });
    this.#discardExisting = false;
    if (notesBackupName !== null) onNotesQuarantined(notesBackupName);
    if (backupName !== null) {
      this.#problem = { kind: 'quarantined', file: backupName };
      this.#generation++;
    } else if (isReader) this.#problem = null;
    else if (store.readOnly !== null) this.#problem = { kind: 'read-only', file };
    else if (this.#problem?.kind !== 'quarantined') this.#problem = null;
    this.#failure = store.readOnly === null || isReader ? null : store.readOnly.toFailure();
    const plans = this.#openList('plan-history', store);
    this.#open = {
      store,
      lists: { 'order-history': this.#openList('order-history', store, plans.rows), 'plan-history': plans },
    };
    this.#releaseSoon();
    return this.#open;
  }

  #releaseSoon(): void {
    this.#cancelRelease();
    if (this.#open === null) return;
    this.#cancelRelease = this.#options.schedule(() => {
      try {
        this.#open?.store.releaseMemory();
      } catch (error) {
        this.#noteError(error);
      }
    }, releaseAfterMs);
  }

  /** `plans`: see `IndexedList`. */
  #openList<List extends HistoryList>(
    list: List,
    store: HistoryStore,
    plans: IndexedList<'plan-history'> | null = null,
  ): OpenList<List> {
    const { exchange, now, monotonicNow, schedule, random, onSyncFailed } = this.#options;
    const rows = new IndexedList(store, list, this.#version, schedule, this.#words, plans);
    if (store.readOnly !== null) return { rows, sync: null };
    const sync = new ListSync<List>({
      list,
      exchange,
      store,
      missingPlans: async (marginMode, options) => {
        const { plans, fetchedAt } = await exchange.fetchOpenPlans(marginMode, options);
        options.signal.throwIfAborted();
        return this.#plans.missing(marginMode, plans, fetchedAt);
      },
      isPaused: store.recall(facts.isPaused[list]) === true,
      accountStart: () => this.#accountStart(),
      now,
      monotonicNow,
      schedule,
      random,
      onFound: (found) => this.#remember('found', list, found),
      onSaved: (saved) => {
        rows.put(saved);
        rows.shareNotes(saved.sharedIds);
        this.#noteSaved(list, saved.damaged);
      },
      onChange: () => this.#activity[list].throttle.request(),
      onFailure: (error) => {
        this.#noteError(error);
        onSyncFailed(list, error);
      },
    });
    return { rows, sync };
  }

  #noteSaved(list: HistoryList, damaged: readonly Cursor[]): void {
    if (this.#problem?.kind !== 'quarantined') this.#problem = null;
    this.#reportDamaged(list, damaged);
    this.#activity[list].throttle.request();
  }

  /** Reads everything again, because the file has other content than the memory. */
  #reload(): void {
    this.#closeDatabase();
    for (const list of historyLists) this.#activity[list].throttle.request();
    this.#options.onNotes();
  }

  #closeDatabase(): void {
    if (this.#open === null) return;
    const { store, lists } = this.#open;
    this.#open = null;
    this.#cancelRelease();
    this.#plans.forgetLives();
    for (const list of historyLists) {
      const { rows, sync } = lists[list];
      sync?.close();
      rows.close();
      this.#version = Math.max(this.#version, rows.version + 1);
      this.#activity[list].refreshedAt = Number.NEGATIVE_INFINITY;
    }
    store.close();
  }

  /** Records why the database cannot be used. A reader leaves a damaged one in its place, because another process may be using it. */
  #noteError(error: unknown): void {
    if (!(error instanceof StorageError)) return;
    const { file, notes, now, isReader } = this.#options;
    if (error.kind === 'damaged' && isReader !== true) {
      this.#closeDatabase();
      try {
        // Damaged notes are quarantined when they are opened.
        if (error.file !== notes)
          this.#problem = { kind: 'quarantined', file: quarantineDatabase(file, new Date(now())) };
        this.#generation++;
        this.#tryOpen('user');
      } catch (failure) {
        this.#noteError(failure);
      }
    } else {
      this.#problem = { kind: error.kind === 'damaged' ? 'other' : error.kind, file: error.file };
      this.#failure = failureOf(error, '');
    }
    for (const list of historyLists) this.#activity[list].throttle.request();
  }

  /** Records an error that only a bug can cause, so that its consequence does not look like an empty history. */
  #noteUnknown(error: unknown): void {
    if (error instanceof OrderglassError) return;
    this.#problem = { kind: 'other', file: this.#options.file };
    this.#failure = failureOf(error, 'the history cannot be read');
  }

  /** Checks the file once, at most once a day. */
  #checkWhenIdle(): void {
    if (this.#isChecked || this.#isClosed) return;
    clearTimeout(this.#checkTimer);
    this.#checkTimer = setTimeout(() => {
      if (this.#open === null) return;
      this.#isChecked = true;
      void this.#check(this.#open).catch((error: unknown) => this.#noteError(error));
    }, this.#options.checkAfterMs);
  }

  async #check(open: OpenDatabase): Promise<void> {
    const { store } = open;
    const { now } = this.#options;
    const checkedAt = store.recall(facts.fileCheckedAt);
    if (checkedAt !== null && ageOf(checkedAt, now()) < checkIntervalMs) return;
    if (!(await store.isIntact())) throw new StorageError('damaged', this.#options.file, 'is damaged');
    for (const list of historyLists) {
      for (let after: number | null = 0; after !== null; ) {
        await nextTurn();
        if (this.#open !== open) return;
        const { damaged, next } = store.checkRows(list, after, rowsPerCheck);
        this.#reportDamaged(list, damaged);
        after = next;
      }
    }
    for (const table of recordTables) {
      await nextTurn();
      if (this.#open !== open) return;
      store.checkRecords(table);
    }
    if (store.lost() !== null) for (const list of historyLists) this.#activity[list].throttle.request();
    if (store.readOnly === null) store.remember(facts.fileCheckedAt, now());
  }

  /** A pause that cannot be stored holds for this session. */
  #rememberPaused(list: HistoryList, isPaused: boolean): void {
    try {
      this.#open?.store.remember(facts.isPaused[list], isPaused);
    } catch (error) {
      this.#noteError(error);
    }
  }

  #reportDamaged(list: HistoryList, damaged: readonly Cursor[]): void {
    if (damaged.length === 0) return;
    const foundAt = this.#options.now();
    // The time of a damaged row may be what is damaged.
    const times = damaged.map(({ createdAt }) => Math.min(Math.max(createdAt ?? foundAt, 0), foundAt));
    const [oldest, newest] = [smallest(times), greatest(times)];
    this.#remember('damaged', list, { rows: damaged.length, oldest, newest, foundAt });
  }

  /** Adds rows to those that the user has not dismissed yet. */
  #remember(kind: 'found' | 'damaged', list: HistoryList, found: FoundRows): void {
    const store = this.#open?.store;
    try {
      store?.remember(facts[kind][list], addFound(store.recall(facts[kind][list]), found));
    } catch (error) {
      this.#noteError(error);
    }
    this.#activity[list].throttle.request();
  }

  /** Forgets what the user was told of. */
  #dismiss(list: HistoryList): void {
    const store = this.#open?.store;
    try {
      for (const kind of ['found', 'damaged'] as const) store?.remember(facts[kind][list], null);
      store?.dismissLost();
    } catch (error) {
      this.#noteError(error);
    }
    for (const each of historyLists) this.#activity[each].throttle.request();
  }

  /** Creation of the oldest row of complete lists: nothing of the account is older, as far as can be told. */
  #accountStart(): Timestamp | null {
    if (this.#open === null) return null;
    const { store } = this.#open;
    const complete = historyLists.flatMap((list) => store.coverage(list)).filter((mode) => mode.complete);
    const times = complete.flatMap(({ oldest }) => oldest ?? []);
    return times.length === 0 ? null : smallest(times);
  }

  #statusOf(list: HistoryList): ListStatus {
    const problem = this.#problem;
    try {
      if (this.#open !== null) {
        const status = readStatus(list, this.#open, this.#options.now());
        this.#clockAhead = status.clockAhead ?? 0;
        this.#releaseSoon();
        return { ...status, problem, ...this.#failedPart(list) };
      }
    } catch (error) {
      this.#noteError(error);
      this.#noteUnknown(error);
    }
    const modes = marginModes.map((marginMode) => ({
      marginMode,
      rows: 0,
      oldest: null,
      newest: null,
      complete: false,
      blocked: false,
      verifiedAt: null,
      gaps: [],
    }));
    const phase = this.#failure === null ? ('idle' as const) : ('failed' as const);
    return {
      list,
      version: 0,
      rows: 0,
      unreadable: 0,
      modes,
      phase,
      fetched: 0,
      rate: null,
      downloaded: null,
      secondsLeft: null,
      failure: this.#failure,
      checkedAt: null,
      verification: null,
      oddities: 0,
      found: null,
      damaged: null,
      lost: null,
      sharedIds: 0,
      hasOneMode: false,
      problem: this.#problem,
    };
  }

  /** A read-only database has no sync that could report its failure. */
  #failedPart(list: HistoryList): Partial<ListStatus> {
    return this.#open?.lists[list].sync === null && this.#failure !== null
      ? { phase: 'failed', failure: this.#failure }
      : {};
  }
}

function addFound(earlier: FoundRows | null, { rows, oldest, newest, foundAt }: FoundRows): FoundRows {
  return {
    rows: rows + (earlier?.rows ?? 0),
    oldest: Math.min(oldest, earlier?.oldest ?? oldest),
    newest: Math.max(newest, earlier?.newest ?? newest),
    foundAt,
  };
}

function savePage<List extends HistoryList>({ store, lists }: OpenDatabase, page: FetchedPage<List>): SavedPage {
  const saved = store.savePage(page);
  const { rows } = lists[page.list];
  rows.put(saved);
  rows.shareNotes(saved.sharedIds);
  return saved;
}

/** `null` for a time ahead of the clock: it was stored while the clock was wrong. */
function pastTime(time: Timestamp | null, now: Timestamp): Timestamp | null {
  return time !== null && Number.isFinite(ageOf(time, now)) ? time : null;
}

function readStatus(list: HistoryList, { store, lists }: OpenDatabase, now: Timestamp): Omit<ListStatus, 'problem'> {
  const { rows, sync } = lists[list];
  rows.noteBreaks();
  const redundant = sync?.redundantMode ?? null;
  const coverage = store.coverage(list);
  const modes = coverage.map((mode) => {
    const source = coverage.find(({ marginMode }) => mode.marginMode === redundant && marginMode !== redundant) ?? mode;
    return {
      ...mode,
      complete: source.complete,
      verifiedAt: pastTime(source.verifiedAt, now),
      ...(sync?.isUnsure(mode.marginMode) ? { complete: false, verifiedAt: null } : {}),
      blocked: sync?.isBlocked(mode.marginMode) === true,
    };
  });
  const idle = {
    phase: 'idle' as const,
    fetched: 0,
    rate: null,
    downloaded: null,
    secondsLeft: null,
    failure: null,
    verification: null,
    oddities: 0,
  };
  return {
    list,
    version: rows.version,
    rows: store.count(list),
    unreadable: store.read((tables) => tables.lists[list].unreadable.count),
    modes,
    ...(sync?.state ?? idle),
    checkedAt: pastTime(store.checkedAt(list), now),
    ...(store.clockAhead !== 0 && { clockAhead: store.clockAhead }),
    found: store.recall(facts.found[list]),
    damaged: store.recall(facts.damaged[list]),
    lost: store.lost(),
    sharedIds: store.sharedIds(list),
    hasOneMode: redundant !== null,
  };
}
