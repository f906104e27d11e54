import type { Priority } from '../../exchange/index.ts';
import type { OpenPlan, Page, Timestamp, UnreadableRow } from '../../shared/domain.ts';
import { OrderglassError } from '../../shared/errors.ts';
import type { LiveList, LiveRows } from '../../shared/market.ts';
import { ListPager } from '../paging/list-pager.ts';
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

/** Many times what an account can have waiting. A service that goes on beyond this would never be done. */
const mostPages = 200;

export function createLiveReaders(now: () => Timestamp): LiveReaders {
  return {
    'futures-tickers': async (account, priority, signal) => ({
      ...(await account.askMarket((client, options) => client.readFuturesTickers({}, options), signal, priority)),
      requests: 1,
    }),
    'spot-tickers': async (account, priority, signal) => ({
      ...(await account.askMarket((client, options) => client.readSpotTickers({}, options), signal, priority)),
      requests: 1,
    }),
    'open-plans': (account, priority, signal) => readOpenPlans(account, priority, signal, now),
  };
}

/** Both margin modes to their ends (service-api.md 4.3): a part of the list would let plans look as if they had left. */
async function readOpenPlans(
  account: LiveAccount,
  priority: Priority,
  signal: AbortSignal,
  now: () => Timestamp,
): Promise<FetchedList<OpenPlan>> {
  let requests = 0;
  const pager = new ListPager<OpenPlan>({ list: 'open-plans', now });
  const query = { account: account.scope, marginMode: 'all', direction: 'older' } as const;
  const rows = new Map<string, OpenPlan>();
  const unreadable: UnreadableRow[] = [];
  let fetchedAt = Number.POSITIVE_INFINITY;
  let cursor: string | null | undefined;
  for (let pages = 0; cursor !== null; pages++) {
    if (pages === mostPages) throw new OrderglassError('bad-answer', 'the list of open plans does not end');
    const page: Page<OpenPlan> = await pager.read(
      (request) => {
        requests++;
        return account.askOrders((client, options) => client.readOpenPlans(request, options), signal, priority);
      },
      cursor === undefined ? query : { ...query, cursor },
    );
    for (const row of page.rows) {
      if (rows.has(row.key)) throw new OrderglassError('bad-answer', 'a plan is in the list more than once');
      rows.set(row.key, row);
    }
    unreadable.push(...page.unreadable);
    fetchedAt = Math.min(fetchedAt, page.fetchedAt);
    cursor = page.older;
  }
  return { rows: [...rows.values()], unreadable, fetchedAt, requests };
}
