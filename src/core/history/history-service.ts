import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { OrderList, OrderListQuery, Priority, RequestOptions } from '../../exchange/index.ts';
import {
  type AddedObserved,
  type FollowedPlans,
  History,
  type HistoryQuery,
  type HistoryRows,
  type HistoryWorker,
  JointHistory,
  leaveNotes,
  noWords,
  type ObservedFrom,
  type PageQuery,
  type PlanUpdate,
  type PnlFacts,
  type RowChunk,
  RowsByColumns,
  readRows,
  type UserWords,
  WorkerThreads,
} from '../../history/index.ts';
import type { ExportQuery, TradeExportQuery } from '../../shared/contract/exports.ts';
import type { HistoryState, WindowQuery } from '../../shared/contract/history.ts';
import type { Note, Noted, NotePart } from '../../shared/contract/notes.ts';
import type { Observed } from '../../shared/contract/observed.ts';
import type { OpenPlan, Order, PlanOrder } from '../../shared/contract/orders.ts';
import type { AnswerOf, QuestionName, QuestionOf } from '../../shared/contract/questions.ts';
import type { Trade } from '../../shared/contract/trades.ts';
import type { HistoryList } from '../../shared/orders/history.ts';
import { accountsIn, isJoint } from '../../shared/orders/joint.ts';
import { demoAccountId, type Timestamp } from '../../shared/values/domain.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import type { OrdersClient } from '../accounts/account-connection.ts';
import type { Account, Accounts } from '../accounts/accounts.ts';
import { systemCode } from '../files/quarantine.ts';
import type { Log } from '../logging/log-events.ts';
import { type DemoNoteTexts, demoNotes } from './demo-notes.ts';
import type { HistoryFailed } from './history-log.ts';

/**
 * Milliseconds from the first open plans until a history is opened for them: the page paints them meanwhile, and the start of the worker
 * would take a processor from it. What the page asks for opens the history at once.
 */
const firstRowsMs = 400;
/**
 * Milliseconds without a call after which an account's worker is ended; the next call starts it again. A page that shows a history asks for
 * its state every 30 s, and the worker follows the open plan orders, which are polled at least every 60 s if at all.
 */
const idleMs = 75_000;
const checkIdleEveryMs = 10_000;
/** Sets of accounts whose joint histories are kept while they are idle: two pages may show two. Others end once their questions are answered. */
const maxJoint = 2;
const rowsPerChunk = 2000;
const notesFolder = 'notes';
/** The most that the service sends at once (docs/service.md 8). */
const rowsPerRequest = 100;

/** Returns the rows of a chunk. */
export { rowsIn } from '../../history/index.ts';

export interface HistoryServiceOptions {
  /** The program's data folder; databases are in a folder of it. */
  readonly directory: string;
  readonly worker: HistoryWorker;
  readonly accounts: Pick<Accounts, 'find' | 'archivesOf' | 'connection'>;
  /** True to read the files while another process may be writing them: see `DatabaseOptions.isReader`. Default: false. */
  readonly isReader?: boolean;
  /** True for a reader that must not know the user's notes. Default: false. */
  readonly leavesNotes?: boolean;
  /** True if the demo account's data outlast the program, so that its history may, too. */
  readonly keepsDemoHistory: boolean;
  /** Returns the texts of the notes with which a new history of the demo account begins; `null` for none. */
  readonly demoNotes: () => DemoNoteTexts | null;
  /** Returns what the user says of an account's orders. */
  readonly words?: (account: string) => UserWords;
  /**
   * Returns the open plans of an account, of both margin modes: they are polled for all who need them. Rejects as the exchange client does.
   */
  readonly readOpenPlans: (
    account: string,
    priority: Priority,
  ) => Promise<{ readonly rows: readonly OpenPlan[]; readonly fetchedAt: Timestamp }>;
  /** Epoch milliseconds. */
  readonly now: () => Timestamp;
  readonly log: Log;
  readonly onChange: (state: HistoryState) => void;
  /** Called after notes of an account have changed. */
  readonly onNotes: (account: string) => void;
  /** Called with the new name of a damaged file with notes. */
  readonly onNotesQuarantined: (backupName: string) => void;
  /** Open plan orders of an account have appeared or left, or their outcome is known. */
  readonly onPlans: (account: string, update: PlanUpdate) => void;
  readonly onFailure: HistoryFailed;
  /** A page of an account has been fetched after one of the same list that failed. */
  readonly onRecovered: (account: string) => void;
}

/** Rows of a filtered, sorted list as they were at one moment. */
export interface SelectedRows<Row> {
  readonly total: number;
  /** Rows with their received text, in the order of the list. A chunk is read when it is requested, and is valid until the next one is. */
  readonly chunks: AsyncIterable<RowChunk<Row>>;
}

interface OpenHistory {
  /** Name of the database: that of the account's credentials and exchange. */
  readonly name: string;
  readonly history: History;
  /** Changes with the account's credentials. */
  scope: string;
}

type ListOperation<Row> = (
  client: OrdersClient,
  query: OrderListQuery,
  options: RequestOptions,
) => Promise<OrderList<Row>>;

const operations: { readonly [List in HistoryList]: ListOperation<HistoryRows[List]> } = {
  'order-history': (client, query, options) => client.readOrderHistory(query, options),
  'plan-history': (client, query, options) => client.readPlanHistory(query, options),
};

/**
 * The histories of all accounts, each opened when it is first read. Calls reject with `unknown-account` if the account does not exist, and
 * with `storage-failed` if its database cannot be used.
 */
export class HistoryService {
  readonly #options: HistoryServiceOptions;
  readonly #threads: WorkerThreads;
  readonly #open = new Map<string, OpenHistory>();
  /** Also those that are being closed. */
  readonly #started = new Set<History>();
  /** The histories of several accounts as one, by ID, those that were read last at the end. */
  readonly #joint = new Map<string, JointHistory>();
  /** Databases that are being closed or removed, by name, and the notes of accounts. They are not opened again before. */
  readonly #closing = new Map<string, Promise<void>>();
  /** Accounts that are being removed with their databases. */
  readonly #removing = new Set<string>();
  readonly #idleTimer: NodeJS.Timeout;
  /** Resolves when the page has probably painted the first rows; `null` before the first open plans. */
  #firstRows: Promise<void> | null = null;
  #hasDiscardedDemo = false;
  /** Notes with which the demo account began. */
  #demoNotes: readonly Note[] = [];
  #isClosed = false;

  constructor(options: HistoryServiceOptions) {
    this.#options = options;
    const { worker } = options;
    this.#threads = worker instanceof WorkerThreads ? worker : new WorkerThreads(worker);
    this.#idleTimer = setInterval(() => this.#closeIdle(), checkIdleEveryMs);
    this.#idleTimer.unref();
  }

  /** Must be called after the result of `words` may have changed. A worker that fails starts with the new words. */
  wordsChanged(): void {
    for (const { history } of this.#open.values()) history.wordsChanged().catch(() => {});
  }

  /** Forwards a question to the history of its account, or of its accounts. `signal`: see `History.ask`. */
  async ask<Name extends QuestionName>(
    name: Name,
    question: QuestionOf<Name>,
    signal?: AbortSignal,
  ): Promise<AnswerOf<Name>> {
    const { account } = question;
    const history = isJoint(account) ? this.#findJoint(account) : await this.#find(account);
    return history.ask(name, question, this.#options.now(), signal);
  }

  /** Notes with which the demo account began are left out. */
  async listNotes(question: QuestionOf<'listNotes'>): Promise<NotePart> {
    const part = await this.ask('listNotes', question);
    if (question.account !== demoAccountId) return part;
    return { ...part, notes: part.notes.filter((note) => !this.#isDemoNote(note)) };
  }

  /**
   * Every row of a filtered, sorted list, without rows that arrive later. Rejects with `storage-failed`, as the chunks do, if the database
   * is reset meanwhile.
   */
  async rowsOf(
    query: Pick<ExportQuery, 'account' | 'list' | 'filter' | 'zone' | 'sort' | 'rates'>,
  ): Promise<SelectedRows<(Order | PlanOrder) & Noted & PnlFacts>> {
    const { list, rates } = query;
    if (isJoint(query.account)) {
      const { total, read } = await this.#findJoint(query.account).select(list, this.#queryOf(query));
      return { total, chunks: chunksOf(total, read) };
    }
    const history = await this.#find(query.account);
    const { numbers, generation } = await history.call('select', { list, query: this.#queryOf(query) });
    return chosen(numbers, (chunk) => readRows(history, { list, numbers: chunk, generation, rates }));
  }

  /** Every trade of a filtered, sorted list, as `rowsOf` does. A trade that changes meanwhile is read as it is then. */
  async tradesOf({
    account,
    filter,
    sort,
    zone,
    rates,
  }: Pick<TradeExportQuery, 'account' | 'filter' | 'sort' | 'zone' | 'rates'>): Promise<
    SelectedRows<Trade & PnlFacts>
  > {
    const query = { filter, sort, zone, now: this.#options.now() };
    if (isJoint(account)) {
      const { total, read } = await this.#findJoint(account).select('trades', query);
      return { total, chunks: chunksOf(total, read) };
    }
    const history = await this.#find(account);
    const { numbers, generation } = await history.call('selectTrades', { query });
    return chosen(numbers, (chunk) => history.call('tradeRows', { numbers: chunk, generation, rates }));
  }

  /** Hands over what a poll has fetched. Resolves after its events: see `ArchiveCalls.followPlans`. Rejects with `canceled` if the account has another database. */
  async followPlans(account: string, name: string, followed: FollowedPlans): Promise<boolean> {
    // One promise for all, so that they keep their order.
    this.#firstRows ??= setTimeout(firstRowsMs);
    await this.#firstRows;
    return (await this.#findOf(account, name)).call('followPlans', followed);
  }

  /** See `ArchiveCalls.readObserved`. */
  async readObserved(account: string, from: ObservedFrom | null) {
    return (await this.#find(account)).call('readObserved', { from });
  }

  /** See `ArchiveCalls.addObserved`. */
  async addObserved(account: string, input: { observed: Observed; notes: readonly Note[]; isTrial: boolean }) {
    return (await this.#find(account)).call('addObserved', input);
  }

  /** See `ArchiveCalls.removeObserved`. */
  async removeObserved(account: string, added: AddedObserved): Promise<void> {
    await (await this.#find(account)).call('removeObserved', added);
  }

  /** Reads the newest orders of an account, and those that wait, unless they were read within the last seconds. Never throws. */
  followOrders(account: string): void {
    const following = async () => (await this.#find(account)).call('followOrders', null);
    // The state of the history says what failed.
    following().catch(() => {});
  }

  /** Must be called after each change of the accounts: rows of another database are never shown or added to. */
  accountsChanged(): void {
    for (const [account, open] of this.#open) {
      const current = this.#current(account);
      if (current?.archive !== open.name) {
        void this.#close(account);
      } else if (current.scope !== open.scope) {
        open.scope = current.scope;
        open.history.call('retryFailed', { kind: 'any' }).catch(() => {});
      }
    }
  }

  /** Retries the syncs of an open history whose failures may have ended, because the exchange has just answered. */
  retryPassing(account: string): void {
    const open = this.#open.get(account);
    open?.history.call('retryFailed', { kind: 'passing' }).catch(() => {});
  }

  /**
   * Removes an account. `withArchive`: removes its databases before, also those of its earlier keys; otherwise its notes stay with the current
   * one. No database is opened meanwhile. Rejects with `storage-failed` if that is not possible, and the account stays; otherwise as
   * `removeAccount` does.
   */
  async remove<Result>(account: string, withArchive: boolean, removeAccount: () => Promise<Result>): Promise<Result> {
    const { directory, accounts, now } = this.#options;
    const names = accounts.archivesOf(account);
    const notes = this.#notesOf(account);
    const archives = names.map((name) => this.#fileOf(name));
    this.#removing.add(account);
    try {
      await this.#close(account);
      await this.#closing.get(account);
      if (withArchive) {
        await Promise.all(names.map((name) => this.#afterClosing(name, () => removeFiles(this.#folder, name))));
        const folder = path.join(directory, notesFolder);
        for (const name of [account, ...names]) await removeFiles(folder, name);
      } else leaveNotes({ path: notes, archives, now });
      return await removeAccount();
    } finally {
      this.#removing.delete(account);
    }
  }

  /** `discards`: see `Core.close`. */
  async close({ discards = false } = {}): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#idleTimer);
    await Promise.all(Array.from(this.#joint.values(), (joint) => joint.close()));
    if (discards) await Promise.all([...this.#started].map((history) => history.terminate()));
    for (const account of [...this.#open.keys()]) void this.#close(account);
    await Promise.all(this.#closing.values());
  }

  get #folder(): string {
    return path.join(this.#options.directory, 'archives');
  }

  #queryOf({ filter, sort, zone }: Pick<WindowQuery, 'filter' | 'sort' | 'zone'>): HistoryQuery {
    return { filter, sort, zone, now: this.#options.now() };
  }

  async #find(account: string): Promise<History> {
    this.#rejectIfClosed(account);
    const { archive: name, scope } = this.#options.accounts.find(account);
    const open = this.#open.get(account);
    if (open?.name === name) return open.history;
    if (open !== undefined) {
      await this.#close(account);
      return this.#find(account);
    }
    const closing = this.#closing.get(name) ?? this.#closing.get(account);
    if (closing !== undefined) {
      await closing;
      return this.#find(account);
    }
    const history = this.#openHistory(account, name);
    this.#open.set(account, { name, history, scope });
    return history;
  }

  /** `id`: that of the joint archive. */
  #findJoint(id: string): JointHistory {
    const accounts = accountsIn(id);
    for (const account of accounts) this.#rejectIfClosed(account);
    const { log } = this.#options;
    const known = this.#joint.get(id);
    this.#joint.delete(id);
    const joint =
      known ??
      new JointHistory({
        accounts,
        threads: this.#threads,
        find: (account) => this.#find(account),
        now: this.#options.now,
        onUnexpected: (error) => log({ event: 'archive-failed', error }),
      });
    this.#joint.set(id, joint);
    return joint;
  }

  #rejectIfClosed(account: string): void {
    if (!this.#isClosed && !this.#removing.has(account)) return;
    throw new OrderglassError('canceled', 'the history of the account is closed');
  }

  /** Rejects with `canceled` if the account has another database. */
  async #findOf(account: string, name: string): Promise<History> {
    const history = await this.#find(account);
    if (this.#open.get(account)?.name === name) return history;
    throw new OrderglassError('canceled', 'the account has another history');
  }

  /** The paths of an account's archives, the current one first. */
  #archivesOf(account: string): string[] {
    const { accounts } = this.#options;
    const current = accounts.find(account).archive;
    // The demo account has no keys.
    const all = account === demoAccountId ? [] : accounts.archivesOf(account);
    return [current, ...all.filter((name) => name !== current)].map((name) => this.#fileOf(name));
  }

  #fileOf(name: string): string {
    return path.join(this.#folder, `${name}.sqlite`);
  }

  #notesOf(account: string): string {
    return path.join(this.#options.directory, notesFolder, `${account}.sqlite`);
  }

  #openHistory(account: string, name: string): History {
    const { keepsDemoHistory, isReader = false, leavesNotes = false, accounts } = this.#options;
    const { log, onFailure, onRecovered } = this.#options;
    const { onChange, onNotes, onNotesQuarantined, onPlans } = this.#options;
    const discardExisting = account === demoAccountId && !keepsDemoHistory && !this.#hasDiscardedDemo;
    if (discardExisting) this.#hasDiscardedDemo = true;
    const current = () => {
      const found = accounts.find(account);
      // The account was edited, and this database is about to be closed: rows of other keys must not enter it.
      if (found.archive !== name) throw new OrderglassError('canceled', 'the account has another history');
      return found;
    };
    /** Lists and margin modes whose last page could not be fetched. */
    const failed = new Set<string>();
    const history = new History({
      file: this.#fileOf(name),
      notes: leavesNotes ? null : this.#notesOf(account),
      earlierArchives: this.#archivesOf(account).slice(1),
      discardExisting,
      isReader,
      threads: this.#threads,
      // Grows even if the clock is set back; no list changes more than a thousand times a second.
      words: () => this.#options.words?.(account) ?? noWords,
      newVersion: () => Math.ceil(performance.timeOrigin + performance.now()),
      fetchPage: async (list, query, priority, signal) => {
        const pages = `${list} ${query.marginMode}`;
        try {
          const page = await current().askOrders(
            (client, options) => operations[list](client, orderListQuery(query), options),
            signal,
            priority,
          );
          if (failed.delete(pages)) onRecovered(account);
          return page;
        } catch (error) {
          if (!signal.aborted) failed.add(pages);
          throw error;
        }
      },
      fetchOpenPlans: async (marginMode, priority) => {
        current();
        const { rows, fetchedAt } = await this.#options.readOpenPlans(account, priority);
        current();
        const seen = rows.filter((row) => row.marginMode === marginMode);
        return { plans: seen.map(({ raw: _, ...plan }) => plan), fetchedAt };
      },
      isSaturated: () => this.#current(account) !== null && accounts.connection(account).queued > 0,
      onStatus: (status) => onChange({ account, ...status }),
      onNotes: () => onNotes(account),
      onNotesQuarantined,
      onPlans: (update) => onPlans(account, update),
      onSyncFailed: (list, error) => onFailure(account, list, error),
      onUnexpected: (error) => log({ event: 'archive-failed', error }),
    });
    this.#started.add(history);
    // Without these notes, if the demo exchange ends meanwhile.
    if (discardExisting) void this.#writeDemoNotes(history, current()).catch(() => {});
    return history;
  }

  #isDemoNote({ kind, id, text }: Note): boolean {
    return this.#demoNotes.some((note) => note.kind === kind && note.id === id && note.text === text);
  }

  async #writeDemoNotes(history: History, demo: Account): Promise<void> {
    const texts = this.#options.demoNotes();
    if (texts === null) return;
    this.#demoNotes = await demoNotes(demo, texts);
    await history.ask('importNotes', { account: demoAccountId, notes: [...this.#demoNotes] }, this.#options.now());
  }

  /** `null` if the account was removed. */
  #current(account: string): Account | null {
    try {
      return this.#options.accounts.find(account);
    } catch {
      return null;
    }
  }

  async #close(account: string): Promise<void> {
    const open = this.#open.get(account);
    if (open === undefined) return;
    this.#open.delete(account);
    const closed = this.#afterClosing(open.name, async () => {
      await open.history.close();
      this.#started.delete(open.history);
    });
    await this.#afterClosing(account, () => closed);
  }

  /** `name`: of a database, or the account with its notes. Runs after everything else that closes or removes it, and before it is opened again. */
  #afterClosing(name: string, work: () => Promise<void>): Promise<void> {
    const done = (this.#closing.get(name) ?? Promise.resolve()).then(work);
    const settled: Promise<void> = done
      .catch(() => {})
      .then(() => {
        if (this.#closing.get(name) === settled) this.#closing.delete(name);
      });
    this.#closing.set(name, settled);
    return done;
  }

  #closeIdle(): void {
    for (const [account, { history }] of this.#open) if (history.isIdleFor(idleMs)) void this.#close(account);
    const latest = [...this.#joint.keys()].slice(-maxJoint);
    for (const [id, joint] of this.#joint) {
      if (!joint.isIdleFor(latest.includes(id) ? idleMs : 0)) continue;
      this.#joint.delete(id);
      void joint.close();
    }
  }
}

/** Rows by their numbers. */
function chosen<Row>(
  numbers: Uint32Array,
  read: (chunk: readonly number[]) => Promise<RowChunk<Row>>,
): SelectedRows<Row> {
  const { length: total } = numbers;
  return { total, chunks: chunksOf(total, (from, count) => read([...numbers.subarray(from, from + count)])) };
}

/** Reads rows a chunk at a time, the next one while the caller works on the one before. */
async function* chunksOf<Row>(total: number, read: (from: number, count: number) => Promise<RowChunk<Row>>) {
  const readAhead = (from: number) => {
    const chunk = read(from, rowsPerChunk);
    // A failure is thrown when the chunk is needed, and nowhere if it is not.
    chunk.catch(() => {});
    return chunk;
  };
  let next = total === 0 ? null : readAhead(0);
  for (let from = rowsPerChunk; next !== null; from += rowsPerChunk) {
    const chunk = await next;
    next = from < total ? readAhead(from) : null;
    yield chunk;
    if (chunk instanceof RowsByColumns) chunk.release();
  }
}

function orderListQuery({ from, ...query }: PageQuery): OrderListQuery {
  const page = { direct: 'prev' as const, limit: rowsPerRequest, ...query };
  return from === null ? page : { ...page, from };
}

/** Also files that were quarantined. Rejects with `storage-failed`. */
async function removeFiles(folder: string, name: string): Promise<void> {
  try {
    const files = await readdir(folder).catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') return [];
      throw error;
    });
    for (const file of files) if (file.startsWith(`${name}.`)) await rm(path.join(folder, file), { force: true });
  } catch (error) {
    throw new OrderglassError('storage-failed', `the history could not be removed (${systemCode(error)})`);
  }
}
