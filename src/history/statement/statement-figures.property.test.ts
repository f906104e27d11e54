import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Statement, StatementFigures } from '../../shared/contract/statement.ts';
import { type StatementBasis, statementBases } from '../../shared/orders/history.ts';
import { compareDecimals, sum } from '../../shared/values/decimal.ts';
import { OrderTable } from '../orders/list-table.ts';
import { putRows } from '../orders/testing/numbered-rows.ts';
import { observedInterval, type SimulatedOrder, simulateTrader } from '../trades/testing/simulated-trader.ts';
import { Trades } from '../trades/trades.ts';
import { statementContent } from './statement-figures.ts';

const numRuns = Number(process.env.PROPERTY_RUNS ?? 12);
const day = 86_400_000;
const counts = ['trades', 'orders'] as const;
const amounts = ['gains', 'losses', 'net'] as const;

const draft = fc.record({
  seed: fc.nat(),
  days: fc.integer({ min: 3, max: 15 }),
  /** Hours a day in which the program runs. */
  hours: fc.constantFrom(8, 16, 24),
  /** Days of each part. */
  parts: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 8 }),
});

/** A trader all of whose executions were seen, and consecutive spans that reach from before the first order to after the last one. */
function simulated({ seed, days, hours, parts }: typeof draft extends fc.Arbitrary<infer Draft> ? Draft : never) {
  const orders = simulateTrader(seed, { symbols: 3, days, pnlPlaces: 4 });
  const index = new OrderTable();
  const trades = new Trades(index);
  orders.forEach((one, at) => {
    trades.observe(at + 1, [{ ...observedInterval(one, hours), quantity: '1', averagePrice: null, pnl: null }]);
  });
  putRows(
    index,
    orders.map(({ order }, at) => ({ ...order, number: at + 1 })),
  );
  const first = Math.floor(Math.min(...orders.map(({ order }) => order.createdAt)) / day) * day;
  const last = Math.max(...orders.map(({ executedAt }) => executedAt)) + 2 * day;
  const edges = [first];
  for (const length of parts) edges.push((edges.at(-1) as number) + length * day);
  if ((edges.at(-1) as number) < last) edges.push(last);
  const spans = edges.slice(1).map((to, at) => ({ from: edges[at] as number, to }));
  return { orders, trades, spans, whole: { from: first, to: edges.at(-1) as number } };
}

function totalOf({ totals }: Pick<Statement, 'totals'>): StatementFigures | undefined {
  return totals[0];
}

test.each(statementBases)(
  'by %s, consecutive statements add up, and begin with what the one before left',
  (basis: StatementBasis) => {
    fc.assert(
      fc.property(draft, (one) => {
        const { trades, spans, whole } = simulated(one);
        const parts = spans.map((span) => statementContent(trades, span, basis));
        const all = totalOf(statementContent(trades, whole, basis));
        for (const amount of amounts) {
          const added = parts.map((part) => totalOf(part)?.[amount] ?? '0').reduce(sum, '0');
          expect(compareDecimals(added, all?.[amount] ?? '0')).toBe(0);
        }
        for (const count of counts) {
          expect(parts.reduce((total, part) => total + (totalOf(part)?.[count] ?? 0), 0)).toBe(all?.[count] ?? 0);
        }
        for (const [at, { opening }] of parts.entries()) {
          if (at > 0) expect(opening).toEqual(parts[at - 1]?.closing);
        }
      }),
      { numRuns },
    );
  },
  120_000,
);

test('by execution, what was really executed in a span is between the lowest and the highest figures', () => {
  fc.assert(
    fc.property(draft, (one) => {
      const { orders, trades, spans } = simulated(one);
      for (const span of spans) {
        const content = statementContent(trades, span, 'execution');
        expect(content.unseen).toBe(0);
        const own = orders.filter(({ executedAt }) => executedAt >= span.from && executedAt < span.to);
        const total = totalOf(content);
        const bounds = { lowest: total?.lowest ?? total, highest: total?.highest ?? total };
        const sumOf = (holds: (pnl: string) => boolean) =>
          own
            .map(({ order }: SimulatedOrder) => order.pnl ?? '0')
            .filter(holds)
            .reduce(sum, '0');
        const real = {
          gains: sumOf((pnl) => compareDecimals(pnl, '0') > 0),
          losses: sumOf((pnl) => compareDecimals(pnl, '0') < 0),
          net: sumOf(() => true),
        };
        for (const amount of amounts) {
          expect(compareDecimals(bounds.lowest?.[amount] ?? '0', real[amount])).toBeLessThanOrEqual(0);
          expect(compareDecimals(bounds.highest?.[amount] ?? '0', real[amount])).toBeGreaterThanOrEqual(0);
        }
        expect(own.length).toBeGreaterThanOrEqual(bounds.lowest?.orders ?? 0);
        expect(own.length).toBeLessThanOrEqual(bounds.highest?.orders ?? 0);
        if (one.hours === 24) continue;
        for (const { lowest, highest, ...figures } of content.symbols) {
          if (lowest === null || highest === null) continue;
          for (const amount of amounts) {
            expect(compareDecimals(lowest[amount], figures[amount])).toBeLessThanOrEqual(0);
            expect(compareDecimals(highest[amount], figures[amount])).toBeGreaterThanOrEqual(0);
          }
        }
      }
    }),
    { numRuns },
  );
});
