import { type Priority, readWholeList } from '../../exchange/index.ts';
import type { LiveRows } from '../../shared/contract/market.ts';
import type { OpenPlan, UnreadableRow } from '../../shared/contract/orders.ts';
import type { LiveList } from '../../shared/market/market.ts';
import { marginModes, type Timestamp } from '../../shared/values/domain.ts';
import { smallest } from '../../shared/values/extremes.ts';
import type { MarketClient, Operation, OrdersClient } from '../accounts/account-connection.ts';

/** The part of an account that live lists use. A snapshot: an edited account is looked up again. */
export interface LiveAccount {
  /** Changes with the address and the credentials: rows of another scope belong to another account. Valid for one run of the program. */
  readonly scope: string;
  /** Like `scope`, but stable across restarts, also if the same key is entered again for the same address. */
  readonly archive: string;
  /** Changes with each run of a demo exchange, which has other plan orders with the same IDs; '' for an exchange that outlasts the program. */
  readonly run: string;
  askMarket<Result>(
    operation: Operation<MarketClient, Result>,
    signal: AbortSignal,
    priority: Priority,
  ): Promise<Result>;
  askOrders<Result>(
    operation: Operation<OrdersClient, Result>,
    signal: AbortSignal,
    priority: Priority,
  ): Promise<Result>;
}

/** A complete list. */
export interface WholeList<Row> {
  /** Each key of `liveKey` once. */
  readonly rows: readonly Row[];
  readonly unreadable: readonly UnreadableRow[];
  readonly fetchedAt: Timestamp;
}

/** A complete list and the number of requests it took. */
export interface FetchedList<Row> extends WholeList<Row> {
  readonly requests: number;
}

/** Reads a complete list. Rejects with the error of the first request that fails. */
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
    fetchedAt: smallest(lists.map(({ fetchedAt }) => fetchedAt)),
    requests: lists.reduce((sum, { requests }) => sum + requests, 0),
  };
}
