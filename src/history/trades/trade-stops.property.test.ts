import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SeenPlan } from '../../shared/contract/plans.ts';
import type { Trade } from '../../shared/contract/trades.ts';
import { blankRow, blankTrade } from '../../shared/testing/blank-row.ts';
import type { Decimal } from '../../shared/values/domain.ts';
import { ListTable } from '../orders/list-table.ts';
import { putRows } from '../orders/testing/numbered-rows.ts';
import type { SeenState } from '../store/plan-life-table.ts';
import { TradeStops } from './trade-stops.ts';

/** A plan order of the leg, or of another one; `to`: `null` if it was never seen open. */
interface Seen {
  readonly price: number;
  readonly isSell: boolean;
  readonly falls: boolean;
  readonly isOwn: boolean;
  readonly from: number;
  readonly to: number | null;
}

const entry = 10;
const time = fc.nat(12);
const plans = fc.array(
  fc
    .record({
      price: fc.nat(20),
      isSell: fc.boolean(),
      falls: fc.boolean(),
      isOwn: fc.boolean(),
      from: time,
      to: fc.option(time),
    })
    .map((plan): Seen => ({ ...plan, to: plan.to === null ? null : Math.max(plan.from, plan.to) })),
  { maxLength: 12 },
);
const spans = fc.tuple(time, time, fc.option(time)).map(([openedAt, openedBy, closedAt]) => ({
  openedAt,
  openedBy: Math.max(openedAt, openedBy),
  closedAt: closedAt === null ? null : Math.max(openedAt, openedBy, closedAt),
}));

/** The stop of docs/trades.md 12, from all plan orders. */
function naiveStop(all: readonly Seen[], { side, openedAt, openedBy, closedAt }: Trade): Decimal | null {
  const isLong = side === 'long';
  const losing = all.filter(
    ({ price, isSell, falls, isOwn, from, to }) =>
      isOwn &&
      isSell === isLong &&
      falls === isLong &&
      price > 0 &&
      (isLong ? price < entry : price > entry) &&
      from <= (closedAt ?? Number.POSITIVE_INFINITY) &&
      (to ?? from) >= openedAt,
  );
  const near = losing.filter(({ from }) => from <= (openedBy ?? openedAt));
  const first = Math.min(...losing.map(({ from }) => from));
  const prices = (near.length > 0 ? near : losing.filter(({ from }) => from === first)).map(({ price }) => price);
  if (prices.length === 0) return null;
  return String(isLong ? Math.max(...prices) : Math.min(...prices));
}

test('the stop of a trade is that of docs/trades.md 12', () => {
  fc.assert(
    fc.property(plans, spans, fc.constantFrom('long', 'short'), (all, span, side) => {
      const rows = all.map(({ price, isSell, falls, isOwn, from, to }, place) => ({
        to,
        row: {
          ...blankRow('plan-history'),
          key: `cross:${place}`,
          id: String(place),
          symbol: isOwn ? 'ETH-USDT' : 'BTC-USDT',
          marginMode: 'cross' as const,
          side: isSell ? ('sell' as const) : ('buy' as const),
          triggerDirection: falls ? ('falls-to' as const) : ('rises-to' as const),
          triggerPrice: String(price),
          createdAt: from,
        },
      }));
      const history = new ListTable('plan-history');
      putRows<'plan-history'>(
        history,
        rows.map(({ row }, place) => ({ ...row, number: place + 1, tie: place })),
      );
      const seen = rows.flatMap(({ to, row }): SeenState[] =>
        to === null ? [] : [{ plan: row as unknown as SeenPlan, from: row.createdAt, to }],
      );
      const trade: Trade = {
        ...blankTrade(),
        ...{ symbol: 'ETH-USDT', marginMode: 'cross', side, entryPrice: String(entry), ...span },
      };
      const stops = TradeStops.read(seen, history).next().value as TradeStops;
      expect(stops.stopOf(trade)).toBe(naiveStop(all, trade));
    }),
  );
});
