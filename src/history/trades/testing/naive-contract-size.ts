import Big from 'big.js';
import type { ContractSize, Trade } from '../../../shared/contract/trades.ts';
import type { NumberedRow } from '../../orders/testing/numbered-rows.ts';

type Order = NumberedRow<'order-history'>;

const Exact = Big();
Exact.DP = 100;

/** The observed size of a contract (docs/trades.md 7), from scratch. `trades`: of one symbol, at most 1,000. `ordersOf`: the orders of a trade.
 * `minShare`: lowest share of the measurable trades that must agree. `roundedLike`: orders with the decimal places of a trade's. */
export function naiveContractSize<Each extends Trade>(
  trades: readonly Each[],
  ordersOf: (trade: Each) => readonly Order[],
  {
    minShare = 0.9,
    roundedLike = ordersOf,
  }: { minShare?: number; roundedLike?: (trade: Each) => readonly Order[] } = {},
): Pick<ContractSize, 'size' | 'agreeing' | 'trades'> {
  const measurable = trades
    .filter(({ state, incomplete }) => state === 'closed' && incomplete.length === 0)
    .map((trade) => ({
      orders: ordersOf(trade),
      alike: roundedLike(trade),
      pnl: new Exact(trade.pnl).abs(),
      sign: Math.sign(Number(trade.pnl)),
    }))
    .filter(({ orders }) => orders.every(({ averagePrice }) => new Exact(averagePrice ?? 0).gt(0)))
    .map(({ orders, alike, pnl, sign }) => {
      const signed = orders.map(({ side, filledQuantity, averagePrice }) =>
        new Exact(filledQuantity ?? 0).times(averagePrice ?? 0).times(side === 'sell' ? 1 : -1),
      );
      const move = total(signed);
      const executed = total(orders.map(({ filledQuantity }) => new Exact(filledQuantity ?? 0)));
      const closing = orders.filter(({ action }) => action === 'close').length;
      const moveError = halfUnit(alike.map(({ averagePrice }) => averagePrice)).times(executed);
      const pnlError = halfUnit(alike.map((order) => order.pnl)).times(closing);
      return { move: move.abs(), moveError, pnl, pnlError, agrees: move.gt(0) === sign > 0 };
    })
    .filter(({ move, moveError, pnl, pnlError }) => move.gt(moveError) && pnl.gt(pnlError));
  const allowed = measurable
    .filter(({ agrees }) => agrees)
    .map(({ move, moveError, pnl, pnlError }) => ({
      from: pnl.minus(pnlError).div(move.plus(moveError)),
      to: pnl.plus(pnlError).div(move.minus(moveError)),
    }));
  const countAt = (size: Big, of = allowed) => of.filter(({ from, to }) => from.lte(size) && to.gte(size)).length;
  const ends = allowed.flatMap(({ from, to }) => [from, to]).toSorted((a, b) => a.cmp(b));
  const agreeing = Math.max(0, ...ends.map((end) => countAt(end)));
  const none = { size: null, agreeing, trades: measurable.length };
  if (agreeing < 3 || agreeing < minShare * measurable.length) return none;
  const least = Math.max(3, Math.floor(0.9 * agreeing + 1e-9));
  const good = ends.filter((end) => countAt(end) >= least);
  const [lowest, highest] = [good[0], good.at(-1)];
  if (lowest === undefined || highest === undefined) return none;
  const shown = (size: Big) => ({ size: size.toFixed(), agreeing: countAt(size), trades: measurable.length });
  const isNarrow = highest.lte(lowest.times('1.02'));
  if (highest.lt(lowest.times(2))) {
    const power = Array.from({ length: 81 }, (_, place) => new Exact(`1e${40 - place}`)).find(
      (size) => size.gte(lowest) && size.lte(highest) && countAt(size) >= least,
    );
    if (power !== undefined) {
      const others = allowed.filter(({ from, to }) => from.gt(power) || to.lt(power));
      const deepest = Math.max(0, ...others.map(({ from }) => countAt(from, others)));
      const disagreeing = measurable.length - countAt(power);
      return !isNarrow && deepest >= 3 && deepest >= 0.9 * disagreeing ? none : shown(power);
    }
  }
  if (!isNarrow) return none;
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
