import type { AnyLiveChange, FuturesTicker, SymbolRules } from '../../shared/contract/market.ts';
import type { OpenPlan } from '../../shared/contract/orders.ts';
import type { Position } from '../../shared/contract/trades.ts';
import type { Decimal } from '../../shared/domain.ts';
import { type TickerMarket, watchHoldsForMs } from '../../shared/market.ts';
import { succeed } from '../../shared/result.ts';
import type { Answers } from './fake-host.ts';
import { wholeHistory } from './samples.ts';

/** The tickers of both markets of an account, their rules, its open plan orders, and its open positions. A test moves the prices. */
export class FakeMarket {
  readonly account: string;
  readonly #plans: readonly OpenPlan[];
  readonly #positions: readonly Position[];
  readonly #rows: Record<TickerMarket, Map<string, FuturesTicker>>;
  #version = 1;
  #fetchedAt = Date.now();

  /** `symbols`: of both markets. Each opened at 100 and is at 100 plus its position. Their turnovers fall; the rules list them by name. */
  constructor(
    account: string,
    symbols: readonly string[],
    plans: readonly OpenPlan[] = [],
    positions: readonly Position[] = [],
  ) {
    this.account = account;
    this.#plans = plans;
    this.#positions = positions;
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

  get answers(): Answers {
    return {
      readLive: ({ account, list }) => {
        const status = { account, version: this.#version, fetchedAt: this.#fetchedAt, failure: null, unreadable: [] };
        if (list === 'open-plans') return succeed({ ...status, list, rows: [...this.#plans] });
        if (list === 'futures-tickers') return succeed({ ...status, list, rows: [...this.#rows.futures.values()] });
        const rows = [...this.#rows.spot.values()].map((row) => ({ ...row, bid: row.last, ask: row.last }));
        return succeed({ ...status, list, rows });
      },
      readPositions: ({ moments = [] }) =>
        succeed({ version: 1, positions: [...this.#positions], wereOpen: moments.map(() => true) }),
      readOrderHistory: () => succeed({ rows: [], total: 0, version: 1, anchor: null }),
      readContractSize: () =>
        succeed({ version: 1, size: '1', from: '1', to: '1', agreeing: 1, trades: 1, pnl: agreeingPnl }),
      readHistoryState: ({ account, list }) => succeed({ ...wholeHistory, account, list }),
      syncHistory: ({ account, list }) => succeed({ ...wholeHistory, account, list }),
      watchMarket: () => succeed({ holdsForMs: watchHoldsForMs }),
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
    const base = this.#version++;
    this.#fetchedAt = Date.now();
    const status = { account: this.account, version: this.#version, fetchedAt: this.#fetchedAt, failure: null };
    return { ...status, list: 'futures-tickers', base, put, removed: [], unreadable: null };
  }
}

const agreeingPnl = { compared: 1, agreed: 1, latest: { compared: 1, agreed: 1 }, isUncertain: false };

function rulesOf(symbol: string): SymbolRules {
  const bounds = { minQuantity: '1', maxQuantity: '1000', minPrice: '0.01', maxPrice: '100000' };
  return { symbol, quantityPrecision: 0, pricePrecision: 2, ...bounds, raw: '{}' };
}
