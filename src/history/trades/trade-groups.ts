import type { SampleFigure, TradeGroup } from '../../shared/contract/results.ts';
import type { DecimalRange } from '../../shared/contract/values.ts';
import { compareDecimals } from '../../shared/decimal.ts';
import type { Decimal } from '../../shared/domain.ts';
import { compareTexts } from '../../shared/rows/compare-texts.ts';
import { positionSides, type TradeGrouping } from '../../shared/trades.ts';
import { PnlGroups } from '../orders/pnl-groups.ts';
import { divide, winRateOf } from '../orders/summary.ts';
import type { CodeColumn } from '../table/code-column.ts';
import type { DecimalColumn } from '../table/decimal-column.ts';
import { hoursPerWeek, weekHour } from '../table/local-hours.ts';
import { type RowFees, TurnoverSums } from '../table/turnover-sums.ts';
import { averageAfter } from './after-fees.ts';
import { groupsAmong, resultEdges } from './bins.ts';
import { maxSample, meanInterval } from './intervals.ts';
import type { TradeTable } from './trade-table.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Upper ends of the bins (docs/trades.md 11.2). They belong to their bins. */
const leverageEdges = ['2', '5', '10', '20', '50', '100'];
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

/** Trades, and the group of each: a position in the names of the grouping, or -1. A trade in several groups occurs several times. */
interface Members {
  readonly trades: Uint32Array;
  readonly groups: Int32Array;
}

/** A way to group trades. */
interface Grouping {
  readonly names: readonly string[];
  readonly members: Members;
  /** Which groups are listed: all, those with trades, or the bins between them as well. */
  readonly listed: 'all' | 'used' | 'between';
  /** Sorts the groups by PnL, the highest first. */
  readonly isRanked?: boolean;
  /** The values by which the trades are in bins, and the ends of each bin. */
  readonly bins?: { readonly column: DecimalColumn; readonly ends: readonly Bin[] };
}

const noGroups: Grouping = {
  names: [],
  members: { trades: new Uint32Array(0), groups: new Int32Array(0) },
  listed: 'used',
};

/**
 * Returns the groups of each grouping. `openingHours`: local hour of opening by trade number; see `LocalHours`. `tags`: those of the notes,
 * by trade number. `fees`: those of the trades; `null` without rates.
 */
export function groupTrades(
  table: TradeTable,
  trades: Uint32Array,
  openingHours: Int32Array,
  tags: ReadonlyMap<number, readonly string[]>,
  fees: RowFees | null,
): Record<TradeGrouping, TradeGroup[]> {
  const { symbol, side, leverage, duration, pnl, account } = table.columns;
  const names = (count: number, first: number) => Array.from({ length: count }, (_, i) => String(first + i));
  const byCode = ({ codes }: { codes: Uint32Array }): Members => {
    const groups = new Int32Array(trades.length);
    for (let at = 0; at < trades.length; at++) groups[at] = codes[trades[at] as number] as number;
    return { trades, groups };
  };
  const byWeekHour = (groupOf: (hour: number) => number): Members => {
    const groupOfHour = Int32Array.from({ length: hoursPerWeek }, (_, hour) => groupOf(hour));
    const groups = new Int32Array(trades.length);
    for (let at = 0; at < trades.length; at++) {
      groups[at] = groupOfHour[weekHour(openingHours[trades[at] as number] as number)] as number;
    }
    return { trades, groups };
  };
  const groupings: Record<TradeGrouping, Grouping> = {
    symbol: { names: valuesOf(symbol), members: byCode(symbol), listed: 'used', isRanked: true },
    side: { names: positionSides, members: byCode(side), listed: 'all' },
    leverage: upTo(leverage, leverageEdges, trades),
    weekday: { names: names(7, 1), members: byWeekHour((hour) => Math.floor(hour / 24)), listed: 'all' },
    hour: { names: names(24, 0), members: byWeekHour((hour) => hour % 24), listed: 'all' },
    result: byResult(pnl, trades),
    duration: upTo(duration, durationEdges, trades),
    tag: byTag(tags, trades),
    account: account === undefined ? noGroups : { names: valuesOf(account), members: byCode(account), listed: 'used' },
  };
  const gathered = gatherResults(table, trades);
  const entries = Object.entries(groupings).map(([name, grouping]) => {
    const results = grouping.members.trades === trades ? gathered : gatherResults(table, grouping.members.trades);
    return [name, groupsOf(table, grouping, results, fees)];
  });
  return Object.fromEntries(entries) as Record<TradeGrouping, TradeGroup[]>;
}

/** What the groups of trades add up, in the order of the trades. */
interface GatheredResults {
  /** Of the PnL; see `DecimalColumn`. */
  readonly keys: Float64Array;
  readonly details: Uint32Array;
  /** 1 for a trade whose order of executions is uncertain. */
  readonly uncertain: Uint8Array;
}

/** Gathers the results of trades once for all groupings: the trades lie far apart in their columns, which costs half of the time of a grouping. */
function gatherResults({ columns: { pnl, executions } }: TradeTable, trades: Uint32Array): GatheredResults {
  const isUncertain = executions.codesWhere((mark) => mark === 'uncertain');
  const keys = new Float64Array(trades.length);
  const details = new Uint32Array(trades.length);
  const uncertain = new Uint8Array(trades.length);
  for (let at = 0; at < trades.length; at++) {
    const trade = trades[at] as number;
    keys[at] = pnl.keys[trade] as number;
    details[at] = pnl.details[trade] as number;
    uncertain[at] = isUncertain[executions.codes[trade] as number] as number;
  }
  return { keys, details, uncertain };
}

function valuesOf(column: CodeColumn): string[] {
  return Array.from({ length: column.codeCount }, (_, code) => column.valueOf(code) ?? '');
}

/** Bins whose upper ends belong to them; the last one is open. */
function upTo(column: DecimalColumn, edges: readonly Decimal[], trades: Uint32Array): Grouping {
  const ends = [...edges, null].map((to, i) => ({ from: edges[i - 1] ?? null, to }));
  return {
    names: ends.map((_, i) => String(i)),
    members: { trades, groups: groupsAmong(column, edges, trades, (place) => place >> 1) },
    listed: 'between',
    bins: { column, ends },
  };
}

/** A group for each tag. A trade is in the groups of all of its tags. */
function byTag(tags: ReadonlyMap<number, readonly string[]>, trades: Uint32Array): Grouping {
  const tagged = tags.size === 0 ? [] : Array.from(trades).filter((trade) => tags.has(trade));
  const names = [...new Set(tagged.flatMap((trade) => tags.get(trade) ?? []))];
  const groupOf = new Map(names.map((name, group) => [name, group]));
  const pairs = tagged.flatMap((trade) =>
    (tags.get(trade) ?? []).map((tag) => ({ trade, group: groupOf.get(tag) ?? -1 })),
  );
  const members = {
    trades: Uint32Array.from(pairs, ({ trade }) => trade),
    groups: Int32Array.from(pairs, ({ group }) => group),
  };
  return { names, members, listed: 'used', isRanked: true };
}

/** Bins of equal width on both sides of zero, which is a bin of its own. The end that is further from zero belongs to its bin. */
function byResult(pnl: DecimalColumn, trades: Uint32Array): Grouping {
  const edges = resultEdges(pnl, trades);
  const zero = edges.indexOf('0');
  const between = [...edges, null].map((to, i) => ({ from: edges[i - 1] ?? null, to }));
  const ends = between.toSpliced(zero + 1, 0, { from: '0', to: '0' });
  const groupOf = (place: number): number => {
    if (place <= 2 * zero) return (place + 1) >> 1;
    return place === 2 * zero + 1 ? zero + 1 : (place >> 1) + 1;
  };
  return {
    names: ends.map((_, i) => String(i)),
    members: { trades, groups: groupsAmong(pnl, edges, trades, groupOf) },
    listed: 'between',
    bins: { column: pnl, ends },
  };
}

function groupsOf(
  table: TradeTable,
  { names, members, listed, isRanked, bins }: Grouping,
  { keys, details, uncertain: marks }: GatheredResults,
  fees: RowFees | null,
): TradeGroup[] {
  const { pnl } = table.columns;
  const uncertain = new Uint32Array(names.length);
  /** The wins of each group apart from its other trades. */
  const parts = new PnlGroups(pnl.decimals, 2 * names.length);
  /** By group, losses, zeros and wins apart. */
  const turnovers = new TurnoverSums(fees ? 3 * names.length : 0);
  for (let at = 0; at < members.trades.length; at++) {
    const group = members.groups[at] as number;
    if (group < 0) continue;
    const key = keys[at] as number;
    parts.add(2 * group + Number(key > 0), key, details[at] as number);
    uncertain[group] = (uncertain[group] as number) + (marks[at] as number);
    if (fees) turnovers.addSum(3 * group + 1 + Math.sign(key), fees.turnovers, members.trades[at] as number);
  }
  const groups = new PnlGroups(pnl.decimals, names.length);
  for (let part = 0; part < parts.count; part++) groups.addGroup(part >> 1, parts, part);
  const samples = smallSamples(pnl, groups, members);
  const ranges = bins && rangesOf(bins.column, names.length, members);
  const all = names.map((name, group): TradeGroup => {
    const part = groups.partOf(group);
    const won = parts.sums.textOf(2 * group + 1);
    // The trades that are no wins are losses, or zero.
    const lost = parts.sums.textOf(2 * group);
    const [losing, even, winning] = [3 * group, 3 * group + 1, 3 * group + 2];
    const all = fees?.feesOf(turnovers, losing, even, winning);
    return {
      name,
      ...part,
      average: {
        ...averageOf(part.pnl, part.count, samples[group] ?? []),
        ...(all && averageAfter(part.pnl, part.count, all)),
      },
      winRate: winRateOf(part.wins, part.losses),
      averageWin: perTrade(won, part.wins),
      averageLoss: perTrade(lost, part.losses),
      ...(fees && {
        fees: all,
        averageWinAfter: averageAfter(won, part.wins, fees.feesOf(turnovers, winning)).after,
        averageLossAfter: averageAfter(lost, part.losses, fees.feesOf(turnovers, losing)).after,
      }),
      bin: bins?.ends[group] ?? null,
      range: ranges?.[group] ?? null,
      uncertain: uncertain[group] as number,
    };
  });
  const isUsed = ({ count }: TradeGroup): boolean => count > 0;
  if (listed === 'used') {
    const used = all.filter(isUsed);
    return isRanked ? used.sort((a, b) => compareDecimals(b.pnl, a.pnl) || compareTexts(a.name, b.name)) : used;
  }
  return listed === 'all' ? all : all.slice(Math.max(0, all.findIndex(isUsed)), all.findLastIndex(isUsed) + 1);
}

/** Returns the lowest and the highest value of each group; `null` for a group without trades. */
function rangesOf(column: DecimalColumn, count: number, members: Members): (DecimalRange | null)[] {
  const { keys } = column;
  const lowest = new Uint32Array(count);
  const highest = new Uint32Array(count);
  for (let at = 0; at < members.trades.length; at++) {
    const group = members.groups[at] as number;
    if (group < 0) continue;
    const trade = members.trades[at] as number;
    const key = keys[trade] as number;
    const [low, high] = [lowest[group] as number, highest[group] as number];
    if (low === 0 || (key <= (keys[low] as number) && column.compare(trade, low) < 0)) lowest[group] = trade;
    if (high === 0 || (key >= (keys[high] as number) && column.compare(trade, high) > 0)) highest[group] = trade;
  }
  return Array.from(lowest, (low, group) => {
    const [from, to] = [column.textOf(low), column.textOf(highest[group] as number)];
    return from === null || to === null ? null : { from, to };
  });
}

/** Returns the results of each group that is small enough for an interval; `null` for the other groups. */
function smallSamples(pnl: DecimalColumn, groups: PnlGroups, members: Members): (number[] | null)[] {
  const samples = Array.from({ length: groups.count }, (_, group): number[] | null => {
    const count = groups.rows(group);
    return count > 0 && count <= maxSample ? [] : null;
  });
  if (samples.every((sample) => sample === null)) return samples;
  for (let at = 0; at < members.trades.length; at++) {
    samples[members.groups[at] as number]?.push(pnl.keys[members.trades[at] as number] as number);
  }
  return samples;
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
