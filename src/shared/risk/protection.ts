import { compareDecimals, difference, product, quotient, signOf, sum, withoutSign } from '../decimal.ts';
import type { Decimal, Side } from '../domain.ts';
import type { PositionSide } from '../trades.ts';
import {
  addEstimates,
  type Estimate,
  exactly,
  ifPositive,
  multiplyEstimates,
  signedBy,
  subtractEstimates,
  zeroEstimate,
} from './estimate.ts';
import { directionOf, gainPercent, type RiskPosition } from './position-figures.ts';
import {
  compareWaiting,
  fillPrice,
  type ReadableOrder,
  readWaiting,
  type UnclearReason,
  type WaitingOrder,
} from './waiting.ts';

/** The side of an order that closes a position. */
const closingSide: Record<PositionSide, Side> = { long: 'sell', short: 'buy' };

/** A waiting order that may close a position, and whether it probably does. */
export interface Candidate {
  readonly order: WaitingOrder;
  /** True if a position of the symbol and margin mode was open when the plan order was created. */
  readonly createdWhileOpen: boolean;
}

/** A stop or a target of a position. */
export interface ClosingOrder {
  readonly order: WaitingOrder;
  readonly level: Decimal;
  readonly fill: Estimate;
  readonly quantity: Decimal;
  /** Contracts that it closes if all fire, the nearest first. */
  readonly taken: Decimal;
  /** False if it may open the other side instead. */
  readonly isLikely: boolean;
  /** True for the limit of a plan order. */
  readonly mayNotFill: boolean;
  /** Result in percent of the entry, two decimal places; `null` if the entry is unknown. */
  readonly percent: Estimate | null;
}

/** Result of what stops or targets cover. `null`: nothing is covered, or an input is unknown. */
export interface CoverResult {
  /** In contracts. */
  readonly quantity: Decimal;
  /** In percent of the position, rounded down to two decimal places. */
  readonly percent: Decimal;
  /** From the entry, in the quote currency. */
  readonly result: Estimate | null;
  /** From the last price. */
  readonly fromNow: Estimate | null;
}

/** The stops or the targets of a position. */
export interface Cover {
  /** The nearest first. */
  readonly orders: readonly ClosingOrder[];
  /** By those that are likely to close the position. */
  readonly likely: CoverResult;
  readonly all: CoverResult;
  /** Contracts of the orders beyond the position. */
  readonly excess: Decimal;
}

/** What protects a position (docs/risk.md 3). */
export interface Protection {
  readonly stops: Cover;
  readonly targets: Cover;
  /** Notional of the part that no stop covers, at the last price; `null` if it is unknown. */
  readonly uncovered: Estimate | null;
  /** Orders of the closing side that are in no figure. */
  readonly unclear: readonly { readonly order: WaitingOrder; readonly reason: UnclearReason }[];
}

/**
 * Returns what protects a position. `candidates`: of its symbol and margin mode; those that cannot close it are left out.
 * `isOtherSideOpen`: true if a position of the other side is open in the symbol and margin mode.
 */
export function protectionOf(
  position: RiskPosition,
  candidates: readonly Candidate[],
  isOtherSideOpen: boolean,
  lastPrice: Estimate | null,
): Protection {
  const last = ifPositive(lastPrice);
  const direction = directionOf(position.side);
  const stops: Closing[] = [];
  const targets: Closing[] = [];
  const unclear: { order: WaitingOrder; reason: UnclearReason }[] = [];
  for (const { order, createdWhileOpen } of candidates) {
    if (order.side !== closingSide[position.side] || (order.trigger === null && order.action !== 'close')) continue;
    const read = readWaiting(order, last?.value ?? null);
    if (typeof read === 'string') {
      unclear.push({ order, reason: read });
      continue;
    }
    const isStop = read.way !== direction;
    // A target whose limit lies beyond its trigger waits for that price.
    const fill = fillPrice(read) ?? (isStop || read.limit === null ? null : exactly(read.limit));
    if (fill === null) {
      unclear.push({ order, reason: 'rests' });
      continue;
    }
    const isLikely = order.trigger === null || (createdWhileOpen && !isOtherSideOpen);
    (isStop ? stops : targets).push({ ...read, fill, isLikely });
  }
  const stopCover = coverOf(position, stops, last);
  const size = ifPositive(position.contractSize);
  const left = exactly(difference(stopCover.all.quantity, position.quantity));
  return {
    stops: stopCover,
    targets: coverOf(position, targets, last),
    uncovered: size && last && multiplyEstimates(multiplyEstimates(left, size), last),
    unclear,
  };
}

interface Closing extends ReadableOrder {
  readonly fill: Estimate;
  readonly isLikely: boolean;
}

function coverOf(position: RiskPosition, unsorted: readonly Closing[], last: Estimate | null): Cover {
  const from = last?.value ?? '0';
  const orders = unsorted.toSorted(
    (a, b) =>
      compareDecimals(withoutSign(difference(from, a.level)), withoutSign(difference(from, b.level))) ||
      compareWaiting(a.order, b.order),
  );
  const entry = ifPositive(position.entry);
  const taken = takeInOrder(orders, position.quantity);
  const total = orders.reduce((quantity, each) => sum(quantity, each.quantity), '0');
  const beyond = difference(position.quantity, total);
  return {
    orders: orders.map(({ order, level, fill, quantity, isLikely, limit }, place) => ({
      order,
      level,
      fill,
      quantity,
      taken: taken[place] ?? '0',
      isLikely,
      mayNotFill: limit !== null,
      percent: entry && gainPercent(directionOf(position.side), entry, fill),
    })),
    likely: coverResult(
      position,
      orders.filter(({ isLikely }) => isLikely),
      last,
    ),
    all: coverResult(position, orders, last),
    excess: signOf(beyond) > 0 ? beyond : '0',
  };
}

/** Returns what each order takes of a quantity, one after the other. */
function takeInOrder(orders: readonly Pick<Closing, 'quantity'>[], available: Decimal): Decimal[] {
  let left = available;
  return orders.map(({ quantity }) => {
    const taken = compareDecimals(quantity, left) < 0 ? quantity : left;
    left = difference(taken, left);
    return taken;
  });
}

/** `orders`: the nearest first. */
function coverResult(position: RiskPosition, orders: readonly Closing[], last: Estimate | null): CoverResult {
  const { quantity: held } = position;
  const direction = directionOf(position.side);
  let quantity = '0';
  /** Sum of taken * direction * fill price. */
  let worth = zeroEstimate;
  // Orders with one level may fire in any order, so the ends of the range take the worst and the best first.
  for (const equal of groupsByLevel(orders)) {
    const left = difference(quantity, held);
    const prices = equal.map((each) => ({ quantity: each.quantity, price: signedBy(direction, each.fill) }));
    const worthBy = (end: keyof Estimate, first: -1 | 0 | 1): Decimal => {
      const sorted = prices.toSorted((a, b) => compareDecimals(a.price[end], b.price[end]) * first);
      const taken = takeInOrder(sorted, left);
      return sorted.reduce((total, { price }, place) => sum(total, product(taken[place] ?? '0', price[end])), '0');
    };
    worth = addEstimates(worth, { value: worthBy('value', 0), low: worthBy('low', 1), high: worthBy('high', -1) });
    for (const taken of takeInOrder(equal, left)) quantity = sum(quantity, taken);
  }
  const size = ifPositive(position.contractSize);
  const resultFrom = (price: Estimate | null): Estimate | null => {
    if (!size || !price || signOf(quantity) === 0) return null;
    const cost = multiplyEstimates(signedBy(direction, price), exactly(quantity));
    return multiplyEstimates(subtractEstimates(worth, cost), size);
  };
  return {
    quantity,
    percent: shareOf(quantity, held),
    result: resultFrom(ifPositive(position.entry)),
    fromNow: resultFrom(last),
  };
}

function groupsByLevel(orders: readonly Closing[]): Closing[][] {
  const groups: Closing[][] = [];
  for (const each of orders) {
    const group = groups.at(-1);
    if (group?.[0] && compareDecimals(group[0].level, each.level) === 0) group.push(each);
    else groups.push([each]);
  }
  return groups;
}

/** Returns a part in percent of a whole, rounded down to two decimal places, so that 100 means all. */
function shareOf(part: Decimal, whole: Decimal): Decimal {
  const percent = quotient(product(part, '100'), whole, 2) ?? '0';
  const isRoundedUp = compareDecimals(product(percent, whole), product(part, '100')) > 0;
  return isRoundedUp ? difference('0.01', percent) : percent;
}
