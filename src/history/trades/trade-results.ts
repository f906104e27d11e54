import Big from 'big.js';
import type { PnlSummary } from '../../shared/contract/history.ts';
import type { Drawdown, Results, TradeGroup, TradeResults, TradeStreak } from '../../shared/contract/results.ts';
import type { TradeSummary } from '../../shared/contract/trades.ts';
import { withoutSign } from '../../shared/values/decimal.ts';
import type { Decimal } from '../../shared/values/domain.ts';
import { noElement, uint8At, uint32At, uintAt } from '../../shared/values/elements.ts';
import { PnlGroups, quotesOf, rankQuotes } from '../orders/pnl-groups.ts';
import { daysOf } from '../orders/results.ts';
import { divide, PnlTotals } from '../orders/summary.ts';
import { ExactSums } from '../table/exact-sums.ts';
import { fallsAfter, largestFall } from '../table/largest-fall.ts';
import type { RowMask } from '../table/row-mask.ts';
import type { Steps } from '../table/steps.ts';
import { type RowFees, TurnoverSums } from '../table/turnover-sums.ts';
import { averageAfter, figuresAfter } from './after-fees.ts';
import { gainRatioInterval, maxSample, winRateInterval } from './confidence-intervals.ts';
import { averageOf, groupTrades } from './trade-groups.ts';
import type { TradeTable } from './trade-table.ts';

const factorPlaces = 4;
const hoursPerDay = 24;

/** Times in the query's time zone. */
export interface LocalTimes {
  /** Local hour of opening by trade number; see `LocalHours`. */
  readonly openingHours: Int32Array;
  /** See `localHours`. */
  readonly hourOf: (time: number) => number;
}

/** Numbers of closed and complete trades. */
export interface ClosedTrades {
  /** Ascending, in which order reading their columns takes half the time. */
  readonly byNumber: Uint32Array;
  /** By closing, then by opening, the oldest first. */
  readonly byClosing: Uint32Array;
}

/** What the results say of closed and complete trades. */
type ClosedResults = Omit<TradeResults, 'version' | 'quotes' | 'quote' | 'open' | 'incomplete'>;

/**
 * Returns the results of closed and complete trades (docs/results.md 1). `closed`: their summary. `tags`: by trade. `fees`: those of the trades;
 * `null` without rates.
 */
export function* resultsOfTrades(
  table: TradeTable,
  { byNumber, byClosing }: ClosedTrades,
  closed: PnlSummary,
  local: LocalTimes,
  tags: ReadonlyMap<number, readonly string[]>,
  fees: RowFees | null,
): Steps<ClosedResults> {
  const { columns } = table;
  const { pnl } = columns;
  const { wins, losses, zeros } = closed;
  const groups = yield* groupTrades(table, byNumber, local.openingHours, tags, fees);
  // No bin has both wins and losses.
  const sumWhere = (holds: (group: TradeGroup) => boolean): Decimal =>
    groups.result.reduce((sum, group) => (holds(group) ? sum.plus(group.pnl) : sum), new Big(0)).toFixed();
  const won = sumWhere(({ wins: number }) => number > 0);
  const lost = sumWhere(({ losses: number }) => number > 0);
  /** Returns the results that a condition holds for, if they are few. `count`: their number. */
  const few = (count: number, holds: (value: number) => boolean): number[] =>
    count > maxSample ? [] : Array.from(byNumber, (trade) => pnl.keyAt(trade)).filter(holds);
  const decided = few(wins + losses, (value) => value !== 0);
  yield;
  const after = fees && figuresAfter(pnl, byNumber, fees);
  yield;
  const drawdown = yield* largestDrawdown(table, byClosing, fees);
  yield;
  return {
    uncertain: table.countUncertain(byNumber),
    winRate: {
      value: closed.winRate,
      sample: wins + losses,
      interval: winRateInterval(wins, losses),
      ...(after && { after: after.winRate }),
    },
    averageWin: {
      ...averageOf(
        won,
        wins,
        few(wins, (value) => value > 0),
      ),
      ...(after && averageAfter(won, wins, after.fees.wins)),
    },
    averageLoss: {
      ...averageOf(
        lost,
        losses,
        few(losses, (value) => value < 0),
      ),
      ...(after && averageAfter(lost, losses, after.fees.losses)),
    },
    profitFactor: {
      value: losses === 0 ? null : divide(won, withoutSign(lost), factorPlaces),
      sample: wins + losses,
      interval: losses === 0 ? null : gainRatioInterval(decided),
      ...(after && { after: after.profitFactor }),
    },
    expectancy: {
      ...averageOf(
        closed.sum,
        wins + losses + zeros,
        few(byNumber.length, () => true),
      ),
      ...(after && averageAfter(closed.sum, byNumber.length, after.fees.all)),
    },
    longestWins: longestStreak(table, byClosing, 'wins'),
    longestLosses: longestStreak(table, byClosing, 'losses'),
    drawdown,
    days: closingDays(table, byClosing, local.hourOf, fees),
    groups,
  };
}

/** Returns the days of closing. Looks for the end of each day, because the local day of every single trade would take longer. */
function closingDays(
  { columns: { pnl, closedAt }, decimals }: TradeTable,
  trades: Uint32Array,
  hourOf: LocalTimes['hourOf'],
  fees: RowFees | null,
): Results['days'] {
  const { length } = trades;
  if (length === 0) return [];
  const dayAt = (index: number) => Math.floor(hourOf(closedAt.keyAt(uint32At(trades, index))) / hoursPerDay);
  const first = dayAt(0);
  const groups = new PnlGroups(decimals, dayAt(length - 1) - first + 1, fees);
  for (let index = 0; index < length; ) {
    const day = dayAt(index);
    let [end, after] = [index + 1, length];
    while (end < after) {
      const middle = (end + after) >>> 1;
      if (dayAt(middle) > day) after = middle;
      else end = middle + 1;
    }
    for (; index < end; index++) {
      const trade = uint32At(trades, index);
      groups.add(day - first, pnl.keyAt(trade), uintAt(pnl.details, trade));
      groups.addFees(day - first, trade);
    }
  }
  return daysOf(groups, first);
}

/** Returns the longest streak of consecutive wins, or of losses; the earliest of several (docs/results.md 1.3). `trades`: by closing. */
function longestStreak(table: TradeTable, trades: Uint32Array, kind: 'wins' | 'losses'): TradeStreak | null {
  const { pnl, closedAt } = table.columns;
  const sign = kind === 'wins' ? 1 : -1;
  let [length, longest, end] = [0, 0, 0];
  for (let index = 0; index < trades.length; index++) {
    length = pnl.keyAt(uint32At(trades, index)) * sign > 0 ? length + 1 : 0;
    if (length > longest) [longest, end] = [length, index];
  }
  if (longest === 0) return null;
  const closing = (index: number) => closedAt.keyAt(uint32At(trades, index));
  const start = end - longest + 1;
  const uncertain = table.countUncertain(trades.subarray(start, end + 1));
  return { trades: longest, from: closing(start), to: closing(end), uncertain };
}

/** Returns the largest fall of the sum of the PnL. `trades`: by closing. */
function* largestDrawdown(table: TradeTable, trades: Uint32Array, fees: RowFees | null): Steps<Drawdown | null> {
  const { pnl, closedAt } = table.columns;
  const fall = largestFall(pnl, trades);
  if (fall === null) return null;
  const { amount, from, to, recovered } = fall;
  const closing = (index: number) => closedAt.keyAt(uint32At(trades, index));
  return {
    amount,
    from: from < 0 ? null : closing(from),
    to: closing(to),
    recoveredAt: recovered < 0 ? null : closing(recovered),
    uncertain: table.countUncertain(trades.subarray(from + 1, to + 1)),
    ...(fees && { after: yield* fallsAfter(pnl, trades, fees) }),
  };
}

/** Returns the figures of the filtered trades (docs/trades.md 5). Decimals have no trailing zeros. */
export function summarizeTrades(
  table: TradeTable,
  { bytes }: RowMask,
  fees: RowFees | null,
): Omit<TradeSummary, 'version'> {
  const { reasons, size, decimals } = table;
  const { symbol, pnl, closedAt, executions } = table.columns;
  const uncertainCode = executions.codeOf('uncertain');
  let uncertain = 0;
  const { names, ofSymbol } = quotesOf(symbol);
  const closed = new PnlTotals(pnl, names.length, fees);
  const parts = ['open', 'incomplete'] as const;
  const sums = { open: new ExactSums(decimals, names.length), incomplete: new ExactSums(decimals, names.length) };
  const counts = { open: new Uint32Array(names.length), incomplete: new Uint32Array(names.length) };
  const isKnown = { open: new Uint8Array(names.length), incomplete: new Uint8Array(names.length) };
  const turnovers = { open: new TurnoverSums(names.length), incomplete: new TurnoverSums(names.length) };
  for (let number = 1; number <= size; number++) {
    if (bytes && bytes[number] !== 1) continue;
    uncertain += Number(executions.codes[number] === uncertainCode);
    const quote = uint32At(ofSymbol, symbol.codes[number] ?? noElement(number));
    const isIncomplete = uint8At(reasons, number) > 0;
    if (!isIncomplete && !Number.isNaN(closedAt.keys[number])) {
      closed.add(quote, number);
      continue;
    }
    const part = isIncomplete ? 'incomplete' : 'open';
    sums[part].add(quote, pnl.keys[number] ?? noElement(number), pnl.details[number] ?? noElement(number));
    if (!Number.isNaN(pnl.keys[number])) isKnown[part][quote] = 1;
    counts[part][quote] = uint32At(counts[part], quote) + 1;
    if (fees) turnovers[part].addSum(quote, fees.turnovers, number);
  }
  const totalOf = (numbers: Uint32Array) => numbers.reduce((sum, count) => sum + count, 0);
  const tradesOf = (quote: number) =>
    closed.groups.rows(quote) + parts.reduce((sum, part) => sum + uint32At(counts[part], quote), 0);
  const partOf = (part: (typeof parts)[number], quote: number) => {
    const trades = uint32At(counts[part], quote);
    if (trades > 0 && isKnown[part][quote] === 0) return { trades, sum: null };
    return {
      trades,
      sum: sums[part].textOf(quote),
      ...(fees && { fees: fees.feesOf(turnovers[part], quote) }),
    };
  };
  const figures = { closed: 0, open: totalOf(counts.open), incomplete: totalOf(counts.incomplete) };
  for (let quote = 0; quote < names.length; quote++) figures.closed += closed.groups.rows(quote);
  return {
    trades: figures.closed + figures.open + figures.incomplete,
    ...figures,
    uncertain,
    quotes: rankQuotes(names, tradesOf).map((quote) => {
      const name = names[quote] as string;
      const summary: PnlSummary = closed.summaryOf(quote, name, closed.groups.rows(quote));
      return { quote: name, closed: summary, open: partOf('open', quote), incomplete: partOf('incomplete', quote) };
    }),
  };
}
