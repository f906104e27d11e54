import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OrderPlan } from '../../../../shared/contract/plans.ts';
import { maxOrdersOfPlans } from '../../../../shared/orders/history.ts';
import { request } from '../../../platform/client.ts';
import { keepWhile } from '../../../platform/query-client.ts';

/** The plan orders that have probably placed orders, by the keys of the orders. `version`: that of the order history. */
export function useOrderPlans(
  account: string,
  orders: readonly string[],
  version: unknown,
): ReadonlyMap<string, OrderPlan> {
  const keys = orders.slice(0, maxOrdersOfPlans);
  const { data } = useQuery({
    queryKey: ['order-plans', account, keys.join('\n'), version],
    enabled: keys.length > 0,
    queryFn: ({ signal }) => request('readOrderPlans', { account, keys }, signal),
    placeholderData: keepWhile(['order-plans', account, keys.join('\n')]),
    gcTime: 0,
  });
  return useMemo(() => new Map(data?.map((each) => [each.order, each])), [data]);
}
