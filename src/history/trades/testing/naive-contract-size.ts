import Big from 'big.js';
import type { ContractSize, Trade } from '../../../shared/contract/trades.ts';
import type { SizeReason } from '../../../shared/orders/trades.ts';
import type { NumberedRow } from '../../orders/testing/numbered-rows.ts';

type Order = NumberedRow<'order-history'>;

const Exact = Big();
Exact.DP = 100;

type Observed = Pick<ContractSize, 'size' | 'agreeing' | 'trades'>;

interface NaiveOptions<Each> {
  /** Lowest share of the measurable trades that must agree. */
  readonly minShare?: number;
  /** Orders with the decimal places of a trade's. */
  readonly roundedLike?: (trade: Each) => readonly Order[];
}

/** The observed size of a contract (docs/trades.md 7), from scratch. `trades`: of one symbol, at most 1,000. `ordersOf`: the orders of a trade. */
export function naiveContractSize<Each extends Trade>(
  trades: readonly Each[],
  ordersOf: (trade: Each) => readonly Order[],
  { minShare = 0.9, roundedLike = ordersOf }: NaiveOptions<Each> = {},
): Observed {
  const { ends: _, ...observed } = sizeOf(allowedSizes(trades, ordersOf, roundedLike), minShare);
  return observed;
}

/** The sizes that the contract has had, the latest first. `trades`: the latest first. */
export function naiveContractSizes<Each extends Trade>(
  trades: readonly Each[],
  ordersOf: (trade: Each) => readonly Order[],
): (Observed & { since: number | null })[] {
  const periodsOf = (measured: readonly Measured[]): (Observed & Ends & { since: number | null })[] => {
    const whole = { ...sizeOf(measured, 0.9), since: null };
    const { size } = sizeOf(measured.slice(0, 20), 0.9);
    if (measured.length <= 20 || typeof size !== 'string') return [whole];
    const allows = ({ sizes }: Measured) => sizes?.from.lte(size) && sizes.to.gte(size);
    const balances = measured.map((_, last) =>
      measured.slice(0, last + 1).reduce((sum, one) => sum + (allows(one) ? 1 : -1), 0),
    );
    const count = balances.indexOf(Math.max(...balances)) + 1;
    if (count === measured.length) return [whole];
    const latest = sizeOf(measured.slice(0, count), 0.9);
    const [before, ...earlier] = periodsOf(measured.slice(count));
    if (!latest.ends || !before?.ends) return [whole];
    const isApart = latest.ends.from.gt(before.ends.to) || latest.ends.to.lt(before.ends.from);
    if (!isApart) return [whole];
    return [{ ...latest, since: (measured[count - 1] as Measured).openedAt }, before, ...earlier];
  };
  return periodsOf(allowedSizes(trades, ordersOf, ordersOf)).map(({ ends: _, ...period }) => period);
}

interface Ends {
  readonly ends?: { readonly from: Big; readonly to: Big };
}

/** Sizes that a measurable trade allows. */
interface Measured {
  readonly openedAt: number;
  readonly sizes: { readonly from: Big; readonly to: Big } | null;
}

function allowedSizes<Each extends Trade>(
  trades: readonly Each[],
  ordersOf: (trade: Each) => readonly Order[],
  roundedLike: (trade: Each) => readonly Order[],
): Measured[] {
  return trades
    .filter(({ state, incomplete }) => state === 'closed' && incomplete.length === 0)
    .map((trade) => ({
      openedAt: trade.openedAt,
      orders: ordersOf(trade),
      alike: roundedLike(trade),
      pnl: new Exact(trade.pnl ?? 0).abs(),
      sign: Math.sign(Number(trade.pnl)),
    }))
    .filter(({ orders }) => orders.every(({ averagePrice }) => new Exact(averagePrice ?? 0).gt(0)))
    .map(({ openedAt, orders, alike, pnl, sign }) => {
      const signed = orders.map(({ side, filledQuantity, averagePrice }) =>
        new Exact(filledQuantity ?? 0).times(averagePrice ?? 0).times(side === 'sell' ? 1 : -1),
      );
      const move = total(signed);
      const executed = total(orders.map(({ filledQuantity }) => new Exact(filledQuantity ?? 0)));
      const closing = orders.filter(({ action }) => action === 'close').length;
      const moveError = halfUnit(alike.map(({ averagePrice }) => averagePrice)).times(executed);
      const pnlError = halfUnit(alike.map((order) => order.pnl)).times(closing);
      return { openedAt, move: move.abs(), moveError, pnl, pnlError, agrees: move.gt(0) === sign > 0 };
    })
    .filter(({ move, moveError, pnl, pnlError }) => move.gt(moveError) && pnl.gt(pnlError))
    .map(({ openedAt, move, moveError, pnl, pnlError, agrees }) => ({
      openedAt,
      sizes: agrees
        ? { from: pnl.minus(pnlError).div(move.plus(moveError)), to: pnl.plus(pnlError).div(move.minus(moveError)) }
        : null,
    }));
}

function sizeOf(measurable: readonly Measured[], minShare: number): Observed & Ends {
  const allowed = measurable.flatMap(({ sizes }) => sizes ?? []);
  const countAt = (size: Big, of = allowed) => of.filter(({ from, to }) => from.lte(size) && to.gte(size)).length;
  const limits = allowed.flatMap(({ from, to }) => [from, to]).toSorted((a, b) => a.cmp(b));
  const agreeing = Math.max(0, ...limits.map((limit) => countAt(limit)));
  const none = (cannotBeTold: SizeReason) => ({ size: { cannotBeTold }, agreeing, trades: measurable.length });
  if (measurable.length < 3) return none('few-trades');
  if (agreeing < 3 || agreeing < minShare * measurable.length) return none('trades-disagree');
  const least = Math.max(3, Math.floor(0.9 * agreeing + 1e-9));
  const good = limits.filter((limit) => countAt(limit) >= least);
  const [lowest, highest] = [good[0], good.at(-1)];
  if (lowest === undefined || highest === undefined) return none('trades-disagree');
  const ends = { from: lowest, to: highest };
  const shown = (size: Big) => ({ size: size.toFixed(), agreeing: countAt(size), trades: measurable.length, ends });
  const isNarrow = highest.lte(lowest.times('1.02'));
  if (highest.lt(lowest.times(2))) {
    const power = Array.from({ length: 81 }, (_, place) => new Exact(`1e${40 - place}`)).find(
      (size) => size.gte(lowest) && size.lte(highest) && countAt(size) >= least,
    );
    if (power !== undefined) {
      const others = allowed.filter(({ from, to }) => from.gt(power) || to.lt(power));
      const deepest = Math.max(0, ...others.map(({ from }) => countAt(from, others)));
      const disagreeing = measurable.length - countAt(power);
      return !isNarrow && deepest >= 3 && deepest >= 0.9 * disagreeing ? none('trades-disagree') : shown(power);
    }
  }
  if (!isNarrow) return none('coarse-figures');
  for (let places = -40; ; places++) {
    const [best] = numbersWithin(lowest, highest, places)
      .filter((size) => countAt(size) >= least)
      .toSorted((a, b) => countAt(b) - countAt(a) || a.cmp(b));
    if (best !== undefined) return shown(best);
  }
}

function numbersWithin(lowest: Big, highest: Big, places: number): Big[] {
  const found: Big[] = [];
  for (let size = lowest.round(places, Big.roundUp); size.lte(highest); size = size.plus(`1e${-places}`))
    found.push(size);
  return found;
}

const total = (values: readonly Big[]): Big => values.reduce((sum, value) => sum.plus(value), new Exact(0));

/** Half a unit of the last of the most decimal places. Texts of more than 15 digits do not occur here. */
function halfUnit(texts: readonly (string | null)[]): Big {
  const places = texts.map((text) => text?.split('.')[1]?.length ?? 0);
  return new Exact('0.5').times(`1e-${Math.max(0, ...places)}`);
}
