import { difference, positionPercent, product, quotient, signOf, spreadBasisPoints } from '../../shared/decimal.ts';
import type { Decimal, FuturesTicker, SpotTicker } from '../../shared/domain.ts';
import type { TickerMarket } from '../../shared/market.ts';

/** A ticker of either market, with what the same pair costs in the other one. */
export interface TickerRow extends SpotTicker {
  market: TickerMarket;
  /** The last price of the same pair in the other market; `null` where there is none that is live. */
  otherLast: Decimal | null;
}

/** What follows from a ticker, each worked out once and only when it is asked for. All exact, or rounded to the places said. */
class TickerFigures {
  readonly #row: TickerRow;
  readonly #known = new Map<string, Decimal | null>();

  constructor(row: TickerRow) {
    this.#row = row;
  }

  /** The last price minus the opening one. */
  get change(): Decimal | null {
    const { open, last } = this.#row;
    return this.#once('change', () => (open === null || last === null ? null : difference(open, last)));
  }

  /** In percent of the opening price, two places; `null` where that is not above zero. */
  get changePercent(): Decimal | null {
    const { open, last } = this.#row;
    return this.#once('changePercent', () =>
      open === null || last === null || signOf(open) <= 0 ? null : percentOf(open, last, 2),
    );
  }

  /** Where the last price is between the day's low, 0, and its high, 100. */
  get range(): Decimal | null {
    const { low, high, last } = this.#row;
    return this.#once('range', () =>
      low === null || high === null || last === null ? null : positionPercent(low, high, last),
    );
  }

  get spread(): Decimal | null {
    const { bid, ask } = this.#row;
    return this.#once('spread', () => (bid === null || ask === null ? null : difference(bid, ask)));
  }

  /** Of the price between bid and ask, two places. */
  get spreadBasisPoints(): Decimal | null {
    const { bid, ask } = this.#row;
    return this.#once('spreadBasisPoints', () => (bid === null || ask === null ? null : spreadBasisPoints(bid, ask)));
  }

  /** By how much the future is above the spot price, in percent of that, three places. */
  get basis(): Decimal | null {
    const { market, last, otherLast } = this.#row;
    return this.#once('basis', () => {
      const [spot, future] = market === 'spot' ? [last, otherLast] : [otherLast, last];
      return spot === null || future === null || signOf(spot) <= 0 ? null : percentOf(spot, future, 3);
    });
  }

  #once(name: string, work: () => Decimal | null): Decimal | null {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const value = work();
    this.#known.set(name, value);
    return value;
  }
}

function percentOf(from: Decimal, to: Decimal, places: number): Decimal | null {
  return quotient(product(difference(from, to), '100'), from, places);
}

const figures = new WeakMap<TickerRow, TickerFigures>();

export function figuresOf(row: TickerRow): TickerFigures {
  let known = figures.get(row);
  if (!known) {
    known = new TickerFigures(row);
    figures.set(row, known);
  }
  return known;
}

interface Held {
  ticker: FuturesTicker | SpotTicker;
  row: TickerRow;
}

/** Makes the rows of the tickers; a row whose figures have not changed stays the same object, so that drawing passes it over. */
export class TickerRows {
  readonly #market: TickerMarket;
  #held = new Map<string, Held>();

  constructor(market: TickerMarket) {
    this.#market = market;
  }

  /** `others`: the last prices in the other market, as far as they are live. */
  of(
    tickers: readonly (FuturesTicker | SpotTicker)[],
    others: ReadonlyMap<string, Decimal | null>,
  ): readonly TickerRow[] {
    const held = new Map<string, Held>();
    const rows = tickers.map((ticker) => {
      const otherLast = others.get(ticker.symbol) ?? null;
      const before = this.#held.get(ticker.symbol);
      const row =
        before?.ticker === ticker && before.row.otherLast === otherLast
          ? before.row
          : { bid: null, ask: null, ...ticker, market: this.#market, otherLast };
      held.set(ticker.symbol, { ticker, row });
      return row;
    });
    this.#held = held;
    return rows;
  }
}
