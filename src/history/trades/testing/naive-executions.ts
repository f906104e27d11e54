import Big from 'big.js';
import type { CostMethod } from '../../../shared/orders/trades.ts';
import type { NumberedRow } from '../../orders/testing/numbered-rows.ts';

type Order = NumberedRow<'order-history'>;

/** An order of a leg with its interval of execution (docs/trades.md 2.1). */
export interface NaiveExecution {
  readonly order: Order;
  readonly from: number;
  readonly to: number;
}

/** An order as it was taken, and what is known of it (docs/trades.md 2.3). */
export interface NaiveTaken extends NaiveExecution {
  readonly verdict: 'silent' | 'agrees' | 'contradicts';
  readonly hasChoice: boolean;
  /** It agrees with the average cost alone, while the method is not known. */
  readonly isGuess: boolean;
}

/** The orders of a leg, the size of a contract, and the method; both are `null` if they are not known. */
export interface NaiveLeg {
  readonly executions: readonly NaiveExecution[];
  readonly contract: Big | null;
  readonly method: CostMethod | null;
}

/** Far more digits than the rounding that is compared with. */
const Exact = Big();
Exact.DP = 40;
Exact.PE = 400;
Exact.NE = -400;
const zero = new Exact(0);

/** What is held: `average` is `null` if it is not known. `entries`: the oldest first. */
interface Held {
  readonly size: Big;
  readonly average: Big | null;
  readonly entries: readonly { readonly price: Big; readonly left: Big }[];
}

const nothing: Held = { size: zero, average: zero, entries: [] };

const waits = ({ from, to }: NaiveExecution): boolean => to > from;
const opens = ({ order }: NaiveExecution): boolean => order.action === 'open';
const quantityOf = ({ order }: NaiveExecution): Big => new Exact(order.filledQuantity ?? 0);

/** Takes the orders of a leg from scratch: each lost order begins it again. `leg.executions`: by the starts of their intervals. */
export function naiveTaken(leg: NaiveLeg): NaiveTaken[] {
  const { executions } = leg;
  const telling = executions.filter((one) => !opens(one) && tells(leg, one));
  const asTheyCome = executions.map(
    (one): NaiveTaken => ({ ...one, verdict: 'silent', hasChoice: false, isGuess: false }),
  );
  if (telling.length === 0 || !executions.some(waits)) return asTheyCome;
  const lost = new Set<NaiveExecution>();
  for (;;) {
    const result = take(leg, lost);
    if (Array.isArray(result)) return result;
    lost.add(result);
    if (10 * lost.size > telling.length) return asTheyCome;
  }
}

/** Returns the orders as they are taken, or one that is lost. */
function take(leg: NaiveLeg, lost: ReadonlySet<NaiveExecution>): NaiveTaken[] | NaiveExecution {
  const taken: NaiveTaken[] = [];
  let held = nothing;
  let undecided: NaiveExecution[] = [];
  let putOff: NaiveExecution[] = [];
  const put = (one: NaiveExecution, verdict: NaiveTaken['verdict'], hasChoice = false, isGuess = false) => {
    taken.push({ ...one, verdict, hasChoice, isGuess });
    held = after(held, one);
  };
  const close = (one: NaiveExecution, now: number): boolean => {
    if (lost.has(one) || !tells(leg, one)) return false;
    const choices = subsets(undecided)
      .filter((left) => left.every((open) => waits(open) && open.to >= now))
      .map((left) => ({ left, rest: undecided.filter((open) => !left.includes(open)).reduce(after, held) }))
      .filter(({ rest }) => rest.size.gte(quantityOf(one)) && agrees(leg, one, rest))
      .map((choice) => ({ ...choice, isFlat: choice.rest.size.eq(quantityOf(one)) }))
      .toSorted((a, b) => a.left.length - b.left.length || earliestDifference(undecided, a.left, b.left));
    const isFifo = leg.method === 'fifo';
    const flat = choices.find(({ isFlat }) => isFlat);
    const ofLatest = choices.filter(({ left }) =>
      undecided.slice(undecided.length - left.length).every((each) => left.includes(each)),
    );
    const usual = (isFifo ? ofLatest.toSorted((a, b) => b.left.length - a.left.length)[0] : undefined) ?? choices[0];
    const first = (isFifo && !waits(one) ? flat : undefined) ?? usual;
    if (first === undefined) return false;
    for (const open of undecided) if (!first.left.includes(open)) put(open, 'silent');
    undecided = first.left;
    if (isFifo && waits(one) && first.isFlat) {
      for (const open of undecided) put(open, 'silent');
      undecided = [];
    }
    const isOpenChoice = flat !== undefined && (choices.length > 1 || (isFifo && flat.left.length > 0));
    put(one, 'agrees', isOpenChoice, leg.method === null && !agreesWithOldest(leg, one, first.rest));
    return true;
  };
  const tryAgain = (now: number) => {
    for (;;) {
      const one = putOff.find((each) => close(each, now));
      if (one === undefined) return;
      putOff = putOff.filter((each) => each !== one);
    }
  };
  for (const [place, one] of leg.executions.entries()) {
    const late = putOff.find((each) => each.to < one.from || place - leg.executions.indexOf(each) > 64);
    if (late !== undefined) return late;
    if (opens(one)) {
      undecided.push(one);
      if (undecided.length > 4) put(undecided.shift() as NaiveExecution, 'silent');
      tryAgain(one.from);
    } else if (close(one, one.from)) tryAgain(one.from);
    else if (waits(one) && tells(leg, one) && !lost.has(one)) putOff.push(one);
    else {
      for (const open of undecided) put(open, 'silent');
      undecided = [];
      put(one, tells(leg, one) ? 'contradicts' : 'silent');
    }
  }
  if (putOff[0] !== undefined) return putOff[0];
  for (const open of undecided) put(open, 'silent');
  return taken;
}

/** What is held after an order. */
function after(held: Held, one: NaiveExecution): Held {
  const quantity = quantityOf(one);
  const price = new Exact(one.order.averagePrice ?? 0);
  if (opens(one)) {
    const size = held.size.plus(quantity);
    const isKnown = held.average !== null && price.gt(0);
    return {
      size,
      average: isKnown ? (held.average as Big).times(held.size).plus(price.times(quantity)).div(size) : null,
      entries: [...held.entries, { price, left: quantity }],
    };
  }
  if (quantity.gte(held.size)) return nothing;
  let rest = quantity;
  const entries = held.entries.flatMap(({ price: paid, left }) => {
    const part = rest.lt(left) ? rest : left;
    rest = rest.minus(part);
    return left.gt(part) ? [{ price: paid, left: left.minus(part) }] : [];
  });
  return { ...held, size: held.size.minus(quantity), entries };
}

function tells({ contract }: NaiveLeg, { order }: NaiveExecution): boolean {
  return contract !== null && new Exact(order.averagePrice ?? 0).gt(0) && order.pnl !== null;
}

function agrees(leg: NaiveLeg, one: NaiveExecution, held: Held): boolean {
  return leg.method === 'fifo' ? agreesWithOldest(leg, one, held) : agreesWith(leg, one, held.average);
}

function agreesWithOldest(leg: NaiveLeg, one: NaiveExecution, { entries }: Held): boolean {
  let rest = quantityOf(one);
  let cost: Big | null = zero;
  for (const { price, left } of entries) {
    const part: Big = rest.lt(left) ? rest : left;
    if (part.eq(0)) break;
    cost = cost !== null && price.gt(0) ? cost.plus(price.times(part)) : null;
    rest = rest.minus(part);
  }
  return agreesWith(leg, one, cost === null ? null : cost.div(quantityOf(one)));
}

function agreesWith({ executions, contract }: NaiveLeg, one: NaiveExecution, entry: Big | null): boolean {
  if (entry === null || contract === null) return false;
  const { order } = one;
  const exit = new Exact(order.averagePrice ?? 0);
  const value = quantityOf(one).times(contract);
  const direction = order.side === 'sell' ? 1 : -1;
  const told = exit.minus(new Exact(order.pnl ?? 0).times(direction).div(value));
  const units = unitsOf(executions);
  const error = units.pnl
    .div(2)
    .div(value)
    .plus(units.averagePrice)
    .plus(new Exact('1e-9').times(exit.gt(entry) ? exit : entry));
  return told.minus(entry).abs().lte(error);
}

/** For how many orders of some trades of a leg each method speaks. `trades`: by start, closed without an excess, all priced. */
export function naiveVotes(
  leg: NaiveLeg,
  trades: readonly (readonly NaiveExecution[])[],
): { average: number; fifo: number } {
  const votes = trades.flatMap((orders) =>
    orders.flatMap((one, at) => {
      if (opens(one) || !tells(leg, one)) return [];
      const held = orders.slice(0, at).reduce(after, nothing);
      const [average, fifo] = [agreesWith(leg, one, held.average), agreesWithOldest(leg, one, held)];
      return average === fifo ? [] : [average ? 'average' : 'fifo'];
    }),
  );
  const count = (method: CostMethod) => votes.filter((vote) => vote === method).length;
  return { average: count('average'), fifo: count('fifo') };
}

/** The method for which enough orders speak. */
export function naiveMethod(votes: readonly { average: number; fifo: number }[]): CostMethod | null {
  const average = votes.reduce((sum, vote) => sum + vote.average, 0);
  const fifo = votes.reduce((sum, vote) => sum + vote.fifo, 0);
  if (Math.max(average, fifo) < 3) return null;
  if (average / (average + fifo) >= 0.67) return 'average';
  return fifo / (average + fifo) >= 0.67 ? 'fifo' : null;
}

/** Units by the orders of a leg: each comparison of the leg needs them. */
const knownUnits = new WeakMap<readonly NaiveExecution[], { readonly pnl: Big; readonly averagePrice: Big }>();

function unitsOf(executions: readonly NaiveExecution[]): { readonly pnl: Big; readonly averagePrice: Big } {
  const units = knownUnits.get(executions) ?? {
    pnl: unitOf(executions.map(({ order }) => order.pnl)),
    averagePrice: unitOf(executions.map(({ order }) => order.averagePrice)),
  };
  knownUnits.set(executions, units);
  return units;
}

/** The last of the most decimal places. Zeros at the end count in a number of at most 15 digits. */
function unitOf(texts: readonly (string | null)[]): Big {
  const places = texts.map((text) => {
    const digits = (text ?? '').replace(/[^0-9]/g, '');
    const counted = digits.length > 15 ? (text ?? '').replace(/(\.\d*?)0+$/, '$1') : (text ?? '');
    return counted.split('.')[1]?.length ?? 0;
  });
  return new Exact(1).times(`1e-${Math.max(0, ...places)}`);
}

function subsets(all: readonly NaiveExecution[]): NaiveExecution[][] {
  const [first, ...others] = all;
  if (first === undefined) return [[]];
  return subsets(others).flatMap((rest) => [rest, [first, ...rest]]);
}

/** Above zero if `a` has the earliest order in which two sets differ. */
function earliestDifference(
  order: readonly NaiveExecution[],
  a: readonly NaiveExecution[],
  b: readonly NaiveExecution[],
): number {
  const first = order.find((one) => a.includes(one) !== b.includes(one));
  return first === undefined ? 0 : a.includes(first) ? 1 : -1;
}

/** The earliest and the latest time of each order of a leg (docs/trades.md 2.5). `parts`: the orders of each trade. */
export function naiveTimes(parts: readonly (readonly NaiveExecution[])[]): { earliest: number; latest: number }[] {
  const all = parts.flat();
  return parts.flatMap((part, place) => {
    const later = Math.min(...parts.slice(place + 1).flatMap((one) => one.map(({ to }) => to)));
    const isAfterAll = part.every(({ to }) => to > later);
    return part.map((one, at) => {
      const earliest = Math.max(...all.slice(0, all.indexOf(one) + 1).map(({ from }) => from));
      const own = Math.min(...part.slice(at).map(({ to }) => to));
      return { earliest, latest: Math.max(earliest, isAfterAll ? own : Math.min(own, later)) };
    });
  });
}

/** Whether each trade of a leg is uncertain (docs/trades.md 2.4). */
export function naiveDoubts(
  leg: NaiveLeg,
  parts: readonly { readonly orders: readonly NaiveTaken[]; readonly hasExcess: boolean }[],
): boolean[] {
  const marked = parts.map(() => false);
  const mark = (...places: number[]) => {
    for (const place of places) if (place < marked.length) marked[place] = true;
  };
  const stillAgrees = (one: NaiveTaken, held: Held) => one.verdict !== 'agrees' || agrees(leg, one, held);
  for (const [place, { orders, hasExcess }] of parts.entries()) {
    const soFar = parts.slice(0, place + 1).flatMap((part) => part.orders);
    const begin = (orders[0] as NaiveTaken).from;
    if (orders.some(({ hasChoice }) => hasChoice)) mark(place, place + 1);
    if (orders.some(({ verdict }) => verdict === 'contradicts') && soFar.some((one) => waits(one) && one.to >= begin))
      mark(place);
    if (orders.some(({ isGuess }) => isGuess) && orders.some(waits)) mark(place);
    if (hasExcess) continue;
    const next = parts[place + 1]?.orders ?? [];
    for (const [at, moved] of orders.entries()) {
      if (!waits(moved)) continue;
      let held = orders.slice(0, at).reduce(after, nothing);
      if (opens(moved)) {
        for (const passesOthers of [false, true]) {
          let now = held;
          let latest = moved.to;
          for (const one of orders.slice(at + 1, at + 65)) {
            if (passesOthers && opens(one) && waits(one)) {
              latest = Math.min(latest, one.to);
              continue;
            }
            if (!opens(one)) {
              if (one.from > latest || quantityOf(one).gt(now.size) || !stillAgrees(one, now)) break;
              if (quantityOf(one).eq(now.size)) mark(place);
              if (quantityOf(one).eq(now.size)) break;
            }
            now = after(now, one);
          }
        }
        continue;
      }
      const [first] = next;
      if (first === undefined || !opens(first) || orders.length - at > 64 || first.from > moved.to) continue;
      let couldGoOn = true;
      for (const one of [...orders.slice(at + 1), ...next]) {
        if (!opens(one) && !stillAgrees(one, held)) couldGoOn = false;
        const isInNext = next.includes(one);
        if (!couldGoOn || (!opens(one) && isInNext)) break;
        held = after(held, one);
        if (opens(one) && !stillAgrees(moved, held)) couldGoOn = false;
        if (opens(one) && isInNext && moved.verdict === 'agrees') break;
      }
      if (couldGoOn) mark(place, place + 1);
    }
  }
  return marked;
}
