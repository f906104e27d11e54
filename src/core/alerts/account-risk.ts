import type { PositionRisk } from '../../shared/contract/positions.ts';
import { quoteOf } from '../../shared/market/symbols.ts';
import type { PositionSide } from '../../shared/orders/trades.ts';
import { movePercent, moveTo } from '../../shared/plans/plan-distance.ts';
import { subjectOf } from '../../shared/risk/position-book.ts';
import type { PositionFigures } from '../../shared/risk/position-figures.ts';
import type { PricedPosition } from '../../shared/risk/priced-positions.ts';
import { hasStop, type StopDoubt } from '../../shared/risk/protection.ts';
import { sumRisk } from '../../shared/risk/risk-sums.ts';
import { opposite, product, quotient, sum, withoutSign } from '../../shared/values/decimal.ts';
import type { Decimal } from '../../shared/values/domain.ts';
import { isTold, type Told, untold } from '../../shared/values/told.ts';

/** A position as an alert sees it. */
export interface WatchedPosition {
  /** Unique within the account. */
  readonly key: string;
  readonly symbol: string;
  readonly side: PositionSide;
  readonly hasStop: Told<boolean, StopDoubt>;
  /** Distance from the last price to the nearest stop in percent; `null` without one, and if it cannot be told. */
  readonly toStop: Decimal | null;
}

interface RiskPositionState extends WatchedPosition {
  readonly pnl: Decimal | null;
  readonly pnlPercent: Decimal | null;
  /** Move of the last price from the entry in percent, whatever the side. */
  readonly fromEntry: Decimal | null;
}

/** The figures of an account that alerts compare (docs/risk.md 7). */
export interface AccountRisk {
  readonly positions: readonly RiskPositionState[];
  /** By quote currency; `null` if it is not known, and while the price of a listed symbol that belongs to it cannot be told. */
  readonly openPnl: ReadonlyMap<string, Decimal | null>;
  /** In percent of the entry notional. */
  readonly openPnlPercent: ReadonlyMap<string, Decimal | null>;
  readonly atStops: ReadonlyMap<string, Decimal | null>;
  /** PnL of the orders that were created today, by quote currency; `null` if it is not known. */
  readonly today: ReadonlyMap<string, Decimal> | null;
  readonly trading: PositionRisk['trading'];
}

/** Decimal places of a percentage. */
const percentPlaces = 2;

const unknownFigures: PositionFigures = { notional: null, pnl: null, pnlPercent: null };

/** `today`, `trading`: see `AccountRisk`. */
export function accountRiskOf(
  positions: readonly PricedPosition[],
  { today, trading }: Pick<AccountRisk, 'today' | 'trading'>,
): AccountRisk {
  const sums = sumRisk(positions);
  // A sum without one of its positions for a moment would look like a move. A symbol that is not listed is in no sum.
  const unknown = new Set(positions.filter(isPriceMissing).map(({ symbol }) => quoteOf(symbol)));
  const whole = <Value>(quote: string, value: Value): Value | null => (unknown.has(quote) ? null : value);
  return {
    positions: positions.map(({ symbol, marginMode, side, last, figures, protection, isUncertain }) => {
      const { pnl, pnlPercent } = isUncertain ? unknownFigures : (figures ?? unknownFigures);
      const percent = pnlPercent?.value ?? null;
      const level = protection?.stops.orders[0]?.level;
      const fromEntry = percent === null || side === 'long' ? percent : opposite(percent);
      return {
        key: `${subjectOf({ symbol, marginMode })} ${side}`,
        symbol,
        side,
        // Which plan orders are stops changes with the price.
        hasStop: isTold(last) ? hasStop(protection) : untold('no-last'),
        toStop: level === undefined || !isTold(last) ? null : movePercent(last, withoutSign(moveTo(last, level))),
        pnl: pnl?.value ?? null,
        pnlPercent: percent,
        fromEntry,
      };
    }),
    openPnlPercent: new Map(
      sums.map(({ quote, pnl }) => {
        const entries = positions.flatMap((each) =>
          quoteOf(each.symbol) === quote ? (entryNotionalOf(each) ?? []) : [],
        );
        const percent = pnl.sum && quotient(product(pnl.sum.value, '100'), entries.reduce(sum, '0'), percentPlaces);
        return [quote, whole(quote, percent)];
      }),
    ),
    openPnl: new Map(sums.map(({ quote, pnl }) => [quote, whole(quote, pnl.sum?.value ?? null)])),
    atStops: new Map(sums.map(({ quote, atStops }) => [quote, whole(quote, atStops.sum?.value ?? null)])),
    today,
    trading,
  };
}

function isPriceMissing({ held, last }: PricedPosition): boolean {
  return held !== null && !isTold(last) && last.cannotBeTold !== 'not-listed';
}

/** Returns what a position cost at its entry; `null` if it is not known, or if its PnL is in no sum. */
function entryNotionalOf({ held, figures, isUncertain }: PricedPosition): Decimal | null {
  if (isUncertain || held === null || (figures?.pnl ?? null) === null) return null;
  const { quantity, contractSize, entry } = held;
  return contractSize === null || entry === null ? null : product(product(quantity, contractSize.value), entry.value);
}
