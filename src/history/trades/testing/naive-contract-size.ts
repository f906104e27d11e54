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
  // Each deepest range begins where the sizes of a trade begin.
  const ranges = allowed.map(({ from }) => {
    const around = allowed.filter((sizes) => sizes.from.lte(from) && sizes.to.gte(from));
    const to = around.reduce((lowest, sizes) => (sizes.to.lt(lowest) ? sizes.to : lowest), new Exact('1e100'));
    return { from, to, agreeing: around.length };
  });
  const agreeing = Math.max(0, ...ranges.map((range) => range.agreeing));
  const [best] = ranges
    .filter((range) => range.agreeing === agreeing)
    .map(({ from, to }) => ({ from, to, ...simplest(from, to) }))
    .toSorted((a, b) => a.places - b.places || a.size.cmp(b.size));
  const isShown =
    best !== undefined &&
    agreeing >= 3 &&
    agreeing >= minShare * measurable.length &&
    (best.to.lte(best.from.times('1.01')) ||
      (/^0*\.?0*10*$/.test(best.size.toFixed()) && best.to.lt(best.from.times(2))));
  return { size: isShown ? best.size.toFixed() : null, agreeing, trades: measurable.length };
}

const total = (values: readonly Big[]): Big => values.reduce((sum, value) => sum.plus(value), new Exact(0));

/** Half a unit of the last of the most decimal places. Texts of more than 15 digits do not occur here. */
function halfUnit(texts: readonly (string | null)[]): Big {
  const places = texts.map((text) => text?.split('.')[1]?.length ?? 0);
  return new Exact('0.5').times(`1e-${Math.max(0, ...places)}`);
}

function simplest(from: Big, to: Big): { places: number; size: Big } {
  for (let places = -40; ; places++) {
    const size = from.round(places, Big.roundUp);
    if (size.lte(to)) return { places, size };
  }
}
