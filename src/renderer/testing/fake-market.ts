import type { AccountSummary } from '../../shared/contract/accounts.ts';
import type { HistoryState } from '../../shared/contract/history.ts';
import type { AnyLiveChange, FuturesTicker, SymbolRules } from '../../shared/contract/market.ts';
import type { OpenPlan, PlanOrder } from '../../shared/contract/orders.ts';
import type { OrderDoubt, Position } from '../../shared/contract/trades.ts';
import type { LiveList, TickerMarket } from '../../shared/market/market.ts';
import { wholeModesOf } from '../../shared/risk/position-book.ts';
import { contractOf, riskOf } from '../../shared/testing/positions.ts';
import type { Decimal } from '../../shared/values/domain.ts';
import { succeed } from '../../shared/values/result.ts';
import type { Answers } from './fake-host.ts';
import { demoAccount, wholeHistory } from './samples.ts';

let markets = 0;

/** The tickers of both markets of an account, their rules, its open plan orders, and its open positions. A test changes all but the rules. */
export class FakeMarket {
  owner: AccountSummary;
  /** How both lists of the history differ from a whole, empty one. */
  history: Partial<HistoryState> = {};
  /** Orders of which it cannot be told what they did to positions. */
  doubts: readonly OrderDoubt[] = [];
  /** Returns what the orders tell of a contract. */
  contractOf: typeof contractOf = (symbol) => contractOf(symbol, '1');
  /** New names of symbols, as the user says. */
  renamed: Readonly<Record<string, string>> = {};
  /** Plan orders that were canceled or failed. */
  endedPlans: readonly PlanOrder[] = [];
  #plans: readonly OpenPlan[];
  #positions: readonly Position[];
  /** Every position so far. A plan order was created while those of its symbol and margin mode were open. */
  #held: readonly Position[];
  readonly #rows: Record<TickerMarket, Map<string, FuturesTicker>>;
  readonly #versions = { 'futures-tickers': 1, 'spot-tickers': 1, 'open-plans': 1 };
  #ordersVersion = 1;
  #fetchedAt = Date.now();

  /**
   * `symbols`: of both markets. Each opened at 100 and is at 100 plus its position. Their turnovers fall; the rules list them by name.
   * `account`: one that no other test has, because live lists and filters outlive a screen.
   */
  constructor(
    symbols: readonly string[],
    plans: readonly OpenPlan[] = [],
    positions: readonly Position[] = [],
    account = `market-${markets++}`,
  ) {
    this.owner = { ...demoAccount, id: account, name: 'Demo account' };
    this.#plans = plans;
    this.#positions = positions;
    this.#held = positions;
    const rows = symbols.map((symbol, position): [string, FuturesTicker] => [
      symbol,
      {
        symbol,
        last: `${100 + position}.00`,
        open: '100.00',
        high: '400.00',
        low: '50.00',
        volume: '1000',
        turnover: String(9_000_000_000 / (position + 1)),
        trades: '12',
        raw: '{}',
      },
    ]);
    this.#rows = { futures: new Map(rows), spot: new Map(rows) };
  }

  get account(): string {
    return this.owner.id;
  }

  get answers(): Answers {
    return {
      readLive: ({ account, list }) => {
        const version = this.#versions[list];
        const status = { account, version, fetchedAt: this.#fetchedAt, failure: null, unreadable: [] };
        if (list === 'open-plans') return succeed({ ...status, list, rows: [...this.#plans] });
        if (list === 'futures-tickers') return succeed({ ...status, list, rows: [...this.#rows.futures.values()] });
        const rows = [...this.#rows.spot.values()].map((row) => ({ ...row, bid: row.last, ask: row.last }));
        return succeed({ ...status, list, rows });
      },
      readPositionRisk: ({ plans = [] }) =>
        succeed(
          riskOf(this.#positions, {
            version: this.#ordersVersion,
            doubts: [...this.doubts],
            renamed: { ...this.renamed },
            wholeModes: wholeModesOf(this.#state),
            contracts: [...new Set([...this.#positions, ...plans].map(({ symbol }) => symbol))].map((symbol) =>
              this.contractOf(symbol),
            ),
            plans,
            createdWhileOpen: plans
              .filter((plan) => this.#held.some((held) => isOfSame(plan, held)))
              .map(({ key }) => key),
          }),
        ),
      readPlanHistory: () =>
        succeed({ rows: [...this.endedPlans], total: this.endedPlans.length, version: 1, anchor: null }),
      summarizeHistory: () =>
        succeed({ version: this.#ordersVersion, rows: 0, filled: 0, canceled: 0, failed: 0, pnl: [], unknownPnl: 0 }),
      readActivity: () => succeed([]),
      readUnwatched: () => succeed([]),
      readOrdersByKey: () => succeed({ latest: null, found: [] }),
      readOrderHistory: () => succeed({ rows: [], total: 0, version: this.#ordersVersion, anchor: null }),
      readHistoryState: ({ account, list }) => succeed({ ...this.#state, account, list }),
      syncHistory: ({ account, list }) => succeed({ ...this.#state, account, list }),
      listAlerts: () => succeed([]),
      listAccounts: () => succeed([this.owner]),
      readPlanLife: () => succeed(null),
      readPlanNotes: () => succeed([]),
      readTags: () => succeed([]),
      readSymbolRules: () =>
        succeed({ rows: [...this.#rows.futures.keys()].sort().map(rulesOf), unreadable: [], fetchedAt: 1 }),
    };
  }

  /** Changes last prices of the futures market. Returns the event of the host. */
  move(prices: Record<string, Decimal>): AnyLiveChange {
    const put = Object.entries(prices).map(([symbol, last]) => {
      const row = this.#rows.futures.get(symbol);
      if (!row) throw new Error(`The market has no ${symbol}.`);
      return { ...row, last };
    });
    for (const row of put) this.#rows.futures.set(row.symbol, row);
    return { ...this.#poll('futures-tickers'), list: 'futures-tickers', put, removed: [] };
  }

  /** Replaces the open plan orders. Returns the event of the host. */
  replacePlans(plans: readonly OpenPlan[]): AnyLiveChange {
    const removed = this.#plans.map(({ key }) => key).filter((key) => plans.every((plan) => plan.key !== key));
    this.#plans = plans;
    return { ...this.#poll('open-plans'), list: 'open-plans', put: [...plans], removed };
  }

  /** Replaces the open positions, after further orders. Returns the event of the host. */
  hold(positions: readonly Position[]): HistoryState {
    this.#positions = positions;
    this.#held = [...this.#held, ...positions];
    this.#ordersVersion++;
    return { ...this.#state, account: this.account, list: 'order-history' };
  }

  get #state() {
    return { ...wholeHistory, ...this.history, version: this.#ordersVersion };
  }

  #poll(list: LiveList) {
    const base = this.#versions[list]++;
    this.#fetchedAt = Date.now();
    const status = { account: this.account, version: base + 1, fetchedAt: this.#fetchedAt, failure: null };
    return { ...status, base, unreadable: null };
  }
}

function isOfSame(a: Pick<Position, 'symbol' | 'marginMode'>, b: Pick<Position, 'symbol' | 'marginMode'>): boolean {
  return a.symbol === b.symbol && a.marginMode === b.marginMode;
}

function rulesOf(symbol: string): SymbolRules {
  const bounds = { minQuantity: '1', maxQuantity: '1000', minPrice: '0.01', maxPrice: '100000' };
  return { symbol, quantityPrecision: 0, pricePrecision: 2, ...bounds, raw: '{}' };
}
