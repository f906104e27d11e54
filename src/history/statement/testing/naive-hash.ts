import { createHash } from 'node:crypto';
import Big from 'big.js';
import type { StatementBasis } from '../../../shared/orders/history.ts';
import type { TimeRange } from '../../../shared/time/days.ts';
import type { NumberedRow } from '../../orders/testing/numbered-rows.ts';
import type { Interval } from '../../trades/execution-intervals.ts';

type Order = NumberedRow<'order-history'>;

/** An order with its moment and the end of its interval. */
interface Moment {
  readonly order: Order;
  readonly at: number;
  /** `null` if it is not known. */
  readonly to: number | null;
}

/** The hash of a statement as docs/statement.md says, from that page alone. `seen`: intervals of execution that were observed, by key. */
export function naiveHash(
  orders: readonly Order[],
  span: TimeRange,
  basis: StatementBasis,
  seen: ReadonlyMap<string, Interval>,
): string {
  const all = orders.map((order) => momentOf(order, basis, seen)).toSorted((a, b) => oldestFirst(a.order, b.order));
  const isIn = ({ at }: Moment) => at >= span.from && at < span.to;
  const crosses = ({ at, to, order }: Moment) =>
    basis === 'execution' && seen.has(order.key) && at < span.from && to !== null && to >= span.from;
  const hashed = new Set(all.filter((one) => isIn(one) || crosses(one)));
  for (const leg of Map.groupBy(all, legOf).values()) {
    // A stable sort keeps the order of creation among those of one moment.
    for (const trade of tradesOf(legOf(leg[0] as Moment) === null ? [] : leg.toSorted((a, b) => a.at - b.at))) {
      const before = trade.filter(({ at }) => at < span.from);
      if (trade.some(isIn) || sizeOf(before).gt(0) || before.some(crosses)) for (const one of before) hashed.add(one);
    }
  }
  const lines: unknown[][] = [['orderglass-statement-2', basis, span.from, span.to]];
  for (const one of all.filter((each) => hashed.has(each))) {
    const { id, marginMode, createdAt, symbol, side, action, filledQuantity, averagePrice, pnl } = one.order;
    const price = new Big(averagePrice ?? 0).eq(0) ? null : averagePrice;
    const figures = [filledQuantity, price, pnl].map((text) => text && new Big(text).toFixed());
    const ends = basis === 'execution' ? [one.at, one.to] : [];
    lines.push([id, marginMode, createdAt, symbol, side, action, ...figures, ...ends]);
  }
  const unfinished = orders.filter(({ status, createdAt }) => isUnfinished(status) && createdAt < span.to);
  const names = [...new Set(unfinished.map(({ symbol }) => symbol ?? ''))].toSorted(
    (a, b) => byCodePoints(folded(a), folded(b)) || byCodePoints(a, b),
  );
  for (const name of names) {
    const own = unfinished.filter(({ symbol }) => symbol === name);
    const rest = own.map(({ quantity, filledQuantity }) => {
      const [whole, executed] = [quantity && new Big(quantity), new Big(filledQuantity ?? 0)];
      return whole && executed.gte(0) && executed.lte(whole) ? whole.minus(executed) : new Big(0);
    });
    lines.push(['unfinished', name, own.length, rest.reduce((sum, each) => sum.plus(each), new Big(0)).toFixed()]);
  }
  return createHash('sha256')
    .update(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    .digest('hex');
}

/** docs/statement.md 1, and docs/trades.md 2.1. */
function momentOf(order: Order, basis: StatementBasis, seen: ReadonlyMap<string, Interval>): Moment {
  const { createdAt, kind, key } = order;
  const interval = basis === 'execution' ? seen.get(key) : undefined;
  if (interval) return { order, at: Math.max(createdAt, interval.from), to: Math.max(createdAt, interval.to) };
  return { order, at: createdAt, to: kind === 'market' ? createdAt : null };
}

/** docs/statement.md 5: the oldest first; of one millisecond cross before isolated, then by the list from its older end. */
function oldestFirst(a: Order, b: Order): number {
  return a.createdAt - b.createdAt || a.marginMode.localeCompare(b.marginMode) || a.tie - b.tie;
}

/** docs/trades.md 2; `null` for an order without a leg. */
function legOf({ order }: Moment): string | null {
  const { side, action, symbol, marginMode, filledQuantity } = order;
  const sides: Record<string, string> = {
    'buy open': 'long',
    'sell close': 'long',
    'sell open': 'short',
    'buy close': 'short',
  };
  const own = sides[`${side} ${action}`];
  return own === undefined || !new Big(filledQuantity ?? 0).gt(0) ? null : `${symbol} ${marginMode} ${own}`;
}

/** docs/trades.md 3. */
function tradesOf(leg: readonly Moment[]): Moment[][] {
  const trades: Moment[][] = [];
  for (const one of leg) {
    const last = trades.at(-1);
    const isNew = last === undefined || (sizeOf(last).eq(0) && (one.order.action === 'open' || !hasExcess(last)));
    if (isNew) trades.push([one]);
    else last.push(one);
  }
  return trades;
}

function sizeOf(trade: readonly Moment[]): Big {
  return trade.reduce((size, { order: { action, filledQuantity } }) => {
    const next = action === 'open' ? size.plus(filledQuantity ?? 0) : size.minus(filledQuantity ?? 0);
    return next.lt(0) ? new Big(0) : next;
  }, new Big(0));
}

function hasExcess(trade: readonly Moment[]): boolean {
  const total = (wanted: string) =>
    trade.reduce(
      (sum, { order: { action, filledQuantity } }) => (action === wanted ? sum.plus(filledQuantity ?? 0) : sum),
      new Big(0),
    );
  return total('close').gt(total('open'));
}

/** docs/statement.md 4. */
function isUnfinished(status: string | null): boolean {
  return ['pending', 'partially-filled', 'canceling'].includes(status ?? '') || status?.startsWith('unknown:') === true;
}

function folded(text: string): string {
  return text.normalize('NFKC').toUpperCase().normalize('NFKC');
}

function byCodePoints(a: string, b: string): number {
  const pointsOf = (text: string) => Array.from(text, (letter) => letter.codePointAt(0) ?? Number.NaN);
  const [one, other] = [pointsOf(a), pointsOf(b)];
  const place = one.findIndex((point, at) => point !== other[at]);
  if (place < 0) return one.length - other.length;
  return (one[place] ?? Number.NaN) - (other[place] ?? -1);
}
