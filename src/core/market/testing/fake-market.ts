import type { Priority } from '../../../exchange/index.ts';
import { VirtualTime } from '../../../exchange/testing/virtual-time.ts';
import type { AccountSummary } from '../../../shared/contract/accounts.ts';
import type { AnyLiveChange, FuturesTicker, LiveRows, SpotTicker } from '../../../shared/contract/market.ts';
import type { OpenPlan } from '../../../shared/contract/orders.ts';
import type { LiveList } from '../../../shared/market/market.ts';
import { blankRow } from '../../../shared/testing/blank-row.ts';
import { OrderglassError } from '../../../shared/values/errors.ts';
import type { AnyLatestRows } from '../live-list.ts';
import type { FetchedList, LiveAccount, LiveReaders } from '../live-readers.ts';
import { MarketPoller, type PollIntervals, type PollListener, type PollTick } from '../market-poller.ts';

export const startOfTime = 1_760_000_000_000;

export interface FakeCall {
  readonly account: string;
  readonly list: LiveList;
  readonly priority: Priority;
  readonly at: number;
}

export interface FakeAccount {
  scope: string;
  /** Differs after an edit. */
  baseUrl: string;
  requestsPerWindow: number;
}

type Rows = { [List in LiveList]: LiveRows[List][] };

/** Accounts and lists in memory, in virtual time. The test sets the rows, the latency and the failures of each list. */
export class FakeMarket {
  readonly time = new VirtualTime();
  readonly accounts = new Map<string, FakeAccount>();
  readonly calls: FakeCall[] = [];
  readonly changes: AnyLiveChange[] = [];
  readonly fetched: AnyLatestRows[] = [];
  readonly failures: string[] = [];
  readonly resets: string[] = [];
  readonly recoveries: string[] = [];
  readonly ticks: PollTick[] = [];
  readonly rows: Rows = {
    'futures-tickers': [],
    'spot-tickers': [],
    'open-plans': [],
  };
  /** Milliseconds by which the wall clock has gone on while the machine slept. */
  slept = 0;
  /** Milliseconds until a response arrives; `Infinity` if it never does. */
  latency: (list: LiveList) => number = () => 0;
  failure: (list: LiveList) => Parameters<typeof fail> | null = () => null;
  requests = 1;
  running = 0;
  maxRunning = 0;
  intervals: PollIntervals = {
    visible: 3000,
    background: 15_000,
  };

  constructor() {
    this.addAccount('one');
  }

  readonly now = (): number => startOfTime + this.time.now() + this.slept;

  addAccount(id: string, fields: Partial<FakeAccount> = {}): void {
    this.accounts.set(id, { scope: `scope of ${id}`, baseUrl: 'first', requestsPerWindow: 100, ...fields });
  }

  get summaries(): AccountSummary[] {
    return [...this.accounts].map(([id, { baseUrl, requestsPerWindow }]) => ({
      ...{ id, name: id, kind: 'live', signingVariant: 'bytewise', credentials: null },
      ...{ baseUrl, requestsPerWindow },
    }));
  }

  readonly find = (id: string): LiveAccount => {
    const account = this.accounts.get(id);
    if (account === undefined) throw new OrderglassError('unknown-account', 'none');
    const notUsed = () => Promise.reject(new Error('the readers are fake'));
    return { scope: account.scope, archive: account.scope, run: '', askMarket: notUsed, askOrders: notUsed };
  };

  poller(listener: Partial<PollListener> = {}): MarketPoller {
    const poller = new MarketPoller({
      now: this.now,
      monotonicNow: this.time.now,
      schedule: this.time.schedule,
      random: () => 0,
      find: this.find,
      intervals: () => this.intervals,
      readers: this.readers,
      listener: {
        changed: (change) => this.changes.push(change),
        fetched: (rows) => this.fetched.push(rows),
        failed: (_account, list, { code }) => this.failures.push(`${list} ${code}`),
        recovered: (account) => this.recoveries.push(account),
        reset: (account) => this.resets.push(account),
        ticked: (_account, tick) => this.ticks.push(tick),
        ...listener,
      },
    });
    poller.accountsChanged(this.summaries);
    return poller;
  }

  /** Start times of the polls of a list, in milliseconds of virtual time. */
  startsOf(list: LiveList): number[] {
    return this.calls.filter((call) => call.list === list).map(({ at }) => at);
  }

  get readers(): LiveReaders {
    const readerOf =
      <List extends LiveList>(list: List) =>
      async (account: LiveAccount, priority: Priority, signal: AbortSignal): Promise<FetchedList<LiveRows[List]>> => {
        this.calls.push({ account: account.scope, list, priority, at: this.time.now() });
        this.running++;
        this.maxRunning = Math.max(this.maxRunning, this.running);
        try {
          await this.#response(this.latency(list), signal);
        } finally {
          this.running--;
        }
        const failure = this.failure(list);
        if (failure !== null) throw fail(...failure);
        const rows: readonly LiveRows[List][] = this.rows[list];
        return { rows: [...rows], unreadable: [], fetchedAt: this.now(), requests: this.requests };
      };
    return {
      'futures-tickers': readerOf('futures-tickers'),
      'spot-tickers': readerOf('spot-tickers'),
      'open-plans': readerOf('open-plans'),
    };
  }

  #response(latency: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(fail('canceled')));
      if (latency === 0) resolve();
      else if (latency !== Number.POSITIVE_INFINITY) this.time.schedule(resolve, latency);
    });
  }
}

export function fail(code: OrderglassError['code'], keychain?: OrderglassError['keychain']): OrderglassError {
  return new OrderglassError(code, 'as told', { keychain });
}

export function futuresTicker(symbol: string, last: string | null, open: string | null = last): FuturesTicker {
  const others = { high: null, low: null, volume: null, turnover: null, trades: null };
  return { symbol, last, open, ...others, raw: JSON.stringify([symbol, last, open]) };
}

export function spotTicker(symbol: string, last: string, open = last): SpotTicker {
  return { ...futuresTicker(symbol, last, open), bid: null, ask: null };
}

export function openPlan(id: string, fields: Partial<OpenPlan> = {}): OpenPlan {
  const plan = {
    ...blankRow('open-plans'),
    key: `isolated:${id}`,
    id,
    marginMode: 'isolated' as const,
    createdAt: startOfTime - 86_400_000,
    symbol: 'BTC-USDT',
    type: 'buy-market',
    side: 'buy' as const,
    kind: 'market',
    price: '0',
    leverage: '10',
    quantity: '1',
    triggerDirection: 'rises-to' as const,
    triggerPrice: '100',
    takeProfit: null,
    stopLoss: null,
    triggerStatus: 'not-triggered' as const,
    ...fields,
  };
  return { ...plan, raw: fields.raw ?? JSON.stringify({ order_id: id, ...fields }) };
}
