import { type Priority, readWholeList } from '../../exchange/index.ts';
import { marginModes, type OpenPlan } from '../../shared/domain.ts';
import type { LiveList, LiveRows } from '../../shared/market.ts';
import type { LiveAccount } from './live-account.ts';
import type { WholeList } from './live-list.ts';

/** A list, and what it cost. */
export interface FetchedList<Row> extends WholeList<Row> {
  readonly requests: number;
}

/** Reads a list whole. Rejects with what a request fails with, and then nothing is known. */
export type LiveReader<List extends LiveList> = (
  account: LiveAccount,
  priority: Priority,
  signal: AbortSignal,
) => Promise<FetchedList<LiveRows[List]>>;

export type LiveReaders = { readonly [List in LiveList]: LiveReader<List> };

export const liveReaders: LiveReaders = {
  'futures-tickers': async (account, priority, signal) => ({
    ...(await account.askMarket((client, options) => client.readFuturesTickers({}, options), signal, priority)),
    requests: 1,
  }),
  'spot-tickers': async (account, priority, signal) => ({
    ...(await account.askMarket((client, options) => client.readSpotTickers({}, options), signal, priority)),
    requests: 1,
  }),
  'open-plans': readOpenPlans,
};

/** Reads both margin modes to their ends, because plans missing from a partial list would look closed (docs/service.md 4.3). */
async function readOpenPlans(
  account: LiveAccount,
  priority: Priority,
  signal: AbortSignal,
): Promise<FetchedList<OpenPlan>> {
  const lists = await Promise.all(
    marginModes.map((marginMode) =>
      readWholeList(
        (query) => account.askOrders((client, options) => client.readOpenPlans(query, options), signal, priority),
        marginMode,
      ),
    ),
  );
  const entries = lists.flatMap((list) => list.entries);
  return {
    rows: entries.flatMap((entry) => ('row' in entry ? [entry.row] : [])),
    unreadable: entries.flatMap((entry) => ('row' in entry ? [] : [entry.unreadable])),
    fetchedAt: Math.min(...lists.map(({ fetchedAt }) => fetchedAt)),
    requests: lists.reduce((sum, { requests }) => sum + requests, 0),
  };
}
