import type { HistoryWindow } from '../../shared/contract/lists.ts';
import type { Noted } from '../../shared/contract/notes.ts';
import type { Order, PlanOrder } from '../../shared/contract/orders.ts';
import type { AnswerOf, QuestionName, QuestionOf } from '../../shared/contract/questions.ts';
import type { Trade } from '../../shared/contract/trades.ts';
import { clockAheadOf, type HistoryList } from '../../shared/orders/history.ts';
import { jointId, jointKey } from '../../shared/orders/joint.ts';
import type { ArchiveList } from '../../shared/orders/trades.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import { uint32At } from '../../shared/values/elements.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { CallLanes } from '../call-lanes.ts';
import type { HistoryQuery } from '../orders/list-table.ts';
import { readRows } from '../read-rows.ts';
import { betweenNotes } from '../store/earlier-notes.ts';
import { rowsIn } from '../store/rows-by-columns.ts';
import type { TradeQuery } from '../trades/trade-list.ts';
import { HostedArchive } from '../worker/hosted-archive.ts';
import type { CallInput, CallName, CallOutput } from '../worker/protocol.ts';
import type { WorkerThreads } from '../worker/worker-threads.ts';
import type { JointCalls, JointTrade, OwnRows } from './joint-archive.ts';
import { mergedOutcomes, mergedTags } from './merged-answers.ts';
import type { PartCursor } from './part.ts';

/** Attempts to read a list, and rows of it, while an archive is replaced or trades change. */
const maxAttempts = 4;
/** Accounts that are read at a time. */
const maxReadAtOnce = 2;

/** The history of an account, as a joint history uses it. */
export interface AccountHistory {
  ask<Name extends QuestionName>(name: Name, question: QuestionOf<Name>, now: Timestamp): Promise<AnswerOf<Name>>;
  call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>;
}

export interface JointHistoryOptions {
  /** IDs of the accounts, in the order in which their column is sorted. */
  readonly accounts: readonly string[];
  /** See `OpenHistoryOptions`. */
  readonly threads: WorkerThreads;
  /** Returns the history of an account. */
  readonly find: (account: string) => Promise<AccountHistory>;
  /** Epoch milliseconds. */
  readonly now: () => Timestamp;
  /** Called with errors that the program did not expect, for the log. */
  readonly onUnexpected: (error: unknown) => void;
}

/** A row of a list with its account, and with the key of the joint archive. */
type JointRow<List extends ArchiveList> = (List extends 'trades'
  ? Trade
  : List extends 'order-history'
    ? Order
    : PlanOrder) &
  Noted & { readonly account: string };
type QueryOf<List extends ArchiveList> = List extends 'trades' ? TradeQuery : HistoryQuery;

/** Rows of a filtered, sorted list as they were at one moment. */
export interface JointSelection<Row> {
  readonly total: number;
  readonly read: (from: number, count: number) => Promise<Row[]>;
}

/** What has been read of an account's list. */
interface OwnPart {
  /** `null` before the first part, and while the archive of the account cannot be read. */
  cursor: PartCursor | null;
  readonly history: AccountHistory;
  version: number;
  generation: number;
  checkedAt: Timestamp | null;
  clockAhead: number;
}

/** A list as it is now, in the thread. */
interface Current {
  readonly version: number;
  readonly parts: readonly OwnPart[];
  /** That of the account that was read last: see `HistoryStore.clockAhead`. */
  readonly clockAhead: number;
}

/** `void`: rows of the account that were read before must not be shown. */
type ReadOutcome = { readonly part: OwnPart } | 'void';

type Answer<Name extends QuestionName> = (question: QuestionOf<Name>, now: Timestamp) => Promise<AnswerOf<Name>>;
type Answers = { readonly [Name in QuestionName]?: Answer<Name> };

/**
 * The histories of several accounts as one. Each account's own history reads its file, syncs it and derives its trades; their rows are put
 * together in the tables of one more thread, which filters, sorts and adds up. The thread starts with the first question. An account whose
 * file cannot be read is left out, and its own state says why.
 */
export class JointHistory {
  readonly #options: JointHistoryOptions;
  readonly #answers: Answers;
  readonly #parts = new Map<HistoryList, Map<string, OwnPart>>();
  /** The last update of each list: one begins after the one before. */
  readonly #last = new Map<HistoryList, Promise<Current>>();
  /** Updates that have not begun, by list and whether they are for trades. */
  readonly #waiting = new Map<string, Promise<Current>>();
  readonly #lanes = new CallLanes();
  readonly #archive: HostedArchive;
  /** Questions that are being answered, also while they wait for the accounts. */
  #answering = 0;
  #usedAt = performance.now();
  #isClosed = false;

  constructor(options: JointHistoryOptions) {
    this.#options = options;
    this.#answers = this.#makeAnswers();
    const { threads, accounts, onUnexpected } = options;
    this.#archive = new HostedArchive({
      threads,
      workerData: () => ({ accounts }),
      onExit: () => this.#parts.clear(),
      onUnexpected,
      ended: () => (this.#isClosed ? closed() : ended()),
    });
  }

  get id(): string {
    return jointId(this.#options.accounts);
  }

  /** Answers a question about the rows of all accounts. Rejects with `invalid-request` for a question to a single account, otherwise as `History.ask`. */
  async ask<Name extends QuestionName>(
    name: Name,
    question: QuestionOf<Name>,
    now: Timestamp,
    signal?: AbortSignal,
  ): Promise<AnswerOf<Name>> {
    const answer: Answer<Name> | undefined = this.#answers[name];
    if (answer === undefined) throw new OrderglassError('invalid-request', `${name} needs a single account`);
    return this.#counted(() => this.#lanes.run(name, () => answer(question, now), signal));
  }

  /** Selects rows for an export. A trade that changes meanwhile is read as it is then. */
  async select<List extends ArchiveList>(list: List, query: QueryOf<List>): Promise<JointSelection<JointRow<List>>> {
    const { current, accounts, numbers } = await this.#counted(async () => {
      const current = await this.#update(historyOf(list), list === 'trades');
      const now = query.now - current.clockAhead;
      return { current, ...(await this.#call('select', { list, query: { ...query, now } } as never)) };
    });
    return {
      total: numbers.length,
      read: (from, count) => {
        const part = { accounts: accounts.slice(from, from + count), numbers: numbers.slice(from, from + count) };
        return this.#counted(() => this.#rowsOf(list, part, current, false));
      },
    };
  }

  /** True if there was no question for `ms` milliseconds, and none is being answered. */
  isIdleFor(ms: number): boolean {
    return this.#answering === 0 && performance.now() - this.#usedAt > ms;
  }

  async #counted<Answer>(answer: () => Promise<Answer>): Promise<Answer> {
    this.#answering += 1;
    try {
      return await answer();
    } finally {
      this.#answering -= 1;
      this.#usedAt = performance.now();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#archive.leave();
  }

  #makeAnswers(): Answers {
    const counted =
      <Name extends 'summarizeHistory' | 'readHistoryChoices' | 'readResults' | 'summarizeTrades' | 'readTradeResults'>(
        name: Name,
        listOf: (question: QuestionOf<Name>) => ArchiveList,
      ): Answer<Name> =>
      async (question, now) => {
        const list = listOf(question);
        const { version, clockAhead } = await this.#update(historyOf(list), list === 'trades');
        const answer = await this.#call(name, { question, now: now - clockAhead } as never);
        return { ...(answer as object), version } as AnswerOf<Name>;
      };
    return {
      readOrderHistory: (question, now) => this.#window('order-history', question, now),
      readPlanHistory: (question, now) => this.#window('plan-history', question, now),
      readTrades: (question, now) => this.#window('trades', question, now),
      summarizeHistory: counted('summarizeHistory', ({ list }) => list),
      readHistoryChoices: counted('readHistoryChoices', ({ list }) => list),
      readResults: counted('readResults', () => 'order-history'),
      summarizeTrades: counted('summarizeTrades', () => 'trades'),
      readTradeResults: counted('readTradeResults', () => 'trades'),
      readTags: async (question, now) => mergedTags(await this.#askEach('readTags', question, now)),
      readPlanOutcomes: async (question, now) => {
        const { version } = await this.#update('plan-history', false);
        return { ...mergedOutcomes(await this.#askEach('readPlanOutcomes', question, now)), version };
      },
    };
  }

  /** Asks the accounts that the filter of a question keeps, without those whose files cannot be read. */
  async #askEach<Name extends 'readTags' | 'readPlanOutcomes'>(
    name: Name,
    question: QuestionOf<Name>,
    now: Timestamp,
  ): Promise<AnswerOf<Name>[]> {
    const { accounts, find } = this.#options;
    const kept = 'filter' in question ? question.filter.accounts : undefined;
    const asked = accounts.filter((account) => kept === undefined || kept.includes(account));
    const answers = await Promise.all(
      asked.map(async (account): Promise<AnswerOf<Name>[]> => {
        try {
          return [await (await find(account)).ask(name, { ...question, account }, now)];
        } catch (error) {
          if (isStorageError(error)) return [];
          throw error;
        }
      }),
    );
    return answers.flat();
  }

  async #window<List extends ArchiveList>(
    list: List,
    { from, count, anchor, filter, sort, zone }: QuestionOf<'readOrderHistory'> | QuestionOf<'readTrades'>,
    now: Timestamp,
  ): Promise<HistoryWindow<JointRow<List>>> {
    for (let attempt = 1; ; attempt++) {
      const current = await this.#update(historyOf(list), list === 'trades');
      const query = { filter, sort, zone, now: now - current.clockAhead };
      const window = await this.#call('window', { list, query, from, count, anchor } as never);
      try {
        const rows = await this.#rowsOf(list, window.rows, current, true);
        if (rows.length < window.rows.numbers.length && attempt < maxAttempts) continue;
        return { rows, total: window.total, version: current.version, anchor: window.anchor };
      } catch (error) {
        // An archive was replaced since its rows were put together.
        if (!isStorageError(error) || attempt >= maxAttempts) throw error;
      }
    }
  }

  /** Reads rows from the archives of their accounts. A trade is missing if its first order does not count any longer. `isPlain`: see `SelectedPart`. */
  async #rowsOf<List extends ArchiveList>(
    list: List,
    { accounts, numbers }: OwnRows,
    { parts }: Current,
    isPlain: boolean,
  ): Promise<JointRow<List>[]> {
    const rows: (JointRow<List> | undefined)[] = Array.from(numbers, () => undefined);
    const trades = list === 'trades' ? await this.#call('trades', { accounts, numbers }) : null;
    const places = Map.groupBy(rows.keys(), (place) => uint32At(accounts, place));
    await Promise.all(
      Array.from(places, async ([position, own]) => {
        const { history, generation } = parts[position] as OwnPart;
        const account = this.#options.accounts[position] as string;
        const input = { numbers: own.map((place) => uint32At(numbers, place)), generation, isPlain };
        const read =
          trades === null
            ? rowsIn(await readRows(history, { list: historyOf(list), ...input }))
            : await withTradeNotes(
                history,
                own.map((place) => trades[place] ?? null),
              );
        for (const [index, row] of read.entries()) {
          const place = own[index];
          if (row === null || place === undefined) continue;
          const joint = { ...row, key: jointKey(account, row.key), account };
          // The calls return the rows of the list.
          rows[place] = joint as unknown as JointRow<List>;
        }
      }),
    );
    return rows.filter((row) => row !== undefined);
  }

  /** Resolves when the thread has the list as it is now. One update serves all who ask before it begins. */
  #update(list: HistoryList, withTrades: boolean): Promise<Current> {
    const name = `${list} ${withTrades}`;
    const waiting = this.#waiting.get(name);
    if (waiting !== undefined) return waiting;
    const before = this.#last.get(list) ?? Promise.resolve();
    const begin = () => {
      this.#waiting.delete(name);
      return this.#updateNow(list, withTrades);
    };
    const update = before.then(begin, begin);
    this.#waiting.set(name, update);
    this.#last.set(list, update);
    return update;
  }

  async #updateNow(list: HistoryList, withTrades: boolean): Promise<Current> {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const outcomes = await this.#readEach(list, withTrades);
      const parts = outcomes.flatMap((outcome) => (outcome === 'void' ? [] : outcome.part));
      if (parts.length === outcomes.length) {
        const version = parts.reduce((sum, each) => sum + each.version, 0);
        return { parts, version, clockAhead: clockAheadOf(parts) };
      }
      this.#parts.delete(list);
      await this.#call('reset', { list });
    }
    throw new OrderglassError('storage-failed', 'an archive was replaced again and again');
  }

  /** Reads the accounts, a few at a time, because each needs its index for that. */
  async #readEach(list: HistoryList, withTrades: boolean): Promise<ReadOutcome[]> {
    const { accounts } = this.#options;
    const outcomes: ReadOutcome[] = [];
    const left = accounts.entries();
    const readLeft = async () => {
      for (const [position, account] of left)
        outcomes[position] = await this.#read(list, account, position, withTrades);
    };
    const settled = await Promise.allSettled(Array.from({ length: maxReadAtOnce }, readLeft));
    const failed = settled.find((each) => each.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return outcomes;
  }

  /** Reads what is new in the list of an account. */
  async #read(list: HistoryList, account: string, position: number, withTrades: boolean): Promise<ReadOutcome> {
    const history = await this.#options.find(account);
    const ofList = this.#parts.get(list) ?? new Map<string, OwnPart>();
    this.#parts.set(list, ofList);
    const before = ofList.get(account);
    const clock = { checkedAt: null, clockAhead: 0 };
    const part: OwnPart = { cursor: before?.cursor ?? null, history, version: 0, generation: 0, ...clock };
    ofList.set(account, part);
    try {
      for (;;) {
        const sent = await history.call('readPart', { list, since: part.cursor, withTrades });
        if (sent.isNew && part.cursor !== null) return 'void';
        const { next, isLast, bytes, isNew: _isNew, ...read } = sent;
        Object.assign(part, { cursor: next, ...read });
        await this.#call('take', { list, account: position, bytes }, [bytes.buffer]);
        if (isLast) return { part };
      }
    } catch (error) {
      if (!isStorageError(error)) throw error;
      if (part.cursor !== null) return 'void';
      // The page compares the version of the list with those of the accounts.
      const { version } = await history.ask('readHistoryState', { account, list }, this.#options.now());
      return { part: Object.assign(part, { version }) };
    }
  }

  #call<Name extends keyof JointCalls>(
    name: Name,
    input: Parameters<JointCalls[Name]>[0],
    transfer: ArrayBuffer[] = [],
  ): Promise<Awaited<ReturnType<JointCalls[Name]>>> {
    if (this.#isClosed) return Promise.reject(closed());
    return this.#archive.call({ name, input }, transfer) as Promise<Awaited<ReturnType<JointCalls[Name]>>>;
  }
}

/** Returns trades with the notes on them, which only their account has. */
async function withTradeNotes(
  history: AccountHistory,
  trades: readonly (JointTrade | null)[],
): Promise<(Trade | null)[]> {
  const ids = trades.flatMap((trade) => trade?.notedOrders ?? []);
  const texts = ids.length === 0 ? new Map<string, string>() : await history.call('tradeNotes', { ids });
  return trades.map((joint) => {
    if (joint === null) return null;
    const note = joint.notedOrders.flatMap((id) => texts.get(id) ?? []).join(betweenNotes);
    return note === '' ? joint.trade : { ...joint.trade, note };
  });
}

function historyOf(list: ArchiveList): HistoryList {
  return list === 'trades' ? 'order-history' : list;
}

function isStorageError(error: unknown): boolean {
  return error instanceof OrderglassError && error.code === 'storage-failed';
}

function ended(): OrderglassError {
  return new OrderglassError('internal', 'the joint history ended before it answered');
}

function closed(): OrderglassError {
  return new OrderglassError('canceled', 'the joint history is closed');
}
