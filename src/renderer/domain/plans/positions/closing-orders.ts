import { queryOptions, useQueries } from '@tanstack/react-query';
import type { Order } from '../../../../shared/contract/orders.ts';
import { request } from '../../../platform/client.ts';
import { keepWhile } from '../../../platform/query-client.ts';
import { useSameItems } from '../../../platform/use-same-items.ts';
import type { AccountPositions } from './positions.ts';

/** Most orders of an account. The newest are read. */
const maxOrders = 1000;
const waiting = { statuses: ['pending', 'partially-filled'], actions: ['close' as const] };

function closingOrders({ account, version }: AccountPositions) {
  return queryOptions({
    queryKey: ['closing-orders', account, version],
    enabled: version !== null,
    queryFn: async ({ signal }): Promise<readonly Order[]> => {
      const query = { account, filter: waiting, sort: [], zone: 'UTC', from: 0, count: maxOrders };
      return (await request('readOrderHistory', query, signal)).rows;
    },
    placeholderData: keepWhile(['closing-orders', account]),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Orders that are the same after another order stay the same objects.
    structuralSharing: true,
  });
}

/** The waiting orders that close a position, for each account; `undefined` until they have been read. */
export function useClosingOrders(positions: readonly AccountPositions[]): readonly (readonly Order[] | undefined)[] {
  return useSameItems(useQueries({ queries: positions.map(closingOrders) }).map(({ data }) => data));
}
