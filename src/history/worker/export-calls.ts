import type { HistoryList } from '../../shared/orders/history.ts';
import { numberAt } from '../../shared/values/elements.ts';
import { OrderglassError } from '../../shared/values/errors.ts';
import { sentBytes } from '../joint/part.ts';
import { factRowsOf } from '../store/row-shapes.ts';
import { feesOfOrder } from '../trades/turnover.ts';
import type { Archive, OpenArchive } from './archive.ts';
import { withNotes } from './noted-rows.ts';
import type { CallHandlers, RowFacts, SelectedPart } from './protocol.ts';
import { tradeRows } from './trade-answers.ts';

/** Returns the calls that read whole selections, or whole lists, part by part. */
export function exportCalls({ use, keepFresh }: Archive) {
  return {
    select: ({ list, query: asked }) =>
      use(async ({ store, lists, generation }) => {
        const query = { ...asked, now: store.exchangeTime(asked.now) };
        const index = await lists[list].rows.indexFor(query);
        // A copy, because the array is transferred to the other thread.
        return { numbers: index.select(query).slice(), generation };
      }),
    rows: ({ list, ...part }) =>
      use(async (open) => {
        rejectIfReset(open, part.generation);
        const rows = open.store.read(({ lists }) => lists[list].rows.rows(part.numbers));
        const { ofAll, ofSome } = await factsOf(open, list, rows, part);
        const own = new Map(ofSome);
        return rows.map((row, place) => ({ ...row, ...ofAll, ...own.get(place) }));
      }),
    rowColumns: ({ list, ...part }) =>
      use(async (open) => {
        rejectIfReset(open, part.generation);
        const index = await open.lists[list].rows.index();
        const bytes = open.store.read(({ lists }) => lists[list].rows.columns(part.numbers));
        const shared = index.shared(part.numbers);
        const isPriced = list === 'order-history' && part.rates !== undefined;
        // Most archives have no notes on orders: then no row has facts of its own.
        const hasFacts = isPriced || list === 'plan-history' || open.store.notes.has('order');
        const rows = hasFacts ? factRowsOf({ bytes, shared }, part.numbers.length, isPriced) : [];
        return { bytes, shared, ...(await factsOf(open, list, rows, part)) };
      }),
    selectTrades: ({ query: asked }) => {
      keepFresh('order-history');
      return use(async ({ store, lists, generation }) => {
        const query = { ...asked, now: store.exchangeTime(asked.now) };
        const trades = await lists['order-history'].rows.measuredTrades(query);
        const numbers = trades.select(query);
        return { numbers: numbers.map((number) => trades.firstOrderOf(number)), generation };
      });
    },
    readPart: ({ list, since, withTrades }) => {
      keepFresh(list);
      return use(async ({ store, lists, generation }) => {
        const { rows } = lists[list];
        const { part, ...read } = await rows.readPart(since, withTrades);
        const clock = { checkedAt: store.checkedAt(list), clockAhead: store.clockAhead };
        return { ...read, ...clock, bytes: sentBytes(part), version: rows.version, generation };
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

/** Returns what is not stored with rows. */
async function factsOf(
  { store, lists }: OpenArchive,
  list: HistoryList,
  rows: readonly { readonly id: string; readonly key: string }[],
  { numbers, rates, isPlain }: SelectedPart,
): Promise<RowFacts> {
  const isPlan = list === 'plan-history';
  const noted = withNotes(store, isPlan ? 'plan' : 'order', rows);
  const known = isPlan ? store.withEnds(noted) : noted;
  const ofSome = known.flatMap((row, place): RowFacts['ofSome'] => (row === rows[place] ? [] : [[place, row]]));
  if (isPlan || isPlain) return { ofAll: {}, ofSome };
  const trades = await lists['order-history'].rows.trades();
  const ofAll = { costMethod: trades.costMethod().method };
  if (rates === undefined) return { ofAll, ofSome };
  const feesOf = feesOfOrder(trades, rates);
  return { ofAll, ofSome: known.map((row, place) => [place, { ...row, fees: feesOf(numberAt(numbers, place)) }]) };
}

function rejectIfReset({ generation }: OpenArchive, selected: number): void {
  if (generation !== selected) throw new OrderglassError('storage-failed', 'the history was reset meanwhile');
}
