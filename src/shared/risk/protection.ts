import type { PositionSide } from '../orders/trades.ts';
import { compareDecimals, difference, product, quotient, signOf, sum, withoutSign } from '../values/decimal.ts';
import type { Decimal, Side } from '../values/domain.ts';
import { type Told, untold } from '../values/told.ts';
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
export const closingSide: Record<PositionSide, Side> = { long: 'sell', short: 'buy' };

/** A waiting order that may close a position, and whether it probably does. */
export interface Candidate {
  readonly order: WaitingOrder;
  /** True if a position that the plan order could close was open when it was created. */
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

/** The part of a result that no last price changes. */
interface CoverBasis extends Omit<CoverResult, 'fromNow'> {
  /** Sum of contracts * direction * fill price. */
  readonly worth: Estimate;
}

/** The stops or the targets of a position. */
export interface Cover<Result = CoverResult> {
  /** The nearest first. */
  readonly orders: readonly ClosingOrder[];
  /** By those that are likely to close the position. */
  readonly likely: Result;
  readonly all: Result;
  /** Contracts of the orders beyond the position. */
  readonly excess: Decimal;
}

/** What protects a position (docs/risk.md 3). */
export interface Protection {
  readonly stops: Cover;
  readonly targets: Cover;
  /** Notional of the part that no stop covers, at the last price; `null` if it is unknown. */
  readonly uncovered: Estimate | null;
  /** Orders of the closing or an unknown side that are in no figure. */
  readonly unclear: readonly UnclearOrder[];
}

interface UnclearOrder {
  readonly order: WaitingOrder;
  readonly reason: UnclearReason;
  /** True if it may be a stop: it is not known to be a target, and to protect nothing. */
  readonly mayStop: boolean;
}

/** Why it cannot be told whether a position has a stop. `not-read`: the position, or what protects it, is not known. */
export type StopDoubt = 'not-read' | UnclearReason;

/** Returns whether a stop was found. It cannot be told if none was found and a waiting order may be one. `null`: not known. */
export function hasStop(protection: Pick<Protection, 'stops' | 'unclear'> | null): Told<boolean, StopDoubt> {
  if (protection === null) return untold('not-read');
  if (signOf(protection.stops.all.quantity) > 0) return true;
  const doubtful = protection.unclear.find(({ mayStop }) => mayStop);
  return doubtful === undefined ? false : untold(doubtful.reason);
}

/** What protects a position while the last price passes none of the candidates' prices. */
export interface ProtectionReading extends Pick<Protection, 'unclear'> {
  readonly stops: Cover<CoverBasis>;
  readonly targets: Cover<CoverBasis>;
  /** The prices of candidates next to the last price, between which the reading holds; `null` if there is none. */
  readonly below: Decimal | null;
  readonly above: Decimal | null;
}

/**
 * Returns the part of what protects a position that most price changes leave as it is: see `stillHolds`. `candidates`: of its symbol and
 * margin mode; those that cannot close it are left out. `isOtherSideOpen`: true if a position of the other side is open in the symbol and
 * margin mode.
 */
export function readProtection(
  position: RiskPosition,
  candidates: readonly Candidate[],
  isOtherSideOpen: boolean,
  lastPrice: Estimate | null,
): ProtectionReading {
  const last = ifPositive(lastPrice)?.value ?? null;
  const direction = directionOf(position.side);
  const stops: Closing[] = [];
  const targets: Closing[] = [];
  const unclear: UnclearOrder[] = [];
  let below: Decimal | null = null;
  let above: Decimal | null = null;
  for (const { order, createdWhileOpen } of candidates) {
    if (order.side !== null && order.side !== closingSide[position.side]) continue;
    if (order.trigger === null && order.action !== 'close') continue;
    const price = order.trigger ? order.trigger.price : order.price;
    if (price !== null && last !== null) {
      const way = compareDecimals(price, last);
      if (way <= 0 && (below === null || compareDecimals(price, below) > 0)) below = price;
      if (way >= 0 && (above === null || compareDecimals(price, above) < 0)) above = price;
    }
    const read = readWaiting(order, last);
    if (typeof read === 'string') {
      unclear.push({ order, reason: read, mayStop: mayStop(order, direction) });
      continue;
    }
    const isStop = read.way !== direction;
    // A target whose limit lies beyond its trigger waits for that price.
    const fill = fillPrice(read) ?? (isStop || read.limit === null ? null : exactly(read.limit));
    if (fill === null) {
      unclear.push({ order, reason: 'rests', mayStop: false });
      continue;
    }
    const isLikely = order.trigger === null || (createdWhileOpen && !isOtherSideOpen);
    (isStop ? stops : targets).push({ ...read, fill, isLikely });
  }
  return { stops: coverOf(position, stops, last), targets: coverOf(position, targets, last), unclear, below, above };
}

/** True for a plan order whose condition is not that of a target. An order that is no plan order waits for a better price. */
function mayStop({ trigger }: WaitingOrder, direction: 1 | -1): boolean {
  return trigger !== null && trigger.direction !== (direction > 0 ? 'rises-to' : 'falls-to');
}

/** True if a reading that was made at one last price is the same at another one. */
export function stillHolds(
  { below, above }: ProtectionReading,
  before: Estimate | null,
  now: Estimate | null,
): boolean {
  const [from, to] = [ifPositive(before), ifPositive(now)];
  if (from === null || to === null) return from === to;
  if (from.value === to.value) return true;
  const isAbove = below === null || compareDecimals(below, to.value) < 0;
  return isAbove && (above === null || compareDecimals(above, to.value) > 0);
}

/** Adds the figures that depend on the last price. */
export function priceProtection(
  position: RiskPosition,
  { stops, targets, unclear }: ProtectionReading,
  lastPrice: Estimate | null,
): Protection {
  const last = ifPositive(lastPrice);
  const size = ifPositive(position.contractSize);
  const priced = ({ quantity, percent, result, worth }: CoverBasis): CoverResult => {
    return { quantity, percent, result, fromNow: resultFrom(position, worth, quantity, last) };
  };
  const pricedCover = ({ orders, likely, all, excess }: Cover<CoverBasis>): Cover => {
    const ofAll = priced(all);
    return { orders, likely: likely === all ? ofAll : priced(likely), all: ofAll, excess };
  };
  const left = difference(stops.all.quantity, position.quantity);
  return {
    stops: pricedCover(stops),
    targets: pricedCover(targets),
    uncovered: size && last && multiplyEstimates(multiplyEstimates(size, exactly(left)), last),
    unclear,
  };
}

interface Closing extends ReadableOrder {
  readonly fill: Estimate;
  readonly isLikely: boolean;
}

function coverOf(position: RiskPosition, unsorted: readonly Closing[], last: Decimal | null): Cover<CoverBasis> {
  const from = last ?? '0';
  const orders = unsorted.toSorted(
    (a, b) =>
      compareDecimals(withoutSign(difference(from, a.level)), withoutSign(difference(from, b.level))) ||
      compareWaiting(a.order, b.order),
  );
  const entry = ifPositive(position.entry);
  const taken = takeInOrder(orders, position.quantity);
  const total = orders.reduce((quantity, each) => sum(quantity, each.quantity), '0');
  const beyond = difference(position.quantity, total);
  const all = coverBasis(position, orders);
  const isSure = orders.every(({ isLikely }) => isLikely);
  return {
    orders: orders.map(({ order, level, fill, quantity, isLikely, limit }, index) => ({
      order,
      level,
      fill,
      quantity,
      taken: taken[index] ?? '0',
      isLikely,
      mayNotFill: limit !== null,
      percent: entry && gainPercent(directionOf(position.side), entry, fill),
    })),
    likely: isSure
      ? all
      : coverBasis(
          position,
          orders.filter(({ isLikely }) => isLikely),
        ),
    all,
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
function coverBasis(position: RiskPosition, orders: readonly Closing[]): CoverBasis {
  const { quantity: held } = position;
  const direction = directionOf(position.side);
  let quantity = '0';
  let worth = zeroEstimate;
  // Orders with one level may fire in any order, so the ends of the range take the worst and the best first.
  for (const equal of groupsByLevel(orders)) {
    const left = difference(quantity, held);
    const prices = equal.map((each) => ({ quantity: each.quantity, price: signedBy(direction, each.fill) }));
    const worthBy = (end: keyof Estimate, first: -1 | 0 | 1): Decimal => {
      const sorted = prices.toSorted((a, b) => compareDecimals(a.price[end], b.price[end]) * first);
      const taken = takeInOrder(sorted, left);
      return sorted.reduce((total, { price }, index) => sum(total, product(taken[index] ?? '0', price[end])), '0');
    };
    worth = addEstimates(worth, { value: worthBy('value', 0), low: worthBy('low', 1), high: worthBy('high', -1) });
    for (const taken of takeInOrder(equal, left)) quantity = sum(quantity, taken);
  }
  const result = resultFrom(position, worth, quantity, ifPositive(position.entry));
  return { quantity, percent: shareOf(quantity, held), result, worth };
}

/** Returns what closing contracts brings from a price. `worth`: see `CoverBasis`. */
function resultFrom(
  position: RiskPosition,
  worth: Estimate,
  quantity: Decimal,
  price: Estimate | null,
): Estimate | null {
  const size = ifPositive(position.contractSize);
  if (!size || !price || signOf(quantity) === 0) return null;
  const cost = multiplyEstimates(signedBy(directionOf(position.side), price), exactly(quantity));
  return multiplyEstimates(subtractEstimates(worth, cost), size);
}

/** Returns what one stop or target brings from the entry by the contracts that it takes; `null` if an input is unknown. */
export function closingResult(position: RiskPosition, { taken, fill }: ClosingOrder): Estimate | null {
  const worth = multiplyEstimates(signedBy(directionOf(position.side), fill), exactly(taken));
  return resultFrom(position, worth, taken, ifPositive(position.entry));
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
export function shareOf(part: Decimal, whole: Decimal): Decimal {
  const percent = quotient(product(part, '100'), whole, 2) ?? '0';
  const isRoundedUp = compareDecimals(product(percent, whole), product(part, '100')) > 0;
  return isRoundedUp ? difference('0.01', percent) : percent;
}
