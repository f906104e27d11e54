import Big from 'big.js';
import type { ContractSize } from '../../shared/contract/trades.ts';
import type { LaneExecutions } from './executions.ts';
import { readTrade } from './read-trade.ts';
import type { Whole } from './units.ts';

type Executions = Omit<LaneExecutions, 'contract'>;

/** A range of sizes. */
export interface Sizes {
  readonly from: Big;
  readonly to: Big;
}

/** Trades that must allow an observed size. */
const minTrades = 3;
/** For the size with which orders are taken: percent of the measurable trades, which are the latest ones of each lane (docs/trades.md 2.2). */
const minTakingPercent = 50;
const maxTakingTrades = 10;
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
 * Returns the sizes that the latest trades of a lane allow whose orders are taken by lower ends, and which are measurable and closed without an
 * excess; `null` for one that allows none. In floating point, because orders that come take the size again.
 */
export function allowedSizes(executions: Executions): (Sizes | null)[] {
  const { opens, wholes, prices } = executions;
  const source = {
    length: wholes.length,
    zero: typeof wholes[0] === 'bigint' ? 0n : 0,
    opens: (place: number) => opens[place] === 1,
    quantity: (place: number) => wholes[place] as Whole,
  };
  const found: { start: number; end: number }[] = [];
  for (let start = 0; start < wholes.length; ) {
    const { end, size, excess } = readTrade(source, start);
    const isClosed = size === source.zero && excess === source.zero;
    if (isClosed && isEvery(prices, start, end, (price) => price > 0)) found.push({ start, end });
    start = end;
  }
  return found.slice(-maxTakingTrades).flatMap((part) => allowedBy(executions, part));
}

/**
 * Returns nothing for a trade that is not measurable. Counts in whole units, of which floating point holds those of usual prices exactly, and
 * divides once, so that equal ends stay equal.
 */
function allowedBy(
  { opens, wholes, quantities, prices, pnls, direction, priceUnit, pnlUnit }: Executions,
  { start, end }: { start: number; end: number },
): (Sizes | null)[] {
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
  if (!(distance > executed && result > closing)) return [];
  if (move > 0 !== pnl > 0) return [null];
  // Quantities are in contracts here, and in units of the lane above.
  const scale = (pnlUnit / priceUnit) * (Number(wholes[start]) / (quantities[start] as number));
  const [from, to] = [(result - closing) / (distance + executed), (result + closing) / (distance - executed)];
  const isHeld = from * scale > 0 && Number.isFinite(to * scale);
  return [isHeld ? { from: rounded(from * scale), to: rounded(to * scale) } : null];
}

/** Without what floating point is off. */
function rounded(size: number): Big {
  return new Big(size).prec(sizeDigits);
}

/** Returns the size of a contract that most trades allow; `null` if they do not agree on one. `allowed`: of `allowedSizes`, of one symbol. */
export function sizeOfLanes(allowed: readonly (Sizes | null)[]): number | null {
  const { size } = observedSize(
    allowed.filter((sizes) => sizes !== null),
    allowed.length,
    minTakingPercent,
  );
  return size === null ? null : Number(size);
}

function isEvery(values: ArrayLike<number>, start: number, end: number, test: (value: number) => boolean): boolean {
  for (let place = start; place < end; place++) if (!test(values[place] as number)) return false;
  return true;
}

/** Returns the size that most of the trades allow, and the range that these leave; no size if they do not agree on one. `measurable`: number of trades that tell something of the size, of which `minShare` percent must allow it. */
export function observedSize(
  allowed: readonly Sizes[],
  measurable: number,
  minShare: number,
): Omit<ContractSize, 'version'> {
  const { ranges, agreeing } = deepestRanges(allowed);
  const counts = { agreeing, trades: measurable };
  const [best] = ranges
    .map((range) => ({ ...range, ...simplestOf(range) }))
    .sort((a, b) => a.places - b.places || a.size.cmp(b.size));
  if (best === undefined || agreeing < minTrades || agreeing * 100 < measurable * minShare)
    return { ...noSize, ...counts };
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
function deepestRanges(allowed: readonly Sizes[]): { ranges: Sizes[]; agreeing: number } {
  const starts = allowed.map(({ from }) => from).sort((a, b) => a.cmp(b));
  const ends = allowed.map(({ to }) => to).sort((a, b) => a.cmp(b));
  let [depth, next, agreeing] = [0, 0, 0];
  let ranges: Sizes[] = [];
  for (const [place, from] of starts.entries()) {
    while ((ends[next] as Big).lt(from)) {
      depth--;
      next++;
    }
    depth++;
    const after = starts[place + 1];
    const to = ends[next] as Big;
    // The range ends here only if no further trade allows a part of it.
    if (depth < agreeing || after?.lte(to)) continue;
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
