import Big from 'big.js';
import type { PnlSummary } from '../../shared/contract/history.ts';
import type { Results, TradeGroup, TradeResults } from '../../shared/contract/results.ts';
import { withoutSign } from '../../shared/decimal.ts';
import type { Decimal } from '../../shared/domain.ts';
import { PnlGroups } from '../index/pnl-groups.ts';
import { daysOf } from '../index/results.ts';
import { divide } from '../index/summary.ts';
import { gainRatioInterval, maxSample, winRateInterval } from './intervals.ts';
import { largestDrawdown, longestRun } from './running-pnl.ts';
import type { TradeColumns } from './trade-columns.ts';
import { averageOf, groupTrades } from './trade-groups.ts';

const factorPlaces = 4;
const hoursPerDay = 24;

/** Times in the query's time zone. */
export interface LocalTimes {
  /** Local hour of opening by trade number; see `LocalHours`. */
  readonly openingHours: Int32Array;
  /** See `localHours`. */
  readonly hourOf: (time: number) => number;
}

/** What the results say of closed and complete trades. */
type ClosedResults = Omit<TradeResults, 'version' | 'quotes' | 'quote' | 'open' | 'incomplete'>;

/** Returns the results of closed and complete trades (docs/trades.md 11). `trades`: by closing. `closed`: their summary. `tags`: by trade. */
export function resultsOfTrades(
  columns: TradeColumns,
  trades: Uint32Array,
  closed: PnlSummary,
  local: LocalTimes,
  tags: ReadonlyMap<number, readonly string[]>,
): ClosedResults {
  const { pnl } = columns;
  const { wins, losses, zeros } = closed;
  const groups = groupTrades(columns, trades, local.openingHours, tags);
  // No band has both wins and losses.
  const sumWhere = (holds: (group: TradeGroup) => boolean): Decimal =>
    groups.result.reduce((sum, group) => (holds(group) ? sum.plus(group.pnl) : sum), new Big(0)).toFixed();
  const won = sumWhere(({ wins: number }) => number > 0);
  const lost = sumWhere(({ losses: number }) => number > 0);
  /** Returns the results that a condition holds for, if they are few. `count`: their number. */
  const few = (count: number, holds: (value: number) => boolean): number[] =>
    count > maxSample ? [] : Array.from(trades, (trade) => pnl.keys[trade] as number).filter(holds);
  const decided = few(wins + losses, (value) => value !== 0);
  return {
    winRate: {
      value: closed.winRate,
      sample: wins + losses,
      interval: winRateInterval(wins, losses),
    },
    averageWin: averageOf(
      won,
      wins,
      few(wins, (value) => value > 0),
    ),
    averageLoss: averageOf(
      lost,
      losses,
      few(losses, (value) => value < 0),
    ),
    profitFactor: {
      value: losses === 0 ? null : divide(won, withoutSign(lost), factorPlaces),
      sample: wins + losses,
      interval: losses === 0 ? null : gainRatioInterval(decided),
    },
    expectancy: averageOf(
      closed.sum,
      wins + losses + zeros,
      few(trades.length, () => true),
    ),
    longestWins: longestRun(columns, trades, 'wins'),
    longestLosses: longestRun(columns, trades, 'losses'),
    drawdown: largestDrawdown(columns, trades),
    days: closingDays(columns, trades, local.hourOf),
    groups,
  };
}

/** Returns the days of closing. Looks for the end of each day, because the local day of every single trade would take longer. */
function closingDays(
  { pnl, decimals, closedAt }: TradeColumns,
  trades: Uint32Array,
  hourOf: LocalTimes['hourOf'],
): Results['days'] {
  const { length } = trades;
  if (length === 0) return [];
  const dayAt = (place: number) => Math.floor(hourOf(closedAt.keys[trades[place] as number] as number) / hoursPerDay);
  const first = dayAt(0);
  const groups = new PnlGroups(decimals, dayAt(length - 1) - first + 1);
  for (let place = 0; place < length; ) {
    const day = dayAt(place);
    let [end, after] = [place + 1, length];
    while (end < after) {
      const middle = (end + after) >>> 1;
      if (dayAt(middle) > day) after = middle;
      else end = middle + 1;
    }
    for (; place < end; place++) {
      const trade = trades[place] as number;
      groups.add(day - first, pnl.keys[trade] as number, pnl.details[trade] as number);
    }
  }
  return daysOf(groups, first);
}
