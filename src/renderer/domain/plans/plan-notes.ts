import { queryOptions, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OpenPlan } from '../../../shared/contract/orders.ts';
import { maxNoteKeys } from '../../../shared/orders/notes.ts';
import { request } from '../../platform/client.ts';
import { keepWhile, pushedByHost } from '../../platform/query-client.ts';
import { useSameItems } from '../../platform/same-items.ts';
import { planRowId } from './plan-row.ts';

/** The notes on open plan orders by the row ID of the plan order. `lists`: the plan orders of each account. */
export function usePlanNotes(
  accounts: readonly string[],
  lists: readonly (readonly OpenPlan[])[],
): ReadonlyMap<string, string> {
  const queries = useMemo(
    () => accounts.map((account, index) => planNotes(account, (lists[index] ?? []).map(({ key }) => key).sort())),
    [accounts, lists],
  );
  const reads = useQueries({ queries });
  const notes = useSameItems(reads.map(({ data }) => data));
  return useMemo(
    () =>
      new Map(
        notes.flatMap((data, index) =>
          (data ?? []).map(({ key, text }) => [planRowId({ account: accounts[index] ?? '', key }), text] as const),
        ),
      ),
    [notes, accounts],
  );
}

function planNotes(account: string, keys: readonly string[]) {
  return queryOptions({
    queryKey: ['notes', account, 'plans', keys.join('\n')],
    enabled: keys.length > 0,
    queryFn: async ({ signal }) => {
      const parts: { key: string; text: string }[][] = [];
      for (let from = 0; from < keys.length; from += maxNoteKeys) {
        parts.push(await request('readPlanNotes', { account, keys: keys.slice(from, from + maxNoteKeys) }, signal));
      }
      return parts.flat();
    },
    placeholderData: keepWhile(['notes', account, 'plans']),
    gcTime: 0,
    ...pushedByHost,
  });
}
