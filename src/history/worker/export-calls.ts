import { OrderglassError } from '../../shared/values/errors.ts';
import { sentBytes } from '../joint/part.ts';
import { feesOfOrder } from '../trades/turnover.ts';
import type { Archive, OpenArchive } from './archive.ts';
import { withNotes } from './noted-rows.ts';
import type { CallHandlers } from './protocol.ts';
import { tradeRows } from './trade-answers.ts';

/** Returns the calls that read whole selections, or whole lists, part by part. */
export function exportCalls({ use, keepFresh }: Archive) {
  return {
    select: ({ list, query }) =>
      use(async ({ lists, generation }) => {
        const index = await lists[list].rows.indexFor(query);
        // A copy, because the array is transferred to the other thread.
        return { numbers: index.select(query).slice(), generation };
      }),
    rows: ({ list, numbers, generation, rates, isPlain }) =>
      use(async (open) => {
        rejectIfReset(open, generation);
        const { store } = open;
        if (list === 'plan-history') return store.withEnds(withNotes(store, 'plan', store.rows(list, numbers)));
        if (isPlain) return withNotes(store, 'order', store.rows(list, numbers));
        const trades = await open.lists[list].rows.trades();
        const costMethod = trades.costMethod().method;
        const feesOf = rates && feesOfOrder(trades, rates);
        return withNotes(store, 'order', store.rows(list, numbers)).map((row, index) => ({
          ...row,
          costMethod,
          ...(feesOf ? { fees: feesOf(numbers[index] as number) } : {}),
        }));
      }),
    selectTrades: ({ query }) => {
      keepFresh('order-history');
      return use(async ({ lists, generation }) => {
        const trades = await lists['order-history'].rows.measuredTrades(query);
        return { numbers: trades.select(query).map((number) => trades.firstOrderOf(number)), generation };
      });
    },
    readPart: ({ list, since, withTrades }) => {
      keepFresh(list);
      return use(async ({ lists, generation }) => {
        const { rows } = lists[list];
        const { part, ...read } = await rows.readPart(since, withTrades);
        return { ...read, bytes: sentBytes(part), version: rows.version, generation };
      });
    },
    tradeNotes: ({ ids }) => use(({ store }) => store.notes.texts('trade', ids)),
    tradeRows: ({ numbers, generation, rates, isPlain }) => {
      keepFresh('order-history');
      return use(async (open) => {
        rejectIfReset(open, generation);
        return open.lists['order-history'].rows.askTrades(
          function* (trades) {
            const costMethod = trades.costMethod().method;
            const selected = numbers.map((order) => trades.tradeOf(order)).filter((number) => number !== 0);
            const rows = yield* tradeRows(open.store, trades, selected, rates);
            return isPlain ? rows : rows.map((row) => ({ ...row, costMethod }));
          },
          { sort: [] },
        );
      });
    },
  } satisfies Partial<CallHandlers>;
}

function rejectIfReset({ generation }: OpenArchive, selected: number): void {
  if (generation !== selected) throw new OrderglassError('storage-failed', 'the history was reset meanwhile');
}
