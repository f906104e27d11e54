import Big from 'big.js';
import { type Fees, feesPerTrade, pnlAfter } from '../../shared/orders/fees.ts';
import type { Decimal } from '../../shared/values/domain.ts';
import { uint32At } from '../../shared/values/elements.ts';
import { divide, winRateOf } from '../orders/summary.ts';
import type { DecimalColumn } from '../table/decimal-column.ts';
import { type RowFees, TurnoverSums } from '../table/turnover-sums.ts';

/** Decimal places of a profit factor after fees, which is an estimate. */
const factorPlaces = 2;
const averagePlaces = 8;

/** Trades by the sign of their gross PnL, as groups of their turnovers. */
const signs = ['losses', 'zeros', 'wins'] as const;

interface FiguresAfter {
  /** Fees of the trades that win and lose before fees, and of all. */
  readonly fees: { readonly wins: Fees; readonly losses: Fees; readonly all: Fees };
  /** Missing if a figure does not exist after the lowest or the highest fees. */
  readonly winRate: Decimal[] | undefined;
  readonly profitFactor: Decimal[] | undefined;
}

/** Returns the figures of trades after fees (docs/results.md 2.1). */
export function figuresAfter(pnl: DecimalColumn, trades: Uint32Array, fees: RowFees): FiguresAfter {
  const turnovers = new TurnoverSums(signs.length);
  const ends = { lowest: new Outcomes(), highest: new Outcomes() };
  for (let index = 0; index < trades.length; index++) {
    const trade = uint32At(trades, index);
    const value = pnl.keyAt(trade);
    turnovers.addSum(Math.sign(value) + 1, fees.turnovers, trade);
    for (const end of ['lowest', 'highest'] as const) ends[end].add(value - fees.floatOf(trade, end));
  }
  // Both figures fall with each fee.
  const range = (of: (outcomes: Outcomes) => Decimal | null): Decimal[] | undefined => {
    const [low, high] = [of(ends.highest), of(ends.lowest)];
    return low === null || high === null ? undefined : [...new Set([low, high])];
  };
  return {
    fees: {
      wins: fees.feesOf(turnovers, 2),
      losses: fees.feesOf(turnovers, 0),
      all: fees.feesOf(turnovers, 0, 1, 2),
    },
    winRate: range(({ wins, losses }) => winRateOf(wins, losses)),
    profitFactor: range(({ won, lost }) =>
      lost === 0 ? null : divide(new Big(won).toFixed(), new Big(lost).toFixed(), factorPlaces),
    ),
  };
}

/** Returns an average of trades after their fees; nothing without a trade. `sum`: the PnL of the trades. */
export function averageAfter(sum: Decimal, trades: number, fees: Fees): { after?: Decimal[] } {
  if (trades === 0) return {};
  return { after: pnlAfter(divide(sum, trades, averagePlaces), feesPerTrade(fees, trades)) };
}

/** Counts results, which are floats. */
class Outcomes {
  wins = 0;
  losses = 0;
  won = 0;
  lost = 0;

  add(result: number): void {
    if (result > 0) {
      this.wins++;
      this.won += result;
    } else if (result < 0) {
      this.losses++;
      this.lost -= result;
    }
  }
}
