import { queryOptions, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PlanOrder } from '../../../../shared/contract/orders.ts';
import { request } from '../../../platform/client.ts';
import { useSameItems } from '../../../platform/same-items.ts';
import { useKept } from '../../../platform/use-kept.ts';
import type { AccountPositions } from './positions.ts';

/** Most plan orders of an account. The newest are read. */
const maxPlans = 500;
/** Milliseconds until they are read again: the plan history lags behind the open plan orders. */
const refetchIntervalMs = 60_000;

function endedPlans({ account, book }: AccountPositions) {
  const symbols = [...new Set(book.positions.map(({ symbol }) => symbol))].sort();
  return queryOptions({
    queryKey: ['ended-plans', account, symbols],
    enabled: symbols.length > 0,
    queryFn: async ({ signal }): Promise<readonly PlanOrder[]> => {
      const filter = { symbols, statuses: ['canceled', 'failed'] };
      const query = { account, filter, sort: [], zone: 'UTC', from: 0, count: maxPlans };
      const { rows } = await request('readPlanHistory', query, signal);
      return rows.map((row) => ({ ...row, symbol: book.nameOf(row.symbol) }));
    },
    refetchInterval: refetchIntervalMs,
    staleTime: refetchIntervalMs,
    gcTime: 0,
    // Plan orders that are the same after another read stay the same objects.
    structuralSharing: true,
  });
}

/** The plan orders of the symbols of positions that were canceled or failed, of each account, with the names of the positions; `undefined` until they have been read. */
export function useEndedPlans(positions: readonly AccountPositions[]): readonly (readonly PlanOrder[] | undefined)[] {
  const reads = useQueries({ queries: useMemo(() => positions.map(endedPlans), [positions]) });
  return useSameItems(
    useKept(
      positions.map(({ account }) => account),
      reads.map(({ data }) => data),
    ),
  );
}
