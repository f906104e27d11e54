import Big from 'big.js';
import type { Position, Trade } from '../../../shared/contract/trades.ts';
import type { CostMethod, IncompleteReason, PositionSide } from '../../../shared/orders/trades.ts';
import { type Decimal, marginModes } from '../../../shared/values/domain.ts';
import type { NumberedRow } from '../../orders/testing/numbered-rows.ts';
import type { HistoryBreak } from '../../rows.ts';
import type { Interval } from '../execution-intervals.ts';
import { naiveContractSize } from './naive-contract-size.ts';
import {
  type NaiveExecution,
  naiveDoubts,
  naiveMethod,
  naiveTaken,
  naiveTimes,
  naiveVotes,
} from './naive-executions.ts';

type Order = NumberedRow<'order-history'>;

/** The trades and positions of docs/trades.md, derived from all orders from scratch. Written from that page, as directly as possible. */
export interface NaiveResult {
  /** The newest first. */
  readonly trades: Trade[];
  readonly positions: Position[];
  readonly method: CostMethod | null;
  /** Orders of each trade by its key, the oldest first. */
  readonly orders: ReadonlyMap<string, readonly Order[]>;
}

/** Far more digits than an average has, so that rounding it again is exact. */
const Exact = Big();
Exact.DP = 150;
Exact.RM = Big.roundDown;

/** `intervals`: of the orders that were observed, by their keys; `null` takes the orders by creation. */
export function naiveTrades(
  orders: readonly Order[],
  breaks: readonly HistoryBreak[],
  intervals: ReadonlyMap<string, Interval> | null = new Map(),
): NaiveResult {
  const legs = new Map<string, NaiveExecution[]>();
  const found: { trade: Trade; first: Order }[] = [];
  const positions: Position[] = [];
  const ordersOf = new Map<string, readonly Order[]>();
  const counting = orders.filter(counts).toSorted(oldestFirst);
  // A statement infers no side.
  const closed = intervals === null ? new Map<Order, PositionSide>() : closedSides(counting, intervals);
  const ownSide = (order: Order) => closed.get(order) ?? sideOf(order);
  for (const order of counting) {
    const side = ownSide(order);
    if (side === null) {
      found.push({ first: order, trade: unplacedTrade(order) });
      ordersOf.set(order.key, [order]);
      continue;
    }
    const key = `${order.symbol} ${order.marginMode} ${side}`;
    legs.set(key, [...(legs.get(key) ?? []), { order, ...intervalOf(order, intervals) }]);
  }
  for (const executions of legs.values()) executions.sort((a, b) => a.from - b.from);
  const withContract = [...legs.values()].map((executions) => {
    const symbol = executions[0]?.order.symbol;
    return {
      executions,
      contract: contractOf([...legs.values()].filter((leg) => leg[0]?.order.symbol === symbol)),
    };
  });
  const votes = withContract.map((leg) => naiveVotes({ ...leg, method: null }, pricedParts(leg.executions).slice(-50)));
  const method = naiveMethod(votes);
  for (const { executions, contract } of withContract) {
    const { marginMode: ownMode } = (executions[0] as NaiveExecution).order;
    const leg = { executions, contract, method };
    const parts = partsOf(naiveTaken(leg));
    const ordersIn = parts.map((part) => part.map(({ order }) => order));
    const times = naiveTimes(parts);
    const doubts = naiveDoubts(
      leg,
      parts.map((part, place) => ({ orders: part, hasExcess: excessOf(ordersIn[place] ?? []).gt(0) })),
    );
    const trades = parts.map((part, place) => {
      const before = parts.slice(0, place).flat().length;
      const [opened, closed] = [times[before], times[before + part.length - 1]];
      const isOpen = sizeOf(ordersIn[place] ?? []).gt(0);
      return placedTrade(ordersIn[place] ?? [], ownSide, {
        openedAt: opened?.earliest ?? 0,
        openedBy: finite(opened?.latest),
        closedAt: isOpen ? null : (closed?.earliest ?? null),
        closedBy: isOpen ? null : finite(closed?.latest),
        executions: doubts[place] ? 'uncertain' : 'certain',
      });
    });
    const reasons = ordersIn.map((part): IncompleteReason[] => [
      ...(excessOf(part).gt(0) ? (['more-closed'] as const) : []),
      ...(lacksPnl(part) ? (['no-pnl'] as const) : []),
    ]);
    for (const { marginMode, before } of breaks) {
      if (ownMode !== marginMode) continue;
      const place = before === null ? 0 : trades.findIndex(({ closedAt }) => closedAt === null || closedAt >= before);
      reasons[place]?.push(before === null ? 'missing-start' : 'gap');
    }
    const { symbol } = (executions[0] as NaiveExecution).order;
    const side = ownSide((executions[0] as NaiveExecution).order) as PositionSide;
    const doubtful = orders.filter(
      (order) => order.symbol === symbol && order.marginMode === ownMode && isDoubtful(order) && !closed.has(order),
    );
    for (const order of doubtful) {
      const words = (action: 'open' | 'close') => {
        const buys = (action === 'open') === (side === 'long');
        const isSide = order.side === null || order.side === (buys ? 'buy' : 'sell');
        return isSide && (order.action === action || (order.action !== 'open' && order.action !== 'close'));
      };
      const { from } = intervalOf(order, intervals);
      trades.forEach(({ closedAt }, place) => {
        if (closedAt !== null && closedAt < from) return;
        if (words('open') || words('close')) reasons[place]?.push('doubtful-order');
      });
    }
    ordersIn.forEach((part, place) => {
      const [first] = part;
      const derived = trades[place];
      if (first === undefined || derived === undefined) return;
      const trade = { ...derived, incomplete: sorted(reasons[place] ?? []) };
      found.push({ first, trade });
      ordersOf.set(trade.key, part);
      if (trade.state === 'open') positions.push(positionOf(part, trade, intervals === null ? null : method));
    });
  }
  const trades = found
    .toSorted((a, b) => b.trade.openedAt - a.trade.openedAt || byFirstOrder(b.first, a.first))
    .map(({ trade }) => trade);
  return { trades, positions, orders: ordersOf, method };
}

/** The position sides that orders close of which the action alone is known (docs/trades.md 2). */
function closedSides(
  counting: readonly Order[],
  intervals: ReadonlyMap<string, Interval>,
): ReadonlyMap<Order, PositionSide> {
  const from = (order: Order) => intervalOf(order, intervals).from;
  const sorted = counting.toSorted((a, b) => from(a) - from(b));
  const closed = new Map<Order, PositionSide>();
  for (const [place, order] of sorted.entries()) {
    if (order.side !== null || order.action !== 'close' || !quantityOf(order).gt(0)) continue;
    const isHeld = (side: PositionSide) => {
      const earlier = sorted.slice(0, place).filter((one) => {
        const isOf = one.symbol === order.symbol && one.marginMode === order.marginMode;
        return isOf && (closed.get(one) ?? sideOf(one)) === side;
      });
      const parts = partsOf(earlier.map((one) => ({ order: one, from: 0, to: 0 })));
      return sizeOf((parts.at(-1) ?? []).map((taken) => taken.order)).gt(0);
    };
    const held = (['long', 'short'] as const).filter(isHeld);
    if (held.length === 1) closed.set(order, held[0] as PositionSide);
  }
  return closed;
}

/** See docs/trades.md 2.1. */
function intervalOf(
  { key, createdAt, kind }: Order,
  intervals: ReadonlyMap<string, Interval> | null,
): Pick<NaiveExecution, 'from' | 'to'> {
  if (intervals === null) return { from: createdAt, to: createdAt };
  const observed = intervals.get(key);
  if (observed !== undefined) return { from: Math.max(createdAt, observed.from), to: Math.max(createdAt, observed.to) };
  return { from: createdAt, to: kind === 'market' ? createdAt : Number.POSITIVE_INFINITY };
}

/** The size of a contract that the trades by start show (docs/trades.md 2.2). `legs`: of one symbol. */
function contractOf(legs: readonly (readonly NaiveExecution[])[]): Big | null {
  const parts = legs.flatMap((leg) =>
    pricedParts(leg)
      .slice(-20)
      .map((part) => ({ part: part.map(({ order }) => order), leg })),
  );
  const trades = parts.map(({ part, leg }) => ({ ...placedTrade(part, sideOf, noTimes), part, leg }));
  const { size } = naiveContractSize(trades, ({ part }) => part, {
    minShare: 0.5,
    roundedLike: ({ leg }) => leg.map(({ order }) => order),
  });
  return typeof size === 'string' ? new Exact(size) : null;
}

/** The trades by start that are closed without an excess, and whose orders all have an average price. */
function pricedParts(leg: readonly NaiveExecution[]): NaiveExecution[][] {
  return partsOf(leg).filter((part) => {
    const orders = part.map(({ order }) => order);
    const isPriced = orders.every(({ averagePrice: price }) => new Exact(price ?? 0).gt(0));
    return isPriced && sizeOf(orders).eq(0) && excessOf(orders).eq(0);
  });
}

const noTimes = { openedAt: 0, openedBy: 0, closedAt: 0, closedBy: 0, executions: 'certain' } as const;

const finite = (time: number | undefined): number | null => (time !== undefined && Number.isFinite(time) ? time : null);

/** Compares trades that were opened at one time. */
function byFirstOrder(a: Order, b: Order): number {
  return marginModes.indexOf(b.marginMode) - marginModes.indexOf(a.marginMode) || oldestFirst(a, b);
}

function counts({ filledQuantity, pnl }: Order): boolean {
  return quantityOf({ filledQuantity }).gt(0) || !new Exact(pnl ?? 0).eq(0);
}

function quantityOf({ filledQuantity }: Pick<Order, 'filledQuantity'>): Big {
  return new Exact(filledQuantity ?? 0);
}

/** See docs/trades.md 4.1. */
export function isDoubtful(order: Order): boolean {
  if (quantityOf(order).gt(0)) return sideOf(order) === null;
  const { status, averagePrice, filledQuantity } = order;
  if (counts(order) || quantityOf(order).lt(0) || new Exact(averagePrice ?? 0).gt(0)) return true;
  if (status === 'filled' || status === 'partially-filled' || status === 'partially-canceled') return true;
  return filledQuantity === null && status !== 'pending' && status !== 'canceled';
}

/** Of orders of one time, those of the other margin mode come first, as in the lists; within one the tie decides. */
function oldestFirst(a: Order, b: Order): number {
  const modes = ['cross', 'isolated'];
  return a.createdAt - b.createdAt || modes.indexOf(a.marginMode) - modes.indexOf(b.marginMode) || a.tie - b.tie;
}

function sideOf(order: Order): PositionSide | null {
  if (!quantityOf(order).gt(0)) return null;
  const sides: Record<string, PositionSide> = {
    'buy open': 'long',
    'sell close': 'long',
    'sell open': 'short',
    'buy close': 'short',
  };
  return sides[`${order.side} ${order.action}`] ?? null;
}

/** The orders of each trade of a leg. */
function partsOf<Taken extends NaiveExecution>(leg: readonly Taken[]): Taken[][] {
  const parts: Taken[][] = [];
  const ordersOf = (part: readonly Taken[] = []) => part.map(({ order }) => order);
  let isOver = true;
  for (const taken of leg) {
    const current = parts.at(-1);
    const isAfterExcess = current !== undefined && excessOf(ordersOf(current)).gt(0) && taken.order.action === 'open';
    if (current === undefined || isOver || isAfterExcess) parts.push([taken]);
    else current.push(taken);
    const part = ordersOf(parts.at(-1));
    isOver = sizeOf(part).eq(0) && excessOf(part).eq(0);
  }
  return parts;
}

/** Size after each order, and what could not be subtracted from it. */
function sizesOf(part: readonly Order[]): { sizes: Big[]; excess: Big } {
  let size = new Exact(0);
  let excess = new Exact(0);
  const sizes = part.map((order) => {
    const quantity = quantityOf(order);
    if (order.action === 'open') size = size.plus(quantity);
    else if (quantity.gt(size)) {
      excess = excess.plus(quantity.minus(size));
      size = new Exact(0);
    } else size = size.minus(quantity);
    return size;
  });
  return { sizes, excess };
}

const sizeOf = (part: readonly Order[]): Big => sizesOf(part).sizes.at(-1) ?? new Exact(0);
const excessOf = (part: readonly Order[]): Big => sizesOf(part).excess;

const lacksPnl = (part: readonly Order[]): boolean =>
  part.some(({ action, pnl }) => action === 'close' && pnl === null);

type Times = Pick<Trade, 'openedAt' | 'openedBy' | 'closedAt' | 'closedBy' | 'executions'>;

function placedTrade(part: readonly Order[], ownSide: (order: Order) => PositionSide | null, times: Times): Trade {
  const opening = part.filter(({ action }) => action === 'open');
  const closing = part.filter(({ action }) => action === 'close');
  const first = part[0] as Order;
  const isOpen = sizeOf(part).gt(0);
  const closed = total(closing);
  const pnl = part.reduce((sum, order) => sum.plus(order.pnl ?? 0), new Exact(0));
  return {
    key: first.key,
    symbol: first.symbol,
    marginMode: first.marginMode,
    side: ownSide(first),
    state: isOpen ? 'open' : 'closed',
    ...times,
    duration: times.closedAt === null || opening.length === 0 ? null : times.closedAt - times.openedAt,
    orders: part.length,
    largestSize:
      opening.length === 0
        ? null
        : plain(sizesOf(part).sizes.reduce((largest, size) => (size.gt(largest) ? size : largest))),
    openedQuantity: plain(total(opening)),
    closedQuantity: plain(closed),
    entryPrice: averagePrice(opening),
    exitPrice: averagePrice(closing),
    pnl: lacksPnl(part) && pnl.eq(0) ? null : plain(pnl),
    returnPercent: returnOf(ownSide(first), averagePrice(opening), averagePrice(closing)),
    pnlPerContract: closed.eq(0) || lacksPnl(part) ? null : average(pnl, closed),
    r: null,
    leverage: highestLeverage(part),
    incomplete: [],
  };
}

function sorted(found: readonly IncompleteReason[]): IncompleteReason[] {
  const reasons: readonly IncompleteReason[] = [
    'more-closed',
    'missing-start',
    'gap',
    'unplaced',
    'doubtful-order',
    'no-pnl',
  ];
  return reasons.filter((reason) => found.includes(reason));
}

function unplacedTrade(order: Order): Trade {
  const { key, symbol, marginMode, createdAt, pnl } = order;
  return {
    key,
    symbol,
    marginMode,
    side: null,
    state: null,
    openedAt: createdAt,
    openedBy: createdAt,
    closedAt: createdAt,
    closedBy: createdAt,
    duration: null,
    executions: 'certain',
    orders: 1,
    largestSize: null,
    openedQuantity: null,
    closedQuantity: null,
    entryPrice: null,
    exitPrice: null,
    pnl: pnl === null ? null : plain(new Exact(pnl)),
    returnPercent: null,
    pnlPerContract: null,
    r: null,
    leverage: highestLeverage([order]),
    incomplete: ['unplaced'],
  };
}

function positionOf(part: readonly Order[], trade: Trade, method: CostMethod | null): Position {
  // The average entry as a fraction, so that it stays exact.
  let [cost, divisor] = [new Exact(0), new Exact(1)];
  let size = new Exact(0);
  let entries: { price: Big; left: Big }[] = [];
  let isKnown = true;
  for (const order of part) {
    const quantity = quantityOf(order);
    const price = new Exact(order.averagePrice ?? 0);
    if (order.action === 'open') {
      if (!price.gt(0)) isKnown = false;
      cost = cost.plus(quantity.times(price).times(divisor));
      size = size.plus(quantity);
      entries.push({ price, left: quantity });
    } else {
      cost = cost.times(size.minus(quantity));
      divisor = divisor.times(size);
      size = size.minus(quantity);
      let rest = quantity;
      entries = entries.map(({ price: paid, left }) => {
        const taken = rest.lt(left) ? rest : left;
        rest = rest.minus(taken);
        return { price: paid, left: left.minus(taken) };
      });
    }
  }
  if (method === 'fifo') {
    const held = entries.filter(({ left }) => left.gt(0));
    isKnown = held.every(({ price }) => price.gt(0));
    divisor = new Exact(1);
    cost = held.reduce((sum, { price, left }) => sum.plus(price.times(left)), new Exact(0));
  }
  const { symbol, marginMode, side, openedAt, key, incomplete } = trade;
  return {
    symbol,
    marginMode,
    side: side as PositionSide,
    quantity: plain(size),
    entryPrice: isKnown ? average(cost, size.times(divisor)) : null,
    since: openedAt,
    trade: key,
    incomplete: incomplete.filter((reason) => reason !== 'no-pnl'),
  };
}

function total(orders: readonly Order[]): Big {
  return orders.reduce((sum, order) => sum.plus(quantityOf(order)), new Exact(0));
}

function averagePrice(orders: readonly Order[]): Decimal | null {
  if (orders.length === 0 || orders.some((order) => !new Exact(order.averagePrice ?? 0).gt(0))) return null;
  const cost = orders.reduce((sum, order) => sum.plus(quantityOf(order).times(order.averagePrice ?? 0)), new Exact(0));
  return average(cost, total(orders));
}

/** The move from the entry to the exit in percent of the entry; the other way around for a short. */
function returnOf(side: Trade['side'], entry: Decimal | null, exit: Decimal | null): Decimal | null {
  if (entry === null || exit === null || new Exact(entry).lte(0)) return null;
  const gain = side === 'short' ? new Exact(entry).minus(exit) : new Exact(exit).minus(entry);
  return plain(gain.times(100).div(entry).round(2, Big.roundHalfUp));
}

function average(dividend: Big, divisor: Big): Decimal {
  const quotient = dividend.div(divisor);
  return plain(quotient.eq(0) ? quotient : quotient.prec(12, Big.roundHalfUp));
}

function highestLeverage(orders: readonly Order[]): Decimal | null {
  const known = orders.flatMap(({ leverage }) => (leverage === null ? [] : [new Exact(leverage)]));
  return known.length === 0 ? null : plain(known.reduce((highest, one) => (one.gt(highest) ? one : highest)));
}

/** Without trailing zeros, and without a minus sign before zero. */
function plain(value: Big): Decimal {
  return value.eq(0) ? '0' : value.toFixed();
}
