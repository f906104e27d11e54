import type { SampleFigure, TradeGroup } from '../../shared/contract/results.ts';
import { positionSides, type TradeGrouping } from '../../shared/orders/trades.ts';
import { compareTexts } from '../../shared/rows/compare-texts.ts';
import { compareDecimals } from '../../shared/values/decimal.ts';
import type { Decimal } from '../../shared/values/domain.ts';
import { int32At, uint8At, uint32At, uintAt } from '../../shared/values/elements.ts';
import { divide, winRateOf } from '../orders/summary.ts';
import type { CodeColumn } from '../table/code-column.ts';
import type { DecimalColumn } from '../table/decimal-column.ts';
import { hoursPerWeek, weekHour } from '../table/local-hours.ts';
import type { Steps } from '../table/steps.ts';
import type { RowFees } from '../table/turnover-sums.ts';
import { averageAfter } from './after-fees.ts';
import { type BinRanges, type BinStart, binRows, resultEdges } from './bins.ts';
import { meanInterval } from './confidence-intervals.ts';
import { type GatheredTrades, GroupSums, gatherTrades, partsOf } from './group-sums.ts';
import type { TradeTable } from './trade-table.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Upper ends of the bins (docs/results.md 1.2). They belong to their bins. */
const leverageEdges = ['2', '5', '10', '20', '50', '100'];
const multipleEdges = ['-2', '-1', '-0.5', '0', '0.5', '1', '2', '3', '5'];
const durationEdges = [
  minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  hourMs,
  4 * hourMs,
  12 * hourMs,
  dayMs,
  3 * dayMs,
  7 * dayMs,
  30 * dayMs,
].map(String);
const averagePlaces = 8;

type Bin = NonNullable<TradeGroup['bin']>;

/** Groups whose figures are calculated in one step: up to about 20 ms if each has an interval by a bootstrap. */
const groupsPerStep = 8;

/** A way to group trades. */
interface Grouping {
  readonly names: readonly string[];
  /** Writes the group of each trade: an index in `names`, or their number for a trade in no group. Returns the ranges of bins. */
  readonly assign: (groups: Uint32Array) => BinRanges | null;
  /** Which groups are listed: all, those with trades, or the bins between them as well. */
  readonly listed: 'all' | 'used' | 'between';
  /** Sorts the groups by PnL, the highest first. */
  readonly isRanked?: boolean;
  /** The ends of each bin. */
  readonly bins?: readonly Bin[];
}

/**
 * Returns the groups of each grouping. `openingHours`: local hour of opening by trade number; see `LocalHours`. `tags`: those of the notes,
 * by trade number. `fees`: those of the trades; `null` without rates. A step makes one grouping, or some of its groups.
 */
export function* groupTrades(
  table: TradeTable,
  trades: Uint32Array,
  openingHours: Int32Array,
  tags: ReadonlyMap<number, readonly string[]>,
  fees: RowFees | null,
): Steps<Record<TradeGrouping, TradeGroup[]>> {
  const { symbol, side, leverage, duration, pnl, r, account } = table.columns;
  const names = (count: number, first: number) => Array.from({ length: count }, (_, i) => String(first + i));
  type Assign = Grouping['assign'];
  const byCode =
    ({ codes }: CodeColumn): Assign =>
    (groups) => {
      for (let index = 0; index < trades.length; index++) groups[index] = uintAt(codes, uint32At(trades, index));
      return null;
    };
  const byWeekHour =
    (groupOf: (hour: number) => number): Assign =>
    (groups) => {
      const groupOfHour = Uint8Array.from({ length: hoursPerWeek }, (_, hour) => groupOf(hour));
      for (let index = 0; index < trades.length; index++) {
        groups[index] = uint8At(groupOfHour, weekHour(int32At(openingHours, uint32At(trades, index))));
      }
      return null;
    };
  const gathered = gatherTrades(table, trades);
  function* groupsBy(grouping: Grouping): Steps<TradeGroup[]> {
    yield;
    return yield* groupsOf(table, grouping, gathered, fees);
  }
  return {
    symbol: yield* groupsBy({ names: valuesOf(symbol), assign: byCode(symbol), listed: 'used', isRanked: true }),
    side: yield* groupsBy({ names: positionSides, assign: byCode(side), listed: 'all' }),
    leverage: yield* groupsBy(upTo(leverage, leverageEdges, trades)),
    weekday: yield* groupsBy({
      names: names(7, 1),
      assign: byWeekHour((hour) => Math.floor(hour / 24)),
      listed: 'all',
    }),
    hour: yield* groupsBy({ names: names(24, 0), assign: byWeekHour((hour) => hour % 24), listed: 'all' }),
    result: yield* groupsBy(byResult(pnl, trades)),
    // Without a stop that was seen, no trade has a multiple.
    r: r.hasValues() ? yield* groupsBy(upTo(r, multipleEdges, trades)) : [],
    duration: yield* groupsBy(upTo(duration, durationEdges, trades)),
    tag: yield* groupsByTag(table, tags, trades, fees),
    account: account ? yield* groupsBy({ names: valuesOf(account), assign: byCode(account), listed: 'used' }) : [],
  };
}

function valuesOf(column: CodeColumn): string[] {
  return Array.from({ length: column.codeCount }, (_, code) => column.valueOf(code) ?? '');
}

/** Bins whose upper ends belong to them; the last one is open. */
function upTo(column: DecimalColumn, edges: readonly Decimal[], trades: Uint32Array): Grouping {
  const ends = [...edges, null].map((to, i) => ({ from: edges[i - 1] ?? null, to }));
  return inBins(
    column,
    ends,
    edges.map((value) => ({ value, isIncluded: false })),
    trades,
  );
}

/** Returns a group for each tag. A trade is in the groups of all of its tags. */
function* groupsByTag(
  table: TradeTable,
  tags: ReadonlyMap<number, readonly string[]>,
  trades: Uint32Array,
  fees: RowFees | null,
): Steps<TradeGroup[]> {
  const pairs =
    tags.size === 0
      ? []
      : Array.from(trades).flatMap((trade) => (tags.get(trade) ?? []).map((tag) => ({ trade, tag })));
  const names = [...new Set(pairs.map(({ tag }) => tag))];
  const groupOf = new Map(names.map((name, group) => [name, group]));
  const assign: Grouping['assign'] = (groups) => {
    for (const [index, { tag }] of pairs.entries()) groups[index] = groupOf.get(tag) ?? names.length;
    return null;
  };
  const gathered = gatherTrades(
    table,
    Uint32Array.from(pairs, ({ trade }) => trade),
  );
  return yield* groupsOf(table, { names, assign, listed: 'used', isRanked: true }, gathered, fees);
}

/** Bins of equal width on both sides of zero, which is a bin of its own. The end that is further from zero belongs to its bin. */
function byResult(pnl: DecimalColumn, trades: Uint32Array): Grouping {
  const edges = resultEdges(pnl, trades);
  const zero = edges.indexOf('0');
  const between = [...edges, null].map((to, i) => ({ from: edges[i - 1] ?? null, to }));
  const ends = between.toSpliced(zero + 1, 0, { from: '0', to: '0' });
  const starts = [
    ...edges.slice(0, zero + 1).map((value) => ({ value, isIncluded: true })),
    ...edges.slice(zero).map((value) => ({ value, isIncluded: false })),
  ];
  return inBins(pnl, ends, starts, trades);
}

/** `starts`: see `binRows`. */
function inBins(
  column: DecimalColumn,
  bins: readonly Bin[],
  starts: readonly BinStart[],
  trades: Uint32Array,
): Grouping {
  return {
    names: bins.map((_, i) => String(i)),
    assign: (groups) => binRows(column, starts, trades, groups),
    listed: 'between',
    bins,
  };
}

function* groupsOf(
  table: TradeTable,
  { names, assign, listed, isRanked, bins }: Grouping,
  gathered: GatheredTrades,
  fees: RowFees | null,
): Steps<TradeGroup[]> {
  const ranges = assign(gathered.groups);
  // A group more for the trades in no group.
  const sums = new GroupSums(table, gathered, names.length + 1, fees);
  const groupAt = (name: string, group: number): TradeGroup => {
    const parts = partsOf(group);
    const [losing, , winning] = parts;
    const sumOf = (numbers: Uint32Array) => parts.reduce((sum, part) => sum + uint32At(numbers, part), 0);
    const count = sumOf(sums.counts);
    const [wins, losses] = [uint32At(sums.counts, winning), uint32At(sums.counts, losing)];
    const pnl = sums.pnl.textOf(...parts);
    const [won, lost] = [sums.pnl.textOf(winning), sums.pnl.textOf(losing)];
    const all = fees?.feesOf(sums.turnovers, ...parts);
    return {
      name,
      pnl,
      count,
      wins,
      losses,
      average: {
        ...averageOf(pnl, count, sums.sampleOf(group)),
        ...(all && averageAfter(pnl, count, all)),
      },
      winRate: winRateOf(wins, losses),
      averageWin: perTrade(won, wins),
      averageLoss: perTrade(lost, losses),
      ...(fees && {
        fees: all,
        averageWinAfter: averageAfter(won, wins, fees.feesOf(sums.turnovers, winning)).after,
        averageLossAfter: averageAfter(lost, losses, fees.feesOf(sums.turnovers, losing)).after,
      }),
      bin: bins?.[group] ?? null,
      range: ranges?.[group] ?? null,
      uncertain: sumOf(sums.uncertain),
    };
  };
  const all: TradeGroup[] = [];
  for (const [group, name] of names.entries()) {
    all.push(groupAt(name, group));
    if (all.length % groupsPerStep === 0) yield;
  }
  const isUsed = ({ count }: TradeGroup): boolean => count > 0;
  if (listed === 'used') {
    const used = all.filter(isUsed);
    return isRanked ? used.sort((a, b) => compareDecimals(b.pnl, a.pnl) || compareTexts(a.name, b.name)) : used;
  }
  return listed === 'all' ? all : all.slice(Math.max(0, all.findIndex(isUsed)), all.findLastIndex(isUsed) + 1);
}

/** Returns the average of a sum over a sample. `values`: the sample, as floats, if it is small. */
export function averageOf(sum: Decimal, sample: number, values: readonly number[]): SampleFigure {
  return {
    value: perTrade(sum, sample),
    sample,
    interval: meanInterval(values),
  };
}

function perTrade(sum: Decimal, trades: number): Decimal | null {
  return trades === 0 ? null : divide(sum, trades, averagePlaces);
}
