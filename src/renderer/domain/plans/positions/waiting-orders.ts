import { queryOptions, useQueries } from '@tanstack/react-query';
import type { Order } from '../../../../shared/contract/orders.ts';
import { request } from '../../../platform/client.ts';
import { useKept } from '../../../platform/use-kept.ts';
import { useSameItems } from '../../../platform/use-same-items.ts';
import type { AccountPositions } from './positions.ts';

/** Most orders of an account. The newest are read. */
const maxOrders = 1000;
const waiting = { statuses: ['pending', 'partially-filled'] };

function waitingOrders({ account, version }: AccountPositions) {
  return queryOptions({
    queryKey: ['waiting-orders', account, version],
    enabled: version !== null,
    queryFn: async ({ signal }): Promise<readonly Order[]> => {
      const query = { account, filter: waiting, sort: [], zone: 'UTC', from: 0, count: maxOrders };
      return (await request('readOrderHistory', query, signal)).rows;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Orders that are the same after another order stay the same objects.
    structuralSharing: true,
  });
}

/** The orders of each account that are not filled, the earlier ones during a read; `undefined` until they have been read. */
export function useWaitingOrders(positions: readonly AccountPositions[]): readonly (readonly Order[] | undefined)[] {
  const reads = useQueries({ queries: positions.map(waitingOrders) });
  return useSameItems(
    useKept(
      positions.map(({ account }) => account),
      reads.map(({ data }) => data),
    ),
  );
}
