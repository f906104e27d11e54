import Big from 'big.js';
import type { ContractSize } from '../../shared/contract/trades.ts';

/** What a trade tells of the size of a contract (docs/trades.md 7). */
export interface PricedTrade {
  /** Positive if the prices have moved in favor of the trade. */
  readonly move: Big;
  readonly moveError: Big;
  readonly pnl: Big;
  readonly pnlError: Big;
}

/** The sizes that a measurable trade allows; `null` if it allows none. */
type Sizes = { readonly from: Big; readonly to: Big } | null;

/** Trades that must allow an observed size, and their lowest share of the measurable ones in percent. */
const minTrades = 3;
const minPercent = 90;
/** Decimal places of the limits of allowed sizes, far more than a size has. */
const maxPlaces = 40;

const Exact = Big();
Exact.DP = maxPlaces;
Exact.RM = Big.roundHalfUp;

/** Returns the size that most of the trades speak for; `null` if they do not agree. */
export function observeContractSize(trades: readonly PricedTrade[]): Omit<ContractSize, 'version'> {
  const measurable = trades.filter(isMeasurable).map(sizesOf);
  const votes = new Map<string, number>();
  for (const sizes of measurable) {
    if (sizes === null) continue;
    const size = simplestOf(sizes.from, sizes.to).toFixed();
    votes.set(size, (votes.get(size) ?? 0) + 1);
  }
  const most = Math.max(0, ...votes.values());
  const candidates = [...votes]
    .filter(([, count]) => count === most)
    .map(([size]) => ({ size, agreeing: measurable.filter((sizes) => allows(sizes, new Exact(size))).length }))
    .sort((a, b) => b.agreeing - a.agreeing || new Exact(a.size).cmp(b.size));
  const { size = null, agreeing = 0 } = candidates[0] ?? {};
  const isObserved = agreeing >= minTrades && agreeing * 100 >= measurable.length * minPercent;
  return { size: isObserved ? size : null, agreeing, trades: measurable.length };
}

/** True if the PnL of a trade agrees with its prices. */
export function fitsSize({ move, moveError, pnl, pnlError }: PricedTrade, size: string): boolean {
  return pnl
    .minus(move.times(size))
    .abs()
    .lte(pnlError.plus(moveError.times(size)));
}

function isMeasurable({ move, moveError, pnl, pnlError }: PricedTrade): boolean {
  return pnl.abs().gt(pnlError) && move.abs().gt(moveError);
}

function sizesOf({ move, moveError, pnl, pnlError }: PricedTrade): Sizes {
  if (move.gt(0) !== pnl.gt(0)) return null;
  const [distance, result] = [new Exact(move.abs()), new Exact(pnl.abs())];
  return {
    from: result.minus(pnlError).div(distance.plus(moveError)),
    to: result.plus(pnlError).div(distance.minus(moveError)),
  };
}

function allows(sizes: Sizes, size: Big): boolean {
  return sizes?.from.lte(size) === true && sizes.to.gte(size);
}

/** Returns the number with the fewest decimal places within limits, of several the lowest. Tens, hundreds and so on have fewer than none. */
function simplestOf(from: Big, to: Big): Big {
  for (let places = -to.e; places < maxPlaces; places++) {
    const size = from.round(places, Big.roundUp);
    if (size.lte(to)) return size;
  }
  return from;
}
