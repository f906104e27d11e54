import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type OrderList, type OrderListQuery, type RequestOptions, readWholeList } from '../../exchange/index.ts';
import {
  type FetchedPage,
  History,
  type HistoryQuery,
  type HistoryRows,
  type OpenPlanLives,
  type PageQuery,
  type PlanLifeBatch,
} from '../../history/index.ts';
import type { ExportQuery, TradeExportQuery } from '../../shared/contract/exports.ts';
import type {
  HistoryChoices,
  HistoryState,
  HistorySummary,
  HistoryWindow,
  ListQuery,
  Results,
  ResultsQuery,
  RowChange,
  SummaryQuery,
  WindowQuery,
} from '../../shared/contract/history.ts';
import type {
  ImportedNotes,
  Note,
  NoteChange,
  Noted,
  NoteImport,
  NoteListQuery,
  NoteOutcome,
  NotePart,
  PlanNotesQuery,
  TagCount,
  TagQuery,
} from '../../shared/contract/notes.ts';
import type { OpenPlan, Order, PlanOrder, UnreadableRow } from '../../shared/contract/orders.ts';
import type { PlanLife, PlanLifeQuery, PlansOfDay, PlansOfDayQuery } from '../../shared/contract/plans.ts';
import type { Statement, StatementQuery } from '../../shared/contract/statement.ts';
import type { TradeResults, TradeResultsQuery } from '../../shared/contract/trade-results.ts';
import type {
  ContractSize,
  Positions,
  PositionsQuery,
  Trade,
  TradeOrders,
  TradeOrdersQuery,
  TradeSummary,
  TradeSummaryQuery,
  TradeWindowQuery,
} from '../../shared/contract/trades.ts';
import { endOfDay, startOfDay } from '../../shared/days.ts';
import { demoAccountId, type Timestamp } from '../../shared/domain.ts';
import { OrderglassError } from '../../shared/errors.ts';
import type { HistoryList, SyncAction } from '../../shared/history.ts';
import { maxNotesPerPart } from '../../shared/notes.ts';
import { makePositionBook, type PositionBook, wholeModesOf } from '../../shared/position-book.ts';
import type { OrdersClient } from '../accounts/account-connection.ts';
import type { Account, Accounts } from '../accounts/accounts.ts';
import type { Log } from '../log.ts';
import { systemCode } from '../quarantine.ts';
import { type DemoNoteTexts, demoNotes } from './demo-notes.ts';
import type { HistoryFailed } from './history-log.ts';

/**
 * Milliseconds without a call after which an account's worker is ended; the next call starts it again. A page that shows a history asks for
 * its state every 30 s.
 */
const idleMs = 45_000;
const checkIdleEveryMs = 10_000;
const rowsPerChunk = 1000;
/** The most that the service sends at once (docs/service.md 8). */
const rowsPerRequest = 100;

export interface HistoryServiceOptions {
  /** The program's data folder; databases are in a folder of it. */
  readonly directory: string;
  /** Entry file of the history's worker: source or bundle. */
  readonly worker: URL;
  readonly accounts: Accounts;
  /** True if the demo account's data outlast the program, so that its history may, too. */
  readonly keepsDemoHistory: boolean;
  /** Returns the texts of the notes with which a new history of the demo account begins; `null` for none. */
  readonly demoNotes: () => DemoNoteTexts | null;
  /** Epoch milliseconds. */
  readonly now: () => Timestamp;
  readonly log: Log;
  readonly onChange: (state: HistoryState) => void;
  /** Called after notes of an account have changed. */
  readonly onNotes: (account: string) => void;
  readonly onFailure: HistoryFailed;
  /** A page of an account has been fetched after one of the same list that failed. */
  readonly onRecovered: (account: string) => void;
}

/** Rows of a filtered, sorted list as they were at one moment. */
export interface SelectedRows<Row> {
  readonly total: number;
  /** Rows with their received text, in the order of the list. A chunk is read when it is requested. */
  readonly chunks: AsyncIterable<readonly Row[]>;
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
  readonly #open = new Map<string, OpenHistory>();
  /** Databases that are being closed or removed, by name. They are not opened again before. */
  readonly #closing = new Map<string, Promise<void>>();
  /** Accounts that are being removed with their databases. */
  readonly #removing = new Set<string>();
  readonly #idleTimer: NodeJS.Timeout;
  #hasDiscardedDemo = false;
  /** Notes with which the demo account began. */
  #demoNotes: readonly Note[] = [];
  #isClosed = false;

  constructor(options: HistoryServiceOptions) {
    this.#options = options;
    this.#idleTimer = setInterval(() => this.#closeIdle(), checkIdleEveryMs);
    this.#idleTimer.unref();
  }

  readOrders(query: WindowQuery): Promise<HistoryWindow<Order & Noted>> {
    return this.#readWindow('order-history', query);
  }

  readPlans(query: WindowQuery): Promise<HistoryWindow<PlanOrder & Noted>> {
    return this.#readWindow('plan-history', query);
  }

  async state({ account, list }: ListQuery): Promise<HistoryState> {
    return { account, ...(await (await this.#find(account)).call('status', { list })) };
  }

  async sync({ account, list, action }: ListQuery & { action: SyncAction }): Promise<HistoryState> {
    return { account, ...(await (await this.#find(account)).call('control', { list, action })) };
  }

  async summarize({ account, list, filter, zone }: SummaryQuery): Promise<HistorySummary> {
    return (await this.#find(account)).call('summarize', { list, filter, zone, now: this.#options.now() });
  }

  async results({ account, filter, zone, quote }: ResultsQuery): Promise<Results> {
    const history = await this.#find(account);
    return history.call('results', { filter, zone, quote: quote ?? null, now: this.#options.now() });
  }

  async readTrades(query: TradeWindowQuery): Promise<HistoryWindow<Trade>> {
    const { account, filter, sort, zone, from, count, anchor = null } = query;
    const history = await this.#find(account);
    return history.call('tradeWindow', {
      query: { filter, sort, zone, now: this.#options.now() },
      from,
      count,
      anchor,
    });
  }

  async summarizeTrades({ account, filter, zone }: TradeSummaryQuery): Promise<TradeSummary> {
    return (await this.#find(account)).call('summarizeTrades', { filter, zone, now: this.#options.now() });
  }

  async tradeResults({ account, filter, zone, quote }: TradeResultsQuery): Promise<TradeResults> {
    const history = await this.#find(account);
    return history.call('tradeResults', { filter, zone, quote: quote ?? null, now: this.#options.now() });
  }

  async tradeOrders({ account, key, from, count }: TradeOrdersQuery): Promise<TradeOrders> {
    return (await this.#find(account)).call('tradeOrders', { key, from, count });
  }

  async contractSize({ account, symbol }: { account: string; symbol: string }): Promise<ContractSize> {
    return (await this.#find(account)).call('contractSize', { symbol });
  }

  async positions({ account, moments = [] }: PositionsQuery): Promise<Positions> {
    return (await this.#find(account)).call('positions', { moments });
  }

  async statement({ account, from, to, zone }: StatementQuery): Promise<Statement> {
    return (await this.#find(account)).call('statement', { from, to, zone });
  }

  async choices({ account, list }: ListQuery): Promise<HistoryChoices> {
    return (await this.#find(account)).call('choices', { list });
  }

  async changes({ account, list, key }: ListQuery & { key: string }): Promise<RowChange[]> {
    return (await this.#find(account)).call('changes', { list, key });
  }

  async planNotes({ account, keys }: PlanNotesQuery): Promise<{ key: string; text: string }[]> {
    return (await this.#find(account)).call('planNotes', { keys });
  }

  async saveNote({ account, ...change }: NoteChange): Promise<NoteOutcome> {
    const outcome = await (await this.#find(account)).call('saveNote', change);
    if (outcome.outcome === 'saved') this.#options.onNotes(account);
    return outcome;
  }

  async tags({ account, kind }: TagQuery): Promise<TagCount[]> {
    return (await this.#find(account)).call('tags', { kind: kind ?? null });
  }

  /**
   * The archives of earlier keys are read, too, because a change of the keys leaves their notes behind. Notes with which the demo account
   * began are left out.
   */
  async listNotes({ account, from }: NoteListQuery): Promise<NotePart> {
    const names = this.#archivesOf(account);
    const { archive, last } = from ?? { archive: 0, last: null };
    const name = names[archive];
    if (name === undefined) return { notes: [], next: null };
    const notes = await this.#inArchive(account, name, [], (history) =>
      history.call('notes', { after: last, count: maxNotesPerPart }),
    );
    const read = notes.at(-1);
    const next = archive + 1 < names.length ? { archive: archive + 1, last: null } : null;
    const own = account === demoAccountId ? notes.filter((note) => !this.#isDemoNote(note)) : notes;
    return { notes: own, next: read === undefined ? next : { archive, last: { kind: read.kind, id: read.id } } };
  }

  async countNotes({ account }: { account: string }): Promise<{ notes: number }> {
    let notes = 0;
    for (const name of this.#archivesOf(account)) {
      notes += await this.#inArchive(account, name, 0, (history) => history.call('countNotes', null));
    }
    return { notes };
  }

  async importNotes({ account, notes }: NoteImport): Promise<ImportedNotes> {
    const imported = await (await this.#find(account)).call('importNotes', { notes });
    if (imported.added > 0) this.#options.onNotes(account);
    return imported;
  }

  async unreadable({ account, list }: ListQuery): Promise<UnreadableRow[]> {
    return (await this.#find(account)).call('unreadable', { list });
  }

  /**
   * Every row of a filtered, sorted list, without rows that arrive later. Rejects with `storage-failed`, as the chunks do, if the database
   * is reset meanwhile.
   */
  async rowsOf(
    query: Pick<ExportQuery, 'account' | 'list' | 'filter' | 'zone' | 'sort'>,
  ): Promise<SelectedRows<(Order | PlanOrder) & Noted>> {
    const history = await this.#find(query.account);
    const { list } = query;
    const { numbers, generation } = await history.call('select', { list, query: this.#queryOf(query) });
    return chunksOf(numbers, (chunk) => history.call('rows', { list, numbers: chunk, generation }));
  }

  /** Every trade of a filtered, sorted list, as `rowsOf` does. A trade that changes meanwhile is read as it is then. */
  async tradesOf({
    account,
    filter,
    sort,
    zone,
  }: Pick<TradeExportQuery, 'account' | 'filter' | 'sort' | 'zone'>): Promise<SelectedRows<Trade>> {
    const history = await this.#find(account);
    const query = { filter, sort, zone, now: this.#options.now() };
    const { numbers, generation } = await history.call('selectTrades', { query });
    return chunksOf(numbers, (chunk) => history.call('tradeRows', { numbers: chunk, generation }));
  }

  /** Saves a page that was fetched for another purpose, unless the account has another database by now. */
  async savePage(account: string, name: string, page: FetchedPage): Promise<void> {
    if (this.#current(account)?.archive !== name) return;
    const history = await this.#find(account);
    if (this.#open.get(account)?.name === name) await history.call('savePage', { page });
  }

  /**
   * The open positions, and whether one was open when each plan was created. `null` if the newest orders were not read at `since` or later;
   * they are requested then. Rejects with `cancelled` if the account has another database.
   */
  async positionsFor(
    account: string,
    name: string,
    plans: readonly OpenPlan[],
    since: Timestamp,
  ): Promise<PositionBook | null> {
    const history = await this.#findOf(account, name);
    const { checkedAt, modes } = await history.call('status', { list: 'order-history' });
    if (checkedAt === null || checkedAt < since) return null;
    const moments = plans.map(({ symbol, marginMode, createdAt }) => ({ symbol, marginMode, at: createdAt }));
    const { positions, wereOpen } = await history.call('positions', { moments });
    const createdWhileOpen = plans.flatMap(({ key }, place) => (wereOpen[place] ? [key] : []));
    return makePositionBook(positions, createdWhileOpen, wholeModesOf(modes));
  }

  async openPlanLives(account: string, name: string): Promise<OpenPlanLives> {
    return (await this.#findOf(account, name)).call('openPlanLives', null);
  }

  async savePlanLives(account: string, name: string, batch: PlanLifeBatch): Promise<void> {
    await (await this.#findOf(account, name)).call('savePlanLives', batch);
  }

  async planLife({ account, key }: PlanLifeQuery): Promise<PlanLife | null> {
    return (await this.#find(account)).call('planLife', { key });
  }

  async plansOfDay({ account, day, zone }: PlansOfDayQuery): Promise<PlansOfDay> {
    const history = await this.#find(account);
    return history.call('plansWaiting', { from: startOfDay(day, zone), before: endOfDay(day, zone) });
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
   * Removes an account's databases, also those of its earlier keys, and then the account. No database is opened meanwhile. Rejects with
   * `storage-failed` if a file cannot be removed, and the account stays; otherwise as `removeAccount` does.
   */
  async remove<Result>(account: string, removeAccount: () => Promise<Result>): Promise<Result> {
    const names = this.#options.accounts.archivesOf(account);
    this.#removing.add(account);
    try {
      void this.#close(account);
      await Promise.all(names.map((name) => this.#afterClosing(name, () => removeFiles(this.#folder, name))));
      return await removeAccount();
    } finally {
      this.#removing.delete(account);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#idleTimer);
    for (const account of [...this.#open.keys()]) void this.#close(account);
    await Promise.all(this.#closing.values());
  }

  get #folder(): string {
    return path.join(this.#options.directory, 'archives');
  }

  async #readWindow<List extends HistoryList>(
    list: List,
    query: WindowQuery,
  ): Promise<HistoryWindow<HistoryRows[List] & Noted>> {
    const { account, from, count, anchor = null } = query;
    const history = await this.#find(account);
    const window = await history.call('window', { list, query: this.#queryOf(query), from, count, anchor });
    // The rows are those of the requested list.
    return window as HistoryWindow<HistoryRows[List] & Noted>;
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
    const closing = this.#closing.get(name);
    if (closing !== undefined) {
      await closing;
      return this.#find(account);
    }
    const history = this.#openHistory(account, name);
    this.#open.set(account, { name, history, scope });
    return history;
  }

  #rejectIfClosed(account: string): void {
    if (!this.#isClosed && !this.#removing.has(account)) return;
    throw new OrderglassError('cancelled', 'the history of the account is closed');
  }

  /** Rejects with `cancelled` if the account has another database. */
  async #findOf(account: string, name: string): Promise<History> {
    const history = await this.#find(account);
    if (this.#open.get(account)?.name === name) return history;
    throw new OrderglassError('cancelled', 'the account has another history');
  }

  /** The current archive first. */
  #archivesOf(account: string): readonly string[] {
    const { accounts } = this.#options;
    const current = accounts.find(account).archive;
    // The demo account has no keys.
    const all = account === demoAccountId ? [] : accounts.archivesOf(account);
    return [current, ...all.filter((name) => name !== current)];
  }

  /** Runs calls on an archive of an account. An archive of earlier keys is closed after them. `absent`: the result if there is no file. */
  async #inArchive<Result>(
    account: string,
    name: string,
    absent: Result,
    work: (history: History) => Promise<Result>,
  ): Promise<Result> {
    if (name === this.#options.accounts.find(account).archive) return work(await this.#find(account));
    let result = absent;
    await this.#afterClosing(name, async () => {
      this.#rejectIfClosed(account);
      if (!existsSync(this.#fileOf(name))) return;
      const history = this.#openHistory(account, name, () => {});
      try {
        result = await work(history);
      } finally {
        await history.close();
      }
    });
    return result;
  }

  #fileOf(name: string): string {
    return path.join(this.#folder, `${name}.sqlite`);
  }

  #openHistory(account: string, name: string, onChange = this.#options.onChange): History {
    const { worker, keepsDemoHistory, accounts, log, onFailure, onRecovered } = this.#options;
    const discardExisting = account === demoAccountId && !keepsDemoHistory && !this.#hasDiscardedDemo;
    if (discardExisting) this.#hasDiscardedDemo = true;
    const current = () => {
      const found = accounts.find(account);
      // The account was edited, and this database is about to be closed: rows of other keys must not enter it.
      if (found.archive !== name) throw new OrderglassError('cancelled', 'the account has another history');
      return found;
    };
    /** Lists and margin modes whose last page could not be fetched. */
    const failed = new Set<string>();
    const history = new History({
      file: this.#fileOf(name),
      discardExisting,
      worker,
      // Grows even if the clock is set back; no list changes more than a thousand times a second.
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
      fetchOpenPlans: async (marginMode, priority, signal) =>
        readWholeList(
          (query) => current().askOrders((client, options) => client.readOpenPlans(query, options), signal, priority),
          marginMode,
        ),
      isSaturated: () => this.#current(account) !== null && accounts.connection(account).queued > 0,
      onStatus: (status) => onChange({ account, ...status }),
      onSyncFailed: (list, error) => onFailure(account, list, error),
      onUnexpected: (error) => log({ event: 'archive-failed', error }),
    });
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
    await history.call('importNotes', { notes: [...this.#demoNotes] });
    this.#options.onNotes(demoAccountId);
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
    await this.#afterClosing(open.name, () => open.history.close());
  }

  /** Runs after everything else that closes or removes a database of this name, and before the database is opened again. */
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
  }
}

/** Reads rows by their numbers, a chunk at a time. */
function chunksOf<Row>(
  numbers: Uint32Array,
  read: (chunk: readonly number[]) => Promise<readonly Row[]>,
): SelectedRows<Row> {
  async function* chunks() {
    for (let from = 0; from < numbers.length; from += rowsPerChunk) {
      yield await read([...numbers.subarray(from, from + rowsPerChunk)]);
    }
  }
  return { total: numbers.length, chunks: chunks() };
}

function orderListQuery({ marginMode, from }: PageQuery): OrderListQuery {
  const query = { marginMode, direct: 'prev' as const, limit: rowsPerRequest };
  return from === null ? query : { ...query, from };
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
