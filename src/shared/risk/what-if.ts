import type { PositionSide } from '../orders/trades.ts';
import { compareDecimals, difference, opposite, product, quotient, signOf, sum } from '../values/decimal.ts';
import type { Decimal, Side } from '../values/domain.ts';
import { type Estimate, exactly, highestOf, ifPositive, lowestOf, multiplyEstimates } from './estimate.ts';
import { directionOf } from './position-figures.ts';
import {
  compareWaiting,
  fillPrice,
  isPositive,
  type ReadableOrder,
  readWaiting,
  type UnclearReason,
  type WaitingOrder,
} from './waiting.ts';

/** What is held of one side. */
export interface HeldLeg {
  readonly quantity: Decimal;
  readonly entry: Estimate | null;
}

/** One symbol and margin mode of an account. Prices are above zero. */
export interface WhatIfInput {
  readonly long: HeldLeg | null;
  readonly short: HeldLeg | null;
  readonly contractSize: Estimate | null;
  readonly waiting: readonly WaitingOrder[];
  readonly last: Decimal;
  /** The price at the end of the path. */
  readonly target: Decimal;
}

/** Which order on the path a step is of: the waiting order itself, its limit after its trigger, or a price attached to it. */
export type StepRole = 'order' | 'limit' | 'take-profit' | 'stop-loss';

/** What an order on the path does. `rest`: of what it could not close. */
export type StepAction = 'placed' | 'closes' | 'closes-rest-refused' | 'closes-rest-opens' | 'opens' | 'refused';

/** A step of the main line. */
export interface WhatIfStep {
  readonly order: WaitingOrder;
  readonly role: StepRole;
  readonly level: Decimal;
  /** `null` if it is placed only. */
  readonly fill: Estimate | null;
  readonly action: StepAction;
  /** True if other choices exist. */
  readonly isAssumed: boolean;
  /** The legs afterwards. */
  readonly long: HeldLeg | null;
  readonly short: HeldLeg | null;
}

/** Figures at the end of the path: those of the main line, with the range over all ends. */
export interface WhatIfFigures {
  readonly long: Estimate;
  readonly short: Estimate;
  /** In the quote currency; `null` if the contract size or an entry is unknown. */
  readonly realized: Estimate | null;
  readonly total: Estimate | null;
}

export interface WhatIf extends WhatIfFigures {
  readonly steps: readonly WhatIfStep[];
  /** False if there are too many ends: the figures then have the range of the main line alone. */
  readonly hasRange: boolean;
  /** Waiting orders that cannot be judged, in no figure. */
  readonly unclear: readonly { readonly order: WaitingOrder; readonly reason: UnclearReason }[];
}

/** Most ends of a range. */
const maxEnds = 1024;
/** Decimal places of the average entry after an opening. */
const entryPlaces = 20;

/** The value, the worst and the best case. */
type Cases = readonly [Decimal, Decimal, Decimal];
const noCases: Cases = ['0', '0', '0'];

interface Leg {
  readonly quantity: Decimal;
  readonly entry: Cases;
  /** False if the entry is unknown. */
  readonly isPriced: boolean;
  /** True if it was held at the start or at some time on the path. */
  readonly wasHeld: boolean;
}

/** An order ahead on the path. */
interface Pending extends Pick<ReadableOrder, 'order' | 'side' | 'quantity' | 'level' | 'limit'> {
  readonly role: StepRole;
  readonly action: 'open' | 'close' | null;
}

interface State {
  readonly legs: Readonly<Record<PositionSide, Leg>>;
  readonly realized: Cases;
  /** What was received minus what was paid, the entries of the start included. Exact, while averages are rounded. */
  readonly cash: Cases;
  readonly pending: readonly Pending[];
}

/** Money of an end, in prices times contracts. */
interface End {
  readonly legs: State['legs'];
  readonly realized: Cases;
  readonly total: Cases;
}

/** Returns what happens if the price moves straight to a target (docs/risk.md 5). */
export function whatIf(input: WhatIfInput): WhatIf {
  const { last, target } = input;
  const way = compareDecimals(target, last);
  const unclear: { order: WaitingOrder; reason: UnclearReason }[] = [];
  const pending: Pending[] = [];
  for (const order of input.waiting.toSorted(compareWaiting)) {
    const read = readWaiting(order, last);
    if (typeof read === 'string') unclear.push({ order, reason: read });
    else if (read.way === way && isWithin(read.level, last, target)) {
      pending.push({ ...read, role: 'order', action: order.action });
    }
  }
  const path = new Path(last, target);
  const [long, short] = [legOf(input.long, 1), legOf(input.short, -1)];
  const cash = inEachCase((index) => {
    return difference(product(long.entry[index], long.quantity), product(short.entry[index], short.quantity));
  });
  const start: State = { legs: { long, short }, realized: noCases, cash, pending };
  const steps: WhatIfStep[] = [];
  const main = path.follow(start, steps);
  const ends = path.ends(start);
  const isPriced = [input.long, input.short].every((leg) => leg === null || ifPositive(leg.entry) !== null);
  const size = isPriced ? ifPositive(input.contractSize) : null;
  const hasRange = ends !== null;
  return { ...figuresOf(main, ends ?? [main], size), steps, hasRange, unclear };
}

function legOf(held: HeldLeg | null, direction: 1 | -1): Leg {
  if (held === null) return { quantity: '0', entry: noCases, isPriced: true, wasHeld: false };
  const entry = ifPositive(held.entry);
  const cases = entry ? inCases(entry, direction) : noCases;
  return { quantity: held.quantity, entry: cases, isPriced: entry !== null, wasHeld: true };
}

/** `direction`: 1 if a low value is the better one, -1 if a high one is. */
function inCases({ value, low, high }: Estimate, direction: 1 | -1): Cases {
  return direction > 0 ? [value, high, low] : [value, low, high];
}

/** True if a price lies behind `from` and not behind `to`, on the way from one to the other. */
function isWithin(price: Decimal, from: Decimal, to: Decimal): boolean {
  const way = compareDecimals(to, from);
  return compareDecimals(price, from) === way && compareDecimals(to, price) !== -way;
}

function figuresOf(main: End, ends: readonly End[], size: Estimate | null): WhatIfFigures {
  const quantityOf = (side: PositionSide): Estimate => {
    const quantities = ends.map(({ legs }) => legs[side].quantity);
    return { value: main.legs[side].quantity, low: lowestOf(quantities), high: highestOf(quantities) };
  };
  const moneyOf = (figure: 'realized' | 'total'): Estimate | null => {
    if (size === null) return null;
    const money = ends.map((end) => {
      const [value, low, high] = end[figure];
      return multiplyEstimates({ value, low, high }, size);
    });
    return {
      value: product(main[figure][0], size.value),
      low: lowestOf(money.map(({ low }) => low)),
      high: highestOf(money.map(({ high }) => high)),
    };
  };
  return {
    long: quantityOf('long'),
    short: quantityOf('short'),
    realized: moneyOf('realized'),
    total: moneyOf('total'),
  };
}

class Path {
  readonly #last: Decimal;
  readonly #target: Decimal;

  constructor(last: Decimal, target: Decimal) {
    this.#last = last;
    this.#target = target;
  }

  /** Returns the end of the main line, and writes its steps. */
  follow(start: State, steps: WhatIfStep[]): End {
    let state = start;
    for (;;) {
      const [next] = this.#nextOf(state);
      if (next === undefined) return this.#endOf(state);
      const [action, ...others] = choicesOf(next, state);
      state = this.#after(state, next, action);
      const { order, role, level } = next;
      const fill = action === 'placed' ? null : fillPrice(next);
      const [long, short] = [heldAfter(state.legs.long, 1), heldAfter(state.legs.short, -1)];
      steps.push({ order, role, level, fill, action, isAssumed: others.length > 0, long, short });
    }
  }

  /** Returns every end; `null` if there are too many. */
  ends(start: State): End[] | null {
    const ends: End[] = [];
    const visit = (state: State): boolean => {
      const next = this.#nextOf(state);
      if (next.length === 0) return ends.push(this.#endOf(state)) <= maxEnds;
      return next.every((each) => choicesOf(each, state).every((action) => visit(this.#after(state, each, action))));
    };
    return visit(start) ? ends : null;
  }

  /** Returns the orders that the price reaches next. Those of one price are in the sequence of the main line. */
  #nextOf({ pending }: State): Pending[] {
    const way = compareDecimals(this.#target, this.#last);
    const next = pending.reduce<Decimal | null>(
      (nearest, { level }) => (nearest === null || compareDecimals(level, nearest) === -way ? level : nearest),
      null,
    );
    return pending.filter(({ level }) => next !== null && compareDecimals(level, next) === 0).sort(compareInMainLine);
  }

  #after(state: State, pending: Pending, action: StepAction): State {
    const rest = state.pending.filter((each) => each !== pending);
    const { side, quantity, level, limit } = pending;
    if (action === 'refused') return { ...state, pending: rest };
    if (action === 'placed') {
      const isAhead = limit !== null && isWithin(limit, level, this.#target);
      const placed: Pending[] = isAhead ? [{ ...pending, role: 'limit', level: limit, limit: null }] : [];
      return { ...state, pending: [...rest, ...placed] };
    }
    const fill = fillPrice(pending) ?? exactly(level);
    const closed = closedLeg[side];
    const held = state.legs[closed].quantity;
    const closes = action === 'opens' ? '0' : lowestOf([quantity, held]);
    const opens = action === 'opens' ? quantity : action === 'closes-rest-opens' ? difference(held, quantity) : '0';
    const afterClose = close(state, closed, closes, fill);
    const opened = closed === 'long' ? 'short' : 'long';
    if (signOf(opens) === 0) return { ...afterClose, pending: rest };
    const attached =
      pending.role === 'order' || pending.role === 'limit' ? this.#attachedTo(pending, opened, opens) : [];
    return { ...open(afterClose, opened, opens, fill), pending: [...rest, ...attached] };
  }

  /** Returns the take profit and the stop loss of what an order opens, if they lie ahead. */
  #attachedTo({ order, side, level }: Pending, opened: PositionSide, quantity: Decimal): Pending[] {
    const way = compareDecimals(this.#target, this.#last);
    // A move in favor of what is opened can only reach its take profit.
    const isFavorable = way === directionOf(opened);
    const price = isFavorable ? order.takeProfit : order.stopLoss;
    if (!isPositive(price) || !isWithin(price, level, this.#target)) return [];
    const role = isFavorable ? 'take-profit' : 'stop-loss';
    return [{ order, side: oppositeSide[side], quantity, level: price, limit: null, role, action: 'close' }];
  }

  #endOf({ legs, realized, cash }: State): End {
    const held = difference(legs.short.quantity, legs.long.quantity);
    const worth = product(held, this.#target);
    return { legs, realized, total: inEachCase((index) => sum(cash[index], worth)) };
  }
}

const closedLeg: Record<Side, PositionSide> = { sell: 'long', buy: 'short' };
const oppositeSide: Record<Side, Side> = { sell: 'buy', buy: 'sell' };
const roles: readonly StepRole[] = ['order', 'limit', 'take-profit', 'stop-loss'];

function compareInMainLine(a: Pending, b: Pending): number {
  return compareWaiting(a.order, b.order) || roles.indexOf(a.role) - roles.indexOf(b.role);
}

/** Returns what an order may do, the main line first. */
function choicesOf(pending: Pending, { legs }: State): [StepAction, ...StepAction[]] {
  if (fillPrice(pending) === null) return ['placed'];
  const { action, side, quantity } = pending;
  if (action === 'open') return ['opens'];
  const leg = legs[closedLeg[side]];
  const isHeld = signOf(leg.quantity) > 0;
  const isEnough = compareDecimals(leg.quantity, quantity) >= 0;
  if (action === 'close') return [isEnough ? 'closes' : isHeld ? 'closes-rest-refused' : 'refused'];
  if (isEnough) return ['closes', 'opens'];
  if (isHeld) return ['closes-rest-refused', 'closes-rest-opens', 'opens'];
  return leg.wasHeld ? ['refused', 'opens'] : ['opens'];
}

function close(state: State, side: PositionSide, quantity: Decimal, fill: Estimate): State {
  if (signOf(quantity) === 0) return state;
  const leg = state.legs[side];
  const direction = directionOf(side);
  const prices = inCases(fill, direction > 0 ? -1 : 1);
  const realized = inEachCase((index) => {
    const gain = product(difference(leg.entry[index], prices[index]), quantity);
    return direction > 0 ? sum(state.realized[index], gain) : difference(gain, state.realized[index]);
  });
  const left = { ...leg, quantity: difference(quantity, leg.quantity) };
  const cash = paid(state.cash, prices, direction > 0 ? quantity : opposite(quantity));
  return { ...state, realized, cash, legs: { ...state.legs, [side]: left } };
}

function open(state: State, side: PositionSide, quantity: Decimal, fill: Estimate): State {
  const leg = state.legs[side];
  const prices = inCases(fill, directionOf(side));
  const size = sum(leg.quantity, quantity);
  const entry = inEachCase((index) => {
    const cost = sum(product(leg.entry[index], leg.quantity), product(prices[index], quantity));
    return quotient(cost, size, entryPlaces) ?? '0';
  });
  const isPriced = leg.isPriced || signOf(leg.quantity) === 0;
  const cash = paid(state.cash, prices, directionOf(side) > 0 ? opposite(quantity) : quantity);
  return { ...state, cash, legs: { ...state.legs, [side]: { quantity: size, entry, isPriced, wasHeld: true } } };
}

/** Returns the cash after contracts were sold at a price. `quantity`: negative if they were bought. */
function paid(cash: Cases, prices: Cases, quantity: Decimal): Cases {
  return inEachCase((index) => sum(cash[index], product(prices[index], quantity)));
}

function inEachCase(of: (index: 0 | 1 | 2) => Decimal): Cases {
  return [of(0), of(1), of(2)];
}

function heldAfter({ quantity, entry, isPriced }: Leg, direction: 1 | -1): HeldLeg | null {
  if (signOf(quantity) === 0) return null;
  const [value, worst, best] = entry;
  const [low, high] = direction > 0 ? [best, worst] : [worst, best];
  return { quantity, entry: isPriced ? { value, low, high } : null };
}
