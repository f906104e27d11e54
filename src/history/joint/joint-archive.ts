import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AnswerOf, QuestionOf } from '../../shared/contract/questions.ts';
import type { Trade } from '../../shared/contract/trades.ts';
import { type HistoryList, historyLists } from '../../shared/orders/history.ts';
import { ownKey } from '../../shared/orders/joint.ts';
import type { ArchiveList } from '../../shared/orders/trades.ts';
import type { Timestamp } from '../../shared/values/domain.ts';
import { uint32At } from '../../shared/values/elements.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import type { HistoryQuery } from '../orders/list-table.ts';
import { inTurns, type Steps } from '../table/steps.ts';
import type { TradeQuery } from '../trades/trade-list.ts';
import { JointList } from './joint-list.ts';
import { receivedPart } from './part.ts';

/** Questions that the joint tables answer alone. The caller adds the version. */
type Counted<
  Name extends 'summarizeHistory' | 'readHistoryChoices' | 'readResults' | 'summarizeTrades' | 'readTradeResults',
> = (input: {
  question: QuestionOf<Name>;
  now: Timestamp;
}) => Omit<AnswerOf<Name>, 'version'> | Promise<Omit<AnswerOf<Name>, 'version'>>;

/** Rows of accounts in the order of a list: positions of the accounts, and numbers of the rows there. Of a trade: that of its first order. */
export interface OwnRows {
  readonly accounts: Uint32Array<ArrayBuffer>;
  readonly numbers: Uint32Array<ArrayBuffer>;
}

/** A trade with the key of its account, and the IDs of the orders with which notes on it are stored, the oldest first. */
export interface JointTrade {
  readonly trade: Trade;
  readonly notedOrders: readonly string[];
}

type JointQuery = { list: HistoryList; query: HistoryQuery } | { list: 'trades'; query: TradeQuery };

interface JointWindow {
  readonly rows: OwnRows;
  readonly total: number;
  readonly anchor: number | null;
}

/** Calls of the thread of a joint archive. */
export interface JointCalls {
  /** Forgets the rows of a list. */
  reset(input: { list: HistoryList }): null;
  /** Adds a part of an account's list. `account`: its position. */
  take(input: { list: HistoryList; account: number; bytes: Uint8Array<ArrayBuffer> }): null;
  /** `anchor`: see `WindowQuery`. */
  window(
    input: JointQuery & { from: number; count: number; anchor: string | undefined },
  ): JointWindow | Promise<JointWindow>;
  select(input: JointQuery): OwnRows | Promise<OwnRows>;
  /** Trades by their first orders; `null` for an order that is no longer the first one of a trade. */
  trades(input: OwnRows): (JointTrade | null)[];
  summarizeHistory: Counted<'summarizeHistory'>;
  readHistoryChoices: Counted<'readHistoryChoices'>;
  readResults: Counted<'readResults'>;
  summarizeTrades: Counted<'summarizeTrades'>;
  readTradeResults: Counted<'readTradeResults'>;
}

/** The lists of several accounts, each in one table: answers calls. Reads no file. */
export class JointArchive implements JointCalls {
  readonly #accounts: readonly string[];
  readonly #lists = new Map<HistoryList, JointList>();
  /** Number of changes of the lists. */
  #changes = 0;

  constructor(accounts: readonly string[]) {
    this.#accounts = accounts;
    for (const list of historyLists) this.reset({ list });
  }

  reset({ list }: { list: HistoryList }): null {
    this.#changes++;
    this.#lists.set(list, new JointList(list, this.#accounts));
    return null;
  }

  take({ list, account, bytes }: Parameters<JointCalls['take']>[0]): null {
    this.#changes++;
    this.#list(list).take(account, receivedPart(bytes));
    return null;
  }

  async window({ from, count, anchor, ...query }: Parameters<JointCalls['window']>[0]): Promise<JointWindow> {
    const numbers = await this.#select(query);
    const number = anchor === undefined ? 0 : this.#find(query.list, anchor);
    const position = number === 0 ? -1 : numbers.indexOf(number);
    return {
      rows: this.#ownRows(query.list, numbers.subarray(from, from + count)),
      total: numbers.length,
      anchor: position < 0 ? null : position,
    };
  }

  async select(query: JointQuery): Promise<OwnRows> {
    return this.#ownRows(query.list, await this.#select(query));
  }

  trades({ accounts, numbers }: OwnRows): (JointTrade | null)[] {
    const orders = this.#list('order-history');
    const trades = this.#trades();
    const { table } = trades.current();
    return Array.from(numbers, (own, place) => {
      const number = trades.tradeOf(orders.numberOf(uint32At(accounts, place), own) ?? 0);
      return number === 0 ? null : { trade: table.trade(number), notedOrders: trades.notedOrders(number) };
    });
  }

  readonly summarizeHistory: JointCalls['summarizeHistory'] = ({ question: { list, filter, zone }, now }) =>
    this.#inTurns(() => this.#list(list).table.summarySteps(filter, zone, now));

  readonly readHistoryChoices: JointCalls['readHistoryChoices'] = ({ question: { list } }) =>
    this.#list(list).table.choices();

  readonly readResults: JointCalls['readResults'] = ({ question: { filter, zone, quote }, now }) =>
    this.#inTurns(() => this.#list('order-history').table.resultSteps(filter, zone, now, quote));

  readonly summarizeTrades: JointCalls['summarizeTrades'] = ({ question: { filter, zone }, now }) =>
    this.#trades().current().summarize(filter, zone, now);

  readonly readTradeResults: JointCalls['readTradeResults'] = ({ question: { filter, zone, quote }, now }) =>
    this.#inTurns(() => this.#trades().current().results(filter, zone, now, quote));

  #inTurns<Result>(question: () => Steps<Result>): Promise<Result> {
    return inTurns(
      async () => question(),
      () => this.#changes,
    );
  }

  /** Ranks the rows in steps before, so that the other archives of the thread answer in between. */
  async #select({ list, query }: JointQuery): Promise<Uint32Array> {
    if (list === 'trades') {
      for (const _ of this.#trades().current().table.prepareSelection(query)) await nextTurn();
      return this.#trades().current().table.select(query);
    }
    for (const _ of this.#list(list).table.prepareSelection(query)) await nextTurn();
    return this.#list(list).table.select(query);
  }

  /** Number of the row, or of the trade, with a key of the archive; 0 if there is none. */
  #find(list: ArchiveList, key: string): number {
    const own = ownKey(key);
    if (own === null) return 0;
    if (list !== 'trades') return this.#list(list).find(own.account, own.key);
    return this.#trades().tradeOf(this.#list('order-history').find(own.account, own.key));
  }

  #ownRows(list: ArchiveList, numbers: Uint32Array): OwnRows {
    const { table } = this.#trades().current();
    const rows = list === 'trades' ? numbers.map((number) => uint32At(table.firstRows, number)) : numbers;
    const of = this.#list(list === 'trades' ? 'order-history' : list);
    const own = { accounts: new Uint32Array(rows.length), numbers: new Uint32Array(rows.length) };
    for (const [place, row] of rows.entries()) {
      const { account, row: number } = of.ownOf(row);
      own.accounts[place] = account;
      own.numbers[place] = number;
    }
    return own;
  }

  #list(list: HistoryList): JointList {
    const found = this.#lists.get(list);
    if (found === undefined) throw new OrderglassError('internal', `no list ${list}`);
    return found;
  }

  #trades() {
    const { trades } = this.#list('order-history');
    if (trades === null) throw new OrderglassError('internal', 'orders have trades');
    return trades;
  }
}
