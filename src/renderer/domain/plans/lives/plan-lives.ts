import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LiveSnapshot } from '../../../../shared/contract/market.ts';
import { request } from '../../../platform/client.ts';
import { keepWhile } from '../../../platform/query-client.ts';

/** Milliseconds between two reads, because an approach to a trigger is no change of a row. */
const readIntervalMs = 5000;

/** The life of a plan order as this computer has seen it. `raw`: the row, whose changes are changes of the life. */
export function usePlanLife(account: string, { key, raw }: { key: string; raw: string }) {
  return useQuery({
    queryKey: ['plan-life', account, key, raw],
    queryFn: ({ signal }) => request('readPlanLife', { account, key }, signal),
    placeholderData: keepWhile(['plan-life', account, key]),
    refetchInterval: readIntervalMs,
    gcTime: 0,
  });
}

/**
 * Returns the lists of open plan orders; for one that could not be read since the program's start, the last one that this computer has
 * seen. Its rows have no text as received, and its failure says that it is not live.
 */
export function useLastKnown(lists: readonly LiveSnapshot<'open-plans'>[]): readonly LiveSnapshot<'open-plans'>[] {
  const found = useQueries({ queries: useMemo(() => lists.map(lastPlans), [lists]) });
  return lists.map((list, position) => {
    const last = found[position]?.data;
    return isUnread(list) && last ? { ...list, ...last } : list;
  });
}

function lastPlans(list: LiveSnapshot<'open-plans'>) {
  return queryOptions({
    // Another key of the account has another archive, and resets the list.
    queryKey: ['last-plans', list.account, list.version],
    queryFn: async ({ signal }) => {
      const { plans, at } = await request('readLastPlans', { account: list.account }, signal);
      return { fetchedAt: at, rows: plans.map((plan) => ({ ...plan, raw: '' })) };
    },
    enabled: isUnread(list),
    gcTime: 0,
  });
}

function isUnread({ fetchedAt, failure }: LiveSnapshot<'open-plans'>): boolean {
  return fetchedAt === null && failure !== null;
}
