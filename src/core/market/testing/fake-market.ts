import type { Priority } from '../../../exchange/index.ts';
import { VirtualTime } from '../../../exchange/testing/virtual-time.ts';
import type { FuturesTicker, OpenPlan, SpotTicker } from '../../../shared/domain.ts';
import { OrderglassError } from '../../../shared/errors.ts';
import type { AnyLiveChange, LiveList, LiveRows } from '../../../shared/market.ts';
import type { LiveAccount } from '../live-account.ts';
import type { FetchedList, LiveReaders } from '../live-readers.ts';
import { MarketPoller, type PollIntervals, type PulseListener } from '../market-poller.ts';

export const startOfTime = 1_760_000_000_000;

export interface FakeCall {
  readonly account: string;
  readonly list: LiveList;
  readonly priority: Priority;
  readonly at: number;
}

export interface FakeAccount {
  scope: string;
  mark: string;
  requestsPerWindow: number;
}

type Rows = { [List in LiveList]: LiveRows[List][] };

/** Accounts and lists in memory, in virtual time. What a list answers, and when, is up to the test. */
export class FakeMarket {
  readonly time = new VirtualTime();
  readonly accounts = new Map<string, FakeAccount>();
  readonly calls: FakeCall[] = [];
  readonly changes: AnyLiveChange[] = [];
  readonly taken: string[] = [];
  readonly failures: string[] = [];
  readonly rows: Rows = {
    'futures-tickers': [],
    'spot-tickers': [],
    'open-plans': [],
  };
  /** Milliseconds by which the clock on the wall has gone on while the machine slept. */
  slept = 0;
  sleeps = 0;
  /** Until an answer arrives, in milliseconds; of one that never does, `Infinity`. */
  latency: (list: LiveList) => number = () => 0;
  failure: (list: LiveList) => Parameters<typeof fail> | null = () => null;
  requests = 1;
  /** Requests under way. */
  underWay = 0;
  mostUnderWay = 0;
  pace: PollIntervals = {
    lookedAt: { 'futures-tickers': 3000, 'spot-tickers': 3000, 'open-plans': 5000 },
    background: 15_000,
  };

  constructor() {
    this.addAccount('one');
  }

  readonly now = (): number => startOfTime + this.time.now() + this.slept;

  addAccount(id: string): FakeAccount {
    const account = { scope: `scope of ${id}`, mark: 'first', requestsPerWindow: 100 };
    this.accounts.set(id, account);
    return account;
  }

  readonly find = (id: string): LiveAccount => {
    const account = this.accounts.get(id);
    if (account === undefined) throw new OrderglassError('unknown-account', 'none');
    const notAsked = () => Promise.reject(new Error('the readers are fake'));
    return { scope: account.scope, archive: account.scope, askMarket: notAsked, askOrders: notAsked };
  };

  pulse(listener: Partial<PulseListener> = {}): MarketPoller {
    return new MarketPoller({
      now: this.now,
      monotonicNow: this.time.now,
      schedule: this.time.schedule,
      random: () => 0,
      find: this.find,
      markOf: (id) => this.accounts.get(id)?.mark ?? '',
      requestsPerWindow: (id) => this.accounts.get(id)?.requestsPerWindow ?? 0,
      pace: () => this.pace,
      readers: this.readers,
      listener: {
        changed: (change) => this.changes.push(change),
        taken: (account, list) => this.taken.push(`${account} ${list}`),
        failed: (_account, list, { code }) => this.failures.push(`${list} ${code}`),
        beat: (hasSlept) => {
          if (hasSlept) this.sleeps++;
        },
        ...listener,
      },
    });
  }

  /** When polls of a list began, in milliseconds of virtual time. */
  startsOf(list: LiveList): number[] {
    return this.calls.filter((call) => call.list === list).map(({ at }) => at);
  }

  get readers(): LiveReaders {
    const readerOf =
      <List extends LiveList>(list: List) =>
      async (account: LiveAccount, priority: Priority, signal: AbortSignal): Promise<FetchedList<LiveRows[List]>> => {
        this.calls.push({ account: account.scope, list, priority, at: this.time.now() });
        this.underWay++;
        this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
        try {
          await this.#answered(this.latency(list), signal);
        } finally {
          this.underWay--;
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

  #answered(latency: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(fail('cancelled')));
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
