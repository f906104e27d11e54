import Big from 'big.js';
import type { SizeReason } from '../../shared/orders/trades.ts';
import type { Decimal } from '../../shared/values/domain.ts';
import { float64At } from '../../shared/values/elements.ts';
import { smallest } from '../../shared/values/extremes.ts';
import { isTold, type Told, untold } from '../../shared/values/told.ts';
import { type Whole, wholeSum } from '../table/units.ts';
import type { LegExecutions } from './executions/index.ts';
import type { LegPart } from './read-trade.ts';

type Executions = Omit<LegExecutions, 'contract' | 'method'>;

/** A range of sizes, which includes both ends. */
export interface SizeRange<Size> {
  readonly from: Size;
  readonly to: Size;
}

/**
 * Sizes that a trade allows: in floating point for the order of executions, exact where they are shown. `null` if it allows none, and `undefined` if it is
 * not measurable.
 */
export type AllowedSizes<Size> = SizeRange<Size> | null | undefined;

/** Sums over the orders of a trade, in whole units of its prices, quantities and PnL, of which each is rounded to such a unit. */
export interface TradeSums {
  /** What its orders that close have brought minus what those that open have cost; the negative of that for a short trade. */
  readonly move: Whole;
  readonly executed: Whole;
  readonly pnl: Whole;
  /** Number of its orders that close. */
  readonly closing: Whole;
}

/** The size of a contract as trades show it. */
export interface ObservedSize {
  readonly size: Told<Decimal, SizeReason>;
  /** `null` without a size. */
  readonly from: Decimal | null;
  readonly to: Decimal | null;
  /** Measurable trades that allow the size, and all of them. */
  readonly agreeing: number;
  readonly trades: number;
}

/** Trades that must allow an observed size. */
const minTrades = 3;
/**
 * Of which trades a size is observed, and percent of those that are measurable which must allow it: with `forExecutions`, the order of executions is
 * inferred (docs/trades.md 2.2), and `shown` is the size of docs/trades.md 7. `latest`: of each leg, or of the symbol.
 */
export const observations = {
  forExecutions: { latest: 20, minPercent: 50 },
  shown: { latest: 1000, minPercent: 90 },
} as const;
/** Percent of the trades that agree which must allow the size: the others may be wrong, and agree by chance. */
const minAgreeingPercent = 90;
/** Digits of the sizes that they allow. */
const sizeDigits = 12;
/** Largest quotient of the ends of the sizes that these trades allow; powers of ten are far more usual than other sizes. */
const maxSpread = '1.02';
const maxPowerSpread = 2;
/** Significant digits of the ends, which are rounded outwards. */
const endDigits = 6;
/** Decimal places of the limits of allowed sizes, far more than a size has. */
export const maxPlaces = 40;

/**
 * Returns the sizes that a trade allows (docs/trades.md 7). `divide`: returns a size from a quotient of PnL and move. Counts in whole units and divides once,
 * so that equal ends of floats stay equal.
 */
export function allowedSizes<Size>(
  { move, executed, pnl, closing }: TradeSums,
  divide: (pnl: Whole, move: Whole) => Size,
): AllowedSizes<Size> {
  // Twice each, because the errors are half a unit of a price for each executed quantity, and of a PnL for each order that closes.
  const [distance, result] = [magnitude(wholeSum(move, move)), magnitude(wholeSum(pnl, pnl))];
  if (!(distance > executed && result > closing)) return undefined;
  if (move > 0 !== pnl > 0) return null;
  return {
    from: divide(wholeSum(result, -closing), wholeSum(distance, executed)),
    to: divide(wholeSum(result, closing), wholeSum(distance, -executed)),
  };
}

function magnitude(value: Whole): Whole {
  return value < 0 ? -value : value;
}

/**
 * Returns the sizes that a trade of a leg allows, in floating point, because each order that comes needs them again. Floating point holds whole units of
 * usual prices exactly.
 */
export function floatSizes(
  { opens, wholes, quantities, prices, pnls, direction, priceUnit, pnlUnit }: Executions,
  { start, end }: LegPart,
): AllowedSizes<number> {
  let [move, executed, pnl, closing] = [0, 0, 0, 0];
  for (let at = start; at < end; at++) {
    const quantity = Number(wholes[at]);
    const isOpening = opens[at] === 1;
    if (!isOpening) closing++;
    executed += quantity;
    move += (isOpening ? -direction : direction) * quantity * Math.round(float64At(prices, at) / priceUnit);
    if (!Number.isNaN(pnls[at])) pnl += Math.round(float64At(pnls, at) / pnlUnit);
  }
  // Quantities are in contracts here, and in units of the leg above.
  const scale = (pnlUnit / priceUnit) * (Number(wholes[start]) / float64At(quantities, start));
  const sizes = allowedSizes({ move, executed, pnl, closing }, (a, b) => (Number(a) / Number(b)) * scale);
  const isHeld = sizes && sizes.from > 0 && Number.isFinite(sizes.to);
  return isHeld ? { from: rounded(sizes.from), to: rounded(sizes.to) } : sizes && null;
}

/** Without what floating point is off. */
function rounded(size: number): number {
  return Number(size.toPrecision(sizeDigits));
}

/**
 * Returns the size of a contract that most trades allow; `null` if they do not agree on one. `trades`: what the latest trades of each leg of a symbol allow.
 */
export function sizeOfLegs(trades: readonly AllowedSizes<number>[]): number | null {
  const measurable = trades.filter((sizes) => sizes !== undefined);
  const allowed = measurable.filter((sizes) => sizes !== null);
  const { size } = simplestSize(allowed, measurable.length, observations.forExecutions.minPercent, {
    compare: (a, b) => a - b,
    sort: (sizes) => Float64Array.from(sizes).sort(),
    toBig: (size) => new Big(size),
    fromBig: Number,
  });
  return isTold(size) ? Number(size) : null;
}

/** Returns the size that most trades of a symbol allow, with the range that these leave. `trades`: what the measurable ones allow. */
export function observedSize(trades: readonly (SizeRange<Big> | null)[]): ObservedSize {
  const allowed = trades.filter((sizes) => sizes !== null);
  return simplestSize(allowed, trades.length, observations.shown.minPercent, {
    compare: (a, b) => a.cmp(b),
    sort: (sizes) => sizes.toSorted((a, b) => a.cmp(b)),
    toBig: (size) => size,
    fromBig: (size) => size,
  });
}

/** How numbers are held. */
interface Numbers<Size> {
  readonly compare: (a: Size, b: Size) => number;
  readonly sort: (sizes: readonly Size[]) => ArrayLike<Size>;
  readonly toBig: (size: Size) => Big;
  readonly fromBig: (size: Big) => Size;
}

/** See docs/trades.md 7. `measurable`: number of measurable trades, of which `minShare` percent must agree. */
function simplestSize<Size>(
  allowed: readonly SizeRange<Size>[],
  measurable: number,
  minShare: number,
  arithmetic: Numbers<Size>,
): ObservedSize {
  const { compare, toBig, fromBig } = arithmetic;
  const ends = new RangeEnds(allowed, arithmetic);
  const none = (reason: SizeReason): ObservedSize => ({
    size: untold(reason),
    from: null,
    to: null,
    agreeing: ends.deepest,
    trades: measurable,
  });
  if (measurable < minTrades) return none('few-trades');
  if (ends.deepest < minTrades || ends.deepest * 100 < measurable * minShare) return none('trades-disagree');
  const ranges = ends
    .rangesOf(Math.max(minTrades, Math.floor((ends.deepest * minAgreeingPercent) / 100)))
    .map(({ from, to }): SizeRange<Big> => ({ from: toBig(from), to: toBig(to) }));
  const { from } = ranges[0] as SizeRange<Big>;
  const { to } = ranges.at(-1) as SizeRange<Big>;
  const allowing = (size: Big) => {
    const value = fromBig(size);
    return (sizes: SizeRange<Size>) => compare(sizes.from, value) <= 0 && compare(sizes.to, value) >= 0;
  };
  const shown = (size: Big): ObservedSize => ({
    size: size.toFixed(),
    from: from.prec(endDigits, Big.roundDown).toFixed(),
    to: to.prec(endDigits, Big.roundUp).toFixed(),
    agreeing: allowed.filter(allowing(size)).length,
    trades: measurable,
  });
  const isNarrow = to.lte(from.times(maxSpread));
  const power = to.lt(from.times(maxPowerSpread)) ? new Big(`1e${to.e}`) : null;
  if (power !== null && ranges.some((range) => isIn(power, range))) {
    const others = allowed.filter((sizes) => !allowing(power)(sizes));
    const agreeing = isNarrow ? 0 : new RangeEnds(others, arithmetic).deepest;
    const count = measurable - allowed.length + others.length;
    const isContradicted = agreeing >= minTrades && agreeing * 100 >= count * minAgreeingPercent;
    return isContradicted ? none('trades-disagree') : shown(power);
  }
  if (!isNarrow) return none('coarse-figures');
  const numbers = ranges.map(simplestOf);
  const places = smallest(numbers.map((number) => number.places));
  const [best] = numbers
    .flatMap((number, index) => (number.places === places ? steps(number, ranges[index] as SizeRange<Big>) : []))
    .map(shown)
    .sort((a, b) => b.agreeing - a.agreeing);
  return best ?? none('coarse-figures');
}

function isIn(size: Big, { from, to }: SizeRange<Big>): boolean {
  return size.gte(from) && size.lte(to);
}

/** The ends of ranges of sizes. */
class RangeEnds<Size> {
  /** The most ranges that have a size in common. */
  readonly deepest: number;
  readonly #starts: ArrayLike<Size>;
  readonly #ends: ArrayLike<Size>;
  readonly #compare: (a: Size, b: Size) => number;

  constructor(allowed: readonly SizeRange<Size>[], { compare, sort }: Pick<Numbers<Size>, 'compare' | 'sort'>) {
    this.#compare = compare;
    this.#starts = sort(allowed.map(({ from }) => from));
    this.#ends = sort(allowed.map(({ to }) => to));
    let deepest = 0;
    this.#sweep((depth) => {
      if (depth > deepest) deepest = depth;
    });
    this.deepest = deepest;
  }

  /** Returns the sizes that a number of ranges have in common, in ascending order. */
  rangesOf(count: number): SizeRange<Size>[] {
    const found: SizeRange<Size>[] = [];
    let from: Size | null = null;
    this.#sweep((depth, at) => {
      if (depth >= count) from ??= at;
      else if (from !== null) {
        found.push({ from, to: at });
        from = null;
      }
    });
    return found;
  }

  /** Calls for each end, in ascending order, with the number of ranges after it. A range includes both of its ends. */
  #sweep(visit: (depth: number, at: Size) => void): void {
    let [start, end] = [0, 0];
    while (end < this.#ends.length) {
      const to = this.#ends[end] as Size;
      const from = this.#starts[start];
      const isStart = start < this.#starts.length && this.#compare(from as Size, to) <= 0;
      if (isStart) start++;
      else end++;
      visit(start - end, isStart ? (from as Size) : to);
    }
  }
}

/** Returns the numbers with as many decimal places within a range, from the lowest on. */
function steps({ size, places }: { readonly size: Big; readonly places: number }, { to }: SizeRange<Big>): Big[] {
  const found: Big[] = [];
  for (let next = size; next.lte(to); next = next.plus(`1e${-places}`)) found.push(next);
  return found;
}

/** Returns the number with the fewest decimal places within a range, of several the lowest. Tens, hundreds and so on have fewer than none. */
function simplestOf({ from, to }: SizeRange<Big>): { readonly size: Big; readonly places: number } {
  for (let places = -to.e; places < maxPlaces; places++) {
    const size = from.round(places, Big.roundUp);
    if (size.lte(to)) return { size, places };
  }
  return { size: from, places: maxPlaces };
}
