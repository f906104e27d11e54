import Big from 'big.js';
import type { Results, SampleFigure, TradeGroup, TradeResults } from '../../../shared/contract/results.ts';
import type { Trade } from '../../../shared/contract/trades.ts';
import type { TradeGrouping } from '../../../shared/orders/trades.ts';
import { dayOf, hourOf, weekdayOf } from '../../../shared/testing/local-calendar.ts';

const Exact = Big();
Exact.DP = 60;
Exact.RM = Big.roundDown;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The results of docs/results.md 1 for one quote currency, from scratch. `all`: trades by opening, the newest first. `tagsOf`: of their notes. */
export function naiveResults(
  all: readonly Trade[],
  quote: string,
  zone: string,
  tagsOf: (trade: Trade) => readonly string[],
): Omit<TradeResults, 'version' | 'quotes'> {
  const own = all.filter(({ symbol }) => symbol.endsWith(`-${quote}`));
  const incomplete = own.filter((trade) => trade.incomplete.length > 0);
  const complete = own.filter((trade) => trade.incomplete.length === 0);
  const open = complete.filter(({ closedAt }) => closedAt === null);
  const closed = complete
    .filter(({ closedAt }) => closedAt !== null)
    .toReversed()
    .toSorted((a, b) => timeOf(a) - timeOf(b));
  const wins = closed.filter(isWin);
  const losses = closed.filter(isLoss);
  const decided = closed.filter((trade) => !pnlOf(trade).eq(0));
  return {
    quote,
    open: apart(open),
    incomplete: apart(incomplete),
    uncertain: uncertainIn(closed),
    winRate: {
      value: rateOf(wins.length, decided.length),
      sample: decided.length,
      interval: wilson(wins.length, decided.length),
    },
    averageWin: averageOf(wins),
    averageLoss: averageOf(losses),
    profitFactor: {
      value: losses.length === 0 ? null : rounded(sumOf(wins).div(sumOf(losses).abs()), 4),
      sample: decided.length,
      interval: losses.length === 0 ? null : intervalOf(decided.map(floatOf), factorOf),
    },
    expectancy: averageOf(closed),
    longestWins: longest(closed, (trade) => wins.includes(trade)),
    longestLosses: longest(closed, (trade) => losses.includes(trade)),
    drawdown: drawdownOf(closed),
    days: daysOf(closed, zone),
    groups: groupsOf(closed, zone, tagsOf),
  };
}

/** The number of trades and what is known of their PnL. */
const apart = (trades: readonly Trade[]): TradeResults['open'] => {
  const isUnknown = trades.length > 0 && trades.every(({ pnl }) => pnl === null);
  return { trades: trades.length, sum: isUnknown ? null : sumOf(trades).toFixed() };
};
const pnlOf = ({ pnl }: Trade): Big => new Exact(pnl ?? 0);
const isWin = (trade: Trade): boolean => pnlOf(trade).gt(0);
const isLoss = (trade: Trade): boolean => pnlOf(trade).lt(0);
const rateOf = (wins: number, decided: number): string | null =>
  decided === 0 ? null : rounded(new Exact(100 * wins).div(decided), 2);
const timeOf = ({ closedAt }: Trade): number => closedAt ?? Number.NaN;
const uncertainIn = (trades: readonly Trade[]): number =>
  trades.filter(({ executions }) => executions === 'uncertain').length;
const floatOf = ({ pnl }: Trade): number => Number(pnl);
const sumOf = (trades: readonly Trade[]): Big => trades.reduce((sum, trade) => sum.plus(pnlOf(trade)), new Exact(0));

function rounded(value: Big, places: number): string {
  const text = new Big(value.round(places, Big.roundHalfUp)).toFixed();
  return text === '-0' ? '0' : text;
}

function averageOf(trades: readonly Trade[]): SampleFigure {
  return {
    value: trades.length === 0 ? null : rounded(sumOf(trades).div(trades.length), 8),
    sample: trades.length,
    interval: meanInterval(trades.map(floatOf)),
  };
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function factorOf(values: readonly number[]): number {
  const total = (part: readonly number[]) => part.reduce((sum, value) => sum + Math.abs(value), 0);
  return total(values.filter((value) => value > 0)) / total(values.filter((value) => value < 0));
}

/** The interval of docs/results.md 1.5 of an average: by the standard error from 30 values on. */
function meanInterval(sample: readonly number[]): SampleFigure['interval'] {
  const size = sample.length;
  if (size < 30) return intervalOf(sample, meanOf);
  if (size > 300 || new Set(sample).size === 1) return null;
  const ascending = sample.toSorted((a, b) => a - b);
  const mean = meanOf(ascending);
  const deviation = Math.sqrt(ascending.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (size - 1));
  const reach = (1.96 * deviation) / Math.sqrt(size);
  return { from: significant(mean - reach), to: significant(mean + reach) };
}

const significant = (value: number): string => new Exact(value.toPrecision(3)).toFixed();

/** The same by a bootstrap: of 2,000 sorted figures the 51st and the 1,950th. */
function intervalOf(
  sample: readonly number[],
  figure: (values: readonly number[]) => number,
): SampleFigure['interval'] {
  const size = sample.length;
  if (size < 5 || size > 300 || new Set(sample).size === 1) return null;
  const ascending = sample.toSorted((a, b) => a - b);
  const random = mulberry32(1);
  const figures = Array.from({ length: 2000 }, () => {
    const drawn = Array.from({ length: size }, () => ascending[Math.floor(random() * size)] ?? Number.NaN);
    return figure(drawn);
  }).toSorted((a, b) => (a === b ? 0 : a < b ? -1 : 1));
  const [from = Number.NaN, to = Number.NaN] = [figures[50], figures[1949]];
  if (from === Number.POSITIVE_INFINITY) return null;
  return { from: significant(from), to: to === Number.POSITIVE_INFINITY ? null : significant(to) };
}

/** The generator of that name, as it was published, with products modulo 2 ** 32 as bigints. */
function mulberry32(seed: number): () => number {
  const low = (value: bigint) => BigInt.asUintN(32, value);
  let a = BigInt(seed);
  return () => {
    a = low(a + 0x6d2b79f5n);
    let t = low((a ^ (a >> 15n)) * (a | 1n));
    t = low(t ^ (t + low((t ^ (t >> 7n)) * (t | 61n))));
    return Number(t ^ (t >> 14n)) / 4_294_967_296;
  };
}

/** Solves (share - p)² = 1.96² p (1 - p) / n for p with decimals. */
function wilson(wins: number, n: number): SampleFigure['interval'] {
  if (n === 0) return null;
  const square = new Exact('1.96').pow(2);
  const share = new Exact(wins).div(n);
  const [a, b, c] = [square.div(n).plus(1), share.times(2).plus(square.div(n)), share.pow(2)];
  const root = b.pow(2).minus(a.times(c).times(4)).sqrt();
  const ends = [b.minus(root), b.plus(root)].map((end) => end.div(a.times(2)).times(100));
  const [from, to] = ends.map((end) => new Big(end.round(40, Big.roundHalfUp)).prec(3, Big.roundHalfUp).toFixed());
  return { from: from ?? '', to: to ?? '' };
}

/** Compares all streaks, the earliest first. */
function longest(trades: readonly Trade[], holds: (trade: Trade) => boolean): TradeResults['longestWins'] {
  let best: TradeResults['longestWins'] = null;
  trades.forEach((first, from) => {
    const end = trades.findIndex((trade, place) => place >= from && !holds(trade));
    const streak = trades.slice(from, end < 0 ? trades.length : end);
    const last = streak.at(-1);
    if (last === undefined || streak.length <= (best?.trades ?? 0)) return;
    best = { trades: streak.length, from: timeOf(first), to: timeOf(last), uncertain: uncertainIn(streak) };
  });
  return best;
}

/** Compares the sums before and after all trades with each other. */
function drawdownOf(trades: readonly Trade[]): TradeResults['drawdown'] {
  const sums = [new Exact(0)];
  for (const trade of trades) sums.push((sums.at(-1) as Big).plus(pnlOf(trade)));
  const closing = (count: number) => (count === 0 ? null : timeOf(trades[count - 1] as Trade));
  let largest = new Exact(0);
  let peak = new Exact(0);
  let drawdown: TradeResults['drawdown'] = null;
  sums.forEach((low, to) => {
    if (low.gt(peak)) peak = low;
    const fall = peak.minus(low);
    if (!fall.gt(largest)) return;
    largest = fall;
    // The last of several equal peaks.
    const from = sums.slice(0, to).findLastIndex((sum) => sum.eq(peak));
    const recovered = sums.findIndex((sum, count) => count > to && sum.gte(peak));
    drawdown = {
      amount: fall.toFixed(),
      from: closing(from),
      to: closing(to) ?? 0,
      recoveredAt: recovered < 0 ? null : closing(recovered),
      uncertain: uncertainIn(trades.slice(from, to)),
    };
  });
  return drawdown;
}

function partOf(trades: readonly Trade[]) {
  return {
    pnl: sumOf(trades).toFixed(),
    count: trades.length,
    wins: trades.filter(isWin).length,
    losses: trades.filter(isLoss).length,
  };
}

function daysOf(trades: readonly Trade[], zone: string): Results['days'] {
  let total = new Exact(0);
  return [...Map.groupBy(trades, (trade) => dayOf(timeOf(trade), zone))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, group]) => {
      total = total.plus(sumOf(group));
      return { day: name, ...partOf(group), total: total.toFixed() };
    });
}

function groupsOf(
  trades: readonly Trade[],
  zone: string,
  tagsOf: (trade: Trade) => readonly string[],
): Record<TradeGrouping, TradeGroup[]> {
  const group = (name: string, members: readonly Trade[]): TradeGroup => ({
    name,
    ...partOf(members),
    average: averageOf(members),
    winRate: rateOf(members.filter(isWin).length, members.filter((trade) => isWin(trade) || isLoss(trade)).length),
    averageWin: averageOf(members.filter(isWin)).value,
    averageLoss: averageOf(members.filter(isLoss)).value,
    bin: null,
    range: null,
    uncertain: uncertainIn(members),
  });
  const by = (names: readonly string[], nameOf: (trade: Trade) => string): TradeGroup[] => {
    const members = Map.groupBy(trades, nameOf);
    return names.map((name) => group(name, members.get(name) ?? []));
  };
  const symbols = by([...new Set(trades.map(({ symbol }) => symbol))].toSorted(), ({ symbol }) => symbol);
  const bins = (
    ends: readonly TradeGroup['bin'][],
    read: (trade: Trade) => string | null,
    holds: (value: Big, end: TradeGroup['bin']) => boolean,
  ): TradeGroup[] => {
    const valued = trades.flatMap((trade) => {
      const text = read(trade);
      return text === null ? [] : [{ trade, value: new Exact(text) }];
    });
    const all = ends.map((bin, i): TradeGroup => {
      const members = valued.filter(({ value }) => holds(value, bin));
      const values = members.map(({ value }) => value).toSorted((a, b) => a.cmp(b));
      const [from, to] = [values[0]?.toFixed(), values.at(-1)?.toFixed()];
      const figures = group(
        String(i),
        members.map(({ trade }) => trade),
      );
      return { ...figures, bin, range: members.length === 0 ? null : { from, to } };
    });
    const used = all.map(({ count }) => count > 0);
    return all.slice(Math.max(0, used.indexOf(true)), used.lastIndexOf(true) + 1);
  };
  const upTo = (edges: readonly (string | number)[], read: (trade: Trade) => string | null): TradeGroup[] =>
    bins(
      [...edges.map(String), null].map((to, i) => ({ from: i === 0 ? null : String(edges[i - 1]), to })),
      read,
      (value, end) => (!end?.from || value.gt(end.from)) && (!end?.to || value.lte(end.to)),
    );
  return {
    symbol: symbols.toSorted((a, b) => new Exact(b.pnl).cmp(a.pnl)),
    tag: [...new Set(trades.flatMap(tagsOf))]
      .toSorted()
      .map((tag) =>
        group(
          tag,
          trades.filter((trade) => tagsOf(trade).includes(tag)),
        ),
      )
      .toSorted((a, b) => new Exact(b.pnl).cmp(a.pnl)),
    side: by(['long', 'short'], ({ side }) => side ?? ''),
    account: by(accountsIn(trades), ({ account }) => account ?? ''),
    weekday: by(['1', '2', '3', '4', '5', '6', '7'], ({ openedAt }) => String(weekdayOf(openedAt, zone))),
    hour: by(
      Array.from({ length: 24 }, (_, each) => String(each)),
      ({ openedAt }) => String(hourOf(openedAt, zone)),
    ),
    leverage: upTo([2, 5, 10, 20, 50, 100], ({ leverage }) => leverage),
    r: upTo(['-2', '-1', '-0.5', '0', '0.5', '1', '2', '3', '5'], ({ r }) => r),
    duration: upTo(
      [minute, 5 * minute, 15 * minute, hour, 4 * hour, 12 * hour, day, 3 * day, 7 * day, 30 * day],
      ({ duration }) => String(duration),
    ),
    result: bins(
      resultEnds(trades),
      ({ pnl }) => pnl,
      (value, end) => {
        if (end?.from === '0' && end.to === '0') return value.eq(0);
        if (end?.to && new Exact(end.to).lte(0)) return (!end.from || value.gte(end.from)) && value.lt(end.to);
        return value.gt(end?.from ?? 0) && (!end?.to || value.lte(end.to));
      },
    ),
  };
}

/** The accounts of the trades of a joint archive, in the order of their IDs. */
function accountsIn(trades: readonly Trade[]): string[] {
  return [...new Set(trades.flatMap(({ account }) => account ?? []))].toSorted();
}

function resultEnds(trades: readonly Trade[]): TradeGroup['bin'][] {
  const sizes = trades
    .map(floatOf)
    .filter((value) => value !== 0)
    .map(Math.abs)
    .toSorted((a, b) => a - b);
  const reached = sizes[Math.ceil(0.9 * sizes.length) - 1];
  const zero = { from: '0', to: '0' };
  if (reached === undefined) return [{ from: null, to: '0' }, zero, { from: '0', to: null }];
  const width = Array.from({ length: 700 }, (_, i) => new Exact(`${[1, 2, 5][i % 3]}e${Math.floor(i / 3) - 120}`)).find(
    (each) => each.toNumber() >= reached / 6,
  );
  const text = (count: number) => (width ?? new Exact(0)).times(count).toFixed();
  const positive = Array.from({ length: 7 }, (_, i) => ({ from: text(i), to: i === 6 ? null : text(i + 1) }));
  const negative = Array.from({ length: 7 }, (_, i) => ({ from: i === 0 ? null : text(i - 7), to: text(i - 6) }));
  return [...negative, zero, ...positive];
}
