import type { FuturesTicker, SpotTicker } from '../../../shared/contract/market.ts';
import type { TickerMarket } from '../../../shared/market/market.ts';
import {
  compareDecimals,
  difference,
  positionPercent,
  product,
  quotient,
  spreadBasisPoints,
} from '../../../shared/values/decimal.ts';
import type { Decimal } from '../../../shared/values/domain.ts';
import { perObject } from '../../platform/per-object.ts';
import { SameItems } from '../../platform/same-items.ts';

/** A ticker of either market with the last price of the pair in the other market. */
export interface TickerRow extends SpotTicker {
  market: TickerMarket;
  /** Last price of the same pair in the other market; `null` if there is none, or none that is live. */
  otherLast: Decimal | null;
}

/**
 * Figures derived from a ticker, each calculated at its first use. Exact unless a number of decimal places is given.
 */
class TickerFigures {
  readonly #row: TickerRow;
  readonly #cache = new Map<string, Decimal | null>();

  constructor(row: TickerRow) {
    this.#row = row;
  }

  /** Last price minus opening price. */
  get change(): Decimal | null {
    const { open, last } = this.#row;
    return this.#cached('change', () => (open === null || last === null ? null : difference(open, last)));
  }

  /** Percent of the opening price, two decimal places. */
  get changePercent(): Decimal | null {
    const { open, last } = this.#row;
    return this.#cached('changePercent', () => (open === null || last === null ? null : percentOf(open, last, 2)));
  }

  /** Position of the last price between the low (0) and the high (100) of the day; `null` if it is not between them. */
  get range(): Decimal | null {
    const { low, high, last } = this.#row;
    return this.#cached('range', () =>
      low === null || high === null || last === null || !isWithin(last, low, high)
        ? null
        : positionPercent(low, high, last),
    );
  }

  get spread(): Decimal | null {
    const { bid, ask } = this.#row;
    return this.#cached('spread', () => (bid === null || ask === null ? null : difference(bid, ask)));
  }

  /** Basis points of the price between bid and ask, two decimal places. */
  get spreadBasisPoints(): Decimal | null {
    const { bid, ask } = this.#row;
    return this.#cached('spreadBasisPoints', () => (bid === null || ask === null ? null : spreadBasisPoints(bid, ask)));
  }

  /** Difference of the future to the spot price in percent of the spot price, three decimal places. */
  get basis(): Decimal | null {
    const { market, last, otherLast } = this.#row;
    return this.#cached('basis', () => {
      const [spot, future] = market === 'spot' ? [last, otherLast] : [otherLast, last];
      return spot === null || future === null ? null : percentOf(spot, future, 3);
    });
  }

  #cached(name: string, calculate: () => Decimal | null): Decimal | null {
    const known = this.#cache.get(name);
    if (known !== undefined) return known;
    const value = calculate();
    this.#cache.set(name, value);
    return value;
  }
}

function isWithin(value: Decimal, low: Decimal, high: Decimal): boolean {
  return compareDecimals(low, value) <= 0 && compareDecimals(value, high) <= 0;
}

function percentOf(from: Decimal, to: Decimal, places: number): Decimal | null {
  return quotient(product(difference(from, to), '100'), from, places);
}

export const figuresOf = perObject((row: TickerRow) => new TickerFigures(row));

/** The tickers of a list by symbol. */
export const bySymbol = perObject(
  (tickers: readonly FuturesTicker[]): ReadonlyMap<string, FuturesTicker> =>
    new Map(tickers.map((ticker) => [ticker.symbol, ticker])),
);

/** Makes the rows of a market from its tickers. A row without a change stays the same object and is not drawn again. */
export class TickerRows {
  readonly #market: TickerMarket;
  readonly #rows = new SameItems<TickerRow>();

  constructor(market: TickerMarket) {
    this.#market = market;
  }

  /** `others`: live last prices of the other market, by symbol. */
  of(
    tickers: readonly (FuturesTicker | SpotTicker)[],
    others: ReadonlyMap<string, Decimal | null>,
  ): readonly TickerRow[] {
    return this.#rows.of(
      tickers,
      ({ symbol }) => symbol,
      (ticker) => [ticker, others.get(ticker.symbol) ?? null] as const,
      (ticker, [, otherLast]) => ({ bid: null, ask: null, ...ticker, market: this.#market, otherLast }),
    );
  }
}
