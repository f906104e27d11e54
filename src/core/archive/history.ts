import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { OrderList, OrderListQuery, RequestOptions } from '../../exchange/index.ts';
import {
  demoAccountId,
  type OpenPlan,
  type Order,
  type PlanOrder,
  type Timestamp,
  type UnreadableRow,
} from '../../shared/domain.ts';
import { OrderglassError } from '../../shared/errors.ts';
import type {
  HistoryChoices,
  HistoryList,
  HistoryState,
  HistorySummary,
  HistoryWindow,
  Results,
  RowChange,
  SyncAction,
} from '../../shared/history.ts';
import type { ExportQuery, ResultsQuery, SummaryQuery, WindowQuery } from '../../shared/history-schemas.ts';
import type { OrdersClient } from '../accounts/account-connection.ts';
import type { Account, Accounts } from '../accounts/accounts.ts';
import type { Log } from '../log.ts';
import { systemCode } from '../quarantine.ts';
import { AccountArchive } from './account-archive.ts';
import type { FetchedPage, HistoryRows } from './archived-rows.ts';
import type { HistoryFailed } from './history-log.ts';
import type { HistoryQuery } from './index/history-query.ts';
import type { Schedule } from './sync/lane.ts';
import type { SyncExchange } from './sync/sync-exchange.ts';

/** A worker of which nothing was asked for so long is ended; the next call starts it anew. */
const idleMs = 600_000;
const checkIdleEveryMs = 60_000;
const rowsPerChunk = 1000;

export interface HistoryOptions {
  /** The program's; archives are in a folder of it. */
  readonly directory: string;
  /** The file of an archive's worker: source or built. */
  readonly worker: URL;
  readonly accounts: Accounts;
  /** Whether the demo account's data outlast the program, so that its archive may, too. */
  readonly keepsDemoArchive: boolean;
  /** Epoch milliseconds. */
  readonly now: () => Timestamp;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly log: Log;
  readonly onChange: (state: HistoryState) => void;
  readonly onFailure: HistoryFailed;
}

/** The rows of a filtered, sorted list as they were at one moment. */
export interface SelectedRows {
  readonly total: number;
  /** In the list's order, what was received included. The next chunk is not read before it is asked for. */
  readonly chunks: AsyncIterable<readonly (Order | PlanOrder)[]>;
}

interface OpenArchive {
  readonly name: string;
  readonly archive: AccountArchive;
  /** The account's: with other credentials what failed may succeed. */
  scope: string;
}

interface ListQuery {
  readonly account: string;
  readonly list: HistoryList;
}

type ListOperation<Row> = (
  client: OrdersClient,
  query: OrderListQuery,
  options: RequestOptions,
) => Promise<OrderList<Row>>;

interface ListOperations<List extends HistoryList> {
  readonly read: ListOperation<HistoryRows[List]>;
  /** What is not in the list yet; `null`: everything is in it from its creation on. */
  readonly readWaiting: ListOperation<OpenPlan> | null;
}

const operations: { readonly [List in HistoryList]: ListOperations<List> } = {
  'order-history': {
    read: (client, query, options) => client.readOrderHistory(query, options),
    readWaiting: null,
  },
  'plan-history': {
    read: (client, query, options) => client.readPlanHistory(query, options),
    readWaiting: (client, query, options) => client.readOpenPlans(query, options),
  },
};

const schedule: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

/**
 * The archives of past orders, one for each account that somebody has looked at. Every call about an account rejects with
 * `unknown-account` where there is none, and with `storage-failed` where its archive cannot be used.
 */
export class History {
  readonly #options: HistoryOptions;
  readonly #open = new Map<string, OpenArchive>();
  /** Archives that are being closed or removed, by name: their file is not opened again before. */
  readonly #closing = new Map<string, Promise<void>>();
  /** Accounts that are being removed with their archives. */
  readonly #removing = new Set<string>();
  readonly #idleTimer: NodeJS.Timeout;
  #hasBegunDemo = false;
  #isClosed = false;

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#idleTimer = setInterval(() => this.#closeIdle(), checkIdleEveryMs);
    this.#idleTimer.unref();
  }

  readOrders(query: WindowQuery): Promise<HistoryWindow<Order>> {
    return this.#readWindow('order-history', query);
  }

  readPlans(query: WindowQuery): Promise<HistoryWindow<PlanOrder>> {
    return this.#readWindow('plan-history', query);
  }

  async state({ account, list }: ListQuery): Promise<HistoryState> {
    const archive = await this.#find(account);
    await archive.touch(list);
    return archive.state(list);
  }

  async sync({ account, list, action }: ListQuery & { action: SyncAction }): Promise<HistoryState> {
    return (await this.#find(account)).act(list, action);
  }

  async summarize({ account, list, filter, zone }: SummaryQuery): Promise<HistorySummary> {
    const archive = await this.#find(account);
    return archive.ask('summarize', { list, filter, zone, now: this.#options.now() });
  }

  async results({ account, filter, zone, quote }: ResultsQuery): Promise<Results> {
    const archive = await this.#find(account);
    void archive.touch('order-history');
    return archive.ask('results', { filter, zone, quote: quote ?? null, now: this.#options.now() });
  }

  async choices({ account, list }: ListQuery): Promise<HistoryChoices> {
    return (await this.#find(account)).ask('choices', { list });
  }

  async changes({ account, list, key }: ListQuery & { key: string }): Promise<RowChange[]> {
    return (await this.#find(account)).ask('changes', { list, key });
  }

  async unreadable({ account, list }: ListQuery): Promise<UnreadableRow[]> {
    return (await this.#find(account)).ask('unreadable', { list });
  }

  /**
   * Every row of a filtered, sorted list; rows that come meanwhile are not among them. Rejects with `storage-failed`, as the chunks do,
   * where the archive begins anew meanwhile.
   */
  async rowsOf(query: Pick<ExportQuery, 'account' | 'list' | 'filter' | 'zone' | 'sort'>): Promise<SelectedRows> {
    const archive = await this.#find(query.account);
    const { list } = query;
    const { beginnings } = archive;
    async function ofOneFile<Answer>(asked: Promise<Answer>): Promise<Answer> {
      await Promise.allSettled([asked]);
      if (archive.beginnings === beginnings) return asked;
      throw new OrderglassError('storage-failed', 'the archive has begun anew meanwhile');
    }
    const numbers = await ofOneFile(archive.ask('select', { list, question: this.#questionOf(query) }));
    async function* chunks() {
      for (let from = 0; from < numbers.length; from += rowsPerChunk) {
        const ofChunk = [...numbers.subarray(from, from + rowsPerChunk)];
        yield await ofOneFile(archive.ask('rows', { list, numbers: ofChunk }));
      }
    }
    return { total: numbers.length, chunks: chunks() };
  }

  /**
   * Puts in a page that was fetched for something else, unless the account has another archive by now. A plan that leaves the open ones
   * takes the place in the history that its creation gives it, where nobody would look for it again.
   */
  async keep(account: string, name: string, page: FetchedPage): Promise<void> {
    if (this.#current(account)?.archive !== name) return;
    const archive = await this.#find(account);
    if (this.#open.get(account)?.name === name) await archive.keep(page);
  }

  /** To be called after each change of the accounts: another archive's rows are never shown, nor is anything added to it. */
  accountsChanged(): void {
    for (const [account, open] of this.#open) {
      const current = this.#current(account);
      if (current?.archive !== open.name) {
        void this.#close(account);
      } else if (current.scope !== open.scope) {
        open.scope = current.scope;
        open.archive.retry();
      }
    }
  }

  /**
   * Removes the files of an account's archives, those of its earlier keys too, and then the account itself: until that is done nobody
   * opens one anew. Rejects with `storage-failed` where the files cannot be removed, and then the account stays; otherwise as
   * `removeAccount` does.
   */
  async remove<Answer>(account: string, removeAccount: () => Promise<Answer>): Promise<Answer> {
    const names = this.#options.accounts.archivesOf(account);
    this.#removing.add(account);
    try {
      void this.#close(account);
      await Promise.all(names.map((name) => this.#putAway(name, () => removeFiles(this.#folder, name))));
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
  ): Promise<HistoryWindow<HistoryRows[List]>> {
    const { account, from, count, anchor = null } = query;
    const archive = await this.#find(account);
    void archive.touch(list);
    const window = await archive.ask('window', { list, question: this.#questionOf(query), from, count, anchor });
    // The compiler does not see that the rows are those of the list that was asked for.
    return window as HistoryWindow<HistoryRows[List]>;
  }

  #questionOf({ filter, sort, zone }: Pick<WindowQuery, 'filter' | 'sort' | 'zone'>): HistoryQuery {
    return { filter, sort, zone, now: this.#options.now() };
  }

  async #find(account: string): Promise<AccountArchive> {
    if (this.#isClosed || this.#removing.has(account)) {
      throw new OrderglassError('cancelled', 'the archive of the account is closed');
    }
    const { archive: name, scope } = this.#options.accounts.find(account);
    const open = this.#open.get(account);
    if (open?.name === name) return open.archive;
    if (open !== undefined) {
      await this.#close(account);
      return this.#find(account);
    }
    const closing = this.#closing.get(name);
    if (closing !== undefined) {
      await closing;
      return this.#find(account);
    }
    const archive = this.#openArchive(account, name);
    this.#open.set(account, { name, archive, scope });
    return archive;
  }

  #openArchive(account: string, name: string): AccountArchive {
    const { worker, keepsDemoArchive, now, random, log, onChange, onFailure } = this.#options;
    const beginsAnew = account === demoAccountId && !keepsDemoArchive && !this.#hasBegunDemo;
    if (beginsAnew) this.#hasBegunDemo = true;
    return new AccountArchive({
      account,
      place: { file: path.join(this.#folder, `${name}.sqlite`), beginsAnew },
      worker,
      exchangeOf: (list) => this.#exchangeOf(account, name, list),
      now,
      monotonicNow: () => performance.now(),
      // Whatever becomes of the clock meanwhile; no list changes more than a thousand times a second.
      newVersion: () => Math.ceil(performance.timeOrigin + performance.now()),
      random,
      schedule,
      log,
      onChange,
      onFailure: (list, error) => onFailure(account, list, error),
    });
  }

  #exchangeOf<List extends HistoryList>(account: string, name: string, list: List): SyncExchange<List> {
    const { accounts } = this.#options;
    const current = () => {
      const found = accounts.find(account);
      // Edited, and about to be closed: nothing of other keys goes into this archive.
      if (found.archive !== name) throw new OrderglassError('cancelled', 'the account has another archive');
      return found;
    };
    const { read, readWaiting } = operations[list];
    return {
      ask: async (query, { priority, signal }) =>
        current().askOrders((client, options) => read(client, query, options), signal, priority),
      askWaiting:
        readWaiting === null
          ? null
          : async (query, { priority, signal }) =>
              current().askOrders((client, options) => readWaiting(client, query, options), signal, priority),
      isSaturated: () => this.#current(account) !== null && accounts.connection(account).queued > 0,
    };
  }

  /** `null`: it has been removed. */
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
    await this.#putAway(open.name, () => open.archive.close());
  }

  /** After whatever else is done with an archive of this name, and before it is opened again. */
  #putAway(name: string, work: () => Promise<void>): Promise<void> {
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
    for (const [account, { archive }] of this.#open) if (archive.isIdleFor(idleMs)) void this.#close(account);
  }
}

/** Also what was set aside of it. Rejects with `storage-failed`. */
async function removeFiles(folder: string, name: string): Promise<void> {
  try {
    const files = await readdir(folder).catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') return [];
      throw error;
    });
    for (const file of files) if (file.startsWith(`${name}.`)) await rm(path.join(folder, file), { force: true });
  } catch (error) {
    throw new OrderglassError('storage-failed', `the archive could not be removed (${systemCode(error)})`);
  }
}
