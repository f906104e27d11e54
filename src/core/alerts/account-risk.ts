import type { OpenPlan, Order, UnreadableRow } from '../../shared/contract/orders.ts';
import { quoteOf } from '../../shared/market/symbols.ts';
import { type Estimate, exactly } from '../../shared/risk/estimate.ts';
import { candidatesBySubject, pricePlaces, riskPositionOf, subjectOf } from '../../shared/risk/held-position.ts';
import { missingFrom, type PositionBook } from '../../shared/risk/position-book.ts';
import { type PositionFigures, positionFigures, type RiskPosition } from '../../shared/risk/position-figures.ts';
import { hasStop, protectionOf } from '../../shared/risk/protection.ts';
import { type SummedPosition, sumRisk } from '../../shared/risk/risk-sums.ts';
import { opposite, product, quotient, sum } from '../../shared/values/decimal.ts';
import type { Decimal, Timestamp } from '../../shared/values/domain.ts';
import { isTold } from '../../shared/values/told.ts';
import type { JudgedPrice, WatchedPosition } from './alert-rules.ts';

/** What the history of an account tells of its open positions. */
export interface PositionFacts {
  readonly book: PositionBook;
  /** Orders that are not filled. */
  readonly orders: readonly Order[];
  /** By symbol; without those that the trades do not show. */
  readonly contractSizes: ReadonlyMap<string, Estimate>;
  /** Symbols whose PnL is uncertain (docs/risk.md 6). */
  readonly uncertain: ReadonlySet<string>;
  /** PnL of the orders that were created today, by quote currency. */
  readonly today: ReadonlyMap<string, Decimal>;
  /** When they were read. */
  readonly at: Timestamp;
}

export interface RiskPositionState extends WatchedPosition {
  readonly pnl: Decimal | null;
  readonly pnlPercent: Decimal | null;
  /** Move of the last price from the entry in percent, whatever the side. */
  readonly fromEntry: Decimal | null;
}

/** The open positions of an account at the last prices, as alerts need them (docs/risk.md). */
export interface AccountRisk {
  readonly positions: readonly RiskPositionState[];
  /** By quote currency; `null` if it is not known, and while the price of a listed symbol that belongs to it cannot be told. */
  readonly openPnl: ReadonlyMap<string, Decimal | null>;
  /** In percent of the entry notional (docs/risk.md 7). */
  readonly openPnlPercent: ReadonlyMap<string, Decimal | null>;
  readonly atStops: ReadonlyMap<string, Decimal | null>;
  readonly today: ReadonlyMap<string, Decimal>;
}

/** Decimal places of a percentage. */
const percentPlaces = 2;

const unknownFigures: PositionFigures = { notional: null, pnl: null, pnlPercent: null };

/** The open plan orders of an account. */
interface OpenPlans {
  readonly rows: ReadonlyMap<string, OpenPlan>;
  readonly unreadable: readonly UnreadableRow[];
}

/** Calculates the risk of an account. */
export function accountRiskOf(
  { book, orders, contractSizes, uncertain, today }: PositionFacts,
  plans: OpenPlans,
  lastPrice: (symbol: string) => JudgedPrice,
): AccountRisk {
  const candidates = candidatesBySubject(book, plans.rows.values(), orders, plans.unreadable);
  const rows = book.positions.map((position) => {
    const { symbol, marginMode, side, entryPrice } = position;
    const isKnown = missingFrom(position) === null;
    const told = lastPrice(symbol);
    const last = isTold(told) ? told : null;
    const price = last === null ? null : exactly(last);
    // A sum without one of its positions for a moment would look like a move. A symbol that is not listed is in no sum.
    const isMissing = isKnown && !isTold(told) && told.cannotBeTold !== 'not-listed';
    const held = riskPositionOf(position, contractSizes.get(symbol) ?? null, pricePlaces(entryPrice, last));
    const hasOtherSide = book.of(symbol, marginMode).some((other) => other.side !== side);
    const own = candidates.get(subjectOf(position)) ?? [];
    const summed: SummedPosition = {
      symbol,
      side,
      isLive: true,
      isUncertain: uncertain.has(symbol),
      figures: isKnown ? positionFigures(held, price) : null,
      protection: isKnown && price !== null ? protectionOf(held, own, hasOtherSide, price) : null,
    };
    const hasPnl = !summed.isUncertain && (summed.figures?.pnl ?? null) !== null;
    const entryNotional = hasPnl ? entryNotionalOf(held) : null;
    return { key: `${subjectOf(position)} ${side}`, summed, entryNotional, isMissing };
  });
  const sums = sumRisk(rows.map(({ summed }) => summed));
  const unknown = new Set(rows.flatMap(({ summed, isMissing }) => (isMissing ? quoteOf(summed.symbol) : [])));
  const whole = <Value>(quote: string, value: Value): Value | null => (unknown.has(quote) ? null : value);
  return {
    positions: rows.map(({ key, summed: { symbol, side, figures, protection, isUncertain } }) => {
      const { pnl, pnlPercent } = isUncertain ? unknownFigures : (figures ?? unknownFigures);
      const percent = pnlPercent?.value ?? null;
      const fromEntry = percent === null || side === 'long' ? percent : opposite(percent);
      return {
        key,
        symbol,
        side,
        hasStop: hasStop(protection),
        pnl: pnl?.value ?? null,
        pnlPercent: percent,
        fromEntry,
      };
    }),
    openPnlPercent: new Map(
      sums.map(({ quote, pnl }) => {
        const entries = rows.flatMap(({ summed: { symbol }, entryNotional }) =>
          quoteOf(symbol) === quote ? (entryNotional ?? []) : [],
        );
        const percent = pnl.sum && quotient(product(pnl.sum.value, '100'), entries.reduce(sum, '0'), percentPlaces);
        return [quote, whole(quote, percent)];
      }),
    ),
    openPnl: new Map(sums.map(({ quote, pnl }) => [quote, whole(quote, pnl.sum?.value ?? null)])),
    atStops: new Map(sums.map(({ quote, atStops }) => [quote, whole(quote, atStops.sum?.value ?? null)])),
    today,
  };
}

/** Returns what a position cost at its entry; `null` if it is not known. */
function entryNotionalOf({ quantity, contractSize, entry }: RiskPosition): Decimal | null {
  return contractSize === null || entry === null ? null : product(product(quantity, contractSize.value), entry.value);
}
