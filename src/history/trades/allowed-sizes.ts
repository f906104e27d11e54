import Big from 'big.js';
import type { ContractSize } from '../../shared/contract/trades.ts';
import type { LegExecutions } from './executions.ts';
import type { LegPart } from './priced-parts.ts';

type Executions = Omit<LegExecutions, 'contract' | 'method'>;

/** A range of sizes. */
export interface Sizes {
  readonly from: Big;
  readonly to: Big;
}

/** The same in floating point. */
export interface FloatSizes {
  readonly from: number;
  readonly to: number;
}

/** The ranges that the most trades allow, and the number of these trades. */
interface Ranges<Size> {
  readonly ranges: { readonly from: Size; readonly to: Size }[];
  readonly agreeing: number;
}

/** Trades that must allow an observed size. */
const minTrades = 3;
/** For the size with which orders are taken: percent of the measurable trades, which are the latest ones of each leg (docs/trades.md 2.2). */
const minTakingPercent = 50;
export const maxTakingTrades = 10;
/** Digits of the sizes that they allow. */
const sizeDigits = 12;
/** Largest quotient of the ends of the sizes that these trades allow; powers of ten are far more usual than other sizes. */
const maxSpread = '1.01';
const maxPowerSpread = 2;
/** Significant digits of the ends, which are rounded outwards. */
const endDigits = 6;
/** Decimal places of the limits of allowed sizes, far more than a size has. */
export const maxPlaces = 40;

const noSize = { size: null, from: null, to: null };

/**
 * Returns the sizes that a trade of a leg allows; `null` if it allows none, and `undefined` if it is not measurable. In floating point, because orders that
 * come take the size again. Counts in whole units, of which floating point holds those of usual prices exactly, and divides once, so that equal ends stay
 * equal.
 */
export function allowedSizes(
  { opens, wholes, quantities, prices, pnls, direction, priceUnit, pnlUnit }: Executions,
  { start, end }: LegPart,
): FloatSizes | null | undefined {
  let [move, executed, pnl, closing] = [0, 0, 0, 0];
  for (let place = start; place < end; place++) {
    const quantity = Number(wholes[place]);
    const isOpening = opens[place] === 1;
    if (!isOpening) closing++;
    executed += quantity;
    move += (isOpening ? -direction : direction) * quantity * Math.round((prices[place] as number) / priceUnit);
    if (!Number.isNaN(pnls[place])) pnl += Math.round((pnls[place] as number) / pnlUnit);
  }
  const [distance, result] = [2 * Math.abs(move), 2 * Math.abs(pnl)];
  if (!(distance > executed && result > closing)) return undefined;
  if (move > 0 !== pnl > 0) return null;
  // Quantities are in contracts here, and in units of the leg above.
  const scale = (pnlUnit / priceUnit) * (Number(wholes[start]) / (quantities[start] as number));
  const [from, to] = [(result - closing) / (distance + executed), (result + closing) / (distance - executed)];
  const isHeld = from * scale > 0 && Number.isFinite(to * scale);
  return isHeld ? { from: rounded(from * scale), to: rounded(to * scale) } : null;
}

/** Without what floating point is off. */
function rounded(size: number): number {
  return Number(size.toPrecision(sizeDigits));
}

/**
 * Returns the size of a contract that most trades allow; `null` if they do not agree on one. `legs`: what the latest `maxTakingTrades` trades of each leg of a
 * symbol allow.
 */
export function sizeOfLegs(legs: readonly (readonly (FloatSizes | null | undefined)[])[]): number | null {
  const measurable = legs.flat().filter((sizes) => sizes !== undefined);
  const { ranges, agreeing } = deepestRanges(
    measurable.filter((sizes) => sizes !== null),
    (a, b) => a - b,
  );
  if (!isEnough(agreeing, measurable.length, minTakingPercent)) return null;
  const exact = ranges.map(({ from, to }) => ({ from: new Big(from), to: new Big(to) }));
  const { size } = simplestSize({ ranges: exact, agreeing }, measurable.length, minTakingPercent);
  return size === null ? null : Number(size);
}

/**
 * Returns the size that most of the trades allow, and the range that these leave; no size if they do not agree on one. `measurable`: number of trades
 * that tell something of the size, of which `minShare` percent must allow it.
 */
export function observedSize(
  allowed: readonly Sizes[],
  measurable: number,
  minShare: number,
): Omit<ContractSize, 'version' | 'pnl'> {
  return simplestSize(
    deepestRanges(allowed, (a, b) => a.cmp(b)),
    measurable,
    minShare,
  );
}

/** `minShare`: percent of the measurable trades. */
function isEnough(agreeing: number, measurable: number, minShare: number): boolean {
  return agreeing >= minTrades && agreeing * 100 >= measurable * minShare;
}

function simplestSize(
  { ranges, agreeing }: Ranges<Big>,
  measurable: number,
  minShare: number,
): Omit<ContractSize, 'version' | 'pnl'> {
  const counts = { agreeing, trades: measurable };
  if (!isEnough(agreeing, measurable, minShare)) return { ...noSize, ...counts };
  const [best] = ranges
    .map((range) => ({ ...range, ...simplestOf(range) }))
    .sort((a, b) => a.places - b.places || a.size.cmp(b.size));
  if (best === undefined) return { ...noSize, ...counts };
  const { from, to, size } = best;
  const isPower = size.eq(`1e${size.e}`);
  if (to.gt(from.times(maxSpread)) && !(isPower && to.lt(from.times(maxPowerSpread)))) return { ...noSize, ...counts };
  return {
    size: size.toFixed(),
    from: from.prec(endDigits, Big.roundDown).toFixed(),
    to: to.prec(endDigits, Big.roundUp).toFixed(),
    ...counts,
  };
}

/** Returns the ranges of sizes that the most trades allow, and the number of these trades. */
function deepestRanges<Size>(
  allowed: readonly { readonly from: Size; readonly to: Size }[],
  compare: (a: Size, b: Size) => number,
): Ranges<Size> {
  const starts = allowed.map(({ from }) => from).sort(compare);
  const ends = allowed.map(({ to }) => to).sort(compare);
  let [depth, next, agreeing] = [0, 0, 0];
  let ranges: Ranges<Size>['ranges'] = [];
  for (const [index, from] of starts.entries()) {
    while (compare(ends[next] as Size, from) < 0) {
      depth--;
      next++;
    }
    depth++;
    const after = starts[index + 1];
    const to = ends[next] as Size;
    // The range ends here only if no further trade allows a part of it.
    if (depth < agreeing || (after !== undefined && compare(after, to) <= 0)) continue;
    if (depth > agreeing) ranges = [];
    agreeing = depth;
    ranges.push({ from, to });
  }
  return { ranges, agreeing };
}

/** Returns the number with the fewest decimal places within a range, of several the lowest. Tens, hundreds and so on have fewer than none. */
function simplestOf({ from, to }: Sizes): { readonly size: Big; readonly places: number } {
  for (let places = -to.e; places < maxPlaces; places++) {
    const size = from.round(places, Big.roundUp);
    if (size.lte(to)) return { size, places };
  }
  return { size: from, places: maxPlaces };
}
